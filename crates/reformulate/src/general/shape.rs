//! A relation at a subproblem reduced to classes, without values.

/// Interchangeable variables, and the classes that they can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShapePlace {
    /// The positions of the variables in the scope.
    pub(super) scope: Vec<usize>,
    /// The classes, ascending.
    pub(super) classes: Vec<u32>,
}

/// The variables of a relation's scope, place by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RelationShape {
    pub(super) places: Vec<ShapePlace>,
}

impl ShapePlace {
    /// Returns the number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.scope.len()
    }
}

impl RelationShape {
    /// Returns the number of variables of the relation.
    pub(super) fn variable_count(&self) -> usize {
        self.places.iter().map(ShapePlace::variable_count).sum()
    }
}
