//! An expectation of every instance of a case: one value for all, or a list.

use std::fmt::{self, Display};

use super::consensus_error::SpreadError;

/// Maximum number of instances for which a blessing writes one value each.
const MAX_LISTED_INSTANCES: usize = 100;

/// The expectations of the instances of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceExpectations<T> {
    /// One expectation for all of them, for any number of instances.
    Same(T),
    /// One expectation for each instance, in order.
    List(Vec<T>),
}

impl<T: Clone + PartialEq + Display> InstanceExpectations<T> {
    /// Returns the expectation of the instance at this index, from 0.
    #[must_use]
    pub fn expectation_at(&self, index: usize) -> Option<T> {
        match self {
            InstanceExpectations::Same(value) => Some(value.clone()),
            InstanceExpectations::List(values) => values.get(index).cloned(),
        }
    }

    /// Returns the number of instances, if each has its own expectation.
    #[must_use]
    pub fn listed_count(&self) -> Option<usize> {
        match self {
            InstanceExpectations::Same(_) => None,
            InstanceExpectations::List(values) => Some(values.len()),
        }
    }

    /// Whether these values, one for each instance, are as expected.
    #[must_use]
    pub fn fits_values(&self, values: &[T]) -> bool {
        match self {
            InstanceExpectations::Same(value) => values.iter().all(|other| other == value),
            InstanceExpectations::List(list) => list == values,
        }
    }

    /// Returns the shortest expectation that these values meet.
    ///
    /// # Errors
    /// Returns how the values differ if they are too many to list.
    pub(super) fn from_values(values: &[T]) -> Result<Self, SpreadError> {
        let first = values.first().ok_or(SpreadError::NoInstance)?;
        match values.iter().position(|value| value != first) {
            None => Ok(InstanceExpectations::Same(first.clone())),
            Some(_) if values.len() <= MAX_LISTED_INSTANCES => {
                Ok(InstanceExpectations::List(values.to_vec()))
            }
            Some(number) => Err(SpreadError::Different {
                first: first.to_string(),
                other: values[number].to_string(),
                number,
                all: values.len(),
            }),
        }
    }
}

impl<T: Display> Display for InstanceExpectations<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstanceExpectations::Same(value) => value.fmt(f),
            InstanceExpectations::List(values) => {
                let words: Vec<String> = values.iter().map(T::to_string).collect();
                write!(f, "[{}]", words.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_only_where_they_differ() {
        assert_eq!(
            InstanceExpectations::from_values(&[1, 1, 1]),
            Ok(InstanceExpectations::Same(1))
        );
        assert_eq!(
            InstanceExpectations::from_values(&[1, 2]),
            Ok(InstanceExpectations::List(vec![1, 2]))
        );
        assert!(InstanceExpectations::<i64>::from_values(&[]).is_err());
        let mut many = vec![1; MAX_LISTED_INSTANCES];
        many.push(2);
        assert!(
            InstanceExpectations::from_values(&many)
                .is_err_and(|why| why.to_string().contains("2 for number 100"))
        );
        assert!(
            InstanceExpectations::Same(1).fits_values(&[1, 1])
                && !InstanceExpectations::Same(1).fits_values(&[1, 2])
        );
        assert!(
            !InstanceExpectations::List(vec![1, 1]).fits_values(&[1])
                && InstanceExpectations::List(vec![1, 2]).fits_values(&[1, 2])
        );
        assert_eq!(InstanceExpectations::List(vec![1, 2]).expectation_at(2), None);
        assert_eq!(InstanceExpectations::List(vec![1, 2]).to_string(), "[1, 2]");
    }
}
