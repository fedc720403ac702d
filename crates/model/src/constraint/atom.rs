//! A variable compared with a constant.

use serde::{Deserialize, Serialize};

use super::{Assignment, Relation, Rename};
use crate::{Model, Value, VarId};

/// `variable relation value`, the smallest statement about a variable: the element of clauses,
/// reifications and explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Atom<V = VarId> {
    /// The variable.
    pub variable: V,
    /// The comparison.
    pub relation: Relation,
    /// The constant.
    pub value: Value,
}

impl<V> Atom<V> {
    /// Creates `variable relation value`.
    pub fn new(variable: V, relation: Relation, value: Value) -> Self {
        Atom { variable, relation, value }
    }

    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Atom<W>, E> {
        Ok(Atom::new(v(&self.variable)?, self.relation, self.value))
    }
}

impl Atom {
    /// Whether the atom is true.
    #[must_use]
    pub fn holds(&self, assignment: Assignment<'_>) -> bool {
        self.allows(assignment.value(self.variable))
    }

    /// Whether the atom is true if its variable has this value.
    #[must_use]
    pub fn allows(&self, value: Value) -> bool {
        self.relation.holds(value.into(), self.value.into())
    }

    /// Returns the atom in words.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        let value = model.word(self.variable, self.value);
        format!("{} {} {value}", model.name_of(self.variable), self.relation)
    }
}
