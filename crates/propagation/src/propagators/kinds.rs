//! The kinds of constraints in native search: the propagators of each, and its test for
//! implications, which `exclusion_rules.rs` and `exclusion_reasons.rs` write out. `levels.rs` has
//! its levels.

use parallax_model::{Constraint, Model, PostedConstraint, Value};

use super::clause::claim_of;
use super::{
    ConstraintPropagator, ExplanationPremises, PastDomains, PropagatorError, all_different,
    cardinality, clause, compare, dimension, element, exclusion_reasons, exclusion_rules, extremum,
    forward_checking, global, has_repetitions, implies, inverse, lexicographic, linear, product,
    reify, table,
};
use crate::decided_relations;
use crate::levels::{ConsistencyLevel, ConsistencySettings};
use crate::refusal::PropagationRefusal;
use crate::store::DomainStore;

/// Appends the propagators of a posted constraint at its level to `made`.
///
/// # Errors
/// Returns the reason why the requested level is not available.
pub fn post_constraint(
    posted: &PostedConstraint,
    levels: &ConsistencySettings,
    model: &Model,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) -> Result<(), PropagationRefusal> {
    let made = levels.constraint_level(posted).map_err(PropagatorError::from).and_then(|level| {
        append_propagators(&posted.constraint, level, levels, model, store, made)
    });
    made.map_err(|why| PropagationRefusal::Constraint { label: posted.label.to_string(), why })
}

fn append_propagators(
    constraint: &Constraint,
    level: ConsistencyLevel,
    levels: &ConsistencySettings,
    model: &Model,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) -> Result<(), PropagatorError> {
    if level <= ConsistencyLevel::Forward {
        made.push(Box::new(forward_checking::ForwardCheckingPropagator::new(
            constraint, level, model,
        )));
        return Ok(());
    }
    match constraint {
        Constraint::AllDifferent(c) => {
            let nogoods_find_singles = levels.leaves_singles_to_nogoods(level)
                && all_different::is_permutation(&c.scope, model);
            all_different::post_all_different(
                c,
                if nogoods_find_singles { ConsistencyLevel::Arc } else { level },
                store,
                made,
            );
        }
        Constraint::GlobalCardinality(c) => cardinality::post_cardinality(c, level, store, made),
        Constraint::Linear(c) => linear::post_linear(c, level, levels, store, made)?,
        Constraint::Compare(c) => made.push(Box::new(compare::ComparisonPropagator::new(c, level))),
        Constraint::Table(c) => match table::build_table(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward_checking::build_forward_checking(constraint, model)),
        },
        Constraint::Element(c) => made.push(Box::new(element::ElementPropagator::new(c, store))),
        Constraint::Lexicographic(c) => {
            made.push(Box::new(lexicographic::LexicographicPropagator::new(c, store)));
        }
        Constraint::Extremum(c) => made.push(Box::new(extremum::ExtremumPropagator::new(c, store))),
        Constraint::Product(c) => {
            made.push(Box::new(product::ProductPropagator::new(c)));
            // With different variables, bounds already check the product.
            if has_repetitions(&[c.left, c.right, c.result]) {
                made.push(forward_checking::build_forward_checking(constraint, model));
            }
        }
        Constraint::Inverse(c) => made.push(Box::new(inverse::InversePropagator::new(c, store))),
        Constraint::Clause(c) => made.push(Box::new(clause::ClausePropagator::new(c, store))),
        Constraint::Dimension(c) => match dimension::DimensionPropagator::new(c, model, store) {
            Some(propagator) => made.push(Box::new(propagator)),
            None => made.push(forward_checking::build_forward_checking(constraint, model)),
        },
        Constraint::Reify(c) => made.push(Box::new(reify::ReificationPropagator::new(c))),
        Constraint::Global(c) => global::post_global(constraint, c, level, model, store, made)?,
        Constraint::Implies(c) => {
            let mut then = Vec::new();
            // The inner constraint has no label, so only the level of its kind applies.
            let inner = levels.of_kind(c.then.kind());
            append_propagators(&c.then, inner, levels, model, store, &mut then)?;
            made.push(Box::new(implies::ImplicationPropagator::new(c, model, then)));
            made.push(forward_checking::build_forward_checking(constraint, model));
        }
    }
    Ok(())
}

/// Whether the test for a constraint's kind detects that no values of the domains satisfy it.
pub(super) fn is_excluded(
    constraint: &Constraint,
    model: &exclusion_rules::Dimensions,
    store: &DomainStore,
) -> bool {
    match constraint {
        Constraint::AllDifferent(c) => exclusion_rules::repeats_value(&c.scope, store),
        Constraint::GlobalCardinality(c) => exclusion_rules::excludes_cardinality(c, store),
        Constraint::Linear(c) => decided_relations::decide_linear(c, store) == Some(false),
        Constraint::Compare(c) => decided_relations::decide_comparison(c, store) == Some(false),
        Constraint::Table(c) => exclusion_rules::excludes_table(c, store),
        Constraint::Element(c) => exclusion_rules::excludes_element(c, store),
        Constraint::Lexicographic(c) => exclusion_rules::excludes_lexicographic(c, store),
        Constraint::Extremum(c) => exclusion_rules::excludes_extremum(c, store),
        Constraint::Product(c) => exclusion_rules::excludes_product(c, store),
        Constraint::Inverse(c) => exclusion_rules::excludes_inverse(c, store),
        Constraint::Clause(c) => {
            c.atoms.iter().all(|atom| decided_relations::decide_atom(atom, store) == Some(false))
        }
        Constraint::Reify(c) => {
            let truth = |value| store.contains(c.truth, value);
            match decided_relations::decide_atom(&c.atom, store) {
                Some(holds) => !truth(Value::from(holds)),
                // An undecided atom excludes nothing unless the truth variable has neither truth
                // value.
                None => !truth(0) && !truth(1),
            }
        }
        Constraint::Implies(c) => {
            store.fixed_value(c.condition) == Some(1) && is_excluded(&c.then, model, store)
        }
        // An implication never has a global constraint inside.
        Constraint::Global(_) => false,
        Constraint::Dimension(c) => {
            exclusion_rules::excludes_classes(c, &model[c.dimension.0 as usize], store)
        }
    }
}

/// Returns the elementary steps of a test, in addition to those for each variable.
pub(super) fn test_steps(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::Table(c) => c.tuples.len().saturating_mul(c.scope.len()),
        Constraint::GlobalCardinality(c) => c.scope.len().saturating_mul(c.occurrences.len()),
        Constraint::AllDifferent(c) => c.scope.len().saturating_mul(c.scope.len()),
        Constraint::Implies(c) => test_steps(&c.then),
        _ => 1,
    }
}

/// Adds premises that leave a constraint no solution; its test excludes it at that time.
pub(super) fn explain_exclusion(
    constraint: &Constraint,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
) {
    let explained = match constraint {
        Constraint::Compare(c) => exclusion_reasons::explain_comparison(c, past, into),
        Constraint::Linear(c) => exclusion_reasons::explain_linear(c, past, into),
        Constraint::GlobalCardinality(c) => exclusion_reasons::explain_cardinality(c, past, into),
        Constraint::Table(c) if !c.forbidden => exclusion_reasons::explain_table(c, past, into),
        Constraint::AllDifferent(c) => exclusion_reasons::explain_different(&c.scope, past, into),
        Constraint::Clause(c) => {
            c.atoms.iter().for_each(|atom| into.add_claim(claim_of(atom).opposite()));
            true
        }
        // The tests of these kinds look at bounds alone.
        Constraint::Lexicographic(_) | Constraint::Extremum(_) | Constraint::Product(_) => {
            constraint.scope().iter().for_each(|&v| into.add_bounds(v, past));
            true
        }
        _ => false,
    };
    if !explained {
        into.add_scope(&constraint.scope(), past);
    }
}
