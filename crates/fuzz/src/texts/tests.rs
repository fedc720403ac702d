//! The texts agree with their plain meaning, and the comparison can fail.

use std::sync::Arc;

use super::draw::Meaning;
use super::*;

fn texts(cases: u64) -> Texts {
    Texts { seed: 5, from: 0, cases, timeout: None, jobs: 1 }
}

/// The features that scripts and problems may have.
const SMT2: &[&str] = &[
    "*",
    "+",
    "-",
    "<",
    "<=",
    "=",
    "=>",
    ">",
    ">=",
    "abs",
    "and",
    "attribute",
    "chain of lets",
    "definition",
    "distinct",
    "div",
    "divisor that varies",
    "hidden name",
    "integer",
    "ite",
    "large numbers",
    "let",
    "mod",
    "not",
    "or",
    "product of symbols",
    "small numbers",
    "thousands of negations",
    "truth value",
    "xor",
];
const OPB: &[&str] = &[
    "<=",
    "=",
    ">=",
    "empty sum",
    "header",
    "large numbers",
    "negated literal",
    "no header",
    "objective",
    "small numbers",
    "variable twice",
];

#[test]
fn readers_and_engines_agree_with_the_plain_meaning() {
    let mut found = Vec::new();
    let plan = texts(500);
    let control = Control::unlimited();
    let tally = plan.run(None, &control, &mut |f| found.push(f.clone()), &mut |_, _| {});
    assert!(found.is_empty(), "{}: {}\n{}", found[0].case, found[0].how, found[0].text);
    assert_eq!((tally.cases, tally.fates.texts(), tally.exit_code()), (500, 500, 0));
    assert_eq!(tally.sat + tally.unsat, tally.fates.compared);
    assert_eq!(tally.agreeing.values().sum::<u64>(), tally.fates.compared);
    assert!(tally.agreeing[&3] * 2 > tally.fates.compared, "brute force and two others");
    assert!(tally.sat.min(tally.unsat) * 3 > tally.fates.compared, "{tally:#?}");
    for (format, features) in [("smt2", SMT2), ("opb", OPB)] {
        let of = |name: &str| tally.kinds.get(name).copied().unwrap_or_default();
        let (all, small) = (of(format), of(&format!("{format} small numbers")));
        assert!(all.compared * 4 > all.texts() * 3, "{tally:#?}");
        assert_eq!((small.compared, small.refused), (small.texts(), 0), "{tally:#?}");
        assert!(all.refused > 0, "some numbers are too large: {tally:#?}");
        for feature in features {
            let compared = of(&format!("{format} {feature}")).compared;
            assert!(compared >= 5, "{format} {feature}: {compared}");
        }
    }
    let names = tally.kinds.keys().filter(|name| name.contains(' '));
    assert_eq!(names.count(), SMT2.len() + OPB.len(), "{tally:#?}");
}

/// Whether the comparison finds a fault with this text.
fn is_refuted(drawn: &Drawn, case: u64) -> bool {
    let (control, step): (_, Step) = (Control::unlimited(), Arc::new(|_: &str| ()));
    let how = Solving { timeout: None, seed: case, control: &control, step: &step };
    solve(drawn, &how, &mut TextTally::default()).is_err()
}

/// Corrupts the meaning of each text, as if reader and engines were wrong.
fn spoilt(spoil: fn(&mut Meaning) -> bool) -> u64 {
    let mut wrong = 0;
    for case in 0..200 {
        let mut drawn = texts(200).draw(case);
        if drawn.is_small() && drawn.meaning.as_mut().is_some_and(spoil) {
            assert!(is_refuted(&drawn, case), "case {case}\n{}", drawn.text);
            wrong += 1;
        }
    }
    wrong
}

#[test]
fn a_lost_solution_is_found() {
    let wrong = spoilt(|meaning| {
        let Some(first) = meaning.solutions.first() else { return false };
        let more = vec![9; first.len()];
        meaning.best.is_none() && {
            meaning.solutions.push(more);
            true
        }
    });
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn a_solution_too_many_is_found() {
    let wrong = spoilt(|meaning| meaning.best.is_none() && meaning.solutions.pop().is_some());
    assert!(wrong > 20, "{wrong}");
}

#[test]
fn a_wrong_optimum_is_found() {
    let wrong = spoilt(|meaning| meaning.best.as_mut().map(|best| *best += 1).is_some());
    assert!(wrong > 5, "{wrong}");
}

#[test]
fn wrong_rules_are_found() {
    let wrong = spoilt(|meaning| meaning.rules.last_mut().map(|rule| rule.1 ^= true).is_some());
    assert!(wrong > 50, "{wrong}");
}

#[test]
fn a_case_that_ends_its_process_is_a_finding() {
    let (plan, mut sum) = (texts(1), SumOf::<Texts>::default());
    plan.lost(0, "the reader", "crash: signal 6", &mut sum);
    assert_eq!((sum.tally.cases, sum.tally.fates.wrong, sum.findings.len()), (1, 1, 1));
    assert_eq!(sum.findings[0].how, "the reader: crash: signal 6");
    assert_eq!(sum.findings[0].text, plan.draw(0).text);
}
