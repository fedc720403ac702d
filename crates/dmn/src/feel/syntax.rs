//! Expressions and tests, with names resolved to slots.

use std::sync::Arc;

use super::built_in::BuiltIn;
use super::feel_value::FeelValue;

/// An expression. Chains of one precedence are lists, so that only brackets nest.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Constant(FeelValue),
    /// The value of a slot.
    Variable(usize),
    /// A member of a context.
    Member(Box<Expression>, Arc<str>),
    /// A number or duration with the other sign.
    Negate(Box<Expression>),
    /// Terms with the operators between them, evaluated from the left.
    Arithmetic(Box<Expression>, Vec<(ArithmeticOperator, Expression)>),
    /// A comparison.
    Compare(ComparisonOperator, Box<[Expression; 2]>),
    /// Whether all hold, with three truth values.
    All(Vec<Expression>),
    /// Whether one holds, with three truth values.
    Any(Vec<Expression>),
    /// Whether the first value lies between the others.
    Between(Box<[Expression; 3]>),
    /// Whether the value passes one of the tests.
    In(Box<Expression>, Vec<CellTest>),
    /// A condition, and the values if it is true, and otherwise.
    If(Box<[Expression; 3]>),
    /// A built-in function.
    Call(BuiltIn, Vec<Expression>),
    /// A knowledge model, by its number.
    Invoke(usize, Vec<Expression>),
    /// A list.
    List(Vec<Expression>),
    /// A context, whose first entry has this slot.
    Context(Vec<(Arc<str>, Expression)>, usize),
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
    pub value: Expression,
    /// Whether the range contains it.
    pub is_included: bool,
}

/// A test of a value: a cell of a decision table, or what follows `in`.
#[derive(Clone, Debug, PartialEq)]
pub enum CellTest {
    /// Every value passes, also null.
    Any,
    /// The value compares so.
    Compare(ComparisonOperator, Expression),
    /// The value lies in a range.
    Range(Box<[TestEnd; 2]>),
    /// The value is that of the expression, or in it if that is a list.
    Value(Expression),
    /// The expression, which has the value in it as `?`, is true.
    Condition(Expression),
    /// One of the tests passes.
    One(Vec<CellTest>),
    /// None of the tests passes.
    Not(Vec<CellTest>),
}

impl Expression {
    /// Calls `visit` with every knowledge model that the expression calls.
    pub fn visit_calls(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Expression::Constant(_) | Expression::Variable(_) => {}
            Expression::Member(value, _) | Expression::Negate(value) => value.visit_calls(visit),
            Expression::Arithmetic(first, rest) => {
                first.visit_calls(visit);
                rest.iter().for_each(|(_, term)| term.visit_calls(visit));
            }
            Expression::Compare(_, sides) => sides.iter().for_each(|side| side.visit_calls(visit)),
            Expression::Between(parts) | Expression::If(parts) => {
                parts.iter().for_each(|part| part.visit_calls(visit));
            }
            Expression::In(value, tests) => {
                value.visit_calls(visit);
                tests.iter().for_each(|test| test.visit_calls(visit));
            }
            Expression::Invoke(model, arguments) => {
                visit(*model);
                arguments.iter().for_each(|argument| argument.visit_calls(visit));
            }
            Expression::All(list)
            | Expression::Any(list)
            | Expression::Call(_, list)
            | Expression::List(list) => list.iter().for_each(|item| item.visit_calls(visit)),
            Expression::Context(entries, _) => {
                entries.iter().for_each(|(_, entry)| entry.visit_calls(visit));
            }
        }
    }
}

impl CellTest {
    /// Whether the test is one of constants alone, so that it needs no names.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let is_value = |value: &Expression| matches!(value, Expression::Constant(_));
        match self {
            CellTest::Any => true,
            CellTest::Compare(_, value) | CellTest::Value(value) => is_value(value),
            CellTest::Range(ends) => ends.iter().all(|end| is_value(&end.value)),
            CellTest::Condition(_) => false,
            CellTest::One(tests) | CellTest::Not(tests) => tests.iter().all(CellTest::is_constant),
        }
    }

    /// Calls `visit` with every knowledge model that the test calls.
    pub fn visit_calls(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            CellTest::Any => {}
            CellTest::Compare(_, value) | CellTest::Value(value) | CellTest::Condition(value) => {
                value.visit_calls(visit);
            }
            CellTest::Range(ends) => ends.iter().for_each(|end| end.value.visit_calls(visit)),
            CellTest::One(tests) | CellTest::Not(tests) => {
                tests.iter().for_each(|test| test.visit_calls(visit));
            }
        }
    }
}
