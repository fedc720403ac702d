//! `parallax report` on files of results.

mod change;
mod example;
mod made;
mod page;
mod unsolved;

use std::path::{Path, PathBuf};

use parallax_experiment::{
    AnswerKind, ExperimentManifest, RunCoordinates, RunExit, RunRecord, RunShard,
};
use parallax_model::engine_api::SolutionCount;

use crate::common::{Ran, fed};
use made::{manifest, record, records, write};

const ENGINES: [(&str, &str); 3] =
    [("native", "native"), ("varisat", "sat:varisat"), ("brute", "brute")];

/// Returns times that differ by engine, instance and seed; brute force does not solve the last two.
fn time(run: RunCoordinates) -> Option<f64> {
    let grows = 0.01 * 1.6f64.powi(run.instance as i32);
    let noise = 1.0 + 0.01 * (run.seed as f64);
    match run.engine {
        0 => Some(grows * noise),
        1 => Some((0.05 + grows / 4.0) * noise),
        _ => (run.instance < 6).then_some(grows * 20.0 * noise),
    }
}

fn report(folder: &Path, args: &[&str]) -> Ran {
    fed(folder, &[&["report"], args].concat(), b"")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns eight instances, three engines, two seeds.
fn eight() -> (ExperimentManifest, Vec<RunRecord>) {
    let manifest = manifest(8, &ENGINES, 2);
    let records = records(&manifest, time);
    (manifest, records)
}

fn whole(path: PathBuf, manifest: &ExperimentManifest, records: &[RunRecord]) {
    write(&path, manifest, RunShard::ALL_RUNS, records);
}

#[test]
fn text_fits_and_has_every_table() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let ran = report(folder.path(), &["a.jsonl"]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    for line in [
        "no disagreement (8 instances: 2 one-sided unknown, 6 agree)",
        "brute      16      12   12        4         4",
        "native / varisat          8     8    0.75      0.41..1.31  0.4609  0.4609       4      1       3",
    ] {
        assert!(ran.out.lines().any(|found| found.trim() == line), "{line}\n{}", ran.out);
    }
    // The conclusions come first: verdicts, the best, and what is significant.
    let head: Vec<&str> = ran.out.lines().take_while(|line| !line.is_empty()).collect();
    insta::assert_snapshot!(head.join("\n"), @r"
    no disagreement (8 instances: 2 one-sided unknown, 6 agree)
    best by PAR2: varisat (PAR2 0.0722 s, 8 of 8 instances solved)
    significantly slower than varisat (p below 0.05 after Holm): brute (10.7 times on the 6 of 8
      instances that both solve, 2 solved only by the best one, p = 0.0234); an instance left unsolved
      counts as the greatest loss
    not significantly different from varisat: native (0.75 times on 8 instances, p = 0.4609)
    ");
    let engines = |title: &str| -> Vec<String> {
        let table = ran.out.lines().skip_while(|line| *line != title).skip(3);
        let rows = table.take_while(|line| line.contains("  ") && !line.starts_with("Seconds"));
        rows.filter_map(|row| row.split_whitespace().next().map(str::to_owned)).collect()
    };
    assert_eq!(engines("Times")[..3], ["varisat", "native", "brute"], "{}", ran.out);
    // Counters come on request.
    assert!(!ran.out.contains("\nCounters\n"), "{}", ran.out);
    let verbose = report(folder.path(), &["a.jsonl", "-v"]).out;
    assert!(verbose.contains("\nCounters\n"), "{verbose}");
    // A report depends only on the files.
    assert_eq!(report(folder.path(), &["a.jsonl"]).out, ran.out);
}

#[test]
fn shards_are_one_experiment_and_a_run_twice_is_an_error() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("all.jsonl"), &manifest, &records);
    let part = |number: u64| -> Vec<RunRecord> {
        let of = |record: &&RunRecord| record.run % 2 == number - 1;
        records.iter().filter(of).cloned().collect()
    };
    for number in [1, 2] {
        let shard = RunShard { number, of: 2 };
        write(&folder.path().join(format!("{number}.jsonl")), &manifest, shard, &part(number));
    }
    let csv = |files: &[&str]| report(folder.path(), &[files, &["--format", "csv"]].concat());
    assert_eq!(csv(&["1.jsonl", "2.jsonl"]).out, csv(&["all.jsonl"]).out);
    let alone = report(folder.path(), &["1.jsonl"]);
    assert!(alone.out.contains("24 runs of 48 of squares are missing"), "{}", alone.out);
    let twice = csv(&["1.jsonl", "all.jsonl"]);
    assert_eq!(twice.code, Some(2));
    insta::assert_snapshot!(twice.err, @"parallax: all.jsonl: run 0 is in 1.jsonl, too; each run counts once");
}

#[test]
fn experiments_that_do_not_go_together_are_refused() {
    let folder = folder();
    let (first, records) = eight();
    whole(folder.path().join("a.jsonl"), &first, &records);
    let error = |name: &str, other: &ExperimentManifest| {
        let records = made::records(other, time);
        whole(folder.path().join(name), other, &records);
        let ran = report(folder.path(), &["a.jsonl", name]);
        assert_eq!(ran.code, Some(2), "{}", ran.out);
        ran.err
    };
    let mut limits = first.clone();
    limits.limits.wall_s = Some(20.0);
    insta::assert_snapshot!(error("b.jsonl", &limits), @"parallax: b.jsonl: another experiment than a.jsonl, and its limits are 20 s, not 10 s; 'report compare' compares two files");
    let mut spec = first.clone();
    spec.engines[1].spec = "sat:batsat".into();
    insta::assert_snapshot!(error("c.jsonl", &spec), @"parallax: c.jsonl: another experiment than a.jsonl, and its engine 'varisat' is sat:batsat, not sat:varisat; 'report compare' compares two files");
    let mut content = first.clone();
    content.sources[0].digest = "1".repeat(32);
    insta::assert_snapshot!(error("d.jsonl", &content), @"parallax: d.jsonl: another experiment than a.jsonl, and its source 'squares.latin' has other content; 'report compare' compares two files");
    let mut same = first.clone();
    same.order = 7;
    insta::assert_snapshot!(error("e.jsonl", &same), @"parallax: e.jsonl: native on squares.latin#0 with seed 0, repetition 1, is in a.jsonl, too; 'report compare' compares two files");
    // Another engine on the same instances can be reported together with them.
    let more = manifest(8, &[("batsat", "sat:batsat")], 2);
    whole(folder.path().join("f.jsonl"), &more, &made::records(&more, |_| Some(0.01)));
    let ran = report(folder.path(), &["a.jsonl", "f.jsonl"]);
    assert!(ran.out.contains("2 experiments are reported together"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("\nbatsat   "), "{}", ran.out);
}

/// A source that an experiment lists twice has its runs twice, perhaps in two shards.
#[test]
fn a_source_listed_twice_is_in_one_experiment() {
    let folder = folder();
    let mut twice = manifest(1, &[("native", "native")], 1);
    twice.sources.push(twice.sources[0].clone());
    for (number, record) in (1..).zip(made::records(&twice, time)) {
        let name = format!("{number}.jsonl");
        write(&folder.path().join(name), &twice, RunShard { number, of: 2 }, &[record]);
    }
    let other = manifest(1, &[("batsat", "sat:batsat")], 1);
    whole(folder.path().join("other.jsonl"), &other, &made::records(&other, time));
    let ran = report(folder.path(), &["1.jsonl", "2.jsonl", "other.jsonl"]);
    assert!(ran.out.contains("2 experiments are reported together"), "{}{}", ran.out, ran.err);
}

#[test]
fn wrong_answers_are_named_and_not_solved() {
    let folder = folder();
    let (manifest, mut records) = eight();
    let lie = records.iter_mut().find(|r| r.engine == "varisat" && r.index == 2).expect("a run");
    (lie.answer, lie.count, lie.given, lie.complete) =
        (AnswerKind::Unsat, SolutionCount::zero(), 0, true);
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let ran = report(folder.path(), &["a.jsonl"]);
    assert_eq!(ran.code, Some(5));
    let table: String = ran
        .out
        .lines()
        .skip_while(|l| *l != "Disagreements")
        .filter(|l| !l.starts_with('─'))
        .take(5)
        .collect::<Vec<_>>()
        .join("\n");
    insta::assert_snapshot!(table, @r"
    Disagreements
    instance         verdict        engine   answers              wrong
    squares.latin#2  contradiction  native   sat 1+
    squares.latin#2  contradiction  varisat  unsat ×1, sat 1+ ×1  wrong answer: native has a checked
                                                                  solution
    ");
    let json = report(folder.path(), &["a.jsonl", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(value["engines"][1]["wrong"], 1);
    assert_eq!(value["engines"][1]["solved"], 15);
    assert_eq!(value["disagreements"][0]["wrong"][0]["engine"], "varisat");
    let rows = report(folder.path(), &["a.jsonl", "--format", "csv", "--rows"]);
    assert_eq!(rows.out.matches(",contradiction\n").count(), 6, "{}", rows.out);
    // Different complete numbers of solutions are a count mismatch.
    let (manifest, mut records) = eight();
    for record in records.iter_mut().filter(|record| record.index == 0) {
        record.complete = true;
        record.count += u128::from(record.engine == "brute");
    }
    whole(folder.path().join("b.jsonl"), &manifest, &records);
    assert_eq!(report(folder.path(), &["b.jsonl"]).code, Some(4));
}

/// Also if another reason stands between two equal ones.
#[test]
fn each_reason_for_a_wrong_answer_is_named_once() {
    let folder = folder();
    let manifest = manifest(1, &ENGINES, 3);
    let mut records = made::records(&manifest, time);
    let wrong = records.iter_mut().filter(|record| record.engine == "varisat");
    for (record, reason) in wrong.zip(["clause 1", "clause 2", "clause 1"]) {
        (record.checked, record.wrong) = (false, Some(reason.into()));
    }
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let all = report(folder.path(), &["a.jsonl"]).out;
    assert_eq!(all.matches("clause 1").count(), 1, "{all}");
    assert_eq!(all.matches("clause 2").count(), 1, "{all}");
}

#[test]
fn all_formats_have_the_same_numbers() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let of = |format: &str| report(folder.path(), &["a.jsonl", "--format", format]).out;
    let csv = of("csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let first = reader.records().next().expect("a record").expect("fields");
    let heads = reader.headers().expect("titles").clone();
    let cell = |name: &str| &first[heads.iter().position(|head| head == name).expect(name)];
    assert_eq!(
        (cell("engine"), cell("runs"), cell("solved"), cell("fastest")),
        ("native", "16", "16", "5")
    );
    assert!(of("markdown").contains("| brute | 16 | 12 | 12 | 4 | 4 |"), "{}", of("markdown"));
    assert!(of("latex").contains("brute & 16 & 12 & 12 & 4 & 4 \\\\\n"), "{}", of("latex"));
    assert!(of("html").contains("<td class=\"number doubtful\" data-n=\"4\">4</td>"));
    let rows = report(folder.path(), &["a.jsonl", "--format", "json", "--rows"]).out;
    assert_eq!(rows.lines().count(), 48);
    let line: serde_json::Value =
        serde_json::from_str(rows.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&line["verdict"], &line["solved"]), (&"agree".into(), &true.into()));
    for args in [
        &["a.jsonl", "--rows"][..],
        &["a.jsonl", "--margin", "-1"],
        &["a.jsonl", "--scatter", "native,brute"],
        &[],
        &["none.jsonl"],
    ] {
        assert_eq!(report(folder.path(), args).code, Some(2), "{args:?}");
    }
}

#[test]
fn plots_are_files() {
    let folder = folder();
    let (manifest, records) = eight();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let plot = |pair: &str| report(folder.path(), &["a.jsonl", "--plots", "p", "--scatter", pair]);
    assert_eq!(plot("native,brute").code, Some(3));
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join("p").join(name)).expect(name);
    assert_eq!(read("bars.svg").matches("rx=").count(), 6);
    assert_eq!(read("cactus.svg").matches("stroke-linejoin").count(), 3);
    assert_eq!(read("boxes.svg").matches("fill-opacity").count(), 3);
    assert!(read("boxes.svg").contains("prefers-color-scheme"));
    assert_eq!(read("scatter-1.svg").matches("a3 3 0 1 0 6 0").count(), 8);
    insta::assert_snapshot!(plot("native,brut").err, @"parallax: unknown engine 'brut' (did you mean 'brute'?); known: native, varisat, brute");
    insta::assert_snapshot!(plot("native").err, @"parallax: 'native'; expected two engines with a comma between");
}

#[test]
fn nothing_one_and_odd_records() {
    let folder = folder();
    let (manifest, records) = eight();
    let ran = |name: &str, records: &[RunRecord]| {
        whole(folder.path().join(name), &manifest, records);
        for format in ["text", "markdown", "csv", "latex", "json", "html"] {
            let ran = report(folder.path(), &[name, "--format", format]);
            assert!(
                matches!(ran.code, Some(2 | 3)) && !ran.err.contains("panicked"),
                "{}",
                ran.err
            );
        }
        report(folder.path(), &[name])
    };
    assert!(ran("none.jsonl", &[]).out.contains("no runs (0 of 8 instances have runs)"));
    assert_eq!(ran("one.jsonl", &records[..1]).code, Some(3));
    let canonical: Vec<RunRecord> =
        records.iter().cloned().map(RunRecord::into_canonical).collect();
    let timeless = ran("canonical.jsonl", &canonical);
    assert!(
        timeless.out.contains("canonical results, without times") && !timeless.out.contains("PAR2")
    );
    let mut odd = records.clone();
    let measured = |record: &mut RunRecord, wall_s: f64| {
        record.measured = record.measured.map(|m| parallax_experiment::RunCost { wall_s, ..m });
    };
    odd.iter_mut().for_each(|record| measured(record, 0.0));
    assert_eq!(ran("zero.jsonl", &odd).code, Some(3));
    measured(&mut odd[0], -1.0);
    insta::assert_snapshot!(ran("negative.jsonl", &odd).err, @"parallax: negative.jsonl: run 0: wall_s is -1; expected seconds from 0 to 10^12");
    let mut odd = records.clone();
    odd[3].engine = "other".into();
    insta::assert_snapshot!(ran("engine.jsonl", &odd).err, @"parallax: engine.jsonl: run 3: the manifest has no engine 'other'");
    let mut odd = records.clone();
    odd[3].measured = None;
    insta::assert_snapshot!(ran("mixed.jsonl", &odd).err, @"parallax: mixed.jsonl: run 3 has no times, but run 0 of mixed.jsonl has; canonical results go only with others");
    let mut odd = records;
    odd.iter_mut().for_each(|record| {
        let mut counters = parallax_model::engine_api::EffortCounters::new();
        counters.add_amount("nodes", u64::MAX);
        (record.counters, record.count, record.exit) = (counters, u128::MAX.into(), RunExit::Ok);
    });
    assert_eq!(ran("huge.jsonl", &odd).code, Some(3));
}

#[test]
fn names_are_escaped_everywhere() {
    let folder = folder();
    let evil = "a|b_<script>alert(1)</script>&\"{}\\";
    let manifest = manifest(2, &[(evil, "native"), ("x", "brute")], 1);
    whole(folder.path().join("a.jsonl"), &manifest, &records(&manifest, |_| Some(1.0)));
    let of = |format: &str| report(folder.path(), &["a.jsonl", "--format", format]).out;
    assert!(!of("html").contains("<script>alert"));
    assert!(of("markdown").contains("| a\\|b\\_\\<script>"), "{}", of("markdown"));
    assert!(of("latex").contains("a\\textbar{}b\\_\\textless{}script"), "{}", of("latex"));
}

#[test]
fn viewpoints_are_rows_of_their_own() {
    let folder = folder();
    let mut manifest = manifest(3, &[("native", "native")], 1);
    manifest.sources[0].parts[0].models.push("positions".into());
    let made = |run: RunCoordinates| record(&manifest, run, if run.model == 0 { 0.5 } else { 2.0 });
    let records: Vec<RunRecord> = manifest.runs().map(made).collect();
    whole(folder.path().join("a.jsonl"), &manifest, &records);
    let ran = report(folder.path(), &["a.jsonl"]);
    assert!(ran.out.contains("native (cells)         3 "), "{}", ran.out);
    assert!(
        ran.out.contains("native (cells) / native (positions)          3     3   0.25"),
        "{}",
        ran.out
    );
}

#[test]
fn conclusions_name_the_best_engine_and_no_wrong_one() {
    let folder = folder();
    let head = |name: &str, manifest: &ExperimentManifest, records: &[RunRecord]| {
        whole(folder.path().join(name), manifest, records);
        let text = report(folder.path(), &[name]).out;
        text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    // The fastest engine is wrong once.
    let (eight, mut records) = eight();
    let lie = records.iter_mut().find(|r| r.engine == "varisat" && r.index == 2).expect("a run");
    (lie.answer, lie.count, lie.given, lie.complete) =
        (AnswerKind::Unsat, SolutionCount::zero(), 0, true);
    insta::assert_snapshot!(head("wrong.jsonl", &eight, &records), @r"
    ENGINES DISAGREE (8 instances: 1 contradiction, 2 one-sided unknown, 5 agree)
    wrong: varisat in 1 of 16 runs
    best by PAR2: native (PAR2 0.0878 s, 8 of 8 instances solved)
    significantly slower than native (p below 0.05 after Holm): brute (20.0 times on the 6 of 8
      instances that both solve, 2 solved only by the best one, p = 0.0234); an instance left unsolved
      counts as the greatest loss
    ");
    // One engine, and one run.
    let one = manifest(2, &ENGINES[..1], 1);
    let all = made::records(&one, |_| Some(0.5));
    assert_eq!(
        head("one.jsonl", &one, &all).lines().last(),
        Some(
            "native (PAR2 0.5000 s, 2 of 2 instances solved); there is no other engine to compare it with"
        )
    );
    let single = head("single.jsonl", &one, &all[..1]);
    let named = "native (PAR2 0.5000 s, 1 of 1 instance solved) on the 1 of 2 instances that have";
    assert!(single.contains(named), "{single}");
    let unsolved = made::records(&one, |_| None);
    assert_eq!(
        head("unsolved.jsonl", &one, &unsolved).lines().last(),
        Some("native solved nothing")
    );
    let json = report(folder.path(), &["wrong.jsonl", "--format", "json"]).out;
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["conclusions"]["best"]["engine"], "native");
    assert_eq!(value["conclusions"]["others"][0]["engine"], "varisat");
    assert_eq!(value["conclusions"]["others"][0]["relation"], "wrong");
    assert_eq!(value["fastest_engine"]["engine"], "native");
    for format in ["markdown", "latex", "html"] {
        let text = report(folder.path(), &["wrong.jsonl", "--format", format]).out;
        let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
        assert!(place("ENGINES DISAGREE") < place("best by PAR2: native"), "{format}");
        assert!(place("best by PAR2: native") < place("squares.latin"), "{format}");
    }
}
