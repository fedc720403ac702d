//! Exact numbers.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A fraction in its lowest terms, with a denominator above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Number {
    above: i64,
    below: i64,
}

impl Number {
    fn new(above: i64, below: i64) -> Number {
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let sign = below.signum() * a.max(1);
        Number { above: above / sign, below: below / sign }
    }

    pub(super) fn plus(self, other: Number) -> Number {
        Number::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }

    pub(super) fn times(self, other: Number) -> Number {
        Number::new(self.above * other.above, self.below * other.below)
    }

    pub(super) fn negated(self) -> Number {
        Number::new(-self.above, self.below)
    }

    /// Quotient and remainder of whole numbers, the remainder from 0; `None` for a division by 0.
    pub(super) fn divided(self, other: Number) -> Option<[Number; 2]> {
        assert!(self.below == 1 && other.below == 1, "whole numbers");
        let size = other.above.abs();
        if size == 0 {
            return None;
        }
        let rest = ((self.above % size) + size) % size;
        Some([Number::new((self.above - rest) / other.above, 1), Number::new(rest, 1)])
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Number {
        Number { above: number, below: 1 }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        (self.above * other.below).cmp(&(other.above * self.below))
    }
}

impl FromStr for Number {
    type Err = ();

    /// Reads a number in decimals, such as `-1.25`.
    fn from_str(text: &str) -> Result<Number, ()> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{part}");
        if whole.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(());
        }
        let below = 10i64.pow(u32::try_from(part.len()).map_err(drop)?);
        Ok(Number::new(sign * all.parse::<i64>().map_err(drop)?, below))
    }
}

impl fmt::Display for Number {
    /// Writes a decimal with as many digits as it needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut above, mut below, mut digits) = (self.above, self.below, 0);
        while below != 1 {
            let larger = Number::new(above * 10, below);
            (above, below) = (larger.above, larger.below);
            digits += 1;
            assert!(digits < 12, "{self:?} is no decimal");
        }
        if digits == 0 {
            return write!(f, "{above}");
        }
        let text = format!("{:0>width$}", above.abs(), width = digits + 1);
        let (whole, part) = text.split_at(text.len() - digits);
        write!(f, "{}{whole}.{part}", if above < 0 { "-" } else { "" })
    }
}
