//! Constraints as calls of predicates: builtins, truth values, globals.

use super::super::NotExpressible;
use super::terms::PredicateArgumentWriter;
use super::{FlatzincLibrary, builtins, globals, reified_names as names};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::{Operator, Sort};

/// A name and arguments.
pub(super) type PredicateCall = (String, Vec<String>);

/// Whether a builtin is made from an operator.
pub(super) fn is_builtin(operator: Operator) -> bool {
    builtins::BUILTIN_ROWS.iter().any(|(known, ..)| *known == operator)
}

/// Writes a constraint.
pub(super) fn write_root(
    case: &FuzzCase,
    library: FlatzincLibrary,
    expr: &CaseExpr,
) -> Result<String, NotExpressible> {
    let terms = PredicateArgumentWriter { case };
    let (name, arguments) = match expr {
        CaseExpr::Op(Operator::Iff, parts) if !parts[1].is_flat_expr() => {
            reified_call(&terms, library, terms.write_scalar(&parts[0])?, &parts[1])?
        }
        CaseExpr::Op(Operator::Implies, parts) if !parts[1].is_flat_expr() => {
            implied_call(&terms, library, terms.write_scalar(&parts[0])?, &parts[1])?
        }
        _ => predicate_call(&terms, library, expr)?,
    };
    Ok(format!("{name}({})", arguments.join(",")))
}

impl CaseExpr {
    /// Whether this is not an operation.
    fn is_flat_expr(&self) -> bool {
        !matches!(self, CaseExpr::Op(..))
    }
}

/// Returns the call that makes a truth value equal to a constraint; connectives have it as their
/// own last argument.
pub(super) fn reified_call(
    terms: &PredicateArgumentWriter<'_>,
    library: FlatzincLibrary,
    truth: String,
    inner: &CaseExpr,
) -> Result<PredicateCall, NotExpressible> {
    if let CaseExpr::Op(operator, parts) = inner {
        // Connectives of two operands have their own builtins, which take the truth value as their
        // result instead of a suffix `_reif`.
        let pair = match parts.first().and_then(CaseExpr::list_items) {
            Some([first, second]) => Some((terms.write_scalar(first), terms.write_scalar(second))),
            _ => None,
        };
        match (operator, pair) {
            (Operator::And, Some((a, b))) => return Ok(("bool_and".into(), vec![a?, b?, truth])),
            (Operator::Or, Some((a, b))) => return Ok(("bool_or".into(), vec![a?, b?, truth])),
            (Operator::Xor, Some((a, b))) => return Ok(("bool_xor".into(), vec![a?, b?, truth])),
            (Operator::And, None) => {
                return Ok(("array_bool_and".into(), vec![terms.write_array(&parts[0])?, truth]));
            }
            (Operator::Or, None) => {
                return Ok(("array_bool_or".into(), vec![terms.write_array(&parts[0])?, truth]));
            }
            (Operator::Not, _) => {
                return Ok(("bool_not".into(), vec![terms.write_scalar(&parts[0])?, truth]));
            }
            _ => {}
        }
    }
    let (name, mut arguments) = predicate_call(terms, library, inner)?;
    arguments.push(truth);
    if library == FlatzincLibrary::Gecode && name == "member_int" {
        return Ok(("gecode_member_int_reif".into(), arguments));
    }
    if !names::has_reified(library, &name) {
        return Err(NotExpressible("a reified constraint"));
    }
    Ok((format!("{name}_reif"), arguments))
}

/// Returns the call by which a truth value implies a constraint. Gecode's connectives take the
/// truth value instead of their result.
pub(super) fn implied_call(
    terms: &PredicateArgumentWriter<'_>,
    library: FlatzincLibrary,
    truth: String,
    inner: &CaseExpr,
) -> Result<PredicateCall, NotExpressible> {
    use Operator as O;
    let connective = match inner {
        CaseExpr::Op(O::And, parts) => Some(("array_bool_and_imp", parts)),
        CaseExpr::Op(O::Or, parts) => Some(("array_bool_or_imp", parts)),
        CaseExpr::Op(O::Xor, parts) => Some(("array_bool_xor_imp", parts)),
        _ => None,
    };
    if let Some((name, parts)) = connective {
        if library != FlatzincLibrary::Gecode {
            return Err(NotExpressible("an implied connective"));
        }
        return Ok((name.into(), vec![terms.write_array(&parts[0])?, truth]));
    }
    let (name, mut arguments) = predicate_call(terms, library, inner)?;
    if !names::has_reified(library, &name) {
        return Err(NotExpressible("an implied constraint"));
    }
    arguments.push(truth);
    Ok((format!("{name}_imp"), arguments))
}

/// Returns the call of a constraint.
fn predicate_call(
    terms: &PredicateArgumentWriter<'_>,
    library: FlatzincLibrary,
    expr: &CaseExpr,
) -> Result<PredicateCall, NotExpressible> {
    let CaseExpr::Op(operator, parts) = expr else {
        return Ok(("bool_eq".into(), vec![terms.write_scalar(expr)?, "true".into()]));
    };
    match (operator, parts.as_slice()) {
        (Operator::Eq, [CaseExpr::Op(inner, parts), result]) => {
            relation_call(terms, library, *inner, parts, Some(&terms.write_scalar(result)?))
        }
        _ => relation_call(terms, library, *operator, parts, None),
    }
}

/// Returns the call of a relation, or of a function with its result.
fn relation_call(
    terms: &PredicateArgumentWriter<'_>,
    library: FlatzincLibrary,
    operator: Operator,
    parts: &[CaseExpr],
    result: Option<&str>,
) -> Result<PredicateCall, NotExpressible> {
    use Operator as O;
    // A function needs a result, and a relation has none.
    if (operator.sort() == Sort::Int) != result.is_some() {
        return Err(NotExpressible("a truth value compared with an integer"));
    }
    if let Some(row) = globals::global_row(library, operator, parts)? {
        return Ok((row.1.into(), terms.write_slots(row.2, parts, result)?));
    }
    let row = builtins::BUILTIN_ROWS.iter().find(|(known, ..)| *known == operator);
    let (_, name, slots) = row.ok_or(NotExpressible("an operator"))?;
    let pair = parts.first().and_then(CaseExpr::list_items).filter(|items| items.len() == 2);
    let name = match (operator, pair) {
        (O::Minimum | O::Maximum, Some([first, second])) => {
            let word = if operator == O::Minimum { "int_min" } else { "int_max" };
            let result = result.unwrap_or_default().to_owned();
            return Ok((
                word.into(),
                vec![terms.write_scalar(first)?, terms.write_scalar(second)?, result],
            ));
        }
        (O::Element | O::BoolElement, _) if parts[0] != CaseExpr::Int(1) => {
            return Err(NotExpressible("an index that does not begin at 1"));
        }
        (O::Element | O::BoolElement, _) if !parts[1].is_constant() => {
            name.replace("array_", "array_var_")
        }
        _ => (*name).to_owned(),
    };
    Ok((name, terms.write_slots(slots, parts, result)?))
}
