//! Shares such as 0.25, exact.

use std::fmt;
use std::str::FromStr;

use crate::errors::ShareError;

/// The parts of a whole.
const PARTS_PER_WHOLE: u32 = 1_000_000_000;

/// The number of decimals of a whole.
const SHARE_DECIMALS: usize = 9;

/// A number from 0 to 1 with at most nine decimals. It is exact, so that every
/// machine rounds its multiples in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExactShare(u32);

impl ExactShare {
    /// Creates the share `parts` of `whole`, to the nearest ninth decimal; `None` if that is more
    /// than 1 or `whole` is 0.
    #[must_use]
    pub fn new(parts: u64, whole: u64) -> Option<Self> {
        let (parts, whole) = (u128::from(parts), u128::from(whole));
        // Adding half of the divisor before the division rounds to the nearest number, and halves
        // up.
        let share = (2 * parts * u128::from(PARTS_PER_WHOLE) + whole).checked_div(2 * whole)?;
        u32::try_from(share).ok().filter(|&share| share <= PARTS_PER_WHOLE).map(ExactShare)
    }

    /// Returns this share of a number, to the nearest whole number; halves are rounded up.
    #[must_use]
    pub fn round_product(self, number: usize) -> usize {
        let (whole, number) = (u128::from(PARTS_PER_WHOLE), number as u128);
        // At most `number`, because the share is at most 1.
        ((2 * u128::from(self.0) * number + whole) / (2 * whole)) as usize
    }
}

impl fmt::Display for ExactShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:0SHARE_DECIMALS$}", self.0 % PARTS_PER_WHOLE);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / PARTS_PER_WHOLE),
            decimals => write!(f, "{}.{decimals}", self.0 / PARTS_PER_WHOLE),
        }
    }
}

impl FromStr for ExactShare {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let wrong = || ShareError { text: text.to_owned(), decimals: SHARE_DECIMALS };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || decimals.len() > SHARE_DECIMALS {
            return Err(wrong());
        }
        // Padded to nine decimals: `25` is 250000000 parts.
        let parts: u32 = format!("{decimals:0<SHARE_DECIMALS$}").parse().map_err(|_| wrong())?;
        match (whole.trim_start_matches('0'), parts) {
            ("", parts) => Ok(ExactShare(parts)),
            ("1", 0) => Ok(ExactShare(PARTS_PER_WHOLE)),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact() {
        for (text, written) in
            [("0", "0"), ("1", "1"), ("1.0", "1"), ("0.25", "0.25"), ("00.500", "0.5")]
        {
            assert_eq!(text.parse::<ExactShare>().unwrap().to_string(), written);
        }
        let least: ExactShare = "0.000000001".parse().unwrap();
        assert_eq!(
            (least.to_string().as_str(), least.round_product(499_999_999)),
            ("0.000000001", 0)
        );
        assert_eq!(
            (least.round_product(500_000_000), least.round_product(usize::MAX)),
            (1, 18_446_744_074)
        );
        assert_eq!("1".parse::<ExactShare>().unwrap().round_product(usize::MAX), usize::MAX);
        let half: ExactShare = "0.5".parse().unwrap();
        assert_eq!(
            (
                half.round_product(0),
                half.round_product(1),
                half.round_product(66),
                half.round_product(7)
            ),
            (0, 1, 33, 4)
        );
        assert_eq!(
            (ExactShare::new(1, 2), ExactShare::new(3, 2), ExactShare::new(1, 0)),
            (Some(half), None, None)
        );
        for wrong in ["", ".", ".5", "1.", "-0.5", "+1", "1.000000001", "2", "0.0000000001", "1e-3"]
        {
            assert!(wrong.parse::<ExactShare>().is_err(), "{wrong}");
        }
    }
}
