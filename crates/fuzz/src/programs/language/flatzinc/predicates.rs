//! Constraints as calls of predicates: builtins, truth values, globals.

use super::super::Unspelled;
use super::terms::Terms;
use super::{Library, builtins, globals, reified as names};
use crate::programs::case::{Case, Expr};
use crate::programs::operator::{Operator, Sort};

/// A name and arguments.
pub(super) type Call = (String, Vec<String>);

/// Whether a builtin is made from an operator.
pub(super) fn is_builtin(operator: Operator) -> bool {
    builtins::ROWS.iter().any(|(known, ..)| *known == operator)
}

/// Writes a constraint.
pub(super) fn root(case: &Case, library: Library, expr: &Expr) -> Result<String, Unspelled> {
    let terms = Terms { case };
    let (name, arguments) = match expr {
        Expr::Op(Operator::Iff, parts) if !parts[1].is_flat_expr() => {
            reified(&terms, library, terms.flat(&parts[0])?, &parts[1])?
        }
        Expr::Op(Operator::Implies, parts) if !parts[1].is_flat_expr() => {
            implied(&terms, library, terms.flat(&parts[0])?, &parts[1])?
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
pub(super) fn reified(
    terms: &Terms<'_>,
    library: Library,
    truth: String,
    inner: &Expr,
) -> Result<Call, Unspelled> {
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
pub(super) fn implied(
    terms: &Terms<'_>,
    library: Library,
    truth: String,
    inner: &Expr,
) -> Result<Call, Unspelled> {
    use Operator as O;
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
    let Expr::Op(operator, parts) = expr else {
        return Ok(("bool_eq".into(), vec![terms.flat(expr)?, "true".into()]));
    };
    match (operator, parts.as_slice()) {
        (Operator::Eq, [Expr::Op(inner, parts), result]) => {
            call(terms, library, *inner, parts, Some(&terms.flat(result)?))
        }
        _ => call(terms, library, *operator, parts, None),
    }
}

/// Returns the call of a relation, or of a function with its result.
fn call(
    terms: &Terms<'_>,
    library: Library,
    operator: Operator,
    parts: &[Expr],
    result: Option<&str>,
) -> Result<Call, Unspelled> {
    use Operator as O;
    if (operator.sort() == Sort::Int) != result.is_some() {
        return Err(Unspelled("a truth value compared with an integer"));
    }
    if let Some(row) = globals::row(library, operator, parts)? {
        return Ok((row.1.into(), terms.slots(row.2, parts, result)?));
    }
    let row = builtins::ROWS.iter().find(|(known, ..)| *known == operator);
    let (_, name, slots) = row.ok_or(Unspelled("an operator"))?;
    let pair = parts.first().and_then(Expr::items).filter(|items| items.len() == 2);
    let name = match (operator, pair) {
        (O::Minimum | O::Maximum, Some([first, second])) => {
            let word = if operator == O::Minimum { "int_min" } else { "int_max" };
            let result = result.unwrap_or_default().to_owned();
            return Ok((word.into(), vec![terms.flat(first)?, terms.flat(second)?, result]));
        }
        (O::Element | O::BoolElement, _) if parts[0] != Expr::Int(1) => {
            return Err(Unspelled("an index that does not begin at 1"));
        }
        (O::Element | O::BoolElement, _) if !parts[1].is_constant() => {
            name.replace("array_", "array_var_")
        }
        _ => (*name).to_owned(),
    };
    Ok((name, terms.slots(slots, parts, result)?))
}
