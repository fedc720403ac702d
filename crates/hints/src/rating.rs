//! How hard an instance is for people: the steps of its solution.
//!
//! Two things make a puzzle hard: its hardest steps, and a small number of placements that are open
//! at a time (Pelánek, "Difficulty rating of Sudoku puzzles: an overview and evaluation", 2014).
//! [`PathDifficulty`] measures both.

use std::collections::BTreeMap;

use parallax_instance::{Instance, Viewpoint};
use parallax_model::engine_api::Control;

use super::path::{PathEnd, PathGoal, StepPath};
use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::technique::Technique;

/// The measures of the easiest path to a solution. The path is not trimmed, because a person does
/// not know beforehand which steps will matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathDifficulty {
    /// The score of the hardest step ([`step_score`]); 0 without steps.
    pub hardest: u32,
    /// The technique of the hardest step.
    pub technique: Option<Technique>,
    /// Maximum number of rules and rule parts of a step.
    pub size: usize,
    /// The sum of the scores.
    pub sum: u64,
    /// The number of steps.
    pub steps: usize,
    /// The number of steps that place nothing or take more than one rule part.
    pub beyond_singles: usize,
    /// The number of steps of each technique.
    pub techniques: BTreeMap<Technique, usize>,
    /// Minimum number of values that single rule parts give, over the states in which the path
    /// places one; at least 1, also if a harder step gives the value.
    pub bottleneck: usize,
    /// Number of placements in states where that number is 1.
    pub narrow: usize,
    /// The reason why the path ends. Unless it is complete, the solution needs a guess, or there
    /// are several.
    pub end: PathEnd,
}

/// The difficulty of a step, in tenths. A technique has its level. Reasoning without a name counts
/// by the number of its parts, from the level of chains on.
#[must_use]
pub fn step_score(step: &DeductionStep) -> u32 {
    let size = step.size() as u32;
    match step.technique {
        Technique::Counting | Technique::SeveralRules => 62 + 2 * size.min(60),
        Technique::General => 66 + 2 * size.min(60),
        Technique::XChain | Technique::XyChain | Technique::Chain | Technique::ContinuousLoop => {
            step.technique.level() + size.saturating_sub(9).min(20) / 2
        }
        technique => technique.level(),
    }
}

/// The steps that a rating searches for, by the size of an instance and never by time, so that a
/// grade is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingReach {
    /// All steps: up to [`MOST_VALUES`](RatingReach::MOST_VALUES) values of all variables together,
    /// as in a Sudoku of order 12.
    All,
    /// Techniques with names and single rules, whose searches are short: up to
    /// [`MOST_NAMED`](RatingReach::MOST_NAMED) values, as in a Sudoku of order 25.
    Named,
    /// None.
    Nothing,
}

impl RatingReach {
    /// Maximum number of values of an instance in which all steps are searched for.
    pub const MOST_VALUES: u64 = 12 * 12 * 12;

    /// Maximum number of values of an instance that gets steps.
    pub const MOST_NAMED: u64 = 25 * 25 * 25;

    /// Returns the steps to search for in an instance.
    #[must_use]
    pub fn for_instance(instance: &dyn Instance, viewpoint: &Viewpoint) -> Self {
        let Ok(model) = instance.model(viewpoint) else { return RatingReach::Nothing };
        let sizes = model.variables().iter().map(|variable| variable.domain.len());
        match sizes.fold(0, u64::saturating_add) {
            values if values <= Self::MOST_VALUES => RatingReach::All,
            values if values <= Self::MOST_NAMED => RatingReach::Named,
            _ => RatingReach::Nothing,
        }
    }

    /// Why steps of an instance are not known.
    #[must_use]
    pub fn limit_reason(self) -> String {
        let all = Self::MOST_VALUES;
        match self {
            RatingReach::All => "nothing more follows".to_owned(),
            RatingReach::Named => format!(
                "no technique with a name applies, and more than {all} values of all variables"
            ),
            RatingReach::Nothing => {
                format!("more than {} values of all variables", Self::MOST_NAMED)
            }
        }
    }
}

impl PathDifficulty {
    /// Returns the rating of an instance with this reach: a path that ends because of it is not
    /// known.
    #[must_use]
    pub fn within_reach(mut self, reach: RatingReach) -> Self {
        if reach != RatingReach::All && self.end == PathEnd::Stuck {
            self.end = PathEnd::Unknown(reach.limit_reason());
        }
        self
    }

    /// Rates the path from a state.
    pub fn rate_path(
        guide: &mut StepFinder,
        start: &CandidateState,
        control: &Control,
    ) -> PathDifficulty {
        let path = StepPath::find_path(guide, start, PathGoal::Solution, control, &mut |_| ());
        PathDifficulty::of_path(guide, &path)
    }

    /// The rating of a path without steps.
    #[must_use]
    pub fn without_steps(end: PathEnd) -> PathDifficulty {
        PathDifficulty {
            hardest: 0,
            technique: None,
            size: 0,
            sum: 0,
            steps: 0,
            beyond_singles: 0,
            techniques: BTreeMap::new(),
            bottleneck: 0,
            narrow: 0,
            end,
        }
    }

    /// Rates a path that is not trimmed.
    #[must_use]
    pub fn of_path(guide: &StepFinder, path: &StepPath) -> PathDifficulty {
        let mut rating = PathDifficulty {
            steps: path.steps.len(),
            bottleneck: usize::MAX,
            ..PathDifficulty::without_steps(path.end.clone())
        };
        for (state, step) in path.walk_states(&guide.rules) {
            let own = step_score(step);
            // Ties keep the first step, so the technique is that of the earliest.
            if own > rating.hardest {
                (rating.hardest, rating.technique) = (own, Some(step.technique));
            }
            rating.size = rating.size.max(step.size());
            rating.sum += u64::from(own);
            rating.beyond_singles += usize::from(step.places.is_empty() || step.size() > 1);
            *rating.techniques.entry(step.technique).or_default() += 1;
            if !step.places.is_empty() {
                // A harder step may place a value that no single unit gives.
                let open = guide.count_forced_placements(&state).max(1);
                rating.bottleneck = rating.bottleneck.min(open);
                rating.narrow += usize::from(open == 1);
            }
        }
        if rating.bottleneck == usize::MAX {
            rating.bottleneck = 0;
        }
        rating
    }
}
