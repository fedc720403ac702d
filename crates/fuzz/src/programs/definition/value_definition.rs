//! Values, faults and the evaluation of an expression.

use super::arithmetic;
use super::automaton;
use super::counting;
use super::grids;
use super::logic;
use super::order;
use super::packing;
use super::places;
use super::successors;
use super::tasks;
use crate::programs::case::Expr;
use crate::programs::operator::{Family, Operator, Sort};

/// A value: an integer, a truth value (0 or 1) or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer or truth value.
    Int(i128),
    /// A list.
    List(Vec<Value>),
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A partial operator is used outside its domain.
    Undefined,
    /// The value needs more than 64 bits.
    TooLarge,
    /// Its arguments are none that the operator takes.
    Malformed,
}

/// The treatment of undefined terms, which languages define differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantics {
    /// An undefined term makes the nearest truth value around it false.
    Relational,
    /// An undefined term makes the whole constraint false.
    Strict,
    /// The language does not define it: cases with undefined terms are not asked.
    Total,
}

/// Returns the value of an expression under an assignment of the variables.
///
/// # Errors
/// Why it has none.
pub fn value(expr: &Expr, assignment: &[i64], semantics: Semantics) -> Result<i128, Fault> {
    match evaluate(expr, assignment, semantics)? {
        Value::Int(value) => Ok(value),
        Value::List(_) => Err(Fault::Malformed),
    }
}

/// Whether a constraint holds under an assignment of the variables.
///
/// # Errors
/// If it has no meaning: a value is too large, an argument malformed, or a term undefined in a
/// language without a definition of that.
pub fn holds(constraint: &Expr, assignment: &[i64], semantics: Semantics) -> Result<bool, Fault> {
    match value(constraint, assignment, semantics) {
        Err(Fault::Undefined) if semantics != Semantics::Total => Ok(false),
        other => other.map(|value| value != 0),
    }
}

fn evaluate(expr: &Expr, assignment: &[i64], semantics: Semantics) -> Result<Value, Fault> {
    match expr {
        Expr::Int(value) => Ok(Value::Int(i128::from(*value))),
        Expr::Bool(value) => Ok(Value::Int(i128::from(*value))),
        Expr::Var(place) => {
            let value = assignment.get(*place).ok_or(Fault::Malformed)?;
            Ok(Value::Int(i128::from(*value)))
        }
        Expr::List(items) => {
            let items = items.iter().map(|item| evaluate(item, assignment, semantics));
            items.collect::<Result<_, _>>().map(Value::List)
        }
        Expr::Op(operator, arguments) => match apply(*operator, arguments, assignment, semantics) {
            Err(Fault::Undefined)
                if operator.sort() == Sort::Bool && semantics == Semantics::Relational =>
            {
                Ok(Value::Int(0))
            }
            other => other.map(Value::Int),
        },
    }
}

fn apply(
    operator: Operator,
    arguments: &[Expr],
    assignment: &[i64],
    semantics: Semantics,
) -> Result<i128, Fault> {
    if arguments.len() != operator.arguments().len() {
        return Err(Fault::Malformed);
    }
    // A branch that is not taken need not be defined.
    if let (Operator::If, [condition, yes, no]) = (operator, arguments) {
        let taken = if value(condition, assignment, semantics)? != 0 { yes } else { no };
        return value(taken, assignment, semantics);
    }
    let values = arguments.iter().map(|argument| evaluate(argument, assignment, semantics));
    let result = of(operator, &values.collect::<Result<Vec<_>, _>>()?)?;
    i64::try_from(result).map_err(|_| Fault::TooLarge)?;
    Ok(result)
}

/// Returns the value of an operator for the values of its arguments.
///
/// # Errors
/// Why it has none.
pub fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    match operator.family() {
        Family::Arithmetic => arithmetic::of(operator, values),
        // Its branches are chosen before they are evaluated.
        Family::Condition => Err(Fault::Malformed),
        Family::Logic => logic::of(operator, values),
        Family::Places => places::of(operator, values),
        Family::Counting => counting::of(operator, values),
        Family::Packing => packing::of(operator, values),
        Family::Successors => successors::of(operator, values),
        Family::Tasks => tasks::of(operator, values),
        Family::Order => order::of(operator, values),
        Family::Grids => grids::of(operator, values),
        Family::Automaton => automaton::of(operator, values),
    }
}

impl Value {
    /// Returns the integer.
    pub(super) fn int(&self) -> Result<i128, Fault> {
        match self {
            Value::Int(value) => Ok(*value),
            Value::List(_) => Err(Fault::Malformed),
        }
    }

    /// Returns the integers of a list.
    pub(super) fn ints(&self) -> Result<Vec<i128>, Fault> {
        self.list()?.iter().map(Value::int).collect()
    }

    /// Returns the integers of a list of lists.
    pub(super) fn rows(&self) -> Result<Vec<Vec<i128>>, Fault> {
        self.list()?.iter().map(Value::ints).collect()
    }

    /// Returns the items of a list.
    pub(super) fn list(&self) -> Result<&[Value], Fault> {
        match self {
            Value::List(items) => Ok(items),
            Value::Int(_) => Err(Fault::Malformed),
        }
    }
}

/// Returns 1 for true.
#[allow(clippy::unnecessary_wraps, reason = "the last expression of definitions")]
pub(super) fn truth(holds: bool) -> Result<i128, Fault> {
    Ok(i128::from(holds))
}

/// Fails unless the arguments are of a form that the operator takes.
pub(super) fn require(holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Malformed) }
}

/// Returns the sum of products of two lists of one length.
pub(super) fn dot(left: &[i128], right: &[i128]) -> Result<i128, Fault> {
    require(left.len() == right.len())?;
    left.iter().zip(right).try_fold(0i128, |sum, (&a, &b)| {
        a.checked_mul(b).and_then(|product| sum.checked_add(product)).ok_or(Fault::TooLarge)
    })
}
