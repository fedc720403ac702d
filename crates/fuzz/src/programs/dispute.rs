//! Cases in dispute: the prover of larger cases and the definitions differ.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use crate::programs::case::FuzzCase;
use crate::programs::language::json::MAX_ADAPTER_SOLUTIONS;

/// A contradiction between a prover and the definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProverDispute {
    /// The case.
    pub case: FuzzCase,
    /// The language in which the prover read it, or that of the target.
    pub language: String,
    /// The contradiction.
    pub kind: DisputeKind,
}

/// The kind of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DisputeKind {
    /// A listed solution does not hold.
    Extra(Vec<i64>),
    /// A solution is not in the list.
    Missing(Vec<i64>),
    /// A solution is listed twice.
    Repeated(Vec<i64>),
    /// The certificate does not prove the list.
    Certificate(String),
}

impl ProverDispute {
    /// Returns the contradiction as text.
    #[must_use]
    pub fn describe_dispute(&self) -> String {
        match &self.kind {
            DisputeKind::Extra(values) => format!("the listed solution {values:?} does not hold"),
            DisputeKind::Missing(values) => format!("the solution {values:?} is not listed"),
            DisputeKind::Repeated(values) => format!("the solution {values:?} is listed twice"),
            DisputeKind::Certificate(why) => format!("the certificate proves nothing: {why}"),
        }
    }
}

impl ProverDispute {
    /// Returns the dispute as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "dispute": self.describe_dispute(),
            "language": self.language,
            "case_number": self.case.id,
            "case": self.case.to_json(MAX_ADAPTER_SOLUTIONS),
        })
    }
}

/// Writes a dispute to a file of a folder.
///
/// # Errors
/// If the file cannot be written.
pub fn write_dispute(folder: &Path, dispute: &ProverDispute) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // The first four operators keep the name of the file short; the number of the case makes it
    // unique.
    let names = crate::programs::cause::innermost_operators(&dispute.case).into_iter().take(4);
    let names: Vec<&str> = names.map(crate::programs::Operator::name).collect();
    let stem = format!("dispute-{}-{}-{}", dispute.language, names.join("-"), dispute.case.id);
    let text = serde_json::to_string_pretty(&dispute.to_json())?;
    fs::write(folder.join(format!("{stem}.json")), text + "\n")
}

/// Describes disputes in Markdown.
pub(crate) fn describe_disputes(text: &mut String, disputes: &[ProverDispute]) {
    if disputes.is_empty() {
        return;
    }
    text.push_str("\n# In dispute\n\n");
    text.push_str(
        "The prover of larger cases and the definitions differ: no target is at fault.\n",
    );
    for dispute in disputes {
        let _ = writeln!(text, "\n- case {}, {}: {}", dispute.case.id, dispute.language, {
            dispute.describe_dispute()
        });
        let _ = writeln!(text, "\n```\n{}\n```", dispute.case.to_json(MAX_ADAPTER_SOLUTIONS));
    }
}

/// Returns the suite of disputes in a JUnit report.
pub(crate) fn write_suite(disputes: &[ProverDispute]) -> TestSuite {
    let mut suite = TestSuite::new("prover of larger cases");
    for dispute in disputes {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(dispute.describe_dispute());
        status.set_description(dispute.case.to_json(MAX_ADAPTER_SOLUTIONS).to_string());
        let mut test = TestCase::new(format!("case {}", dispute.case.id), status);
        // CI servers know these tests by this name.
        test.set_classname("hunt");
        suite.add_test_case(test);
    }
    suite
}
