//! Methods of counting solutions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The method by which an engine counted the solutions. If several methods took part, the one with
/// the strongest assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CountingMethod {
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

impl CountingMethod {
    /// Returns the name in JSON and CSV.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CountingMethod::Enumeration => "enumeration",
            CountingMethod::Parts => "parts",
            CountingMethod::Cache => "cache",
            CountingMethod::Products => "products",
            CountingMethod::Orbits => "orbits",
            CountingMethod::Diagrams => "diagrams",
            CountingMethod::External => "external",
        }
    }

    /// Returns the method in words that follow `counted`.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            CountingMethod::Enumeration => "one by one",
            CountingMethod::Parts => "as a product of independent parts",
            CountingMethod::Cache => "with cached components",
            CountingMethod::Products => "as products of a reformulation",
            CountingMethod::Orbits => "as orbits of equal size",
            CountingMethod::Diagrams => "in a decision diagram",
            CountingMethod::External => "by a program for model counting",
        }
    }
}

impl fmt::Display for CountingMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
