//! The answers that a suite can expect.

use parallax_model::engine_api::Answer;
use parallax_model::named;

/// An answer without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisiveAnswer {
    /// At least one solution exists.
    Sat,
    /// No solution exists.
    Unsat,
    /// A solution is known to be optimal.
    Optimal,
}

named!(DecisiveAnswer, "answer", { Sat => "sat", Unsat => "unsat", Optimal => "optimal" });

impl DecisiveAnswer {
    /// Returns the kind of an answer; `None` for unknown and unsupported.
    #[must_use]
    pub fn from_answer(answer: &Answer) -> Option<Self> {
        match answer {
            Answer::Satisfiable => Some(DecisiveAnswer::Sat),
            Answer::Unsatisfiable => Some(DecisiveAnswer::Unsat),
            Answer::Optimal(_) => Some(DecisiveAnswer::Optimal),
            Answer::Unknown(_) | Answer::Unsupported(_) => None,
        }
    }
}
