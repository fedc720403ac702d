//! The built-in functions. A wrong argument, or a wrong number of arguments, gives null.

use bigdecimal::RoundingMode;

use super::built_in::BuiltIn;
use super::calendar::ScaleKind;
use super::exact_decimal::{ExactDecimal, MAX_EXPONENT, MAX_SCALE};
use super::feel_value::FeelValue;

/// Returns the result of a function; `None` is null.
pub(super) fn call_function(function: BuiltIn, arguments: &[FeelValue]) -> Option<FeelValue> {
    let (least, most) = argument_counts(function);
    if arguments.len() < least || arguments.len() > most {
        return None;
    }
    call_list_function(function, arguments)
        .or_else(|| call_text_function(function, arguments))
        .unwrap_or_else(|| call_number_function(function, arguments))
}

/// Returns the least and the greatest number of arguments.
fn argument_counts(function: BuiltIn) -> (usize, usize) {
    let parameters = function.parameters().len();
    match function {
        // Aggregates take their list as arguments, too.
        BuiltIn::Minimum | BuiltIn::Maximum | BuiltIn::Sum | BuiltIn::Mean | BuiltIn::Product => {
            (1, usize::MAX)
        }
        BuiltIn::Floor | BuiltIn::Ceiling | BuiltIn::StringJoin | BuiltIn::Number => {
            (1, parameters)
        }
        BuiltIn::Substring => (2, parameters),
        _ => (parameters, parameters),
    }
}

/// A function of another family (`None`), or its result.
type FamilyResult = Option<Option<FeelValue>>;

fn call_number_function(function: BuiltIn, arguments: &[FeelValue]) -> Option<FeelValue> {
    let number = |at: usize| arguments.get(at)?.as_number();
    let rounding = match function {
        BuiltIn::Floor => RoundingMode::Floor,
        BuiltIn::Ceiling => RoundingMode::Ceiling,
        BuiltIn::Decimal => RoundingMode::HalfEven,
        BuiltIn::RoundUp => RoundingMode::Up,
        BuiltIn::RoundDown => RoundingMode::Down,
        BuiltIn::RoundHalfUp => RoundingMode::HalfUp,
        BuiltIn::RoundHalfDown => RoundingMode::HalfDown,
        BuiltIn::Not => return Some(FeelValue::Truth(!arguments[0].as_truth()?)),
        BuiltIn::Number => return read_number(arguments),
        BuiltIn::Absolute => return absolute_value(&arguments[0]),
        BuiltIn::Modulo => {
            return Some(FeelValue::from_number(number(0)?.modulo_number(number(1)?)));
        }
        BuiltIn::Even | BuiltIn::Odd => {
            let remainder = number(0)?.modulo_number(ExactDecimal::from_whole(2))?;
            let wanted = i64::from(function == BuiltIn::Odd);
            return Some(FeelValue::Truth(remainder == ExactDecimal::from_whole(wanted)));
        }
        // The parser reads literals of dates as constants, and refuses others.
        _ => return None,
    };
    // A scale that is not whole is cut off (TCK 1100).
    let scale = match arguments.get(1) {
        Some(scale) => scale.as_number()?.round_at(0, RoundingMode::Down)?.to_whole()?,
        None => 0,
    };
    let rounded = number(0)?.round_at(scale, rounding);
    let is_scale = (-i64::from(MAX_EXPONENT)..=i64::from(MAX_SCALE)).contains(&scale);
    is_scale.then(|| FeelValue::from_number(rounded))
}

fn call_list_function(function: BuiltIn, arguments: &[FeelValue]) -> FamilyResult {
    Some(match function {
        BuiltIn::Minimum | BuiltIn::Maximum => {
            extreme_value(list_argument(arguments), function == BuiltIn::Maximum)
        }
        BuiltIn::Sum | BuiltIn::Mean | BuiltIn::Product => {
            aggregate_numbers(function, list_argument(arguments))
        }
        BuiltIn::Count => match &arguments[0] {
            FeelValue::Null => None,
            FeelValue::List(list) => Some(whole_value(list.len())),
            _ => Some(whole_value(1)),
        },
        BuiltIn::ListContains => match &arguments[0] {
            FeelValue::List(list) => {
                let mut found = list.iter().map(|value| value.equals_value(&arguments[1]));
                Some(FeelValue::Truth(found.any(|equal| equal == Some(true))))
            }
            _ => None,
        },
        BuiltIn::StringJoin => join_strings(&arguments[0], arguments.get(1)),
        BuiltIn::GetValue => match (&arguments[0], &arguments[1]) {
            (context @ FeelValue::Context(_), FeelValue::Text(key)) => {
                Some(context.member_value(key))
            }
            _ => None,
        },
        _ => return None,
    })
}

fn call_text_function(function: BuiltIn, arguments: &[FeelValue]) -> FamilyResult {
    if function == BuiltIn::String {
        let text = match &arguments[0] {
            FeelValue::Null => None,
            value => Some(FeelValue::from_text(&value.plain_text())),
        };
        return Some(text);
    }
    let text = |at: usize| arguments.get(at).and_then(FeelValue::as_text);
    let first = text(0);
    let both = first.zip(text(1));
    Some(match function {
        BuiltIn::Substring => {
            first.and_then(|text| substring(text, &arguments[1], arguments.get(2)))
        }
        BuiltIn::StringLength => first.map(|text| whole_value(text.chars().count())),
        BuiltIn::UpperCase => first.map(|text| FeelValue::from_text(&text.to_uppercase())),
        BuiltIn::LowerCase => first.map(|text| FeelValue::from_text(&text.to_lowercase())),
        BuiltIn::SubstringBefore => both.map(|(text, part)| {
            FeelValue::from_text(text.split_once(part).map_or("", |(before, _)| before))
        }),
        BuiltIn::SubstringAfter => both.map(|(text, part)| {
            FeelValue::from_text(text.split_once(part).map_or("", |(_, after)| after))
        }),
        BuiltIn::Contains => both.map(|(text, part)| FeelValue::Truth(text.contains(part))),
        BuiltIn::StartsWith => both.map(|(text, part)| FeelValue::Truth(text.starts_with(part))),
        BuiltIn::EndsWith => both.map(|(text, part)| FeelValue::Truth(text.ends_with(part))),
        _ => return None,
    })
}

fn absolute_value(value: &FeelValue) -> Option<FeelValue> {
    match value {
        FeelValue::Point(ScaleKind::Date, _) => None,
        FeelValue::Point(scale, number) if number.is_negative() => {
            Some(FeelValue::Point(*scale, number.negate()))
        }
        point @ FeelValue::Point(..) => Some(point.clone()),
        _ => None,
    }
}

fn whole_value(number: usize) -> FeelValue {
    // No list and no string in memory is longer.
    FeelValue::Point(ScaleKind::Number, ExactDecimal::from_whole(number as i64))
}

/// Returns a whole number.
fn whole_argument(value: &FeelValue) -> Option<i64> {
    value.as_number()?.to_whole()
}

/// Returns the elements of the only argument, if that is a list, else the arguments.
fn list_argument(arguments: &[FeelValue]) -> &[FeelValue] {
    match arguments {
        [FeelValue::List(list)] => list,
        _ => arguments,
    }
}

/// Returns the least or greatest of values that have an order.
fn extreme_value(list: &[FeelValue], is_greatest: bool) -> Option<FeelValue> {
    let mut best = list.first()?;
    // A single value without an order is none, either.
    best.compare_order(best)?;
    for value in &list[1..] {
        let order = value.compare_order(best)?;
        if if is_greatest { order.is_gt() } else { order.is_lt() } {
            best = value;
        }
    }
    Some(best.clone())
}

fn aggregate_numbers(function: BuiltIn, list: &[FeelValue]) -> Option<FeelValue> {
    let mut result = list.first()?.as_number()?;
    for value in &list[1..] {
        let number = value.as_number()?;
        result = match function {
            BuiltIn::Product => result.multiply_number(number)?,
            _ => result.add_number(number)?,
        };
    }
    if function == BuiltIn::Mean {
        result = result.divide_number(ExactDecimal::from_whole(list.len() as i64))?;
    }
    Some(FeelValue::from_number(Some(result)))
}

/// Returns a part of a string. Positions count characters from 1, and from the end if negative.
fn substring(text: &str, start: &FeelValue, length: Option<&FeelValue>) -> Option<FeelValue> {
    let start = whole_argument(start)?;
    let length = match length {
        None | Some(FeelValue::Null) => i64::MAX,
        Some(length) => whole_argument(length).filter(|length| *length > 0)?,
    };
    let count = text.chars().count() as i64;
    let skipped = match start {
        0 => return None,
        1.. => start - 1,
        _ => count.checked_add(start).filter(|skipped| *skipped >= 0)?,
    };
    if skipped > count {
        return Some(FeelValue::from_text(""));
    }
    let part: String = text.chars().skip(skipped as usize).take(length as usize).collect();
    Some(FeelValue::from_text(&part))
}

fn join_strings(list: &FeelValue, delimiter: Option<&FeelValue>) -> Option<FeelValue> {
    let delimiter = match delimiter {
        None | Some(FeelValue::Null) => "",
        Some(delimiter) => delimiter.as_text()?,
    };
    let list = match list {
        FeelValue::List(list) => list,
        FeelValue::Text(text) => return Some(FeelValue::Text(text.clone())),
        _ => return None,
    };
    let mut texts = Vec::new();
    for value in list.iter().filter(|value| **value != FeelValue::Null) {
        texts.push(value.as_text()?);
    }
    Some(FeelValue::from_text(&texts.join(delimiter)))
}

/// Reads a number, with the signs that separate groups and decimals.
fn read_number(arguments: &[FeelValue]) -> Option<FeelValue> {
    let text = match &arguments[0] {
        number @ FeelValue::Point(ScaleKind::Number, _) if arguments.len() == 1 => {
            return Some(number.clone());
        }
        value => value.as_text()?,
    };
    let sign = |at: usize, allowed: &[&str]| match arguments.get(at) {
        None | Some(FeelValue::Null) => Some(None),
        Some(value) => {
            value.as_text().filter(|sign| allowed.contains(sign)).map(|sign| Some(sign.to_owned()))
        }
    };
    let grouping = sign(1, &[" ", ",", "."])?;
    let decimal = sign(2, &[".", ","])?;
    if grouping.is_some() && grouping == decimal {
        return None;
    }
    let mut text = text.to_owned();
    if let Some(grouping) = grouping {
        text = text.replace(&grouping, "");
    }
    if let Some(decimal) = decimal.filter(|decimal| decimal == ",") {
        text = text.replace(&decimal, ".");
    }
    ExactDecimal::parse_decimal(&text).map(|number| FeelValue::from_number(Some(number)))
}
