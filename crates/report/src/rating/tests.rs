use parallax_compare::Row;
use parallax_model::ask::{Answer, Task};

use super::*;
use crate::test_rows::row;

fn sat(engine: &str, counters: &[(&'static str, u64)]) -> Row {
    row(engine, Answer::Satisfiable, counters)
}

#[test]
fn the_engine_with_the_fewest_failures_gives_the_grade() {
    let grade = |failures: u64| {
        let rating = Rating::of(&[sat("native", &[("nodes", 7), ("backtracks", failures)])]);
        (rating.grade, rating.difficulty())
    };
    let grades = [0, 9, 10, 999, 1000, 99_999, 100_000, u64::MAX].map(grade);
    let expected = [
        (Grade::Easy, 0.0),
        (Grade::Easy, 1.0),
        (Grade::Medium, 1.04),
        (Grade::Medium, 3.0),
        (Grade::Hard, 3.0),
        (Grade::Hard, 5.0),
        (Grade::Extreme, 5.0),
        (Grade::Extreme, 19.27),
    ];
    assert_eq!(grades, expected.map(|(grade, difficulty)| (grade, Some(difficulty))));
    let two = [
        sat("native", &[("nodes", 90), ("backtracks", 80)]),
        sat("sat", &[("conflicts", 12), ("decisions", 40)]),
    ];
    let rating = Rating::of(&two);
    assert_eq!((rating.failures, rating.by.as_deref()), (Some(12), Some("sat")));
}

#[test]
fn propagation_alone_comes_before_choices_that_were_right() {
    let chose = sat("sat", &[("conflicts", 0), ("decisions", 40)]);
    let not = sat("native", &[("nodes", 0), ("backtracks", 0)]);
    for rows in [[chose.clone(), not.clone()], [not, chose.clone()]] {
        let rating = Rating::of(&rows);
        assert_eq!((rating.grade, rating.by.as_deref()), (Grade::Trivial, Some("native")));
    }
    assert_eq!(Rating::of(&[chose]).grade, Grade::Easy);
    let at_once = Rating::of(&[sat("sat", &[("conflicts", 1), ("decisions", 0)])]);
    assert_eq!((at_once.grade, at_once.difficulty()), (Grade::Trivial, Some(0.0)));
}

#[test]
fn only_engines_that_finished_and_are_right_count() {
    let few = [("nodes", 3), ("backtracks", 1)];
    let unknown = row("native", Answer::from(parallax_model::ask::Stop::Timeout), &few);
    let stopped = Row {
        reason: Some(parallax_model::ask::Stop::Timeout.into()),
        task: Task::Limit(2),
        complete: false,
        ..sat("native", &few)
    };
    let wrong = Row { checked: false, ..sat("native", &few) };
    let refuted = Row { wrong: Some("there are others".into()), ..sat("native", &few) };
    let uncounted = sat("brute", &[("assignments", 1)]);
    let open = [unknown, stopped.clone(), wrong.clone(), refuted.clone(), uncounted.clone()];
    assert_eq!(Rating::of(&open).grade, Grade::Open);
    assert_eq!(Rating::of(&open).difficulty(), None);
    assert_eq!(Rating::of(&[]).grade, Grade::Open);
    let sat = sat("sat", &[("conflicts", 500)]);
    let rating = Rating::of(&[wrong, refuted, uncounted, sat.clone()]);
    assert_eq!((rating.grade, rating.failures), (Grade::Medium, Some(500)));
    // With more time, the engine that was stopped could have fewer failures.
    let rating = Rating::of(&[stopped, sat.clone()]);
    assert_eq!((rating.grade, rating.failures), (Grade::Ungraded, Some(500)));
    // A limit of work is the same on every machine.
    let counted = Row {
        reason: Some("limit of 20 nodes".into()),
        ..row("native", Answer::Unknown("limit of 20 nodes".into()), &few)
    };
    assert_eq!(Rating::of(&[counted, sat]).grade, Grade::Medium);
}

#[test]
fn a_limit_of_steps_gives_no_grade() {
    use parallax_hints::{Difficulty, End, Technique};
    let path = |end: End| Difficulty {
        hardest: 31,
        technique: Some(Technique::OneRule),
        steps: 7,
        ..Difficulty::none(end)
    };
    for (end, grade, reason) in [
        (End::Complete, Some(Grade::Medium), None),
        (End::Stuck, Some(Grade::Extreme), None),
        (End::Open, None, Some("more than 7 steps")),
        (End::Unknown("timeout".into()), None, Some("timeout")),
    ] {
        let path = path(end);
        assert_eq!(Grade::of_steps(&path), grade);
        assert_eq!(super::steps::limit(&path).as_deref(), reason);
        let object = super::steps::steps_json(&path);
        assert_eq!(object["reason"].as_str(), reason);
        assert_eq!(object["end"] == "unknown", grade.is_none());
    }
    assert_eq!(step_words(&path(End::Open), "grid"), "not graded");
}
