//! Natural numbers of any size.

use std::fmt;

/// The base: 18 decimal digits a place, so that printing is simple and a product of two places
/// fits 128 bits.
const PLACE_BASE: u128 = 1_000_000_000_000_000_000;

/// A natural number of any size: places of base 10^18, the lowest first, the highest not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NaturalNumber(Vec<u64>);

impl From<u64> for NaturalNumber {
    fn from(number: u64) -> Self {
        let mut count = NaturalNumber::default();
        count.add_at_place(0, number.into());
        count
    }
}

impl NaturalNumber {
    /// Adds another number.
    pub fn add_number(&mut self, other: &NaturalNumber) {
        for (place, &own) in other.0.iter().enumerate() {
            self.add_at_place(place, own.into());
        }
    }

    /// Multiplies by another number.
    pub fn multiply_by(&mut self, other: &NaturalNumber) {
        // 0 has no places, so a product with 0 adds nothing and stays 0.
        let own = std::mem::take(&mut self.0);
        for (i, &one) in own.iter().enumerate() {
            for (j, &two) in other.0.iter().enumerate() {
                self.add_at_place(i + j, u128::from(one) * u128::from(two));
            }
        }
    }

    /// Subtracts a number that is at most this one.
    pub(crate) fn subtract_earlier(&self, before: &NaturalNumber) -> NaturalNumber {
        let (mut left, mut borrowed) = (Vec::with_capacity(self.0.len()), 0);
        for (place, &own) in self.0.iter().enumerate() {
            let taken = u128::from(before.0.get(place).copied().unwrap_or(0)) + borrowed;
            // `taken` is at most the base, because the borrow adds 1 to a digit, so one borrowed
            // base covers it and the difference stays below the base.
            borrowed = u128::from(taken > own.into());
            left.push((PLACE_BASE * borrowed + u128::from(own) - taken) as u64);
        }
        // The highest place must not be 0, or equal numbers would differ as lists.
        while left.pop_if(|highest| *highest == 0).is_some() {}
        NaturalNumber(left)
    }

    /// The number of places.
    pub(crate) fn place_count(&self) -> usize {
        self.0.len()
    }

    /// Adds a number below the square of the base at a place.
    fn add_at_place(&mut self, mut place: usize, mut number: u128) {
        while number > 0 {
            if self.0.len() <= place {
                self.0.resize(place + 1, 0);
            }
            // Below the square of the base plus the base, which is far below 2^128; the carry goes
            // to the next place.
            number += u128::from(self.0[place]);
            self.0[place] = (number % PLACE_BASE) as u64;
            number /= PLACE_BASE;
            place += 1;
        }
    }
}

/// Prints the number in decimal.
impl fmt::Display for NaturalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.last().unwrap_or(&0))?;
        // The places below the highest one have 18 digits, zeros included.
        self.0.iter().rev().skip(1).try_for_each(|place| write!(f, "{place:018}"))
    }
}
