//! Runs that did not do their task, and runs that are missing: no sentence takes them for others.

use std::path::Path;

use parallax_experiment::{ExperimentManifest, RunCoordinates, RunRecord};
use parallax_model::engine_api::{SolutionCount, Task};

use super::made::{manifest, record, records, stopped};
use super::{folder, report, whole};

const TWO: [(&str, &str); 2] = [("one", "native"), ("two", "sat:varisat")];

/// Returns the conclusions of a report.
fn conclusions(folder: &Path, files: &[&str]) -> String {
    let ran = report(folder, &[files, &["-q"]].concat());
    assert_eq!(ran.err, "");
    ran.out
}

/// Makes complete counts.
fn counts(instances: usize) -> (ExperimentManifest, Vec<RunRecord>) {
    let manifest =
        ExperimentManifest { task: Some(Task::Count), ..manifest(instances, &TWO[..1], 1) };
    let mut made = records(&manifest, |_| Some(0.5));
    for record in &mut made {
        (record.count, record.given, record.complete) = (SolutionCount::from(92u64), 92, true);
    }
    (manifest, made)
}

/// Makes counts stop before their end; each keeps some solutions.
fn incomplete(mut records: Vec<RunRecord>) -> Vec<RunRecord> {
    for record in &mut records {
        (record.count, record.given, record.complete) = (SolutionCount::from(40u64), 40, false);
    }
    records
}

#[test]
fn counts_that_stop_are_lost() {
    let folder = folder();
    let (manifest, records) = counts(8);
    whole(folder.path().join("before.jsonl"), &manifest, &records);
    whole(folder.path().join("after.jsonl"), &manifest, &incomplete(records));
    let ran = report(folder.path(), &["compare", "before.jsonl", "after.jsonl"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("0 newly solved, 8 lost"), "{}", ran.out);
    assert!(ran.out.contains("sat 40+"), "{}", ran.out);
    insta::assert_snapshot!(conclusions(folder.path(), &["after.jsonl"]), @r"
    no disagreement (8 instances: 8 unanswered)
    one solved nothing
    ");
}

#[test]
fn a_value_that_is_not_shown_to_be_the_best_is_not_solved() {
    let folder = folder();
    let manifest = ExperimentManifest { task: None, ..manifest(4, &TWO, 1) };
    let value = parallax_model::decimal::DecimalNumber::from_integer(7);
    let made = |run: RunCoordinates| {
        let own = record(&manifest, run, 0.5);
        let (task, value, cost) = (Some(Task::Optimise), Some(value), Some(7));
        let proves = run.engine == 0;
        let answer = if proves { super::AnswerKind::Optimal } else { own.answer };
        RunRecord { task, value, cost, answer, complete: proves, ..own }
    };
    let records: Vec<RunRecord> = manifest.runs().map(made).collect();
    whole(folder.path().join("best.jsonl"), &manifest, &records);
    insta::assert_snapshot!(conclusions(folder.path(), &["best.jsonl"]), @r"
    no disagreement (4 instances: 4 one-sided unknown)
    best by PAR2: one (PAR2 0.5000 s, 4 of 4 instances solved)
    leave instances unsolved that one solves, too few for the test to decide: two (none of 4 instances solved by both, 4 solved only by the best one, p = 0.1250); an instance left unsolved counts as the greatest loss
    ");
}

#[test]
fn an_engine_that_stops_on_half_of_the_instances_is_not_called_equal() {
    let folder = folder();
    for (instances, name) in [(30, "many.jsonl"), (4, "few.jsonl")] {
        let manifest = manifest(instances, &TWO, 1);
        let time = |run: RunCoordinates| match run.engine {
            0 => Some(0.02),
            _ => run.instance.is_multiple_of(2).then_some(0.01),
        };
        whole(folder.path().join(name), &manifest, &records(&manifest, time));
    }
    insta::assert_snapshot!(conclusions(folder.path(), &["many.jsonl"]), @r"
    no disagreement (30 instances: 15 one-sided unknown, 15 agree)
    best by PAR2: one (PAR2 0.0200 s, 30 of 30 instances solved)
    significantly slower than one (p below 0.05 after Holm): two (0.50 times on the 15 of 30 instances that both solve, 15 solved only by the best one, p = 0.0163); an instance left unsolved counts as the greatest loss
    ");
    insta::assert_snapshot!(conclusions(folder.path(), &["few.jsonl"]), @r"
    no disagreement (4 instances: 2 one-sided unknown, 2 agree)
    best by PAR2: one (PAR2 0.0200 s, 4 of 4 instances solved)
    leave instances unsolved that one solves, too few for the test to decide: two (0.50 times on the 2 of 4 instances that both solve, 2 solved only by the best one, p = 0.5000); an instance left unsolved counts as the greatest loss
    ");
}

#[test]
fn symmetric_times_have_no_significance() {
    let folder = folder();
    let manifest = manifest(30, &TWO, 1);
    let time = |run: RunCoordinates| {
        let first = run.instance.is_multiple_of(2) == (run.engine == 0);
        Some(if first { 0.03 } else { 0.01 } * [1.0, 3.0, 7.0][run.instance / 2 % 3])
    };
    whole(folder.path().join("a.jsonl"), &manifest, &records(&manifest, time));
    insta::assert_snapshot!(conclusions(folder.path(), &["a.jsonl"]), @r"
    no disagreement (30 instances: 30 agree)
    best by PAR2: one, two (PAR2 0.0733 s, 30 of 30 instances solved)
    not significantly different from one: two (1.00 times on 30 instances, p = 1.0000)
    ");
}

#[test]
fn figures_are_of_the_instances_that_every_engine_has() {
    let folder = folder();
    let manifest = manifest(10, &TWO, 1);
    let all = records(&manifest, |run| Some(0.01 * (run.engine + 1) as f64));
    // The second engine lacks the first four instances, the first one the last two.
    let is_there = |record: &&RunRecord| match &*record.engine {
        "one" => record.index < 8,
        _ => record.index >= 4,
    };
    let part: Vec<RunRecord> = all.iter().filter(is_there).cloned().collect();
    whole(folder.path().join("part.jsonl"), &manifest, &part);
    insta::assert_snapshot!(conclusions(folder.path(), &["part.jsonl"]), @r"
    no disagreement (10 instances: 6 answered by one engine only, 4 agree)
    best by PAR2 on the 4 of 10 instances on which every engine has all its runs: one (PAR2 0.0100 s, 4 of 4 instances solved)
    not significantly different from one: two (2.00 times on 4 instances, p = 0.1250)
    ");
    let ran = report(folder.path(), &["part.jsonl"]);
    assert_eq!(ran.code, Some(3));
    for warning in ["6 runs of 20 of squares are missing", "one 2 of 10, two 4 of 10"] {
        assert!(ran.out.contains(warning), "{}", ran.out);
    }
    let none: Vec<RunRecord> =
        all.iter().filter(|r| (r.engine == "one") == (r.index < 5)).cloned().collect();
    whole(folder.path().join("none.jsonl"), &manifest, &none);
    let out = conclusions(folder.path(), &["none.jsonl"]);
    insta::assert_snapshot!(out, @r"
    no disagreement (10 instances: 10 answered by one engine only)
    there is no instance on which every engine has all its runs; no engine is called the best
    ");
    let text = report(folder.path(), &["none.jsonl"]).out;
    for table in ["\nTimes", "\nCosts", "\nVirtual best"] {
        assert!(!text.contains(table), "{text}");
    }
}

#[test]
fn other_instances_of_another_experiment_are_not_compared() {
    let folder = folder();
    let manifest = manifest(5, &TWO, 1);
    whole(folder.path().join("all.jsonl"), &manifest, &records(&manifest, |_| Some(2.0)));
    let mut few = super::manifest(1, &[("quick", "brute")], 1);
    few.sources[0].digest.clone_from(&manifest.sources[0].digest);
    whole(folder.path().join("few.jsonl"), &few, &records(&few, |_| Some(0.1)));
    insta::assert_snapshot!(conclusions(folder.path(), &["all.jsonl", "few.jsonl"]), @r"
    no disagreement (5 instances: 5 agree)
    best by PAR2 on the 1 of 5 instances on which every engine has all its runs: quick (PAR2 0.1000 s, 1 of 1 instance solved)
    not significantly different from quick: one (20.0 times on 1 instance, p = 1.0000), two (20.0 times on 1 instance, p = 1.0000)
    ");
}

#[test]
fn a_run_that_is_not_the_planned_one_is_refused() {
    let folder = folder();
    let manifest = manifest(2, &TWO, 1);
    let mut made = records(&manifest, |_| Some(2.0));
    made.swap(0, 1);
    (made[0].run, made[1].run) = (0, 1);
    whole(folder.path().join("odd.jsonl"), &manifest, &made);
    let ran = report(folder.path(), &["odd.jsonl"]);
    insta::assert_snapshot!(ran.err, @"parallax: odd.jsonl: run 0: the manifest has one on squares.latin (cells) with seed 0, repetition 1, not two on squares.latin (cells) with seed 0, repetition 1");
    let gone = stopped(record(&manifest, manifest.runs().last().expect("a run"), 1.0));
    whole(folder.path().join("beyond.jsonl"), &manifest, &[RunRecord { run: 4, ..gone }]);
    insta::assert_snapshot!(report(folder.path(), &["beyond.jsonl"]).err, @"parallax: beyond.jsonl:2:1: run 4 of 4; there is no such run");
}
