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
    /// `p k x v…`: a constraint removes values of a variable.
    Remove(usize, Variable, &'a [Value]),
    /// `k k x a b`: a constraint keeps the values from a to b of a variable and removes the others.
    Keep(usize, Variable, Value, Value),
    /// `g k x n v… x n v…`: several removals by one constraint: for each variable the number of its
    /// removed values and the values, or 0 and the bounds that it keeps.
    Group(usize, &'a [Value]),
    /// `a k x`: an all-different constraint removes the value of a variable from all others.
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
    /// `h`: the remainder in the box is a problem, which gets the next number from 0.
    Hold,
    /// `b N y1…yk maps`: the remainder in the box is problem N, counted before, under other names.
    Before(usize, &'a [Value]),
    /// `t k…`: each constraint removes from each open variable the values with which it cannot
    /// hold.
    Thin(&'a [Value]),
    /// `l a…`: these atoms cannot hold together; the steps up to `e` show it.
    Lemma(&'a [Atom]),
    /// `e`: the end of the steps of a lemma.
    Shown,
    /// `w v…`: a listed solution, with values for all variables.
    Listed(&'a [Value]),
    /// `j name`: the certificate of a part, in a file, closes the box.
    Part(&'a str),
    /// `q`: the end, with the claim as text if the writer gives it.
    End(&'a str),
}

/// Converts a number to an index in the model.
pub(crate) fn parse_index(number: Value) -> Result<usize, FormFault> {
    usize::try_from(number).map_err(|_| FormFault::NoPlace { number })
}

/// Parses a number as certificates write it, without '+' or leading zeros.
pub(crate) fn parse_integer(word: &str) -> Result<Value, FormFault> {
    // Each number has one spelling; `parse` alone also takes `+1`, `01` and `-0`.
    let is_plain = word == "0" || !word.trim_start_matches('-').starts_with(['0', '+']);
    let number = word.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| FormFault::NoNumber { word: word.to_owned() })
}

/// The signs of atoms with their relations; the index of a sign is its number in the binary form.
pub const RELATION_SIGNS: [(char, Relation); 4] =
    [('=', Relation::Eq), ('!', Relation::Ne), ('<', Relation::Le), ('>', Relation::Ge)];

/// Builds an atom from the number of its sign, its variable, and the value that it is compared
/// with.
///
/// # Errors
/// A number that is not a sign or not an index.
pub(crate) fn parse_atom([sign, variable, value]: [Value; 3]) -> Result<Atom, FormFault> {
    let sign = usize::try_from(sign).ok().and_then(|sign| RELATION_SIGNS.get(sign));
    let relation = sign.ok_or(FormFault::NoSign)?.1;
    Ok(Atom { variable: parse_index(variable)?, relation, value })
}

/// Reads atoms as the first line of a certificate has them: `= 0 1 < 2 7`.
///
/// # Errors
/// An atom that is cut off, an unknown sign, or a number that does not fit.
pub fn parse_atoms(text: &str) -> Result<Vec<Atom>, FormFault> {
    let mut words = text.split(' ');
    let mut all = Vec::new();
    while let Some(word) = words.next() {
        let sign = RELATION_SIGNS.iter().position(|own| word.chars().eq([own.0]));
        let sign = sign.ok_or_else(|| FormFault::NoAtom { word: word.to_owned() })? as Value;
        let mut next = || parse_integer(words.next().ok_or(FormFault::AtomCutOff)?);
        all.push(parse_atom([sign, next()?, next()?])?);
    }
    Ok(all)
}

/// Prints the sign and the numbers, as certificates write them.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only four of the six relations have a sign; `parse_atom` makes no atom with another one.
        let sign =
            RELATION_SIGNS.iter().find(|own| own.1 == self.relation).map_or('?', |own| own.0);
        write!(f, "{sign} {} {}", self.variable, self.value)
    }
}
