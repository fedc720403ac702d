//! All variables take different values.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// Maximum length of a scope whose values are compared pairwise.
const MAX_PAIRWISE_SCOPE: usize = 256;

/// No two of the variables are equal (Régin 1994). A variable listed twice makes it
/// unsatisfiable.
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
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        // Long scopes are sorted, which takes O(n log n) instead of n^2 comparisons.
        if self.scope.len() > MAX_PAIRWISE_SCOPE {
            let mut values: Vec<Value> = self.scope.iter().map(|&v| a.value_of(v)).collect();
            values.sort_unstable();
            return values.windows(2).all(|pair| pair[0] != pair[1]);
        }
        // One bit for each small value: solutions are checked often.
        let mut seen = 0u128;
        for (i, &v) in self.scope.iter().enumerate() {
            let value = a.value_of(v);
            let fresh = match u32::try_from(value) {
                Ok(bit_index) if bit_index < u128::BITS => {
                    let bit = 1 << bit_index;
                    let fresh = seen & bit == 0;
                    seen |= bit;
                    fresh
                }
                // Values without a bit are compared with all before them, which are fewer than
                // `MAX_PAIRWISE_SCOPE`.
                _ => self.scope[..i].iter().all(|&w| a.value_of(w) != value),
            };
            if !fresh {
                return false;
            }
        }
        true
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        format!("all different: {}", model.names_of(&self.scope))
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        Ok(())
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len()]
    }

    fn remove(&mut self, _list: usize, run: Range<usize>) {
        self.scope.drain(run);
    }
}
