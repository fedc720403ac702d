//! Inputs that are too large or too unusual to be kept as files.

use std::fmt::Write;

use super::Case;
use super::expected::Expected;

fn case(name: &str, expected: &str, bytes: impl Into<Vec<u8>>) -> Case {
    Case { name: name.into(), bytes: bytes.into(), expected: Expected::parse(expected) }
}

/// Writes a model in JSON from its variables (`"name": "domain"`) and constraints.
fn model(variables: &[(String, &str)], constraints: &str) -> String {
    let mut text = String::from(r#"{"format":"parallax-model-1","variables":["#);
    for (place, (name, domain)) in variables.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        write!(text, r#"{comma}{{"name":"{name}","domain":"{domain}"}}"#).expect("text");
    }
    write!(text, r#"],"constraints":[{constraints}]}}"#).expect("text");
    text
}

fn numbered(number: usize, domain: &str) -> Vec<(String, &str)> {
    (0..number).map(|i| (format!("x{i}"), domain)).collect()
}

fn names(number: usize) -> String {
    let names: Vec<String> = (0..number).map(|i| format!(r#""x{i}""#)).collect();
    names.join(",")
}

/// Returns all generated cases.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![deep_json(), deep_smt("not"), deep_smt("and"), deep_smt("+")];
    cases.extend([shared_lets(), chained_definitions(), long_line_json(), long_line_opb()]);
    cases.extend([wide_table(), wide_sum(), wide_clause(), many_copies(), nested_implications()]);
    cases.extend([
        full_latin(30),
        fixed_variables(),
        odd_bytes(),
        nul_bytes(),
        utf16(),
        returns_only(),
        long_name(),
        many_different_sums(),
    ]);
    cases
}

fn deep_json() -> Case {
    let depth = 200_000;
    let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    case("deep.model.json", "refused deep.model.json", text)
}

/// Makes a script with `x` under 60,000 operators, an even number.
fn deep_smt(operator: &str) -> Case {
    let depth = 60_000;
    let (sort, leaf, close) = match operator {
        "+" => ("Int", "x", " 0)"),
        "and" => ("Bool", "b", " true)"),
        _ => ("Bool", "b", ")"),
    };
    let opened = format!("({operator} ").repeat(depth);
    let term = format!("{opened}{leaf}{}", close.repeat(depth));
    let (declared, asserted) = match sort {
        "Int" => ("(declare-const x Int)", format!("(assert (<= 3 x 5))(assert (= {term} 4))")),
        _ => ("(declare-const b Bool)", format!("(assert {term})")),
    };
    let name = if operator == "+" { "sum" } else { operator };
    case(&format!("deep-{name}.smt2"), "0 engines, 1", format!("{declared}\n{asserted}\n"))
}

/// Makes a script in which each of 300 names is bound to the sum of the name before with itself,
/// made zero at each step.
fn shared_lets() -> Case {
    let mut text = String::from("(declare-const x Int)\n(assert (<= 0 x 3))\n(assert ");
    let mut last = "x".to_owned();
    for i in 0..300 {
        write!(text, "(let ((y{i} (ite (= {last} 2) {last} (- {last} (- {last} x))))) ")
            .expect("text");
        last = format!("y{i}");
    }
    write!(text, "(= {last} 2){}", ")".repeat(301)).expect("text");
    case("shared-lets.smt2", "0 engines, 1", text)
}

fn chained_definitions() -> Case {
    let mut text = String::from("(declare-const b Bool)\n(define-fun f0 () Bool b)\n");
    for i in 1..=300 {
        let last = i - 1;
        writeln!(text, "(define-fun f{i} () Bool (and f{last} (or f{last} b)))").expect("text");
    }
    text.push_str("(assert f300)\n");
    case("chained-definitions.smt2", "0 engines, 1", text)
}

fn long_line_json() -> Case {
    let padding = " ".repeat(3 << 20);
    let text = model(&numbered(2, "0..1"), r#"{"kind":"all_different","scope":["x0","x1"]}"#);
    case("long-line.model.json", "2", text.replacen("],", &format!("],{padding}"), 1))
}

fn long_line_opb() -> Case {
    let mut text = String::from("* #variable= 2 #constraint= 1\n");
    text.push_str(&"+1 x1 -1 x1 ".repeat(50_000));
    text.push_str("+1 x1 +1 x2 >= 2 ;\n");
    case("long-line.opb", "1", text)
}

fn wide_table() -> Case {
    let number = 30_000;
    let row = vec!["1"; number].join(",");
    let table = format!(r#"{{"kind":"table","scope":[{}],"tuples":[[{row}]]}}"#, names(number));
    case("wide-table.model.json", "2 engines, 1", model(&numbered(number, "0..1"), &table))
}

fn wide_sum() -> Case {
    let number = 20_000;
    let terms: Vec<String> = (0..number).map(|i| format!(r#"{{"variable":"x{i}"}}"#)).collect();
    let terms = terms.join(",");
    let sum =
        format!(r#"{{"kind":"linear","terms":[{terms}],"relation":">=","constant":{number}}}"#);
    case("wide-sum.model.json", "1 engines, 1", model(&numbered(number, "0..1"), &sum))
}

fn wide_clause() -> Case {
    let number = 20_000;
    let mut text = format!("p cnf {number} {number}\n");
    for i in 1..number {
        writeln!(text, "-{i} {} 0", i + 1).expect("text");
    }
    text.push_str("1 0\n");
    case("implication-chain.cnf", "2 engines, 1", text)
}

fn many_copies() -> Case {
    let one = r#"{"kind":"all_different","scope":["x0","x1","x2"]}"#;
    let all = vec![one; 2000].join(",");
    case("many-copies.model.json", "6", model(&numbered(3, "0..2"), &all))
}

fn nested_implications() -> Case {
    let depth = 5000;
    let inner = r#"{"kind":"compare","left":"x0","relation":"<","right":"x1"}"#;
    let opened = r#"{"kind":"implies","condition":"x0","then":"#.repeat(depth);
    let text = format!("{opened}{inner}{}", "}".repeat(depth));
    case("nested-implications.model.json", "refused nested", model(&numbered(2, "0..1"), &text))
}

/// Makes a cyclic Latin square with every cell given.
fn full_latin(order: usize) -> Case {
    let mut text = format!("order {order}\n");
    for row in 0..order {
        let cells: Vec<String> = (0..order).map(|c| ((row + c) % order).to_string()).collect();
        writeln!(text, "{}", cells.join(" ")).expect("text");
    }
    case("full-latin.pls", "1", text)
}

/// Makes a model with as many variables as a Latin square of order 150 has cells.
fn fixed_variables() -> Case {
    case("fixed-variables.model.json", "1", model(&numbered(22_500, "1..1"), ""))
}

fn odd_bytes() -> Case {
    case("odd.cnf", "refused odd.cnf", b"p cnf 1 1\n\xff\xfe\xfa 0\n".to_vec())
}

fn nul_bytes() -> Case {
    case("nul.opb", "refused nul.opb", b"* #variable= 1 #constraint= 1\n+1 x1 \0>= 1 ;\n".to_vec())
}

fn utf16() -> Case {
    let text = "(declare-const b Bool)\n(assert b)\n";
    let bytes = text.encode_utf16().flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(bytes).collect();
    case("utf16.smt2", "refused utf16.smt2", bytes)
}

fn returns_only() -> Case {
    case("returns.cnf", "refused returns.cnf", "c old\rp cnf 1 1\r1 0\r")
}

/// Makes a model with a name that would make a message of a megabyte.
fn long_name() -> Case {
    let name = "n".repeat(1 << 20);
    case("long-name.model.json", "refused is beyond", model(&[(name, "2000000000")], ""))
}

/// Makes a model with `x + 1` for each of 140 fixed variables, all different.
fn many_different_sums() -> Case {
    let mut text = String::new();
    let mut sums = String::new();
    for i in 0..140 {
        writeln!(text, "(declare-const x{i} Int)(assert (= x{i} {i}))").expect("text");
        write!(sums, " (+ x{i} 1)").expect("text");
    }
    writeln!(text, "(assert (distinct{sums}))").expect("text");
    case("different-sums.smt2", "1", text)
}
