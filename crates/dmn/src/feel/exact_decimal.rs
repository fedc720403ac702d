//! Decimal numbers of FEEL, compared exactly.

use std::cmp::Ordering;
use std::fmt;

/// Maximum number of digits of a number, as in FEEL (DMN 1.5, section 10.3.2.3.1).
pub const MAX_NUMBER_DIGITS: usize = 34;

/// The least whole number with 35 digits.
pub(super) const UNITS_LIMIT: i128 = 10i128.pow(MAX_NUMBER_DIGITS as u32);

/// The powers of ten that fit.
const POWERS: [i128; 39] = {
    let mut powers = [1i128; 39];
    let mut at = 1;
    while at < 39 {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// Greatest power of ten by which the last digit of a number may count (IEEE 754-2008, decimal128).
pub(super) const MAX_EXPONENT: i32 = 6111;

/// Maximum number of digits after the point.
pub(super) const MAX_SCALE: i32 = 6176;

/// A decimal number: `units` times 10 to the power of minus `digits`, with at most 34 digits.
///
/// Equal numbers are equal in both parts: there are no trailing zeros after the point; whole numbers
/// below 10^34 have zero `digits`, and greater ones have 34 digits and negative `digits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExactDecimal {
    units: i128,
    digits: i32,
}

impl ExactDecimal {
    /// Zero.
    pub const ZERO: ExactDecimal = ExactDecimal { units: 0, digits: 0 };

    /// Returns a whole number.
    #[must_use]
    pub fn from_whole(number: i64) -> Self {
        ExactDecimal { units: number.into(), digits: 0 }
    }

    /// Returns `units` times 10 to the power of minus `digits`; `None` if it has more than 34 digits
    /// or lies outside the range of numbers.
    #[must_use]
    pub fn from_parts(units: i128, digits: i32) -> Option<Self> {
        let (mut units, mut digits) = (units, digits);
        if units == 0 {
            return Some(ExactDecimal::ZERO);
        }
        while digits > 0 && units % 10 == 0 {
            units /= 10;
            digits -= 1;
        }
        while digits < 0 && units.abs() < UNITS_LIMIT / 10 {
            units *= 10;
            digits += 1;
        }
        let fits = units.abs() < UNITS_LIMIT && (-MAX_EXPONENT..=MAX_SCALE).contains(&digits);
        fits.then_some(ExactDecimal { units, digits })
    }

    /// Returns the units and the number of digits after the point; negative digits are zeros before
    /// it.
    #[must_use]
    pub fn to_parts(self) -> (i128, i32) {
        (self.units, self.digits)
    }

    /// Reads a number such as `-2.50`, `.5` or `1e3`; `None` for other texts and for more than
    /// [`MAX_NUMBER_DIGITS`] digits.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Self> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (digits, exponent) = match digits.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, parse_exponent(exponent)?),
            None => (digits, 0),
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
        // Without a whole part, zeros after the point are no digits of the number.
        let digits = part.len() as i32;
        let part = if whole.is_empty() { part.trim_start_matches('0') } else { part };
        if whole.len() + part.len() > MAX_NUMBER_DIGITS {
            return None;
        }
        // At most 34 digits, which fit into 113 bits.
        let units = format!("{whole}{part}").parse::<i128>().unwrap_or(0);
        let units = if is_negative { -units } else { units };
        ExactDecimal::from_parts(units, digits.checked_sub(exponent)?)
    }

    /// Whether the number has no part after the point.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.digits <= 0
    }

    /// Whether the number is written with at most 34 digits, none of them only for its size.
    #[must_use]
    pub fn is_plain(self) -> bool {
        (0..=MAX_NUMBER_DIGITS as i32).contains(&self.digits)
    }

    /// Returns the number as a whole one, if it is one and fits.
    #[must_use]
    pub fn to_whole(self) -> Option<i64> {
        if self.digits == 0 { self.units.try_into().ok() } else { None }
    }

    /// Whether the number is less than zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.units < 0
    }

    /// Returns the number with the other sign.
    #[must_use]
    pub fn negate(self) -> Self {
        ExactDecimal { units: -self.units, digits: self.digits }
    }

    /// Returns the power of ten of the digits after the point of a plain number.
    fn power(self) -> i128 {
        POWERS[self.digits.clamp(0, 38) as usize]
    }

    /// Returns the next larger whole number, of a plain number.
    #[must_use]
    pub fn whole_above(self) -> Self {
        ExactDecimal { units: self.units.div_euclid(self.power()) + 1, digits: 0 }
    }

    /// Returns the next smaller whole number, of a plain number.
    #[must_use]
    pub fn whole_below(self) -> Self {
        ExactDecimal { units: -((-self.units).div_euclid(self.power()) + 1), digits: 0 }
    }

    /// Returns a number between two different plain ones: a whole one if there is one, otherwise the
    /// one with the fewest digits after the point that is found by halving.
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
            _ => ExactDecimal::ZERO,
        }
    }

    /// Returns the units of the same number with this many digits after the point, if they fit.
    pub(super) fn units_at(self, digits: i32) -> Option<i128> {
        let more = usize::try_from(digits.checked_sub(self.digits)?).ok()?;
        POWERS.get(more)?.checked_mul(self.units)
    }

    fn without_zeros(mut self) -> Self {
        while self.digits > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.digits -= 1;
        }
        self
    }

    /// Returns the power of ten of the first digit; the least one for zero.
    fn first_power(self) -> i32 {
        self.units.unsigned_abs().checked_ilog10().map_or(i32::MIN, |log| log as i32 - self.digits)
    }
}

fn parse_exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Powers outside the range of numbers need not fit.
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

impl Ord for ExactDecimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.digits == other.digits {
            return self.units.cmp(&other.units);
        }
        match self.units.signum().cmp(&other.units.signum()) {
            Ordering::Equal => {}
            order => return order,
        }
        // Numbers of different scales may not fit at a common one. Those whose first digits count
        // alike do: the one with fewer digits after the point has as many fewer digits.
        let order = match self.first_power().cmp(&other.first_power()) {
            Ordering::Equal => {
                let digits = self.digits.max(other.digits);
                let (one, another) = (self.units_at(digits), other.units_at(digits));
                return one.cmp(&another);
            }
            order => order,
        };
        if self.units < 0 { order.reverse() } else { order }
    }
}

impl PartialOrd for ExactDecimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ExactDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More zeros than this are written as a power of ten.
        const MAX_ZEROS: i32 = 40;
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        if self.digits < 0 || self.digits > MAX_ZEROS {
            let mut units = self.units;
            let mut power = -self.digits;
            while units % 10 == 0 {
                units /= 10;
                power += 1;
            }
            return write!(f, "{units}e{power}");
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
            ("1e3", "1000"),
            ("1.5E-2", "0.015"),
            ("-2.5e+1", "-25"),
            ("1e33", "1000000000000000000000000000000000"),
            ("1e34", "1e34"),
            ("123e40", "123e40"),
            ("1e-50", "1e-50"),
            ("0e9", "0"),
            ("1e6111", "1e6111"),
            ("1e-6176", "1e-6176"),
            ("1234567890123456789012345678901234", "1234567890123456789012345678901234"),
            ("0.1234567890123456789012345678901234", "0.1234567890123456789012345678901234"),
            (
                "0.00001234567890123456789012345678901234",
                "0.00001234567890123456789012345678901234",
            ),
        ] {
            assert_eq!(number(text).to_string(), written);
            assert_eq!(number(written), number(text));
        }
        for text in [
            "",
            "-",
            ".",
            "5.",
            "1e",
            "e3",
            "1e+",
            "1e 3",
            "1e99999",
            "1e9999999999",
            "--5",
            "+5",
            "1 0",
            "12345678901234567890123456789012345",
        ] {
            assert_eq!(ExactDecimal::parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn order_is_that_of_numbers() {
        let sorted = [
            "-1e6111",
            "-1234567890123456789012345678901234",
            "-2.5",
            "-2",
            "-0.1",
            "-1e-40",
            "0",
            "0.0000000000000000000000000000000001",
            "0.1",
            "0.5",
            "1",
            "1.5",
            "1234567890123456789012345678901234",
            "1e34",
            "1000000000000000000000000000000001e3",
            "2e40",
        ];
        for (i, low) in sorted.iter().enumerate() {
            for (j, high) in sorted.iter().enumerate() {
                assert_eq!(number(low).cmp(&number(high)), i.cmp(&j), "{low} {high}");
            }
        }
        let plain: Vec<_> =
            sorted.iter().map(|text| number(text)).filter(|n| n.is_plain()).collect();
        for pair in plain.windows(2) {
            let (low, high) = (pair[0], pair[1]);
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
