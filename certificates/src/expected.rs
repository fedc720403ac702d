//! The claim that a user expects of a certificate.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use super::check::Claim;
use super::file::Accepted;
use super::step::Literal;

/// A claim, and the part of the model that it is about; none if that is the whole model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// `None` for no solution, whichever kind of certificate shows it.
    claim: Option<Claim>,
    part: Vec<Literal>,
}

impl Expected {
    /// Whether a certificate shows this, of this part and no other.
    #[must_use]
    pub fn is_met_by(&self, accepted: &Accepted) -> bool {
        let same = match (&self.claim, &accepted.claim) {
            (Some(own), shown) => own == shown,
            (None, Claim::Count(count)) => *count == BigUint::ZERO,
            (None, Claim::Optimum(best)) => best.is_none(),
        };
        same && self.part == accepted.part
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
        let unknown = || {
            format!("'{claim}'; expected 'count N', 'optimum V', 'optimum none' or 'unsatisfiable'")
        };
        // As claims print numbers: without a sign before it or zeros.
        let is_plain =
            |word: &str, shown: String| (word == shown).then_some(()).ok_or_else(unknown);
        let words: Vec<&str> = claim.split(' ').collect();
        let claim = match words[..] {
            ["unsatisfiable"] => None,
            ["optimum", "none"] => Some(Claim::Optimum(None)),
            ["count", word] => {
                let count: BigUint = word.parse().map_err(|_| unknown())?;
                is_plain(word, count.to_string())?;
                Some(Claim::Count(count))
            }
            ["optimum", word] => {
                let best: i128 = word.parse().map_err(|_| unknown())?;
                is_plain(word, best.to_string())?;
                Some(Claim::Optimum(Some(best)))
            }
            _ => return Err(unknown()),
        };
        Ok(Expected { claim, part })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.claim {
            None => f.write_str("unsatisfiable")?,
            Some(claim) => write!(f, "{} {claim}", claim.kind())?,
        }
        for (place, atom) in self.part.iter().enumerate() {
            write!(f, "{} {atom}", if place == 0 { " where" } else { "" })?;
        }
        Ok(())
    }
}
