//! `parallax rate`: grades depend only on the instance.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value as Json;

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn rate(line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("rate").chain(line.split(' ')).collect();
    fed(HOME, &words, b"")
}

fn objects(line: &str) -> Vec<Json> {
    let ran = rate(&format!("{line} --format json"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// Returns the objects without their times.
fn timeless(mut objects: Vec<Json>) -> Vec<Json> {
    for object in &mut objects {
        for engine in object["engines"].as_array_mut().expect("engines") {
            engine.as_object_mut().expect("an object").remove("time_s").expect("times");
        }
    }
    objects
}

#[test]
fn lines_have_grades_and_fit_a_page() {
    let ran = rate("instances/sudoku-4.sudoku instances/latin-8.pls instances/set-12.set");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    let path = ran.out.lines().find(|line| line.contains("hidden single in a box, guess"));
    let words: Vec<&str> = path.expect("a path that ends").split_whitespace().collect();
    assert_eq!((words[0], &words[words.len() - 4..][..1]), ("sudoku-4.sudoku#3", &["1.2"][..]));
    // Times at the end of lines differ.
    let lines: Vec<&str> = ran.out.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "instances in instances/");
    let starts = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(starts("sudoku-4.sudoku    easy: hidden single in a box, SE 1.2 "), "{}", ran.out);
    assert!(starts("sudoku-4.sudoku#3  several solutions "), "{}", ran.out);
    assert!(lines.last().expect("a line").starts_with("rated: 7 instances: "), "{}", ran.out);
}

#[test]
fn grades_do_not_depend_on_neighbours_or_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let boards = fed(HOME, &["generate", "sudoku", "--count", "6", "--seed", "9"], b"").out;
    let file = folder.path().join("boards.sudoku");
    fs::write(&file, &boards).expect("a file");
    let name = file.to_str().expect("UTF-8");
    let all = timeless(objects(&format!("{name} --jobs 1")));
    assert_eq!(all.len(), 6);
    assert_eq!(timeless(objects(&format!("{name} --jobs 3"))), all);
    for (number, board) in boards.lines().enumerate() {
        fs::write(&file, board).expect("a file");
        let alone = timeless(objects(name)).remove(0);
        for field in ["grade", "difficulty", "failures", "by", "engines", "solutions"] {
            assert_eq!(alone[field], all[number][field], "board {number}: {field}");
        }
    }
}

#[test]
fn grades_follow_the_failures() {
    let mut seen = BTreeSet::new();
    // Every kind of instance and every grade, without the magic square that takes most of the time.
    let graded = ["sudoku.sudoku", "latin.pls", "keisuke.keisuke", "set.set", "magic-4.dat"];
    let files = graded.map(|file| format!("instances/graded/{file}")).join(" ");
    for object in objects(&format!("{files} instances/gallery -q --timeout 60 --steps 0")) {
        let failures: Vec<(u64, bool)> = object["engines"]
            .as_array()
            .expect("engines")
            .iter()
            .filter(|engine| engine["finished"] == true)
            .filter_map(|engine| {
                let failures = engine["failures"].as_u64()?;
                let chose = engine["choices"] != 0;
                Some((if chose { failures } else { 0 }, chose))
            })
            .collect();
        let (fewest, chose) = *failures.iter().min().expect("an engine that finished");
        // Boards without exactly one solution have no difficulty.
        let grade = match (object["grade"].as_str().expect("a grade"), &object["solutions"]) {
            (grade @ "no solution", number) => {
                assert_eq!(number, "0", "{object}");
                grade
            }
            (grade @ "several solutions", number) => {
                assert!(!["0", "1"].map(Json::from).contains(number), "{object}");
                grade
            }
            _ => effort(fewest, chose),
        };
        seen.insert(grade.to_owned());
        assert_eq!((&object["grade"], &object["failures"]), (&grade.into(), &fewest.into()));
        assert_eq!(object["verdict"], "agree", "{object}");
    }
    for grade in ["no solution", "several solutions", "trivial", "easy"] {
        assert!(seen.contains(grade), "{grade}: {seen:?}");
    }
}

/// Returns the grade of the fewest failures of an engine, and whether it made choices.
fn effort(fewest: u64, chose: bool) -> &'static str {
    match fewest {
        _ if !chose => "trivial",
        0..10 => "easy",
        10..1_000 => "medium",
        1_000..100_000 => "hard",
        _ => "extreme",
    }
}

#[test]
fn steps_give_the_grade_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let none = easy.replacen("53", "55", 1);
    let file = folder.path().join("boards.sudoku");
    fs::write(&file, format!("{easy}\n{hard}\n{none}\n{}\n", ".".repeat(81))).expect("a file");
    let name = file.to_str().expect("UTF-8");
    let ratings = objects(name);
    let words = |at: usize| ratings[at]["rating"].as_str().expect("words").to_owned();
    insta::assert_snapshot!(words(0), @"easy: hidden single in a box, SE 1.2");
    assert!(words(1).starts_with("medium: ") && words(1).contains(", SE "), "{}", words(1));
    assert_eq!((words(2).as_str(), &ratings[2]["grade"]), ("no solution", &"no solution".into()));
    assert_eq!(words(3), "several solutions");
    // Without steps, the engines give the grade.
    let effort = objects(&format!("{name} --steps 0"));
    assert_eq!(effort[0]["rating"], "trivial: no choices");
    let text = rate(name);
    assert!(
        text.out.contains("boards.sudoku    easy: hidden single in a box, SE 1.2 "),
        "{}",
        text.out
    );
    assert!(
        text.out.ends_with(
            "rated: 4 instances: 1 easy, 1 medium, 1 several solutions, 1 no solution\n"
        ),
        "{}",
        text.out
    );
}

#[test]
fn a_limit_gives_no_other_grade() {
    let folder = tempfile::tempdir().expect("a folder");
    let killer = "puzzle: sudoku 6\ncage 8: r1c1 r1c2\ncage 5: r2c3 r2c4\narrow: r3c3 = r4c3 r4c2\n\
                  thermo: r5c1 r5c2 r5c3\n";
    let boards = [
        ("killer.grid", fs::read_to_string("instances/killer-6.grid").expect("a file")),
        (
            "hard.sudoku",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n"
                .to_owned(),
        ),
        ("several.grid", killer.to_owned()),
    ];
    let mut limited = 0;
    for (name, text) in boards {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file");
        let name = file.to_str().expect("UTF-8");
        let whole = objects(name).remove(0);
        let steps = whole["steps"]["steps"].as_u64().unwrap_or(0);
        for most in [1, 2, steps.saturating_sub(1), steps, steps + 1] {
            let ran = rate(&format!("{name} --steps {most} --format json"));
            if most == 0 {
                continue;
            }
            let own: Json = serde_json::from_str(&ran.out).expect("an object");
            let is_limited = own["grade"] == "not graded";
            assert!(is_limited || own["grade"] == whole["grade"], "{most}: {own}");
            assert_eq!(ran.code, Some(if is_limited { 3 } else { 0 }), "{most}: {own}");
            assert!(most < steps || !is_limited, "{most} of {steps}: {own}");
            limited += usize::from(is_limited);
        }
        // No time for the steps or the engines.
        let none = rate(&format!("{name} --timeout 0.000001 -q")).out;
        assert!(["open", "not graded"].contains(&none.trim()), "{none}");
        if whole["grade"] != "several solutions" {
            let line = ["sheet", name, "--format", "json"];
            let sheet: Json = serde_json::from_str(&fed(HOME, &line, b"").out).expect("an object");
            assert_eq!(sheet["puzzles"][0]["grade"], whole["grade"]);
        }
    }
    assert!(limited >= 4, "{limited}");
    let old = rate(&format!("{HOME}/instances/killer-6.grid --steps 0.5"));
    assert_eq!(old.code, Some(2), "{}", old.err);
}

#[test]
fn open_and_unread_instances_are_said() {
    let open = rate("latin:9 --engines native,limit=2 --count");
    assert_eq!(open.code, Some(3), "{}", open.out);
    assert!(
        open.out.contains(" open ") && open.out.contains("latin:9 native,limit=2: "),
        "{}",
        open.out
    );
    let unread = rate("instances/latin-5.pls none.pls --format csv");
    assert_eq!(unread.code, Some(2));
    let mut table = csv::Reader::from_reader(unread.out.as_bytes());
    let header = table.headers().expect("a header").clone();
    let places = ["grade", "steps end", "native answer"]
        .map(|name| header.iter().position(|own| own == name).expect("a column"));
    assert_eq!(places, [4, 9, 18]);
    let records: Vec<csv::StringRecord> = table.records().map(|record| record.unwrap()).collect();
    assert_eq!((records.len(), &records[1][0], &records[1][4]), (2, "none.pls", "error"));
    let text = rate("instances/latin-5.pls none.pls");
    assert!(text.out.ends_with("; 1 input not read\n"), "{}", text.out);
    assert_eq!(rate("none.pls").code, Some(2));
    assert_eq!(rate("instances/latin-5.pls --engines nobody").code, Some(2));
}
