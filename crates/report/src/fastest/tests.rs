use parallax_compare::{Row, RowTimes, Verdict};
use parallax_model::engine_api::Answer;

use super::*;
use crate::test_rows::row;

/// Adds an instance with the seconds of each engine; none if it did not finish.
fn add(race: &mut RaceTotals, verdict: Verdict, times: &[(&str, Option<f64>)]) {
    let rows: Vec<Row> = times.iter().map(|&(engine, time)| timed(engine, time)).collect();
    race.add_rows(&rows, verdict);
}

fn timed(engine: &str, time: Option<f64>) -> Row {
    let answer = match time {
        Some(_) => Answer::Satisfiable,
        None => Answer::Unknown("time limit".into()),
    };
    let time_s = RowTimes { total: time.unwrap_or(10.0), ..RowTimes::default() };
    Row { time_s, ..row(engine, answer, &[]) }
}

fn sentence(race: &RaceTotals) -> String {
    race.fastest_engine().map(|fastest| fastest.to_string()).unwrap_or_default()
}

#[test]
fn one_run_of_one_instance_has_a_factor_without_a_spread() {
    let mut race = RaceTotals::default();
    add(&mut race, Verdict::Agree, &[("a", Some(0.19)), ("b", Some(0.1)), ("c", Some(1.2))]);
    insta::assert_snapshot!(sentence(&race), @"b was fastest: 1.9 times faster than a, the next of 2 (one run; --repeat 5 shows how much this varies)");
}

#[test]
fn several_instances_have_geometric_means_and_their_range() {
    let mut race = RaceTotals::default();
    let agree = Verdict::Agree;
    // Ratios of a to b: 2 and 8; c answers one of three and is faster there.
    add(&mut race, agree, &[("a", Some(2.0)), ("b", Some(1.0)), ("c", None), ("d", None)]);
    let open = Verdict::OneSidedUnknown;
    add(&mut race, open, &[("a", Some(8.0)), ("b", Some(1.0)), ("c", Some(0.5)), ("d", None)]);
    add(&mut race, open, &[("a", None), ("b", Some(1.0)), ("c", None), ("d", None)]);
    insta::assert_snapshot!(sentence(&race), @"b was fastest: 4.0 times faster than a (answered 2 of 3; 2.0 to 8.0), the next of 2; answered none: d (geometric means over the instances, and their range)");
    let fastest = race.fastest_engine().expect("a race");
    let factors = ["a", "b", "c", "d"].map(|engine| fastest.factor_of(engine, "cells"));
    assert_eq!(factors.map(|factor| factor.is_some()), [true, true, true, false], "{factors:?}");
    assert!(factors[1] == Some(1.0) && factors[2].is_some_and(|c| (c - 0.5).abs() < 1e-9));
    let value = serde_json::to_value(&fastest).expect("JSON");
    assert_eq!((&value["engine"], &value["answered"]), (&"b".into(), &3.into()));
    assert_eq!((&value["instances"], &value["rounds"]), (&3.into(), &1.into()));
    assert_eq!(value["without"][0], "d");
    let near = |name: &str, expected: f64| {
        let found = value["others"][0][name].as_f64().expect(name);
        assert!((found - expected).abs() < 1e-9, "{name}: {found}");
    };
    near("ratio", 4.0);
    near("least", 2.0);
    near("greatest", 8.0);
    // One ratio has no spread.
    let one: Vec<&String> = value["others"][1].as_object().expect("an object").keys().collect();
    assert_eq!(one, ["answered", "both", "engine", "ratio"]);
}

#[test]
fn wrong_and_contradicting_engines_take_no_part() {
    let mut race = RaceTotals::default();
    let liar = Row { wrong: Some("there are others".into()), ..timed("liar", Some(0.001)) };
    let rows = [liar, timed("a", Some(1.0)), timed("b", Some(3.0))];
    race.add_rows(&rows, Verdict::Contradiction);
    // The times of an instance with a disagreement do not count.
    assert_eq!(race.fastest_engine(), None);
    let all = [("liar", Some(0.001)), ("a", Some(1.0)), ("b", Some(3.0))];
    add(&mut race, Verdict::Agree, &all);
    insta::assert_snapshot!(sentence(&race), @"a was fastest: 3.0 times faster than b (one run; --repeat 5 shows how much this varies)");
    // Nothing shows who is wrong: both are out.
    add(&mut race, Verdict::CountMismatch, &[("a", Some(1.0)), ("c", Some(3.0))]);
    assert_eq!(race.fastest_engine(), None);
}

#[test]
fn a_lone_engine_and_equal_times() {
    let mut race = RaceTotals::default();
    assert_eq!(race.fastest_engine(), None);
    add(&mut race, Verdict::OneOnly, &[("a", Some(1.0))]);
    assert_eq!(race.fastest_engine(), None);
    let mut race = RaceTotals::default();
    add(&mut race, Verdict::Agree, &[("a", Some(0.0)), ("b", Some(0.0))]);
    insta::assert_snapshot!(sentence(&race), @"a was fastest: 1.00 times faster than b (one run; --repeat 5 shows how much this varies)");
}

#[test]
fn repetitions_are_written_with_their_deviation() {
    let racer = |engine: &str| RaceEntrant { engine: engine.into(), answered: 1 };
    let factor = |engine: &str, ratio, deviation| {
        let spread = RatioSpread::Deviation { deviation };
        SpeedupFactor { racer: racer(engine), both: 1, ratio, spread }
    };
    let others =
        vec![factor("native", 1.9, 0.1), factor("smt:z3", 12.3, 2.4), factor("brute", 15.0, 0.02)];
    let fastest = FastestEngine {
        racer: racer("sat:batsat"),
        instances: 1,
        rounds: 5,
        others,
        without: vec![],
    };
    insta::assert_snapshot!(fastest.to_string(), @"sat:batsat was fastest: 1.9 ± 0.1 times faster than native, the next of 3");
}

#[test]
fn an_engine_has_a_model_only_where_it_runs_on_several() {
    let on =
        |model: &str, engine: &str, time| Row { model: model.into(), ..timed(engine, Some(time)) };
    let mut race = RaceTotals::default();
    race.add_rows(&[on("cells", "a", 1.0), on("cells", "b", 2.0)], Verdict::Agree);
    race.add_rows(&[on("cards", "a", 1.0), on("cards", "b", 2.0)], Verdict::Agree);
    let fastest = race.fastest_engine().expect("a race");
    assert_eq!((fastest.racer.engine.as_str(), fastest.others[0].both), ("a", 2));
    let mut race = RaceTotals::default();
    race.add_rows(&[on("cells", "a", 1.0), on("rows", "a", 3.0)], Verdict::Agree);
    insta::assert_snapshot!(sentence(&race), @"a (cells) was fastest: 3.0 times faster than a (rows) (one run; --repeat 5 shows how much this varies)");
}
