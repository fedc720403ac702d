//! Names of variables and values that are no names, or not those of the problem.

use super::{accepts, different, model, refuses, same, sum, table};
use parallax_certificates::{CheckerModel, Relation};

/// Two branches of s leave x other values.
fn switch(x: &[i64], others: &[&[i64]], scope: &[usize], rows: &[[i64; 2]]) -> CheckerModel {
    let domains: Vec<&[i64]> = [&[0, 1], x].into_iter().chain(others.iter().copied()).collect();
    model(&domains, vec![different(scope), table([0, 1], rows, false)])
}

#[test]
fn two_values_become_one() {
    let rows = [[0, 1], [0, 3], [1, 1], [1, 2]];
    let own = switch(&[1, 2, 3], &[&[1, 3], &[3, 4], &[3, 4]], &[1, 2, 3, 4], &rows);
    let first = "d 0 0 / p 1 1 2 / h / f 0 / u / p 1 1 3";
    refuses(&own, &format!("{first} / b 0 0 0 1 2 3 / q 0"), "two values become 3");
    // Of one variable, and by a map that leads two values to a third.
    refuses(&own, &format!("{first} / b 0 0 1 1 1 2 1 / q 0"), "two values become 1");
    refuses(&own, &format!("{first} / b 0 0 0 2 1 9 2 9 / q 0"), "two values become 9");
    // As a permutation it leads to another problem, which has solutions.
    refuses(&own, &format!("{first} / b 0 0 0 2 2 3 3 2 / q 0"), "another problem");
    refuses(&own, &format!("{first} / b 0 / q 0"), "another problem");
}

#[test]
fn values_that_are_compared_keep_together() {
    let own =
        switch(&[1, 2, 3], &[&[1, 2], &[1, 2]], &[1, 2, 3], &[[0, 1], [0, 2], [1, 1], [1, 3]]);
    let first = "d 0 0 / p 1 1 3 / h / f 0 / u / p 1 1 2";
    refuses(&own, &format!("{first} / b 0 0 1 1 1 3 2 / q 0"), "different names");
    refuses(&own, &format!("{first} / b 0 0 0 1 3 2 / q 0"), "two values become 2");
    // Two maps that are alike are two maps.
    let alike = "1 1 2 2 3 3 2 0 2 2 3 3 2";
    refuses(&own, &format!("{first} / b 0 0 {alike} / q 0"), "different names");
    refuses(&own, &format!("{first} / b 0 / q 0"), "another problem");
}

#[test]
fn who_is_named() {
    let own = model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let first = "d 0 0 / h / p 0 1 0 / c / u";
    accepts(&own, &format!("{first} / b 0 0 0 2 0 1 1 0 / q 2"), 2);
    accepts(&own, &format!("{first} / b 0 1 1 1 1 2 0 1 1 0 / q 2"), 2);
    accepts(&own, &format!("{first} / b 0 1 1 0 -1 -1 1 / q 2"), 2);
    for (names, why) in [
        ("", "another problem"),
        ("1 0", "other variables"),
        ("2 1 1", "other variables"),
        ("2 0 1", "other variables"),
        ("1 -1", "no place"),
        ("-1", "cut off"),
        ("1", "cut off"),
        ("9223372036854775807 1", "cut off"),
        ("1 9223372036854775807", "other variables"),
        ("1 1 1 1", "cut off"),
        ("1 1 1 1 1", "cut off"),
        ("1 1 1 1 1 0", "cut off"),
        ("1 1 1 1 -1 1", "cut off"),
        ("1 1 1 1 -2", "cut off"),
        ("1 1 1 1 9223372036854775807 0 1", "cut off"),
        ("1 1 1 0 1 0 1", "which is not open"),
        ("1 1 1 9223372036854775807 1 0 1", "which is not open"),
        ("1 1 1 -1 1 0 1", "no place"),
        ("1 1 2 1 1 1 0 1", "two maps"),
        ("1 1 1 1 0 1 1 0", "two maps"),
        ("0 0 2 0 1 0 0", "two names for 0"),
        ("0 0 2 0 1 0 1", "two names for 0"),
        ("0 0 -1 2 1", "a sign"),
        ("0 0 -1 0 1", "a sign"),
        ("0 0 -1 -1 9223372036854775807", "too large"),
        ("0 0 -1 1 -9223372036854775808", "too large"),
        ("0 0 -1 1 2199023255552", "another problem"),
    ] {
        let names = if names.is_empty() { String::new() } else { format!(" {names}") };
        refuses(&own, &format!("{first} / b 0{names} / q 2"), why);
    }
}

#[test]
fn maps_of_no_variables_change_nothing() {
    let own = model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let first = "d 0 0 / h / p 0 1 0 / c / u / b 0 0 0 -1 -1 1";
    accepts(&own, &format!("{first} 0 1 5 7 / q 2"), 2);
}

#[test]
fn shifts_and_reflections_of_sums() {
    // u + x + y = 2.
    let own = model(
        &[&[0, 1], &[0, 1, 2], &[0, 1, 2]],
        vec![sum(&[(1, 0), (1, 1), (1, 2)], Relation::Eq, 2)],
    );
    let first =
        "d 0 0 / h / d 1 0 / p 0 2 0 1 / c / u / d 1 1 / p 0 2 0 2 / c / u / p 0 2 1 2 / c / u";
    let rest = "d 1 0 / p 0 2 0 2 / c / u / p 0 1 2 / p 0 2 1 2 / c";
    accepts(&own, &format!("{first} / {rest} / q 5"), 5);
    for (names, why) in [
        ("", "another problem"),
        (" 0 0 -1 1 1", "another problem"),
        (" 0 0 -1 -1 2", "another problem"),
        (" 0 0 2 1 2 2 1", "values of a sum get other names"),
    ] {
        refuses(&own, &format!("{first} / b 0{names} / q"), why);
    }
    // x + y = u, with u 1 or 3: the reflection of one is the other.
    let own = model(
        &[&[1, 3], &[0, 1, 2], &[0, 1, 2]],
        vec![sum(&[(-1, 0), (1, 1), (1, 2)], Relation::Eq, 0)],
    );
    let first = "d 0 1 / p 0 1 2 / p 0 2 2 / h / d 1 0 / p 0 2 0 / c / u / p 0 2 1 / c / u / p 0 1 0 / p 0 2 0";
    accepts(&own, &format!("{first} / b 0 0 0 -1 -1 2 / q 4"), 4);
    accepts(&own, &format!("{first} / b 0 0 0 -1 1 -1 / q 4"), 4);
    refuses(&own, &format!("{first} / b 0 0 0 -1 -1 3 / q 4"), "another problem");
    // A map of pairs is none, unless it changes nothing.
    refuses(&own, &format!("{first} / b 0 0 0 2 1 0 2 1 / q 4"), "values of a sum");
    let own = model(&same(&[0, 1], 3), vec![sum(&[(1, 1), (1, 2)], Relation::Le, 1)]);
    let first = "d 0 0 / h / d 1 0 / c / u / p 0 2 1 / c / u";
    accepts(&own, &format!("{first} / b 0 0 0 1 5 6 / q 6"), 6);
    accepts(&own, &format!("{first} / b 0 0 0 2 0 0 1 1 / q 6"), 6);
}
