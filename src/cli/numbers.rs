//! Parsers of numeric option values, one for each kind of number. Their errors state the expected
//! range.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

/// A whole number with its range.
pub(super) trait Whole: FromStr {
    const MIN_VALUE: u64;
    const MAX_VALUE: u64;
}

macro_rules! whole {
    ($lowest:literal: $($number:ty),*) => {
        $(impl Whole for $number {
            const MIN_VALUE: u64 = $lowest;
            // The maximum of an unsigned type as u64, for example 64 - 8 = 56 bits are shifted out
            // for u8.
            const MAX_VALUE: u64 = u64::MAX >> (u64::BITS - <$number>::BITS);
        })*
    };
}

whole!(0: u8, u16, u32, u64, usize);
whole!(1: NonZeroU8, NonZeroU32, NonZeroU64, NonZeroUsize);

/// Reads a whole number.
///
/// # Errors
/// Returns the expected range.
pub(super) fn whole<N: Whole>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| {
        let (from, to) = (N::MIN_VALUE, N::MAX_VALUE);
        // Digits that do not parse are too large, or 0 for a type without 0. Only then the upper
        // end of a wide range helps the user.
        let too_large = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) && text != "0";
        if too_large || to <= u64::from(u16::MAX) {
            format!("expected a whole number from {from} to {to}")
        } else {
            format!("expected a whole number, {from} or more")
        }
    })
}

/// Makes a reader of whole numbers in a range.
pub(super) fn within<N: TryFrom<u64>>(
    from: u64,
    to: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| (from..=to).contains(number));
        let number = number.and_then(|number: u64| number.try_into().ok());
        number.ok_or_else(|| format!("expected a whole number from {from} to {to}"))
    }
}

/// Reads a number of seconds above 0.
///
/// # Errors
/// Returns the expected form.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err(EXPECTED_SECONDS.into()),
        time => Ok(time),
    }
}

const EXPECTED_SECONDS: &str = "expected seconds above 0, for example 10 or 0.5";

fn duration(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| EXPECTED_SECONDS)?;
    // `try_from_secs_f64` fails alike for negative, infinite and too large numbers; the two
    // messages tell them apart.
    let too_long = number >= Duration::MAX.as_secs_f64();
    let time = Duration::try_from_secs_f64(number);
    time.map_err(|_| {
        if too_long { "expected at most 1e19 seconds" } else { EXPECTED_SECONDS }.into()
    })
}

/// Reads a share from 0 to 1.
///
/// # Errors
/// Returns the expected range.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1, for example 0.25".to_owned())
}
