//! A certificate that is being written.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use parallax_certificates::CertificateStep;
use parallax_model::engine_api::{Answer, QuestionOutcome, SolutionCount};
use parallax_search::{SearchLog, SearchLogEntry};

use super::write::CertificateStepWriter;

/// The reason why a certificate is incomplete.
pub(super) enum CertificateError {
    /// The checker has stopped reading.
    Closed,
    /// An error of the output.
    Output(io::Error),
    /// The answer cannot be certified in this way.
    Other(String),
}

impl CertificateError {
    /// Describes the error.
    pub(super) fn describe_error(&self) -> String {
        match self {
            CertificateError::Output(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                "the certificate is larger than its limit".to_owned()
            }
            CertificateError::Output(error) => {
                format!("the certificate cannot be written: {error}")
            }
            CertificateError::Closed => "the checker has stopped reading".to_owned(),
            CertificateError::Other(why) => why.clone(),
        }
    }
}

/// A certificate that is being written; by default none.
#[derive(Default)]
pub(super) struct CertificateWriter {
    writer: Option<CertificateStepWriter<Box<dyn Write>>>,
    fault: Option<CertificateError>,
    /// Whether it is about an optimum.
    optimum: bool,
}

impl CertificateWriter {
    pub(super) fn new(writer: CertificateStepWriter<Box<dyn Write>>, optimum: bool) -> Self {
        CertificateWriter { writer: Some(writer), fault: None, optimum }
    }

    /// Writes a step, if the certificate is still whole.
    pub(super) fn write_step(&mut self, step: &CertificateStep<'_>) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(error) = writer.write_step(step) {
            self.note_failure(error);
        }
    }

    /// Ends a certificate that remains incomplete.
    pub(super) fn give_up(&mut self, why: String) {
        self.writer = None;
        self.fault = Some(CertificateError::Other(why));
    }

    fn note_failure(&mut self, error: io::Error) {
        self.writer = None;
        self.fault = Some(match error.kind() {
            // The checker closes its end of the pipe when it refuses, and its thread has the
            // reason.
            io::ErrorKind::BrokenPipe => CertificateError::Closed,
            _ => CertificateError::Output(error),
        });
    }

    /// Writes the last step, if the search is complete, and the held bytes. Returns the reason why
    /// the certificate is incomplete, if it is.
    pub(super) fn finish_certificate(
        &mut self,
        outcome: &QuestionOutcome,
        given: &SolutionCount,
    ) -> Option<CertificateError> {
        if outcome.complete {
            let claim = match outcome.answer {
                Answer::Optimal(value) => value.to_string(),
                _ if self.optimum => "none".to_owned(),
                _ => given.to_string(),
            };
            self.write_step(&CertificateStep::End(&claim));
        }
        if let Some(writer) = self.writer.take()
            && let Err(error) = writer.finish_output()
        {
            self.note_failure(error);
        }
        self.fault.take()
    }
}

/// Passes the steps of a search on to a certificate.
pub(super) struct CertificateLog(pub(super) Rc<RefCell<CertificateWriter>>);

impl CertificateLog {
    /// Whether the certificate may still become complete.
    pub(super) fn is_whole(&self) -> bool {
        self.0.borrow().writer.is_some()
    }

    /// Writes a step that no search reports.
    pub(super) fn append_step(&self, step: &CertificateStep<'_>) {
        self.0.borrow_mut().write_step(step);
    }
}

impl SearchLog for CertificateLog {
    fn take_step(&mut self, step: SearchLogEntry<'_>) {
        self.0.borrow_mut().write_step(&match step {
            SearchLogEntry::Branch(variable, value) => {
                CertificateStep::Branch(variable.index(), value.into())
            }
            SearchLogEntry::Remove(constraint, variable, values) => {
                CertificateStep::Remove(constraint, variable.index(), values)
            }
            SearchLogEntry::Keep(constraint, variable, low, high) => {
                CertificateStep::Keep(constraint, variable.index(), low, high)
            }
            SearchLogEntry::Group(constraint, all) => CertificateStep::Group(constraint, all),
            SearchLogEntry::Spread(constraint, variable) => {
                CertificateStep::Spread(constraint, variable.index())
            }
            SearchLogEntry::Fail(constraint) => CertificateStep::Fail(constraint),
            SearchLogEntry::Solution(values) => CertificateStep::Solution(values),
            SearchLogEntry::Up => CertificateStep::Up,
            SearchLogEntry::Restart => CertificateStep::Restart,
            SearchLogEntry::All => CertificateStep::All,
            SearchLogEntry::Split(parts) => CertificateStep::Split(parts),
            SearchLogEntry::Next { .. } => CertificateStep::Next,
            SearchLogEntry::Hold => CertificateStep::Hold,
            SearchLogEntry::Again(problem, names) => {
                CertificateStep::Before(problem as usize, names)
            }
        });
    }
}
