//! Constraints of kinds that are written as rows, or as themselves.

use std::collections::BTreeMap;

use super::{accepts, different, implies, model, refuses, same, table};
use parallax_certificates::{Automaton, CheckerModel, ClassRelation, Constraint};

const FIVE: &[i64] = &[0, 1, 2, 3, 4];

fn greatest(result: usize, scope: &[usize]) -> Constraint {
    Constraint::Extremum { result, scope: scope.to_vec(), max: true }
}

/// The 25 points where the result is the greatest of two variables, as `branch` has them.
fn pairs(result: usize, one: usize, other: usize) -> String {
    let mut steps = Vec::new();
    for v in 0..5 {
        steps.push(format!("d {one} {v}"));
        for w in 0..5 {
            let others = (0..5).filter(|&own| own != v.max(w)).map(|own| own.to_string());
            let removal = format!("p 0 {result} {}", others.collect::<Vec<_>>().join(" "));
            match w {
                4 => steps.extend([removal, "c".to_owned()]),
                _ => steps.extend([format!("d {other} {w}"), removal, "c".into(), "u".into()]),
            }
        }
        steps.push("u".to_owned());
    }
    steps.join(" / ")
}

#[test]
fn large_constraints_keep_their_values() {
    // s = 0: the result is the greatest of a and b. s = 4: it is 4. Both have 25 solutions.
    let own = model(&[&[0, 4], FIVE, FIVE, FIVE], vec![greatest(1, &[0, 2, 3])]);
    let steps = format!("d 0 0 / h / {} / u", pairs(1, 2, 3));
    refuses(&own, &format!("{steps} / b 0 / q 50"), "another problem");
    accepts(&own, &format!("{steps} / p 0 1 0 1 2 3 / c / q 50"), 50);
    let own = model(&[&[0, 1], &[0], FIVE, FIVE, FIVE], vec![greatest(2, &[1, 3, 4])]);
    let steps = format!("d 0 0 / h / {} / u", pairs(2, 3, 4));
    accepts(&own, &format!("{steps} / b 0 / q 50"), 50);
    accepts(&own, &format!("{steps} / b 0 0 0 1 7 8 / q 50"), 50);
    // Other names, of the variables and of their values.
    refuses(&own, &format!("{steps} / b 0 3 2 4 3 / q 50"), "another problem");
    refuses(&own, &format!("{steps} / b 0 0 0 -1 -1 4 / q 50"), "keeps its names");
    refuses(&own, &format!("{steps} / b 0 0 1 4 2 0 1 1 0 / q 50"), "keeps its names");
}

#[test]
fn large_constraints_keep_their_variables() {
    let rows = |free: i64| -> Vec<[i64; 2]> {
        (0..5).map(|own| [free, own]).chain([[1 - free, 4]]).collect()
    };
    // s = 0: a = 4, and so is the result: 25. s = 1: the result is 4: 61.
    let own = model(
        &[&[0, 1], FIVE, FIVE, FIVE, FIVE],
        vec![
            greatest(1, &[2, 3, 4]),
            table([0, 2], &rows(1), false),
            table([0, 1], &rows(0), false),
        ],
    );
    let steps = "d 0 0 / p 1 2 0 1 2 3 / h / p 0 1 0 1 2 3 / c / u / p 2 1 0 1 2 3";
    refuses(&own, &format!("{steps} / b 0 / q 50"), "another problem");
}

#[test]
fn two_large_constraints_are_not_one() {
    // s is 1: no word is accepted. t is 1: 25 solutions, with the same variables fixed and open.
    let automaton = Automaton { start: 0, finals: vec![], transitions: vec![] };
    let none = Constraint::Regular { scope: vec![2, 3, 4], automaton };
    let own = model(
        &[&[0, 1], &[0, 1], FIVE, FIVE, FIVE],
        vec![implies(0, none), implies(1, greatest(2, &[3, 4])), different(&[0, 1])],
    );
    let steps = "d 0 1 / p 2 1 1 / h / f 0 / u / p 2 1 0";
    refuses(&own, &format!("{steps} / b 0 / q 0"), "another problem");
}

/// Words in which every one is followed by a two.
fn words(scope: &[usize]) -> Constraint {
    let transitions = vec![(0, 1, 1), (0, 2, 0), (0, 3, 0), (1, 2, 0)];
    let automaton = Automaton { start: 0, finals: vec![0], transitions };
    Constraint::Regular { scope: scope.to_vec(), automaton }
}

fn classes(scope: &[usize]) -> Constraint {
    let dimension = BTreeMap::from([(1, 0), (2, 1), (3, 1)]);
    Constraint::Dimension { scope: scope.to_vec(), dimension, relation: ClassRelation::AllSame }
}

/// Two constraints on three variables each: 27 points are rows under any names.
fn twice(one: Constraint, other: Constraint) -> CheckerModel {
    model(&same(&[1, 2, 3], 6), vec![one, other])
}

#[test]
fn few_words_and_classes_are_rows() {
    let own = twice(words(&[0, 1, 2]), words(&[5, 4, 3]));
    // 1 2 x, x 1 2, or no one: 2 + 2 + 8.
    let steps = "m 0 0 0 1 1 1 / h / d 0 1 / p 0 1 1 3 / p 0 2 1 / c / u / d 1 1 / p 0 2 1 3 / c / u / p 0 2 1 / c / n";
    accepts(&own, &format!("{steps} / b 0 3 5 4 3 / n / q 144"), 144);
    refuses(&own, &format!("{steps} / b 0 3 3 4 5 / n / q 144"), "another problem");
    let own = twice(classes(&[0, 1, 2]), classes(&[3, 4, 5]));
    let steps =
        "m 0 0 0 1 1 1 / h / d 0 1 / p 0 1 2 3 / p 0 2 2 3 / c / u / p 0 1 1 / p 0 2 1 / c / n";
    accepts(&own, &format!("{steps} / b 0 3 5 3 4 / n / q 81"), 81);
    accepts(&own, &format!("{steps} / b 0 0 0 2 2 3 3 2 / n / q 81"), 81);
    refuses(&own, &format!("{steps} / b 0 0 0 2 1 2 2 1 / n / q 81"), "another problem");
    refuses(&own, &format!("{steps} / b 0 0 1 3 2 1 2 2 1 / n / q 81"), "another problem");
}

#[test]
fn many_words_and_classes_are_themselves() {
    for kind in [words, classes] {
        let own = model(&[&[0, 1], FIVE, FIVE, FIVE], vec![kind(&[1, 2, 3])]);
        // Without a solution: the value 0 has no transition and no class.
        let own = CheckerModel {
            constraints: [own.constraints, vec![super::clause(&[])]].concat(),
            variables: own.variables,
            objective: None,
        };
        let steps = "d 0 0 / h / f 1 / u";
        accepts(&own, &format!("{steps} / b 0 / q 0"), 0);
        accepts(&own, &format!("{steps} / b 0 3 1 2 3 0 1 1 1 / q 0"), 0);
        refuses(&own, &format!("{steps} / b 0 3 3 2 1 / q 0"), "another problem");
        refuses(&own, &format!("{steps} / b 0 0 0 2 1 2 2 1 / q 0"), "keeps its names");
        // A condition in front makes the whole of it keep its names.
        let own = model(
            &[&[0, 1], FIVE, FIVE, FIVE, &[0, 1]],
            vec![implies(4, kind(&[1, 2, 3])), super::clause(&[])],
        );
        accepts(&own, "d 0 0 / h / f 1 / u / b 0 / q 0", 0);
        let steps = "d 0 0 / h / f 1 / u / b 0 0 1 4 2 0 1 1 0 / q 0";
        refuses(&own, steps, "keeps its names");
        // Where the condition holds it is not what was left before.
        refuses(&own, "d 4 0 / h / f 1 / u / b 0 / q 0", "another problem");
    }
}
