//! The steps of a certificate.

use std::fmt;

use super::faults::FormFault;
use super::model::{Atom, Relation, Value, Variable};

/// A step. `docs/reference/certificate-format.md` defines each, and the conditions under which it
/// is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateStep<'a> {
    /// `d x v`: opens the branch where a variable has a value.
    Branch(Variable, Value),
    /// `p k x v…`: a constraint takes values from a variable.
    Remove(usize, Variable, &'a [Value]),
    /// `k k x a b`: a constraint leaves a variable the values from a to b.
    Keep(usize, Variable, Value, Value),
    /// `g k x n v… x n v…`: the same several times: of each variable, the number of values that it
    /// loses and the values; or 0 and the bounds that it keeps.
    Group(usize, &'a [Value]),
    /// `a k x`: an all-different constraint takes the value of a variable from all others.
    Spread(usize, Variable),
    /// `f k`: a constraint cannot hold.
    Fail(usize),
    /// `s v…`: a solution, with values for all variables, or for those of an independent part.
    Solution(&'a [Value]),
    /// `c`: every point of the box is a solution.
    All,
    /// `u`: back from a closed branch.
    Up,
    /// `r`: back to the root; all open branches are dropped.
    Restart,
    /// `m p…`: the box splits into independent parts; of each variable, the number of its part, or
    /// -1.
    Split(&'a [Value]),
    /// `n`: the end of an independent part.
    Next,
    /// `h`: what is left in the box is a problem, with the next number from 0.
    Hold,
    /// `b N y1…yk maps`: what is left in the box is problem N, counted before, under other names.
    Before(usize, &'a [Value]),
    /// `t k…`: each constraint takes from each open variable the values with which it cannot hold.
    Thin(&'a [Value]),
    /// `l a…`: these atoms cannot hold together; the steps up to `e` show it.
    Lemma(&'a [Atom]),
    /// `e`: the end of the steps of a lemma.
    Shown,
    /// `w v…`: a listed solution, with values for all variables.
    Listed(&'a [Value]),
    /// `j name`: the certificate of a part, in a file, closes the box.
    Part(&'a str),
    /// `q`: the end, with the claim in words if the writer gives it.
    End(&'a str),
}

/// A number as a place in the model.
pub(crate) fn parse_index(number: Value) -> Result<usize, FormFault> {
    usize::try_from(number).map_err(|_| FormFault::NoPlace { number })
}

/// A number as certificates write it, without '+' or zeros before it.
pub(crate) fn parse_integer(word: &str) -> Result<Value, FormFault> {
    let is_plain = word == "0" || !word.trim_start_matches('-').starts_with(['0', '+']);
    let number = word.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| FormFault::NoNumber { word: word.to_owned() })
}

/// The signs of atoms, by their numbers in the binary form, and what they mean.
pub const SIGNS: [(char, Relation); 4] =
    [('=', Relation::Eq), ('!', Relation::Ne), ('<', Relation::Le), ('>', Relation::Ge)];

/// The atom of these numbers: of its sign, its variable, and what that is compared with.
///
/// # Errors
/// A number that is of no sign, or no place.
pub(crate) fn parse_atom([sign, variable, value]: [Value; 3]) -> Result<Atom, FormFault> {
    let sign = usize::try_from(sign).ok().and_then(|sign| SIGNS.get(sign));
    let relation = sign.ok_or(FormFault::NoSign)?.1;
    Ok(Atom { variable: parse_index(variable)?, relation, value })
}

/// Reads atoms as the first line of a certificate has them: `= 0 1 < 2 7`.
///
/// # Errors
/// An atom that is cut off, a sign that begins none, or a number that does not fit.
pub fn parse_atoms(text: &str) -> Result<Vec<Atom>, FormFault> {
    let mut words = text.split(' ');
    let mut all = Vec::new();
    while let Some(word) = words.next() {
        let sign = SIGNS.iter().position(|own| word.chars().eq([own.0]));
        let sign = sign.ok_or_else(|| FormFault::NoAtom { word: word.to_owned() })? as Value;
        let mut next = || parse_integer(words.next().ok_or(FormFault::AtomCutOff)?);
        all.push(parse_atom([sign, next()?, next()?])?);
    }
    Ok(all)
}

/// Its sign and its numbers, as certificates write it.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = SIGNS.iter().find(|own| own.1 == self.relation).map_or('?', |own| own.0);
        write!(f, "{sign} {} {}", self.variable, self.value)
    }
}
