//! Dimensions: attributes of domain values.

use super::{ModelError, Value};

/// Identifies a dimension of a model by its index in [`Model::dimensions`].
///
/// [`Model::dimensions`]: super::Model::dimensions
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DimensionId(pub u32);

/// One attribute of the values of a multi-dimensional CSP: it assigns values to named classes
/// (Yoshikawa and Wada 1992). In SET, the dimension `color` assigns every card to `red`,
/// `green` or `purple`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueDimension {
    name: String,
    classes: Vec<String>,
    /// The class of `first + i` plus one, or 0 if the value has none.
    class_of: Vec<u32>,
    first: Value,
}

/// Maximum span of the values of one dimension.
const MAX_DIMENSION_SPAN: i64 = 1 << 22;

/// A fault in a dimension.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum DimensionError {
    /// The values are too far apart.
    #[error("its values span {span}, more than {MAX_DIMENSION_SPAN}")]
    WideSpan { span: i64 },
    /// A value is in a class that does not exist.
    #[error("there is no class number {class}")]
    NoClass { class: usize },
    /// A value is in two classes.
    #[error("value {value} is listed twice")]
    TwoClasses { value: Value },
}

impl ValueDimension {
    /// Creates a dimension that gives each listed value the class with the listed index into
    /// `classes`.
    ///
    /// # Errors
    /// Returns an error if a value is listed twice, a class index is out of range, or the values
    /// span more than 2^22.
    pub fn new(
        name: impl Into<String>,
        classes: Vec<String>,
        members: &[(Value, usize)],
    ) -> Result<Self, ModelError> {
        let name = name.into();
        let fail = |fault| ModelError::Dimension { name: name.clone(), fault };
        let first = members.iter().map(|m| m.0).min().unwrap_or(0);
        let last = members.iter().map(|m| m.0).max().unwrap_or(0);
        let span = i64::from(last) - i64::from(first) + 1;
        if span > MAX_DIMENSION_SPAN {
            return Err(fail(DimensionError::WideSpan { span }));
        }
        let mut class_of = vec![0; span as usize];
        for &(value, class) in members {
            if class >= classes.len() {
                return Err(fail(DimensionError::NoClass { class }));
            }
            // `first` is the least value and the span has been checked, so the index is valid.
            let place = &mut class_of[(value - first) as usize];
            if *place != 0 {
                return Err(fail(DimensionError::TwoClasses { value }));
            }
            *place = class as u32 + 1;
        }
        Ok(ValueDimension { name, classes, class_of, first })
    }

    /// Returns the name, unique within a model.
    #[must_use]
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the classes.
    #[must_use]
    #[inline]
    pub fn class_names(&self) -> &[String] {
        &self.classes
    }

    /// Returns the index of the class of `value`, if it has one.
    #[must_use]
    #[inline]
    pub fn class_of_value(&self, value: Value) -> Option<u32> {
        let index = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        self.class_of.get(index)?.checked_sub(1)
    }

    /// Returns all values with their class index, in ascending order of the values.
    #[inline]
    pub fn list_members(&self) -> impl Iterator<Item = (Value, u32)> + '_ {
        let first = self.first;
        self.class_of
            .iter()
            .enumerate()
            .filter_map(move |(i, class)| Some((first + i as Value, class.checked_sub(1)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_values() {
        let names = vec!["red".into(), "green".into()];
        let dimension = ValueDimension::new("color", names.clone(), &[(4, 1), (-2, 0)]).unwrap();
        assert_eq!(dimension.class_of_value(4), Some(1));
        assert_eq!(dimension.class_of_value(-2), Some(0));
        assert_eq!(dimension.class_of_value(0), None);
        assert_eq!(dimension.class_of_value(Value::MAX), None);
        assert_eq!(dimension.list_members().collect::<Vec<_>>(), vec![(-2, 0), (4, 1)]);
        assert!(ValueDimension::new("color", names.clone(), &[(1, 2)]).is_err());
        assert!(ValueDimension::new("color", names.clone(), &[(1, 0), (1, 1)]).is_err());
        assert!(ValueDimension::new("color", names, &[(0, 0), (1 << 23, 1)]).is_err());
    }
}
