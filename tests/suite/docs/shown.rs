//! Compares the output that a page shows with the output of a command.
//!
//! `…` alone on a line matches any number of lines, `…` within a line any text, with the spaces
//! around it. Times, decimal numbers, percentages and bars differ from run to run and are not
//! compared, nor is the width of spaces and rules.

use std::ops::RangeInclusive;

/// Compares shown with printed lines.
///
/// # Errors
/// Returns the shown line that is not in the printed text, or the first line that is printed and
/// not shown.
pub(super) fn compare(shown: &[String], printed: &str) -> Result<(), String> {
    let shown: Vec<String> = shown.iter().map(|line| normalised(line)).collect();
    let mut printed: Vec<String> = printed.lines().map(normalised).collect();
    while printed.last().is_some_and(String::is_empty) {
        printed.pop();
    }
    let mut parts: Vec<&[String]> = shown.split(|line| line == "…").collect();
    let mut rest = after(parts.remove(0), &printed, 0..=0)?;
    let Some(last) = parts.pop() else {
        let unshown = |line: &String| Err(format!("printed and not shown: {line}"));
        return rest.first().map_or(Ok(()), unshown);
    };
    for part in parts {
        rest = after(part, rest, 0..=rest.len())?;
    }
    let end = rest.len().saturating_sub(last.len());
    after(last, rest, end..=end).map(drop)
}

/// Returns the text printed after the shown lines, which begin at one of these places.
fn after<'a>(
    shown: &[String],
    printed: &'a [String],
    mut places: RangeInclusive<usize>,
) -> Result<&'a [String], String> {
    let place = places.find(|&at| agree(shown, &printed[at..]));
    place.map(|at| &printed[at + shown.len()..]).ok_or_else(|| missing(shown, printed))
}

/// Whether the first printed lines are as shown.
fn agree(shown: &[String], printed: &[String]) -> bool {
    shown.len() <= printed.len() && shown.iter().zip(printed).all(|(s, p)| line_agrees(s, p))
}

fn missing(part: &[String], printed: &[String]) -> String {
    let absent = |line: &&String| !printed.iter().any(|printed| line_agrees(line, printed));
    match part.iter().find(absent) {
        Some(line) => format!("not printed: {line}"),
        None => format!("printed, but not in this place: {}", part.join(" / ")),
    }
}

/// Whether a printed line is as shown, with `…` for any text.
fn line_agrees(shown: &str, printed: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else { return shown == printed };
    let Some(mut left) = printed.strip_prefix(start.trim_end()) else { return false };
    let (middle, end) = rest.rsplit_once('…').unwrap_or(("", rest));
    for piece in middle.split('…') {
        match left.split_once(piece.trim()) {
            Some((_, after)) => left = after,
            None => return false,
        }
    }
    left.ends_with(end.trim_start())
}

/// Returns a line with one space for each gap, and without the parts that differ from run to run.
fn normalised(line: &str) -> String {
    let bars = |c: &char| !('\u{2580}'..='\u{259f}').contains(c);
    let line: String = line.chars().filter(bars).collect();
    let words = line.split_whitespace().map(|word| without_decimals(&single_rules(word)));
    let mut plain: Vec<String> = Vec::new();
    for word in words {
        let unit = word.trim_end_matches([',', ';', '.', ')']);
        let timed = matches!(unit, "s" | "ms" | "µs" | "ns");
        match plain.last_mut() {
            Some(number) if timed && number.ends_with(|c: char| c.is_ascii_digit()) => {
                let digits = |c: char| c.is_ascii_digit();
                *number = format!("{}0", number.trim_end_matches(digits));
                plain.push(format!("s{}", &word[unit.len()..]));
            }
            _ => plain.push(word),
        }
    }
    plain.join(" ")
}

/// Reduces runs of line characters to one.
fn single_rules(word: &str) -> String {
    let mut chars: Vec<char> = word.chars().collect();
    chars.dedup_by(|a, b| a == b && matches!(a, '─' | '═' | '━'));
    chars.into_iter().collect()
}

/// Replaces each decimal number and percentage of a word by 0. Numbers with two dots are versions
/// and stay.
fn without_decimals(word: &str) -> String {
    let mut plain = String::new();
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        plain += &rest[..start];
        let number = &rest[start..];
        let within = |c: char| c.is_ascii_digit() || c == '.';
        let mut end = number.find(|c| !within(c)).unwrap_or(number.len());
        end = number[..end].trim_end_matches('.').len();
        let exponent = number[end..]
            .strip_prefix("e-")
            .map_or(0, |rest| 2 + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        let share = number[end..].starts_with('%');
        let decimal = number[..end].matches('.').count() == 1 || exponent > 2 || share;
        plain += if decimal { "0" } else { &number[..end] };
        rest = &number[end + exponent..];
    }
    plain + rest
}

#[test]
fn what_differs_from_run_to_run_is_left_out() {
    let same = [
        ("solve 0.000112 s, check 3 ms", "solve   0 s, check 1.5 µs"),
        ("│ a │ 12% ████▌ │", "│ a    │ 7% █ │"),
        ("┌────┐", "┌─────────┐"),
        (r#"{"encode":2e-5,"n":3}"#, r#"{"encode":0.0013,"n":3}"#),
    ];
    for (shown, printed) in same {
        assert_eq!(compare(&[shown.to_owned()], printed), Ok(()), "{shown}");
    }
    for (shown, printed) in [("0.1.0", "0.2.0"), ("3 cards", "4 cards"), ("n=3", "n=4")] {
        assert!(compare(&[shown.to_owned()], printed).is_err(), "{shown}");
    }
}

#[test]
fn a_wrong_line_is_found() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let printed = "one\ntwo 2\nthree\nfour\n";
    let good = [
        "one\ntwo 2\nthree\nfour",
        "…\nthree\n…",
        "one\n…",
        "…\nfour",
        "one\n…\nthree\nf … r",
        "…",
    ];
    for text in good {
        assert_eq!(compare(&shown(text), printed), Ok(()), "{text}");
    }
    let wrong = [
        "one\ntwo 3\n…",
        "one\ntwo 2\nthree",
        "two 2\n…",
        "…\nthree",
        "…\nfive\n…",
        "…\nthree\n…\ntwo 2\n…",
        "",
        "one\ntwo 2\nthree\nfour\nfive",
        "o…x\n…",
    ];
    for text in wrong {
        assert!(compare(&shown(text), printed).is_err(), "{text}");
    }
    assert!(compare(&shown("one\ntwo 3\n…"), printed).is_err_and(|e| e.contains("two 3")));
}
