//! The request: an instance to explain, and the engines for it.

use std::sync::Arc;

use parallax_model::Given;
use parallax_model::engine_api::Engine;

/// Options of an explanation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplanationOptions {
    /// The kind and number of sets.
    pub sets: MinimalSets,
    /// Whether to find a smallest change after which there is a solution.
    pub repair: bool,
    /// Whether the givens are facts that no set names.
    pub rules_only: bool,
    /// The value to explain, instead of the absence of a solution.
    pub about: Option<Given>,
    /// The seed of all random decisions.
    pub seed: u64,
}

/// Which minimal sets to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MinimalSets {
    /// One.
    #[default]
    One,
    /// A smallest one.
    Smallest,
    /// All of them, up to this number.
    All(usize),
}

/// The engines that explain.
#[derive(Clone)]
pub struct ExplanationEngines {
    /// The first of these that takes the model finds the sets; engines with cores are faster.
    pub deciders: Vec<Arc<dyn Engine>>,
    /// These confirm the sets, in order; each gets the questions that the ones before it leave
    /// open.
    pub confirmers: Vec<Arc<dyn Engine>>,
    /// This engine finds smallest hitting sets.
    pub optimiser: Arc<dyn Engine>,
}
