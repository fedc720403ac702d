//! Cores: constraints of a case that cannot hold together.
//!
//! Each constraint of a case is an assumption: the target may leave it out. Where no solution
//! exists, the target names some of them, the core, which with the values of the variables alone
//! have no solution either. A core need not be minimal, but a core with a solution is wrong. An
//! empty core states that a variable has no value.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::programs::case::FuzzCase;
use crate::programs::reply::{TargetAnswer, TargetClaim};

/// Maximum number of constraints of a case with assumptions.
pub const MAX_CONSTRAINTS: usize = 64;

/// Maximum number of characters of a name in a message.
const MAX_NAME_LENGTH: usize = 40;

/// The sets of constraints that assignments satisfy, each with the first such assignment. A bit
/// represents a constraint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SatisfiedSets(BTreeMap<u64, Vec<i64>>);

/// Returns the bit of the constraint at a place; 0 beyond [`MAX_CONSTRAINTS`].
pub(crate) fn constraint_bit(place: usize) -> u64 {
    if place < MAX_CONSTRAINTS { 1 << place } else { 0 }
}

impl SatisfiedSets {
    /// Notes the set of constraints that an assignment satisfies.
    pub(crate) fn note_assignment(&mut self, set: u64, assignment: &[i64]) {
        self.0.entry(set).or_insert_with(|| assignment.to_vec());
    }

    /// Returns a solution of the core of an answer that claims that no solution exists; `None` if
    /// there is no core, or the core is one.
    #[must_use]
    pub fn core_solution(&self, answer: &TargetAnswer) -> Option<&[i64]> {
        let core = answer.core.as_ref().filter(|_| answer.status == TargetClaim::Unsatisfiable)?;
        self.find_assignment(core)
    }

    /// Returns an assignment that satisfies the constraints at these places.
    fn find_assignment(&self, core: &[usize]) -> Option<&[i64]> {
        // Constraints beyond the last bit are unknown, and nothing is wrong that is not known to
        // be.
        if core.iter().any(|&place| place >= MAX_CONSTRAINTS) {
            return None;
        }
        let wanted = core.iter().fold(0, |set, &place| set | constraint_bit(place));
        self.0.iter().find(|(set, _)| *set & wanted == wanted).map(|(_, first)| first.as_slice())
    }

    /// Whether the core without any one of its constraints has a solution.
    #[must_use]
    pub fn is_minimal(&self, core: &[usize]) -> bool {
        let without = |left: usize| {
            let rest: Vec<usize> = core.iter().copied().filter(|&place| place != left).collect();
            self.find_assignment(&rest).is_some()
        };
        core.iter().all(|&place| without(place))
    }
}

/// Why an answer has no core.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CoreAnswerError {
    /// It has something else than a list of names.
    #[error("the core is no list of names")]
    NoNames,
    /// A name, or its beginning, is none of a constraint.
    #[error("the core names '{0}', which is no constraint")]
    Name(String),
    /// No constraint has this place.
    #[error("the core names constraint {0}, which there is not")]
    Place(usize),
    /// The constraint with this place is there twice.
    #[error("the core names constraint {0} twice")]
    Repetition(usize),
}

/// Reads the names of a core, `PREFIX` and the place of a constraint.
///
/// # Errors
/// A name of no constraint, or one that is there twice.
pub(crate) fn read_core_names<'t>(
    case: &FuzzCase,
    prefix: &str,
    names: impl Iterator<Item = &'t str>,
) -> Result<Vec<usize>, CoreAnswerError> {
    let place = |name: &str| {
        let number = name.strip_prefix(prefix).filter(|text| !text.starts_with('+'));
        let place = number.and_then(|text| text.parse::<usize>().ok());
        // Only the name as it was written is one.
        let place = place.filter(|place| format!("{prefix}{place}") == name);
        let short: String = name.chars().take(MAX_NAME_LENGTH).collect();
        place.ok_or(CoreAnswerError::Name(short))
    };
    distinct_places(case, names.map(place).collect::<Result<_, _>>()?)
}

/// Returns the places of a core.
///
/// # Errors
/// A place of no constraint, or one that is there twice.
pub(crate) fn distinct_places(
    case: &FuzzCase,
    places: Vec<usize>,
) -> Result<Vec<usize>, CoreAnswerError> {
    if let Some(unknown) = places.iter().find(|&&place| place >= case.constraints.len()) {
        return Err(CoreAnswerError::Place(*unknown));
    }
    let mut sorted = places.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(CoreAnswerError::Repetition(pair[0])),
        None => Ok(places),
    }
}

/// Counts of the cores of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoreCounts {
    /// Right answers that no solution exists, to questions that ask for a core.
    pub asked: u64,
    /// Cores that were answered.
    pub given: u64,
    /// Cores each of whose constraints is needed.
    pub minimal: u64,
    /// Cores with a solution.
    pub wrong: u64,
    /// Questions that were refused, but not without assumptions.
    pub refused: u64,
}

/// Number of questions without a core after which a target is not asked for cores any more, if it
/// never gave one.
const PATIENCE: u64 = 12;

impl CoreCounts {
    /// Whether the target gives no cores.
    #[must_use]
    pub fn are_absent(&self) -> bool {
        self.given == 0 && self.asked + self.refused >= PATIENCE
    }

    /// Counts an answer to a case without solutions.
    pub(crate) fn add_answer(&mut self, held: &SatisfiedSets, answer: &TargetAnswer) {
        if answer.status != TargetClaim::Unsatisfiable {
            return;
        }
        self.asked += 1;
        let Some(core) = &answer.core else {
            return;
        };
        self.given += 1;
        if held.find_assignment(core).is_some() {
            self.wrong += 1;
        } else {
            self.minimal += u64::from(held.is_minimal(core));
        }
    }

    /// Returns them as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let CoreCounts { asked, given, minimal, wrong, refused } = self;
        json!({
            "asked": asked, "given": given, "minimal": minimal, "wrong": wrong,
            "refused": refused,
        })
    }
}
