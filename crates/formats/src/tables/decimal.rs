//! Exact decimal numbers.

use std::fmt;

/// The most digits after the point.
pub const MAX_DIGITS: u32 = 9;

/// `units / 10^digits`, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The number without its point.
    pub units: i64,
    /// The number of digits after the point, at most [`MAX_DIGITS`].
    pub digits: u32,
}

impl Decimal {
    /// An integer.
    #[must_use]
    pub fn integer(units: i64) -> Self {
        Decimal { units, digits: 0 }
    }

    /// Reads `12`, `-3` or `0.50`; zeros at the end after the point do not count. `None` for any
    /// other text, and for a number that does not fit.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
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
        let units = format!("{sign}{whole}{part}").parse().ok()?;
        Some(Decimal { units, digits })
    }

    /// The units of the same number with this number of digits, at least its own.
    #[must_use]
    pub fn at(self, digits: u32) -> Option<i64> {
        scaled(self.units, digits.checked_sub(self.digits)?)
    }
}

/// `units * 10^by`.
#[must_use]
pub fn scaled(units: i64, by: u32) -> Option<i64> {
    units.checked_mul(10i64.checked_pow(by)?)
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        let sign = if self.units < 0 { "-" } else { "" };
        let (units, one) = (self.units.unsigned_abs(), 10u64.pow(self.digits));
        let part = format!("{:0width$}", units % one, width = self.digits as usize);
        let part = part.trim_end_matches('0');
        match part {
            "" => write!(f, "{sign}{}", units / one),
            part => write!(f, "{sign}{}.{part}", units / one),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        let numbers = ["0", "12", "-3", "0.5", "-0.25", "18.05", "123456789.123456789"];
        for text in numbers {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Decimal::parse("2.50"), Some(Decimal { units: 25, digits: 1 }));
        assert_eq!(Decimal::parse("7.0"), Some(Decimal::integer(7)));
        assert_eq!(Decimal::parse("-0.5").unwrap().at(3), Some(-500));
        assert_eq!(Decimal { units: 50, digits: 1 }.to_string(), "5");
    }

    #[test]
    fn other_texts_are_no_numbers() {
        let texts = ["", "-", ".", "1.", ".5", "1e3", "1.2.3", "0x1", "1 2", "1.0123456789"];
        for text in texts.into_iter().chain(["9223372036854775808", "--1", "+-1"]) {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
