//! Signals end every run soon, with the results so far.

use std::fmt::Write;
use std::time::Duration;

use super::run::Place;

/// Maximum time for a run to react; on a quiet machine it reacts within a second.
const SOON: Duration = Duration::from_secs(15);

/// Returns the signals that reach the program: a program that was started in the background of a
/// shell ignores interrupts, and so do its children.
fn signals() -> Vec<&'static str> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if mask.is_some_and(|mask| mask & 0b10 != 0) { vec!["TERM"] } else { vec!["INT", "TERM"] }
}

/// Writes a formula with one pigeon more than holes: hard for every engine.
fn pigeons(holes: u32) -> String {
    let variable = |pigeon: u32, hole: u32| pigeon * holes + hole + 1;
    let mut clauses = String::new();
    let mut number = 0;
    for pigeon in 0..=holes {
        (0..holes).for_each(|hole| write!(clauses, "{} ", variable(pigeon, hole)).expect("text"));
        clauses.push_str("0\n");
        number += 1;
        for hole in 0..holes {
            for other in 0..pigeon {
                let (a, b) = (variable(pigeon, hole), variable(other, hole));
                writeln!(clauses, "-{a} -{b} 0").expect("text");
                number += 1;
            }
        }
    }
    format!("p cnf {} {number}\n{clauses}", (holes + 1) * holes)
}

#[test]
fn signals_end_every_engine() {
    let mut engines = vec!["native", "sat:varisat", "sat:batsat"];
    for (name, built) in [
        ("sat:cadical", cfg!(feature = "cadical")),
        ("sat:minisat", cfg!(feature = "minisat")),
        ("sat:glucose", cfg!(feature = "glucose")),
        ("smt:z3", cfg!(feature = "z3")),
        ("smt:z3+lia", cfg!(feature = "z3")),
        ("cp:pumpkin", cfg!(feature = "pumpkin")),
        ("dimacs:sleep 300", true),
    ] {
        if built {
            engines.push(name);
        }
    }
    for (place, engine) in engines.iter().enumerate() {
        // Half of the engines run in a child.
        let isolated = place % 2 == 1;
        let folder = Place::with("pigeons.cnf", pigeons(13).as_bytes());
        let small = folder.path().join("input/small.cnf");
        std::fs::write(&small, "p cnf 1 1\n1 0\n").expect("a file");
        for signal in signals() {
            let list = format!("\"{engine}\"");
            let mut args = vec!["compare", "small.cnf", "pigeons.cnf", "--format", "json"];
            args.extend(["--jobs", "1", "--engines", &list]);
            if isolated {
                args.push("--isolate");
            }
            let mut running = folder.start(&args);
            std::thread::sleep(Duration::from_millis(600));
            assert!(!running.is_over(), "{engine} is done too soon");
            running.signal(signal);
            let ran = running.wait(SOON);
            let label = format!("{engine} {signal}: {:?}\n{}{}", ran.code, ran.out, ran.err);
            assert!(matches!(ran.code, Some(130 | 143)), "{label}");
            if !engine.starts_with("dimacs") {
                assert!(ran.out.contains(r#""instance":"small.cnf""#), "{label}");
            }
        }
        std::fs::remove_file(&small).expect("the file is there");
        folder.assert_untouched(engine);
    }
}
