//! Standings: what an unsatisfiable answer rests on.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Keeps, Row};
use crate::ask::{Answer, Outcome};

/// What an unsatisfiable answer rests on, from weakest to strongest. It
/// concerns the formula or model that the solver received, not how that was
/// made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// One engine claims it.
    Claimed,
    /// Engines of [independent families](crate::ask::Family::is_independent_of)
    /// claim it, and no engine contradicts them.
    CrossAgreed,
    /// A checker accepted a proof.
    Proved,
}

impl Standing {
    /// The name in tables, CSV and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Standing::Claimed => "claimed",
            Standing::CrossAgreed => "cross-agreed",
            Standing::Proved => "proved",
        }
    }

    /// The standing of an outcome by itself; `None` unless it is unsatisfiable.
    pub(super) fn of(outcome: &Outcome) -> Option<Self> {
        let accepted = outcome.proof.as_ref().and_then(|proof| proof.accepted);
        match (&outcome.answer, accepted) {
            (Answer::Unsatisfiable, Some(true)) => Some(Standing::Proved),
            (Answer::Unsatisfiable, _) => Some(Standing::Claimed),
            _ => None,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Raises claims to [`Standing::CrossAgreed`] where engines of independent
/// families make them about one instance.
pub(super) fn agree(rows: &mut [Row]) {
    if rows.iter().any(|row| row.count > 0 || row.answer == Answer::Satisfiable) {
        return;
    }
    let supported: Vec<bool> = rows
        .iter()
        .map(|row| row.unsat.is_some() && rows.iter().any(|other| supports(other, row)))
        .collect();
    for (row, _) in rows.iter_mut().zip(supported).filter(|(_, supported)| *supported) {
        row.unsat = row.unsat.max(Some(Standing::CrossAgreed));
    }
}

/// Whether `row` supports the claim of `other` independently. A model that
/// keeps all solutions, or representatives of all, supports every model; one
/// that keeps a part supports only models with the same part.
fn supports(row: &Row, other: &Row) -> bool {
    let answers = !matches!(row.keeps, Keeps::Part(_)) || row.keeps == other.keeps;
    let claims = row.unsat.is_some() && row.checked;
    claims && answers && row.family.is_independent_of(other.family)
}
