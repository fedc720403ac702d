//! Constraints as expressions.

use parallax_model::engine_api::PreparationError;
use parallax_model::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Linear, Product, Reify,
};

use super::merge_terms;
use super::relations::operator_text;

/// Returns a comparison of a variable with a number.
fn atom_expression(atom: &AtomicConstraint) -> String {
    format!("{}(x{},{})", operator_text(atom.relation), atom.variable.index(), atom.value)
}

/// Returns a comparison of two variables.
fn compare_expression(c: &Compare) -> String {
    let (left, right) = (c.left.index(), c.right.index());
    let word = operator_text(c.relation);
    match c.offset {
        0 => format!("{word}(x{left},x{right})"),
        offset => format!("{word}(x{left},add(x{right},{offset}))"),
    }
}

/// Returns a disjunction of atoms, of which there is at least one.
fn clause_expression(c: &Clause) -> String {
    let atoms: Vec<String> = c.atoms.iter().map(atom_expression).collect();
    match &atoms[..] {
        [only] => only.clone(),
        _ => format!("or({})", atoms.join(",")),
    }
}

fn product_expression(c: &Product) -> String {
    let [left, right, result] = [c.left, c.right, c.result].map(parallax_model::VarId::index);
    format!("eq(mul(x{left},x{right}),x{result})")
}

fn reify_expression(c: &Reify) -> String {
    format!("iff(eq(x{},1),{})", c.truth.index(), atom_expression(&c.atom))
}

/// Returns a weighted sum compared with a number.
fn linear_expression(c: &Linear) -> Result<String, PreparationError> {
    let term = |&(coefficient, place): &(i64, usize)| match coefficient {
        1 => format!("x{place}"),
        _ => format!("mul({coefficient},x{place})"),
    };
    let terms: Vec<String> = merge_terms(&c.terms)?.iter().map(term).collect();
    let sum = match &terms[..] {
        [] => "0".into(),
        [only] => only.clone(),
        _ => format!("add({})", terms.join(",")),
    };
    Ok(format!("{}({sum},{})", operator_text(c.relation), c.constant))
}

/// Maximum number of variables whose pairs are written one by one.
const MAX_PAIRED: usize = 64;

/// Returns the truth of a constraint as an expression, if its kind has one.
///
/// # Errors
/// Returns unsupported for numbers that are too large.
pub(super) fn truth_expression(
    constraint: &Constraint,
) -> Result<Option<String>, PreparationError> {
    Ok(Some(match constraint {
        Constraint::Linear(c) => linear_expression(c)?,
        Constraint::Compare(c) => compare_expression(c),
        Constraint::Product(c) => product_expression(c),
        Constraint::Clause(c) if c.atoms.is_empty() => "eq(0,1)".into(),
        Constraint::Clause(c) => clause_expression(c),
        Constraint::Reify(c) => reify_expression(c),
        Constraint::AllDifferent(c) if (2..=MAX_PAIRED).contains(&c.scope.len()) => {
            let mut pairs = Vec::new();
            for (i, one) in c.scope.iter().enumerate() {
                for other in &c.scope[..i] {
                    pairs.push(format!(
                        "{}(x{},x{})",
                        operator_text(ComparisonOperator::Ne),
                        other.index(),
                        one.index()
                    ));
                }
            }
            match &pairs[..] {
                [only] => only.clone(),
                _ => format!("and({})", pairs.join(",")),
            }
        }
        _ => return Ok(None),
    }))
}
