//! Explanations: whether there is a solution, and the minimal sets that show why.

use parallax_instance::{PuzzleSolution, Viewpoint};
use parallax_model::Given;

use super::{ClaimConfirmation, ExplanationProblem, OpenReason, VerifiedRepair};

/// An explanation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InstanceExplanation {
    /// The viewpoint whose model is explained.
    pub viewpoint: Viewpoint,
    /// The engine that found the sets.
    pub engine: String,
    /// The model and its parts.
    pub problem: ExplanationProblem,
    /// The value in question, if the request has one.
    pub about: Option<Given>,
    /// The fact that the sets explain.
    pub finding: ExplainedFact,
    /// The sets that explain it.
    pub sets: Vec<MinimalSet>,
    /// If all minimal sets were requested: the reason why there may be more.
    pub more: Option<String>,
    /// The smallest change after which there is a solution, or the reason why none is known.
    pub repair: Option<Result<VerifiedRepair, OpenReason>>,
}

/// The fact that an explanation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplainedFact {
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
    /// An engine claims that there is no solution, and another one, named here, found one.
    Contradiction(String),
    /// Nothing is known, for this reason.
    Unknown(String),
}

/// Parts without a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalSet {
    /// Indices in [`ExplanationProblem::parts`], ascending. Without any, the domains alone have no
    /// solution.
    pub parts: Vec<usize>,
    /// The reason why some part may not be needed; `None` if the set is minimal.
    pub open: Option<String>,
    /// If it was requested or easy: whether no set is smaller, as other engines confirm it, or the
    /// reason why that is not proved.
    pub smallest: Option<Result<ClaimConfirmation, OpenReason>>,
    /// Whether engines of other families agree that the set has no solution and is minimal.
    pub confirmed: ClaimConfirmation,
    /// Parts of which a few constraints suffice: the index of the part, and the indices of the
    /// constraints in the model. Empty if that is not known.
    pub needed: Vec<(usize, Vec<usize>)>,
}
