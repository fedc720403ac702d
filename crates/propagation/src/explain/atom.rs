//! Tests of one variable against one value: by name, and packed into four bytes.

use parallax_model::{Value, VarId};

use crate::decision::ValueTest;
use crate::store::DomainStore;

/// A statement about one variable, by its name and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainClaim {
    /// The variable.
    pub variable: VarId,
    /// The relation between the variable and the value.
    pub test: ValueTest,
    /// The value, in or outside the domain.
    pub value: Value,
}

impl DomainClaim {
    /// Returns a claim.
    #[must_use]
    pub fn new(variable: VarId, test: ValueTest, value: Value) -> Self {
        DomainClaim { variable, test, value }
    }

    /// Returns the claim that holds exactly if this one does not.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        DomainClaim { test: self.test.opposite(), ..self }
    }

    /// Whether every current value of the variable satisfies it; the domain must not be empty.
    #[inline]
    #[must_use]
    pub fn is_true(self, store: &DomainStore) -> bool {
        let DomainClaim { variable: v, test, value } = self;
        match test {
            ValueTest::Is => store.fixed_value(v) == Some(value),
            ValueTest::Not => !store.contains(v, value),
            ValueTest::AtMost => store.max(v) <= value,
            ValueTest::Above => store.min(v) > value,
        }
    }

    /// Whether a value of the variable satisfies it.
    #[inline]
    #[must_use]
    pub fn admits_value(self, value: Value) -> bool {
        match self.test {
            ValueTest::Is => value == self.value,
            ValueTest::Not => value != self.value,
            ValueTest::AtMost => value <= self.value,
            ValueTest::Above => value > self.value,
        }
    }
}

/// A claim packed into four bytes: the place of the value's bit among the words of all domains,
/// times 4, plus the test. Only [`RootDomains`](super::RootDomains) makes them, so that equal
/// claims are one atom: a variable with two values at the root has a single atom and its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DomainAtom(u32);

impl DomainAtom {
    /// Maximum number of words of all domains, so that every place fits.
    pub(super) const MAX_WORDS: usize = 1 << 23;

    /// Returns the atom of a bit's place, below `64 * MAX_WORDS`.
    #[inline]
    #[must_use]
    pub fn new(place: usize, test: ValueTest) -> Self {
        // A test and its opposite differ in the lowest bit alone, so that negation is one
        // operation.
        let kind = match test {
            ValueTest::Is => 0,
            ValueTest::Not => 1,
            ValueTest::AtMost => 2,
            ValueTest::Above => 3,
        };
        DomainAtom((place as u32) << 2 | kind)
    }

    /// Returns the atom with this number.
    #[inline]
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        DomainAtom(number)
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
    pub fn opposite_atom(self) -> Self {
        DomainAtom(self.0 ^ 1)
    }

    /// Returns the place of its value's bit among the words of all domains.
    #[inline]
    #[must_use]
    pub fn bit_index(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Returns its relation.
    #[inline]
    #[must_use]
    pub fn value_test(self) -> ValueTest {
        match self.0 & 3 {
            0 => ValueTest::Is,
            1 => ValueTest::Not,
            2 => ValueTest::AtMost,
            _ => ValueTest::Above,
        }
    }
}
