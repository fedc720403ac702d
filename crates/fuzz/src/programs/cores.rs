//! Cores: constraints of a case that cannot hold together.
//!
//! Each constraint of a case is an assumption: the target may leave it out. Where no solution
//! exists, the target names some of them, the core, which with the values of the variables alone
//! have no solution either. A core need not be minimal, but a core with a solution is wrong. An
//! empty core states that a variable has no value.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::programs::case::Case;
use crate::programs::reply::{Answer, Status};

/// Maximum number of constraints of a case with assumptions.
pub const MOST: usize = 64;

/// Maximum number of characters of a name in a message.
const LONGEST: usize = 40;

/// The sets of constraints that assignments satisfy, each with the first such assignment. A bit
/// represents a constraint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held(BTreeMap<u64, Vec<i64>>);

/// Returns the bit of the constraint at a place; 0 beyond [`MOST`].
pub(crate) fn bit(place: usize) -> u64 {
    if place < MOST { 1 << place } else { 0 }
}

impl Held {
    /// Notes the set of constraints that an assignment satisfies.
    pub(crate) fn note(&mut self, set: u64, assignment: &[i64]) {
        self.0.entry(set).or_insert_with(|| assignment.to_vec());
    }

    /// Returns a solution of the core of an answer that claims that no solution exists; `None` if
    /// there is no core, or the core is one.
    #[must_use]
    pub fn solution(&self, answer: &Answer) -> Option<&[i64]> {
        let core = answer.core.as_ref().filter(|_| answer.status == Status::Unsatisfiable)?;
        self.of(core)
    }

    /// Returns an assignment that satisfies the constraints at these places.
    fn of(&self, core: &[usize]) -> Option<&[i64]> {
        // Constraints beyond the last bit are unknown, and nothing is wrong that is not known to be.
        if core.iter().any(|&place| place >= MOST) {
            return None;
        }
        let wanted = core.iter().fold(0, |set, &place| set | bit(place));
        self.0.iter().find(|(set, _)| *set & wanted == wanted).map(|(_, first)| first.as_slice())
    }

    /// Whether the core without any one of its constraints has a solution.
    #[must_use]
    pub fn is_minimal(&self, core: &[usize]) -> bool {
        let without = |left: usize| {
            let rest: Vec<usize> = core.iter().copied().filter(|&place| place != left).collect();
            self.of(&rest).is_some()
        };
        core.iter().all(|&place| without(place))
    }
}

/// Why an answer has no core.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CoreError {
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
pub(crate) fn named<'t>(
    case: &Case,
    prefix: &str,
    names: impl Iterator<Item = &'t str>,
) -> Result<Vec<usize>, CoreError> {
    let place = |name: &str| {
        let number = name.strip_prefix(prefix).filter(|text| !text.starts_with('+'));
        let place = number.and_then(|text| text.parse::<usize>().ok());
        // Only the name as it was written is one.
        let place = place.filter(|place| format!("{prefix}{place}") == name);
        let short: String = name.chars().take(LONGEST).collect();
        place.ok_or(CoreError::Name(short))
    };
    distinct(case, names.map(place).collect::<Result<_, _>>()?)
}

/// Returns the places of a core.
///
/// # Errors
/// A place of no constraint, or one that is there twice.
pub(crate) fn distinct(case: &Case, places: Vec<usize>) -> Result<Vec<usize>, CoreError> {
    if let Some(unknown) = places.iter().find(|&&place| place >= case.constraints.len()) {
        return Err(CoreError::Place(*unknown));
    }
    let mut sorted = places.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(CoreError::Repetition(pair[0])),
        None => Ok(places),
    }
}

/// Counts of the cores of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cores {
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

impl Cores {
    /// Whether the target gives no cores.
    #[must_use]
    pub fn are_absent(&self) -> bool {
        self.given == 0 && self.asked + self.refused >= PATIENCE
    }

    /// Counts an answer to a case without solutions.
    pub(crate) fn add(&mut self, held: &Held, answer: &Answer) {
        if answer.status != Status::Unsatisfiable {
            return;
        }
        self.asked += 1;
        let Some(core) = &answer.core else {
            return;
        };
        self.given += 1;
        if held.of(core).is_some() {
            self.wrong += 1;
        } else {
            self.minimal += u64::from(held.is_minimal(core));
        }
    }

    /// Returns them as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Cores { asked, given, minimal, wrong, refused } = self;
        json!({
            "asked": asked, "given": given, "minimal": minimal, "wrong": wrong,
            "refused": refused,
        })
    }
}
