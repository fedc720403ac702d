//! Why a constraint has no propagator.

use crate::levels::MissingLevel;

/// Why a constraint has no propagator at a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropagatorError {
    /// Its kind does not have the level.
    #[error(transparent)]
    Level(#[from] MissingLevel),
    /// A bin packing has too many bins.
    #[error("{bins} bins; expected at most {most}")]
    Bins {
        /// The number of bins.
        bins: usize,
        /// The maximum number of bins.
        most: usize,
    },
    /// The partial sums of an equation are too many for domain consistency.
    #[error(
        "{values} values times {words} words of partial sums are too many for gac (at most \
         {most}); bounds is the strongest level here"
    )]
    Sums {
        /// The number of values of all variables.
        values: usize,
        /// The number of words that hold the partial sums of one place.
        words: usize,
        /// The maximum product of both.
        most: usize,
    },
    /// An automaton has too many arcs when it is unrolled.
    #[error("an automaton over {places} variables needs more than {most} arcs")]
    Arcs {
        /// The number of variables.
        places: usize,
        /// The maximum number of arcs.
        most: usize,
    },
}
