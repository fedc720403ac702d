//! Bounds on the number of occurrences of values.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// Bounds on the number of variables that take certain values (Régin 1996).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlobalCardinality<V = VarId> {
    /// The variables.
    pub scope: Vec<V>,
    /// The counted values, each once.
    pub occurrences: Vec<ValueOccurrence>,
    /// Whether values that are not listed are forbidden.
    #[serde(default)]
    pub closed: bool,
}

/// `value` is taken by at least `min` and at most `max` variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueOccurrence {
    /// The counted value.
    pub value: Value,
    /// Minimum number of variables that take it.
    pub min: u32,
    /// Maximum number of variables that take it.
    pub max: u32,
}

impl<V> GlobalCardinality<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<GlobalCardinality<W>, E> {
        Ok(GlobalCardinality {
            scope: rename_all(&self.scope, v)?,
            occurrences: self.occurrences.clone(),
            closed: self.closed,
        })
    }
}

/// Maximum number of pairs of a variable and a value that are compared one by one.
const MAX_PAIRWISE_COUNTS: usize = 1 << 14;

impl GlobalCardinality {
    /// Returns the result of [`Kind::holds`], in time linear in the scope and the values.
    fn holds_by_counting(&self, a: ModelAssignment<'_>) -> bool {
        let mut counts: HashMap<Value, u64> = HashMap::new();
        for &v in &self.scope {
            *counts.entry(a.value_of(v)).or_default() += 1;
        }
        let within = self.occurrences.iter().all(|o| {
            let count = counts.remove(&o.value).unwrap_or(0);
            (u64::from(o.min)..=u64::from(o.max)).contains(&count)
        });
        // Each value is listed once: the remaining values are not listed.
        within && (!self.closed || counts.is_empty())
    }
}

impl Kind for GlobalCardinality {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        if self.scope.len().saturating_mul(self.occurrences.len()) > MAX_PAIRWISE_COUNTS {
            return self.holds_by_counting(a);
        }
        let within = self.occurrences.iter().all(|o| {
            let count = self.scope.iter().filter(|&&v| a.value_of(v) == o.value).count() as u64;
            (u64::from(o.min)..=u64::from(o.max)).contains(&count)
        });
        let listed = |value| self.occurrences.iter().any(|o| o.value == value);
        within && (!self.closed || self.scope.iter().all(|&v| listed(a.value_of(v))))
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        // Values are described by the names that they have for the first variable.
        let word = |value: Value| match self.scope.first() {
            Some(&first) => model.describe_value(first, value),
            None => value.to_string().into(),
        };
        let bounds: Vec<String> = self
            .occurrences
            .iter()
            .map(|o| format!("{} between {} and {} times", word(o.value), o.min, o.max))
            .collect();
        let others = if self.closed { ", no other value" } else { "" };
        format!("among {}: {}{others}", model.names_of(&self.scope), bounds.join(", "))
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        let mut values: Vec<_> = self.occurrences.iter().map(|o| o.value).collect();
        values.sort_unstable();
        match values.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(ConstraintError::TwoCounts { value: pair[0] }),
            None => Ok(()),
        }
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len(), self.occurrences.len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        match list {
            0 => drop(self.scope.drain(run)),
            _ => drop(self.occurrences.drain(run)),
        }
    }
}
