//! The interface of a kind of constraint.

use std::ops::Range;

use super::error::ConstraintError;
use super::kinds::Constraint;
use crate::{DimensionId, Model, Value, VarId};

/// The interface of every constraint kind, over variables named by index.
pub trait Kind {
    /// Returns whether the constraint is satisfied: its meaning.
    fn holds(&self, assignment: ModelAssignment<'_>) -> bool;

    /// Calls `visit` with each variable, in order of mention, as often as it is mentioned.
    fn each_variable(&self, visit: &mut dyn FnMut(VarId));

    /// Calls `visit` with each dimension that the constraint names.
    fn visit_dimensions(&self, _visit: &mut dyn FnMut(DimensionId)) {}

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
pub struct ModelAssignment<'a> {
    pub(super) values: &'a [Value],
    pub(super) model: &'a Model,
}

impl<'a> ModelAssignment<'a> {
    /// Creates the assignment that gives the variable with index `i` the value `values[i]`.
    #[must_use]
    #[inline]
    pub fn new(values: &'a [Value], model: &'a Model) -> Self {
        ModelAssignment { values, model }
    }

    /// Returns the value of a variable.
    #[must_use]
    #[inline]
    pub fn value_of(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }

    /// Returns the class of a variable's value in a dimension.
    #[must_use]
    #[inline]
    pub fn class_of(&self, dimension: DimensionId, variable: VarId) -> Option<u32> {
        self.model.dimension(dimension).class_of_value(self.value_of(variable))
    }
}

impl Constraint {
    /// Returns the variables of the constraint, each once, in order of first occurrence.
    #[must_use]
    pub fn scope(&self) -> Vec<VarId> {
        let mut scope = Vec::new();
        // A set, because scopes may have thousands of variables.
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
