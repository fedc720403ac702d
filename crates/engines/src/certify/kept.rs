//! A certificate that is being written.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use parallax_certificates::Step;
use parallax_model::ask::{Answer, Outcome};
use parallax_search::{Log, Logged};

use super::write::Writer;

/// Why a certificate is not whole.
pub(super) enum Fault {
    /// The checker does not read on.
    Closed,
    /// The output says so.
    Output(io::Error),
    /// Nothing reaches a certificate here.
    Other(String),
}

impl Fault {
    /// In words.
    pub(super) fn words(&self) -> String {
        match self {
            Fault::Output(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                "the certificate is larger than its limit".to_owned()
            }
            Fault::Output(error) => format!("the certificate cannot be written: {error}"),
            Fault::Closed => "the checker does not read on".to_owned(),
            Fault::Other(why) => why.clone(),
        }
    }
}

/// A certificate that is being written.
pub(super) struct Kept {
    writer: Option<Writer<Box<dyn Write>>>,
    fault: Option<Fault>,
    /// Whether it is about an optimum.
    optimum: bool,
    /// Numbers of a step, used again.
    numbers: Vec<i64>,
}

impl Kept {
    pub(super) fn new(writer: Writer<Box<dyn Write>>, optimum: bool) -> Self {
        Kept { writer: Some(writer), fault: None, optimum, numbers: Vec::new() }
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
        self.fault = Some(Fault::Other(why));
    }

    fn fail(&mut self, error: io::Error) {
        self.writer = None;
        self.fault = Some(match error.kind() {
            io::ErrorKind::BrokenPipe => Fault::Closed,
            _ => Fault::Output(error),
        });
    }

    /// Writes the end, where the search has come to one, and what is held back. Returns why the
    /// certificate is not whole.
    pub(super) fn finish(&mut self, outcome: &Outcome, given: u128) -> Option<Fault> {
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
pub(super) struct Keeper(pub(super) Rc<RefCell<Kept>>);

impl Log for Keeper {
    fn take(&mut self, step: &Logged<'_>) {
        let wide = |value: &i32| i64::from(*value);
        let kept = &mut *self.0.borrow_mut();
        let mut numbers = std::mem::take(&mut kept.numbers);
        numbers.clear();
        let step = match step {
            Logged::Branch(variable, value) => Step::Branch(variable.index(), wide(value)),
            Logged::Remove(constraint, variable, values) => {
                numbers.extend(values.iter().map(wide));
                Step::Remove(*constraint, variable.index(), &numbers)
            }
            Logged::Keep(constraint, variable, low, high) => {
                Step::Keep(*constraint, variable.index(), wide(low), wide(high))
            }
            Logged::Group(constraint, all) => {
                numbers.extend(all.iter().map(wide));
                Step::Group(*constraint, &numbers)
            }
            Logged::Fail(constraint) => Step::Fail(*constraint),
            Logged::Solution(values) => {
                numbers.extend(values.iter().map(wide));
                Step::Solution(&numbers)
            }
            Logged::Up => Step::Up,
            Logged::Restart => Step::Restart,
        };
        kept.write(&step);
        kept.numbers = numbers;
    }
}
