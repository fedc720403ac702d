//! `parallax report compare`.

use std::path::Path;

use parallax_experiment::{AnswerKind, RunRecord};
use parallax_model::engine_api::SolutionCount;

use super::made::stopped;
use super::{eight, folder, report, whole};
use crate::common::Ran;

fn compare(folder: &Path, change: impl Fn(usize, &mut RunRecord)) -> Ran {
    let (manifest, records) = eight();
    let mut after = records.clone();
    after.iter_mut().enumerate().for_each(|(at, record)| change(at, record));
    let _ = std::fs::remove_file(folder.join("b.jsonl"));
    if !folder.join("a.jsonl").exists() {
        whole(folder.join("a.jsonl"), &manifest, &records);
    }
    whole(folder.join("b.jsonl"), &manifest, &after);
    report(folder, &["compare", "a.jsonl", "b.jsonl"])
}

#[test]
fn equal_files_do_not_differ() {
    let folder = folder();
    let ran = compare(folder.path(), |_, _| ());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("no answer differs (48 runs in both: 0 contradictory"), "{}", ran.out);
    assert!(
        ran.out.contains("native   cells          8     8   1.00  1.00..1.00  1.0000"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("Counters that differ"));
}

#[test]
fn times_and_counters_alone_are_no_difference_of_answers() {
    let folder = folder();
    let ran = compare(folder.path(), |_, record| {
        if record.engine == "native" {
            record.measured = record.measured.map(|mut m| {
                m.wall_s *= 2.0;
                m
            });
            record.counters.add_amount("nodes", 1);
        }
    });
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(
        ran.out.contains("native   cells          8     8   2.00  2.00..2.00  0.0078"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("16 of the 44 runs that ended by themselves"), "{}", ran.out);
}

#[test]
fn lost_gained_and_contradictory_runs_are_listed() {
    let folder = folder();
    let lost = compare(folder.path(), |at, record| {
        if at == 0 {
            *record = stopped(record.clone());
        }
    });
    assert_eq!(lost.code, Some(1));
    let table: String = lost
        .out
        .lines()
        .skip_while(|line| *line != "Lost")
        .filter(|line| !line.starts_with('─'))
        .take(3)
        .collect::<Vec<_>>()
        .join("\n");
    insta::assert_snapshot!(table, @r"
    Lost
    instance       model  engine  seed  repeat  before  after
    squares.latin  cells  native     0       1  sat 1+  unknown (walltime)
    ");
    let contradiction = compare(folder.path(), |at, record| {
        if at == 0 {
            (record.answer, record.count, record.given) =
                (AnswerKind::Unsat, SolutionCount::zero(), 0);
            record.complete = true;
        }
    });
    assert_eq!(contradiction.code, Some(5), "{}", contradiction.out);
    assert!(contradiction.out.contains("1 contradictory or wrong"), "{}", contradiction.out);
    for format in ["markdown", "latex", "json", "html"] {
        let ran = report(folder.path(), &["compare", "a.jsonl", "b.jsonl", "--format", format]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(5), ""), "{format}");
        assert!(ran.out.contains("unsat"), "{format}");
    }
}

#[test]
fn runs_of_one_file_only_are_counted_and_other_tasks_refused() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    whole(folder.path().join("part.jsonl"), &manifest, &records[..10]);
    let ran = report(folder.path(), &["compare", "a.jsonl", "part.jsonl"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("38 only before,"), "{}", ran.out);
    let mut other = manifest.clone();
    other.task = None;
    whole(folder.path().join("task.jsonl"), &other, &records);
    let ran = report(folder.path(), &["compare", "a.jsonl", "task.jsonl"]);
    insta::assert_snapshot!(ran.err, @"parallax: task.jsonl: its task differs from that of a.jsonl");
}
