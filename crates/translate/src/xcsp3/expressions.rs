//! Constraints as expressions.

use parallax_model::ask::Refusal;
use parallax_model::{Atom, Clause, Compare, Constraint, Linear, Product, Reify, Relation};

use super::merged;
use super::relations::operator;

/// Returns a comparison of a variable with a number.
fn atom(atom: &Atom) -> String {
    format!("{}(x{},{})", operator(atom.relation), atom.variable.index(), atom.value)
}

/// Returns a comparison of two variables.
fn compare(c: &Compare) -> String {
    let (left, right) = (c.left.index(), c.right.index());
    let word = operator(c.relation);
    match c.offset {
        0 => format!("{word}(x{left},x{right})"),
        offset => format!("{word}(x{left},add(x{right},{offset}))"),
    }
}

/// Returns a disjunction of atoms, of which there is at least one.
fn clause(c: &Clause) -> String {
    let atoms: Vec<String> = c.atoms.iter().map(atom).collect();
    match &atoms[..] {
        [only] => only.clone(),
        _ => format!("or({})", atoms.join(",")),
    }
}

fn product(c: &Product) -> String {
    let [left, right, result] = [c.left, c.right, c.result].map(parallax_model::VarId::index);
    format!("eq(mul(x{left},x{right}),x{result})")
}

fn reify(c: &Reify) -> String {
    format!("iff(eq(x{},1),{})", c.truth.index(), atom(&c.atom))
}

/// Returns a weighted sum compared with a number.
fn linear(c: &Linear) -> Result<String, Refusal> {
    let term = |&(coefficient, place): &(i64, usize)| match coefficient {
        1 => format!("x{place}"),
        _ => format!("mul({coefficient},x{place})"),
    };
    let terms: Vec<String> = merged(&c.terms)?.iter().map(term).collect();
    let sum = match &terms[..] {
        [] => "0".into(),
        [only] => only.clone(),
        _ => format!("add({})", terms.join(",")),
    };
    Ok(format!("{}({sum},{})", operator(c.relation), c.constant))
}

/// Maximum number of variables whose pairs are written one by one.
const MAX_PAIRED: usize = 64;

/// Returns the truth of a constraint as an expression, if its kind has one.
///
/// # Errors
/// Returns unsupported for numbers that are too large.
pub(super) fn truth(constraint: &Constraint) -> Result<Option<String>, Refusal> {
    Ok(Some(match constraint {
        Constraint::Linear(c) => linear(c)?,
        Constraint::Compare(c) => compare(c),
        Constraint::Product(c) => product(c),
        Constraint::Clause(c) if c.atoms.is_empty() => "eq(0,1)".into(),
        Constraint::Clause(c) => clause(c),
        Constraint::Reify(c) => reify(c),
        Constraint::AllDifferent(c) if (2..=MAX_PAIRED).contains(&c.scope.len()) => {
            let mut pairs = Vec::new();
            for (i, one) in c.scope.iter().enumerate() {
                for other in &c.scope[..i] {
                    pairs.push(format!(
                        "{}(x{},x{})",
                        operator(Relation::Ne),
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
