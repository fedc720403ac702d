//! The closed set of constraint kinds.
//!
//! One struct a kind, one file each: its scope, its meaning ([`Kind::holds`]), its words
//! for people. `kinds.rs` has the only list of kinds, with their names. Each target (propagators,
//! clauses, SMT terms, MiniZinc, Pumpkin) handles core kinds in an exhaustive match. What only
//! makes an answer faster or smaller (keys in counting, symmetries, diagrams, FlatZinc's own
//! constraints) ends with a sound default for the kinds that it does not name, or is a method of
//! [`Kind`] with one.
//!
//! Orders, inverses, extremums and cardinalities could be written as other core constraints, as
//! global kinds are. They are core kinds because each target has its own version, whose counters,
//! sizes and certificates a plain form would change, and because an implication may hold them,
//! which takes no global constraint.
//!
//! To add a kind:
//!
//! 1. Write the struct with [`Kind`], and `rename`, which gives the same constraint over
//!    other names. `product.rs` is a short one to start from. `validate` bounds the numbers, so
//!    that no target overflows.
//! 2. Add a line to `kinds!` in `kinds.rs`, and export the struct here and in `lib.rs`.
//! 3. Add random constraints of the kind to `../sample/random_model.rs` (the compiler names it),
//!    and to `../sample/extreme.rs` if it has numbers: most tests of the workspace draw from there,
//!    so that the kind is tested in every target.
//! 4. Follow the compiler through the targets, and then the rest of the list in ARCHITECTURE.md
//!    ("What to touch"), which also names the places that no compiler shows.
//!
//! The structs are generic over how they name variables (`V`), dimensions (`D`) and the classes of
//! a dimension (`C`): in a [`Model`](super::Model) by index, in JSON files by name. A kind
//! is a tag of the JSON format from the moment it is in the list.

mod all_different;
mod atom;
mod cardinality;
mod class_relation;
mod clause;
mod compare;
mod dimension;
mod element;
mod error;
mod extremum;
pub(crate) mod global;
mod implies;
mod inverse;
mod kind_interface;
mod kinds;
mod lexicographic;
mod linear;
mod product;
mod reify;
mod relation;
mod table;

pub use kind_interface::{Kind, ModelAssignment};
pub(crate) use kind_interface::{Rename, RenameClass, rename_all};

pub use all_different::AllDifferent;
pub use atom::AtomicConstraint;
pub use cardinality::{GlobalCardinality, ValueOccurrence};
pub use class_relation::ClassRelation;
pub use clause::Clause;
pub use compare::Compare;
pub use dimension::DimensionRelation;
pub use element::Element;
pub use error::ConstraintError;
pub use extremum::Extremum;
pub use global::{
    AutomatonError, BinPacking, Circuit, ConstraintMachine, ConstraintOperand, Count, Cumulative,
    DeterministicAutomaton, DistinctCount, LayerArc, LayersError, MAX_STATES, MachineLayers,
    MachineState, NoOverlap, Regular,
};
pub(crate) use global::{PlainError, PlainForm, PlainFormBudget, PlainWriter};
pub use implies::Implies;
pub use inverse::Inverse;
pub use kinds::{
    Constraint, ConstraintArity, ConstraintKind, ConstraintTag, Global, GlobalKind,
    UnknownKindError,
};
pub use lexicographic::Lexicographic;
pub(super) use linear::sum_in_words;
pub use linear::{Linear, LinearTerm};
pub use product::Product;
pub use reify::Reify;
pub use relation::ComparisonOperator;
pub use table::Table;
