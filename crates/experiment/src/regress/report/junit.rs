//! JUnit XML: a suite for each file, a test case for each case.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::describe_difference;
use crate::regress::case_difference::DifferenceSubject;
use crate::regress::outcome::{CaseEnding, CaseOutcome, SuiteOutcome};

/// Returns the whole document. It has no control characters, which XML cannot hold.
///
/// # Errors
/// If the document cannot be written, which no outcome causes.
pub fn junit_document(outcomes: &[SuiteOutcome<'_>]) -> Result<String, SerializeError> {
    let mut report = Report::new("parallax regress");
    let cases = outcomes.iter().flat_map(|outcome| &outcome.cases);
    report.set_time(sum_times(cases));
    for outcome in outcomes {
        let file = outcome.suite.file.as_str();
        let mut suite = TestSuite::new(file);
        suite.set_time(sum_times(outcome.cases.iter()));
        suite.add_test_cases(outcome.cases.iter().map(|case| write_case(file, case)));
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn sum_times<'a, 's: 'a>(cases: impl Iterator<Item = &'a CaseOutcome<'s>>) -> Duration {
    cases.map(measure_time).sum()
}

fn measure_time(case: &CaseOutcome<'_>) -> Duration {
    Duration::try_from_secs_f64(case.seconds).unwrap_or_default()
}

fn write_case(file: &str, case: &CaseOutcome<'_>) -> TestCase {
    let mut test = TestCase::new(case.case.name.as_str(), write_status(file, case));
    test.set_classname(file).set_time(measure_time(case));
    test
}

/// Returns the status of a case: an error if an input could not be read, a failure if another
/// result differs from its expectation.
fn write_status(file: &str, case: &CaseOutcome<'_>) -> TestCaseStatus {
    let kind = match &case.ending {
        CaseEnding::Interrupted => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message("interrupted");
            return skipped;
        }
        CaseEnding::Ran(all) if all.is_empty() => return TestCaseStatus::success(),
        CaseEnding::Ran(all) if all.iter().any(|one| one.subject == DifferenceSubject::Unread) => {
            NonSuccessKind::Error
        }
        CaseEnding::Ran(_) => NonSuccessKind::Failure,
    };
    let all = case.differences();
    let first = all.first().map(describe_difference).unwrap_or_default();
    let message = match all.len() {
        0 | 1 => first,
        number => format!("{first} (and {} more)", number - 1),
    };
    let lines: Vec<String> = all
        .iter()
        .map(|difference| {
            format!("{file}:{}: {}", difference.line, describe_difference(difference))
        })
        .collect();
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message).set_description(lines.join("\n"));
    if let Some(difference) = all.first() {
        status.set_type(difference.subject.name());
    }
    status
}
