//! The steps of a certificate.

use std::fmt;

use super::model::{Value, Variable};

/// A step. `docs/certificates.md` says what each means and what keeps it right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `d x v`: opens the branch where a variable has a value.
    Branch(Variable, Value),
    /// `b x v`: opens the branch where a variable has at most a value.
    AtMost(Variable, Value),
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
    /// `m n x… n x…`: the box splits into independent parts, each the number of its variables and
    /// the variables.
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
    /// The variable.
    #[must_use]
    pub fn variable(self) -> Variable {
        let (Literal::Is(v, _)
        | Literal::Not(v, _)
        | Literal::AtMost(v, _)
        | Literal::AtLeast(v, _)) = self;
        v
    }

    /// The number that its variable is compared with.
    #[must_use]
    pub fn value(self) -> Value {
        let (Literal::Is(_, v)
        | Literal::Not(_, v)
        | Literal::AtMost(_, v)
        | Literal::AtLeast(_, v)) = self;
        v
    }

    /// The sign before its numbers.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Literal::Is(..) => '=',
            Literal::Not(..) => '!',
            Literal::AtMost(..) => '<',
            Literal::AtLeast(..) => '>',
        }
    }

    /// The literal of a sign and its numbers.
    ///
    /// # Errors
    /// In words: a sign that begins no atom, or a number that is no place.
    pub fn read(sign: &str, variable: Value, value: Value) -> Result<Self, String> {
        let variable = usize::try_from(variable).map_err(|_| "a negative place".to_owned())?;
        Ok(match sign {
            "=" => Literal::Is(variable, value),
            "!" => Literal::Not(variable, value),
            "<" => Literal::AtMost(variable, value),
            ">" => Literal::AtLeast(variable, value),
            other => return Err(format!("'{other}' begins no atom")),
        })
    }

    /// Reads atoms as the first line of a certificate has them: `= 0 1 < 2 7`.
    ///
    /// # Errors
    /// In words: an atom that is cut off, or that [`Literal::read`] refuses.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let atom = |atom: &[&str]| {
            let [sign, variable, value] = *atom else {
                return Err("an atom that is cut off".to_owned());
            };
            let number =
                |word: &str| word.parse().map_err(|_| format!("'{word}' is no number of 64 bits"));
            Literal::read(sign, number(variable)?, number(value)?)
        };
        words.chunks(3).map(atom).collect()
    }

    /// Whether it holds for a value of its variable.
    #[must_use]
    pub fn fits(self, value: Value) -> bool {
        match self {
            Literal::Is(_, own) => value == own,
            Literal::Not(_, own) => value != own,
            Literal::AtMost(_, own) => value <= own,
            Literal::AtLeast(_, own) => value >= own,
        }
    }
}

/// Its sign and its numbers, as certificates write it.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.sign(), self.variable(), self.value())
    }
}
