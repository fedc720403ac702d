//! Truth values, sets and linear constraints.

use super::{CaseValue, ExprValueError, dot_product, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_logic(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    let is_true = |index: usize| int(index).map(|value| value != 0);
    match operator {
        O::In => truth_value(list(1)?.contains(&int(0)?)),
        O::Not => truth_value(!is_true(0)?),
        O::And => truth_value(list(0)?.iter().all(|&item| item != 0)),
        O::Or => truth_value(list(0)?.iter().any(|&item| item != 0)),
        O::Xor => truth_value(list(0)?.iter().filter(|&&item| item != 0).count() % 2 == 1),
        O::Iff => truth_value(is_true(0)? == is_true(1)?),
        O::Implies => truth_value(!is_true(0)? || is_true(1)?),
        O::Clause => {
            let positive = list(0)?.iter().any(|&item| item != 0);
            truth_value(positive || list(1)?.contains(&0))
        }
        O::BoolLt => truth_value(!is_true(0)? && is_true(1)?),
        O::LinEq | O::BoolLinEq => truth_value(dot_product(&list(0)?, &list(1)?)? == int(2)?),
        O::LinNe => truth_value(dot_product(&list(0)?, &list(1)?)? != int(2)?),
        O::LinLe | O::BoolLinLe => truth_value(dot_product(&list(0)?, &list(1)?)? <= int(2)?),
        _ => Err(ExprValueError::Malformed),
    }
}
