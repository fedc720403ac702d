//! Exact decimal numbers.
//!
//! A model has only integers. If they represent decimals of the user, the model records the number
//! of digits after the point ([`Model::set_digits`]), and texts for people give the
//! decimals.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Domain, Model, Value, VarId};

/// Maximum number of digits after the point.
pub const MAX_DIGITS: u32 = 9;

/// `units / 10^digits`, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecimalNumber {
    /// The number without its point.
    pub units: i64,
    /// The number of digits after the point, at most [`MAX_DIGITS`].
    pub digits: u32,
}

impl DecimalNumber {
    /// Creates an integer.
    #[must_use]
    pub fn from_integer(units: i64) -> Self {
        DecimalNumber { units, digits: 0 }
    }

    /// Creates `units / 10^digits`, without trailing zeros after the point, so that equal numbers
    /// compare equal.
    #[must_use]
    pub fn without_trailing_zeros(mut units: i64, mut digits: u32) -> Self {
        while digits > 0 && units % 10 == 0 {
            (units, digits) = (units / 10, digits - 1);
        }
        DecimalNumber { units, digits }
    }

    /// Reads `12`, `-3` or `0.50`; drops trailing zeros after the point. `None` for any other text,
    /// and for a number that does not fit.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_bare_point = unsigned.ends_with('.');
        if whole.is_empty() || !is_number(whole) || !is_number(part) || is_bare_point {
            return None;
        }
        let part = part.trim_end_matches('0');
        let digits = u32::try_from(part.len()).ok().filter(|&digits| digits <= MAX_DIGITS)?;
        let sign = if text.starts_with('-') { "-" } else { "" };
        // All digits without the point are the units. The sign is added to them, not to the whole
        // part, which could not carry that of -0.5.
        let units = format!("{sign}{whole}{part}").parse().ok()?;
        Some(DecimalNumber { units, digits })
    }

    /// Returns the units of this number with `digits` digits, at least its own; `None` if they do
    /// not fit.
    #[must_use]
    pub fn units_at(self, digits: u32) -> Option<i64> {
        scale_units(self.units, digits.checked_sub(self.digits)?)
    }
}

/// Returns `units * 10^by`; `None` if it does not fit.
#[must_use]
pub fn scale_units(units: i64, by: u32) -> Option<i64> {
    units.checked_mul(10i64.checked_pow(by)?)
}

impl fmt::Display for DecimalNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        // The sign is written separately, because the whole part of -0.5 is 0.
        let sign = if self.units < 0 { "-" } else { "" };
        let (units, one) = (self.units.unsigned_abs(), 10u64.pow(self.digits));
        // Keeps the leading zeros of the fraction: 1805 with two digits is 18.05.
        let part = format!("{:0width$}", units % one, width = self.digits as usize);
        let part = part.trim_end_matches('0');
        match part {
            "" => write!(f, "{sign}{}", units / one),
            part => write!(f, "{sign}{}.{part}", units / one),
        }
    }
}

/// Writes a number, or its text if no 64-bit float has these digits.
impl Serialize for DecimalNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plain = DecimalNumber::without_trailing_zeros(self.units, self.digits);
        if plain.digits == 0 {
            return serializer.serialize_i64(plain.units);
        }
        let text = plain.to_string();
        match text.parse::<f64>() {
            Ok(number) if number.to_string() == text => serializer.serialize_f64(number),
            _ => serializer.serialize_str(&text),
        }
    }
}

impl<'de> Deserialize<'de> for DecimalNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DecimalReader;

        impl Visitor<'_> for DecimalReader {
            type Value = DecimalNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number with at most {MAX_DIGITS} digits after the point")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<DecimalNumber, E> {
                Ok(DecimalNumber::from_integer(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<DecimalNumber, E> {
                // The parser refuses what is beyond 63 bits.
                self.visit_str(&number.to_string())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<DecimalNumber, E> {
                // The shortest text that reads back as this float has the digits of the file,
                // unless the file has more than a float holds.
                self.visit_str(&number.to_string())
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<DecimalNumber, E> {
                let found = DecimalNumber::parse_decimal(text);
                found.ok_or_else(|| E::custom(format!("'{text}' is no such number")))
            }
        }

        deserializer.deserialize_any(DecimalReader)
    }
}

impl Model {
    /// Declares that the values of a variable represent decimals: the value divided by `10^digits`.
    /// Messages write the decimals; solutions do not change.
    pub fn set_digits(&mut self, variable: VarId, digits: u32) {
        self.digits.insert(variable, digits);
    }

    /// Returns the number of digits after the point of the decimals that a variable represents.
    #[must_use]
    #[inline]
    pub fn decimal_digits(&self, variable: VarId) -> u32 {
        self.digits.get(&variable).copied().unwrap_or(0)
    }

    /// Returns the domain of a variable in words: with names and decimals.
    #[must_use]
    pub fn domain_words(&self, variable: VarId) -> String {
        let domain = self.domain(variable);
        if self.decimal_digits(variable) == 0 {
            return domain.to_string();
        }
        in_words(domain, &|value| self.describe_value(variable, value).into_owned())
    }
}

/// Writes a domain in words. A run of adjacent decimals is given by its two ends.
fn in_words(domain: &Domain, word: &dyn Fn(Value) -> String) -> String {
    let run = |(low, high): (Value, Value)| {
        if low == high { word(low) } else { format!("{}..{}", word(low), word(high)) }
    };
    let runs: Vec<String> = domain.intervals().map(run).collect();
    match &runs[..] {
        [run] if run.contains("..") => run.clone(),
        _ => format!("{{{}}}", runs.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use crate::{ComparisonOperator, Kind, Linear, LinearTerm, Objective, ObjectiveSense};

    use super::*;

    #[test]
    fn numbers_are_exact() {
        let numbers = ["0", "12", "-3", "0.5", "-0.25", "18.05", "123456789.123456789"];
        for text in numbers {
            assert_eq!(DecimalNumber::parse_decimal(text).unwrap().to_string(), text);
        }
        assert_eq!(
            DecimalNumber::parse_decimal("2.50"),
            Some(DecimalNumber { units: 25, digits: 1 })
        );
        assert_eq!(DecimalNumber::parse_decimal("7.0"), Some(DecimalNumber::from_integer(7)));
        assert_eq!(DecimalNumber::parse_decimal("-0.5").unwrap().units_at(3), Some(-500));
        assert_eq!(DecimalNumber { units: 50, digits: 1 }.to_string(), "5");
    }

    #[test]
    fn equal_numbers_are_equal() {
        assert_eq!(
            DecimalNumber::without_trailing_zeros(-1250, 3),
            DecimalNumber { units: -125, digits: 2 }
        );
        assert_eq!(DecimalNumber::without_trailing_zeros(300, 2), DecimalNumber::from_integer(3));
        assert_eq!(DecimalNumber::without_trailing_zeros(0, 4), DecimalNumber::from_integer(0));
    }

    #[test]
    fn json_keeps_every_digit() {
        for (text, json) in [
            ("-1.25", "-1.25"),
            ("3", "3"),
            ("0.000000001", "1e-9"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9007199254740993.5", "\"9007199254740993.5\""),
        ] {
            let number = DecimalNumber::parse_decimal(text).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            assert_eq!(serde_json::from_str::<DecimalNumber>(json).unwrap(), number);
        }
        for wrong in ["1e-10", "true", "\"x\"", "18446744073709551615", "1e300"] {
            assert!(serde_json::from_str::<DecimalNumber>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_have_the_numbers_of_the_user() {
        let mut model = Model::new("prices");
        let b = model.add_shown("b", Domain::from_values([-125, 50, 300])).unwrap();
        let n = model.add_shown("n", Domain::from_range(0, 9)).unwrap();
        model.set_digits(b, 2);
        assert_eq!(model.describe_value(b, -125), "-1.25");
        assert_eq!(model.domain_words(b), "{-1.25, 0.5, 3}");
        assert_eq!(model.domain_words(n), "0..9");
        let term = |coefficient, variable| LinearTerm { coefficient, variable };
        let sum = |terms: Vec<LinearTerm>, constant| Linear {
            terms,
            relation: ComparisonOperator::Le,
            constant,
        };
        assert_eq!(sum(vec![term(1, b)], 299).description(&model), "b <= 2.99");
        assert_eq!(sum(vec![term(-2, b)], 10).description(&model), "-2*b <= 0.1");
        assert_eq!(sum(vec![term(1, b), term(-100, n)], 50).description(&model), "b - n <= 0.5");
        assert_eq!(sum(vec![term(1, b), term(1, n)], 7).description(&model), "100*b + n <= 7");
        assert_eq!(sum(vec![term(3, n)], 7).description(&model), "3*n <= 7");
        let objective = Objective::new(ObjectiveSense::Minimize, vec![term(1, b)]).with_digits(2);
        assert_eq!(objective.description(&model), "minimize b");
        assert_eq!(objective.to_decimal(-125).to_string(), "-1.25");
    }

    #[test]
    fn other_texts_are_no_numbers() {
        let texts = ["", "-", ".", "1.", ".5", "1e3", "1.2.3", "0x1", "1 2", "1.0123456789"];
        for text in texts.into_iter().chain(["9223372036854775808", "--1", "+-1"]) {
            assert_eq!(DecimalNumber::parse_decimal(text), None, "{text}");
        }
    }
}
