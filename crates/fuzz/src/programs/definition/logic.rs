//! Truth values, sets and linear constraints.

use super::{Fault, Value, dot, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    let is_true = |place: usize| int(place).map(|value| value != 0);
    match operator {
        O::In => truth(list(1)?.contains(&int(0)?)),
        O::Not => truth(!is_true(0)?),
        O::And => truth(list(0)?.iter().all(|&item| item != 0)),
        O::Or => truth(list(0)?.iter().any(|&item| item != 0)),
        O::Xor => truth(list(0)?.iter().filter(|&&item| item != 0).count() % 2 == 1),
        O::Iff => truth(is_true(0)? == is_true(1)?),
        O::Implies => truth(!is_true(0)? || is_true(1)?),
        O::Clause => {
            let positive = list(0)?.iter().any(|&item| item != 0);
            truth(positive || list(1)?.contains(&0))
        }
        O::BoolLt => truth(!is_true(0)? && is_true(1)?),
        O::LinEq | O::BoolLinEq => truth(dot(&list(0)?, &list(1)?)? == int(2)?),
        O::LinNe => truth(dot(&list(0)?, &list(1)?)? != int(2)?),
        O::LinLe | O::BoolLinLe => truth(dot(&list(0)?, &list(1)?)? <= int(2)?),
        _ => Err(Fault::Malformed),
    }
}
