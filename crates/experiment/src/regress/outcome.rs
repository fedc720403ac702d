//! The result of a case, from which every format reports.

use super::bless::CaseBlessing;
use super::case_difference::CaseDifference;
use super::suite::{RegressionCase, RegressionSuite};

/// The result of a suite.
#[derive(Debug)]
pub struct SuiteOutcome<'s> {
    /// The suite.
    pub suite: &'s RegressionSuite,
    /// The results of the selected cases, in order.
    pub cases: Vec<CaseOutcome<'s>>,
}

/// The result of a case.
#[derive(Debug)]
pub struct CaseOutcome<'s> {
    /// The case.
    pub case: &'s RegressionCase,
    /// How it ended.
    pub ending: CaseEnding,
    /// The changes of a blessing, if one was requested.
    pub blessed: Option<CaseBlessing>,
    /// The number of instances that ran or cannot be read.
    pub instances: usize,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// How a case ended.
#[derive(Debug)]
pub enum CaseEnding {
    /// It ran; the differences.
    Ran(Vec<CaseDifference>),
    /// An interrupt came before its end.
    Interrupted,
}

impl CaseOutcome<'_> {
    /// The differences.
    #[must_use]
    pub fn differences(&self) -> &[CaseDifference] {
        match &self.ending {
            CaseEnding::Ran(differences) => differences,
            CaseEnding::Interrupted => &[],
        }
    }

    /// Returns `as expected`, `different` or `interrupted`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.ending {
            CaseEnding::Interrupted => "interrupted",
            CaseEnding::Ran(differences) if differences.is_empty() => "as expected",
            CaseEnding::Ran(_) => "different",
        }
    }
}

impl SuiteOutcome<'_> {
    /// Returns the number of cases that differ.
    #[must_use]
    pub fn different_count(&self) -> usize {
        self.cases.iter().filter(|case| !case.differences().is_empty()).count()
    }

    /// Returns the number of cases that an interrupt left out.
    #[must_use]
    pub fn interrupted_count(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.ending, CaseEnding::Interrupted)).count()
    }
}
