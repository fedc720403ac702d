//! All variables take different values.

use serde::{Deserialize, Serialize};

use super::{Assignment, Kind, Rename, rename_all};
use crate::model::{Model, VarId};

/// No two of the variables are equal (Régin 1994). A variable that stands
/// twice in the scope makes it unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllDifferent<V = VarId> {
    /// The variables.
    pub scope: Vec<V>,
}

impl<V> AllDifferent<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<AllDifferent<W>, E> {
        Ok(AllDifferent { scope: rename_all(&self.scope, v)? })
    }
}

impl Kind for AllDifferent {
    fn holds(&self, a: Assignment<'_>) -> bool {
        let mut values: Vec<_> = self.scope.iter().map(|&v| a.value(v)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }

    fn words(&self, model: &Model) -> String {
        format!("all different: {}", model.names_of(&self.scope))
    }

    fn validate(&self, _model: &Model) -> Result<(), String> {
        Ok(())
    }
}
