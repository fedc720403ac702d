//! Generated multi-dimensional models: the shipped files match their generator names, and every
//! engine finds the same solutions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use parallax_compare::{InstanceComparison, Verdict};
use parallax_instance::{PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::Task;
use parallax_puzzles::dimensional::from_name;
use serde_json::Value as Json;

use crate::common::{engines, fed, plan, results, stream};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// The shipped files, with the name that generates each and its number of solutions.
const SHIPPED: [(&str, &str, u128); 5] = [
    ("sets-4x4x4", "sets:4x4x4:24@1", 4),
    ("sets-mixed", "sets:3x2,3,4x3:18@0", 31),
    ("timetable-6", "timetable:6@0", 100),
    ("timetable-12", "timetable:12@0", 1158),
    ("zebra-4", "zebra:4@1", 1),
];

/// Brute force, search, and reformulations with other leaves and other splits.
const ENGINES: &str = r#"brute,native,sat:batsat,reform,"reform:leaf=sat:batsat","reform:split=always","reform:split=never","reform:consistency=new""#;

/// The engines that are fast on models with many solutions.
const QUICK: &str = r#"native,sat:batsat,sat:cadical,smt:z3,cp:pumpkin,"reform:split=never""#;

fn file(name: &str) -> String {
    format!("{HOME}/instances/{name}.model.json")
}

fn made(name: &str) -> SourcedInstance {
    stream(name).next().expect("an instance").expect("a good name")
}

/// Returns all solutions, on which every engine of a list that answers must agree; brute force must
/// answer if `brute` is set.
fn solutions(found: SourcedInstance, list: &str, brute: bool) -> BTreeSet<PuzzleSolution> {
    let name = found.source.clone();
    let all: Vec<InstanceComparison> = results(&plan(engines(list), Task::All), [found]);
    let [compared] = &all[..] else { panic!("{name}: {} instances", all.len()) };
    assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
    let sets = compared.rows.iter().filter(|row| !row.is_unsupported()).map(|row| {
        assert!(row.complete, "{name}: {row:?}");
        let terms: BTreeSet<PuzzleSolution> = row.kept.iter().cloned().collect();
        assert_eq!(row.count, terms.len() as u128, "{name}: {row:?}");
        (row.engine.as_str(), terms)
    });
    let sets: Vec<_> = sets.collect();
    assert_eq!(sets.iter().any(|(engine, _)| *engine == "brute"), brute, "{name}");
    assert!(sets.iter().all(|(_, set)| *set == sets[0].1), "{name}: {sets:?}");
    sets.into_iter().next().expect("native has no limits").1
}

#[test]
fn shipped_files_are_what_their_names_make() {
    for (file_name, name, _) in SHIPPED {
        let text = fs::read_to_string(file(file_name)).expect("it is there");
        assert_eq!(made(name).instance.notation().write_instance(), text, "{name}");
    }
    // Every shipped file is listed.
    for entry in fs::read_dir(Path::new(HOME).join("instances")).expect("a folder") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let model: Option<Json> = serde_json::from_str(&text).ok();
        let name = model.as_ref().and_then(|model| model["name"].as_str()).unwrap_or_default();
        let listed = SHIPPED.iter().any(|(_, made, _)| *made == name);
        assert_eq!(from_name(name).is_some(), listed, "{}", path.display());
    }
}

#[test]
fn engines_agree_on_the_shipped_files() {
    for (file_name, _, number) in SHIPPED {
        let found = made(&file(file_name));
        let (list, brute) = match file_name {
            "timetable-12" => (QUICK, false),
            _ => (ENGINES, file_name != "zebra-4"),
        };
        assert_eq!(solutions(found, list, brute).len() as u128, number, "{file_name}");
    }
}

#[test]
fn engines_agree_with_brute_force_on_small_ones() {
    for seed in 0..6 {
        for name in ["sets:3x3x3:12", "sets:2x4x3:14", "sets:3x2,3,4x2:20", "sets:3x3,4,2x4:16"] {
            solutions(made(&format!("{name}@{seed}")), ENGINES, true);
        }
        assert!(!solutions(made(&format!("timetable:4@{seed}")), ENGINES, true).is_empty());
        assert_eq!(solutions(made(&format!("zebra:3@{seed}")), ENGINES, true).len(), 1);
    }
}

#[test]
fn larger_puzzles_have_the_solution_that_they_were_drawn_around() {
    for name in ["zebra:4@1", "zebra:4@2", "zebra:5@1"] {
        let found = made(name);
        let all = results(&plan(engines("native,reform"), Task::All), [found]);
        assert!(all[0].rows.iter().all(|row| row.complete && row.count == 1), "{:?}", all[0].rows);
    }
    for name in ["timetable:30@1", "timetable:60@1"] {
        let found = made(name);
        let all = results(&plan(engines("native,sat:batsat"), Task::First), [found]);
        assert!(all[0].rows.iter().all(|row| row.count == 1), "{:?}", all[0].rows);
    }
}

#[test]
fn forms_are_written_to_files_and_read_back() {
    for name in ["zebra:3@4", "sets:2x3x3", "set:12@7", "sudoku:4", "latin:3", "magic:3"] {
        let written = fed(HOME, &["show", name, "--format", "form"], b"");
        assert_eq!((written.code, &*written.err), (Some(0), ""), "{name}");
        assert_eq!(written.out, made(name).instance.notation().write_instance(), "{name}");
        let again = fed(HOME, &["show", "-", "--format", "form"], written.out.as_bytes());
        assert_eq!(again.out, written.out, "{name}");
    }
}

#[test]
fn wrong_names_are_refused_with_their_form() {
    let message = |name: &str| {
        let ran = fed(HOME, &["solve", name], b"");
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{name}");
        ran.err
    };
    let names =
        ["sets:4x3", "sets:4x3x3:90", "timetable:x", "timetable:900", "zebra:1", "zebra:4@"];
    insta::assert_snapshot!(names.map(message).concat(), @r#"
    parallax: sets:4x3: '4x3' does not fit sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED]; expected a text like sets:4x3x3 or sets:3x4x4:20@7
    parallax: sets:4x3x3:90: 90 cards on the table of a deck of 81 (sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED])
    parallax: timetable:x: 'x' is not a number of lessons; expected a text like timetable:12 or timetable:12@7
    parallax: timetable:900: 900 lessons; expected 1 to 200 (timetable:LESSONS[@SEED])
    parallax: zebra:1: 1 houses; expected 3 to 6 (zebra:HOUSES[@SEED])
    parallax: zebra:4@: the seed after @ is not a whole number; expected a text like zebra:4 or zebra:4@7
    "#);
}
