//! Faults in a specification.

use super::spec::MAX_SEEDS;

/// Why a text is not a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberRangeError {
    /// The text is not in the form of a range.
    #[error("'{text}'; expected a range such as 1..5")]
    Form {
        /// The text.
        text: String,
    },
    /// The last number is smaller than the first.
    #[error("'{text}' is empty; expected a range such as 1..5")]
    Empty {
        /// The text.
        text: String,
    },
    /// The range is too long.
    #[error("'{text}' has more than {MAX_SEEDS} numbers")]
    Length {
        /// The text.
        text: String,
    },
}

/// Why seeds cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeedsError {
    /// The range of the seeds is faulty.
    #[error(transparent)]
    Range(#[from] NumberRangeError),
    /// There are no seeds.
    #[error("seeds: an empty list; leave it out for seed 0")]
    Empty,
    /// A seed occurs twice.
    #[error("seeds: {seed} occurs twice")]
    Repeat {
        /// The seed.
        seed: u64,
    },
}

/// Why the members of a specification do not make an experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SpecificationError {
    /// There are no instances.
    #[error("no instances; expected 'instances' or 'generate'")]
    NoInstances,
    /// There are no engines.
    #[error("'engines' is empty; expected a list such as [\"native\"]")]
    NoEngines,
    /// Each run is made zero times.
    #[error("'repeats' is 0; expected 1 or more")]
    NoRepeats,
    /// The seeds are faulty.
    #[error(transparent)]
    Seeds(#[from] SeedsError),
    /// A limit is not a duration.
    #[error("limits: '{limit}' must be seconds above 0")]
    Seconds { limit: &'static str },
    /// The limit on memory is 0.
    #[error("limits: 'memory' must be megabytes above 0")]
    Megabytes,
    /// Certificates of parts are requested, but no certificates.
    #[error("'parts-of' is about certificates; expected 'certificates', too")]
    NoCertificates,
    /// Runs in this process have limits that need child processes.
    #[error("limits on 'cpu' and 'memory' need separate processes; leave out 'in-process'")]
    ProcessLimits,
}
