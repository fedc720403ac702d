//! Decimal numbers of cells, compared exactly.

use std::cmp::Ordering;
use std::fmt;

/// Maximum number of digits of a number, as in FEEL (DMN 1.5, section 10.3.2.3.1).
pub const MAX_NUMBER_DIGITS: usize = 34;

/// A decimal number: `units` times 10 to the power of minus `digits`, without trailing zeros after
/// the point, so equal numbers are equal in both parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExactDecimal {
    units: i128,
    digits: u32,
}

impl ExactDecimal {
    /// Returns a whole number.
    #[must_use]
    pub fn from_whole(number: i64) -> Self {
        ExactDecimal { units: number.into(), digits: 0 }
    }

    /// Reads a number such as `-2.50` or `.5`; `None` for other texts and for more than
    /// [`MAX_NUMBER_DIGITS`] digits.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Self> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(part) || part.is_empty() {
            return None;
        }
        // `.5` is a number, but `5.` and `.` are not.
        if whole.is_empty() && !digits.starts_with('.') {
            return None;
        }
        let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
        if whole.len() + part.len() > MAX_NUMBER_DIGITS {
            return None;
        }
        // At most 34 digits, which fit into 113 bits.
        let units = format!("{whole}{part}").parse::<i128>().unwrap_or(0);
        let digits = part.len() as u32;
        Some(ExactDecimal { units: if is_negative { -units } else { units }, digits })
    }

    /// Whether the number has no part after the point.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.digits == 0
    }

    /// Returns the next larger whole number.
    #[must_use]
    pub fn whole_above(self) -> Self {
        let power = 10i128.pow(self.digits);
        ExactDecimal { units: self.units.div_euclid(power) + 1, digits: 0 }
    }

    /// Returns the next smaller whole number.
    #[must_use]
    pub fn whole_below(self) -> Self {
        let power = 10i128.pow(self.digits);
        ExactDecimal { units: -((-self.units).div_euclid(power) + 1), digits: 0 }
    }

    /// Returns a number between two different ones: a whole one if there is one, otherwise the one
    /// with the fewest digits after the point that is found by halving.
    #[must_use]
    pub fn value_between(low: Self, high: Self) -> Self {
        let whole = low.whole_above();
        if whole < high {
            // The one in the middle says more to people than the first.
            let last = high.whole_below();
            let middle = whole.units + (last.units - whole.units) / 2;
            return ExactDecimal { units: middle, digits: 0 };
        }
        // Without a whole number between them, the two have the same whole part, so their digits
        // before the point do not add up to more than they have.
        let digits = low.digits.max(high.digits);
        let (low, high) = (low.units_at(digits), high.units_at(digits));
        match (low, high) {
            (Some(low), Some(high)) if high - low > 1 => {
                ExactDecimal { units: low + (high - low) / 2, digits }.without_zeros()
            }
            (Some(low), Some(_)) => {
                ExactDecimal { units: low.saturating_mul(10).saturating_add(5), digits: digits + 1 }
                    .without_zeros()
            }
            // Both have at most 34 digits and differ after the point, so this does not happen.
            _ => ExactDecimal { units: 0, digits: 0 },
        }
    }

    fn units_at(self, digits: u32) -> Option<i128> {
        10i128.checked_pow(digits.checked_sub(self.digits)?)?.checked_mul(self.units)
    }

    fn without_zeros(mut self) -> Self {
        while self.digits > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.digits -= 1;
        }
        self
    }

    /// Returns the whole part, rounded down, and the digits after the point as a text that compares
    /// like them.
    fn split_parts(self) -> (i128, String) {
        let power = 10i128.pow(self.digits);
        let (whole, part) = (self.units.div_euclid(power), self.units.rem_euclid(power));
        let width = self.digits as usize;
        (whole, if width == 0 { String::new() } else { format!("{part:0width$}") })
    }
}

impl Ord for ExactDecimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // Numbers of different scales may not fit at a common one; their parts always do.
        match (self.units_at(other.digits), other.units_at(self.digits)) {
            (Some(own), _) => own.cmp(&other.units),
            (_, Some(theirs)) => self.units.cmp(&theirs),
            _ => self.split_parts().cmp(&other.split_parts()),
        }
    }
}

impl PartialOrd for ExactDecimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ExactDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        let sign = if self.units < 0 { "-" } else { "" };
        let width = self.digits as usize + 1;
        let text = format!("{:0width$}", self.units.unsigned_abs());
        let (whole, part) = text.split_at(text.len() - self.digits as usize);
        write!(f, "{sign}{whole}.{part}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> ExactDecimal {
        ExactDecimal::parse_decimal(text).unwrap()
    }

    #[test]
    fn numbers_are_read_and_written() {
        for (text, written) in [
            ("0", "0"),
            ("-0", "0"),
            ("007", "7"),
            ("-2.50", "-2.5"),
            (".5", "0.5"),
            ("-0.05", "-0.05"),
            ("3.0", "3"),
            ("1234567890123456789012345678901234", "1234567890123456789012345678901234"),
            ("0.1234567890123456789012345678901234", "0.1234567890123456789012345678901234"),
        ] {
            assert_eq!(number(text).to_string(), written);
            assert_eq!(number(written), number(text));
        }
        for text in
            ["", "-", ".", "5.", "1e3", "--5", "+5", "1 0", "12345678901234567890123456789012345"]
        {
            assert_eq!(ExactDecimal::parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn order_is_that_of_numbers() {
        let sorted = [
            "-1234567890123456789012345678901234",
            "-2.5",
            "-2",
            "-0.1",
            "0",
            "0.0000000000000000000000000000000001",
            "0.1",
            "0.5",
            "1",
            "1.5",
            "1234567890123456789012345678901234",
        ];
        for (i, low) in sorted.iter().enumerate() {
            for (j, high) in sorted.iter().enumerate() {
                assert_eq!(number(low).cmp(&number(high)), i.cmp(&j), "{low} {high}");
            }
        }
        for pair in sorted.windows(2) {
            let (low, high) = (number(pair[0]), number(pair[1]));
            let middle = ExactDecimal::value_between(low, high);
            assert!(low < middle && middle < high, "{low} {middle} {high}");
        }
    }

    #[test]
    fn whole_neighbours_lie_on_either_side() {
        for (text, below, above) in [
            ("2", "1", "3"),
            ("2.5", "2", "3"),
            ("-2.5", "-3", "-2"),
            ("-2", "-3", "-1"),
            ("0", "-1", "1"),
        ] {
            assert_eq!(number(text).whole_below(), number(below), "{text}");
            assert_eq!(number(text).whole_above(), number(above), "{text}");
        }
    }
}
