use parallax_compare::Row;
use parallax_model::engine_api::{Answer, Task};

use super::*;
use crate::test_rows::row;

fn sat(engine: &str, counters: &[(&'static str, u64)]) -> Row {
    row(engine, Answer::Satisfiable, counters)
}

#[test]
fn the_engine_with_the_fewest_failures_gives_the_grade() {
    let grade = |failures: u64| {
        let rating = DifficultyRating::from_rows(&[sat(
            "native",
            &[("nodes", 7), ("backtracks", failures)],
        )]);
        (rating.grade, rating.log_failures())
    };
    let grades = [0, 9, 10, 999, 1000, 99_999, 100_000, u64::MAX].map(grade);
    let expected = [
        (DifficultyGrade::Easy, 0.0),
        (DifficultyGrade::Easy, 1.0),
        (DifficultyGrade::Medium, 1.04),
        (DifficultyGrade::Medium, 3.0),
        (DifficultyGrade::Hard, 3.0),
        (DifficultyGrade::Hard, 5.0),
        (DifficultyGrade::Extreme, 5.0),
        (DifficultyGrade::Extreme, 19.27),
    ];
    assert_eq!(grades, expected.map(|(grade, difficulty)| (grade, Some(difficulty))));
    let two = [
        sat("native", &[("nodes", 90), ("backtracks", 80)]),
        sat("sat", &[("conflicts", 12), ("decisions", 40)]),
    ];
    let rating = DifficultyRating::from_rows(&two);
    assert_eq!((rating.failures, rating.by.as_deref()), (Some(12), Some("sat")));
}

#[test]
fn propagation_alone_comes_before_choices_that_were_right() {
    let chose = sat("sat", &[("conflicts", 0), ("decisions", 40)]);
    let not = sat("native", &[("nodes", 0), ("backtracks", 0)]);
    for rows in [[chose.clone(), not.clone()], [not, chose.clone()]] {
        let rating = DifficultyRating::from_rows(&rows);
        assert_eq!(
            (rating.grade, rating.by.as_deref()),
            (DifficultyGrade::Trivial, Some("native"))
        );
    }
    assert_eq!(DifficultyRating::from_rows(&[chose]).grade, DifficultyGrade::Easy);
    let at_once = DifficultyRating::from_rows(&[sat("sat", &[("conflicts", 1), ("decisions", 0)])]);
    assert_eq!((at_once.grade, at_once.log_failures()), (DifficultyGrade::Trivial, Some(0.0)));
}

#[test]
fn only_engines_that_finished_and_are_right_count() {
    let few = [("nodes", 3), ("backtracks", 1)];
    let unknown =
        row("native", Answer::from(parallax_model::engine_api::StopReason::Timeout), &few);
    let stopped = Row {
        reason: Some(parallax_model::engine_api::StopReason::Timeout.into()),
        task: Task::Limit(2),
        complete: false,
        ..sat("native", &few)
    };
    let wrong = Row { checked: false, ..sat("native", &few) };
    let refuted = Row { wrong: Some("there are others".into()), ..sat("native", &few) };
    let uncounted = sat("brute", &[("assignments", 1)]);
    let open = [unknown, stopped.clone(), wrong.clone(), refuted.clone(), uncounted.clone()];
    assert_eq!(DifficultyRating::from_rows(&open).grade, DifficultyGrade::Open);
    assert_eq!(DifficultyRating::from_rows(&open).log_failures(), None);
    assert_eq!(DifficultyRating::from_rows(&[]).grade, DifficultyGrade::Open);
    let sat = sat("sat", &[("conflicts", 500)]);
    let rating = DifficultyRating::from_rows(&[wrong, refuted, uncounted, sat.clone()]);
    assert_eq!((rating.grade, rating.failures), (DifficultyGrade::Medium, Some(500)));
    // With more time, the engine that was stopped could have fewer failures.
    let rating = DifficultyRating::from_rows(&[stopped, sat.clone()]);
    assert_eq!((rating.grade, rating.failures), (DifficultyGrade::Ungraded, Some(500)));
    // A limit of work is the same on every machine.
    let counted = Row {
        reason: Some("limit of 20 nodes".into()),
        ..row("native", Answer::Unknown("limit of 20 nodes".into()), &few)
    };
    assert_eq!(DifficultyRating::from_rows(&[counted, sat]).grade, DifficultyGrade::Medium);
}

#[test]
fn a_limit_of_steps_gives_no_grade() {
    use parallax_hints::{PathDifficulty, PathEnd, Technique};
    let path = |end: PathEnd| PathDifficulty {
        hardest: 31,
        technique: Some(Technique::OneRule),
        steps: 7,
        ..PathDifficulty::without_steps(end)
    };
    for (end, grade, reason) in [
        (PathEnd::Complete, Some(DifficultyGrade::Medium), None),
        (PathEnd::Stuck, Some(DifficultyGrade::Extreme), None),
        (PathEnd::Open, None, Some("more than 7 steps")),
        (PathEnd::Unknown("timeout".into()), None, Some("timeout")),
    ] {
        let path = path(end);
        assert_eq!(DifficultyGrade::of_steps(&path), grade);
        assert_eq!(super::steps::path_limit(&path).as_deref(), reason);
        let object = super::steps::steps_json(&path);
        assert_eq!(object["reason"].as_str(), reason);
        assert_eq!(object["end"] == "unknown", grade.is_none());
    }
    assert_eq!(step_words(&path(PathEnd::Open), "grid"), "not graded");
}
