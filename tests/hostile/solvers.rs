//! External solvers that lie, hang, flood, die, or leave others behind.

use std::process::Command;

use serde_json::Value as Json;

use super::run::Place;

/// A solver: its name, and the shell script that represents it.
struct Solver {
    name: &'static str,
    script: &'static str,
}

/// An input with solutions and one without, which native search solves.
const WITH: (&str, &str) = ("with.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n");
const WITHOUT: (&str, &str) = ("without.cnf", "p cnf 1 2\n1 0\n-1 0\n");

/// The scripts. Each runs from a file in the folder of its test, and the path of that folder
/// identifies its processes.
const SOLVERS: &[Solver] = &[
    Solver { name: "says-unsat", script: "cat >/dev/null; echo 's UNSATISFIABLE'; exit 20" },
    Solver { name: "says-sat", script: "echo 's SATISFIABLE'; exit 10" },
    Solver { name: "wrong-model", script: "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10" },
    Solver { name: "both", script: "echo 's SATISFIABLE'; echo 's UNSATISFIABLE'; exit 10" },
    Solver {
        name: "huge-literal",
        script: "echo 's SATISFIABLE'; echo 'v 99999999999999999999 0'",
    },
    Solver { name: "silent", script: "exit 0" },
    Solver { name: "dies", script: "kill -SEGV $$" },
    Solver { name: "hangs", script: "exec sleep 300" },
    Solver { name: "deaf", script: "trap '' TERM INT HUP; while :; do sleep 1; done" },
    Solver { name: "floods", script: "exec yes s SATISFIABLE" },
    Solver { name: "floods-errors", script: "exec yes no >&2" },
    Solver { name: "one-long-line", script: "exec cat /dev/zero" },
    Solver {
        name: "leaves-children",
        script: "sleep 300 & sleep 300 & echo 's UNSATISFIABLE'; exit 20",
    },
    Solver {
        name: "leaves-a-session",
        script: "( setsid sh -c 'sleep 300; :' \"$0\" >/dev/null 2>&1 & ); echo 's UNKNOWN'",
    },
    Solver {
        name: "leaves-a-session-without-environment",
        script: "( env -i setsid sh -c 'sleep 300; :' \"$0\" >/dev/null 2>&1 & ); echo 's UNKNOWN'",
    },
    Solver { name: "closes-output", script: "exec >&- 2>&-; sleep 300" },
    Solver { name: "garbage", script: "head -c 4096 /dev/urandom" },
];

fn compared(solver: &Solver, (file, text): (&str, &str)) -> (Option<i32>, Vec<Json>) {
    let place = Place::with(file, text.as_bytes());
    let script = place.path().join("home").join(format!("{}.sh", solver.name));
    std::fs::write(&script, solver.script).expect("a script");
    let engines = format!("native,\"dimacs:sh {}\",sat:batsat", script.display());
    let ran = place.run(&[
        "compare",
        file,
        "--format",
        "json",
        "--timeout",
        "2",
        "--limit",
        "2",
        "--engines",
        &engines,
    ]);
    assert!(!ran.err.contains("panicked"), "{}: {}", solver.name, ran.err);
    let rows: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let rows: Vec<Json> = rows.into_iter().filter(|row| row["engine"].is_string()).collect();
    std::fs::remove_file(&script).expect("the script is there");
    place.assert_untouched(solver.name);
    // All processes of a solver have the test's folder in their command line.
    let mark = place.path().display().to_string();
    let left = Command::new("pgrep").args(["-f", &mark]).output().expect("pgrep runs");
    assert!(left.stdout.is_empty(), "{} left a process", solver.name);
    (ran.code, rows)
}

#[test]
fn solvers_that_misbehave_spoil_nothing() {
    for solver in SOLVERS {
        for (input, count) in [(WITH, 2), (WITHOUT, 0)] {
            let (code, rows) = compared(solver, input);
            let label = format!("{} on {}: {code:?} {rows:?}", solver.name, input.0);
            assert_eq!(rows.len(), 3, "{label}");
            for row in [&rows[0], &rows[2]] {
                assert_eq!(
                    (&row["count"], &row["checked"]),
                    (&count.into(), &true.into()),
                    "{label}"
                );
            }
            let lie = &rows[1];
            match (solver.name, count) {
                // The claim is true for the input without solutions.
                ("says-unsat" | "leaves-children", 0) => assert_eq!(code, Some(0), "{label}"),
                ("says-unsat" | "leaves-children", _) => {
                    assert_eq!((code, &lie["answer"]), (Some(5), &"unsat".into()), "{label}");
                }
                ("wrong-model", 2) => {
                    assert_eq!((code, &lie["checked"]), (Some(5), &false.into()), "{label}");
                }
                _ => {
                    let reason = lie["reason"].as_str().unwrap_or("");
                    assert!(matches!(code, Some(3 | 5)) && !reason.is_empty(), "{label}");
                    assert_ne!(lie["complete"], true, "{label}");
                }
            }
        }
    }
}

/// One program under several spellings counts as one engine, not two.
#[test]
fn spellings_of_one_program_do_not_agree_with_each_other() {
    let place = Place::with(WITH.0, WITH.1.as_bytes());
    let script = place.path().join("home/s.sh");
    std::fs::write(&script, "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n").expect("a script");
    assert!(Command::new("chmod").arg("+x").arg(&script).status().expect("chmod").success());
    let path = script.display();
    let engines = format!("\"dimacs:{path}\",\"dimacs:sh {path}\",\"dimacs:timeout 5 {path}\"");
    let ran = place.run(&["compare", WITH.0, "--format", "json", "--engines", &engines]);
    assert!(!ran.out.contains("cross-agreed"), "{}", ran.out);
    assert_eq!(ran.out.matches(r#""standing":"claimed""#).count(), 3, "{}", ran.out);
    std::fs::remove_file(&script).expect("the script is there");
    place.assert_untouched("spellings");
}

/// A program that does not exist is an error, whatever the others answer.
#[test]
fn a_program_that_is_missing_is_an_error() {
    let place = Place::with(WITH.0, WITH.1.as_bytes());
    for engines in ["native,dimacs:no-such-solver", "reform:leaf=dimacs:no-such-solver,native"] {
        let ran = place.run(&["compare", WITH.0, "--engines", engines]);
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains("no-such-solver") && ran.err.lines().count() == 1, "{}", ran.err);
    }
}
