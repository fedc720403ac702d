//! The closed set of constraint kinds.
//!
//! One struct a kind, one file each: its scope, its meaning ([`Kind::holds`]), its words for
//! people. `kinds.rs` has the only list of kinds, with their names. Each target (propagators,
//! clauses, SMT terms, MiniZinc, Pumpkin) handles core kinds in an exhaustive match. What only
//! makes an answer faster or smaller (keys in counting, symmetries, diagrams, FlatZinc's own
//! constraints) ends with a sound default for the kinds that it does not name, or is a method of
//! [`Kind`] with one.
//!
//! Orders, inverses, extremums and cardinalities could be written as other core constraints, as
//! global kinds are. They are core kinds because each target has a version of its own, whose
//! counters, sizes and certificates a plain form would change, and because an implication may hold
//! them, which takes no global constraint.
//!
//! To add a kind:
//!
//! 1. Write the struct with [`Kind`], and `rename`, which gives the same constraint over other
//!    names. `product.rs` is a short one to start from. `validate` bounds the numbers, so that no
//!    target overflows.
//! 2. Add a line to `kinds!` in `kinds.rs`, and export the struct here and in `lib.rs`.
//! 3. Add random constraints of the kind to `../sample/mod.rs`, and to `../sample/extreme.rs` if it
//!    has numbers: most tests of the workspace draw from there, so that the kind is tested in every
//!    target.
//! 4. Follow the compiler through the targets, and then the rest of the list in ARCHITECTURE.md
//!    ("What to touch"), which also names the places that no compiler shows.
//!
//! The structs are generic over how they name variables (`V`), dimensions (`D`) and the classes of
//! a dimension (`C`): in a [`Model`](super::Model) by index, in JSON files by name. A kind is a tag
//! of the JSON format from the moment it is in the list.

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
mod kinds;
mod lexicographic;
mod linear;
mod product;
mod reify;
mod relation;
mod table;

pub use all_different::AllDifferent;
pub use atom::Atom;
pub use cardinality::{GlobalCardinality, Occurrence};
pub use class_relation::ClassRelation;
pub use clause::Clause;
pub use compare::Compare;
pub use dimension::DimensionRelation;
pub use element::Element;
pub use error::ConstraintError;
pub use extremum::Extremum;
pub use global::{
    Automaton, AutomatonError, BinPacking, Circuit, Count, Cumulative, DistinctCount, Layers,
    MAX_STATES, Machine, Next, NoLayers, NoOverlap, Operand, Regular, Step,
};
pub(crate) use global::{Budget, PlainError, PlainForm, PlainWriter};
pub use implies::Implies;
pub use inverse::Inverse;
pub use kinds::{
    Arity, Constraint, ConstraintKind, ConstraintTag, Global, GlobalKind, UnknownKind,
};
pub use lexicographic::Lexicographic;
pub(super) use linear::sum_in_words;
pub use linear::{Linear, Term};
pub use product::Product;
pub use reify::Reify;
pub use relation::Relation;
pub use table::Table;

use std::ops::Range;

use super::{DimensionId, Model, Value, VarId};

/// The interface of every constraint kind, over variables named by index.
pub trait Kind {
    /// Returns whether the constraint is satisfied: its meaning.
    fn holds(&self, assignment: Assignment<'_>) -> bool;

    /// Calls `visit` with each variable, in order of mention, as often as it is mentioned.
    fn each_variable(&self, visit: &mut dyn FnMut(VarId));

    /// Calls `visit` with each dimension that the constraint names.
    fn each_dimension(&self, _visit: &mut dyn FnMut(DimensionId)) {}

    /// Returns the constraint in words, with the names of `model`.
    fn description(&self, model: &Model) -> String;

    /// Checks the constraint itself in `model` (lengths that do not match, numbers that could
    /// overflow), but not whether its variables exist.
    ///
    /// # Errors
    /// Describes the fault if there is one.
    fn validate(&self, model: &Model) -> Result<(), ConstraintError>;

    /// Returns the variables that the others determine: each is fixed once all others are. A kind
    /// may leave some out.
    fn dependents(&self) -> Vec<VarId> {
        Vec::new()
    }

    /// Returns the lengths of the lists whose items can be removed one by one, to make a smaller
    /// constraint.
    fn pieces(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Removes a run of items of one of the lists of [`pieces`](Kind::pieces).
    fn remove(&mut self, _list: usize, _run: Range<usize>) {}
}

/// Values for all variables of a model, with access to the model's dimensions.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a> {
    values: &'a [Value],
    model: &'a Model,
}

impl<'a> Assignment<'a> {
    /// Creates the assignment that gives the variable with index `i` the value `values[i]`.
    #[must_use]
    #[inline]
    pub fn new(values: &'a [Value], model: &'a Model) -> Self {
        Assignment { values, model }
    }

    /// Returns the value of a variable.
    #[must_use]
    #[inline]
    pub fn value(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }

    /// Returns the class of a variable's value in a dimension.
    #[must_use]
    #[inline]
    pub fn class(&self, dimension: DimensionId, variable: VarId) -> Option<u32> {
        self.model.dimension(dimension).class(self.value(variable))
    }
}

impl Constraint {
    /// Returns the variables of the constraint, each once, in order of first occurrence.
    #[must_use]
    pub fn scope(&self) -> Vec<VarId> {
        let mut scope = Vec::new();
        let mut seen = std::collections::HashSet::new();
        self.each_variable(&mut |v| {
            if seen.insert(v) {
                scope.push(v);
            }
        });
        scope
    }
}

/// A function that translates one naming into another.
pub(crate) type Rename<'f, A, B, E> = &'f mut dyn FnMut(&A) -> Result<B, E>;

/// A function that translates a class of a dimension, given by its old name.
pub(crate) type RenameClass<'f, D, A, B, E> = &'f mut dyn FnMut(&D, &A) -> Result<B, E>;

/// Renames every element of a slice.
pub(crate) fn rename_all<A, B, E>(list: &[A], f: Rename<'_, A, B, E>) -> Result<Vec<B>, E> {
    list.iter().map(f).collect()
}
