//! Numbers as a report writes them.

use crate::columns::ReportCell;

/// Writes a count; 0 is empty.
pub(super) fn count_cell(number: u64) -> ReportCell {
    let text = if number == 0 { String::new() } else { number.to_string() };
    ReportCell::number(number as f64, text)
}

/// Writes a count, including 0.
pub(super) fn number_cell(number: u64) -> ReportCell {
    ReportCell::number(number as f64, number.to_string())
}

/// Writes seconds; `None` is empty.
pub(super) fn seconds_cell(time: Option<f64>) -> ReportCell {
    time.map_or_else(ReportCell::default, |time| {
        ReportCell::number(time, crate::seconds_text(time))
    })
}

/// Writes bytes in units of 10^6.
pub(super) fn megabytes_cell(bytes: Option<u64>) -> ReportCell {
    let entry = |bytes: u64| {
        let megabytes = bytes as f64 / 1e6;
        ReportCell::number(megabytes, format!("{megabytes:.1}"))
    };
    bytes.map_or_else(ReportCell::default, entry)
}

/// Writes a number with about three digits.
pub(super) fn round_number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if !(1e-3..1e7).contains(&size) => format!("{value:.2e}"),
        size if size < 0.1 => format!("{value:.4}"),
        size if size < 10.0 => format!("{value:.2}"),
        size if size < 1000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Writes a ratio; `None` is empty.
pub(super) fn ratio_cell(value: Option<f64>) -> ReportCell {
    value.map_or_else(ReportCell::default, |value| ReportCell::number(value, round_number(value)))
}

/// Writes a p-value.
pub(super) fn p_value(p: f64) -> ReportCell {
    let text = if p < 1e-4 { "<0.0001".into() } else { format!("{p:.4}") };
    ReportCell::number(p, text)
}

/// Writes seconds since 1970 as a date and a time of day, UTC.
pub(super) fn date_time(unix_s: u64) -> String {
    let (days, rest) = (unix_s / 86_400, unix_s % 86_400);
    // The civil calendar in eras of 400 years that begin in March (Hinnant 2013).
    // 719,468 days separate 0000-03-01 from 1970-01-01. A year that begins in March has its leap
    // day at the end, so five months from March or August always have 153 days.
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, late) = (of_year - (153 * month + 2) / 5 + 1, month >= 10);
    let month = if late { month - 9 } else { month + 3 };
    let year = year + 400 * era + u64::from(late);
    let (hour, minute) = (rest / 3600, rest / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_164_799, "2024-02-28 23:59 UTC"),
            (4_102_444_800, "2100-01-01 00:00 UTC"),
        ] {
            assert_eq!(date_time(seconds), expected);
        }
        assert!(date_time(u64::MAX).ends_with("UTC"));
    }

    #[test]
    fn numbers_have_the_digits_that_matter() {
        let found = [0.0, 1e-9, 0.0123, 1.005, 123.45, 12345.6, -3e9].map(round_number);
        assert_eq!(found, ["0", "1.00e-9", "0.0123", "1.00", "123.5", "12346", "-3.00e9"]);
    }
}
