//! Definitions at their edges, written out by hand.

use serde_json::json;

use super::{ExprValueError, UndefinedSemantics, constraint_holds, evaluate_number};
use crate::programs::case::FuzzCase;

/// Returns the value of a constant expression.
fn of(expr: serde_json::Value) -> Result<i128, ExprValueError> {
    let case = json!({ "variables": [], "constraints": [expr] });
    let case = FuzzCase::from_json(&case).expect("a well-formed expression");
    evaluate_number(&case.constraints[0], &[], UndefinedSemantics::Relational)
}

#[test]
fn numbers() {
    assert_eq!(of(json!(["div", -7, 2])), Ok(-3));
    assert_eq!(of(json!(["mod", -7, 2])), Ok(-1));
    assert_eq!(of(json!(["mod", 7, -2])), Ok(1));
    assert_eq!(of(json!(["div", 1, 0])), Err(ExprValueError::Undefined));
    assert_eq!(of(json!(["pow", -1, -1])), Ok(-1));
    assert_eq!(of(json!(["pow", -1, -2])), Ok(1));
    assert_eq!(of(json!(["pow", 2, -1])), Ok(0));
    assert_eq!(of(json!(["pow", 0, 0])), Ok(1));
    assert_eq!(of(json!(["pow", 0, -1])), Err(ExprValueError::Undefined));
    assert_eq!(of(json!(["pow", 2, 63])), Err(ExprValueError::TooLarge));
    assert_eq!(of(json!(["mul", i64::MAX, 2])), Err(ExprValueError::TooLarge));
    assert_eq!(of(json!(["sum", ["list"]])), Ok(0));
    assert_eq!(of(json!(["maximum", ["list"]])), Err(ExprValueError::Undefined));
}

#[test]
fn undefined_terms() {
    let partial = json!(["eq", ["div", 1, 0], 0]);
    assert_eq!(of(partial.clone()), Ok(0));
    assert_eq!(of(json!(["not", partial])), Ok(1));
    let case = json!({ "variables": [], "constraints": [["not", ["eq", ["div", 1, 0], 0]]] });
    let case = FuzzCase::from_json(&case).expect("a well-formed expression");
    let of = |semantics| constraint_holds(&case.constraints[0], &[], semantics);
    assert_eq!(of(UndefinedSemantics::Relational), Ok(true));
    assert_eq!(of(UndefinedSemantics::Strict), Ok(false));
    assert_eq!(of(UndefinedSemantics::Total), Err(ExprValueError::Undefined));
}

#[test]
fn circuits() {
    let all = |name: &str, base: i128, nodes: &[i128]| {
        let mut list = vec![json!("list")];
        list.extend(nodes.iter().map(|&node| json!(i64::try_from(node).unwrap())));
        of(json!([name, i64::try_from(base).unwrap(), list])).unwrap() == 1
    };
    assert!(all("circuit", 1, &[]) && !all("circuit", 1, &[1]) && all("circuit", 1, &[2, 1]));
    assert!(all("subcircuit", 1, &[]) && all("subcircuit", 1, &[1]));
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

#[test]
fn euclidean_division() {
    assert_eq!(of(json!(["euclid_div", -7, 2])), Ok(-4));
    assert_eq!(of(json!(["euclid_div", -7, -2])), Ok(4));
    assert_eq!(of(json!(["euclid_mod", -7, -2])), Ok(1));
    assert_eq!(of(json!(["euclid_mod", 7, 0])), Err(ExprValueError::Undefined));
}

#[test]
fn places_and_numbers() {
    let list = json!(["list", 3, 1, 3]);
    assert_eq!(of(json!(["is_arg_max", 1, list, 3])), Ok(1));
    assert_eq!(of(json!(["is_arg_max", 1, list, 2])), Ok(0));
    assert_eq!(of(json!(["is_arg_min", 0, list, 1])), Ok(1));
    assert_eq!(of(json!(["is_arg_min", 0, ["list"], 0])), Ok(0));
    assert_eq!(of(json!(["is_minimum", 1, list])), Ok(1));
    assert_eq!(of(json!(["is_maximum", 3, ["list"]])), Ok(0));
    assert_eq!(of(json!(["count_leq", list, 3, 1])), Ok(1));
    assert_eq!(of(json!(["count_lt", list, 3, 2])), Ok(0));
    assert_eq!(of(json!(["count_geq", list, 3, 1])), Ok(0));
    assert_eq!(of(json!(["at_least", 2, list, 3])), Ok(1));
    assert_eq!(of(json!(["at_most", 1, list, 3])), Ok(0));
    assert_eq!(of(json!(["nvalue_except", list, ["list", 1]])), Ok(1));
    assert_eq!(of(json!(["scalar_product", list, ["list", 1, 2, -1]])), Ok(2));
    let grid = json!(["list", ["list", 4, 5], ["list", 6, 7]]);
    assert_eq!(of(json!(["element_matrix", 1, grid, 2, 1])), Ok(6));
    assert_eq!(of(json!(["element_matrix", 0, grid, 2, 1])), Err(ExprValueError::Undefined));
}

#[test]
fn permutations_and_sorting() {
    assert_eq!(of(json!(["symmetric_all_different", 1, ["list", 2, 1, 3]])), Ok(1));
    assert_eq!(of(json!(["symmetric_all_different", 1, ["list", 2, 3, 1]])), Ok(0));
    assert_eq!(of(json!(["symmetric_all_different", 0, ["list"]])), Ok(1));
    assert_eq!(of(json!(["channel_truths", 0, ["list", false, true], 1])), Ok(1));
    assert_eq!(of(json!(["channel_truths", 0, ["list", true, true], 1])), Ok(0));
    assert_eq!(of(json!(["channel_truths", 0, ["list"], 0])), Ok(0));
    assert_eq!(of(json!(["sort", ["list", 2, 1], ["list", 1, 2]])), Ok(1));
    assert_eq!(of(json!(["arg_sort", 1, ["list", 2, 1, 1], ["list", 2, 3, 1]])), Ok(1));
    assert_eq!(of(json!(["arg_sort", 1, ["list", 1, 1], ["list", 2, 1]])), Ok(0));
    assert_eq!(of(json!(["ordered_by", 1, ["list", 0, 2], ["list", 2]])), Ok(1));
    assert_eq!(of(json!(["ordered_by", 3, ["list", 0, 2], ["list", 2]])), Ok(0));
}

#[test]
fn grids_and_boxes() {
    let of_grid = |name: &str, grid: &serde_json::Value| of(json!([name, grid]));
    let grid = json!(["list", ["list", 0, 1], ["list", 0, 2]]);
    assert_eq!(of_grid("lex2", &grid), Ok(1));
    assert_eq!(of_grid("strict_lex2", &grid), Ok(1));
    assert_eq!(of_grid("all_different_lists", &grid), Ok(1));
    assert_eq!(of_grid("all_different_matrix", &grid), Ok(0));
    let equal = json!(["list", ["list", 1], ["list", 1]]);
    assert_eq!(of_grid("lex_chain_lesseq", &equal), Ok(1));
    assert_eq!(of_grid("lex_chain_less", &equal), Ok(0));
    let boxes = |sides: [i64; 2]| {
        let origins = json!(["list", ["list", 0, 0, 0], ["list", 1, 1, 1]]);
        let lengths = json!(["list", ["list", 3, 3, 3], ["list", sides[0], sides[1], 1]]);
        ["diffn_k", "diffn_nonstrict_k"].map(|name| of(json!([name, origins, lengths])))
    };
    assert_eq!(boxes([1, 1]), [Ok(0), Ok(0)]);
    assert_eq!(boxes([0, 1]), [Ok(0), Ok(1)]);
}

#[test]
fn automata_and_flows() {
    let moves = json!(["list", ["list", 1, 1, 1], ["list", 1, 1, 2]]);
    let nfa =
        |items: serde_json::Value| of(json!(["regular_nfa", 2, 1, moves, 1, ["list", 2], items]));
    assert_eq!(nfa(json!(["list", 1, 1])), Ok(1));
    assert_eq!(nfa(json!(["list"])), Ok(0));
    let next = json!(["list", ["list", 1, 2], ["list", 0, 2]]);
    let costs = json!(["list", ["list", 5, 1], ["list", 0, 2]]);
    let items = json!(["list", 1, 2, 2]);
    let cost =
        |total: i64| of(json!(["cost_regular", 2, 2, next, 1, ["list", 2], items, costs, total]));
    assert_eq!((cost(8), cost(7)), (Ok(1), Ok(0)));
    let rows = json!(["list", ["list", 9, 1], ["list", 2, 9]]);
    assert_eq!(of(json!(["table_short", 9, rows, ["list", 5, 1]])), Ok(1));
    assert_eq!(of(json!(["table_short", 9, rows, ["list", 5, 2]])), Ok(0));
    let arcs = json!(["list", ["list", 1, 2], ["list", 2, 1]]);
    let flow = |flows: serde_json::Value| {
        of(json!(["network_flow_cost", arcs, ["list", 1, -1], ["list", 2, 1], flows, 5]))
    };
    assert_eq!((flow(json!(["list", 2, 1])), flow(json!(["list", 1, 0]))), (Ok(1), Ok(0)));
}
