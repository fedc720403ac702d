//! The answers that a suite can expect.

use parallax_model::ask::Answer;
use parallax_model::named;

/// An answer without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// At least one solution exists.
    Sat,
    /// No solution exists.
    Unsat,
    /// A solution is known to be optimal.
    Optimal,
}

named!(Kind, "answer", { Sat => "sat", Unsat => "unsat", Optimal => "optimal" });

impl Kind {
    /// Returns the kind of an answer; `None` for unknown and unsupported.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        match answer {
            Answer::Satisfiable => Some(Kind::Sat),
            Answer::Unsatisfiable => Some(Kind::Unsat),
            Answer::Optimal(_) => Some(Kind::Optimal),
            Answer::Unknown(_) | Answer::Unsupported(_) => None,
        }
    }
}
