//! Checks that clauses and their constraints have the same meaning.
//!
//! Each group of clauses is compared with the plain `holds` of its constraint: for every
//! assignment of the constraint's scope, the clauses must be satisfiable (for some values of
//! the auxiliary literals) exactly when the constraint holds. If there are too many
//! assignments, a solver decides the same question against an independent circuit of the
//! constraint (`constraint_circuits.rs`). The clauses of the integers themselves are compared with
//! their domains.
//!
//! Each check is self-contained: the meaning of a variable
//! ([`VariableMeaning`](parallax_translate::VariableMeaning)) comes from the formula, and the check
//! of the domains proves that every variable has its meaning.

mod audit_gap;
mod circuit;
mod clause_audit;
mod clauses;
mod constraint_circuits;
mod constraint_clauses;
mod dimension;
mod domains;
mod equivalent;
mod exhaustive;
mod matching;
#[cfg(test)]
mod model_counts;

pub use audit_gap::AuditGap;
pub use clause_audit::{AuditStatus, GroupAudit, check_formula};

#[cfg(test)]
mod tests;
