//! Tests of one variable against one value: by name, and packed into four bytes.

use parallax_model::{Value, VarId};

use crate::decision::Test;
use crate::store::Store;

/// A statement about one variable, by its name and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The variable.
    pub variable: VarId,
    /// The relation between the variable and the value.
    pub test: Test,
    /// The value, in or outside the domain.
    pub value: Value,
}

impl Claim {
    /// Returns a claim.
    #[must_use]
    pub fn new(variable: VarId, test: Test, value: Value) -> Self {
        Claim { variable, test, value }
    }

    /// Returns the claim that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Claim { test: self.test.opposite(), ..self }
    }

    /// Whether every current value of the variable satisfies it; the domain must not be empty.
    #[inline]
    #[must_use]
    pub fn is_true(self, store: &Store) -> bool {
        let Claim { variable: v, test, value } = self;
        match test {
            Test::Is => store.fixed(v) == Some(value),
            Test::Not => !store.contains(v, value),
            Test::AtMost => store.max(v) <= value,
            Test::Above => store.min(v) > value,
        }
    }

    /// Whether a value of the variable satisfies it.
    #[inline]
    #[must_use]
    pub fn holds(self, value: Value) -> bool {
        match self.test {
            Test::Is => value == self.value,
            Test::Not => value != self.value,
            Test::AtMost => value <= self.value,
            Test::Above => value > self.value,
        }
    }
}

/// A claim packed into four bytes: the place of the value's bit among the words of all domains,
/// times 4, plus the test. Only [`Root`](super::Root) makes them, so that equal claims are one
/// atom: a variable with two values at the root has a single atom and its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(u32);

impl Atom {
    /// Maximum number of words of all domains, so that every place fits.
    pub(super) const MAX_WORDS: usize = 1 << 23;

    /// Returns the atom of a bit's place, below `64 * MAX_WORDS`.
    #[inline]
    #[must_use]
    pub fn new(place: usize, test: Test) -> Self {
        let kind = match test {
            Test::Is => 0,
            Test::Not => 1,
            Test::AtMost => 2,
            Test::Above => 3,
        };
        Atom((place as u32) << 2 | kind)
    }

    /// Returns the atom with this number.
    #[inline]
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Atom(number)
    }

    /// Returns its number, below 2^31.
    #[inline]
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the atom that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn negated(self) -> Self {
        Atom(self.0 ^ 1)
    }

    /// Returns the place of its value's bit among the words of all domains.
    #[inline]
    #[must_use]
    pub fn place(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Returns its relation.
    #[inline]
    #[must_use]
    pub fn test(self) -> Test {
        match self.0 & 3 {
            0 => Test::Is,
            1 => Test::Not,
            2 => Test::AtMost,
            _ => Test::Above,
        }
    }
}
