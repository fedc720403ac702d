//! The amount of detail of a hint.

use parallax_hints::{CandidateState, DeductionStep, StepFinder};

/// The amount of detail of a hint. Each tier contains more than the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintTier {
    /// The rows, columns, boxes or rules to look at.
    Where,
    /// The variables of the conclusion.
    What,
    /// The technique and the conclusion.
    Conclusion,
    /// The reason and the conclusion.
    #[default]
    Reason,
}

impl HintTier {
    /// All tiers, in order.
    pub const ALL: [HintTier; 4] =
        [HintTier::Where, HintTier::What, HintTier::Conclusion, HintTier::Reason];
}

/// Describes a step in the state before it up to a tier, in one line.
#[must_use]
pub fn describe_tier(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
    tier: HintTier,
) -> String {
    match tier {
        HintTier::Where => format!("look at {}", guide.places_to_look(step).join(", ")),
        HintTier::What => format!("look at {}", step_targets(guide, step).join(", ")),
        HintTier::Conclusion => format!("{}: {}", step.technique, guide.describe_conclusions(step)),
        HintTier::Reason => {
            let reason = guide.reason_lines(state, step).join("; ");
            format!("{reason}; so {}", guide.describe_conclusions(step))
        }
    }
}

/// Returns the variables of the conclusions, in order.
fn step_targets(guide: &StepFinder, step: &DeductionStep) -> Vec<String> {
    let all = step.places.iter().chain(&step.removes);
    let mut names: Vec<String> =
        all.map(|&c| guide.variable_name(guide.rules.given(c).variable).to_owned()).collect();
    // A step may conclude several values of one variable, which is named once.
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}
