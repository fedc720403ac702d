//! Checks values: the only path to a solution.

use std::fmt;

use super::{Kind, Model, ModelAssignment, Value, VarId};

/// A variable fixed to a value from outside the model, such as a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Given {
    /// The variable.
    pub variable: VarId,
    /// Its value.
    pub value: Value,
}

/// Values for all variables that satisfy every constraint. Only [`Model::check`]
/// makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    values: Box<[Value]>,
}

impl Solution {
    /// Returns the value of a variable.
    #[must_use]
    #[inline]
    pub fn value(&self, variable: VarId) -> Value {
        self.values[variable.index()]
    }

    /// Returns the values of all variables, shown and hidden, in order.
    #[must_use]
    #[inline]
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// The reason why values are not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViolationError {
    /// Too few or too many values.
    Length {
        /// The number of values.
        found: usize,
        /// The number of variables.
        expected: usize,
    },
    /// A value outside its variable's domain.
    Domain {
        /// The variable's name.
        variable: String,
        /// Its value.
        value: Value,
    },
    /// A value that contradicts a given.
    Given {
        /// The variable's name.
        variable: String,
        /// Its value.
        value: Value,
        /// The value that was given.
        given: Value,
    },
    /// A constraint that does not hold.
    Constraint {
        /// Its place in [`Model::constraints`].
        index: usize,
        /// Its label, or its description if it has none.
        label: String,
    },
}

impl fmt::Display for ViolationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViolationError::Length { found, expected } => {
                write!(f, "{found} values for {expected} variables")
            }
            ViolationError::Domain { variable, value } => {
                write!(f, "{variable} = {value} is outside its domain")
            }
            ViolationError::Given { variable, value, given } => {
                write!(f, "{variable} = {value}, but {given} was given")
            }
            ViolationError::Constraint { label, .. } => write!(f, "{label} does not hold"),
        }
    }
}

impl Model {
    /// Checks every domain, every given and every constraint on `values`, one value for each
    /// variable in order.
    ///
    /// # Errors
    /// Returns the first violation.
    pub fn check(&self, givens: &[Given], values: &[Value]) -> Result<Solution, ViolationError> {
        if values.len() != self.variables.len() {
            return Err(ViolationError::Length {
                found: values.len(),
                expected: self.variables.len(),
            });
        }
        for (variable, &value) in self.variables.iter().zip(values) {
            if !variable.domain.contains(value) {
                let variable = variable.name.to_string();
                return Err(ViolationError::Domain { variable, value });
            }
        }
        for given in givens {
            let value = values[given.variable.index()];
            if value != given.value {
                let (variable, given) = (self.name_of(given.variable).to_owned(), given.value);
                return Err(ViolationError::Given { variable, value, given });
            }
        }
        self.check_constraints(values)?;
        Ok(Solution { values: values.into() })
    }

    fn check_constraints(&self, values: &[Value]) -> Result<(), ViolationError> {
        let assignment = ModelAssignment::new(values, self);
        let broken =
            self.constraints.iter().position(|posted| !posted.constraint.holds(assignment));
        match broken {
            None => Ok(()),
            Some(index) => {
                let posted = &self.constraints[index];
                let label = if posted.label.is_empty() {
                    posted.constraint.description(self)
                } else {
                    format!("{} ({})", posted.label, posted.constraint.description(self))
                };
                Err(ViolationError::Constraint { index, label })
            }
        }
    }
}
