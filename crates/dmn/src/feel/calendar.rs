//! Dates and durations as numbers.

use std::fmt;

use super::exact_decimal::ExactDecimal;

const SECONDS_PER_DAY: i64 = 86_400;

/// The meaning of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScaleKind {
    /// A number.
    Number,
    /// A date, as days since 1970-01-01.
    Date,
    /// A duration of years and months, in months.
    Months,
    /// A duration of days and shorter parts, in seconds.
    Seconds,
}

impl ScaleKind {
    /// Whether every value is a whole number.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, ScaleKind::Date | ScaleKind::Months)
    }

    /// Writes a value as a literal of FEEL.
    ///
    /// # Errors
    /// Returns an error if `f` does.
    pub fn write_literal(self, f: &mut fmt::Formatter<'_>, number: ExactDecimal) -> fmt::Result {
        let text = self.value_text(number);
        match self {
            ScaleKind::Number => f.write_str(&text),
            ScaleKind::Date => write!(f, "date(\"{text}\")"),
            ScaleKind::Months | ScaleKind::Seconds => write!(f, "duration(\"{text}\")"),
        }
    }

    /// Returns the text of a value without quotation marks: a number, or the form of ISO 8601.
    #[must_use]
    pub fn value_text(self, number: ExactDecimal) -> String {
        match (self, number.to_whole()) {
            (ScaleKind::Number, _) | (_, None) => number.to_string(),
            (ScaleKind::Date, Some(days)) => match civil_date(days) {
                Some((year, month, day)) => format!("{year:04}-{month:02}-{day:02}"),
                None => format!("day {days}"),
            },
            (ScaleKind::Months, Some(months)) => months_text(months),
            (ScaleKind::Seconds, Some(seconds)) => seconds_text(seconds),
        }
    }
}

fn months_text(months: i64) -> String {
    let sign = if months < 0 { "-" } else { "" };
    let (years, months) = (months.unsigned_abs() / 12, months.unsigned_abs() % 12);
    match (years, months) {
        (0, _) => format!("{sign}P{months}M"),
        (_, 0) => format!("{sign}P{years}Y"),
        _ => format!("{sign}P{years}Y{months}M"),
    }
}

fn seconds_text(seconds: i64) -> String {
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.unsigned_abs();
    let day = SECONDS_PER_DAY.unsigned_abs();
    let (days, rest) = (seconds / day, seconds % day);
    let mut text = format!("{sign}P");
    if days > 0 || rest == 0 {
        text += &format!("{days}D");
    }
    if rest > 0 {
        text += "T";
        for (number, unit) in [(rest / 3600, 'H'), (rest / 60 % 60, 'M'), (rest % 60, 'S')] {
            if number > 0 {
                text += &format!("{number}{unit}");
            }
        }
    }
    text
}

/// Reads a date such as `2024-02-29` as days since 1970-01-01; `None` for other texts and for dates
/// that do not exist.
#[must_use]
pub fn parse_date(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let mut part = |width: usize| {
        let part = parts.next()?;
        let is_number = part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<i64>().ok()).flatten()
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let days = days_of_civil(year, month, day);
    let exists = (1..=12).contains(&month) && civil_date(days) == Some((year, month, day));
    (parts.next().is_none() && exists).then_some(days)
}

/// Reads a duration such as `P1Y2M` or `-P1DT2H`, on its scale; `None` for other texts.
#[must_use]
pub fn parse_duration(text: &str) -> Option<(ScaleKind, i64)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let rest = rest.strip_prefix('P')?;
    let (date, time) = match rest.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (rest, ""),
    };
    if date.is_empty() && time.is_empty() {
        return None;
    }
    if time.is_empty() && !date.contains('D') {
        let months = sum_units(date, &[('Y', 12), ('M', 1)])?;
        return Some((ScaleKind::Months, sign * months));
    }
    let days = sum_units(date, &[('D', SECONDS_PER_DAY)])?;
    let seconds = sum_units(time, &[('H', 3600), ('M', 60), ('S', 1)])?;
    Some((ScaleKind::Seconds, sign * days.checked_add(seconds)?))
}

/// Adds up numbers with units, each unit at most once and in this order.
fn sum_units(mut text: &str, units: &[(char, i64)]) -> Option<i64> {
    let mut sum = 0i64;
    for &(unit, factor) in units {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        if digits > 0 && text[digits..].starts_with(unit) {
            let number: i64 = text[..digits].parse().ok()?;
            sum = sum.checked_add(number.checked_mul(factor)?)?;
            text = &text[digits + 1..];
        }
    }
    text.is_empty().then_some(sum)
}

/// Returns the days from 1970-01-01 to a date of the Gregorian calendar (Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`).
fn days_of_civil(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that a leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Returns year, month and day; `None` outside the years 0 to 9999.
fn civil_date(days: i64) -> Option<(i64, i64, i64)> {
    let days = days.checked_add(719_468)?;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (0..=9999).contains(&year).then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days() {
        for (text, days) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("2024-03-01", Some(19_783)),
            ("0000-03-01", Some(-719_468)),
            ("9999-12-31", Some(2_932_896)),
            ("1900-02-29", None),
            ("2024-13-01", None),
            ("2024-00-01", None),
            ("2024-1-01", None),
            ("2024-01-01-01", None),
            ("2024-01", None),
            ("", None),
        ] {
            assert_eq!(parse_date(text), days, "{text}");
        }
        for days in -719_468..2_932_896 {
            let (year, month, day) = civil_date(days).unwrap();
            assert_eq!(days_of_civil(year, month, day), days);
        }
    }

    #[test]
    fn durations_are_months_or_seconds() {
        for (text, scale, number, written) in [
            ("P1Y2M", ScaleKind::Months, 14, "P1Y2M"),
            ("-P1M", ScaleKind::Months, -1, "-P1M"),
            ("P0M", ScaleKind::Months, 0, "P0M"),
            ("P1D", ScaleKind::Seconds, 86_400, "P1D"),
            ("PT36H", ScaleKind::Seconds, 129_600, "P1DT12H"),
            ("P1DT2H3M4S", ScaleKind::Seconds, 93_784, "P1DT2H3M4S"),
            ("-PT5M", ScaleKind::Seconds, -300, "-PT5M"),
        ] {
            assert_eq!(parse_duration(text), Some((scale, number)), "{text}");
            assert_eq!(scale.value_text(ExactDecimal::from_whole(number)), written);
        }
        for text in ["", "P", "PT", "P1", "1M", "P1M2Y", "P1.5D", "P1YT1H", "PT1M1H", "P1M1D"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
