//! JUnit XML: a suite for each file, a test case for each case.

use std::fmt::Write;

use super::about;
use crate::regress::outcome::{CaseOutcome, Ending, SuiteOutcome};
use crate::regress::subject::Subject;

/// Returns the whole document.
#[must_use]
pub fn junit(outcomes: &[SuiteOutcome<'_>]) -> String {
    let cases = || outcomes.iter().flat_map(|outcome| &outcome.cases);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text += &open("testsuites", "parallax regress", cases());
    for outcome in outcomes {
        text += "  ";
        text += &open("testsuite", &outcome.suite.file, outcome.cases.iter());
        for case in &outcome.cases {
            text += &test_case(&outcome.suite.file, case);
        }
        text += "  </testsuite>\n";
    }
    text + "</testsuites>\n"
}

/// The status of a case in JUnit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Passed,
    /// At least one result differs from its expectation.
    Failed,
    /// An input could not be read.
    Error,
    Skipped,
}

fn status(case: &CaseOutcome<'_>) -> Status {
    match &case.ending {
        Ending::Interrupted => Status::Skipped,
        Ending::Ran(all) if all.is_empty() => Status::Passed,
        Ending::Ran(all) if all.iter().any(|one| one.subject == Subject::Unread) => Status::Error,
        Ending::Ran(_) => Status::Failed,
    }
}

/// Writes the tag that opens a group of cases, with their numbers.
fn open<'a, 's: 'a>(
    tag: &str,
    name: &str,
    cases: impl Iterator<Item = &'a CaseOutcome<'s>> + Clone,
) -> String {
    let number = |wanted| cases.clone().filter(|case| status(case) == wanted).count();
    let seconds: f64 = cases.clone().map(|case| case.seconds).sum();
    let skipped = match tag {
        "testsuite" => format!(" skipped=\"{}\"", number(Status::Skipped)),
        _ => String::new(),
    };
    format!(
        "<{tag} name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\"{skipped} time=\"{seconds:.3}\">\n",
        escaped(name),
        cases.clone().count(),
        number(Status::Failed),
        number(Status::Error),
    )
}

fn test_case(suite: &str, case: &CaseOutcome<'_>) -> String {
    let mut text = format!(
        "    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\"",
        escaped(&case.case.name),
        escaped(suite),
        case.seconds
    );
    let tag = match status(case) {
        Status::Passed => return text + "/>\n",
        Status::Skipped => return text + "><skipped message=\"interrupted\"/></testcase>\n",
        Status::Failed => "failure",
        Status::Error => "error",
    };
    let all = case.differences();
    let first = all.first().map(about).unwrap_or_default();
    let subject = all.first().map_or("", |difference| difference.subject.name());
    let message = match all.len() {
        0 | 1 => first,
        number => format!("{first} (and {} more)", number - 1),
    };
    let lines: Vec<String> = all
        .iter()
        .map(|difference| format!("{suite}:{}: {}", difference.line, about(difference)))
        .collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "><{tag} message=\"{}\" type=\"{subject}\">{}</{tag}></testcase>",
        escaped(&message),
        escaped(&lines.join("\n"))
    );
    text
}

/// Escapes a text for an element or an attribute. Characters that XML cannot hold become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' => out += "&#10;",
            '\r' => out += "&#13;",
            '\t' => out += "&#9;",
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
