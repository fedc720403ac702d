//! Finds classes that are interchangeable for a relation.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::ClassRelation;

use super::shape::RelationShape;

/// Maximum number of combinations of classes to enumerate.
const MAX_CLASS_COMBINATIONS: usize = 4096;

/// Maximum number of classes of rows to compare, over all places.
const MAX_COMPARED_CELLS: usize = 1 << 24;

/// Returns, for each place of a [`RelationShape`], its classes in sets of interchangeable ones,
/// ascending: the relation holds or fails alike whichever class of a set a variable takes, for any
/// classes of the other variables (neighbourhood interchangeability, Freuder 1991, of the relation
/// alone).
///
/// Finds all sets if there are few combinations of classes, and for tables that are not large;
/// otherwise only the classes of an all-different that no other place has.
pub(super) fn interchangeable_classes(
    relation: &ClassRelation,
    shape: &RelationShape,
) -> Vec<Vec<Vec<u32>>> {
    if let ClassRelation::Table(rows) = relation {
        let cells =
            rows.len().saturating_mul(shape.variable_count()).saturating_mul(shape.places.len());
        return if cells <= MAX_COMPARED_CELLS {
            by_rows(rows, shape)
        } else {
            private_classes(relation, shape)
        };
    }
    let sizes =
        shape.places.iter().flat_map(|p| std::iter::repeat_n(p.classes.len(), p.variable_count()));
    // The number of combinations, times the cost of testing one.
    match sizes.fold(1 + shape.variable_count() / 64, usize::saturating_mul) {
        0..=MAX_CLASS_COMBINATIONS => by_combinations(relation, shape),
        _ => private_classes(relation, shape),
    }
}

/// Groups classes by their signature.
fn by_signature<S: Ord>(classes: &[u32], mut signature: impl FnMut(u32) -> S) -> Vec<Vec<u32>> {
    let mut sets: BTreeMap<S, Vec<u32>> = BTreeMap::new();
    classes.iter().for_each(|&class| sets.entry(signature(class)).or_default().push(class));
    let mut sets: Vec<Vec<u32>> = sets.into_values().collect();
    sets.sort_unstable();
    sets
}

/// Groups classes by the rows that contain them, without the class itself.
fn by_rows(rows: &[Vec<u32>], shape: &RelationShape) -> Vec<Vec<Vec<u32>>> {
    // Rows with a class that is not present never hold.
    let possible: Vec<&Vec<u32>> = rows
        .iter()
        .filter(|row| {
            let fits = |&scope: &usize, classes: &[u32]| classes.binary_search(&row[scope]).is_ok();
            shape.places.iter().all(|p| p.scope.iter().all(|scope| fits(scope, &p.classes)))
        })
        .collect();
    let sets = |place: &super::shape::ShapePlace| {
        let at = place.scope[0];
        let mut rests: BTreeMap<u32, BTreeSet<Vec<u32>>> = BTreeMap::new();
        for row in &possible {
            let mut rest = (*row).clone();
            let class = rest.remove(at);
            rests.entry(class).or_default().insert(rest);
        }
        by_signature(&place.classes, |class| rests.remove(&class).unwrap_or_default())
    };
    shape.places.iter().map(sets).collect()
}

/// Groups classes by the combinations of the others with which the relation holds.
fn by_combinations(relation: &ClassRelation, shape: &RelationShape) -> Vec<Vec<Vec<u32>>> {
    // The variables place by place, with the weight of their classes in the number of a
    // combination.
    let classes: Vec<&[u32]> = shape
        .places
        .iter()
        .flat_map(|p| std::iter::repeat_n(&p.classes[..], p.variable_count()))
        .collect();
    // A combination is a number with a digit for each variable, the last one fastest.
    let mut steps = vec![1; classes.len()];
    for i in (1..classes.len()).rev() {
        steps[i - 1] = steps[i] * classes[i].len();
    }
    let all = classes.iter().map(|c| c.len()).product();
    let class = |number: usize, i: usize| classes[i][number / steps[i] % classes[i].len()];
    let holds: Vec<bool> =
        (0..all).map(|number| relation.is_satisfied(classes.len(), |i| class(number, i))).collect();
    let mut first = 0;
    let mut sets = Vec::new();
    for place in &shape.places {
        let step = steps[first];
        let size = place.classes.len();
        // The combinations in which the first variable of the place has its first class enumerate
        // those of all other variables. The others of the place behave alike.
        let rest = || (0..all).filter(|number| (number / step).is_multiple_of(size));
        sets.push(by_signature(&place.classes, |class| {
            let digit = place.classes.iter().position(|&c| c == class).unwrap_or(0);
            rest().map(|number| holds[number + digit * step]).collect::<Vec<bool>>()
        }));
        first += place.variable_count();
    }
    sets
}

/// Groups classes of an all-different: those of a single variable that no other variable can take
/// are interchangeable.
fn private_classes(relation: &ClassRelation, shape: &RelationShape) -> Vec<Vec<Vec<u32>>> {
    let mut takers: BTreeMap<u32, usize> = BTreeMap::new();
    for place in &shape.places {
        place
            .classes
            .iter()
            .for_each(|&class| *takers.entry(class).or_default() += place.variable_count());
    }
    let differ = *relation == ClassRelation::AllDifferent;
    let sets = |place: &super::shape::ShapePlace| {
        by_signature(&place.classes, |class| match takers[&class] {
            // All classes that only this variable can take share one signature.
            1 if differ => None,
            _ => Some(class),
        })
    };
    shape.places.iter().map(sets).collect()
}
