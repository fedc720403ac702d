//! An input through every command: each gives an answer or one clear line, and writes nothing else
//! to the disk.

use super::Case;
use super::engines::timeout;
use super::expected::Truth;
use super::run::{Place, Ran};

/// Each command that takes an instance. `FILE` is replaced by the instance, `OUT` by the folder of
/// requested outputs, `T` by the seconds.
const COMMANDS: &[&str] = &[
    "solve FILE --timeout T",
    "solve FILE --timeout T --format json --limit 2 --engine sat:batsat",
    "solve FILE --timeout T --isolate --memory 400 --engine sat:varisat",
    "solve FILE --timeout T --memory 400 --engine native",
    "solve FILE --timeout T --engine sat:batsat --minimize-core",
    "solve FILE --timeout T --engine sat:varisat --proof OUT/proof",
    "compare FILE --timeout T --engines native,sat:batsat --isolate --limit 2 --format csv",
    "compare FILE --timeout T --engines native,sat:batsat --prove --limit 1 --format markdown",
    "check FILE none",
    "show FILE",
    "show FILE --format svg",
    "show FILE --format json",
    "show FILE --format form",
    "encode FILE",
    "encode FILE --encoding order --to opb",
    "encode FILE --to smtlib",
    "decode FILE --assignment none",
    "explain FILE --timeout T",
    "explain FILE --timeout T --engine native --max-nodes 50 --format json",
];

/// Commands whose output is as large as the formula.
const VERBOSE: &[&str] = &["encode", "show"];

/// Runs every command on the input.
pub fn survive(case: &Case) {
    let Case { name, bytes, expected } = case;
    let place = Place::with(name, bytes);
    for command in COMMANDS {
        let out = place.path().join("out").display().to_string();
        let words = command.replace("OUT", &out).replace("FILE", name);
        let words = words.replace("timeout T", &format!("timeout {}", timeout(expected)));
        let args: Vec<&str> = words.split(' ').collect();
        let ran = place.run(&args);
        let label = format!("{words}\n{:?} after {:?}\n{}", ran.code, ran.time, ran.err);
        assert_sound(&ran, &label);
        if !VERBOSE.contains(&args[0]) {
            assert!(ran.out.len() < 64 << 20, "{} bytes of output: {label}", ran.out.len());
        }
        if let Truth::Refused(_) = expected.truth {
            assert_eq!(ran.code, Some(2), "{label}");
        }
        place.assert_untouched(&label);
    }
}

/// Checks that the exit code is a documented one, and that code 2 has one line.
pub fn assert_sound(ran: &Ran, label: &str) {
    let known = [0, 1, 2, 3, 4, 5, 10, 20, 30];
    assert!(ran.code.is_some_and(|code| known.contains(&code)), "{label}");
    assert!(!matches!(ran.code, Some(4 | 5)), "engines disagree: {label}\n{}", ran.out);
    assert!(!ran.err.contains("panicked"), "{label}");
    if ran.code == Some(2) {
        assert_eq!(ran.err.lines().count(), 1, "{label}");
        assert!(ran.err.starts_with("parallax: ") && ran.err.len() < 4000, "{label}");
    }
}
