//! What the fixed variables of a constraint leave of it.

use super::certain::{FEW_PAIRS, FEW_ROWS, is_possible};
use super::key::{put_number, put_signed};
use crate::model::{Constraint, GlobalCardinality, Linear, Table, Value, VarId};
use crate::search::store::Store;

/// Writes what determines, together with the open variables and their domains, which of their
/// values the constraint allows. The constraint is not certain, so all open variables of its scope
/// are in the component.
pub(super) fn put(
    bytes: &mut Vec<u8>,
    place: u32,
    constraint: &Constraint,
    scope: &[VarId],
    store: &Store,
    always: &[bool],
) {
    // Value elimination, which every level of this search begins with, has removed the values of
    // the fixed variables from all others.
    if let Constraint::AllDifferent(_) = constraint {
        debug_assert!(is_eliminated(scope, store), "elimination has ended");
        return;
    }
    put_number(bytes, u64::from(place));
    match constraint {
        // No atom on a fixed variable is true: else it were certain.
        Constraint::Clause(_) => {}
        Constraint::Linear(c) => put_sum(bytes, c, store, always),
        Constraint::GlobalCardinality(c) if is_small(c) => put_counts(bytes, c, store),
        Constraint::Table(c) if c.tuples.len() <= FEW_ROWS => put_rows(bytes, c, store),
        Constraint::Implies(c) => match &*c.then {
            Constraint::Linear(then) => put_sum(bytes, then, store, always),
            _ => put_values(bytes, scope, store, always),
        },
        _ => put_values(bytes, scope, store, always),
    }
}

fn is_small(c: &GlobalCardinality) -> bool {
    c.scope.len().saturating_mul(c.occurrences.len()) <= FEW_PAIRS
}

fn is_eliminated(scope: &[VarId], store: &Store) -> bool {
    scope
        .iter()
        .filter_map(|&v| Some((v, store.fixed(v)?)))
        .all(|(fixed, value)| scope.iter().all(|&v| v == fixed || !store.contains(v, value)))
}

/// The fixed values, whose variables are those of the scope that are not in the component.
fn put_values(bytes: &mut Vec<u8>, scope: &[VarId], store: &Store, always: &[bool]) {
    for value in scope.iter().filter(|v| !always[v.index()]).filter_map(|&v| store.fixed(v)) {
        put_signed(bytes, value.into());
    }
}

/// The sum of the fixed terms.
fn put_sum(bytes: &mut Vec<u8>, c: &Linear, store: &Store, always: &[bool]) {
    let fixed = c.terms.iter().filter(|term| !always[term.variable.index()]);
    let terms = fixed.filter_map(|t| Some(t.coefficient * i64::from(store.fixed(t.variable)?)));
    // Every partial sum fits (`Linear::validate`).
    put_signed(bytes, terms.sum());
}

/// How often the fixed variables take each listed value, and, where they are forbidden, any other.
fn put_counts(bytes: &mut Vec<u8>, c: &GlobalCardinality, store: &Store) {
    let fixed = || c.scope.iter().filter_map(|&v| store.fixed(v));
    let mut listed = 0;
    for o in &c.occurrences {
        let number = fixed().filter(|&value| value == o.value).count();
        listed += number;
        put_number(bytes, number as u64);
    }
    if c.closed {
        put_number(bytes, (fixed().count() - listed) as u64);
    }
}

/// The rows that the domains leave, in the columns of the open variables.
fn put_rows(bytes: &mut Vec<u8>, c: &Table, store: &Store) {
    let open: Vec<usize> = (0..c.scope.len()).filter(|&i| !store.is_fixed(c.scope[i])).collect();
    let rows = c.tuples.iter().filter(|row| is_possible(store, c, row));
    let mut rows: Vec<Vec<Value>> =
        rows.map(|row| open.iter().map(|&column| row[column]).collect()).collect();
    rows.sort_unstable();
    rows.dedup();
    put_number(bytes, rows.len() as u64);
    rows.iter().flatten().for_each(|&value| put_signed(bytes, value.into()));
}
