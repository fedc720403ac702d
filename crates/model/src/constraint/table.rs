//! Allowed or forbidden tuples.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{ConstraintError, Kind, ModelAssignment, Rename, rename_all};
use crate::{Model, Value, VarId};

/// The values of the scope, in order, form one of the tuples (or, when
/// `forbidden`, none of them).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table<V = VarId> {
    /// The variables, one for each column.
    pub scope: Vec<V>,
    /// The tuples, each as long as the scope; repetitions are harmless. Tables may
    /// share them.
    #[serde(with = "plain")]
    pub tuples: Arc<Vec<Vec<Value>>>,
    /// Whether the tuples are forbidden rather than allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forbidden: bool,
}

/// Writes shared tuples like others, and reads them unshared.
mod plain {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Value;

    pub(super) fn serialize<S: Serializer>(
        tuples: &Arc<Vec<Vec<Value>>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        tuples.as_ref().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<Vec<Vec<Value>>>, D::Error> {
        Vec::deserialize(from).map(Arc::new)
    }
}

impl<V> Table<V> {
    pub(super) fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Table<W>, E> {
        Ok(Table {
            scope: rename_all(&self.scope, v)?,
            tuples: self.tuples.clone(),
            forbidden: self.forbidden,
        })
    }
}

impl Kind for Table {
    fn holds(&self, a: ModelAssignment<'_>) -> bool {
        let is_row =
            |tuple: &Vec<Value>| self.scope.iter().zip(tuple).all(|(&v, &x)| a.value_of(v) == x);
        self.tuples.iter().any(is_row) != self.forbidden
    }

    fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
        self.scope.iter().copied().for_each(visit);
    }

    fn description(&self, model: &Model) -> String {
        let sense = if self.forbidden { "none" } else { "one" };
        format!("({}) is {sense} of {} tuples", model.names_of(&self.scope), self.tuples.len())
    }

    fn validate(&self, _model: &Model) -> Result<(), ConstraintError> {
        let arity = self.scope.len();
        match self.tuples.iter().position(|tuple| tuple.len() != arity) {
            Some(i) => Err(ConstraintError::TupleLength {
                tuple: i + 1,
                values: self.tuples[i].len(),
                variables: arity,
            }),
            None => Ok(()),
        }
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.tuples.len(), self.scope.len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        // Other tables may share the tuples, and keep theirs.
        let tuples = Arc::make_mut(&mut self.tuples);
        if list == 0 {
            tuples.drain(run);
            return;
        }
        tuples.iter_mut().for_each(|tuple| drop(tuple.drain(run.clone())));
        self.scope.drain(run);
    }
}
