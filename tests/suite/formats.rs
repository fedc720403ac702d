//! Problems in general formats, with every engine, as files and on the command line.

use std::fs;

use insta::assert_snapshot;
use parallax_compare::Verdict;
use parallax_model::engine_api::{Answer, Task};

use crate::common::{Ran, data, fed, lacks_real_instances, solved};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn parallax(line: &str, input: &str) -> Ran {
    fed(HOME, &line.split(' ').collect::<Vec<_>>(), input.as_bytes())
}

/// Returns the exit code and the whole output.
fn output(line: &str, input: &str) -> String {
    let ran = parallax(line, input);
    format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
}

#[test]
fn published_formulas_have_their_answers() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let mut seen = 0;
    for entry in fs::read_dir(data.join("cnf")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let unsatisfiable = name.starts_with("hole") || name.starts_with("uuf");
        let expected = if unsatisfiable { Answer::Unsatisfiable } else { Answer::Satisfiable };
        for compared in solved("native,sat:*", Task::First, &path) {
            assert_eq!(compared.verdict, Verdict::Agree, "{name}: {:?}", compared.rows);
            assert!(compared.rows.len() >= 5);
            for row in &compared.rows {
                assert_eq!((&row.answer, row.checked), (&expected, true), "{name}: {row:?}");
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 20);
}

#[test]
fn formulas_of_our_own_have_their_counts() {
    for (name, expected) in
        [("petersen.cnf", 120), ("pigeons-4.cnf", 0), ("guards.opb", 9), ("ages.smt2", 2)]
    {
        let all = solved("native,sat:*,smt:z3", Task::Count, format!("{HOME}/instances/{name}"));
        assert_eq!(all[0].verdict, Verdict::Agree);
        assert!(all[0].rows.iter().all(|row| row.count == expected && row.complete), "{name}");
    }
}

#[test]
fn every_command_takes_a_formula() {
    let formula = "c a\np cnf 3 3\n1 -2 0\n-1 2 0 3\n0\n";
    assert_snapshot!(output("solve - --engine sat:batsat --format json", formula).split("time_s").next().unwrap(), @r#"10 {"schema":"parallax-row-2","instance":"<stdin>","index":0,"puzzle":"cnf","model":"clauses","engine":"sat:batsat+direct","seed":0,"answer":"sat","reason":null,"count":1,"complete":false,"solutions":["v -1 -2 3 0"],"checked":true,""#);
    let compared = parallax("compare - --engines native,brute,sat:*", formula);
    assert_eq!(compared.code, Some(0), "{}", compared.out);
    assert_snapshot!(output("show -", formula), @r"
    0 CNF formula, 3 variables, 3 clauses
    3 variables
    1 clause of 1 literal
    2 clauses of 2 literals
    ");
    let encoded = parallax("encode - --to dimacs", formula).out;
    let clauses: Vec<&str> = encoded.lines().filter(|line| !line.starts_with('c')).collect();
    assert_eq!(clauses, ["p cnf 3 3", "1 -2 0", "-1 2 0", "3 0"]);
    assert_eq!(output("solve - --puzzle cnf", "1 0").split(':').next(), Some("2 parallax"));
    let check = |solution: &str| {
        let ran = fed(HOME, &["check", "instances/pigeons-4.cnf", solution], b"");
        format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
    };
    assert_snapshot!(check("v 1 5 9 0"), @"1 invalid: clause 4: no literal of (10 11 12) is true");
    assert_snapshot!(check("1 -2 13 0"), @"2 parallax: <argument>: a value for 13; there are 12 variables");
    assert_snapshot!(output("check - instances/none", formula), @"2 parallax: instances/none: there is no such file");
}

#[test]
fn every_command_takes_a_pseudo_boolean_problem() {
    let problem = "+1 x1 +2 ~x2 >= 2 ;\n+1 x1 +1 x2 +1 x3 = 1 ;\n";
    let compared = parallax("compare - --count --engines native,brute,sat:batsat+*", problem);
    assert_eq!(compared.code, Some(0), "{}", compared.out);
    assert_snapshot!(output("show -", problem), @r"
    0 pseudo-Boolean problem, 3 variables, 2 constraints
    pseudo-Boolean problem, 3 variables, 2 constraints
    ");
    let check = |solution: &str| {
        let ran = fed(HOME, &["check", "instances/guards.opb", solution], b"");
        format!("{} {}{}", ran.code.expect("a code"), ran.out, ran.err)
    };
    assert_snapshot!(check("v -x1 x2 x3 -x4 -x5 -x6"), @"0 valid");
    assert_snapshot!(check("v x1 x2 x3 -x4 -x5 -x6 "), @"0 valid");
    assert_snapshot!(check("v x1 x2 x3 x4 -x5 -x6"), @"1 invalid: constraint 5: -3 x1 -2 x2 -2 x3 -4 x4 -1 x5 -2 x6 >= -7 ; does not hold");
    let costs = "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n";
    let best = parallax("solve - --engine sat:batsat", costs);
    assert_eq!(best.code, Some(30), "{}", best.out);
    assert!(best.out.contains("v x1 -x2\noptimal: 1, "), "{}", best.out);
}

/// Clauses written as OPB are read back unchanged.
#[test]
fn exported_problems_are_instances() {
    let line = "encode instances/latin-5.pls --encoding order,amo=ladder";
    let cnf = parallax(line, "").out;
    let opb = parallax(&format!("{line} --to opb"), "").out;
    let solve = "solve - --engine sat:batsat --format json";
    let answer = |text: &str| {
        let row: serde_json::Value =
            serde_json::from_str(&parallax(solve, text).out).expect("a row");
        let solution = row["solutions"][0].as_str().expect("a solution").to_owned();
        let clauses = row["counters"]["clauses"].as_u64().expect("a number");
        (solution.replace('x', "").replace(" 0", ""), clauses)
    };
    assert_eq!(answer(&cnf), answer(&opb));
}

/// Scripts that `encode` writes are read back with the same solutions.
#[test]
fn exported_scripts_are_instances() {
    for name in [
        "latin-5.pls",
        "latin-4-none.pls",
        "set-12.set",
        "talks.model.json",
        "guards.opb",
        "sudoku-4.sudoku --index 3",
        "ages.smt2",
    ] {
        let script = parallax(&format!("encode instances/{name} --to smtlib"), "");
        assert_eq!((script.code, &*script.err), (Some(0), ""), "{name}");
        let count = |line: &str, input: &str| {
            let line = format!("{line} --count --engine sat:batsat --format json");
            let out = parallax(&line, input).out;
            let rows: Vec<serde_json::Value> =
                out.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
            let index = if name.contains("--index") { 3 } else { 0 };
            let row = rows.get(index).unwrap_or(&rows[0]);
            assert_eq!(row["complete"], true, "{name}: {row}");
            row["count"].as_u64().expect("a number")
        };
        let file = name.split(' ').next().unwrap_or(name);
        let expected = count(&format!("solve instances/{file}"), "");
        assert_eq!(count("solve -", &script.out), expected, "{name}");
    }
}

#[test]
fn models_of_smt_solvers_are_decoded() {
    let decode =
        |name: &str, said: &str| output(&format!("decode instances/{name} --assignment -"), said);
    let ages = "sat\n((define-fun a () Int 9) (define-fun b () Int 3) (define-fun c () Bool true))";
    assert_snapshot!(decode("ages.smt2", ages), @r"
    10 instances/ages.smt2: SMT-LIB script, 3 symbols, 5 assertions
    a = 9
    b = 3
    c = 1
    satisfiable: 1 solution, checked
    ");
    assert!(decode("ages.smt2", &ages.replace('9', "8")).starts_with("1 "));
    assert!(decode("ages.smt2", "unsat\n(error)").starts_with("20 "));
    let cells: Vec<String> = "276951438"
        .chars()
        .enumerate()
        .map(|(i, digit)| format!("(define-fun r{}c{} () Int {digit})", i / 3 + 1, i % 3 + 1))
        .collect();
    let square = format!("sat\n(\n{}\n)", cells.join("\n"));
    let output = decode("magic-3.dat", &square);
    assert!(output.starts_with("10 ") && output.ends_with("satisfiable: 1 solution, checked\n"));
    assert!(decode("magic-3.dat", &square.replace("Int 7", "Int 8")).starts_with("1 "));
}

#[test]
fn broken_files_are_reported_in_one_line() {
    for (input, message) in [
        ("p cnf 2 2\n1 0\n", "<stdin>:2:4: the file ends after 1 clauses; its header says 2"),
        ("p cnf 2 1\n1 99999999999 0\n", "<stdin>:2:3: literal 99999999999, but the header"),
        ("c nothing\n", "<stdin>: no header; expected a formula in DIMACS CNF"),
    ] {
        let ran = parallax("solve -", input);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{input}");
        assert!(ran.err.starts_with(&format!("parallax: {message}")), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
    }
}

#[test]
fn time_limits_cover_reading() {
    let clauses = "1 -2 0\n".repeat(40_000);
    let formula = format!("p cnf 2 40000\n{clauses}");
    let sums = "+1 x1 +1 x2 >= 1 ;\n".repeat(40_000);
    let long_sum = format!("{}>= 1 ;\n", "+1 x1 ".repeat(60_000));
    let asserted = "(assert (or a b))\n".repeat(20_000);
    let script = format!("(declare-const a Bool)(declare-const b Bool)\n{asserted}");
    let atom = r#"{"variable":"a","relation":"=","value":1}"#;
    let clause = format!(r#"{{"kind":"clause","atoms":[{atom}]}}"#);
    let model = format!(
        r#"{{"format":"parallax-model-1","variables":[{{"name":"a","domain":"0..1"}}],"constraints":[{}]}}"#,
        vec![clause; 5_000].join(",")
    );
    let texts =
        [("cnf", formula), ("opb", sums), ("opb", long_sum), ("smt2", script), ("model", model)];
    for (form, text) in texts {
        let line = format!(
            "compare - --puzzle {form} --timeout 0.001 --engines native,sat:batsat --format json"
        );
        let ran = parallax(&line, &text);
        let unknown = r#""answer":"unknown","reason":"timeout""#;
        assert_eq!(ran.out.matches(unknown).count(), 2, "{form}: {}{}", ran.out, ran.err);
        let without = parallax(&format!("solve - --puzzle {form} --timeout 60"), &text);
        assert_eq!(without.code, Some(10), "{form}: {}{}", without.out, without.err);
    }
}

#[test]
fn models_are_recognised_in_any_key_order() {
    let variable = r#"{"name":"a","domain":"0..1"}"#;
    for padding in [0, 3 << 20] {
        let padding = " ".repeat(padding);
        let text = format!(r#"{{"variables":[{variable}],{padding}"format":"parallax-model-1"}}"#);
        assert!(output("solve - --count", &text).contains("2 solutions"), "{}", padding.len());
    }
    // A complete object of another kind is not a model.
    let other = output("solve -", r#"{"variables": [1, 2]}"#);
    assert!(other.contains("nearly a model"), "{other}");
    let other = output("solve -", r#"{"values": [1, 2]}"#);
    assert!(other.contains("no known form"), "{other}");
    let breaks = "\n".repeat(100);
    let late = format!("{{\"variables\": [{variable}],{breaks}\"format\": \"parallax-model-1\"}}");
    assert!(output("solve - --count", &late).contains("2 solutions"));
    let lacking = output("solve -", &format!("{{\"variables\": [{variable}]{breaks}}}"));
    assert!(lacking.contains("missing field `format`"), "{lacking}");
}

#[test]
fn a_bad_board_of_a_stream_costs_itself() {
    let board = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let stream = format!("{board}\n{}y\n{board}\n", &board[1..]);
    let ran = parallax("solve - --format json", &stream);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.out.matches(r#""answer":"sat""#).count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches(r#""answer":"error","reason":"<stdin>:2:81: 'y'"#).count(), 1);
}
