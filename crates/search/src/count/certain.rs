//! Finds constraints that hold for every choice from the domains.

use parallax_model::{AllDifferent, Constraint, GlobalCardinality, Lexicographic, Table, VarId};
use parallax_propagation::decided_relations;
use parallax_propagation::store::DomainStore;

/// Maximum number of rows of a table that are compared with the domains at each node.
pub(super) const MAX_COMPARED_ROWS: usize = 256;

/// Maximum number of pairs of a variable and a value of a cardinality that each node examines.
pub(super) const MAX_COMPARED_PAIRS: usize = 1 << 12;

/// Whether a constraint holds for every choice from the domains. `false` may also mean that the
/// check would cost too much.
pub(super) fn is_certain(store: &DomainStore, constraint: &Constraint) -> bool {
    match constraint {
        Constraint::AllDifferent(c) => are_apart(store, c),
        Constraint::Linear(c) => decided_relations::decide_linear(c, store) == Some(true),
        Constraint::Compare(c) => decided_relations::decide_comparison(c, store) == Some(true),
        Constraint::Clause(c) => decided_relations::is_true(c, store),
        Constraint::GlobalCardinality(c) => are_within(store, c),
        Constraint::Lexicographic(c) => is_in_order(store, c),
        Constraint::Table(c) => are_rows(store, c),
        Constraint::Implies(c) => !store.contains(c.condition, 1) || is_certain(store, &c.then),
        _ => decided_relations::is_decided(store, constraint),
    }
}

/// Whether the checker of certificates sees that a constraint holds for every choice from the
/// domains.
pub(super) fn is_certain_to_checker(store: &DomainStore, constraint: &Constraint) -> bool {
    match constraint {
        // The checker tries the points of a small box, but of these alone.
        Constraint::Lexicographic(_) => decided_relations::is_decided(store, constraint),
        Constraint::Compare(c) if c.left == c.right => {
            decided_relations::is_decided(store, constraint)
        }
        Constraint::Implies(c) => {
            !store.contains(c.condition, 1) || is_certain_to_checker(store, &c.then)
        }
        _ => is_certain(store, constraint),
    }
}

/// Whether no two variables share a value; detected only if all domains lie in one word.
fn are_apart(store: &DomainStore, c: &AllDifferent) -> bool {
    let Some(&first) = c.scope.first() else { return true };
    let base = store.domain_base(first);
    let (mut union, mut sizes) = (0u64, 0);
    for &v in &c.scope {
        // With one base and one word each, a bit means the same value in every domain.
        if store.domain_words(v).len() != 1 || store.domain_base(v) != base {
            return false;
        }
        union |= store.domain_words(v)[0];
        // Only disjoint domains have as many values in their union as in all: e.g. {1, 2} and {3}
        // have 3 and 3, {1, 2} and {2} have 2 and 3.
        sizes += store.domain_size(v);
        // Sums above the 64 bits of the union cannot match it, and ending here keeps them from
        // overflowing.
        if sizes > 64 {
            return false;
        }
    }
    union.count_ones() == sizes
}

fn are_within(store: &DomainStore, c: &GlobalCardinality) -> bool {
    if c.scope.len().saturating_mul(c.occurrences.len().max(1)) > MAX_COMPARED_PAIRS {
        // A constraint with all variables fixed holds at a fixpoint: its propagator would have
        // failed.
        return c.scope.iter().all(|&v| store.is_fixed(v));
    }
    let listed = |v: VarId| {
        let count = c.occurrences.iter().filter(|o| store.contains(v, o.value)).count();
        count as u32 == store.domain_size(v)
    };
    let within = c.occurrences.iter().all(|o| {
        let can = c.scope.iter().filter(|&&v| store.contains(v, o.value));
        let (mut most, mut least) = (0u32, 0u32);
        for &v in can {
            most += 1;
            least += u32::from(store.is_fixed(v));
        }
        // The variables fixed to the value already reach the minimum, and all that still contain it
        // stay within the maximum.
        o.min <= least && most <= o.max
    });
    within && (!c.closed || c.scope.iter().all(|&v| listed(v)))
}

fn is_in_order(store: &DomainStore, c: &Lexicographic) -> bool {
    for (&left, &right) in c.left.iter().zip(&c.right) {
        // All pairs before this one are equal, so this pair decides the order.
        if store.max(left) < store.min(right) {
            return true;
        }
        let equal = store.fixed_value(left).is_some()
            && store.fixed_value(left) == store.fixed_value(right);
        if !equal && left != right {
            return false;
        }
    }
    !c.strict
}

/// Whether every point of the domains is a row of a table, or no point is a forbidden row.
fn are_rows(store: &DomainStore, c: &Table) -> bool {
    let rows = || c.tuples.iter().filter(|row| is_possible(store, c, row));
    // At a fixpoint, propagation has checked a fixed row, however long the table is.
    if c.scope.iter().all(|&v| store.is_fixed(v)) {
        return true;
    }
    if c.tuples.len() > MAX_COMPARED_ROWS {
        return false;
    }
    if c.forbidden {
        return rows().next().is_none();
    }
    let mut scope = c.scope.clone();
    scope.sort_unstable();
    scope.dedup();
    // The box holds everywhere if the table has all its points: as many different possible rows as
    // the product of the domains.
    let wanted =
        scope.iter().try_fold(1usize, |all, &v| all.checked_mul(store.domain_size(v) as usize));
    if wanted.is_none_or(|wanted| wanted > c.tuples.len()) {
        return false;
    }
    let mut rows: Vec<_> = rows().collect();
    rows.sort_unstable();
    rows.dedup();
    // A row that gives a repeated variable two values never holds.
    let sound = scope.len() == c.scope.len();
    sound && wanted == Some(rows.len())
}

/// Whether every value of a row is in the domain of its variable.
pub(super) fn is_possible(store: &DomainStore, c: &Table, row: &[i32]) -> bool {
    c.scope.iter().zip(row).all(|(&v, &value)| store.contains(v, value))
}
