//! `parallax why` on instances of every kind: its output is right, and repairs can be solved.

use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::Value as Json;

use crate::common::{Ran, fed, spawn};

/// A Sudoku with a wrong clue, in the last cell.
const WRONG: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..72";

/// The Sudoku with the right clue in the last cell.
const RIGHT: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn why(args: &[&str], input: &str) -> Ran {
    fed(".", &[&["why"], args].concat(), input.as_bytes())
}

/// Returns the object that `why` prints, and its exit code.
fn object(args: &[&str], input: &str) -> (Json, Option<i32>) {
    let ran = why(&[args, &["--format", "json"]].concat(), input);
    assert_eq!(ran.err, "", "{args:?}");
    (serde_json::from_str(&ran.out).expect("an object"), ran.code)
}

/// Returns the words of the parts of each set.
fn words(object: &Json) -> Vec<Vec<String>> {
    let word = |part: &Json| part["words"].as_str().expect("words").to_owned();
    let parts = |set: &Json| set["parts"].as_array().expect("parts").iter().map(word).collect();
    object["sets"].as_array().expect("sets").iter().map(parts).collect()
}

/// Returns the parts of the only set.
fn only(object: &Json) -> Vec<String> {
    let sets = words(object);
    assert_eq!(sets.len(), 1, "{object}");
    sets.concat()
}

fn has(parts: &[String], part: &str) -> bool {
    parts.iter().any(|words| words == part)
}

/// Requests all results about an instance from standard input, and checks what holds of all.
fn everything(input: &str) -> Json {
    let (object, code) = object(&["-", "--smallest", "--repair"], input);
    assert_eq!((code, &object["answer"]), (Some(20), &"unsat".into()), "{object}");
    let set = &object["sets"][0];
    assert_eq!((&set["minimal"], &set["smallest"]), (&true.into(), &true.into()), "{object}");
    for confirmed in [&set["confirmed"], &set["smallest_confirmed"], &object["repair"]["confirmed"]]
    {
        assert_eq!(confirmed["answer"], "yes", "{object}");
        assert_ne!(confirmed["engines"].as_array().map(Vec::len), Some(0), "{object}");
    }
    object
}

#[test]
fn a_sudoku_names_clues_and_a_box_and_its_repair_can_be_solved() {
    let object = everything(WRONG);
    assert_eq!(only(&object), ["clue r7c7 = 2", "clue r9c9 = 2", "box 9"]);
    let repair = &object["repair"];
    assert_eq!(repair["clues_only"], true);
    let mut dropped = vec![(&repair["drop"][0], &repair["instead"][0])];
    dropped
        .extend(repair["others"].as_array().unwrap().iter().map(|o| (&o["part"], &o["instead"])));
    assert_eq!(dropped.len(), 2);
    for (part, instead) in dropped {
        // With the changed clue, the text has a solution.
        let place = if part["variable"] == "r7c7" { 60 } else { 80 };
        let mut text = WRONG.to_owned();
        text.replace_range(place..=place, &instead["value"].to_string());
        let solved = fed(".", &["solve", &text, "-q"], b"");
        assert_eq!(solved.code, Some(10), "{text}");
    }
    let valid = fed(".", &["check", RIGHT, repair["solution"].as_str().unwrap()], b"");
    assert_ne!(valid.code, Some(2), "{}", valid.err);
}

#[test]
fn values_of_a_sudoku_are_explained_by_clues_rows_columns_and_boxes() {
    let (forced, code) = object(&[RIGHT, "--value", "r5c5=5"], "");
    assert_eq!((code, &forced["answer"]), (Some(10), &"forced".into()));
    let parts = only(&forced);
    for part in ["clue r5c4 = 8", "row 5", "column 5"] {
        assert!(has(&parts, part), "{parts:?}");
    }
    assert_eq!(forced["sets"][0]["confirmed"]["answer"], "yes");
    let (impossible, code) = object(&[RIGHT, "--value", "r1c3=7", "--repair"], "");
    assert_eq!((code, &impossible["answer"]), (Some(20), &"impossible".into()));
    assert_eq!(only(&impossible), ["clue r1c5 = 7", "row 1"]);
    assert_eq!(impossible["repair"]["found"], true);
    let (possible, code) = object(&["sudoku:4", "--value", "r1c1=2"], "");
    assert_eq!((code, &possible["answer"]), (Some(10), &"possible".into()));
    assert_eq!(possible["solutions"].as_array().map(Vec::len), Some(2));
    let wrong = why(&[RIGHT, "--value", "r1c10=2"], "");
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert!(wrong.err.contains("did you mean 'r1c1'?"), "{}", wrong.err);
}

#[test]
fn magic_squares_keisukes_and_deals_are_explained() {
    let magic = everything("3 1\n1 1 5\n");
    let parts = only(&magic);
    assert!(has(&parts, "clue r1c1 = 5") && has(&parts, "all cells differ"), "{parts:?}");
    let keisuke = "#....\n.....\n..###\n#.#..\n....#\nacross: 13, 89, 1584, 4486, 18114\n\
                   down: 16, 16, 44, 51, 81, 18934\n";
    assert_eq!(
        only(&everything(keisuke)),
        [
            "run across from r2c1 to r2c5: 18114",
            "run across from r3c1 to r3c2: 13 or 89",
            "run down from r2c1 to r3c1: 16 or 44 or 51 or 81",
        ]
    );
    // With a clue that no entry contains.
    let clued = keisuke.replace("#....\n.....", "#....\n..7..").replace("13, 89", "13, 69");
    let parts = everything(&clued);
    assert_eq!(only(&parts), ["clue r2c3 = 7", "run across from r2c1 to r2c5: 18114"]);
    let set = everything(&fs::read_to_string("instances/set-none.set").unwrap());
    assert!(only(&set).iter().all(|words| !words.contains("order")));
}

#[test]
fn formulas_and_scripts_are_explained_by_numbers_and_lines() {
    let cnf = "p cnf 2 5\n1 2 0\n-1 0\n1 -2 0\n-2 1 0\n2 0\n";
    assert_eq!(only(&everything(cnf)).len(), 3);
    let opb = "* #variable= 2 #constraint= 3\n+1 x1 +1 x2 >= 2 ;\n+1 x1 >= 0 ;\n-1 x2 >= 0 ;\n";
    assert_eq!(only(&everything(opb)), ["constraint 1: x1 + x2 >= 2", "constraint 3: x2 = 0"]);
    let script = "(declare-const x Int)\n(assert (<= 0 x 99))\n(assert (or (< x 3) (> (* 2 x) 60)))\n\
                  (assert (>= x 5))\n(assert (<= x 20))\n(check-sat)\n";
    let script = everything(script);
    assert_eq!(
        only(&script),
        [
            "assertion of line 3: x <= 2 or x > 30",
            "assertion of line 4: x >= 5",
            "assertion of line 5: x <= 20"
        ]
    );
    // Bounds that exclude each other are named.
    let crossed = "(declare-const x Int)\n(assert (>= x 5))\n(assert (<= x 3))\n(check-sat)\n";
    assert_eq!(only(&everything(crossed)).len(), 2);
}

#[test]
fn all_sets_are_listed_and_the_limit_is_reported() {
    let file = "instances/latin-4-none.pls";
    let (all, code) = object(&[file, "--all"], "");
    assert_eq!((code, &all["complete"], words(&all).len()), (Some(20), &true.into(), 6));
    let (some, _) = object(&[file, "--all", "--limit", "2"], "");
    assert_eq!((&some["complete"], words(&some).len()), (&false.into(), 2));
    assert_eq!(some["incomplete"], "the limit of 2 is reached");
    for args in [vec!["--limit", "2"], vec!["--all", "--smallest"], vec!["--all", "--limit", "0"]] {
        assert_eq!(why(&[&[file], &args[..]].concat(), "").code, Some(2), "{args:?}");
    }
}

#[test]
fn any_engine_explains() {
    for engine in ["native", "brute", "reform", "sat:batsat", "sat:varisat+log"] {
        let (object, code) = object(&["magic:2", "--engine", engine, "--repair", "--all"], "");
        assert_eq!((code, &object["answer"]), (Some(20), &"unsat".into()), "{engine}");
        assert_eq!(object["complete"], true);
        for set in object["sets"].as_array().unwrap() {
            assert_eq!(set["confirmed"]["answer"], "yes", "{engine}: {object}");
        }
        assert_eq!(object["repair"]["found"], true, "{engine}: {object}");
        assert_eq!(object["repair"]["confirmed"]["answer"], "yes", "{engine}: {object}");
    }
    let same = why(&["magic:2", "--engine", "native", "--confirm", "native:mid"], "");
    assert!(
        same.out
            .contains("not confirmed: native:mid+middle agrees, but is of the family of native"),
        "{}",
        same.out
    );
}

#[test]
fn there_may_be_nothing_to_explain_or_nothing_known() {
    let (object, code) = object(&[RIGHT, "--all", "--repair"], "");
    assert_eq!((code, &object["answer"]), (Some(10), &"sat".into()));
    assert_eq!(object["sets"].as_array().map(Vec::len), Some(0));
    let pigeons = fed(".", &["why", "-", "--timeout", "1"], pigeons(14).as_bytes());
    assert_eq!(
        (pigeons.code, pigeons.out.contains("unknown: timeout")),
        (Some(0), true),
        "{}",
        pigeons.out
    );
    let orbits = why(&["sudoku:4", "--model", "cells+symmetry"], "");
    assert_eq!(orbits.code, Some(2));
    assert!(orbits.err.contains("drops solutions"), "{}", orbits.err);
    for (args, input) in [(&["-"], ""), (&["-"], "p cnf 1 2\n"), (&["no-such-file"], "")] {
        let ran = why(args, input);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?} {input}");
    }
}

/// Writes a formula with one pigeon too many for `holes` holes, which takes SAT solvers very long.
fn pigeons(holes: usize) -> String {
    let literal = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let some: Vec<String> = (0..holes).map(|hole| literal(pigeon, hole).to_string()).collect();
        clauses.push(some.join(" "));
        for other in 0..pigeon {
            clauses.extend(
                (0..holes)
                    .map(|hole| format!("-{} -{}", literal(pigeon, hole), literal(other, hole))),
            );
        }
    }
    let head = format!("p cnf {} {}\n", holes * (holes + 1), clauses.len());
    head + &clauses.iter().map(|clause| format!("{clause} 0\n")).collect::<String>()
}

#[test]
fn an_interrupt_ends_it_with_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hard.cnf"), pigeons(14)).unwrap();
    let child = spawn(folder.path(), &["why", "hard.cnf", "--smallest"]);
    std::thread::sleep(Duration::from_millis(400));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
}

#[test]
fn pictures_mark_what_is_named() {
    let text = why(&[WRONG], "").out;
    assert_eq!(text.matches("2*").count(), 2, "{text}");
    let svg = why(&[WRONG, "--format", "svg"], "").out;
    assert!(svg.starts_with("<svg") && svg.matches("#ffe680").count() == 2, "{svg}");
    let asked = why(&[RIGHT, "--value", "r1c3=7"], "").out;
    assert!(asked.contains(".?") && asked.contains("7*"), "{asked}");
    let quiet = why(&[WRONG, "-q"], "").out;
    assert!(!quiet.contains('│') && quiet.contains("box 9"), "{quiet}");
}

/// Writes a program with a scripted answer.
fn program(folder: &std::path::Path, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\ncat >/dev/null\n{text}\n")).expect("a file");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    format!("dimacs:{}", file.display())
}

/// An engine of unknown family is never trusted: any engine refutes it.
#[test]
fn liars_are_refuted() {
    let folder = tempfile::tempdir().expect("a folder");
    let liar = program(folder.path(), "denies", "echo 's UNSATISFIABLE'; exit 20");
    let value = |text: &str| vec!["--value".to_owned(), text.to_owned()];
    for (name, more) in [
        ("latin:3", vec![]),
        ("latin:3", value("r1c1=1")),
        ("queens:6", vec!["--repair".into()]),
        ("queens:6", vec!["--smallest".into()]),
        ("queens:6", vec!["--all".into()]),
        (RIGHT, vec![]),
        (RIGHT, vec!["--rules-only".into()]),
    ] {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        for confirm in [&[][..], &["--confirm", "native"], &["--confirm", "sat:batsat"]] {
            let args = [&[name, "--engine", &liar][..], &more, confirm].concat();
            let (object, code) = object(&args, "");
            assert_eq!((code, &object["answer"]), (Some(5), &"contradiction".into()), "{object}");
            let reason = object["reason"].as_str().unwrap_or_default();
            assert!(reason.contains("claims that there is no solution"), "{object}");
        }
    }
    let ran = why(&["latin:3", "--engine", &liar], "");
    assert!(ran.out.contains("\ncontradiction: dimacs"), "{}", ran.out);
    assert!(!ran.out.contains("\nthere is no solution"), "{}", ran.out);
    // If the claim of such an engine is right by chance, its sets are not, and its agreement
    // confirms nothing.
    let (found, code) = object(&["magic:2", "--engine", &liar], "");
    assert_eq!(
        (code, &found["sets"][0]["confirmed"]["answer"]),
        (Some(5), &"no".into()),
        "{found}"
    );
    let args = ["magic:2", "--engine", "native", "--confirm", &liar];
    let (found, code) = object(&args, "");
    assert_ne!(found["sets"][0]["confirmed"]["answer"], "yes", "{found}");
    assert_eq!(code, Some(5), "{found}");
    // An engine that gives up is not queried again.
    let idle = program(folder.path(), "gives-up", "echo 's UNKNOWN'");
    let (found, code) = object(&["magic:2", "--engine", "native", "--confirm", &idle], "");
    assert_eq!((code, &found["sets"][0]["confirmed"]["answer"]), (Some(20), &"open".into()));
    // Two engines of unknown family do not confirm each other.
    let other = program(folder.path(), "denies-too", "echo 's UNSATISFIABLE'; exit 20");
    let (found, code) = object(&["magic:2", "--engine", &liar, "--confirm", &other], "");
    assert_eq!((code, &found["sets"][0]["confirmed"]["answer"]), (Some(20), &"open".into()));
}

/// Five friends on three seats: any four of them are too many.
const FRIENDS: &str = "\
## Type

| Name | Type | Values |
|---|---|---|
| Friend | String | A, B, C, D, E |
| Seat | Int | [1..3] |

## Function

| Name | Type |
|---|---|
| seat of Friend | Seat |

## Seats

| E* | Friend called x | Friend called y | seat of x |
|---|---|---|---|
| 1 | - | not(x) | not(seat of y) |
";

#[test]
fn a_rule_of_a_table_names_the_choices_that_clash() {
    let (found, code) = object(&["-", "--puzzle", "cdmn"], FRIENDS);
    assert_eq!((code, only(&found)), (Some(20), vec!["Seats, rule 1".to_owned()]));
    let part = &found["sets"][0]["parts"][0];
    let places = |name: &str| part[name].as_array().expect("places").len();
    // Six pairs of four friends; the table has every pair, perhaps in both directions.
    assert_eq!(places("needed"), 6, "{part}");
    assert!(places("constraints") >= 10, "{part}");
    let ran = why(&["-", "--puzzle", "cdmn", "-q"], FRIENDS);
    let text = ran.out.replace("\n      ", " ");
    let here = text.lines().find_map(|line| line.strip_prefix("    here: ")).expect("a line");
    assert_eq!(here.split("; ").count(), 6, "{here}");
    let friends = ["A", "B", "C", "D", "E"];
    let named = friends.iter().filter(|friend| here.contains(&format!("seat of {friend}")));
    assert_eq!(named.count(), 4, "{here}");
}
