//! Requests for puzzles and clues that are not made.

use crate::extra::ClueRule;
use crate::generate::GridKind;

/// A request for a puzzle that is not met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// Puzzles of the kind have other sizes.
    #[error("a {name} of size {size}; expected one of {}", list_sizes(.sizes))]
    Size {
        /// The name of the kind.
        name: &'static str,
        /// The size of the request.
        size: usize,
        /// The sizes that are generated.
        sizes: &'static [usize],
    },
    /// Searches for full grids ended without one.
    #[error("no full grid in {searches} searches")]
    NoGrid {
        /// The number of searches.
        searches: usize,
    },
    /// No map of regions has a full grid.
    #[error("no full grid for {maps} maps of regions")]
    NoMap {
        /// The number of maps.
        maps: usize,
    },
    /// No pattern of black cells has a filling.
    #[error("no filling of {patterns} patterns")]
    NoFilling {
        /// The number of patterns.
        patterns: usize,
    },
    /// No full grid has a clue of the kind.
    #[error("no {kind} clue in {grids} grids")]
    NoClue {
        /// The kind.
        kind: GridKind,
        /// The number of full grids.
        grids: usize,
    },
    /// All puzzles have redundant clues of their kind.
    #[error("givens alone make each of {tries} puzzles unique")]
    RedundantClues {
        /// The number of puzzles.
        tries: u32,
    },
    /// The kind has no board of this size.
    #[error("no board of size {size}")]
    NoBoard {
        /// The size.
        size: usize,
    },
}

fn list_sizes(sizes: &[usize]) -> String {
    sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// A name of no rule of which clues are added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}'; expected one of {}", ClueRule::ALL.map(|rule| rule.0).join(", "))]
pub struct ClueNameError {
    /// The name.
    pub name: String,
}
