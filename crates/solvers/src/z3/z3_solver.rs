//! The solver and the questions put to it.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::smt::EncodedScript;
use parallax_model::engine_api::{Control, EnumerationEnd, PreparationError};

use super::effort::Z3Statistics;
use super::worker::Z3Worker;

/// Returns the library's version, for example `5.4.0`.
#[must_use]
pub fn library_version() -> String {
    let full = z3::full_version();
    full.trim_start_matches("Z3 ").split(' ').next().unwrap_or(full).to_owned()
}

/// A question.
pub struct Z3Question {
    /// Integers, by index, fixed to values for this question.
    pub assume: Vec<(usize, i64)>,
    /// The integers that distinguish solutions.
    pub shown: Vec<usize>,
    /// For a minimisation: the sum that each solution must lower compared with the one before,
    /// as coefficients and integers by index.
    pub cost: Option<Vec<(i64, usize)>>,
    /// The number of solutions after which to stop.
    pub limit: Option<u64>,
    /// The limits.
    pub control: Control,
}

/// A script inside Z3, in a separate thread.
pub struct Z3Solver {
    pub(super) script: Arc<EncodedScript>,
    pub(super) seed: u64,
    /// `None` after a stop or a failure: the next question makes a new one.
    pub(super) worker: Option<Z3Worker>,
}

impl Z3Solver {
    /// Starts a thread and asserts the script in it.
    ///
    /// # Errors
    /// If no thread can be started, Z3 fails, or `control` stops it.
    pub fn start_solver(
        script: Arc<EncodedScript>,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let worker = Some(Z3Worker::start_thread(&script, seed, control)?);
        Ok(Z3Solver { script, seed, worker })
    }

    /// Reports every solution to `on_model` (the values of all integers by index) until the
    /// question's limit, a stop, or a break.
    pub fn enumerate_solutions(
        &mut self,
        question: Z3Question,
        on_model: &mut dyn FnMut(&[i64]) -> ControlFlow<()>,
    ) -> (u64, EnumerationEnd, Z3Statistics) {
        // The worker is taken out while it works: if the callback panics, the worker is dropped
        // together with the unfinished question.
        let worker = match self.worker.take() {
            Some(worker) => Ok(worker),
            None => Z3Worker::start_thread(&self.script, self.seed, &question.control),
        };
        match worker {
            Ok(worker) => {
                let run = worker.run_question(question, on_model);
                self.worker = run.sound.then_some(worker);
                (run.found, run.ended, run.effort)
            }
            Err(PreparationError::Stopped(stop)) => {
                (0, EnumerationEnd::Stopped(stop), Z3Statistics::new())
            }
            Err(PreparationError::Failed(why) | PreparationError::Unsupported(why)) => {
                (0, EnumerationEnd::GaveUp(why), Z3Statistics::new())
            }
        }
    }
}
