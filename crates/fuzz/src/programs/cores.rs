//! Cores: constraints of a case that cannot hold together.
//!
//! Each constraint of a case is an assumption: the target may leave it out. If no solution exists,
//! the target names some of them, the core, which have no solution either, given only the domains
//! of the variables. A core need not be minimal, but a core with a solution is wrong. An empty core
//! states that a variable has no value.

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

/// Returns the bit of the constraint at an index; 0 beyond [`MAX_CONSTRAINTS`].
pub(crate) fn constraint_bit(index: usize) -> u64 {
    if index < MAX_CONSTRAINTS { 1 << index } else { 0 }
}

impl SatisfiedSets {
    /// Notes the set of constraints that an assignment satisfies.
    pub(crate) fn note_assignment(&mut self, set: u64, assignment: &[i64]) {
        self.0.entry(set).or_insert_with(|| assignment.to_vec());
    }

    /// Returns a solution of the core of an answer that claims that no solution exists; `None` if
    /// there is no core, or the core is right.
    #[must_use]
    pub fn core_solution(&self, answer: &TargetAnswer) -> Option<&[i64]> {
        let core = answer.core.as_ref().filter(|_| answer.status == TargetClaim::Unsatisfiable)?;
        self.find_assignment(core)
    }

    /// Returns an assignment that satisfies the constraints at these indices.
    fn find_assignment(&self, core: &[usize]) -> Option<&[i64]> {
        // Constraints beyond the last bit are not recorded, so a core with them cannot be refuted.
        if core.iter().any(|&index| index >= MAX_CONSTRAINTS) {
            return None;
        }
        // The core is satisfiable if some assignment satisfies a superset of it. Each set that
        // occurs is stored once, whatever the number of its assignments.
        let wanted = core.iter().fold(0, |set, &index| set | constraint_bit(index));
        self.0.iter().find(|(set, _)| *set & wanted == wanted).map(|(_, first)| first.as_slice())
    }

    /// Whether the core without any one of its constraints has a solution.
    #[must_use]
    pub fn is_minimal(&self, core: &[usize]) -> bool {
        let without = |left: usize| {
            let rest: Vec<usize> = core.iter().copied().filter(|&index| index != left).collect();
            self.find_assignment(&rest).is_some()
        };
        // Removing one constraint at a time is enough: satisfiable sets are closed under taking
        // subsets.
        core.iter().all(|&index| without(index))
    }
}

/// Why an answer has no core.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CoreAnswerError {
    /// The core is not a list of names.
    #[error("the core is not a list of names")]
    NoNames,
    /// The name, or its beginning, names no constraint.
    #[error("the core names '{0}', which is no constraint")]
    Name(String),
    /// No constraint has this index.
    #[error("the core names constraint {0}, which does not exist")]
    Place(usize),
    /// The constraint at this index occurs twice.
    #[error("the core names constraint {0} twice")]
    Repetition(usize),
}

/// Reads the names of a core: `PREFIX` and the index of a constraint.
///
/// # Errors
/// Returns an error for a name of no constraint, or one that occurs twice.
pub(crate) fn read_core_names<'t>(
    case: &FuzzCase,
    prefix: &str,
    names: impl Iterator<Item = &'t str>,
) -> Result<Vec<usize>, CoreAnswerError> {
    let index = |name: &str| {
        let number = name.strip_prefix(prefix).filter(|text| !text.starts_with('+'));
        let index = number.and_then(|text| text.parse::<usize>().ok());
        // The name must be spelled as it was written: `c01` parses to 1 but names no constraint.
        let index = index.filter(|index| format!("{prefix}{index}") == name);
        let short: String = name.chars().take(MAX_NAME_LENGTH).collect();
        index.ok_or(CoreAnswerError::Name(short))
    };
    distinct_places(case, names.map(index).collect::<Result<_, _>>()?)
}

/// Returns the indices of a core.
///
/// # Errors
/// Returns an error for an index of no constraint, or one that occurs twice.
pub(crate) fn distinct_places(
    case: &FuzzCase,
    places: Vec<usize>,
) -> Result<Vec<usize>, CoreAnswerError> {
    if let Some(unknown) = places.iter().find(|&&index| index >= case.constraints.len()) {
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
    /// Questions that were refused with assumptions, but not without.
    pub refused: u64,
}

/// Number of questions without a core after which a target is not asked for cores any more, if it
/// never gave one.
const MAX_CORELESS_QUESTIONS: u64 = 12;

impl CoreCounts {
    /// Whether the target gives no cores.
    #[must_use]
    pub fn are_absent(&self) -> bool {
        self.given == 0 && self.asked + self.refused >= MAX_CORELESS_QUESTIONS
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

    /// Returns the counts as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let CoreCounts { asked, given, minimal, wrong, refused } = self;
        json!({
            "asked": asked, "given": given, "minimal": minimal, "wrong": wrong,
            "refused": refused,
        })
    }
}
