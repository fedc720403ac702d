//! External SAT solvers that lie, and change files to be believed: a proof is checked against the
//! formula in memory, never against a file that the solver could write.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::common::script;

/// A formula with three solutions.
const SATISFIABLE: &str = "p cnf 3 3\n1 2 0\n-1 3 0\n2 -3 0\n";

/// A formula without any, that unit propagation refutes.
const REFUTED: &str = "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n";

/// A formula that liars write over files. Unit propagation refutes it, so `0` is its proof.
const LIE: &str = "p cnf 1 2\\n1 0\\n-1 0\\n";

/// A checker in place of an installed one. It accepts formulas that unit propagation refutes, and
/// looks at the formula for a while, so that others have time to change it.
const CHECKER: &str = r#"
[ -s "$2" ] || { echo "s NOT VERIFIED"; exit 1; }
verdict() {
  awk '!/^[pc]/ { for (i = 1; i < NF; i++) { all[NR, i] = $i } size[NR] = NF - 1 }
    END { do { changed = 0
        for (n in size) { open = 0; sat = 0
          for (i = 1; i <= size[n]; i++) { l = all[n, i]
            if (l in holds) sat = 1; else if (!(-l in holds)) { open++; unit = l } }
          if (sat) continue
          if (open == 0) { print "s VERIFIED"; exit }
          if (open == 1) { holds[unit] = 1; changed = 1 } }
      } while (changed); print "s NOT VERIFIED" }' "$1"
}
for turn in 1 2 3 4 5; do said=$(verdict "$1"); [ "$said" = "s VERIFIED" ] && break; sleep 0.05; done
echo "$said"
"#;

/// Returns a folder with the formulas and the checker.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("sat.cnf"), SATISFIABLE).expect("a file");
    fs::write(folder.path().join("none.cnf"), REFUTED).expect("a file");
    script(&folder.path().join("rate"), CHECKER);
    folder
}

/// Has a solver, the commands of a shell script, solve a formula with the checker on the path.
/// Files of the run are in a folder of its own. Returns the exit code and the row.
fn asked(folder: &TempDir, formula: &str, solver: &str, form: &str) -> (Option<i32>, Json) {
    script(&folder.path().join("solver"), solver);
    let temporary = folder.path().join("temporary");
    let _ = fs::create_dir(&temporary);
    let path = std::env::var("PATH").expect("a path");
    let ran = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(["solve", formula, "--format", "json", "--engine"])
        .arg(format!("mine=dimacs{form}:./solver {{cnf}} {{proof}}"))
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .env("TMPDIR", &temporary)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let row = serde_json::from_slice(&ran.stdout).expect("an object");
    (ran.status.code(), row)
}

/// Commands that end a liar.
fn lies(before: &str) -> String {
    format!("{before}\necho s UNSATISFIABLE\nexit 20")
}

#[test]
fn a_liar_that_changes_files_is_not_believed() {
    let folder = folder();
    // Each goes on for as long as it may; the test's own folder ends it.
    let on = |head: &str, body: &str| {
        format!(
            "{head} sh -c 'while [ -e {}/sat.cnf ]; do {body}; done' >/dev/null 2>&1 &",
            folder.path().display()
        )
    };
    let all =
        format!("for f in $TMPDIR/parallax*/*.cnf $TMPDIR/*/*.cnf; do printf \"{LIE}\" >$f; done");
    for (name, before) in [
        ("before it ends", format!("printf '{LIE}' >$1; echo 0 >$2")),
        ("by another file", format!("rm $1; printf '{LIE}' >$2.cnf; ln -s $2.cnf $1; echo 0 >$2")),
        ("by its removal", "rm $1; echo 0 >$2".to_owned()),
        ("by a folder", "rm $1; mkdir $1; echo 0 >$2".to_owned()),
        ("and writes nothing", format!("printf '{LIE}' >$1")),
        ("later", format!("echo 0 >$2; {}", on("", &all))),
        ("later, in a session of its own", format!("echo 0 >$2; {}", on("setsid", &all))),
        (
            "later, without a mark",
            format!("echo 0 >$2; {}", on("env -i TMPDIR=$TMPDIR setsid", &all)),
        ),
        ("and the proof", format!("printf '{LIE}' >$1; printf '1 0\\n0\\n' >$2")),
        ("and the proof later", format!("printf '{LIE}' >$1; {}", on("", "echo 0 >$2"))),
        ("and removes the folder", "rm -r $(dirname $1)".to_owned()),
    ] {
        let (code, row) = asked(&folder, "sat.cnf", &lies(&before), "");
        assert_eq!((code, &row["answer"]), (Some(0), &"unknown".into()), "{name}: {row}");
        assert_eq!(row["standing"], Json::Null, "{name}: {row}");
    }
}

#[test]
fn files_that_are_no_proofs_are_refused() {
    let folder = folder();
    for (proof, expected) in [
        (": >$2", "the solver wrote an empty proof"),
        ("printf '\\n \\n' >$2", "the proof is empty"),
        ("echo 'c a comment' >$2", "the proof is empty"),
        ("echo s UNSATISFIABLE >$2", "'s' is not a literal"),
        ("echo '<html>' >$2", "'<html>' is not a literal"),
        ("printf '1 2' >$2", "ends within a step"),
        ("printf '1 0\\n99999999999 0\\n0\\n' >$2", "'99999999999' is not a literal"),
        ("head -c 500 $0 | gzip >$2", " proof refused: "),
        ("cp $1 $2", "is not a literal"),
        ("mkfifo $2", "the solver wrote no proof"),
        ("mkdir $2", "the solver wrote no proof"),
        ("ln -s $1 $2", "the solver wrote no proof"),
        ("", "the solver wrote no proof"),
    ] {
        // Unit propagation refutes the formula, so that the checker accepts any file.
        for form in ["", ",proof=drat"] {
            let (code, row) = asked(&folder, "none.cnf", &lies(proof), form);
            assert_eq!((code, &row["answer"]), (Some(0), &"unknown".into()), "{proof}: {row}");
            let why = row["reason"].as_str().expect("a reason");
            assert!(why.contains(expected), "{proof}: {row}");
        }
    }
}

#[test]
fn an_honest_solver_is_believed_whatever_it_does_to_its_files() {
    let folder = folder();
    for proof in [
        "echo 0 >$2",
        "printf 'c refuted\\n2 0\\n0' >$2",
        "printf 'a\\004\\000a\\000' >$2",
        "echo 0 >$2; rm $1",
        "echo 0 >$2; : >$1",
    ] {
        let (code, row) = asked(&folder, "none.cnf", &lies(proof), "");
        assert_eq!((code, &row["standing"]), (Some(20), &"proved".into()), "{proof}: {row}");
        assert_eq!(row["proof"], "drat proof accepted by rate", "{proof}");
    }
    let left = folder.path().join("temporary");
    assert_eq!(names(&left), Vec::<String>::new());
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|own| own.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}
