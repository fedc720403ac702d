//! Looks variables up by name.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{VarId, Variable};

/// An index of variables by the names stored in the variables themselves, so that no name is stored
/// twice.
#[derive(Clone, Debug, Default)]
pub(super) struct VariableNameIndex {
    places: HashTable<VarId>,
    hasher: DefaultHashBuilder,
}

/// Always equal: it follows from the variables, which are compared themselves.
impl PartialEq for VariableNameIndex {
    fn eq(&self, _: &VariableNameIndex) -> bool {
        true
    }
}

impl Eq for VariableNameIndex {}

impl VariableNameIndex {
    /// Adds the name of the variable with the next number `id`; returns false if one of
    /// `variables` has that name.
    pub(super) fn insert_name(&mut self, id: VarId, name: &str, variables: &[Variable]) -> bool {
        if self.find_variable(name, variables).is_some() {
            return false;
        }
        // The table stores numbers only; when it grows, it hashes the names that they refer to.
        let hash_of = |id: &VarId| self.hasher.hash_one(variables[id.index()].name.as_str());
        // The variable is not in `variables` yet, so `hash_of` could not hash its name.
        self.places.insert_unique(self.hasher.hash_one(name), id, hash_of);
        true
    }

    /// Returns the variable with this name.
    pub(super) fn find_variable(&self, name: &str, variables: &[Variable]) -> Option<VarId> {
        let hash = self.hasher.hash_one(name);
        self.places.find(hash, |id| variables[id.index()].name == name).copied()
    }
}
