//! Claims: what a certificate shows.

use std::fmt;

use super::count::Count;
use super::model::Atom;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of solutions; none is unsatisfiable, one is unique.
    Count,
    /// The best value of the objective.
    Optimum,
}

/// The claim that a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The exact number of solutions, as assignments of the shown variables.
    Count(Count),
    /// The best value of the objective; `None` if there is no solution.
    Optimum(Option<i128>),
}

/// The claim of an accepted certificate, and the part that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The atoms of the part of the model that it is about; none where that is the whole model.
    pub part: Vec<Atom>,
}

impl Claim {
    /// The kind of claim.
    pub fn kind(&self) -> Kind {
        match self {
            Claim::Count(_) => Kind::Count,
            Claim::Optimum(_) => Kind::Optimum,
        }
    }
}

impl Accepted {
    /// Whether it is in words what a user expects, of this part and no other. `unsatisfiable` are
    /// `count 0` and `optimum none`.
    pub fn is(&self, expected: &str) -> bool {
        let own = self.to_string();
        let none = own.strip_prefix("count 0").or(own.strip_prefix("optimum none"));
        own == expected || none.is_some_and(|part| expected == format!("unsatisfiable{part}"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Kind::Count { "count" } else { "optimum" })
    }
}

/// The number or the value; `none` for an optimum without a solution.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Count(count) => write!(f, "{count}"),
            Claim::Optimum(Some(best)) => write!(f, "{best}"),
            Claim::Optimum(None) => f.write_str("none"),
        }
    }
}

/// The kind, the claim, and the part: `count 24`, `optimum none`, `count 6 where = 0 1`.
impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.claim.kind(), self.claim)?;
        let mut word = " where";
        self.part.iter().try_for_each(|atom| write!(f, "{} {atom}", std::mem::take(&mut word)))
    }
}
