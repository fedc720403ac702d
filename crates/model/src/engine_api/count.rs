//! Exact numbers of solutions, of any size.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A number of solutions: an integer from 0, however large. It prints all its digits.
///
/// In JSON it is a number up to 2^53, up to which every integer is exact in programs that read
/// numbers as doubles, and a string of digits beyond that.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionCount(CountDigits);

/// Small numbers need no heap. A large one exceeds 128 bits, so that the derived order and
/// equality are those of the numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum CountDigits {
    Small(u128),
    Large(BigUint),
}

/// The greatest count that JSON represents as a number.
const MAX_EXACT_JSON_COUNT: u64 = 1 << 53;

/// Maximum number of digits to read. The time to read them grows with their square.
const MAX_DIGITS: usize = 1_000_000;

impl SolutionCount {
    /// Returns the count of no solution.
    #[must_use]
    pub fn zero() -> Self {
        SolutionCount(CountDigits::Small(0))
    }

    /// Returns the count of one solution.
    #[must_use]
    pub fn one() -> Self {
        SolutionCount(CountDigits::Small(1))
    }

    /// Whether there is no solution.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == CountDigits::Small(0)
    }

    /// Returns `self / by`, rounded down; `None` if `by` is 0.
    #[must_use]
    pub fn divide_by(&self, by: u128) -> Option<Self> {
        match &self.0 {
            _ if by == 0 => None,
            CountDigits::Small(number) => Some(SolutionCount::from(number / by)),
            CountDigits::Large(number) => Some(SolutionCount::from_big(number / by)),
        }
    }

    /// Returns the nearest floating-point number; infinite beyond its range.
    #[must_use]
    pub fn nearest_float(&self) -> f64 {
        // The parser of floats rounds correctly, which a conversion digit by digit would not.
        self.to_string().parse().unwrap_or(f64::INFINITY)
    }

    /// Returns `self - other`; `None` if it is negative.
    #[must_use]
    pub fn subtract_count(&self, other: &SolutionCount) -> Option<Self> {
        match (&self.0, &other.0) {
            (CountDigits::Small(a), CountDigits::Small(b)) => {
                a.checked_sub(*b).map(SolutionCount::from)
            }
            _ => (self >= other).then(|| SolutionCount::from_big(self.to_big() - other.to_big())),
        }
    }

    /// Returns the number of binary digits, without leading zeros; 0 for the count 0.
    #[must_use]
    pub fn bit_length(&self) -> u64 {
        match &self.0 {
            CountDigits::Small(number) => u64::from(u128::BITS - number.leading_zeros()),
            CountDigits::Large(number) => number.bits(),
        }
    }

    /// Returns the number with these digits to the base 2^32, the lowest first.
    #[must_use]
    pub fn of_digits(digits: Vec<u32>) -> Self {
        SolutionCount::from_big(BigUint::new(digits))
    }

    /// Returns the bytes that the number occupies on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            CountDigits::Small(_) => 0,
            CountDigits::Large(number) => {
                // Rounded up to whole 64-bit digits.
                usize::try_from(number.bits() / 8 + 8).unwrap_or(usize::MAX)
            }
        }
    }

    fn from_big(number: BigUint) -> Self {
        // Large numbers exceed 128 bits, as the derived order and equality require.
        match u128::try_from(&number) {
            Ok(small) => SolutionCount(CountDigits::Small(small)),
            Err(_) => SolutionCount(CountDigits::Large(number)),
        }
    }

    fn to_big(&self) -> BigUint {
        match &self.0 {
            CountDigits::Small(number) => BigUint::from(*number),
            CountDigits::Large(number) => number.clone(),
        }
    }
}

impl Default for SolutionCount {
    fn default() -> Self {
        SolutionCount::zero()
    }
}

impl From<u64> for SolutionCount {
    fn from(number: u64) -> Self {
        SolutionCount(CountDigits::Small(number.into()))
    }
}

impl From<u128> for SolutionCount {
    fn from(number: u128) -> Self {
        SolutionCount(CountDigits::Small(number))
    }
}

impl From<usize> for SolutionCount {
    fn from(number: usize) -> Self {
        SolutionCount(CountDigits::Small(number as u128))
    }
}

impl TryFrom<&SolutionCount> for u128 {
    type Error = ();

    fn try_from(count: &SolutionCount) -> Result<Self, ()> {
        match count.0 {
            CountDigits::Small(number) => Ok(number),
            CountDigits::Large(_) => Err(()),
        }
    }
}

impl TryFrom<&SolutionCount> for u64 {
    type Error = ();

    fn try_from(count: &SolutionCount) -> Result<Self, ()> {
        u128::try_from(count).and_then(|number| number.try_into().map_err(|_| ()))
    }
}

impl PartialEq<u128> for SolutionCount {
    fn eq(&self, other: &u128) -> bool {
        self.0 == CountDigits::Small(*other)
    }
}

impl PartialOrd<u128> for SolutionCount {
    fn partial_cmp(&self, other: &u128) -> Option<Ordering> {
        Some(self.cmp(&SolutionCount::from(*other)))
    }
}

impl AddAssign<&SolutionCount> for SolutionCount {
    fn add_assign(&mut self, other: &SolutionCount) {
        let sum = match (&self.0, &other.0) {
            (CountDigits::Small(one), CountDigits::Small(two)) => one.checked_add(*two),
            _ => None,
        };
        *self = sum.map_or_else(
            || SolutionCount::from_big(self.to_big() + other.to_big()),
            SolutionCount::from,
        );
    }
}

impl AddAssign<u128> for SolutionCount {
    fn add_assign(&mut self, other: u128) {
        *self += &SolutionCount::from(other);
    }
}

impl MulAssign<&SolutionCount> for SolutionCount {
    fn mul_assign(&mut self, other: &SolutionCount) {
        let product = match (&self.0, &other.0) {
            (CountDigits::Small(one), CountDigits::Small(two)) => one.checked_mul(*two),
            _ => None,
        };
        *self = product.map_or_else(
            || SolutionCount::from_big(self.to_big() * other.to_big()),
            SolutionCount::from,
        );
    }
}

impl Add for SolutionCount {
    type Output = SolutionCount;

    fn add(mut self, other: SolutionCount) -> SolutionCount {
        self += &other;
        self
    }
}

impl Mul for &SolutionCount {
    type Output = SolutionCount;

    fn mul(self, other: &SolutionCount) -> SolutionCount {
        let mut product = self.clone();
        product *= other;
        product
    }
}

impl Sum for SolutionCount {
    fn sum<I: Iterator<Item = SolutionCount>>(numbers: I) -> SolutionCount {
        numbers.fold(SolutionCount::zero(), |sum, number| sum + number)
    }
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            CountDigits::Small(number) => number.fmt(f),
            CountDigits::Large(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text is not a number of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum CountError {
    /// The number has more digits than are read.
    #[error("a number of {digits} digits")]
    TooLong { digits: usize },
    /// The text is not a number in digits.
    #[error("'{text}' is no whole number from 0")]
    NoNumber { text: String },
}

impl FromStr for SolutionCount {
    type Err = CountError;

    /// Reads decimal digits; no sign or space is allowed.
    fn from_str(text: &str) -> Result<Self, CountError> {
        if text.len() > MAX_DIGITS {
            return Err(CountError::TooLong { digits: text.len() });
        }
        // `BigUint` would also accept a plus sign and underscores.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number
            .map(SolutionCount::from_big)
            .ok_or_else(|| CountError::NoNumber { text: text.to_owned() })
    }
}

impl Serialize for SolutionCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self) {
            Ok(small) if small <= MAX_EXACT_JSON_COUNT => serializer.serialize_u64(small),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for SolutionCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CountReader)
    }
}

struct CountReader;

impl Visitor<'_> for CountReader {
    type Value = SolutionCount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0, or one in a string")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<SolutionCount, E> {
        Ok(number.into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<SolutionCount, E> {
        let error = |_| E::invalid_value(de::Unexpected::Signed(number), &self);
        u64::try_from(number).map(SolutionCount::from).map_err(error)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<SolutionCount, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_strings_where_doubles_are_not_exact() {
        let write = |count: SolutionCount| serde_json::to_string(&count).unwrap();
        assert_eq!(write(MAX_EXACT_JSON_COUNT.into()), "9007199254740992");
        assert_eq!(write((MAX_EXACT_JSON_COUNT + 1).into()), "\"9007199254740993\"");
        let large =
            (0..200).fold(SolutionCount::one(), |power, _| &power * &SolutionCount::from(10u64));
        assert_eq!(large.to_string(), format!("1{}", "0".repeat(200)));
        for count in [
            SolutionCount::zero(),
            MAX_EXACT_JSON_COUNT.into(),
            u64::MAX.into(),
            u128::MAX.into(),
            large,
        ] {
            assert_eq!(
                serde_json::from_str::<SolutionCount>(&write(count.clone())).unwrap(),
                count
            );
        }
        assert_eq!(
            serde_json::from_str::<SolutionCount>("18446744073709551615").unwrap(),
            SolutionCount::from(u64::MAX)
        );
        for wrong in ["-1", "1.5", "\"\"", "\"-1\"", "\"+1\"", "\"1_0\"", "null", "\"0x1\""] {
            assert!(serde_json::from_str::<SolutionCount>(wrong).is_err(), "{wrong}");
        }
        assert!("1".repeat(MAX_DIGITS + 1).parse::<SolutionCount>().is_err());
    }

    #[test]
    fn counts_are_exact_beyond_128_bits() {
        let mut count = SolutionCount::from(u128::MAX);
        count += 1;
        assert!(count != u128::MAX && count > u128::MAX && u128::try_from(&count).is_err());
        assert_eq!(count.divide_by(1 << 127), Some(2u64.into()));
        assert_eq!(count.divide_by(0), None);
        let double = &count * &SolutionCount::from(2u64);
        assert!(count < double);
        let mut nothing = count.clone();
        nothing *= &SolutionCount::zero();
        assert!(nothing.is_zero() && nothing == 0 && nothing < count);
        assert_eq!(SolutionCount::one().subtract_count(&2u64.into()), None);
        let large = SolutionCount::of_digits(vec![7, 0, 0, 0, 1]);
        assert_eq!(
            (large.bit_length(), large.subtract_count(&large)),
            (129, Some(SolutionCount::zero()))
        );
        assert_eq!(large.subtract_count(&8u64.into()), Some(u128::MAX.into()));
        assert_eq!(
            SolutionCount::of_digits(vec![5, 1, 0]).subtract_count(&5u64.into()),
            Some((1u64 << 32).into())
        );
        assert_eq!([0u64, 1, 255, 256].map(|n| SolutionCount::from(n).bit_length()), [0, 1, 8, 9]);
        assert_eq!([2u64, 3].map(SolutionCount::from).into_iter().sum::<SolutionCount>(), 5);
    }
}
