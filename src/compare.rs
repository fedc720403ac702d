//! Several engines on the same instances: their rows, and the verdict about them.
//!
//! A [`ComparisonPlan`] states engines, task and limits. [`compare_instance`] compares the engines
//! on one instance, [`run_plan`] on a stream of them. Every solution is checked; a [`Row`] is the
//! checked result of one engine, and a [`Verdict`] is how the rows of an instance relate.

#[doc(inline)]
pub use parallax_compare::{
    ClaimEvidence, ComparisonEvent, ComparisonPlan, CoreDetail, CoreRow, EngineClaim,
    InstanceComparison, ModelDigestFunction, ModelSelection, Row, RowTimes, SolutionCoverage,
    Verdict, compare_instance, run_live, run_plan,
};
