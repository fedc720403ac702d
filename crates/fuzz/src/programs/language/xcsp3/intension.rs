//! Expressions in functional form.

use super::super::NotExpressible;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Operator;

/// Whether an operator can appear in an expression.
pub(super) fn has_intension(operator: Operator) -> bool {
    use Operator as O;
    function_name(operator).is_some() || matches!(operator, O::Bool2Int | O::In | O::Sqr)
}

fn function_name(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Neg => "neg",
        O::Abs => "abs",
        O::Sqr => "sqr",
        O::Add | O::Sum => "add",
        O::Sub => "sub",
        O::Mul | O::Product => "mul",
        O::Div => "div",
        O::Mod => "mod",
        O::Pow => "pow",
        O::Dist => "dist",
        O::Minimum => "min",
        O::Maximum => "max",
        O::If => "if",
        O::Eq => "eq",
        O::Ne => "ne",
        O::Lt => "lt",
        O::Le => "le",
        O::Gt => "gt",
        O::Ge => "ge",
        O::Not => "not",
        O::And => "and",
        O::Or => "or",
        O::Xor => "xor",
        O::Iff => "iff",
        O::AllDifferent => "ne",
        O::AllEqual => "eq",
        O::Implies => "imp",
        _ => return None,
    })
}

/// Writes an expression.
pub(super) fn write_intension(case: &FuzzCase, expr: &CaseExpr) -> Result<String, NotExpressible> {
    match expr {
        CaseExpr::Int(value) => Ok(value.to_string()),
        CaseExpr::Bool(_) => Err(NotExpressible("a constant truth value")),
        CaseExpr::Var(index) => Ok(case.variables[*index].name.clone()),
        CaseExpr::List(_) => Err(NotExpressible("a list in an expression")),
        CaseExpr::Op(operator, parts) => write_operation(case, *operator, parts),
    }
}

fn write_operation(
    case: &FuzzCase,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<String, NotExpressible> {
    use Operator as O;
    match operator {
        O::Bool2Int => return write_intension(case, &parts[0]),
        O::In => {
            let values = parts[1].list_ints().ok_or(NotExpressible("a set with variables"))?;
            let set: Vec<String> = values.iter().map(ToString::to_string).collect();
            return Ok(format!("in({},set({}))", write_intension(case, &parts[0])?, set.join(",")));
        }
        O::Not if matches!(&parts[0], CaseExpr::Op(O::In, _)) => {
            let text = write_intension(case, &parts[0])?;
            return Ok(format!("not{text}"));
        }
        O::Div | O::Mod if !is_defined(case, &parts[1], |value| value != 0) => {
            return Err(NotExpressible("a divisor that may be 0"));
        }
        O::Pow if !is_defined(case, &parts[1], |value| value >= 0) => {
            return Err(NotExpressible("an exponent that may be negative"));
        }
        _ => {}
    }
    let name = function_name(operator).ok_or(NotExpressible("an operator in an expression"))?;
    let parts = match parts {
        [CaseExpr::List(items)] if items.len() >= 2 => items,
        [CaseExpr::List(_)] => return Err(NotExpressible("a list of less than two items")),
        parts => parts,
    };
    let parts =
        parts.iter().map(|part| write_intension(case, part)).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{name}({})", parts.join(",")))
}

/// Whether all values of a constant or variable are fit.
fn is_defined(case: &FuzzCase, expr: &CaseExpr, fits: impl Fn(i64) -> bool) -> bool {
    match expr {
        CaseExpr::Int(value) => fits(*value),
        CaseExpr::Var(index) => case.variables[*index].values.iter().all(|value| fits(*value)),
        _ => false,
    }
}
