//! Evaluates expressions and tests (DMN 1.5, section 10.3.2).

use std::cmp::Ordering;

use super::calendar::ScaleKind;
use super::exact_decimal::ExactDecimal;
use super::feel_value::FeelValue;
use super::syntax::{ArithmeticOperator, CellTest, ComparisonOperator, FeelExpression, TestEnd};

/// Why an expression that can be read has no value here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// Arithmetic with dates or durations.
    #[error("arithmetic with dates, not supported")]
    DateArithmetic,
    /// A part of a date or a duration.
    #[error("'{0}' of a date or duration, not supported")]
    DatePart(String),
    /// A function of dates or durations.
    #[error("function '{0}' of a date or duration, not supported")]
    DateFunction(&'static str),
    /// A power with an exponent that is not whole.
    #[error("a power with an exponent that is not whole, not supported")]
    RootPower,
    /// Knowledge models that call each other without end.
    #[error("knowledge models that call each other more than {0} deep")]
    Recursion(usize),
    /// More calls of knowledge models than any table needs.
    #[error("more than {0} calls of knowledge models")]
    ManyCalls(usize),
    /// A string that grows beyond all measure.
    #[error("a string of more than {0} bytes")]
    LongString(usize),
    /// A list or context that grows beyond all measure.
    #[error("a list or context of more than {0} values")]
    LargeValue(u64),
}

/// The values of slots, and the knowledge models, that an expression uses.
pub trait FeelContext {
    /// Returns the value of a slot.
    fn slot_value(&self, slot: usize) -> &FeelValue;

    /// Sets the value of a slot of the expression.
    fn set_slot(&mut self, slot: usize, value: FeelValue);

    /// Calls a knowledge model.
    ///
    /// # Errors
    /// Returns why it has no value.
    fn invoke_model(
        &mut self,
        model: usize,
        arguments: Vec<FeelValue>,
    ) -> Result<FeelValue, EvaluationError>;
}

/// Maximum length of a string that is computed, in bytes.
const MAX_STRING: usize = 1 << 20;

/// Maximum number of values in a list or context that is computed.
const MAX_WEIGHT: u64 = 1 << 20;

type Evaluated = Result<FeelValue, EvaluationError>;

/// Returns the value of an expression. What has no value is null.
///
/// # Errors
/// Returns an error for what is not supported, which shows only with the values.
pub fn evaluate_expression(
    expression: &FeelExpression,
    context: &mut dyn FeelContext,
) -> Evaluated {
    Ok(match expression {
        FeelExpression::Constant(value) => value.clone(),
        FeelExpression::Variable(slot) => context.slot_value(*slot).clone(),
        FeelExpression::Member(value, name) => match &**value {
            // The common case without a copy of the whole context.
            FeelExpression::Variable(slot) => member_value(context.slot_value(*slot), name)?,
            value => member_value(&evaluate_expression(value, context)?, name)?,
        },
        FeelExpression::Negate(value) => match evaluate_expression(value, context)? {
            FeelValue::Point(ScaleKind::Date, _) => FeelValue::Null,
            FeelValue::Point(scale, number) => FeelValue::Point(scale, number.negate()),
            _ => FeelValue::Null,
        },
        FeelExpression::Arithmetic(first, rest) => {
            let mut value = evaluate_expression(first, context)?;
            for (operator, term) in rest {
                let term = evaluate_expression(term, context)?;
                value = apply_operator(*operator, &value, &term)?;
            }
            value
        }
        FeelExpression::Compare(comparison, sides) => {
            let left = evaluate_expression(&sides[0], context)?;
            let right = evaluate_expression(&sides[1], context)?;
            FeelValue::from_truth(compare_values(*comparison, &left, &right))
        }
        FeelExpression::All(terms) => join_truths(terms, false, context)?,
        FeelExpression::Any(terms) => join_truths(terms, true, context)?,
        FeelExpression::Between(parts) => {
            let value = evaluate_expression(&parts[0], context)?;
            let low = evaluate_expression(&parts[1], context)?;
            let high = evaluate_expression(&parts[2], context)?;
            let above = compare_values(ComparisonOperator::AtLeast, &value, &low);
            let below = compare_values(ComparisonOperator::AtMost, &value, &high);
            FeelValue::from_truth(above.zip(below).map(|(above, below)| above && below))
        }
        FeelExpression::In(value, tests) => {
            let value = evaluate_expression(value, context)?;
            in_tests(&value, tests, context)?
        }
        FeelExpression::If(parts) => {
            let condition = evaluate_expression(&parts[0], context)?;
            let chosen = if condition == FeelValue::Truth(true) { 1 } else { 2 };
            evaluate_expression(&parts[chosen], context)?
        }
        FeelExpression::Call(function, arguments) => {
            let arguments = evaluate_list(arguments, context)?;
            let is_date = |value: &FeelValue| matches!(value, FeelValue::Point(scale, _) if *scale != ScaleKind::Number);
            if function.adds_values() && arguments.iter().any(is_date) {
                return Err(EvaluationError::DateFunction(function.name()));
            }
            function.call_with(&arguments)
        }
        FeelExpression::Invoke(model, arguments) => {
            let arguments = evaluate_list(arguments, context)?;
            context.invoke_model(*model, arguments)?
        }
        FeelExpression::List(list) => {
            check_weight(evaluate_list(list, context)?.into_iter().collect())?
        }
        FeelExpression::Context(entries, first_slot) => {
            let mut members = Vec::new();
            for (index, (name, entry)) in entries.iter().enumerate() {
                let value = evaluate_expression(entry, context)?;
                context.set_slot(first_slot + index, value.clone());
                members.push((name.clone(), value));
            }
            check_weight(FeelValue::from_members(members))?
        }
    })
}

/// Returns a member of a value. Dates and durations have members that are not supported.
fn member_value(value: &FeelValue, name: &str) -> Evaluated {
    match value {
        FeelValue::Point(scale, _) if *scale != ScaleKind::Number => {
            Err(EvaluationError::DatePart(name.to_owned()))
        }
        value => Ok(value.member_value(name)),
    }
}

/// Refuses a value that is too long to write.
///
/// # Errors
/// Returns an error for lists and contexts of more than 2^20 values.
pub fn check_weight(value: FeelValue) -> Result<FeelValue, EvaluationError> {
    if value.weight() > MAX_WEIGHT {
        Err(EvaluationError::LargeValue(MAX_WEIGHT))
    } else {
        Ok(value)
    }
}

fn evaluate_list(
    list: &[FeelExpression],
    context: &mut dyn FeelContext,
) -> Result<Vec<FeelValue>, EvaluationError> {
    list.iter().map(|item| evaluate_expression(item, context)).collect()
}

/// Joins truths: one that equals `decisive` decides, and otherwise a value that is no truth makes
/// the result null.
fn join_truths(
    terms: &[FeelExpression],
    decisive: bool,
    context: &mut dyn FeelContext,
) -> Evaluated {
    let mut all_known = true;
    for term in terms {
        match evaluate_expression(term, context)?.as_truth() {
            Some(truth) if truth == decisive => return Ok(FeelValue::Truth(decisive)),
            Some(_) => {}
            None => all_known = false,
        }
    }
    Ok(if all_known { FeelValue::Truth(!decisive) } else { FeelValue::Null })
}

/// Returns whether a comparison holds; `None` if the values do not compare.
fn compare_values(
    comparison: ComparisonOperator,
    left: &FeelValue,
    right: &FeelValue,
) -> Option<bool> {
    match comparison {
        ComparisonOperator::Equal => left.equals_value(right),
        ComparisonOperator::NotEqual => left.equals_value(right).map(|equal| !equal),
        order => left.compare_order(right).map(|found| holds_order(order, found)),
    }
}

fn holds_order(comparison: ComparisonOperator, order: Ordering) -> bool {
    match comparison {
        ComparisonOperator::Equal => order.is_eq(),
        ComparisonOperator::NotEqual => order.is_ne(),
        ComparisonOperator::Less => order.is_lt(),
        ComparisonOperator::AtMost => order.is_le(),
        ComparisonOperator::Greater => order.is_gt(),
        ComparisonOperator::AtLeast => order.is_ge(),
    }
}

fn apply_operator(operator: ArithmeticOperator, left: &FeelValue, right: &FeelValue) -> Evaluated {
    use ArithmeticOperator as Operator;
    let (left, right) = match (left, right) {
        (FeelValue::Text(left), FeelValue::Text(right)) if operator == Operator::Add => {
            if left.len() + right.len() > MAX_STRING {
                return Err(EvaluationError::LongString(MAX_STRING));
            }
            return Ok(FeelValue::Text(format!("{left}{right}").into()));
        }
        (FeelValue::Point(scale, left), FeelValue::Point(other, right)) => {
            if [scale, other].iter().any(|scale| **scale != ScaleKind::Number) {
                return Err(EvaluationError::DateArithmetic);
            }
            (*left, *right)
        }
        _ => return Ok(FeelValue::Null),
    };
    Ok(FeelValue::from_number(match operator {
        Operator::Add => left.add_number(right),
        Operator::Subtract => left.subtract_number(right),
        Operator::Multiply => left.multiply_number(right),
        Operator::Divide => left.divide_number(right),
        Operator::Power => match right.to_whole() {
            Some(exponent) => left.raise_to_whole(exponent),
            None if left == ExactDecimal::ZERO || left == ExactDecimal::from_whole(1) => Some(left),
            None => return Err(EvaluationError::RootPower),
        },
    }))
}

/// Whether a value passes one of the tests after `in`; null if none holds, and one is null.
fn in_tests(value: &FeelValue, tests: &[CellTest], context: &mut dyn FeelContext) -> Evaluated {
    let mut result = Some(false);
    for test in tests {
        match test_truth(test, value, context)? {
            Some(true) => return Ok(FeelValue::Truth(true)),
            Some(false) => {}
            None => result = None,
        }
    }
    Ok(FeelValue::from_truth(result))
}

/// Whether a value passes a test.
///
/// # Errors
/// Returns the error of an expression in the test.
pub fn passes_test(
    test: &CellTest,
    value: &FeelValue,
    context: &mut dyn FeelContext,
) -> Result<bool, EvaluationError> {
    Ok(test_truth(test, value, context)? == Some(true))
}

/// Calls `use_value` with the value of an expression; a constant is not copied.
fn with_value<T>(
    expression: &FeelExpression,
    context: &mut dyn FeelContext,
    use_value: impl FnOnce(&FeelValue) -> T,
) -> Result<T, EvaluationError> {
    Ok(match expression {
        FeelExpression::Constant(constant) => use_value(constant),
        other => use_value(&evaluate_expression(other, context)?),
    })
}

fn test_truth(
    test: &CellTest,
    value: &FeelValue,
    context: &mut dyn FeelContext,
) -> Result<Option<bool>, EvaluationError> {
    Ok(match test {
        CellTest::Any => Some(true),
        CellTest::Compare(comparison, expression) => {
            with_value(expression, context, |other| compare_values(*comparison, value, other))?
        }
        CellTest::Range(ends) => {
            let [low, high] = &**ends;
            in_range(value, low, high, context)?
        }
        CellTest::Value(expression) => {
            with_value(expression, context, |other| match (value.equals_value(other), other) {
                (Some(true), _) => Some(true),
                (_, FeelValue::List(list)) => {
                    Some(list.iter().any(|item| item.equals_value(value) == Some(true)))
                }
                (equal, _) => equal,
            })?
        }
        CellTest::Condition(expression) => {
            with_value(expression, context, |truth| Some(*truth == FeelValue::Truth(true)))?
        }
        CellTest::One(tests) => {
            for test in tests {
                if passes_test(test, value, context)? {
                    return Ok(Some(true));
                }
            }
            Some(false)
        }
        // A comparison that is null is not passed, so its negation is: engines differ here.
        CellTest::Not(tests) => {
            for test in tests {
                if passes_test(test, value, context)? {
                    return Ok(Some(false));
                }
            }
            Some(true)
        }
    })
}

/// Whether a value lies in a range; `None` if it does not compare with an end, or the ends are the
/// wrong way round.
fn in_range(
    value: &FeelValue,
    low: &TestEnd,
    high: &TestEnd,
    context: &mut dyn FeelContext,
) -> Result<Option<bool>, EvaluationError> {
    if let (FeelExpression::Constant(low_value), FeelExpression::Constant(high_value)) =
        (&low.value, &high.value)
    {
        return Ok(lies_between(value, low, high, low_value, high_value));
    }
    let low_value = evaluate_expression(&low.value, context)?;
    let high_value = evaluate_expression(&high.value, context)?;
    Ok(lies_between(value, low, high, &low_value, &high_value))
}

fn lies_between(
    value: &FeelValue,
    low: &TestEnd,
    high: &TestEnd,
    low_value: &FeelValue,
    high_value: &FeelValue,
) -> Option<bool> {
    if low_value.compare_order(high_value)?.is_gt() {
        return None;
    }
    let (above, below) = (value.compare_order(low_value)?, value.compare_order(high_value)?);
    let is_above = above.is_gt() || low.is_included && above.is_eq();
    Some(is_above && (below.is_lt() || high.is_included && below.is_eq()))
}
