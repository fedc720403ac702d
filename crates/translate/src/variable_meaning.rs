//! The meaning of a formula's variable in terms of one variable of the model.

use std::sync::Arc;

use parallax_encodings::{FormulaVariableMeaning, IntId};
use parallax_model::{DimensionId, Model, Value, VarId};

use super::ModelClauses;

/// A truth value that is a function of one variable of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableMeaning {
    /// The variable of the model.
    pub variable: VarId,
    /// The dimension, if the statement is about the class of the value.
    class: Option<DimensionId>,
    test: VariableTest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum VariableTest {
    Is(i32),
    AtMost(i32),
    /// A bit of the index in this list.
    Bit(u32, Arc<[i32]>),
}

impl VariableMeaning {
    /// Whether the statement is true if the variable has this value.
    #[must_use]
    pub fn is_true_for(&self, model: &Model, value: Value) -> bool {
        let number = match self.class {
            None => value,
            // As in the lowering: -1 if there is no class.
            Some(d) => model.dimension(d).class_of_value(value).map_or(-1, |class| class as i32),
        };
        match &self.test {
            VariableTest::Is(other) => number == *other,
            VariableTest::AtMost(bound) => number <= *bound,
            VariableTest::Bit(bit, values) => {
                values.binary_search(&number).is_ok_and(|place| place >> bit & 1 == 1)
            }
        }
    }
}

impl ModelClauses {
    /// Returns the statement of a variable of the formula, by its index, about a variable of the
    /// model; `None` for auxiliary variables.
    #[must_use]
    pub fn variable_meaning(&self, variable: usize) -> Option<VariableMeaning> {
        let (int, test) = match self.formula().meanings().get(variable)? {
            FormulaVariableMeaning::Eq(x, value) => (*x, VariableTest::Is(*value)),
            FormulaVariableMeaning::Le(x, value) => (*x, VariableTest::AtMost(*value)),
            FormulaVariableMeaning::Bit(x, bit) => {
                (*x, VariableTest::Bit(*bit, self.values_of(*x)))
            }
            FormulaVariableMeaning::Bool(_) | FormulaVariableMeaning::Auxiliary(_) => return None,
        };
        let (variable, class) = self.integer_origin(int)?;
        Some(VariableMeaning { variable, class, test })
    }

    /// Returns the variable of the model that an integer represents, and the dimension if it
    /// represents its class.
    fn integer_origin(&self, int: IntId) -> Option<(VarId, Option<DimensionId>)> {
        match self.class_of(int) {
            Some((variable, dimension)) => Some((variable, Some(dimension))),
            None if self.is_variable(int) => Some((VarId::new(int.index()), None)),
            None => None,
        }
    }
}
