//! `shrink` with solvers that lie: every kind of instance becomes as small as the lie allows.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{Ran, fed, script, spawn};

/// Solvers that claim that formulas have no solution, depending on the number or length of clauses.
const LIES: [(&str, &str); 6] = [
    ("always", "echo s UNSATISFIABLE; exit 20"),
    (
        "two-long",
        "[ $(grep -v ^p \"$1\" | grep -c '. .* .* .* 0') -ge 2 ] && echo s UNSATISFIABLE && exit 20\n\
         echo s UNKNOWN",
    ),
    ("few", "[ $(wc -l <\"$1\") -le 40 ] && echo s UNSATISFIABLE && exit 20\necho s UNKNOWN"),
    ("many", "[ $(wc -l <\"$1\") -ge 12 ] && echo s UNSATISFIABLE && exit 20\necho s UNKNOWN"),
    // Contradicts large formulas, and crashes on smaller ones.
    (
        "lies-or-dies",
        "[ $(wc -l <\"$1\") -ge 5 ] && echo s UNSATISFIABLE && exit 20\nkill -SEGV $$",
    ),
    ("dies", "[ $(wc -l <\"$1\") -ge 4 ] && kill -SEGV $$\nkill -ABRT $$"),
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in LIES {
        script(&folder.path().join(name), text);
    }
    folder
}

/// Shrinks a text with native search and a liar, and further arguments.
fn shrink(folder: &TempDir, file: &str, text: &str, liar: &str, more: &[&str]) -> Ran {
    fs::write(folder.path().join(file), text).expect("written");
    let engines = format!("native,dimacs:./{liar} {{cnf}}");
    fed(folder, &[&["shrink", file, "--engines", &engines], more].concat(), b"")
}

/// Returns the small file that such a run writes.
fn smallest(file: &str, text: &str, liar: &str) -> String {
    let folder = folder();
    let ran = shrink(&folder, file, text, liar, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(ran.out.starts_with("contradiction\n"), "{}", ran.out);
    assert!(ran.out.contains("no cut is left\n"), "{}", ran.out);
    assert!(ran.out.contains("\n3 more runs show the same\n"), "{}", ran.out);
    // The command that it prints shows the same difference.
    let again = ran.out.lines().find_map(|line| line.strip_prefix("see it again: parallax "));
    let again = shlex::split(again.expect("a command")).expect("words");
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    assert_eq!(fed(&folder, &again, b"").code, Some(5), "{again:?}");
    read(folder.path(), &file.replacen('.', "-small.", 1))
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Writes twenty clauses of one to four literals over nine variables.
fn formula() -> String {
    let clause = |i: i32| {
        let literals = (0..=i % 4).map(|k| {
            let variable = (i * 5 + k * 2) % 9 + 1;
            if (i + k) % 3 == 0 { -variable } else { variable }
        });
        literals.map(|l| format!("{l} ")).collect::<String>() + "0\n"
    };
    let clauses = (0..20).filter(|i| i % 4 != 0).map(clause);
    format!("c about nothing\np cnf 9 15\n{}", clauses.collect::<String>())
}

#[test]
fn formulas_keep_the_literals_that_the_lie_needs() {
    insta::assert_snapshot!(smallest("big.cnf", &formula(), "two-long"), @r"
    p cnf 5 2
    2 -3 4 5 0
    -3 4 5 -1 0
    ");
}

#[test]
fn pseudo_boolean_problems_keep_what_the_lie_needs() {
    let text = fs::read_to_string("instances/guards.opb").expect("an instance");
    insta::assert_snapshot!(smallest("guards.opb", &text, "many"), @r"
    * #variable= 5 #constraint= 1
    -1 x1 -1 x2 -1 x3 -1 x4 -1 x5 >= -1 ;
    ");
    let text = "min: +7 x1 +5 x3 ;\n+3 x1 +2 x2 -9 ~x3 >= -40 ;\n+1 x1 +1 x2 >= 1 ;\n";
    insta::assert_snapshot!(smallest("p.opb", text, "always"), @"* #variable= 0 #constraint= 0");
}

#[test]
fn scripts_keep_the_assertions_that_the_lie_needs() {
    let text = fs::read_to_string("instances/ages.smt2").expect("an instance");
    insta::assert_snapshot!(smallest("ages.smt2", &text, "many"), @r"
    ; Two ages. The older one is three times the younger one. Together they are at
    ; most 12 years, and the younger one is at least 3 or the older one is 6.
    (declare-const a Int)
    (declare-const b Int)
    (assert (and (<= 0 b 3) (<= 0 a 3)))
    ");
}

#[test]
fn models_keep_the_constraints_that_the_lie_needs() {
    let text = fs::read_to_string("instances/talks.model.json").expect("an instance");
    insta::assert_snapshot!(smallest("talks.model.json", &text, "many"), @r#"
    {
      "format": "parallax-model-1",
      "name": "five talks in five slots",
      "dimensions": [],
      "variables": [
        {
          "name": "last of three",
          "domain": "1..5",
          "shown": false
        }
      ],
      "constraints": []
    }
    "#);
}

#[test]
fn puzzles_keep_the_clues_that_the_lie_needs() {
    insta::assert_snapshot!(smallest("s.sudoku", "12343412214343..\n", "few"), @".......2.1.34...");
    let latin = "order 4\n 0 1 2 3\n 1 2 3 0\n 2 3 0 1\n -1 -1 1 2\n";
    insta::assert_snapshot!(smallest("l.pls", latin, "few"), @r"
    order 4
     -1  -1  -1  -1
     -1  -1  -1  -1
     -1   3   0  -1
     -1  -1   1   2
    ");
    insta::assert_snapshot!(smallest("m.dat", "3 5\n1 1 2\n1 2 7\n1 3 6\n2 2 5\n3 1 4\n", "always"), @"3 0");
}

#[test]
fn decks_keep_the_cards_that_the_lie_needs() {
    let text = fs::read_to_string("instances/set-12.set").expect("an instance");
    insta::assert_snapshot!(smallest("d.set", &text, "always"), @r#"
    {"cards": [
      {"fill": "open"},
      {"fill": "solid"},
      {"fill": "striped"}
    ]}
    "#);
}

#[test]
fn grids_keep_the_cells_that_the_lie_needs() {
    let text = "..#..\n#....\n...#.\n.....\n#.#.#\nacross: 13, 23, 233, 3221, 21222\n\
                down: 12, 21, 22, 232, 3132, 33313\n";
    insta::assert_snapshot!(smallest("k.keisuke", text, "many"), @r"
    #..
    ###
    ..#
    across: 13, 23
    down:
    ");
}

#[test]
fn tables_are_shrunk_as_models() {
    let text = fs::read_to_string("instances/cdmn/map.md").expect("an instance");
    let folder = folder();
    let ran = shrink(&folder, "map.md", &text, "always", &[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    assert!(read(folder.path(), "map-small.model.json").contains("\"constraints\": []"));
    assert!(!folder.path().join("map-small.md").exists());
}

#[test]
fn a_puzzle_comes_with_its_plain_model() {
    let folder = folder();
    let ran = shrink(&folder, "s.sudoku", "12343412214343..\n", "few", &["--out", "case"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let model = read(folder.path(), "case.model.json");
    assert!(model.contains("\"constraints\": []") && model.contains("\"variables\": []"));
}

#[test]
fn the_kind_of_difference_stays() {
    let folder = folder();
    let ran = shrink(&folder, "big.cnf", &formula(), "lies-or-dies", &[]);
    assert!(ran.out.starts_with("contradiction\n"), "{}", ran.out);
    insta::assert_snapshot!(read(folder.path(), "big-small.cnf"), @r"
    p cnf 4 4
    2 0
    -1 0
    -4 0
    3 0
    ");
}

#[test]
fn one_engine_that_crashes_is_enough() {
    let folder = folder();
    fs::write(folder.path().join("big.cnf"), formula()).expect("written");
    let args = ["shrink", "big.cnf", "--engines", "dimacs:./dies {cnf}", "--out", "dead.cnf"];
    let ran = fed(&folder, &args, b"");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("crash: signal 11\n"), "{}", ran.out);
    insta::assert_snapshot!(read(folder.path(), "dead.cnf"), @r"
    p cnf 0 3
    0
    0
    0
    ");
    let ran = fed(&folder, &args, b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(ran.err, @"parallax: dead.cnf: exists; nothing is overwritten");
    let args = ["shrink", "big.cnf", "--engines", "native,brute", "--reason", "timeout"];
    let ran = fed(&folder, &args, b"");
    assert_eq!(ran.code, Some(3));
    insta::assert_snapshot!(ran.out, @r"
    no engine gives a reason with 'timeout': agree
    native: sat 2
    brute: sat 2
    ");
}

#[test]
fn engines_that_agree_leave_nothing_to_shrink() {
    let folder = folder();
    let args = ["shrink", "latin:4", "--engines", "native,sat:batsat", "--format", "json"];
    let ran = fed(&folder, &args, b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""));
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((&report["verdict"], &report["difference"]), (&"agree".into(), &().into()));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), LIES.len());
    let ran = fed(&folder, &["shrink", "latin:4", "--engines", "natve"], b"");
    assert_eq!(ran.code, Some(2));
}

#[test]
fn limits_keep_the_smallest_so_far() {
    let folder = folder();
    let more = ["--attempts", "3", "--format", "json"];
    let ran = shrink(&folder, "big.cnf", &formula(), "two-long", &more);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    let case = &report["cases"][0];
    assert_eq!((&case["tried"], &case["smallest"]), (&3.into(), &false.into()));
    assert_eq!((&case["shown"], &case["shown_of"]), (&3.into(), &3.into()));
    assert_eq!(case["before"]["cuts"]["clauses"], 15);
    assert_eq!(case["file"], "big-small.cnf");
    // A second result gets another name.
    let ran = shrink(&folder, "big.cnf", &formula(), "two-long", &more);
    assert!(ran.out.contains("big-small-2.cnf"), "{}", ran.out);
    assert_eq!(read(folder.path(), "big-small.cnf"), read(folder.path(), "big-small-2.cnf"));
}

#[test]
fn an_engine_that_changes_its_mind_is_found_out() {
    let folder = folder();
    // Lies only in the first two runs.
    let text = "echo x >>runs; [ $(wc -l <runs) -le 2 ] && echo s UNSATISFIABLE && exit 20\n\
                echo s UNKNOWN";
    script(
        &folder.path().join("moody"),
        &text.replace("runs", &format!("{}/runs", folder.path().display())),
    );
    let ran = shrink(&folder, "big.cnf", &formula(), "moody", &[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""), "{}", ran.out);
    assert!(ran.out.contains("0 of 3 more runs show the same"), "{}", ran.out);
    assert!(ran.out.contains("nothing is written"), "{}", ran.out);
    assert!(!folder.path().join("big-small.cnf").exists());
}

#[test]
fn an_interrupt_writes_the_smallest_so_far() {
    let folder = folder();
    let runs = folder.path().join("runs");
    // The third run takes long.
    let text = "echo x >>runs; [ $(wc -l <runs) -ge 3 ] && sleep 600\n\
                echo s UNSATISFIABLE; exit 20";
    script(&folder.path().join("slow"), &text.replace("runs", &runs.display().to_string()));
    fs::write(folder.path().join("big.cnf"), formula()).expect("written");
    let args = ["shrink", "big.cnf", "--engines", "native,dimacs:./slow {cnf}", "--timeout", "600"];
    let child = spawn(&folder, &args);
    let start = Instant::now();
    while fs::read_to_string(&runs).map_or(0, |text| text.lines().count()) < 3 {
        assert!(start.elapsed() < Duration::from_secs(60), "it runs the solver");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let ran = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(130), "{out}");
    assert!(out.contains("a limit ended the work") && out.contains("was interrupted"), "{out}");
    assert_eq!(read(folder.path(), "big-small.cnf"), "p cnf 9 0\n");
}
