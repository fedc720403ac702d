//! Variables by their names.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{VarId, Variable};

/// The places of variables, found by the names that stand there: no name is
/// held twice.
#[derive(Clone, Debug, Default)]
pub(super) struct ByName {
    places: HashTable<VarId>,
    hasher: DefaultHashBuilder,
}

/// It follows from the variables, which are compared themselves.
impl PartialEq for ByName {
    fn eq(&self, _: &ByName) -> bool {
        true
    }
}

impl Eq for ByName {}

impl ByName {
    /// Adds the name of the variable that is going to be number `id`; false
    /// when one of `variables` has it.
    pub(super) fn insert(&mut self, id: VarId, name: &str, variables: &[Variable]) -> bool {
        if self.find(name, variables).is_some() {
            return false;
        }
        let hash_of = |id: &VarId| self.hasher.hash_one(variables[id.index()].name.as_str());
        self.places.insert_unique(self.hasher.hash_one(name), id, hash_of);
        true
    }

    /// The variable of this name.
    pub(super) fn find(&self, name: &str, variables: &[Variable]) -> Option<VarId> {
        let hash = self.hasher.hash_one(name);
        self.places.find(hash, |id| variables[id.index()].name == name).copied()
    }
}
