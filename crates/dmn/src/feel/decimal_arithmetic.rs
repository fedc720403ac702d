//! Arithmetic of decimal numbers with 34 digits, rounded half to even (IEEE 754-2008, decimal128).
//!
//! Results that fit are computed with 128 bits; all others by `bigdecimal`, exactly, and then
//! rounded once. It is chosen because it is written in Rust alone (`dec` wraps a library in C),
//! rounds to any number of digits (`rust_decimal` has 28), and rests on `num-bigint`, which other
//! dependencies need, too.

use std::num::NonZeroU64;

use bigdecimal::num_bigint::BigInt;
use bigdecimal::{BigDecimal, RoundingMode};

use super::exact_decimal::{ExactDecimal, MAX_NUMBER_DIGITS, MAX_SCALE, UNITS_LIMIT};

/// Digits of the intermediate results of powers, so that their rounding does not add up.
const POWER_DIGITS: NonZeroU64 = NonZeroU64::new(MAX_NUMBER_DIGITS as u64 + 26).unwrap();

/// Digits of a result.
const RESULT_DIGITS: NonZeroU64 = NonZeroU64::new(MAX_NUMBER_DIGITS as u64).unwrap();

impl ExactDecimal {
    /// Returns the sum; `None` if it is too large for a number.
    #[must_use]
    pub fn add_number(self, other: Self) -> Option<Self> {
        let digits = self.to_parts().1.max(other.to_parts().1);
        let sum = self.units_at(digits).zip(other.units_at(digits));
        let sum = sum.and_then(|(one, another)| one.checked_add(another));
        match sum {
            Some(units) if units.abs() < UNITS_LIMIT => ExactDecimal::from_parts(units, digits),
            _ => round_number(&(self.to_big() + other.to_big())),
        }
    }

    /// Returns the difference; `None` if it is too large for a number.
    #[must_use]
    pub fn subtract_number(self, other: Self) -> Option<Self> {
        self.add_number(other.negate())
    }

    /// Returns the product; `None` if it is too large for a number.
    #[must_use]
    pub fn multiply_number(self, other: Self) -> Option<Self> {
        let ((one, digits), (another, others)) = (self.to_parts(), other.to_parts());
        match one.checked_mul(another) {
            Some(units) if units.abs() < UNITS_LIMIT && digits + others <= MAX_SCALE => {
                ExactDecimal::from_parts(units, digits + others)
            }
            _ => round_number(&(self.to_big() * other.to_big())),
        }
    }

    /// Returns the quotient; `None` if the divisor is zero or the quotient is too large for a
    /// number.
    #[must_use]
    pub fn divide_number(self, divisor: Self) -> Option<Self> {
        let ((units, digits), (parts, others)) = (self.to_parts(), divisor.to_parts());
        if parts == 0 {
            return None;
        }
        if units % parts == 0 {
            return round_parts(units / parts, digits - others);
        }
        // A quotient of whole numbers with at least 35 digits, and one digit more for the
        // remainder: it says on which side of a tie the quotient lies.
        let more = 2 * MAX_NUMBER_DIGITS as i32 + 2;
        let dividend = BigInt::from(units) * BigInt::from(10).pow(more.unsigned_abs());
        let parts = BigInt::from(parts);
        let (quotient, remainder) = (&dividend / &parts, &dividend % &parts);
        let is_exact = remainder == BigInt::ZERO;
        let sticky = if is_exact { 0 } else { units.signum() * divisor.to_parts().0.signum() };
        let quotient = quotient * 10 + BigInt::from(sticky);
        round_number(&BigDecimal::new(quotient, i64::from(digits - others + more + 1)))
    }

    /// Returns the remainder of a division rounded down, with the sign of the divisor; `None` if the
    /// divisor is zero.
    #[must_use]
    pub fn modulo_number(self, divisor: Self) -> Option<Self> {
        let ((units, digits), (parts, others)) = (self.to_parts(), divisor.to_parts());
        if parts == 0 {
            return None;
        }
        let scale = digits.max(others);
        let at_scale = |units: i128, digits: i32| {
            BigInt::from(units) * BigInt::from(10).pow((scale - digits).unsigned_abs())
        };
        let (dividend, divisor) = (at_scale(units, digits), at_scale(parts, others));
        let remainder = ((&dividend % &divisor) + &divisor) % &divisor;
        round_number(&BigDecimal::new(remainder, scale.into()))
    }

    /// Returns the number to the power of a whole number; `None` for zero to a negative power, and
    /// if the result is too large for a number.
    #[must_use]
    pub fn raise_to_whole(self, exponent: i64) -> Option<Self> {
        if self == ExactDecimal::ZERO {
            return match exponent {
                0 => Some(ExactDecimal::from_whole(1)),
                1.. => Some(ExactDecimal::ZERO),
                _ => None,
            };
        }
        let (mut power, mut square) = (BigDecimal::from(1), self.to_big());
        let mut rest = exponent.unsigned_abs();
        loop {
            if rest & 1 == 1 {
                power =
                    (power * &square).with_precision_round(POWER_DIGITS, RoundingMode::HalfEven);
            }
            rest >>= 1;
            if rest == 0 {
                break;
            }
            // Numbers far outside the range cannot come back into it by further squares.
            if square.fractional_digit_count().unsigned_abs() > 4 * MAX_SCALE.unsigned_abs() as u64
            {
                return out_of_range(&square, exponent);
            }
            square = square.square().with_precision_round(POWER_DIGITS, RoundingMode::HalfEven);
        }
        if exponent < 0 {
            // Division needs its operands within the precision of one division.
            power = BigDecimal::from(1) / power;
        }
        round_number(&power)
    }

    /// Rounds to this many digits after the point; negative ones are zeros before it.
    #[must_use]
    pub fn round_at(self, scale: i64, mode: RoundingMode) -> Option<Self> {
        if scale >= i64::from(self.to_parts().1) {
            return Some(self);
        }
        // No number has digits before these.
        let scale = scale.max(-i64::from(MAX_SCALE) - MAX_NUMBER_DIGITS as i64);
        round_number(&self.to_big().with_scale_round(scale, mode))
    }

    fn to_big(self) -> BigDecimal {
        let (units, digits) = self.to_parts();
        BigDecimal::new(BigInt::from(units), digits.into())
    }
}

/// Returns the power of a number whose squares leave the range of numbers.
fn out_of_range(square: &BigDecimal, exponent: i64) -> Option<ExactDecimal> {
    let is_small = square.fractional_digit_count() > 0;
    (is_small == (exponent > 0)).then_some(ExactDecimal::ZERO)
}

fn round_parts(units: i128, digits: i32) -> Option<ExactDecimal> {
    ExactDecimal::from_parts(units, digits)
        .or_else(|| round_number(&BigDecimal::new(BigInt::from(units), digits.into())))
}

/// Rounds an exact number once: to 34 digits, or to the least number for those below it.
fn round_number(exact: &BigDecimal) -> Option<ExactDecimal> {
    let mut rounded = exact.with_precision_round(RESULT_DIGITS, RoundingMode::HalfEven);
    if rounded.fractional_digit_count() > i64::from(MAX_SCALE) {
        rounded = exact.with_scale_round(MAX_SCALE.into(), RoundingMode::HalfEven);
    }
    let (units, digits) = rounded.normalized().into_bigint_and_exponent();
    ExactDecimal::from_parts(units.try_into().ok()?, digits.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> ExactDecimal {
        ExactDecimal::parse_decimal(text).unwrap()
    }

    fn text(result: Option<ExactDecimal>) -> String {
        result.map_or("null".to_owned(), |number| number.to_string())
    }

    #[test]
    fn results_have_34_digits() {
        let third = number("1").divide_number(number("3")).unwrap();
        assert_eq!(third.to_string(), "0.3333333333333333333333333333333333");
        assert_eq!(
            text(third.multiply_number(number("3"))),
            "0.9999999999999999999999999999999999"
        );
        assert_eq!(text(number("2").divide_number(number("3"))), format!("0.{}7", "6".repeat(33)));
        assert_eq!(
            text(number("-2").divide_number(number("3"))),
            format!("-0.{}7", "6".repeat(33))
        );
        assert_eq!(text(number("0.1").add_number(number("0.2"))), "0.3");
        assert_eq!(text(number("1").divide_number(number("0"))), "null");
        assert_eq!(text(number("9e6144").add_number(number("9e6144"))), "null");
        assert_eq!(text(number("1e-6000").multiply_number(number("1e-6000"))), "0");
        assert_eq!(text(number("1e6000").multiply_number(number("1e6000"))), "null");
        assert_eq!(
            text(number("1e30").add_number(number("1e-30"))),
            format!("1{}", "0".repeat(30))
        );
        // A tie goes to the even digit, and what is beyond it decides.
        let ones = "1".repeat(34);
        assert_eq!(text(number(&ones).add_number(number("0.5"))), format!("{}2", "1".repeat(33)));
        let even = format!("{}2", "1".repeat(33));
        assert_eq!(text(number(&even).add_number(number("0.5"))), even);
        assert_eq!(
            text(number(&even).add_number(number("0.500000001"))),
            format!("{}3", "1".repeat(33))
        );
    }

    #[test]
    fn powers_of_whole_numbers() {
        for (base, exponent, result) in [
            ("3", 4, "81"),
            ("81", 5, "3486784401"),
            ("2", -2, "0.25"),
            ("0", 0, "1"),
            ("0", -1, "null"),
            ("10", 6144, "1e6144"),
            ("10", 6145, "null"),
            ("10", i64::MAX, "null"),
            ("10", i64::MIN, "0"),
            ("0.1", i64::MAX, "0"),
            ("0.1", -6145, "null"),
            ("-1", i64::MAX, "-1"),
            ("1", i64::MIN, "1"),
            ("1.003125", 360, "3.074818395214733959257585890969019"),
        ] {
            assert_eq!(text(number(base).raise_to_whole(exponent)), result, "{base} {exponent}");
        }
    }

    #[test]
    fn rounding_and_remainders() {
        let round = |value: &str, scale, mode| text(number(value).round_at(scale, mode));
        assert_eq!(round("0.125", 2, RoundingMode::HalfEven), "0.12");
        assert_eq!(round("-1.5", 0, RoundingMode::Floor), "-2");
        assert_eq!(round("1234", -2, RoundingMode::HalfUp), "1200");
        assert_eq!(round("1.5", 99, RoundingMode::Up), "1.5");
        assert_eq!(round("1.5", i64::MIN, RoundingMode::Down), "0");
        for (dividend, divisor, result) in [
            ("12", "5", "2"),
            ("-12", "5", "3"),
            ("12", "-5", "-3"),
            ("-12", "-5", "-2"),
            ("10.1", "4.5", "1.1"),
            ("5", "0", "null"),
            ("1e6000", "7", "1"),
        ] {
            let found = text(number(dividend).modulo_number(number(divisor)));
            assert_eq!(found, result, "{dividend} {divisor}");
        }
    }

    fn any_number() -> impl Strategy<Value = ExactDecimal> {
        (any::<i128>(), 0u32..40, -40i32..40).prop_filter_map("range", |(units, shift, digits)| {
            ExactDecimal::from_parts(units % UNITS_LIMIT / 10i128.pow(shift.min(34)), digits)
        })
    }

    proptest! {
        /// Results computed with 128 bits are those of exact arithmetic, rounded once.
        #[test]
        fn short_results_are_exact(one in any_number(), other in any_number()) {
            prop_assert_eq!(one.add_number(other), round_number(&(one.to_big() + other.to_big())));
            prop_assert_eq!(
                one.multiply_number(other),
                round_number(&(one.to_big() * other.to_big()))
            );
            prop_assert_eq!(one.cmp(&other), one.to_big().cmp(&other.to_big()));
            if let Some(quotient) = one.divide_number(other) {
                // No number with 34 digits is nearer.
                let error = (quotient.to_big() * other.to_big() - one.to_big()).abs();
                let unit = BigDecimal::new(1.into(), i64::from(quotient.to_parts().1));
                let power = quotient.to_parts().0.unsigned_abs().checked_ilog10().unwrap_or(0);
                let last = unit / BigDecimal::from(10u64).powi(33 - i64::from(power));
                prop_assert!(error * 2 <= last * other.to_big().abs());
            }
            let text = one.to_string();
            prop_assert_eq!(ExactDecimal::parse_decimal(&text), Some(one));
        }
    }
}
