//! The claims that certificates show.

use std::fmt;

use super::model::Atom;
use super::natural_number::NaturalNumber;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// The number of solutions; none is unsatisfiable, one is unique.
    Count,
    /// The best value of the objective.
    Optimum,
}

/// The claim that a certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateClaim {
    /// The exact number of solutions, as assignments of the shown variables.
    Count(NaturalNumber),
    /// The best value of the objective; `None` if there is no solution.
    Optimum(Option<i128>),
}

/// The claim of an accepted certificate, and the part that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedClaim {
    /// The claim.
    pub claim: CertificateClaim,
    /// The atoms of the part of the model that the claim is about; none for the whole model.
    pub part: Vec<Atom>,
}

impl CertificateClaim {
    /// The kind of claim.
    pub fn claim_kind(&self) -> ClaimKind {
        match self {
            CertificateClaim::Count(_) => ClaimKind::Count,
            CertificateClaim::Optimum(_) => ClaimKind::Optimum,
        }
    }
}

impl AcceptedClaim {
    /// Whether the claim, as text, is the expected one, about this part and no other.
    /// `unsatisfiable` matches `count 0` and `optimum none`.
    pub fn matches_text(&self, expected: &str) -> bool {
        let own = self.to_string();
        // Numbers print without leading zeros, so `count 0` begins no other count; ` where …` may
        // follow.
        let none = own.strip_prefix("count 0").or(own.strip_prefix("optimum none"));
        own == expected || none.is_some_and(|part| expected == format!("unsatisfiable{part}"))
    }
}

impl fmt::Display for ClaimKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == ClaimKind::Count { "count" } else { "optimum" })
    }
}

/// The number or the value; `none` for an optimum without a solution.
impl fmt::Display for CertificateClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateClaim::Count(count) => write!(f, "{count}"),
            CertificateClaim::Optimum(Some(best)) => write!(f, "{best}"),
            CertificateClaim::Optimum(None) => f.write_str("none"),
        }
    }
}

/// The kind, the claim, and the part: `count 24`, `optimum none`, `count 6 where = 0 1`.
impl fmt::Display for AcceptedClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.claim.claim_kind(), self.claim)?;
        // The first atom takes the word, and later ones find it empty.
        let mut word = " where";
        self.part.iter().try_for_each(|atom| write!(f, "{} {atom}", std::mem::take(&mut word)))
    }
}
