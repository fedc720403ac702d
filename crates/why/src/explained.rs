//! What is found: whether there is a solution, and minimal sets that explain it.

use parallax_model::Given;
use parallax_model::instance::{PuzzleSolution, Viewpoint};

use super::{Confirmed, Problem, Repair};

/// An explanation.
#[derive(Clone, Debug)]
pub struct Why {
    /// The viewpoint whose model is explained.
    pub viewpoint: Viewpoint,
    /// The engine that found the sets.
    pub engine: String,
    /// The model and its parts.
    pub problem: Problem,
    /// The value that was asked about, if one was.
    pub about: Option<Given>,
    /// What is explained.
    pub finding: Finding,
    /// The sets that explain it.
    pub sets: Vec<MinimalSet>,
    /// Where all minimal sets were asked for: why there may be more; empty if there are not.
    pub more: Option<String>,
    /// The least change after which there is a solution, or why none is known.
    pub repair: Option<Result<Repair, String>>,
}

/// What is explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing: there is a solution.
    Satisfiable(PuzzleSolution),
    /// There is no solution.
    Unsatisfiable,
    /// Every solution has this value; here is one.
    Forced(Given, PuzzleSolution),
    /// No solution has this value; here is one.
    Impossible(Given, PuzzleSolution),
    /// Some solutions have this value and some have not; here is one of each.
    Possible(Given, PuzzleSolution, PuzzleSolution),
    /// An engine claims that there is no solution, and another one has found one; who.
    Contradiction(String),
    /// Nothing is known; why.
    Unknown(String),
}

/// Parts without a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSet {
    /// Places in [`Problem::parts`], ascending. Without any, the domains alone have no solution.
    pub parts: Vec<usize>,
    /// Why it is not known that every part is needed; `None` if it is.
    pub open: Option<String>,
    /// Whether it was proved that no set is smaller, where that was asked for: the reason
    /// why not, or who confirms it.
    pub smallest: Option<Result<Confirmed, String>>,
    /// Whether engines of other families agree that the set has no solution and is minimal.
    pub confirmed: Confirmed,
}
