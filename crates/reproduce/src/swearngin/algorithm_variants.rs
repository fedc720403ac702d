//! The algorithms, and the choices that the paper leaves open.

use parallax_engines::Spec;

/// An algorithm under one of the choices that the paper leaves open.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmVariant {
    /// The name of the algorithm in the paper.
    pub name: &'static str,
    /// The choice; empty if it has none.
    pub choice: &'static str,
    engine: &'static str,
}

const fn algorithm_variant(
    name: &'static str,
    choice: &'static str,
    engine: &'static str,
) -> AlgorithmVariant {
    AlgorithmVariant { name, choice, engine }
}

/// The three algorithms as the paper's numbers need them.
pub const PAPER_ALGORITHMS: [AlgorithmVariant; 3] = [
    algorithm_variant("Brute force", "", "brute:paper"),
    algorithm_variant("Search", "order=fitted", "native:set-paper"),
    algorithm_variant("Reformulation", "consistency=new", "reform:paper"),
];

/// The three algorithms, then search and reformulation with the other choices.
pub const ALGORITHM_VARIANTS: [AlgorithmVariant; 6] = [
    PAPER_ALGORITHMS[0],
    PAPER_ALGORITHMS[1],
    PAPER_ALGORITHMS[2],
    algorithm_variant("Search", "order=natural", "native:set-paper,order=natural"),
    algorithm_variant("Reformulation", "consistency=none", "reform:paper,consistency=none"),
    algorithm_variant("Reformulation", "consistency=all", "reform:paper,consistency=all"),
];

impl AlgorithmVariant {
    /// Returns the engine.
    ///
    /// # Panics
    /// Never: every way names an engine.
    #[must_use]
    pub fn engine_spec(&self) -> Spec {
        self.engine.parse().expect("every way is an engine")
    }

    /// Returns its index among the [`PAPER_ALGORITHMS`].
    #[must_use]
    pub fn algorithm_index(&self) -> usize {
        PAPER_ALGORITHMS.iter().position(|way| way.name == self.name).unwrap_or_default()
    }

    /// Whether it is one of the [`PAPER_ALGORITHMS`].
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        PAPER_ALGORITHMS[self.algorithm_index()].choice == self.choice
    }
}
