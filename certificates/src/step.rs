//! The steps of a certificate.

use std::fmt;

use super::model::{Relation, Value, Variable};

/// A step. `docs/certificates.md` defines each, and the conditions under which it is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `d x v`: opens the branch where a variable has a value.
    Branch(Variable, Value),
    /// `p k x v…`: a constraint takes values from a variable.
    Remove(usize, Variable, &'a [Value]),
    /// `k k x a b`: a constraint leaves a variable the values from a to b.
    Keep(usize, Variable, Value, Value),
    /// `g k x n v… x n v…`: the same several times: of each variable, the number of values that it
    /// loses and the values; or 0 and the bounds that it keeps.
    Group(usize, &'a [Value]),
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
    /// `m p…`: the box splits into independent parts; of each variable, the number of its part, or -1.
    Split(&'a [Value]),
    /// `n`: the end of an independent part.
    Next,
    /// `l a…`: these atoms cannot hold together; the steps up to `e` show it.
    Lemma(&'a [Literal]),
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
pub(crate) fn place(number: Value) -> Result<usize, String> {
    usize::try_from(number).map_err(|_| format!("{number} is no place in the model"))
}

/// A number as certificates write it, without '+'.
pub(crate) fn integer(word: &str) -> Result<Value, String> {
    let number = word.parse().ok().filter(|_| !word.starts_with('+'));
    number.ok_or_else(|| format!("'{word}' is no number of 64 bits"))
}

/// An atom of a lemma, or of the box that a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `= x v`
    Is(Variable, Value),
    /// `! x v`
    Not(Variable, Value),
    /// `< x v`: at most.
    AtMost(Variable, Value),
    /// `> x v`: at least.
    AtLeast(Variable, Value),
}

impl Literal {
    /// The signs, by their numbers in the binary form.
    pub const SIGNS: [char; 4] = ['=', '!', '<', '>'];

    /// The number of its sign, the variable, and what that is compared with.
    #[inline]
    pub fn parts(self) -> (usize, Variable, Value) {
        match self {
            Literal::Is(variable, value) => (0, variable, value),
            Literal::Not(variable, value) => (1, variable, value),
            Literal::AtMost(variable, value) => (2, variable, value),
            Literal::AtLeast(variable, value) => (3, variable, value),
        }
    }

    /// The literal of these parts.
    ///
    /// # Errors
    /// In words: a number that is of no sign, or no place.
    pub(crate) fn of(sign: Value, variable: Value, value: Value) -> Result<Self, String> {
        let all = [Literal::Is, Literal::Not, Literal::AtMost, Literal::AtLeast];
        let make = usize::try_from(sign).ok().and_then(|sign| all.get(sign));
        Ok(make.ok_or("no sign of an atom")?(place(variable)?, value))
    }

    /// The variable.
    pub fn variable(self) -> Variable {
        self.parts().1
    }

    /// Reads atoms as the first line of a certificate has them: `= 0 1 < 2 7`.
    ///
    /// # Errors
    /// In words: an atom that is cut off, a sign that begins none, or a number that does not fit.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let mut words = text.split(' ');
        let mut all = Vec::new();
        while let Some(word) = words.next() {
            let sign = Literal::SIGNS.iter().position(|own| word.chars().eq([*own]));
            let sign = sign.ok_or_else(|| format!("'{word}' begins no atom"))?;
            let mut next = || integer(words.next().ok_or("an atom that is cut off")?);
            all.push(Literal::of(sign as Value, next()?, next()?)?);
        }
        Ok(all)
    }

    /// Whether it holds for a value of its variable.
    pub fn fits(self, value: Value) -> bool {
        let (sign, _, own) = self.parts();
        let relations = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge];
        relations[sign].holds(value.into(), own.into())
    }
}

/// Its sign and its numbers, as certificates write it.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, variable, value) = self.parts();
        write!(f, "{} {variable} {value}", Literal::SIGNS[sign])
    }
}
