//! Removes items from the lists of constraints.

use std::ops::Range;
use std::sync::Arc;

use super::super::{ClassRelation, Constraint, DimensionRelation};

/// Returns the lengths of the lists of a constraint whose items can be removed one by one.
pub(super) fn pieces(constraint: &Constraint) -> Vec<usize> {
    match constraint {
        Constraint::AllDifferent(kind) => vec![kind.scope.len()],
        Constraint::GlobalCardinality(kind) => vec![kind.scope.len(), kind.occurrences.len()],
        Constraint::Linear(kind) => vec![kind.terms.len()],
        Constraint::Table(kind) => vec![kind.tuples.len(), kind.scope.len()],
        Constraint::Element(kind) => vec![kind.array.len()],
        Constraint::Lexicographic(kind) => vec![kind.left.len().min(kind.right.len())],
        Constraint::Extremum(kind) => vec![kind.scope.len()],
        Constraint::Inverse(kind) => vec![kind.left.len().min(kind.right.len())],
        Constraint::Clause(kind) => vec![kind.atoms.len()],
        Constraint::Dimension(kind) => match &kind.relation {
            ClassRelation::Table(rows) => vec![kind.scope.len(), rows.len()],
            _ => vec![kind.scope.len()],
        },
        Constraint::Implies(kind) => pieces(&kind.then),
        Constraint::Global(global) => global.form().pieces(),
        Constraint::Compare(_) | Constraint::Product(_) | Constraint::Reify(_) => Vec::new(),
    }
}

/// Returns the constraint without a run of items of one of the lists of [`pieces`]; `None` if there
/// is no such list.
pub(super) fn without(
    constraint: &Constraint,
    list: usize,
    run: Range<usize>,
) -> Option<Constraint> {
    let mut smaller = constraint.clone();
    match (&mut smaller, list) {
        (Constraint::AllDifferent(kind), 0) => drop(kind.scope.drain(run)),
        (Constraint::GlobalCardinality(kind), 0) => drop(kind.scope.drain(run)),
        (Constraint::GlobalCardinality(kind), 1) => drop(kind.occurrences.drain(run)),
        (Constraint::Linear(kind), 0) => drop(kind.terms.drain(run)),
        (Constraint::Table(kind), 0) => drop(Arc::make_mut(&mut kind.tuples).drain(run)),
        (Constraint::Table(kind), 1) => {
            for tuple in Arc::make_mut(&mut kind.tuples) {
                tuple.drain(run.clone());
            }
            kind.scope.drain(run);
        }
        (Constraint::Element(kind), 0) => drop(kind.array.drain(run)),
        (Constraint::Lexicographic(kind), 0) => {
            kind.left.drain(run.clone());
            kind.right.drain(run);
        }
        (Constraint::Extremum(kind), 0) => drop(kind.scope.drain(run)),
        (Constraint::Inverse(kind), 0) => {
            kind.left.drain(run.clone());
            kind.right.drain(run);
        }
        (Constraint::Clause(kind), 0) => drop(kind.atoms.drain(run)),
        (Constraint::Dimension(kind), list) => dimension_without(kind, list, run)?,
        (Constraint::Implies(kind), list) => *kind.then = without(&kind.then, list, run)?,
        (Constraint::Global(global), list) => global.form_mut().remove(list, run),
        _ => return None,
    }
    Some(smaller)
}

fn dimension_without(kind: &mut DimensionRelation, list: usize, run: Range<usize>) -> Option<()> {
    match (&mut kind.relation, list) {
        (ClassRelation::Table(rows), 1) => drop(rows.drain(run)),
        (_, 1..) => return None,
        (relation, 0) => {
            kind.scope.drain(run.clone());
            match relation {
                ClassRelation::Table(rows) => {
                    rows.iter_mut().for_each(|row| drop(row.drain(run.clone())));
                }
                // At most the remaining variables can be equal.
                ClassRelation::ExactlyEqual(number) => {
                    *number = (*number).min(kind.scope.len().max(1) as u32);
                }
                _ => {}
            }
        }
    }
    Some(())
}

/// Returns the constraint inside another.
pub(super) fn within(constraint: &Constraint) -> Option<Constraint> {
    match constraint {
        Constraint::Implies(kind) => Some((*kind.then).clone()),
        _ => None,
    }
}
