//! Faults as JUnit XML: a suite for each file, a test for each table.

use parallax_tables::lint::LintReport;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::faults::{describe_example, describe_finding, describe_table};

/// Returns the document of all files.
pub(super) fn lint_document(suites: Vec<TestSuite>) -> Result<String, SerializeError> {
    let mut document = Report::new("parallax lint");
    document.add_test_suites(suites);
    document.to_string()
}

/// Returns the suite of a file with these tables. A table without faults is a success.
pub(super) fn lint_suite(
    file: &str,
    tables: &[String],
    report: &LintReport,
    conflict: &Option<Vec<String>>,
) -> TestSuite {
    let mut suite = TestSuite::new(file);
    for (index, table) in tables.iter().enumerate() {
        // Faults of tables with one name stand in the first of these.
        let is_first = !tables[..index].contains(table);
        let faults: Vec<String> = report
            .findings
            .iter()
            .filter(|finding| is_first && describe_table(finding) == *table)
            .map(|finding| {
                let place = finding.place.map_or(String::new(), |(line, _)| format!(":{line}"));
                let words = describe_finding(finding) + &describe_example(finding);
                format!("{file}{place}: {}: {words}", finding.fault.json_name())
            })
            .collect();
        suite.add_test_case(TestCase::new(table.as_str(), failed_status(&faults)));
    }
    if let Some(rules) = conflict {
        let status = failed_status(&[format!("no common solution: {}", rules.join("; "))]);
        suite.add_test_case(TestCase::new("all tables together", status));
    }
    for words in report.open.iter().chain(&report.unchecked) {
        let mut status = TestCaseStatus::skipped();
        status.set_message(words.as_str());
        suite.add_test_case(TestCase::new(words.as_str(), status));
    }
    suite
}

/// Returns the suite of a file that cannot be read.
pub(super) fn unread_suite(file: &str, why: &str) -> TestSuite {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(why);
    let mut suite = TestSuite::new(file);
    suite.add_test_case(TestCase::new("read", status));
    suite
}

/// Returns the status of a test with these faults.
fn failed_status(faults: &[String]) -> TestCaseStatus {
    let Some(first) = faults.first() else { return TestCaseStatus::success() };
    let message = match faults.len() {
        1 => first.clone(),
        number => format!("{first} (and {} more)", number - 1),
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message).set_description(faults.join("\n"));
    status
}
