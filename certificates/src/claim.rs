//! Claims: what a certificate shows, and what a user expects of it.

use std::fmt;
use std::str::FromStr;

use super::count::Count;
use super::step::Literal;

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
    /// The best value of the objective; `None` where there is no solution.
    Optimum(Option<i128>),
}

/// The claim of an accepted certificate, and the part that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The atoms of the part of the model that it is about; none where that is the whole model.
    pub part: Vec<Literal>,
}

/// The claim that a user expects of a certificate, and the part of the model that it is about; none
/// if that is the whole model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Kind and claim, as a claim prints them; `unsatisfiable` for no solution of either kind.
    claim: String,
    part: Vec<Literal>,
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

impl Expected {
    /// Whether a certificate shows this, of this part and no other.
    pub fn is_met_by(&self, accepted: &Accepted) -> bool {
        let claim = format!("{} {}", accepted.claim.kind(), accepted.claim);
        let none = self.claim == "unsatisfiable" && ["count 0", "optimum none"].contains(&&*claim);
        (none || self.claim == claim) && self.part == accepted.part
    }
}

/// Reads `count 24`, `optimum 7`, `optimum none` or `unsatisfiable`, each perhaps with `where` and
/// atoms behind it.
impl FromStr for Expected {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (claim, part) = match text.split_once(" where ") {
            Some((claim, part)) => (claim, Literal::read_all(part)?),
            None => (text, Vec::new()),
        };
        // As claims print numbers: without a sign before it or zeros.
        let is_plain = |word: &str| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            digits && !word.is_empty() && (word == "0" || !word.starts_with('0'))
        };
        let is_known = match claim.split_once(' ') {
            None => claim == "unsatisfiable",
            Some(("count", word)) => is_plain(word),
            Some(("optimum", word)) => {
                let below = word.strip_prefix('-').filter(|word| *word != "0");
                word == "none" || is_plain(below.unwrap_or(word))
            }
            Some(_) => false,
        };
        if is_known {
            return Ok(Expected { claim: claim.to_owned(), part });
        }
        let known = "'count N', 'optimum V', 'optimum none' or 'unsatisfiable'";
        Err(format!("'{claim}'; expected {known}"))
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

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.claim)?;
        let word = |place| if place == 0 { " where" } else { "" };
        let mut atoms = self.part.iter().enumerate();
        atoms.try_for_each(|(place, atom)| write!(f, "{} {atom}", word(place)))
    }
}
