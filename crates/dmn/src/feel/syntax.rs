//! Expressions and tests, with names resolved to slots.

use std::sync::Arc;

use super::built_in::BuiltIn;
use super::feel_value::FeelValue;

/// An expression. Chains of one precedence are lists, so that only brackets nest.
#[derive(Clone, Debug, PartialEq)]
pub enum FeelExpression {
    /// A constant.
    Constant(FeelValue),
    /// The value of a slot.
    Variable(usize),
    /// A member of a context.
    Member(Box<FeelExpression>, Arc<str>),
    /// A number or duration with the other sign.
    Negate(Box<FeelExpression>),
    /// Terms with the operators between them, evaluated from the left.
    Arithmetic(Box<FeelExpression>, Vec<(ArithmeticOperator, FeelExpression)>),
    /// A comparison.
    Compare(ComparisonOperator, Box<[FeelExpression; 2]>),
    /// Whether all hold, with three truth values.
    All(Vec<FeelExpression>),
    /// Whether one holds, with three truth values.
    Any(Vec<FeelExpression>),
    /// Whether the first value lies between the others.
    Between(Box<[FeelExpression; 3]>),
    /// Whether the value passes one of the tests.
    In(Box<FeelExpression>, Vec<CellTest>),
    /// A condition, and the values if it is true, and otherwise.
    If(Box<[FeelExpression; 3]>),
    /// A built-in function.
    Call(BuiltIn, Vec<FeelExpression>),
    /// A knowledge model, by its number.
    Invoke(usize, Vec<FeelExpression>),
    /// A list.
    List(Vec<FeelExpression>),
    /// A context, whose first entry has this slot.
    Context(Vec<(Arc<str>, FeelExpression)>, usize),
}

/// An operator between two numbers, durations, dates or strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticOperator {
    /// The sum, or strings one after the other.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient.
    Divide,
    /// The power.
    Power,
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonOperator {
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less than.
    Less,
    /// At most.
    AtMost,
    /// Greater than.
    Greater,
    /// At least.
    AtLeast,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct TestEnd {
    /// The value.
    pub value: FeelExpression,
    /// Whether the range contains it.
    pub is_included: bool,
}

/// A test of a value: a cell of a decision table, or what follows `in`.
#[derive(Clone, Debug, PartialEq)]
pub enum CellTest {
    /// Every value passes, also null.
    Any,
    /// The value compares so.
    Compare(ComparisonOperator, FeelExpression),
    /// The value lies in a range.
    Range(Box<[TestEnd; 2]>),
    /// The value is that of the expression, or in it if that is a list.
    Value(FeelExpression),
    /// The expression, which has the value in it as `?`, is true.
    Condition(FeelExpression),
    /// One of the tests passes.
    One(Vec<CellTest>),
    /// None of the tests passes.
    Not(Vec<CellTest>),
}

impl CellTest {
    /// Whether the test is one of constants alone, so that it needs no names.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let is_value = |value: &FeelExpression| matches!(value, FeelExpression::Constant(_));
        match self {
            CellTest::Any => true,
            CellTest::Compare(_, value) | CellTest::Value(value) => is_value(value),
            CellTest::Range(ends) => ends.iter().all(|end| is_value(&end.value)),
            CellTest::Condition(_) => false,
            CellTest::One(tests) | CellTest::Not(tests) => tests.iter().all(CellTest::is_constant),
        }
    }
}
