//! A part of an instance's text alone: the ground on which an explanation is confirmed.

use super::Instance;
use crate::Given;

/// The rest of an instance: some of the constraints of its
/// [`explainable`](Instance::explainable) model, and values of variables of that model.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'e> {
    /// The labels of the constraints that stay. Facts, which no explanation names, stay always.
    pub labels: &'e [&'e str],
    /// The values that variables have.
    pub givens: &'e [Given],
    /// The values that variables do not have.
    pub excluded: &'e [Given],
}

/// The answer to the question whether an [`Excerpt`] has a solution.
pub enum Excerpted {
    /// This program has answered it: whether there is a solution.
    Solved {
        /// Whether there is a solution.
        satisfiable: bool,
        /// The program.
        by: String,
    },
    /// The instance that is left. Engines answer it.
    Open(Box<dyn Instance>),
    /// It cannot be answered, for this reason.
    Failed(String),
}
