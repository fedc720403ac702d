//! The numbers of a type.

use parallax_model::{Domain, MAX_VALUE};

use super::glossary::TypeValues;
use super::glossary_error::NumbersError;
use parallax_model::decimal::{DecimalNumber, MAX_DIGITS};

/// Reads the numbers of a type: `1, 2, 5`, `1..12`, `[1..9]`, `(0, 9]`.
///
/// # Errors
/// Returns a description of the expected text.
pub(super) fn read_numbers(text: &str, integers: bool) -> Result<TypeValues, NumbersError> {
    let expected = if integers {
        "integers as 1, 2, 5 or a range as [1..9]"
    } else {
        "numbers as 0.5, 1, 1.5"
    };
    let wrong = || NumbersError::OtherForm { text: text.to_owned(), expected };
    if let Some((low, high)) = range_ends(text) {
        let ends = (
            DecimalNumber::parse_decimal(low).ok_or_else(wrong)?,
            DecimalNumber::parse_decimal(high).ok_or_else(wrong)?,
        );
        if !integers {
            return Ok(TypeValues::AnyDecimal(Some(ends)));
        }
        let whole =
            |end: DecimalNumber| Some(end.units).filter(|_| end.digits == 0).ok_or_else(wrong);
        // An open bracket excludes its end: (0..9] and ]0..9] begin at 1.
        let low = whole(ends.0)?.checked_add(text.starts_with(['(', ']']).into());
        let high = whole(ends.1)?.checked_sub(text.ends_with([')', '[']).into());
        let (low, high) = (model_value(low)?, model_value(high)?);
        return if low <= high {
            Ok(TypeValues::Numbers { domain: Domain::from_range(low, high), digits: 0 })
        } else {
            Err(NumbersError::NoValue { text: text.to_owned() })
        };
    }
    let list: Option<Vec<DecimalNumber>> =
        text.split(',').map(|word| DecimalNumber::parse_decimal(word.trim())).collect();
    let list = list.ok_or_else(wrong)?;
    let digits = list.iter().map(|number| number.digits).max().unwrap_or(0);
    if integers && digits > 0 {
        return Err(wrong());
    }
    // All numbers of the list share the finest scale.
    let units: Result<Vec<i32>, NumbersError> =
        list.iter().map(|number| model_value(number.units_at(digits))).collect();
    Ok(TypeValues::Numbers { domain: Domain::from_values(units?), digits: digits.min(MAX_DIGITS) })
}

/// Converts a number to a value of models.
fn model_value(number: Option<i64>) -> Result<i32, NumbersError> {
    let value = number.and_then(|number| i32::try_from(number).ok());
    value.filter(|value| value.unsigned_abs() <= MAX_VALUE as u32).ok_or(NumbersError::LargeNumber)
}

/// The two ends of a range, in brackets or without.
pub(super) fn range_ends(text: &str) -> Option<(&str, &str)> {
    let opened = text.strip_prefix(['[', '(', ']']);
    let inner = match opened {
        Some(rest) => rest.strip_suffix([']', ')', '['])?,
        None => text,
    };
    // Without brackets, a comma separates the numbers of a list. With them, `[1, 9]` is a range,
    // but `[1, 2, 3]` is none.
    let pair = inner
        .split_once("..")
        .or_else(|| opened.and(inner.split_once(',')).filter(|(_, high)| !high.contains(',')));
    pair.map(|(low, high)| (low.trim(), high.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(text: &str) -> String {
        match read_numbers(text, true) {
            Ok(TypeValues::Numbers { domain, .. }) => domain.to_string(),
            Ok(other) => panic!("{other:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn ranges_and_lists_of_integers() {
        assert_eq!(domain("[1..9]"), "1..9");
        assert_eq!(domain("(0,9]"), "1..9");
        assert_eq!(domain("(0..10)"), "1..9");
        assert_eq!(domain("]0..10["), "1..9");
        assert_eq!(domain("1..12"), "1..12");
        assert_eq!(domain("[-3, 3]"), "-3..3");
        assert_eq!(domain("5, 1, 2, 1"), "{1..2, 5}");
        assert_eq!(domain("[3..3]"), "{3}");
        assert_eq!(domain("(3..4)"), "'(3..4)' has no value");
        assert_eq!(domain("1, x"), "'1, x'; expected integers as 1, 2, 5 or a range as [1..9]");
        assert_eq!(domain("0.5"), "'0.5'; expected integers as 1, 2, 5 or a range as [1..9]");
        assert_eq!(domain("[0..2000000000]"), "numbers beyond 1000000000 are not supported");
        assert_eq!(
            domain("(9223372036854775807..9223372036854775807]"),
            "numbers beyond 1000000000 are not supported"
        );
    }

    #[test]
    fn decimals_share_their_digits() {
        let Ok(TypeValues::Numbers { domain, digits }) = read_numbers("0.5, 1, 1.25", false) else {
            panic!()
        };
        assert_eq!((domain.to_vec(), digits), (vec![50, 100, 125], 2));
    }
}
