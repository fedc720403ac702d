//! Values, faults and the evaluation of an expression.

use super::arithmetic;
use super::automaton;
use super::counting;
use super::elements;
use super::grids;
use super::logic;
use super::order;
use super::packing;
use super::successors;
use super::tasks;
use crate::programs::case::CaseExpr;
use crate::programs::operator::{Family, Operator, Sort};

/// A value: an integer, a truth value (0 or 1) or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseValue {
    /// An integer or truth value.
    Int(i128),
    /// A list.
    List(Vec<CaseValue>),
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprValueError {
    /// A partial operator is used outside its domain.
    Undefined,
    /// The value needs more than 64 bits.
    TooLarge,
    /// The arguments have the wrong number or form.
    Malformed,
}

/// The treatment of undefined terms, which languages define differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndefinedSemantics {
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
pub fn evaluate_number(
    expr: &CaseExpr,
    assignment: &[i64],
    semantics: UndefinedSemantics,
) -> Result<i128, ExprValueError> {
    match evaluate_expr(expr, assignment, semantics)? {
        CaseValue::Int(value) => Ok(value),
        CaseValue::List(_) => Err(ExprValueError::Malformed),
    }
}

/// Whether a constraint holds under an assignment of the variables.
///
/// # Errors
/// Returns an error if it has no meaning: a value is too large, an argument malformed, or a term
/// undefined in a language without a definition of that.
pub fn constraint_holds(
    constraint: &CaseExpr,
    assignment: &[i64],
    semantics: UndefinedSemantics,
) -> Result<bool, ExprValueError> {
    match evaluate_number(constraint, assignment, semantics) {
        // At the root both semantics agree: the constraint does not hold.
        Err(ExprValueError::Undefined) if semantics != UndefinedSemantics::Total => Ok(false),
        other => other.map(|value| value != 0),
    }
}

fn evaluate_expr(
    expr: &CaseExpr,
    assignment: &[i64],
    semantics: UndefinedSemantics,
) -> Result<CaseValue, ExprValueError> {
    match expr {
        CaseExpr::Int(value) => Ok(CaseValue::Int(i128::from(*value))),
        CaseExpr::Bool(value) => Ok(CaseValue::Int(i128::from(*value))),
        CaseExpr::Var(index) => {
            let value = assignment.get(*index).ok_or(ExprValueError::Malformed)?;
            Ok(CaseValue::Int(i128::from(*value)))
        }
        CaseExpr::List(items) => {
            let items = items.iter().map(|item| evaluate_expr(item, assignment, semantics));
            items.collect::<Result<_, _>>().map(CaseValue::List)
        }
        CaseExpr::Op(operator, arguments) => {
            // Under relational semantics, the innermost Boolean operator around an undefined term
            // is false. Under the strict one, the error travels on to the root.
            match apply_operator(*operator, arguments, assignment, semantics) {
                Err(ExprValueError::Undefined)
                    if operator.sort() == Sort::Bool
                        && semantics == UndefinedSemantics::Relational =>
                {
                    Ok(CaseValue::Int(0))
                }
                other => other.map(CaseValue::Int),
            }
        }
    }
}

fn apply_operator(
    operator: Operator,
    arguments: &[CaseExpr],
    assignment: &[i64],
    semantics: UndefinedSemantics,
) -> Result<i128, ExprValueError> {
    if arguments.len() != operator.arguments().len() {
        return Err(ExprValueError::Malformed);
    }
    // A branch that is not taken need not be defined.
    if let (Operator::If, [condition, yes, no]) = (operator, arguments) {
        let taken = if evaluate_number(condition, assignment, semantics)? != 0 { yes } else { no };
        return evaluate_number(taken, assignment, semantics);
    }
    let values = arguments.iter().map(|argument| evaluate_expr(argument, assignment, semantics));
    let result = evaluate_operator(operator, &values.collect::<Result<Vec<_>, _>>()?)?;
    // Inner values are limited as well, since a target computes them in its own width before the
    // outer operator can make them small again.
    i64::try_from(result).map_err(|_| ExprValueError::TooLarge)?;
    Ok(result)
}

/// Returns the value of an operator for the values of its arguments.
///
/// # Errors
/// Why it has none.
pub fn evaluate_operator(operator: Operator, values: &[CaseValue]) -> Result<i128, ExprValueError> {
    match operator.family() {
        Family::Arithmetic => arithmetic::evaluate_arithmetic(operator, values),
        // A conditional is evaluated elsewhere, which chooses the branch before it has a value.
        Family::Condition => Err(ExprValueError::Malformed),
        Family::Logic => logic::evaluate_logic(operator, values),
        Family::Places => elements::evaluate_places(operator, values),
        Family::Counting => counting::evaluate_counting(operator, values),
        Family::Packing => packing::evaluate_packing(operator, values),
        Family::Successors => successors::evaluate_successors(operator, values),
        Family::Tasks => tasks::evaluate_tasks(operator, values),
        Family::Order => order::evaluate_order(operator, values),
        Family::Grids => grids::evaluate_grids(operator, values),
        Family::Automaton => automaton::evaluate_automaton(operator, values),
    }
}

impl CaseValue {
    /// Returns the integer.
    pub(super) fn as_int(&self) -> Result<i128, ExprValueError> {
        match self {
            CaseValue::Int(value) => Ok(*value),
            CaseValue::List(_) => Err(ExprValueError::Malformed),
        }
    }

    /// Returns the integers of a list.
    pub(super) fn as_ints(&self) -> Result<Vec<i128>, ExprValueError> {
        self.as_list()?.iter().map(CaseValue::as_int).collect()
    }

    /// Returns the integers of a list of lists.
    pub(super) fn as_rows(&self) -> Result<Vec<Vec<i128>>, ExprValueError> {
        self.as_list()?.iter().map(CaseValue::as_ints).collect()
    }

    /// Returns the items of a list.
    pub(super) fn as_list(&self) -> Result<&[CaseValue], ExprValueError> {
        match self {
            CaseValue::List(items) => Ok(items),
            CaseValue::Int(_) => Err(ExprValueError::Malformed),
        }
    }
}

/// Returns 1 for true.
#[allow(clippy::unnecessary_wraps, reason = "the last expression of definitions")]
pub(super) fn truth_value(holds: bool) -> Result<i128, ExprValueError> {
    Ok(i128::from(holds))
}

/// Fails unless the arguments are of a form that the operator takes.
pub(super) fn require_form(holds: bool) -> Result<(), ExprValueError> {
    if holds { Ok(()) } else { Err(ExprValueError::Malformed) }
}

/// Returns the sum of products of two lists of one length.
pub(super) fn dot_product(left: &[i128], right: &[i128]) -> Result<i128, ExprValueError> {
    require_form(left.len() == right.len())?;
    left.iter().zip(right).try_fold(0i128, |sum, (&a, &b)| {
        a.checked_mul(b)
            .and_then(|product| sum.checked_add(product))
            .ok_or(ExprValueError::TooLarge)
    })
}
