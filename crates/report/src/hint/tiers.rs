//! The amount of detail of a hint.

use parallax_hints::{Guide, State, Step};

/// The amount of detail of a hint. Each tier contains more than the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
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

impl Tier {
    /// All tiers, in order.
    pub const ALL: [Tier; 4] = [Tier::Where, Tier::What, Tier::Conclusion, Tier::Reason];
}

/// Describes a step in the state before it up to a tier, in one line.
#[must_use]
pub fn tier(guide: &Guide, state: &State, step: &Step, tier: Tier) -> String {
    match tier {
        Tier::Where => format!("look at {}", guide.places_to_look(step).join(", ")),
        Tier::What => format!("look at {}", targets(guide, step).join(", ")),
        Tier::Conclusion => format!("{}: {}", step.technique, guide.conclusion(step)),
        Tier::Reason => {
            let reason = guide.reason(state, step).join("; ");
            format!("{reason}; so {}", guide.conclusion(step))
        }
    }
}

/// Returns the variables of the conclusions, in order.
fn targets(guide: &Guide, step: &Step) -> Vec<String> {
    let all = step.places.iter().chain(&step.removes);
    let mut names: Vec<String> =
        all.map(|&c| guide.name(guide.rules.given(c).variable).to_owned()).collect();
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}
