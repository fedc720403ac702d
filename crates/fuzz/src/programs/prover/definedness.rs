//! Whether every expression of a case has a value under every assignment.

use super::bounds::{ArgumentBounds, of_leaf, of_operator};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::{UndefinedSemantics, evaluate_number};
use crate::programs::operator::Operator;

/// Whether every expression of a case surely has a value under every assignment, so that all
/// languages agree about it. Bounds decide; `false` may be too careful.
#[must_use]
pub fn is_defined(case: &FuzzCase) -> bool {
    // Faults of form, such as lists of unequal lengths, do not depend on the values, so evaluation
    // at one assignment finds them.
    let first = |values: &Vec<i64>| values.first().copied();
    let Some(corner) =
        case.variables.iter().map(|variable| first(&variable.values)).collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    case.root_expressions().all(|expr| argument_bounds(case, expr, &corner).is_some())
}

/// Returns the bounds of an expression; `None` if it may have no value.
fn argument_bounds(case: &FuzzCase, expr: &CaseExpr, corner: &[i64]) -> Option<ArgumentBounds> {
    match expr {
        CaseExpr::List(items) => {
            let items = items.iter().map(|item| argument_bounds(case, item, corner));
            items.collect::<Option<_>>().map(ArgumentBounds::List)
        }
        CaseExpr::Op(operator, parts) => {
            let parts = parts.iter().map(|part| argument_bounds(case, part, corner));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            evaluate_number(expr, corner, UndefinedSemantics::Total).ok()?;
            // The domain is tested before the bounds are computed, which rely on it.
            is_inside(*operator, &parts)?.then_some(())?;
            of_operator(*operator, &parts).map(ArgumentBounds::One)
        }
        leaf => of_leaf(case, leaf).map(ArgumentBounds::One),
    }
}

/// Whether arguments with bounds are surely within the domain of an operator. Constants and
/// lengths were tried before.
fn is_inside(operator: Operator, arguments: &[ArgumentBounds]) -> Option<bool> {
    use Operator as O;
    let one = |argument: usize| arguments.get(argument)?.single_bounds();
    let positive = |argument: usize| {
        let numbers = arguments.get(argument)?.number_bounds();
        Some(numbers.iter().all(|number| number.low >= 0))
    };
    let index = |argument: usize, count: usize| {
        let (base, index) = (one(0)?, one(argument)?);
        Some(base.low <= index.low && index.high < base.low + count as i128)
    };
    let length = |argument: usize| Some(arguments.get(argument)?.argument_items()?.len());
    Some(match operator {
        O::Div | O::Mod | O::EuclidDiv | O::EuclidMod => !one(1)?.zero,
        O::Pow => one(1)?.low >= 0,
        O::Element | O::BoolElement => index(2, length(1)?)?,
        O::ElementMatrix => {
            let rows = arguments.get(1)?.argument_items()?;
            let columns = rows.first()?.argument_items()?.len();
            index(2, rows.len())? && index(3, columns)?
        }
        O::Cumulative => positive(1)? && positive(2)? && positive(3)?,
        O::Disjunctive | O::DisjunctiveStrict | O::DiffnK | O::DiffnNonstrictK => positive(1)?,
        O::Diffn | O::DiffnNonstrict => positive(2)? && positive(3)?,
        _ => true,
    })
}

/// Returns the values of a variable for which an operator with constant bounds elsewhere is
/// defined; used when a case is drawn.
pub(crate) fn clip_values(
    operator: Operator,
    argument: usize,
    parts: &[CaseExpr],
    values: &mut Vec<i64>,
) {
    use Operator as O;
    let base = parts.first().and_then(CaseExpr::as_int).unwrap_or(0);
    let mut keep = |low: i64, count: usize| {
        values.retain(|value| (low..low.saturating_add(count as i64)).contains(value));
    };
    let count =
        |part: Option<&CaseExpr>| part.and_then(CaseExpr::list_items).map_or(0, <[CaseExpr]>::len);
    match (operator, argument) {
        (O::Div | O::Mod | O::EuclidDiv | O::EuclidMod, 1) => values.retain(|value| *value != 0),
        (O::Pow, 1) => keep(0, 4),
        (O::Element | O::BoolElement | O::ElementMatrix, 2) => keep(base, count(parts.get(1))),
        (O::ElementMatrix, 3) => {
            let first = parts.get(1).and_then(CaseExpr::list_items).and_then(<[CaseExpr]>::first);
            keep(base, count(first));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::bounds::ExprBounds;
    use super::*;

    fn defined(constraint: serde_json::Value) -> bool {
        let value = json!({
            "id": 1,
            "variables": [{ "name": "x0", "values": [-2, 3] }, { "name": "x1", "values": [0, 1, 2] },
                { "name": "x2", "values": [4_000_000_000_i64] }],
            "constraints": [constraint],
        });
        is_defined(&FuzzCase::from_json(&value).expect("a well-formed case"))
    }

    #[test]
    fn what_may_be_undefined_is_not_defined() {
        assert!(defined(json!(["eq", ["div", "x1", "x0"], 1])), "0 is between the values");
        assert!(!defined(json!(["eq", ["div", "x0", "x1"], 1])));
        assert!(!defined(json!(["eq", ["div", 1, ["add", "x0", 1]], 1])), "by bounds alone");
        assert!(!defined(json!(["eq", ["pow", "x1", "x0"], 1])));
        assert!(defined(json!(["eq", ["pow", "x0", "x1"], 1])));
        assert!(!defined(json!(["eq", ["pow", 10, ["mul", 10, "x1"]], 1])), "beyond 64 bits");
        assert!(!defined(json!(["eq", ["mul", "x2", "x2"], 1])));
        assert!(defined(json!(["eq", ["element", 0, ["list", 4, "x0", 5], "x1"], 1])));
        assert!(!defined(json!(["eq", ["element", 1, ["list", 4, "x0", 5], "x1"], 1])));
        assert!(!defined(json!(["disjunctive", ["list", "x0", "x1"], ["list", 1, "x0"]])));
        assert!(defined(json!(["disjunctive", ["list", "x0", "x1"], ["list", 1, "x1"]])));
        assert!(!defined(json!(["sort", ["list", "x0", "x1"], ["list", 1]])), "lengths");
        assert!(!defined(json!(["eq", ["minimum", ["list"]], 1])));
        let branch = json!(["eq", ["if", ["eq", "x0", 3], 1, ["minimum", ["list"]]], 1]);
        assert!(!defined(branch), "a branch that is not taken there");
    }

    #[test]
    fn bounds_hold_all_values() {
        let bounds = ExprBounds::of_variable(&[-3, 5]).expect("values");
        assert_eq!((bounds.low, bounds.high, bounds.zero), (-3, 5, false));
        assert_eq!(ExprBounds::of_variable(&[]), None);
        assert_eq!(ExprBounds::new(0, i128::from(i64::MAX) + 1), None);
    }
}
