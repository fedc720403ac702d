//! Why a group of clauses remains unchecked.

use std::sync::Arc;

use parallax_model::engine_api::StopReason;
use parallax_solvers::SolverError;

/// Why a group of clauses remains unchecked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AuditGap {
    /// A limit was reached before the check began, or between its parts.
    #[error("no time left")]
    NoTime,
    /// A limit stopped the solver.
    #[error("{0}")]
    Stopped(StopReason),
    /// The solver of the check fails.
    #[error(transparent)]
    Solver(Arc<SolverError>),
    /// One variable of the model cannot be checked.
    #[error("{variable}: {gap}")]
    Variable {
        /// The name of the variable.
        variable: String,
        /// The reason.
        gap: Box<AuditGap>,
    },
    /// A domain is too large to be enumerated.
    #[error("too many values to check")]
    ManyValues,
    /// A clause of the givens is about several variables.
    #[error("a clause over several variables")]
    SeveralVariables,
    /// A domain is too large.
    #[error("a domain is too large for a circuit")]
    LargeDomain,
    /// All domains together are too large.
    #[error("its domains are too large for a circuit")]
    LargeDomains,
    /// The circuit is too large.
    #[error("its circuit would be too large")]
    LargeCircuit,
    /// There are too many values of auxiliary literals to decide one direction.
    #[error("whether it excludes solutions is open: too many values of auxiliary literals")]
    AuxiliaryValues,
    /// The clauses are about a variable that the constraint is not about.
    #[error("its clauses name '{variable}', which is not in its scope")]
    OutsideScope {
        /// The name of the variable.
        variable: String,
    },
    /// Auxiliary literals also belong to another group.
    #[error("it shares auxiliary literals with another group")]
    SharedAuxiliaries,
}

impl From<SolverError> for AuditGap {
    fn from(error: SolverError) -> Self {
        AuditGap::Solver(Arc::new(error))
    }
}

impl From<StopReason> for AuditGap {
    fn from(stop: StopReason) -> Self {
        AuditGap::Stopped(stop)
    }
}
