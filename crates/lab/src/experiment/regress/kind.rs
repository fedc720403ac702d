//! The answers that a suite can expect.

use parallax_model::ask::Answer;
use parallax_model::named;

/// An answer without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// There is a solution.
    Sat,
    /// There is none.
    Unsat,
    /// A solution is known to be the best.
    Optimal,
}

named!(Kind, "answer", { Sat => "sat", Unsat => "unsat", Optimal => "optimal" });

impl Kind {
    /// The kind of an answer; `None` for unknown and unsupported.
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
