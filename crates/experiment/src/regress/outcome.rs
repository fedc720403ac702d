//! The result of a case, from which every format reports.

use super::bless::Blessed;
use super::subject::Difference;
use super::suite::{Case, Suite};

/// The result of a suite.
#[derive(Debug)]
pub struct SuiteOutcome<'s> {
    /// The suite.
    pub suite: &'s Suite,
    /// The results of the selected cases, in order.
    pub cases: Vec<CaseOutcome<'s>>,
}

/// The result of a case.
#[derive(Debug)]
pub struct CaseOutcome<'s> {
    /// The case.
    pub case: &'s Case,
    /// How it ended.
    pub ending: Ending,
    /// The changes of a blessing, if one was requested.
    pub blessed: Option<Blessed>,
    /// The number of instances that ran or cannot be read.
    pub instances: usize,
    /// Wall-clock time in seconds.
    pub seconds: f64,
}

/// How a case ended.
#[derive(Debug)]
pub enum Ending {
    /// It ran; the differences.
    Ran(Vec<Difference>),
    /// An interrupt came before its end.
    Interrupted,
}

impl CaseOutcome<'_> {
    /// The differences.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        match &self.ending {
            Ending::Ran(differences) => differences,
            Ending::Interrupted => &[],
        }
    }

    /// Returns `as expected`, `different` or `interrupted`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.ending {
            Ending::Interrupted => "interrupted",
            Ending::Ran(differences) if differences.is_empty() => "as expected",
            Ending::Ran(_) => "different",
        }
    }
}

impl SuiteOutcome<'_> {
    /// Returns the number of cases that differ.
    #[must_use]
    pub fn different(&self) -> usize {
        self.cases.iter().filter(|case| !case.differences().is_empty()).count()
    }

    /// Returns the number of cases that an interrupt left out.
    #[must_use]
    pub fn interrupted(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.ending, Ending::Interrupted)).count()
    }
}
