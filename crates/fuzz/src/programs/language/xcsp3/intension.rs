//! Expressions in functional form.

use super::super::Unspelled;
use crate::programs::case::{Case, Expr};
use crate::programs::operator::Operator;

/// Whether an operator can appear in an expression.
pub(super) fn has(operator: Operator) -> bool {
    use Operator as O;
    name(operator).is_some() || matches!(operator, O::Bool2Int | O::In | O::Sqr)
}

fn name(operator: Operator) -> Option<&'static str> {
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
pub(super) fn write(case: &Case, expr: &Expr) -> Result<String, Unspelled> {
    match expr {
        Expr::Int(value) => Ok(value.to_string()),
        Expr::Bool(_) => Err(Unspelled("a constant truth value")),
        Expr::Var(place) => Ok(case.variables[*place].name.clone()),
        Expr::List(_) => Err(Unspelled("a list in an expression")),
        Expr::Op(operator, parts) => operation(case, *operator, parts),
    }
}

fn operation(case: &Case, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
    use Operator as O;
    match operator {
        O::Bool2Int => return write(case, &parts[0]),
        O::In => {
            let values = parts[1].ints().ok_or(Unspelled("a set with variables"))?;
            let set: Vec<String> = values.iter().map(ToString::to_string).collect();
            return Ok(format!("in({},set({}))", write(case, &parts[0])?, set.join(",")));
        }
        O::Not if matches!(&parts[0], Expr::Op(O::In, _)) => {
            let text = write(case, &parts[0])?;
            return Ok(format!("not{text}"));
        }
        O::Div | O::Mod if !is_defined(case, &parts[1], |value| value != 0) => {
            return Err(Unspelled("a divisor that may be 0"));
        }
        O::Pow if !is_defined(case, &parts[1], |value| value >= 0) => {
            return Err(Unspelled("an exponent that may be negative"));
        }
        _ => {}
    }
    let name = name(operator).ok_or(Unspelled("an operator in an expression"))?;
    let parts = match parts {
        [Expr::List(items)] if items.len() >= 2 => items,
        [Expr::List(_)] => return Err(Unspelled("a list of less than two items")),
        parts => parts,
    };
    let parts = parts.iter().map(|part| write(case, part)).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{name}({})", parts.join(",")))
}

/// Whether all values of a constant or variable are fit.
fn is_defined(case: &Case, expr: &Expr, fits: impl Fn(i64) -> bool) -> bool {
    match expr {
        Expr::Int(value) => fits(*value),
        Expr::Var(place) => case.variables[*place].values.iter().all(|value| fits(*value)),
        _ => false,
    }
}
