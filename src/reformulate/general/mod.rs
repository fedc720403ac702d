//! The general strategy: reformulation of any model whose values have
//! dimensions.
//!
//! A subproblem has blocks of variables that can be exchanged, each with a
//! domain; relations between classes that are still to be enforced; and
//! constraints that are left to the search of the leaves. To branch on a
//! relation, classes that it does not tell apart are merged
//! (`interchange.rs`), its allowed combinations of classes are listed, one for
//! each orbit under exchanges (`orbits.rs`), and each becomes a child whose
//! domains are the values of these classes: disjoint boxes, so that no
//! solution is found twice. Where there are too many boxes, or they would hold
//! most of the combinations anyway, the relation is kept and made generalised
//! arc consistent instead ([`Split`]).
//!
//! `docs/reformulation.md` has the theory, and what Freuder and Sabin's
//! abstraction is in it.

mod arrange;
mod branch;
mod choose;
mod consistency;
mod interchange;
mod look;
mod node;
mod options;
mod orbits;
mod part;
mod plans;
mod problem;
mod relation;
mod shape;
mod solutions;
mod strategy;
mod symmetry;
mod tell;
#[cfg(test)]
mod tests;

pub use options::{Options, Split};
pub use part::Part;
pub use plans::Plans;
pub use problem::Problem;
pub use strategy::Strategy;
pub use symmetry::{Group, Groups, groups};
