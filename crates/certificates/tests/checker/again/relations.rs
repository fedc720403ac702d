//! Texts of what is left: each number of them counts.

use super::{accepts, clause, different, hiding, implies, model, refuses, same, sum, table};
use parallax_certificates::{Constraint, Occurrence, Relation};

#[test]
fn taken_values_count() {
    let own = model(&[&[1, 4], &[1, 2, 3], &[1, 2, 3]], vec![different(&[0, 1, 2])]);
    let two = "p 0 1 1 / p 0 2 1 / d 1 2 / p 0 2 2 / c / u / p 0 2 3 / c";
    refuses(&own, &format!("d 0 1 / h / {two} / u / b 0 / q"), "another problem");
    let own = model(&[&[1, 2], &[1, 2, 3], &[1, 2, 3]], vec![different(&[0, 1, 2])]);
    accepts(&own, &format!("d 0 1 / h / {two} / u / b 0 0 0 2 1 2 2 1 / q 4"), 4);
    refuses(&own, &format!("d 0 1 / h / {two} / u / b 0 / q"), "another problem");
}

#[test]
fn least_and_greatest_occurrences_count() {
    let cardinality = |scope: &[usize], min: u64, max: u64, closed: bool| Constraint::Cardinality {
        scope: scope.to_vec(),
        occurrences: vec![
            Occurrence { value: 1, min, max },
            Occurrence { value: 2, min: 0, max: 3 },
        ],
        closed,
    };
    let domains: [&[i64]; 6] = [&[1, 2, 3]; 6];
    let first = "m 0 0 0 1 1 1 / h / d 0 1 / d 1 1 / p 0 2 1 / c / u / d 2 1 / c / u / c / u / \
        d 1 1 / d 2 1 / c / u / c / u / d 2 1 / c / u / f 0 / n";
    for (left, right) in [
        ((1, 2, false), (0, 2, false)),
        ((1, 2, false), (1, 1, false)),
        ((1, 2, false), (1, 2, true)),
    ] {
        let [left, right] = [(left, [0, 1, 2]), (right, [3, 4, 5])]
            .map(|((min, max, closed), scope)| cardinality(&scope, min, max, closed));
        let own = model(&domains, vec![left, right]);
        refuses(&own, &format!("{first} / b 0 3 3 4 5 / n / q"), "another problem");
    }
    let own = model(
        &domains,
        vec![cardinality(&[0, 1, 2], 1, 2, false), cardinality(&[3, 4, 5], 1, 2, false)],
    );
    accepts(&own, &format!("{first} / b 0 3 5 4 3 / n / q 324"), 324);
}

#[test]
fn shown_and_hidden_variables() {
    let one = |x: usize, y: usize| clause(&[(x, Relation::Eq, 1), (y, Relation::Eq, 1)]);
    let own = hiding(model(&same(&[0, 1], 4), vec![one(0, 1), one(2, 3)]), &[3]);
    let first = "m 0 0 1 1 / h / d 0 0 / p 0 1 0 / c / u / c / n";
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q"), "another problem");
    accepts(&own, &format!("{first} / d 2 0 / p 1 3 0 / c / u / c / n / q 6"), 6);
    // Hidden variables may change places, and are not counted.
    let own = hiding(model(&same(&[0, 1], 4), vec![one(0, 1), one(2, 3)]), &[0, 3]);
    let first = "m 0 0 1 1 / h / d 1 0 / p 0 0 0 / c / u / c / n";
    accepts(&own, &format!("{first} / b 0 2 3 2 / n / q 4"), 4);
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q 4"), "another problem");
}

#[test]
fn domains_count() {
    let own = model(
        &[&[0, 1], &[0, 1, 2]],
        vec![table([0, 1], &[[0, 0], [0, 1], [1, 0], [1, 2], [1, 1]], false)],
    );
    let first = "d 0 0 / p 0 1 2 / h / c / u";
    refuses(&own, &format!("{first} / b 0 / q"), "another problem");
    accepts(&own, &format!("{first} / c / q 5"), 5);
    // As many values, but others: x + y is at most 1 with x in 0 1 and in 1 2.
    let rows = [[0, 0], [0, 1], [1, 1], [1, 2]];
    let own = model(
        &[&[0, 1], &[0, 1, 2], &[0, 1]],
        vec![table([0, 1], &rows, false), sum(&[(1, 1), (1, 2)], Relation::Le, 1)],
    );
    let first = "d 0 0 / p 0 1 2 / h / d 1 0 / c / u / p 1 2 1 / c / u / p 0 1 0";
    refuses(&own, &format!("{first} / b 0 / q 6"), "another problem");
    accepts(&own, &format!("{first} / p 1 1 2 / p 1 2 1 / c / q 4"), 4);
}

#[test]
fn allowed_rows_and_forbidden_ones() {
    let rows = [[0, 1], [1, 2]];
    let own =
        model(&same(&[0, 1, 2], 4), vec![table([0, 1], &rows, false), table([2, 3], &rows, true)]);
    let first = "m 0 0 1 1 / h / p 0 0 2 / p 0 1 0 / d 0 0 / p 0 1 2 / c / u / p 0 1 1 / c / n";
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q 4"), "another problem");
    let rest = "d 2 0 / p 1 3 1 / c / u / d 2 1 / p 1 3 2 / c / u / c";
    accepts(&own, &format!("{first} / {rest} / n / q 14"), 14);
}

#[test]
fn columns_count() {
    let rows = [[0, 1], [1, 2], [0, 0]];
    let own =
        model(&same(&[0, 1, 2], 4), vec![table([0, 1], &rows, false), table([3, 2], &rows, false)]);
    let first = "m 0 0 1 1 / h / p 0 0 2 / d 0 0 / p 0 1 2 / c / u / p 0 1 0 1 / c / n";
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q 9"), "another problem");
    accepts(&own, &format!("{first} / b 0 2 3 2 / n / q 9"), 9);
    // Each variable may have a map of its own.
    let rows = [[[0, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [1, 1]]];
    let own = model(
        &same(&[0, 1], 4),
        vec![table([0, 1], &rows[0], false), table([2, 3], &rows[1], false)],
    );
    let first = "m 0 0 1 1 / h / d 0 0 / c / u / p 0 1 0 / c / n";
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q"), "another problem");
    accepts(&own, &format!("{first} / b 0 2 3 2 / n / q 9"), 9);
    let turned = "b 0 2 2 3 1 2 2 0 1 1 0 1 3 2 0 1 1 0";
    accepts(&own, &format!("{first} / {turned} / n / q 9"), 9);
}

#[test]
fn values_of_literals() {
    let pair = |x: usize, low: i64, y: usize, value: i64| {
        clause(&[(x, Relation::Le, low), (y, Relation::Eq, value)])
    };
    let domains: [&[i64]; 4] = [&[0, 1, 2]; 4];
    let first = "m 0 0 1 1 / h / d 0 0 / c / u / p 0 1 0 2 / c / n";
    let own = model(&domains, vec![pair(0, 0, 1, 1), pair(2, 1, 3, 1)]);
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q 25"), "another problem");
    let own = model(&domains, vec![pair(0, 0, 1, 1), pair(2, 0, 3, 2)]);
    accepts(&own, &format!("{first} / b 0 2 2 3 1 3 2 1 2 2 1 / n / q 25"), 25);
    refuses(&own, &format!("{first} / b 0 2 2 3 / n / q 25"), "another problem");
}

#[test]
fn demands_of_conditions() {
    let domains: [&[i64]; 6] = [&[0, 1]; 6];
    let first = "m 0 0 0 1 1 1 / h / d 0 0 / c / u / d 1 0 / p 0 2 0 / c / u / p 0 2 1 / c / n";
    let zero = sum(&[(1, 4), (1, 5)], Relation::Eq, 0);
    let own = model(&domains, vec![implies(0, different(&[1, 2])), implies(3, zero)]);
    refuses(&own, &format!("{first} / b 0 3 3 4 5 / n / q 36"), "another problem");
    let own = model(&domains, vec![implies(0, different(&[1, 2])), implies(3, different(&[5, 4]))]);
    accepts(&own, &format!("{first} / b 0 3 3 4 5 / n / q 36"), 36);
    // The condition and another variable change places, or its values do.
    refuses(&own, &format!("{first} / b 0 3 4 3 5 / n / q 36"), "another problem");
    refuses(&own, &format!("{first} / b 0 3 3 4 5 1 3 2 0 1 1 0 / n / q 36"), "another problem");
    // A condition that holds leaves what it demands.
    let own = model(&same(&[0, 1], 3), vec![implies(0, different(&[1, 2]))]);
    refuses(&own, "d 0 0 / h / c / u / b 0 / q 8", "another problem");
}

#[test]
fn a_broken_constraint_is_part_of_a_problem() {
    let own = model(&[&[0, 1], &[0, 1]], vec![sum(&[(1, 0)], Relation::Le, 0)]);
    refuses(&own, "d 0 1 / h / f 0 / u / b 0 / q 0", "another problem");
    let listed = [Occurrence { value: 0, min: 1, max: 2 }, Occurrence { value: 5, min: 0, max: 1 }];
    let cardinality =
        Constraint::Cardinality { scope: vec![0, 1], occurrences: listed.into(), closed: false };
    for constraint in [
        table([0, 1], &[[0, 1], [0, 0]], false),
        table([0, 1], &[[1, 1], [1, 0]], true),
        cardinality,
        different(&[0, 1]),
        clause(&[(0, Relation::Eq, 0)]),
        implies(0, clause(&[])),
        Constraint::Reify {
            truth: 0,
            atom: parallax_certificates::Atom { variable: 1, relation: Relation::Eq, value: 2 },
        },
    ] {
        let own = model(&[&[0, 1], &[1], &[0, 1]], vec![constraint]);
        refuses(&own, "d 0 1 / h / f 0 / u / b 0 / q 0", "another problem");
        accepts(&own, "d 0 1 / h / f 0 / u / c / q 2", 2);
    }
}

#[test]
fn who_is_compared() {
    let domains: [&[i64]; 6] = [&[1, 2]; 6];
    let pairs =
        |pairs: &[[usize; 2]]| model(&domains, pairs.iter().map(|own| different(own)).collect());
    let first = "m 0 0 0 1 1 1 / h / d 1 1 / p 0 0 1 / p 1 2 1 / c / u / p 0 0 2 / p 1 2 2 / c / n";
    let own = pairs(&[[0, 1], [1, 2], [3, 4]]);
    refuses(&own, &format!("{first} / b 0 3 3 4 5 / n / q 4"), "another problem");
    let own = pairs(&[[0, 1], [1, 2], [3, 4], [5, 3]]);
    accepts(&own, &format!("{first} / b 0 3 4 3 5 / n / q 4"), 4);
    refuses(&own, &format!("{first} / b 0 3 3 4 5 / n / q 4"), "another problem");
}

#[test]
fn relations_of_sums() {
    // Of each, the number of pairs in 0..2 is 3 or 6, so that a false count would be another one.
    let domains: [&[i64]; 4] = [&[0, 1, 2]; 4];
    let first =
        "m 0 0 1 1 / h / d 0 0 / p 0 1 1 2 / c / u / d 0 1 / p 0 1 0 2 / c / u / p 0 1 0 1 / c / n";
    let same = |coefficients: [i64; 2], relation, constant| {
        sum(&[(coefficients[0], 2), (coefficients[1], 3)], relation, constant)
    };
    let with = |other| model(&domains, vec![sum(&[(1, 0), (-1, 1)], Relation::Eq, 0), other]);
    for other in [
        same([1, -1], Relation::Ne, 0),
        same([1, -1], Relation::Le, 0),
        same([1, -1], Relation::Eq, 1),
        same([1, 1], Relation::Eq, 2),
        same([2, -1], Relation::Eq, 0),
    ] {
        refuses(&with(other), &format!("{first} / b 0 2 2 3 / n / q"), "another problem");
    }
    // Signs turn together, and 1 is no sum of these domains beyond.
    for other in [same([-1, 1], Relation::Eq, 0), same([1, -1], Relation::Eq, 0)] {
        accepts(&with(other), &format!("{first} / b 0 2 2 3 / n / q 9"), 9);
    }
    // Equal to 1, and unequal to it.
    let own = model(
        &domains,
        vec![sum(&[(1, 0), (-1, 1)], Relation::Eq, 1), same([1, -1], Relation::Ne, 1)],
    );
    let one = "m 0 0 1 1 / h / p 0 0 0 / p 0 1 2 / d 0 1 / p 0 1 1 / c / u / p 0 1 0 / c / n";
    refuses(&own, &format!("{one} / b 0 2 2 3 / n / q 4"), "another problem");
    let orders = [
        same([1, -1], Relation::Lt, 1),
        same([1, -1], Relation::Le, 0),
        same([-1, 1], Relation::Ge, 0),
        same([-1, 1], Relation::Gt, -1),
    ];
    let first = "m 0 0 1 1 / h / d 0 0 / c / u / p 0 1 0 / d 0 1 / c / u / p 0 1 1 / c / n";
    for other in orders {
        let own = model(&domains, vec![sum(&[(1, 0), (-1, 1)], Relation::Le, 0), other]);
        accepts(&own, &format!("{first} / b 0 2 2 3 / n / q 36"), 36);
        refuses(&own, &format!("{first} / b 0 2 3 2 / n / q 36"), "another problem");
    }
}

#[test]
fn unequal_values_that_cannot_be_equal_leave_nothing() {
    // y has 1 and 3, and x is 2; bounds alone do not tell that they differ.
    let differ = Constraint::Compare { left: 0, relation: Relation::Ne, right: 1, offset: 0 };
    let own = model(&[&[2, 5], &[1, 3, 5]], vec![differ]);
    let steps = "d 0 2 / d 1 5 / c / u / h / c / u / p 0 1 5";
    accepts(&own, &format!("{steps} / b 0 / q 5"), 5);
    accepts(&own, &format!("{steps} / b 0 0 0 2 1 3 3 1 / q 5"), 5);
}
