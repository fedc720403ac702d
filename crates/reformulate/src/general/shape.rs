//! A relation at a subproblem reduced to classes, without values.

/// Interchangeable variables, and the classes that they can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The positions of the variables in the scope.
    pub(super) scope: Vec<usize>,
    /// The classes, ascending.
    pub(super) classes: Vec<u32>,
}

/// The variables of a relation's scope, place by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) places: Vec<Place>,
}

impl Place {
    /// Returns the number of variables.
    pub(super) fn count(&self) -> usize {
        self.scope.len()
    }
}

impl Shape {
    /// Returns the number of variables of the relation.
    pub(super) fn count(&self) -> usize {
        self.places.iter().map(Place::count).sum()
    }
}
