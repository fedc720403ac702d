//! Explains why an instance has no solution, or why a value is forced or impossible.
//!
//! [`explain_instance`] finds minimal sets of clues and rules that have no common solution, and has
//! engines of other families confirm them.

#[doc(inline)]
pub use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationEngines, ExplanationOptions, ExplanationPart,
    ExplanationProblem, InstanceExplanation, MinimalSet, MinimalSets, VerifiedRepair,
    explain_instance,
};
#[doc(inline)]
pub use parallax_instance::{NamedValueError, parse_value};
