//! Why a search for a choice of elements fails.

use parallax_grids::ClueRule;

use crate::oracle_error::OracleFault;

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinimumChoiceError {
    /// The control stopped it.
    Stopped,
    /// An engine, or the puzzle, does not allow it.
    Fault(ChoiceError),
}

impl From<OracleFault> for MinimumChoiceError {
    fn from(fault: OracleFault) -> Self {
        MinimumChoiceError::Fault(fault.into())
    }
}

impl From<ChoiceError> for MinimumChoiceError {
    fn from(error: ChoiceError) -> Self {
        MinimumChoiceError::Fault(error)
    }
}

/// Why an engine, or the puzzle, allows no search for a choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The engine has no answer.
    #[error(transparent)]
    Oracle(#[from] OracleFault),
    /// The puzzle cannot be written without some of its clues.
    #[error("the puzzle does not exist without some of its clues, so they cannot be chosen")]
    NoPuzzle,
    /// With fewer clues, the solution is not one any more.
    #[error("with fewer clues, the solution is lost, so the clues depend on each other")]
    Dependent,
    /// Another solution breaks no clue.
    #[error("the puzzle has several solutions")]
    SeveralSolutions,
    /// The puzzle has no solution, or several.
    #[error("the puzzle does not have exactly one solution")]
    SolutionCount,
    /// Without a clue, the others forbid the solution.
    #[error("{clue}: without it, others forbid the solution; sets of clues cannot be compared")]
    Forbidden {
        /// The clue, as text.
        clue: String,
    },
    /// Another solution neither breaks a clue nor differs.
    #[error("another solution breaks no clue and differs in none")]
    Unbroken,
    /// A solution breaks an element that was chosen.
    #[error("a solution breaks what was to hold")]
    BrokenChoice,
    /// The engine does not find a known solution again.
    #[error("the engine does not find a solution that it has found before")]
    LostSolution,
    /// The givens are not values of cells.
    #[error("the givens of a {puzzle} are no values of its cells; none can be added")]
    Cells {
        /// The kind of puzzle.
        puzzle: &'static str,
    },
    /// A clue of a rule may also add solutions.
    #[error("--with {rule}: {reason}")]
    FreeingRule {
        /// The rule.
        rule: ClueRule,
        /// The reason, as text.
        reason: &'static str,
    },
    /// An engine contradicts a known solution.
    #[error("{clue}: an engine finds {count} solutions, but one is known")]
    Disagreement {
        /// The clue, as text.
        clue: String,
        /// The number of solutions.
        count: u64,
    },
}
