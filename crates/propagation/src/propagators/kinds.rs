//! The kinds of constraints in native search: the propagators of each, and its test for
//! implications, which `excluded.rs` and `excluded_reasons.rs` write out. `levels.rs` has its levels.

use parallax_model::{Constraint, Model, Posted, Value};

use super::clause::claim_of;
use super::{
    Past, Premises, Propagator, PropagatorError, all_different, cardinality, clause, compare,
    dimension, element, excluded, excluded_reasons, extremum, forward, global, has_repetitions,
    implies, inverse, lexicographic, linear, product, reify, table,
};
use crate::decided;
use crate::levels::{Level, Levels};
use crate::refusal::PropagationRefusal;
use crate::store::Store;

/// Appends the propagators of a posted constraint at its level to `made`.
///
/// # Errors
/// Returns the reason why the requested level is not available.
pub fn post(
    posted: &Posted,
    levels: &Levels,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), PropagationRefusal> {
    let made = levels
        .of(posted)
        .map_err(PropagatorError::from)
        .and_then(|level| make(&posted.constraint, level, levels, model, store, made));
    made.map_err(|why| PropagationRefusal::Constraint { label: posted.label.to_string(), why })
}

fn make(
    constraint: &Constraint,
    level: Level,
    levels: &Levels,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), PropagatorError> {
    if level <= Level::Forward {
        made.push(Box::new(forward::Forward::new(constraint, level, model)));
        return Ok(());
    }
    match constraint {
        Constraint::AllDifferent(c) => {
            let left = levels.leaves_singles_to_nogoods(level)
                && all_different::is_permutation(&c.scope, model);
            all_different::make(c, if left { Level::Arc } else { level }, store, made);
        }
        Constraint::GlobalCardinality(c) => cardinality::make(c, level, store, made),
        Constraint::Linear(c) => linear::make(c, level, levels, store, made)?,
        Constraint::Compare(c) => made.push(Box::new(compare::Compare::new(c, level))),
        Constraint::Table(c) => match table::make(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward::make(constraint, model)),
        },
        Constraint::Element(c) => made.push(Box::new(element::Element::new(c, store))),
        Constraint::Lexicographic(c) => {
            made.push(Box::new(lexicographic::Lexicographic::new(c, store)));
        }
        Constraint::Extremum(c) => made.push(Box::new(extremum::Extremum::new(c, store))),
        Constraint::Product(c) => {
            made.push(Box::new(product::Product::new(c)));
            // With different variables, bounds already check the product.
            if has_repetitions(&[c.left, c.right, c.result]) {
                made.push(forward::make(constraint, model));
            }
        }
        Constraint::Inverse(c) => made.push(Box::new(inverse::Inverse::new(c, store))),
        Constraint::Clause(c) => made.push(Box::new(clause::Clause::new(c, store))),
        Constraint::Dimension(c) => match dimension::Dimension::new(c, model, store) {
            Some(propagator) => made.push(Box::new(propagator)),
            None => made.push(forward::make(constraint, model)),
        },
        Constraint::Reify(c) => made.push(Box::new(reify::Reify::new(c))),
        Constraint::Global(c) => global::make(constraint, c, level, model, store, made)?,
        Constraint::Implies(c) => {
            let mut then = Vec::new();
            let inner = levels.of_kind(c.then.kind());
            make(&c.then, inner, levels, model, store, &mut then)?;
            made.push(Box::new(implies::Implies::new(c, model, then)));
            made.push(forward::make(constraint, model));
        }
    }
    Ok(())
}

/// Whether no values of the domains satisfy a constraint, as far as the test for its kind detects.
pub(super) fn is_excluded(
    constraint: &Constraint,
    model: &excluded::Dimensions,
    store: &Store,
) -> bool {
    match constraint {
        Constraint::AllDifferent(c) => excluded::repeats(&c.scope, store),
        Constraint::GlobalCardinality(c) => excluded::cardinality(c, store),
        Constraint::Linear(c) => decided::linear(c, store) == Some(false),
        Constraint::Compare(c) => decided::compare(c, store) == Some(false),
        Constraint::Table(c) => excluded::table(c, store),
        Constraint::Element(c) => excluded::element(c, store),
        Constraint::Lexicographic(c) => excluded::lexicographic(c, store),
        Constraint::Extremum(c) => excluded::extremum(c, store),
        Constraint::Product(c) => excluded::product(c, store),
        Constraint::Inverse(c) => excluded::inverse(c, store),
        Constraint::Clause(c) => {
            c.atoms.iter().all(|atom| decided::atom(atom, store) == Some(false))
        }
        Constraint::Reify(c) => {
            let truth = |value| store.contains(c.truth, value);
            match decided::atom(&c.atom, store) {
                Some(holds) => !truth(Value::from(holds)),
                None => !truth(0) && !truth(1),
            }
        }
        Constraint::Implies(c) => {
            store.fixed(c.condition) == Some(1) && is_excluded(&c.then, model, store)
        }
        // No implication has one inside.
        Constraint::Global(_) => false,
        Constraint::Dimension(c) => excluded::classes(c, &model[c.dimension.0 as usize], store),
    }
}

/// Returns the elementary steps of a test, besides those for each variable.
pub(super) fn steps(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::Table(c) => c.tuples.len().saturating_mul(c.scope.len()),
        Constraint::GlobalCardinality(c) => c.scope.len().saturating_mul(c.occurrences.len()),
        Constraint::AllDifferent(c) => c.scope.len().saturating_mul(c.scope.len()),
        Constraint::Implies(c) => steps(&c.then),
        _ => 1,
    }
}

/// Adds premises that leave a constraint no solution; its test excludes it at that time.
pub(super) fn explain_exclusion(constraint: &Constraint, past: &Past<'_>, into: &mut Premises<'_>) {
    let explained = match constraint {
        Constraint::Compare(c) => excluded_reasons::compare(c, past, into),
        Constraint::Linear(c) => excluded_reasons::linear(c, past, into),
        Constraint::GlobalCardinality(c) => excluded_reasons::cardinality(c, past, into),
        Constraint::Table(c) if !c.forbidden => excluded_reasons::table(c, past, into),
        Constraint::AllDifferent(c) => excluded_reasons::different(&c.scope, past, into),
        Constraint::Clause(c) => {
            c.atoms.iter().for_each(|atom| into.claim(claim_of(atom).opposite()));
            true
        }
        // Their tests look at bounds alone.
        Constraint::Lexicographic(_) | Constraint::Extremum(_) | Constraint::Product(_) => {
            constraint.scope().iter().for_each(|&v| into.bounds(v, past));
            true
        }
        _ => false,
    };
    if !explained {
        into.scope(&constraint.scope(), past);
    }
}
