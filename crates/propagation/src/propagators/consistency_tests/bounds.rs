//! Tests bounds(Z) consistency of all-different against its definition.

use std::collections::BTreeSet;

use parallax_model::{AllDifferent, Constraint, Domain, Model, Value, VarId};

use super::random_constraints::all_different;
use super::{SHAPES, root, shape};

/// Returns the domains of bounds(Z) consistency and value elimination, by definition: a bound stays
/// if it has a support in which every other variable takes any value between its bounds.
fn bounds_supported(model: &Model) -> Option<Vec<Domain>> {
    let Constraint::AllDifferent(c) = &model.constraints()[0].constraint else {
        return None;
    };
    let mut domains: Vec<BTreeSet<Value>> =
        model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    loop {
        let before = domains.clone();
        for &v in &c.scope {
            let fixed: Vec<Value> = others(c, v)
                .map(|w| &domains[w.index()])
                .filter(|domain| domain.len() == 1)
                .map(|domain| *domain.first().expect("one value"))
                .collect();
            let hulls: Vec<(Value, Value)> =
                others(c, v).map(|w| hull(&domains[w.index()])).collect();
            let own = &mut domains[v.index()];
            // The level posts value elimination as well, so the definition includes it.
            own.retain(|value| !fixed.contains(value));
            // Only the ends need a support, and the others may take any value between their bounds.
            while own.first().is_some_and(|&x| !differ(&hulls, &mut vec![x])) {
                own.pop_first();
            }
            while own.last().is_some_and(|&x| !differ(&hulls, &mut vec![x])) {
                own.pop_last();
            }
            if own.is_empty() {
                return None;
            }
        }
        if domains == before {
            return Some(domains.into_iter().map(Domain::from_values).collect());
        }
    }
}

fn others(c: &AllDifferent, v: VarId) -> impl Iterator<Item = VarId> + '_ {
    c.scope.iter().copied().filter(move |&w| w != v)
}

fn hull(domain: &BTreeSet<Value>) -> (Value, Value) {
    (*domain.first().expect("not empty"), *domain.last().expect("not empty"))
}

/// Whether the ranges have values that differ from each other and from `taken`.
fn differ(ranges: &[(Value, Value)], taken: &mut Vec<Value>) -> bool {
    let Some((&(low, high), rest)) = ranges.split_first() else {
        return true;
    };
    (low..=high).any(|value| {
        if taken.contains(&value) {
            return false;
        }
        taken.push(value);
        let found = differ(rest, taken);
        // The caller's list must be restored on every way out.
        taken.pop();
        found
    })
}

#[test]
fn hall_intervals_leave_bounds_consistent_domains() {
    for seed in 0..SHAPES {
        let model = shape(seed, all_different);
        assert_eq!(root(&model, ",bounds"), bounds_supported(&model), "seed {seed}\n{model}");
    }
}
