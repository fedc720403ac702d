//! Larger cases: their truth from a proved list of solutions, which the definitions check again.
//!
//! A case with more than [`MAX_ASSIGNMENTS`](crate::programs::judge::MAX_ASSIGNMENTS) assignments
//! is not enumerated. A [`CaseProver`], which the caller of a campaign hands in, lists its
//! solutions and proves that there is no other. Nothing that it states is trusted: every solution
//! is evaluated by the [definitions](crate::programs::definition), and parts of the case are
//! enumerated and compared with the list. A difference is a `ProverDispute`, a fault of the prover;
//! no target is blamed for it.
//!
//! No expression of a larger case may be without meaning under any assignment ([`is_defined`]), so
//! that it is the same problem in every language.

mod bounds;
mod definedness;
mod prover_interface;
mod slices;

pub use prover_interface::{
    CaseProver, JudgedBy, MAX_SOLUTIONS, NoTruth, ProvedSolutions, ProverError, find_truth,
    is_solution, judge_by,
};

pub(crate) use definedness::clip_values;
pub use definedness::is_defined;
