//! A certificate that is being written.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use parallax_certificates::Step;
use parallax_model::ask::{Answer, Count, Outcome};
use parallax_search::{Log, Logged};

use super::write::Writer;

/// The reason why a certificate is incomplete.
pub(super) enum CertificateError {
    /// The checker has stopped reading.
    Closed,
    /// An error of the output.
    Output(io::Error),
    /// Nothing reaches a certificate here.
    Other(String),
}

impl CertificateError {
    /// Returns the error in words.
    pub(super) fn description(&self) -> String {
        match self {
            CertificateError::Output(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                "the certificate is larger than its limit".to_owned()
            }
            CertificateError::Output(error) => {
                format!("the certificate cannot be written: {error}")
            }
            CertificateError::Closed => "the checker does not read on".to_owned(),
            CertificateError::Other(why) => why.clone(),
        }
    }
}

/// A certificate that is being written; by default none.
#[derive(Default)]
pub(super) struct CertificateWriter {
    writer: Option<Writer<Box<dyn Write>>>,
    fault: Option<CertificateError>,
    /// Whether it is about an optimum.
    optimum: bool,
}

impl CertificateWriter {
    pub(super) fn new(writer: Writer<Box<dyn Write>>, optimum: bool) -> Self {
        CertificateWriter { writer: Some(writer), fault: None, optimum }
    }

    /// Writes a step, if the certificate is still whole.
    pub(super) fn write(&mut self, step: &Step<'_>) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(error) = writer.step(step) {
            self.fail(error);
        }
    }

    /// Ends a certificate that does not get whole.
    pub(super) fn give_up(&mut self, why: String) {
        self.writer = None;
        self.fault = Some(CertificateError::Other(why));
    }

    fn fail(&mut self, error: io::Error) {
        self.writer = None;
        self.fault = Some(match error.kind() {
            io::ErrorKind::BrokenPipe => CertificateError::Closed,
            _ => CertificateError::Output(error),
        });
    }

    /// Writes the end, where the search has come to one, and what is held back. Returns why the
    /// certificate is not whole.
    pub(super) fn finish(&mut self, outcome: &Outcome, given: &Count) -> Option<CertificateError> {
        if outcome.complete {
            let claim = match outcome.answer {
                Answer::Optimal(value) => value.to_string(),
                _ if self.optimum => "none".to_owned(),
                _ => given.to_string(),
            };
            self.write(&Step::End(&claim));
        }
        if let Some(writer) = self.writer.take()
            && let Err(error) = writer.finish()
        {
            self.fail(error);
        }
        self.fault.take()
    }
}

/// Passes the steps of a search on to a certificate.
pub(super) struct CertificateLog(pub(super) Rc<RefCell<CertificateWriter>>);

impl CertificateLog {
    /// Whether the certificate may still get whole.
    pub(super) fn is_whole(&self) -> bool {
        self.0.borrow().writer.is_some()
    }

    /// Writes a step that no search reports.
    pub(super) fn write(&self, step: &Step<'_>) {
        self.0.borrow_mut().write(step);
    }
}

impl Log for CertificateLog {
    fn take(&mut self, step: Logged<'_>) {
        self.0.borrow_mut().write(&match step {
            Logged::Branch(variable, value) => Step::Branch(variable.index(), value.into()),
            Logged::Remove(constraint, variable, values) => {
                Step::Remove(constraint, variable.index(), values)
            }
            Logged::Keep(constraint, variable, low, high) => {
                Step::Keep(constraint, variable.index(), low, high)
            }
            Logged::Group(constraint, all) => Step::Group(constraint, all),
            Logged::Spread(constraint, variable) => Step::Spread(constraint, variable.index()),
            Logged::Fail(constraint) => Step::Fail(constraint),
            Logged::Solution(values) => Step::Solution(values),
            Logged::Up => Step::Up,
            Logged::Restart => Step::Restart,
            Logged::All => Step::All,
            Logged::Split(parts) => Step::Split(parts),
            Logged::Next { .. } => Step::Next,
            Logged::Hold => Step::Hold,
            Logged::Again(problem, names) => Step::Before(problem as usize, names),
        });
    }
}
