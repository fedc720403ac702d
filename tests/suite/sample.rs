//! `parallax sample`: each draw is a solution and depends only on the seed, and the output states
//! how it was drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{Ran, fed, spawn};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn sample(line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("sample").chain(line.split(' ')).collect();
    fed(HOME, &words, b"")
}

/// Returns the text of a run in which all requested solutions are drawn.
fn text(line: &str) -> String {
    let ran = sample(line);
    assert_eq!(ran.code, Some(10), "{line}: {}{}", ran.out, ran.err);
    ran.out
}

fn objects(line: &str) -> (Option<i32>, Vec<Json>) {
    let ran = sample(&format!("{line} --format json"));
    let object = |line| serde_json::from_str(line).expect("an object a line");
    (ran.code, ran.out.lines().map(object).collect())
}

/// Returns the solutions, one on a line.
fn bare(line: &str) -> Vec<String> {
    let ran = sample(&format!("{line} -q"));
    assert_eq!(ran.code, Some(10), "{line}: {}{}", ran.out, ran.err);
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn the_text_says_how_solutions_were_drawn() {
    let listed = "count:native, model cells, from a list of all solutions: count ";
    for (line, sentence, how) in [
        ("latin:3", "uniform: 1 draw from 12 solutions (seed 0)", listed),
        (
            "latin:3 -n 2 --seed 7",
            "uniform: 2 draws from 12 solutions, with repeats (seed 7)",
            listed,
        ),
        ("latin:2 -n 12", "uniform: 12 draws from 2 solutions, with repeats (seed 0)", listed),
        (
            "latin:2 -n 5 --distinct",
            "uniform: 2 draws from 2 solutions, without repeats; there are only 2 solutions (seed 0)",
            listed,
        ),
        (
            "latin:1 -n 3 --diverse",
            "diverse, not uniform: 1 solution; there is only one solution (seed 0)",
            "native:domwdeg+random, model cells, by searches with different seeds: draw ",
        ),
        ("queens:6 -n 2 --diverse", "diverse, not uniform: 2 solutions, at least 6 of 6 ", "draw "),
    ] {
        let out = text(line);
        let lines: Vec<&str> = out.lines().collect();
        let [.., last, effort] = lines[..] else { panic!("{line}: {out}") };
        assert!(lines.len() > 3 && last.starts_with(sentence), "{line}: {out}");
        assert!(effort.starts_with(how) || how == "draw ", "{line}: {out}");
    }
    let out = text("latin:3 -n 2 -v");
    assert!(out.contains("; questions="), "{out}");
    // More than a picture can show: one on a line, as `check` reads them.
    let out = text("latin:2 -n 12");
    assert_eq!(
        out.lines().filter(|line| ["1 2 2 1", "2 1 1 2"].contains(line)).count(),
        12,
        "{out}"
    );
}

#[test]
fn every_line_of_json_is_a_draw() {
    let (code, all) = objects("latin:4 --number 3 --seed 5");
    assert_eq!(code, Some(10));
    let draws: Vec<u64> = all.iter().map(|line| line["draw"].as_u64().unwrap()).collect();
    assert_eq!(draws, [1, 2, 3]);
    let names: Vec<&String> = all[0].as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 14, "{names:?}");
    assert_eq!((&all[0]["schema"], &all[0]["seed"]), (&"parallax-sample-1".into(), &5.into()));
    for line in &all {
        assert_eq!((&line["solutions"], &line["uniform"]), (&576.into(), &true.into()), "{line}");
        let ran = fed(HOME, &["check", "latin:4", line["solution"].as_str().unwrap()], b"");
        assert_eq!(ran.out, "valid\n");
    }
    let (code, all) = objects("latin:4 --number 3 --diverse");
    assert_eq!(code, Some(10));
    let distances: Vec<Option<u64>> = all.iter().map(|line| line["distance"].as_u64()).collect();
    assert!(distances[0].is_none() && distances[1..].iter().all(|d| *d > Some(3)), "{distances:?}");
    for line in &all {
        assert_eq!((&line["method"], &line["uniform"]), (&"diverse".into(), &false.into()));
        assert!(line.get("solutions").is_none(), "{line}");
    }
    // Fewer than requested: the last line gives the reason.
    let (code, all) = objects("latin:2 --number 5 --distinct");
    assert_eq!((code, all.len()), (Some(10), 3));
    assert_eq!(all[2]["reason"], "there are only 2 solutions");
    assert!(all[2].get("solution").is_none());
}

/// The solutions do not depend on the engine, the number of threads or the process; more draws
/// begin with them.
#[test]
fn the_seed_alone_decides() {
    let expected = bare("latin:4 --number 12 --seed 3");
    assert_eq!(expected.len(), 12);
    for more in [
        "--engine native",
        "--engine count:native",
        "--engine reform",
        "--engine sat:batsat+direct",
        "--engine native:random+random --threads 3",
        "--threads 1",
        "--threads 2",
        "--isolate",
        "--memory 500",
        "--timeout 100",
    ] {
        assert_eq!(bare(&format!("latin:4 --number 12 --seed 3 {more}")), expected, "{more}");
    }
    assert_eq!(bare("latin:4 --number 5 --seed 3"), expected[..5]);
    assert_ne!(bare("latin:4 --number 5 --seed 4"), expected[..5]);
    let [one, two] = ["1", "2"].map(|n| bare(&format!("magic:4 --number 3 --threads {n}")));
    assert_eq!(one, two);
}

/// All twelve squares occur, with equal probability.
#[test]
fn draws_are_uniform() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for solution in bare("latin:3 --number 6000 --seed 1") {
        *seen.entry(solution).or_default() += 1;
    }
    assert_eq!(seen.len(), 12);
    let statistic: f64 = seen.values().map(|&n| (f64::from(n) - 500.0).powi(2) / 500.0).sum();
    // With eleven degrees of freedom, 60 is exceeded once in 10^8 times.
    assert!(statistic < 60.0, "{statistic}: {seen:?}");
    let distinct: BTreeSet<String> =
        bare("latin:3 --number 12 --distinct --seed 1").into_iter().collect();
    assert_eq!(distinct, seen.into_keys().collect());
}

#[test]
fn objectives_and_hidden_variables_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let model = r#"{"format": "parallax-model-1", "variables": [
        {"name": "x", "domain": "0..2"}, {"name": "h", "domain": "0..5", "shown": false}],
        "constraints": [], "maximize": [{"variable": "x"}]}"#;
    let args = ["sample", "-", "-q", "--number", "60"];
    for more in [&[][..], &["--engine", "reform"], &["--diverse"]] {
        let ran = fed(folder.path(), &[&args[..], more].concat(), model.as_bytes());
        let seen: BTreeSet<&str> = ran.out.lines().collect();
        assert_eq!((ran.code, seen.len()), (Some(10), 3), "{}{}", ran.out, ran.err);
    }
    let none = r#"{"format": "parallax-model-1", "variables": [], "constraints": []}"#;
    let ran = fed(folder.path(), &["sample", "-", "--number", "2"], none.as_bytes());
    assert!(ran.code == Some(10) && ran.out.contains("2 draws from 1 solution,"), "{}", ran.out);
}

#[test]
fn no_solution_is_no_draw() {
    for more in ["", " --diverse", " --number 4 --distinct"] {
        let ran = sample(&format!("instances/latin-4-none.pls{more}"));
        assert_eq!(ran.code, Some(20), "{}{}", ran.out, ran.err);
        assert!(ran.out.contains("unsatisfiable: no solution\n"), "{}", ran.out);
        let (code, lines) = objects(&format!("instances/latin-4-none.pls{more}"));
        assert_eq!((code, lines.len()), (Some(20), 1));
        assert_eq!(lines[0]["answer"], "unsat");
    }
}

#[test]
fn nothing_is_drawn_from_an_incomplete_count() {
    for (line, why) in [
        ("latin:9 --timeout 0.3 --engine native", "unknown (timeout)"),
        ("latin:5 --engine native,limit=9", "unknown ("),
    ] {
        let ran = sample(line);
        assert_eq!(ran.code, Some(0), "{line}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(why) && !ran.out.contains("drawn"), "{line}: {}", ran.out);
        let (code, lines) = objects(line);
        assert_eq!((code, lines.len()), (Some(0), 1), "{line}");
        assert!(lines[0].get("solution").is_none() && lines[0]["answer"] == "unknown", "{line}");
    }
}

#[test]
fn what_is_not_uniform_is_refused() {
    for (line, why) in [
        ("latin:4 --model cells+symmetry", "the model cells+symmetry has only some"),
        ("magic:4 --model cells+corners", "has only some of the solutions"),
        ("latin:4 --model rows", "no model 'rows'"),
        ("latin:4 --number 0", "invalid value '0'"),
        ("latin:4 --engine sat:batsat --threads 2", "--threads is for native search"),
        ("latin:4 --engine local", "local search does not find all solutions"),
        ("latin:4 --diverse --distinct", "--distinct"),
        ("instances/sudoku-4.sudoku", "several instances"),
    ] {
        let ran = sample(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.out);
        assert!(ran.err.contains(why) && ran.out.is_empty(), "{line}: {}", ran.err);
    }
    // Diverse solutions are not uniform, so any viewpoint is allowed.
    assert_eq!(bare("latin:4 --model cells+symmetry --diverse --number 2").len(), 2);
}

/// 2^100 solutions: no list, and half of all values are true.
#[test]
fn many_solutions_are_drawn_by_counts() {
    let args = ["sample", "-", "--engine", "reform", "--number", "20", "--format", "json"];
    let ran = fed(HOME, &args, b"p cnf 100 0\n");
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let number = (1u128 << 100).to_string();
    assert!(lines.iter().all(|line| line["method"] == "counts" && line["solutions"] == *number));
    let solution = |line: &Json| line["solution"].as_str().unwrap().to_owned();
    let all: BTreeSet<String> = lines.iter().map(solution).collect();
    assert_eq!(all.len(), 20);
    let negative: usize = all.iter().map(|text| text.matches('-').count()).sum();
    assert!((900..=1100).contains(&negative), "{negative} of 2000");
}

/// A count ends soon after an interrupt, with the results so far.
#[test]
fn an_interrupt_ends_a_count() {
    let child = spawn(HOME, &["sample", "latin:9", "--engine", "native"]);
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(10));
    let out = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(130), "{out}");
    assert!(out.contains("unknown (cancelled)"), "{out}");
}
