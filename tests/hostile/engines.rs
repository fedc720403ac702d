//! An input through every engine: each answer is right, or missing with a reason.

use serde_json::Value as Json;

use super::Case;
use super::expected::{Expected, Truth};
use super::run::Place;

/// Every engine, with each encoding of integers and several settings.
const ENGINES: &str = "brute,native,native:mid+gav,gac,d-way,native:random+random,none,\
    native:domwdeg+gval,fc,restarts=luby:2,\
    reform,reform:split=always,leaf=sat:batsat,sat:*+direct,sat:*+order,sat:*+log,sat:*+channelled,\
    sat:batsat+order,sum=adder,table=mdd,sat:batsat+order,sum=mdd,alldiff=hall,\
    sat:batsat+log,alldiff=bits,smt:*+fd,smt:*+lia,smt:*+bv,smt:*+pb,cp:*";

/// The seconds for an engine: in general, if at most one must answer, and if none must, so that all
/// must only end in time.
const TIMEOUT_S: f64 = 1.0;
const SHORT_TIMEOUT_S: f64 = 0.3;
const SHORTEST_TIMEOUT_S: f64 = 0.1;

/// Maximum number of seconds that an engine may exceed its limit on a busy machine.
const OVERSHOOT_S: f64 = 8.0;

/// Returns the seconds for a run on a case.
pub fn timeout(expected: &Expected) -> f64 {
    match expected.engines {
        0 => SHORTEST_TIMEOUT_S,
        1 => SHORT_TIMEOUT_S,
        _ => TIMEOUT_S,
    }
}

/// Compares all engines on the input and asserts each row.
pub fn answer(case: &Case) {
    let Case { name, bytes, expected } = case;
    let place = Place::with(name, bytes);
    let task = match expected.truth {
        Truth::Count(_) => &["--count"][..],
        Truth::Best(_) | Truth::NoBest => &["--optimise"],
        Truth::Many | Truth::Refused(_) => &["--limit", "2"],
    };
    let timeout = timeout(expected).to_string();
    let mut args = vec!["compare", name, "--format", "json", "--timeout", &timeout];
    args.extend(["--jobs", "2", "--engines", ENGINES]);
    args.extend(task);
    let ran = place.run(&args);
    place.assert_untouched(name);
    if let Truth::Refused(words) = &expected.truth {
        let one_line = ran.err.lines().count() == 1 && ran.err.contains(words.as_str());
        assert!(ran.code == Some(2) && one_line, "{name}: {:?}\n{}{}", ran.code, ran.out, ran.err);
        return;
    }
    assert!(matches!(ran.code, Some(0 | 3)), "{name}: {:?}\n{}{}", ran.code, ran.out, ran.err);
    let rows: Vec<Json> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}: {e}: {line}")))
        .collect();
    let rows: Vec<&Json> = rows.iter().filter(|row| row["engine"].is_string()).collect();
    assert!(rows.len() > 10, "{name}: {}", ran.out);
    let answered = rows.iter().filter(|row| is_right(name, row, &expected.truth)).count();
    assert!(answered >= expected.engines, "{name}: {answered} answers\n{}", ran.out);
}

/// Whether an engine answered; a wrong answer, a crash, and an exceeded limit fail the test.
fn is_right(name: &str, row: &Json, truth: &Truth) -> bool {
    let label = format!("{name}: {row}");
    let time = row["time_s"]["total"].as_f64().expect("a time");
    assert!(time <= TIMEOUT_S + OVERSHOOT_S, "over the limit: {label}");
    assert_eq!(row["checked"], true, "{label}");
    let reason = row["reason"].as_str().unwrap_or("");
    assert!(!reason.contains("panic") && !reason.contains("crash"), "{label}");
    let count = row["count"].as_u64().map_or(u128::MAX, u128::from);
    let complete = row["complete"] == true;
    match row["answer"].as_str().expect("an answer") {
        "unsupported" => {
            assert!(!reason.is_empty(), "{label}");
            false
        }
        "unknown" => {
            assert!(!reason.is_empty(), "{label}");
            false
        }
        "unsat" => {
            assert!(matches!(truth, Truth::Count(0) | Truth::NoBest), "{label}");
            true
        }
        "sat" => {
            match truth {
                Truth::Count(number) if complete => assert_eq!(count, *number, "{label}"),
                Truth::Count(number) => assert!(count <= *number && !reason.is_empty(), "{label}"),
                Truth::Many | Truth::Best(_) => assert!(!complete || count == 2, "{label}"),
                Truth::NoBest | Truth::Refused(_) => panic!("{label}"),
            }
            complete || matches!(truth, Truth::Many)
        }
        "optimal" => {
            assert_eq!(Truth::Best(row["value"].as_i64().expect("a value")), *truth, "{label}");
            true
        }
        other => panic!("{other}: {label}"),
    }
}
