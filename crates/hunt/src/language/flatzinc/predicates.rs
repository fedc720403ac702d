//! The builtins.

use super::super::Unspelled;
use super::terms::Terms;
use super::{Library, globals, reified as names};
use crate::case::{Case, Expr};
use crate::operator::Operator;

/// A name and arguments.
pub(super) type Call = (String, Vec<String>);

/// Whether a builtin is made from an operator.
pub(super) fn is_builtin(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::Abs
            | O::Add
            | O::Sub
            | O::Mul
            | O::Div
            | O::Mod
            | O::Pow
            | O::Minimum
            | O::Maximum
            | O::Bool2Int
            | O::Eq
            | O::Ne
            | O::Lt
            | O::Le
            | O::In
            | O::Not
            | O::And
            | O::Or
            | O::Xor
    ) || matches!(
        operator,
        O::Iff
            | O::Implies
            | O::Clause
            | O::BoolLt
            | O::LinEq
            | O::LinNe
            | O::LinLe
            | O::BoolLinEq
            | O::BoolLinLe
            | O::Element
            | O::BoolElement
    )
}

/// Writes a constraint.
pub(super) fn root(case: &Case, library: Library, expr: &Expr) -> Result<String, Unspelled> {
    let terms = Terms { case };
    let (name, arguments) = match expr {
        Expr::Op(Operator::Iff, parts) if !parts[1].is_flat_expr() => {
            reified(&terms, library, &parts[0], &parts[1])?
        }
        Expr::Op(Operator::Implies, parts) if !parts[1].is_flat_expr() => {
            implied(&terms, library, &parts[0], &parts[1])?
        }
        _ => predicate(&terms, library, expr)?,
    };
    Ok(format!("{name}({})", arguments.join(",")))
}

impl Expr {
    /// Whether this is no operator.
    fn is_flat_expr(&self) -> bool {
        !matches!(self, Expr::Op(..))
    }
}

/// Returns the call that makes a truth value equal to a constraint; connectives have it as their
/// own last argument.
fn reified(
    terms: &Terms<'_>,
    library: Library,
    truth: &Expr,
    inner: &Expr,
) -> Result<Call, Unspelled> {
    let truth = terms.flat(truth)?;
    if let Expr::Op(operator, parts) = inner {
        let pair = match parts.first().and_then(Expr::items) {
            Some([first, second]) => Some((terms.flat(first), terms.flat(second))),
            _ => None,
        };
        match (operator, pair) {
            (Operator::And, Some((a, b))) => return Ok(("bool_and".into(), vec![a?, b?, truth])),
            (Operator::Or, Some((a, b))) => return Ok(("bool_or".into(), vec![a?, b?, truth])),
            (Operator::Xor, Some((a, b))) => return Ok(("bool_xor".into(), vec![a?, b?, truth])),
            (Operator::And, None) => {
                return Ok(("array_bool_and".into(), vec![terms.array(&parts[0])?, truth]));
            }
            (Operator::Or, None) => {
                return Ok(("array_bool_or".into(), vec![terms.array(&parts[0])?, truth]));
            }
            (Operator::Not, _) => {
                return Ok(("bool_not".into(), vec![terms.flat(&parts[0])?, truth]));
            }
            _ => {}
        }
    }
    let (name, mut arguments) = predicate(terms, library, inner)?;
    arguments.push(truth);
    if library == Library::Gecode && name == "member_int" {
        return Ok(("gecode_member_int_reif".into(), arguments));
    }
    if !names::has(library, &name) {
        return Err(Unspelled("a reified constraint"));
    }
    Ok((format!("{name}_reif"), arguments))
}

/// Returns the call by which a truth value implies a constraint. Gecode's connectives have the
/// truth value in the place of their result.
fn implied(
    terms: &Terms<'_>,
    library: Library,
    truth: &Expr,
    inner: &Expr,
) -> Result<Call, Unspelled> {
    use Operator as O;
    let truth = terms.flat(truth)?;
    let connective = match inner {
        Expr::Op(O::And, parts) => Some(("array_bool_and_imp", parts)),
        Expr::Op(O::Or, parts) => Some(("array_bool_or_imp", parts)),
        Expr::Op(O::Xor, parts) => Some(("array_bool_xor_imp", parts)),
        _ => None,
    };
    if let Some((name, parts)) = connective {
        if library != Library::Gecode {
            return Err(Unspelled("an implied connective"));
        }
        return Ok((name.into(), vec![terms.array(&parts[0])?, truth]));
    }
    let (name, mut arguments) = predicate(terms, library, inner)?;
    if !names::has(library, &name) {
        return Err(Unspelled("an implied constraint"));
    }
    arguments.push(truth);
    Ok((format!("{name}_imp"), arguments))
}

/// Returns the call of a constraint.
fn predicate(terms: &Terms<'_>, library: Library, expr: &Expr) -> Result<Call, Unspelled> {
    use Operator as O;
    let Expr::Op(operator, parts) = expr else {
        return Ok(("bool_eq".into(), vec![terms.flat(expr)?, "true".into()]));
    };
    if let Some(call) = globals::call(terms, library, *operator, parts) {
        return call;
    }
    let flat = |place: usize| terms.flat(&parts[place]);
    let array = |place: usize| terms.array(&parts[place]);
    let call = |name: &str, arguments: Vec<String>| Ok((name.to_owned(), arguments));
    match operator {
        O::Eq if !parts[0].is_flat_expr() => function(terms, library, &parts[0], &flat(1)?),
        O::Eq => call("int_eq", vec![flat(0)?, flat(1)?]),
        O::Ne => call("int_ne", vec![flat(0)?, flat(1)?]),
        O::Lt => call("int_lt", vec![flat(0)?, flat(1)?]),
        O::Le => call("int_le", vec![flat(0)?, flat(1)?]),
        O::In => call("set_in", vec![flat(0)?, terms.set(&parts[1])?]),
        O::Iff => call("bool_eq", vec![flat(0)?, flat(1)?]),
        O::Implies => call("bool_le", vec![flat(0)?, flat(1)?]),
        O::BoolLt => call("bool_lt", vec![flat(0)?, flat(1)?]),
        O::Not => call("bool_not", vec![flat(0)?, "true".into()]),
        O::And => call("array_bool_and", vec![array(0)?, "true".into()]),
        O::Or => call("array_bool_or", vec![array(0)?, "true".into()]),
        O::Xor => call("array_bool_xor", vec![array(0)?]),
        O::Clause => call("bool_clause", vec![array(0)?, array(1)?]),
        O::LinEq => call("int_lin_eq", vec![array(0)?, array(1)?, flat(2)?]),
        O::LinNe => call("int_lin_ne", vec![array(0)?, array(1)?, flat(2)?]),
        O::LinLe => call("int_lin_le", vec![array(0)?, array(1)?, flat(2)?]),
        O::BoolLinEq => call("bool_lin_eq", vec![array(0)?, array(1)?, flat(2)?]),
        O::BoolLinLe => call("bool_lin_le", vec![array(0)?, array(1)?, flat(2)?]),
        O::BoolElement if parts[0] == Expr::Int(1) => {
            let kind = if parts[1].is_constant() { "array_bool" } else { "array_var_bool" };
            call(&format!("{kind}_element"), vec![flat(2)?, array(1)?, flat(3)?])
        }
        _ => Err(Unspelled("an operator")),
    }
}

/// Returns the call that makes a result equal to the value of an operator.
fn function(
    terms: &Terms<'_>,
    library: Library,
    expr: &Expr,
    result: &str,
) -> Result<Call, Unspelled> {
    use Operator as O;
    let Expr::Op(operator, parts) = expr else {
        return Err(Unspelled("a value that is no operator's"));
    };
    if let Some(call) = globals::function(terms, library, *operator, parts, result) {
        return call;
    }
    let binary = |name: &str| {
        let arguments = vec![terms.flat(&parts[0])?, terms.flat(&parts[1])?, result.into()];
        Ok((name.to_owned(), arguments))
    };
    let unary = |name: &str| Ok((name.to_owned(), vec![terms.flat(&parts[0])?, result.into()]));
    match operator {
        O::Add => binary("int_plus"),
        O::Sub => binary("int_minus"),
        O::Mul => binary("int_times"),
        O::Div => binary("int_div"),
        O::Mod => binary("int_mod"),
        O::Pow => binary("int_pow"),
        O::Abs => unary("int_abs"),
        O::Bool2Int => unary("bool2int"),
        O::Minimum | O::Maximum => {
            let word = if *operator == O::Minimum { "min" } else { "max" };
            if let Some([first, second]) = parts[0].items() {
                let arguments = vec![terms.flat(first)?, terms.flat(second)?, result.into()];
                return Ok((format!("int_{word}"), arguments));
            }
            Ok((format!("array_int_{word}imum"), vec![result.into(), terms.array(&parts[0])?]))
        }
        O::Element if parts[0] == Expr::Int(1) => {
            let kind = if parts[1].is_constant() { "array_int" } else { "array_var_int" };
            let arguments = vec![terms.flat(&parts[2])?, terms.array(&parts[1])?, result.into()];
            Ok((format!("{kind}_element"), arguments))
        }
        _ => Err(Unspelled("an operator")),
    }
}
