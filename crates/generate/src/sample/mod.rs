//! Solutions of an instance, drawn at random.
//!
//! The solutions are numbered from 0 in the lexicographic order of the shown variables.
//! [`Numbered`] finds the solution with a number: in a sorted list of all of them, or by counts
//! under decisions. Both find the same one, so that neither the engine nor memory bounds change a
//! draw: a uniform draw is one whole number below the count ([`Draws`]).
//!
//! [`Diverse`] needs no count: it takes solutions of searches with different seeds that lie far
//! apart. Its draws are not uniform.
//!
//! An engine with wrong counts would bias the draws. So the counts of the parts of a whole must add
//! up to its own count, and every solution is checked by the model and by the rules.

mod asker;
mod below;
mod diverse;
mod draws;
mod listed;
mod numbered;
mod part;
mod population;
#[cfg(test)]
mod tests;

pub use diverse::{Diverse, Far};
pub use draws::Draws;
pub use numbered::{Bounds, Counted, Method, Numbered};
pub use population::Population;

use std::fmt;

use parallax_model::ask::{Answer, Refusal, Stop};

/// The reason why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// An engine did not answer: unknown or unsupported.
    Unanswered(Answer),
    /// An engine returned a wrong solution, or counts that contradict each other.
    Wrong(String),
}

impl From<Stop> for Missing {
    fn from(stop: Stop) -> Self {
        Missing::Unanswered(stop.into())
    }
}

impl From<Refusal> for Missing {
    fn from(refusal: Refusal) -> Self {
        Missing::Unanswered(refusal.into())
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Unanswered(answer) => answer.fmt(f),
            Missing::Wrong(how) => f.write_str(how),
        }
    }
}
