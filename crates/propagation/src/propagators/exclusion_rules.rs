//! Tests whether the domains exclude a constraint: a cheap test for each kind, mostly by bounds.
//!
//! A constraint under an open condition needs this test: its propagators must not remove values
//! yet, but the condition is false as soon as the constraint cannot hold. Each test answers yes
//! only if no values of the domains satisfy the constraint.

use std::collections::BTreeSet;

use parallax_model::{
    ClassRelation, DimensionRelation, Element, Extremum, GlobalCardinality, Inverse, Lexicographic,
    Product, Table, Value, ValueDimension, VarId,
};

use crate::store::DomainStore;

/// The dimensions of a model.
pub(super) type Dimensions = [ValueDimension];

fn wide_bounds(v: VarId, store: &DomainStore) -> (i64, i64) {
    (store.min(v).into(), store.max(v).into())
}

pub(super) fn excludes_classes(
    c: &DimensionRelation,
    dimension: &ValueDimension,
    store: &DomainStore,
) -> bool {
    let open: Vec<BTreeSet<u32>> = c
        .scope
        .iter()
        .map(|&v| store.values(v).filter_map(|value| dimension.class_of_value(value)).collect())
        .collect();
    // Values without a class satisfy no relation.
    if open.iter().any(BTreeSet::is_empty) {
        return true;
    }
    let all: BTreeSet<u32> = open.iter().flatten().copied().collect();
    let able = |class: &u32| open.iter().filter(|set| set.contains(class)).count();
    let taken =
        |class: &u32| open.iter().filter(|set| set.len() == 1 && set.contains(class)).count();
    // `same` and `different` are whether that side of the relation is impossible. The test of
    // difference looks only at fixed classes; a shortage of classes is left to propagation.
    let same = || all.iter().all(|class| able(class) < open.len());
    let different = || all.iter().any(|class| taken(class) > 1);
    match &c.relation {
        ClassRelation::Table(rows) => {
            let fits =
                |row: &Vec<u32>| row.iter().zip(&open).all(|(class, set)| set.contains(class));
            !rows.iter().any(fits)
        }
        _ if open.len() < 2 => false,
        ClassRelation::AllSame => same(),
        ClassRelation::AllDifferent => different(),
        ClassRelation::AllSameOrAllDifferent => same() && different(),
        ClassRelation::ExactlyEqual(number) => {
            let number = *number as usize;
            all.iter().all(|class| able(class) < number)
                || all.iter().any(|class| taken(class) > number)
        }
    }
}

/// Whether two variables are fixed to one value.
pub(super) fn repeats_value(scope: &[VarId], store: &DomainStore) -> bool {
    // Quadratic in the scope, which `test_steps` counts.
    let fixed = |v: &VarId| store.fixed_value(*v);
    scope.iter().enumerate().any(|(place, v)| {
        scope[..place].contains(v)
            || fixed(v).is_some_and(|value| scope[..place].iter().any(|w| fixed(w) == Some(value)))
    })
}

pub(super) fn excludes_cardinality(c: &GlobalCardinality, store: &DomainStore) -> bool {
    let missed = c.occurrences.iter().any(|occurrence| {
        let able = c.scope.iter().filter(|&&v| store.contains(v, occurrence.value)).count();
        let taken =
            c.scope.iter().filter(|&&v| store.fixed_value(v) == Some(occurrence.value)).count();
        (able as u64) < u64::from(occurrence.min) || taken as u64 > u64::from(occurrence.max)
    });
    let listed =
        |v: VarId| c.occurrences.iter().any(|occurrence| store.contains(v, occurrence.value));
    missed || (c.closed && c.scope.iter().any(|&v| !listed(v)))
}

/// Whether no tuple remains; of a forbidden table, whether the fixed values are a tuple.
pub(super) fn excludes_table(c: &Table, store: &DomainStore) -> bool {
    let fits =
        |tuple: &Vec<Value>| c.scope.iter().zip(tuple).all(|(&v, &value)| store.contains(v, value));
    if c.forbidden {
        // Late but cheap: while a variable is open, some assignment is usually still allowed.
        c.scope.iter().all(|&v| store.is_fixed(v)) && c.tuples.iter().any(fits)
    } else {
        !c.tuples.iter().any(fits)
    }
}

pub(super) fn excludes_element(c: &Element, store: &DomainStore) -> bool {
    let (low, high) = wide_bounds(c.result, store);
    !store.values(c.index).any(|index| {
        let place = usize::try_from(i64::from(index) - i64::from(c.first)).ok();
        place.and_then(|place| c.array.get(place)).is_some_and(|&v| {
            let (min, max) = wide_bounds(v, store);
            min <= high && low <= max
        })
    })
}

pub(super) fn excludes_lexicographic(c: &Lexicographic, store: &DomainStore) -> bool {
    for (&left, &right) in c.left.iter().zip(&c.right) {
        let (left_low, right_high) = (wide_bounds(left, store).0, wide_bounds(right, store).1);
        if left_low > right_high {
            return true;
        }
        // The next place decides only if these two can only be equal.
        if left_low < right_high {
            return false;
        }
    }
    let (left, right) = (c.left.len(), c.right.len());
    left > right || (left == right && c.strict)
}

pub(super) fn excludes_extremum(c: &Extremum, store: &DomainStore) -> bool {
    let (low, high) = wide_bounds(c.result, store);
    let all = || c.scope.iter().map(|&v| wide_bounds(v, store));
    // The extremum fails if some variable passes the result, or if none reaches it.
    if c.max {
        all().any(|(min, _)| min > high) || all().all(|(_, max)| max < low)
    } else {
        all().any(|(_, max)| max < low) || all().all(|(min, _)| min > high)
    }
}

pub(super) fn excludes_product(c: &Product, store: &DomainStore) -> bool {
    let ((a, b), (x, y)) = (wide_bounds(c.left, store), wide_bounds(c.right, store));
    // A product over a box takes its extremes at the corners; 32-bit factors fit 64 bits.
    let corners = [a * x, a * y, b * x, b * y];
    let (low, high) = wide_bounds(c.result, store);
    corners.iter().all(|&corner| corner > high) || corners.iter().all(|&corner| corner < low)
}

pub(super) fn excludes_inverse(c: &Inverse, store: &DomainStore) -> bool {
    let broken = |own: &[VarId], first_own: Value, other: &[VarId], first_other: Value| {
        own.iter().enumerate().any(|(place, &v)| {
            let Some(value) = store.fixed_value(v) else { return false };
            // A fixed value names a partner, which must still be able to name this variable back.
            let there = usize::try_from(i64::from(value) - i64::from(first_other)).ok();
            let back = Value::try_from(i64::from(first_own) + place as i64);
            !there
                .and_then(|there| other.get(there))
                .is_some_and(|&w| back.is_ok_and(|back| store.contains(w, back)))
        })
    };
    broken(&c.left, c.first_left, &c.right, c.first_right)
        || broken(&c.right, c.first_right, &c.left, c.first_left)
}

#[cfg(test)]
mod tests {
    use parallax_model::{ConstraintKind, Kind, ModelAssignment, sample};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::kinds::is_excluded;
    use super::*;

    /// Whether some values of the domains satisfy the only constraint of a model.
    fn is_possible(model: &parallax_model::Model, store: &DomainStore) -> bool {
        let number = model.variables().len();
        let all: Vec<Vec<Value>> =
            (0..number).map(|i| store.values(VarId::new(i)).collect()).collect();
        let points: usize = all.iter().map(Vec::len).product();
        let constraint = &model.constraints()[0].constraint;
        (0..points).any(|mut point| {
            let values: Vec<Value> = all
                .iter()
                .map(|own| {
                    let value = own[point % own.len()];
                    point /= own.len();
                    value
                })
                .collect();
            constraint.holds(ModelAssignment::new(&values, model))
        })
    }

    /// Excludes no constraint that can hold, and every constraint of fixed variables that does not
    /// hold.
    #[test]
    fn each_kind_is_excluded_only_where_it_cannot_hold() {
        for &kind in ConstraintKind::CORE {
            let (mut early, mut late) = (0, 0);
            for seed in 0..400 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let model = sample::model_of_kind(&mut rng, kind).unwrap();
                let mut store = DomainStore::new(&model).unwrap();
                store.queue.build_watch_lists();
                let constraint = &model.constraints()[0].constraint;
                loop {
                    let excluded = is_excluded(constraint, model.dimensions(), &store);
                    let possible = is_possible(&model, &store);
                    assert!(!(excluded && possible), "{kind} seed {seed}\n{model}");
                    let all = (0..model.variables().len()).map(VarId::new);
                    let open: Vec<VarId> = all.filter(|&v| !store.is_fixed(v)).collect();
                    if open.is_empty() {
                        assert_eq!(excluded, !possible, "{kind} seed {seed}\n{model}");
                        late += u32::from(excluded);
                        break;
                    }
                    early += u32::from(excluded);
                    let v = open[rng.random_range(0..open.len())];
                    let value =
                        store.nth_value(v, rng.random_range(0..store.domain_size(v))).unwrap();
                    store.remove_value(v, value).unwrap();
                }
            }
            assert!(early > 20 && late > 20, "{kind}: {early} {late}");
        }
    }
}
