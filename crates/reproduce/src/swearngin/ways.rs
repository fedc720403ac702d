//! The algorithms, and the choices that the paper leaves open.

use parallax_engines::Spec;

/// An algorithm under one of the choices that the paper leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The name of the algorithm in the paper.
    pub name: &'static str,
    /// The choice; empty if it has none.
    pub choice: &'static str,
    engine: &'static str,
}

const fn way(name: &'static str, choice: &'static str, engine: &'static str) -> Way {
    Way { name, choice, engine }
}

/// The three algorithms as the paper's numbers need them.
pub const ALGORITHMS: [Way; 3] = [
    way("Brute force", "", "brute:paper"),
    way("Search", "order=fitted", "native:set-paper"),
    way("Reformulation", "consistency=new", "reform:paper"),
];

/// The three algorithms, then search and reformulation with the other choices.
pub const WAYS: [Way; 6] = [
    ALGORITHMS[0],
    ALGORITHMS[1],
    ALGORITHMS[2],
    way("Search", "order=natural", "native:set-paper,order=natural"),
    way("Reformulation", "consistency=none", "reform:paper,consistency=none"),
    way("Reformulation", "consistency=all", "reform:paper,consistency=all"),
];

impl Way {
    /// The engine.
    ///
    /// # Panics
    /// Never: every way names an engine.
    #[must_use]
    pub fn spec(&self) -> Spec {
        self.engine.parse().expect("every way is an engine")
    }

    /// Its place among the [`ALGORITHMS`].
    #[must_use]
    pub fn algorithm(&self) -> usize {
        ALGORITHMS.iter().position(|way| way.name == self.name).unwrap_or_default()
    }

    /// Whether it is one of the [`ALGORITHMS`].
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        ALGORITHMS[self.algorithm()].choice == self.choice
    }
}
