//! A disjunction of atoms.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{AtomicConstraint, ConstraintError, Kind, ModelAssignment, Rename};
use crate::{Model, VarId};

/// At least one of the atoms is true; the empty clause never holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause<V = VarId> {
    /// The atoms.
    pub atoms: Vec<AtomicConstraint<V>>,
}

impl<V> Clause<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Clause<W>, E> {
        let atoms = self.atoms.iter().map(|atom| atom.rename(v));
        Ok(Clause { atoms: atoms.collect::<Result<_, E>>()? })
    }
}

impl Kind for Clause {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        self.atoms.iter().any(|atom| atom.is_satisfied(a))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.atoms.iter().map(|atom| atom.variable).for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let atoms: Vec<String> = self.atoms.iter().map(|atom| atom.description(model)).collect();
        if atoms.is_empty() { "false".into() } else { atoms.join(" or ") }
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.atoms.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.atoms.drain(run);
    }
}
