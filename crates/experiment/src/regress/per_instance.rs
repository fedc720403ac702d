//! An expectation of every instance of a case: one value for all, or a list.

use std::fmt::{self, Display};

use super::consensus_error::SpreadError;

/// Maximum number of instances for which a blessing writes one value each.
const MOST: usize = 100;

/// The expectations of the instances of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Each<T> {
    /// One expectation for all of them, for any number of instances.
    Same(T),
    /// One expectation for each instance, in order.
    List(Vec<T>),
}

impl<T: Clone + PartialEq + Display> Each<T> {
    /// Returns the expectation of the instance at this place, from 0.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<T> {
        match self {
            Each::Same(value) => Some(value.clone()),
            Each::List(values) => values.get(place).cloned(),
        }
    }

    /// Returns the number of instances, if each has an expectation of its own.
    #[must_use]
    pub fn listed(&self) -> Option<usize> {
        match self {
            Each::Same(_) => None,
            Each::List(values) => Some(values.len()),
        }
    }

    /// Whether these values, one for each instance, are as expected.
    #[must_use]
    pub fn fits(&self, values: &[T]) -> bool {
        match self {
            Each::Same(value) => values.iter().all(|other| other == value),
            Each::List(list) => list == values,
        }
    }

    /// Returns the shortest expectation that these values meet.
    ///
    /// # Errors
    /// Returns how the values differ if they are too many to list.
    pub(super) fn of(values: &[T]) -> Result<Self, SpreadError> {
        let first = values.first().ok_or(SpreadError::NoInstance)?;
        match values.iter().position(|value| value != first) {
            None => Ok(Each::Same(first.clone())),
            Some(_) if values.len() <= MOST => Ok(Each::List(values.to_vec())),
            Some(number) => Err(SpreadError::Different {
                first: first.to_string(),
                other: values[number].to_string(),
                number,
                all: values.len(),
            }),
        }
    }
}

impl<T: Display> Display for Each<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Each::Same(value) => value.fmt(f),
            Each::List(values) => {
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
        assert_eq!(Each::of(&[1, 1, 1]), Ok(Each::Same(1)));
        assert_eq!(Each::of(&[1, 2]), Ok(Each::List(vec![1, 2])));
        assert!(Each::<i64>::of(&[]).is_err());
        let mut many = vec![1; MOST];
        many.push(2);
        assert!(Each::of(&many).is_err_and(|why| why.to_string().contains("2 for number 100")));
        assert!(Each::Same(1).fits(&[1, 1]) && !Each::Same(1).fits(&[1, 2]));
        assert!(!Each::List(vec![1, 1]).fits(&[1]) && Each::List(vec![1, 2]).fits(&[1, 2]));
        assert_eq!(Each::List(vec![1, 2]).at(2), None);
        assert_eq!(Each::List(vec![1, 2]).to_string(), "[1, 2]");
    }
}
