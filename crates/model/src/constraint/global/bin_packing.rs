//! Items in bins.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use super::ConstraintOperand;
use super::operand::list_words;
use crate::{MAX_VALUE, Model, Value, VarId};

/// Each item lies in one of the bins, and the load of each bin is the sum of the sizes of its
/// items (Shaw, "A constraint for bin packing", CP 2004).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BinPacking<V = VarId> {
    /// The bin of each item.
    pub bins: Vec<V>,
    /// The size of each item, at least 0.
    pub sizes: Vec<Value>,
    /// The load of each bin.
    pub loads: Vec<ConstraintOperand<V>>,
    /// The number of the first bin; 0 when a file omits it.
    #[serde(default)]
    pub first: Value,
}

impl<V> BinPacking<V> {
    pub(in super::super) fn rename<W, E>(
        &self,
        v: Rename<'_, V, W, E>,
    ) -> Result<BinPacking<W>, E> {
        Ok(BinPacking {
            bins: rename_all(&self.bins, v)?,
            sizes: self.sizes.clone(),
            loads: self.loads.iter().map(|o| o.rename(v)).collect::<Result<_, E>>()?,
            first: self.first,
        })
    }
}

impl Kind for BinPacking {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let mut loads = vec![0; self.loads.len()];
        for (&bin, &size) in self.bins.iter().zip(&self.sizes) {
            let place = i64::from(a.value_of(bin)) - i64::from(self.first);
            match usize::try_from(place).ok().and_then(|place| loads.get_mut(place)) {
                // Fewer than 2^32 sizes of at most 10^9 do not overflow.
                Some(load) => *load += i64::from(size),
                None => return false,
            }
        }
        loads
            .iter()
            .zip(&self.loads)
            .all(|(&load, expected)| load == i64::from(expected.value_under(a)))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.bins.iter().copied().for_each(&mut *visit);
        self.loads.iter().filter_map(|load| load.as_variable()).for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let sizes: Vec<String> = self.sizes.iter().map(Value::to_string).collect();
        format!(
            "items of sizes ({}) in the bins ({}), from bin {}, give the loads ({})",
            sizes.join(", "),
            model.names_of(&self.bins),
            self.first,
            list_words(&self.loads, model)
        )
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        let (bins, sizes) = (self.bins.len(), self.sizes.len());
        if bins != sizes {
            return Err(ConstraintError::SizeCount { items: bins, sizes });
        }
        match self.sizes.iter().find(|size| !(0..=MAX_VALUE).contains(*size)) {
            Some(&size) => Err(ConstraintError::OtherSize { size }),
            None => Ok(()),
        }
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.bins.len(), self.loads.len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        if list == 0 {
            self.bins.drain(run.clone());
            self.sizes.drain(run);
        } else {
            self.loads.drain(run);
        }
    }
}
