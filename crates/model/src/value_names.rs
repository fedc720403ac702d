//! Names of values, for people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::decimal::DecimalNumber;
use super::{Model, Value, VarId};

/// Names of values. Several variables may share them.
pub type ValueNames = BTreeMap<Value, String>;

impl Model {
    /// Names the values of a variable. Messages, cores and explanations write the names; solutions
    /// do not change. A value without a name is written as a number.
    #[inline]
    pub fn name_values(&mut self, variable: VarId, names: Arc<ValueNames>) {
        self.value_names.insert(variable, names);
    }

    /// Returns the names of the values of a variable, if it has any.
    #[must_use]
    #[inline]
    pub fn value_names(&self, variable: VarId) -> Option<&ValueNames> {
        self.value_names.get(&variable).map(|names| &**names)
    }

    /// Returns a value of a variable in words: its name, or the number that it represents.
    #[must_use]
    #[inline]
    pub fn describe_value(&self, variable: VarId, value: Value) -> Cow<'_, str> {
        match self.value_names(variable).and_then(|names| names.get(&value)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(
                DecimalNumber { units: value.into(), digits: self.decimal_digits(variable) }
                    .to_string(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtomicConstraint, ComparisonOperator, Domain};

    #[test]
    fn words_are_names_where_there_are_some() {
        let mut model = Model::new("drinks");
        let x = model.add_shown("x", Domain::from_range(1, 3)).unwrap();
        let y = model.add_shown("y", Domain::from_range(1, 3)).unwrap();
        model.name_values(x, Arc::new([(1, "tea".into()), (2, "milk".into())].into()));
        assert_eq!([1, 2, 3].map(|value| model.describe_value(x, value)), ["tea", "milk", "3"]);
        assert_eq!(model.describe_value(y, 1), "1");
        assert_eq!(
            AtomicConstraint::new(x, ComparisonOperator::Ne, 2).description(&model),
            "x != milk"
        );
    }
}
