//! Definitions at their edges, written out by hand.

use serde_json::json;

use super::{Fault, Semantics, holds, value};
use crate::case::Case;

/// Returns the value of a constant expression.
fn of(expr: serde_json::Value) -> Result<i128, Fault> {
    let case = json!({ "variables": [], "constraints": [expr] });
    let case = Case::from_json(&case).expect("a well-formed expression");
    value(&case.constraints[0], &[], Semantics::Relational)
}

#[test]
fn numbers() {
    assert_eq!(of(json!(["div", -7, 2])), Ok(-3));
    assert_eq!(of(json!(["mod", -7, 2])), Ok(-1));
    assert_eq!(of(json!(["mod", 7, -2])), Ok(1));
    assert_eq!(of(json!(["div", 1, 0])), Err(Fault::Undefined));
    assert_eq!(of(json!(["pow", -1, -1])), Ok(-1));
    assert_eq!(of(json!(["pow", -1, -2])), Ok(1));
    assert_eq!(of(json!(["pow", 2, -1])), Ok(0));
    assert_eq!(of(json!(["pow", 0, 0])), Ok(1));
    assert_eq!(of(json!(["pow", 0, -1])), Err(Fault::Undefined));
    assert_eq!(of(json!(["pow", 2, 63])), Err(Fault::TooLarge));
    assert_eq!(of(json!(["mul", i64::MAX, 2])), Err(Fault::TooLarge));
    assert_eq!(of(json!(["sum", ["list"]])), Ok(0));
    assert_eq!(of(json!(["maximum", ["list"]])), Err(Fault::Undefined));
}

#[test]
fn undefined_terms() {
    let partial = json!(["eq", ["div", 1, 0], 0]);
    assert_eq!(of(partial.clone()), Ok(0));
    assert_eq!(of(json!(["not", partial])), Ok(1));
    let case = json!({ "variables": [], "constraints": [["not", ["eq", ["div", 1, 0], 0]]] });
    let case = Case::from_json(&case).expect("a well-formed expression");
    let of = |semantics| holds(&case.constraints[0], &[], semantics);
    assert_eq!(of(Semantics::Relational), Ok(true));
    assert_eq!(of(Semantics::Strict), Ok(false));
    assert_eq!(of(Semantics::Total), Err(Fault::Undefined));
}

#[test]
fn circuits() {
    let all = |name: &str, base: i128, nodes: &[i128]| {
        let mut list = vec![json!("list")];
        list.extend(nodes.iter().map(|&node| json!(i64::try_from(node).unwrap())));
        of(json!([name, i64::try_from(base).unwrap(), list])).unwrap() == 1
    };
    assert!(all("circuit", 1, &[]) && all("circuit", 1, &[1]) && all("circuit", 1, &[2, 1]));
    assert!(!all("circuit", 1, &[1, 2]) && !all("circuit", 1, &[2, 1, 4, 3]));
    assert!(all("subcircuit", 0, &[0, 1]) && all("subcircuit", 0, &[2, 1, 0]));
    assert!(!all("subcircuit", 0, &[1, 0, 3, 2]) && !all("subcircuit", 0, &[1, 1]));
    assert!(!all("subcircuit_some", 0, &[0, 1]) && all("subcircuit_some", 0, &[1, 0]));
    assert!(!all("subcircuit_some", 0, &[0]) && !all("subcircuit_some", 0, &[]));
}

#[test]
fn the_number_of_circuits_of_four_nodes_with_loops_left_out() {
    let mut count = 0;
    for code in 0..256_i64 {
        let node = |place: u32| code / 4_i64.pow(place) % 4;
        let list = json!(["list", node(0), node(1), node(2), node(3)]);
        count += of(json!(["subcircuit_some", 0, list])).unwrap();
    }
    // 6 of two nodes, 8 of three, 6 of four.
    assert_eq!(count, 20);
}

#[test]
fn empty_tasks() {
    assert_eq!(of(json!(["disjunctive", ["list", 1, 0], ["list", 0, 3]])), Ok(1));
    assert_eq!(of(json!(["disjunctive_strict", ["list", 1, 0], ["list", 0, 3]])), Ok(0));
    assert_eq!(of(json!(["disjunctive_strict", ["list", 0, 0], ["list", 0, 3]])), Ok(1));
    assert_eq!(of(json!(["cumulative", ["list", 0], ["list", 0], ["list", 9], 1])), Ok(1));
    assert_eq!(of(json!(["cumulative", ["list", 0], ["list", 1], ["list", 2], 1])), Ok(0));
}

#[test]
fn orders() {
    assert_eq!(of(json!(["lex_less", ["list"], ["list", 0]])), Ok(1));
    assert_eq!(of(json!(["lex_less", ["list", 1], ["list", 1]])), Ok(0));
    assert_eq!(of(json!(["value_precede", 1, 2, ["list", 0, 2, 1]])), Ok(0));
    assert_eq!(of(json!(["value_precede_chain", ["list", 1, 2], ["list", 1, 2]])), Ok(1));
    assert_eq!(of(json!(["seq_precede_chain", ["list", -1, 1, 2, 0]])), Ok(1));
    assert_eq!(of(json!(["seq_precede_chain", ["list", 2]])), Ok(0));
    assert_eq!(of(json!(["sliding_sum", 0, 1, 0, ["list", 5]])), Ok(1));
    assert_eq!(of(json!(["sliding_sum", 0, 1, 2, ["list", 5]])), Ok(1));
}

#[test]
fn lists() {
    assert_eq!(of(json!(["inverse", 1, ["list", 2, 1], 1, ["list", 2, 1]])), Ok(1));
    assert_eq!(of(json!(["inverse", 0, ["list", 5, 4], 4, ["list", 1, 0]])), Ok(1));
    assert_eq!(of(json!(["inverse", 1, ["list", 1, 1], 1, ["list", 1, 2]])), Ok(0));
    assert_eq!(of(json!(["inverse", 1, ["list", 1], 1, ["list", 1, 2]])), Ok(0));
    assert_eq!(of(json!(["arg_max", 1, ["list", 1, 3, 3]])), Ok(2));
    assert_eq!(of(json!(["table", ["list"], ["list", 1]])), Ok(0));
    assert_eq!(of(json!(["table", ["list", ["list"]], ["list"]])), Ok(1));
    let rows = json!(["list", ["list", 2, 0], ["list", 2, 1]]);
    let regular =
        |items: serde_json::Value| of(json!(["regular", 2, 2, rows, 1, ["list", 1], items]));
    assert_eq!(regular(json!(["list", 1, 1, 2])), Ok(1));
    assert_eq!(regular(json!(["list", 2])), Ok(0));
    assert_eq!(regular(json!(["list", 3])), Ok(0));
    assert_eq!(regular(json!(["list"])), Ok(1));
}
