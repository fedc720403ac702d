//! Methods of counting solutions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The method by which an engine counted the solutions. If several methods took part, the one with
/// the strongest assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Counting {
    /// Every solution was found.
    #[default]
    Enumeration,
    /// The counts of parts that no constraint links were multiplied.
    Parts,
    /// The counts of parts that occur again were looked up.
    Cache,
    /// Reformulation: boxes, and products of parts.
    Products,
    /// Representatives of orbits were counted, and multiplied by the size of an orbit.
    Orbits,
    /// A decision diagram represents all solutions.
    Diagrams,
    /// An external program counted the models of a formula.
    External,
}

impl Counting {
    /// Returns the name in JSON and CSV.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counting::Enumeration => "enumeration",
            Counting::Parts => "parts",
            Counting::Cache => "cache",
            Counting::Products => "products",
            Counting::Orbits => "orbits",
            Counting::Diagrams => "diagrams",
            Counting::External => "external",
        }
    }

    /// Returns the method in words that follow `counted`.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Counting::Enumeration => "one by one",
            Counting::Parts => "as a product of independent parts",
            Counting::Cache => "with cached components",
            Counting::Products => "as products of a reformulation",
            Counting::Orbits => "as orbits of equal size",
            Counting::Diagrams => "in a decision diagram",
            Counting::External => "by a program for model counting",
        }
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
