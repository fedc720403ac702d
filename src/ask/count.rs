//! Numbers of solutions, of any size.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A number of solutions: an integer from 0, however large. It prints whole.
///
/// In JSON it is a number up to 2^53, up to which every integer is exact in programs that read
/// numbers as doubles, and a string of digits beyond that.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(BigUint);

/// The greatest count that JSON has as a number.
const EXACT: u64 = 1 << 53;

/// The most digits that are read. The time to read them grows with their square.
const MAX_DIGITS: usize = 1_000_000;

impl Count {
    /// No solution.
    #[must_use]
    pub fn zero() -> Self {
        Count::default()
    }

    /// One solution.
    #[must_use]
    pub fn one() -> Self {
        Count::from(1u64)
    }

    /// Whether there is no solution.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.bits() == 0
    }

    /// The integer nearest below `self / by`; `None` if `by` is 0.
    #[must_use]
    pub fn divided(&self, by: u128) -> Option<Self> {
        (by > 0).then(|| Count(&self.0 / by))
    }

    /// The number to the power of `exponent`.
    #[must_use]
    pub fn power(&self, exponent: u32) -> Self {
        Count(self.0.pow(exponent))
    }

    /// The nearest number in floating point; infinite beyond its range.
    #[must_use]
    pub fn nearest(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::INFINITY)
    }

    /// The difference `self - other`; `None` below 0.
    #[must_use]
    pub fn minus(&self, other: &Count) -> Option<Self> {
        (self.0 >= other.0).then(|| Count(&self.0 - &other.0))
    }

    /// The number of binary digits, without leading zeros; 0 has none.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.0.bits()
    }

    /// The number with these digits to the base 2^32, the lowest first.
    #[must_use]
    pub fn of_digits(digits: Vec<u32>) -> Self {
        Count(BigUint::new(digits))
    }

    /// The bytes that the number occupies on the heap, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        usize::try_from(self.0.bits().div_ceil(64)).unwrap_or(usize::MAX).saturating_mul(8)
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count(number.into())
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Count(number.into())
    }
}

impl From<usize> for Count {
    fn from(number: usize) -> Self {
        Count(number.into())
    }
}

impl TryFrom<&Count> for u64 {
    type Error = ();

    fn try_from(count: &Count) -> Result<Self, ()> {
        u64::try_from(&count.0).map_err(|_| ())
    }
}

impl TryFrom<&Count> for u128 {
    type Error = ();

    fn try_from(count: &Count) -> Result<Self, ()> {
        u128::try_from(&count.0).map_err(|_| ())
    }
}

impl PartialEq<u128> for Count {
    fn eq(&self, other: &u128) -> bool {
        u128::try_from(self).is_ok_and(|number| number == *other)
    }
}

impl PartialOrd<u128> for Count {
    fn partial_cmp(&self, other: &u128) -> Option<std::cmp::Ordering> {
        Some(self.0.cmp(&BigUint::from(*other)))
    }
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count(self.0 + other.0)
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        self.0 += &other.0;
    }
}

impl AddAssign<u128> for Count {
    fn add_assign(&mut self, other: u128) {
        self.0 += other;
    }
}

impl Mul for &Count {
    type Output = Count;

    fn mul(self, other: &Count) -> Count {
        Count(&self.0 * &other.0)
    }
}

impl MulAssign<&Count> for Count {
    fn mul_assign(&mut self, other: &Count) {
        self.0 *= &other.0;
    }
}

impl MulAssign<u128> for Count {
    fn mul_assign(&mut self, other: u128) {
        self.0 *= other;
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(numbers: I) -> Count {
        numbers.fold(Count::zero(), |sum, number| sum + number)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Count {
    type Err = String;

    /// Reads decimal digits alone.
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse().map(Count) {
            _ if text.len() > MAX_DIGITS => Err(format!("a number of {} digits", text.len())),
            Ok(count) if digits => Ok(count),
            _ => Err(format!("'{text}' is no whole number from 0")),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self) {
            Ok(small) if small <= EXACT => serializer.serialize_u64(small),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Count;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0, or one in a string")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Count, E> {
        Ok(number.into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Count, E> {
        let error = |_| E::invalid_value(de::Unexpected::Signed(number), &self);
        u64::try_from(number).map(Count::from).map_err(error)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Count, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_strings_where_doubles_are_not_exact() {
        let write = |count: Count| serde_json::to_string(&count).unwrap();
        assert_eq!(write(EXACT.into()), "9007199254740992");
        assert_eq!(write((EXACT + 1).into()), "\"9007199254740993\"");
        let large = Count::from(10u64).power(200);
        assert_eq!(large.to_string().len(), 201);
        for count in [Count::zero(), EXACT.into(), u64::MAX.into(), u128::MAX.into(), large] {
            assert_eq!(serde_json::from_str::<Count>(&write(count.clone())).unwrap(), count);
        }
        assert_eq!(serde_json::from_str::<Count>("18446744073709551615").unwrap(), u64::MAX.into());
        for wrong in ["-1", "1.5", "\"\"", "\"-1\"", "\"+1\"", "\"1_0\"", "null", "\"0x1\""] {
            assert!(serde_json::from_str::<Count>(wrong).is_err(), "{wrong}");
        }
        assert!("1".repeat(MAX_DIGITS + 1).parse::<Count>().is_err());
    }

    #[test]
    fn counts_are_exact_beyond_128_bits() {
        let mut count = Count::from(u128::MAX);
        count += 1;
        assert!(count != u128::MAX && count > u128::MAX && u128::try_from(&count).is_err());
        assert_eq!(count.divided(1 << 127), Some(2u64.into()));
        assert_eq!(count.divided(0), None);
        count *= &Count::zero();
        assert!(count.is_zero() && count == 0);
        assert_eq!(Count::one().minus(&2u64.into()), None);
        assert_eq!(Count::of_digits(vec![5, 1, 0]).minus(&5u64.into()), Some((1u64 << 32).into()));
        assert_eq!([0u64, 1, 255, 256].map(|n| Count::from(n).bits()), [0, 1, 8, 9]);
        assert_eq!([2u64, 3].map(Count::from).into_iter().sum::<Count>(), 5);
    }
}
