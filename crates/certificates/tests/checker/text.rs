//! The canonical text of each kind, which the digest of a model is about, and the digest.

use parallax_certificates::json;

/// A constraint in JSON, and its line.
const CONSTRAINTS: [(&str, &str); 19] = [
    (r#"{"kind": "all_different", "scope": ["a", "b"]}"#, "AllDifferent { scope: [0, 1] }"),
    (
        r#"{"kind": "global_cardinality", "scope": ["a", "b"], "occurrences": [{"value": "red", "min": 0, "max": 2}, {"value": -3, "min": 1, "max": 1}], "closed": true}"#,
        "Cardinality { scope: [0, 1], occurrences: [Occurrence { value: 1, min: 0, max: 2 }, Occurrence { value: -3, min: 1, max: 1 }], closed: true }",
    ),
    (
        r#"{"kind": "linear", "terms": [{"variable": "c"}, {"coefficient": -2, "variable": "a"}, {"coefficient": 1000000000000000000, "variable": "c"}, {"coefficient": 3, "variable": "a"}], "relation": "<=", "constant": -7}"#,
        "Linear { terms: Terms([(1, 0), (1000000000000000001, 2)]), relation: Le, constant: -7 }",
    ),
    (
        r#"{"kind": "compare", "left": "a", "relation": "!=", "right": "b"}"#,
        "Compare { left: 0, relation: Ne, right: 1, offset: 0 }",
    ),
    (
        r#"{"kind": "table", "scope": ["a", "c"], "tuples": [[1, "red"], [2, "blue"]]}"#,
        "Table { scope: [0, 2], tuples: [[1, 1], [2, 2]], forbidden: false }",
    ),
    (
        r#"{"kind": "table", "scope": ["a", "c"], "tuples": [], "forbidden": true}"#,
        "Table { scope: [0, 2], tuples: [], forbidden: true }",
    ),
    (
        r#"{"kind": "element", "index": "b", "array": ["a", "c"], "result": "a", "first": -1}"#,
        "Element { index: 1, array: [0, 2], result: 0, first: -1 }",
    ),
    (
        r#"{"kind": "lexicographic", "left": ["a", "c"], "right": ["b", "c"], "strict": true}"#,
        "Lexicographic { left: [0, 2], right: [1, 2], strict: true }",
    ),
    (
        r#"{"kind": "extremum", "result": "a", "scope": ["b", "c"], "max": false}"#,
        "Extremum { result: 0, scope: [1, 2], max: false }",
    ),
    (
        r#"{"kind": "product", "left": "a", "right": "b", "result": "c"}"#,
        "Product { left: 0, right: 1, result: 2 }",
    ),
    (
        r#"{"kind": "inverse", "left": ["a"], "right": ["b"], "first_right": 1}"#,
        "Inverse { left: [0], right: [1], first_left: 0, first_right: 1 }",
    ),
    (
        r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": ">", "value": 3}, {"variable": "c", "relation": "=", "value": "red"}]}"#,
        "Clause { atoms: [Atom { variable: 0, relation: Gt, value: 3 }, Atom { variable: 2, relation: Eq, value: 1 }] }",
    ),
    (r#"{"kind": "clause", "atoms": []}"#, "Clause { atoms: [] }"),
    (
        r#"{"kind": "dimension", "scope": ["a", "b"], "dimension": "d", "relation": "all_same"}"#,
        "Dimension { scope: [0, 1], dimension: {1: 0, 2: 1, 4: 0}, relation: AllSame }",
    ),
    (
        r#"{"kind": "dimension", "scope": ["a", "b"], "dimension": "d", "relation": {"exactly_equal": 2}}"#,
        "Dimension { scope: [0, 1], dimension: {1: 0, 2: 1, 4: 0}, relation: ExactlyEqual(2) }",
    ),
    (
        r#"{"kind": "dimension", "scope": ["a", "b"], "dimension": "d", "relation": {"table": [["x", "y"]]}}"#,
        "Dimension { scope: [0, 1], dimension: {1: 0, 2: 1, 4: 0}, relation: Table([[0, 1]]) }",
    ),
    (
        r#"{"kind": "reify", "truth": "b", "atom": {"variable": "a", "relation": ">=", "value": 2}}"#,
        "Reify { truth: 1, atom: Atom { variable: 0, relation: Ge, value: 2 } }",
    ),
    (
        r#"{"kind": "regular", "scope": ["c", "a"], "automaton": {"start": 2, "finals": [3, 0, 3], "transitions": [[2, "red", 0], [0, 4, 3], [0, -1, 2], [2, 1, 0]]}}"#,
        "Regular { scope: [2, 0], automaton: Automaton { start: 2, finals: [0, 3], transitions: [(0, -1, 2), (0, 4, 3), (2, 1, 0)] } }",
    ),
    (
        r#"{"kind": "implies", "condition": "b", "then": {"kind": "dimension", "scope": ["a"], "dimension": "d", "relation": "all_same_or_all_different"}}"#,
        "Implies { condition: 1, then: Dimension { scope: [0], dimension: {1: 0, 2: 1, 4: 0}, relation: Either } }",
    ),
];

#[test]
fn each_kind_has_its_line() {
    for (constraint, line) in CONSTRAINTS {
        let model = format!(
            r#"{{"format": "parallax-model-1", "dimensions": [{{"name": "d", "classes": [
                {{"name": "x", "values": [1, 4]}}, {{"name": "y", "values": [2]}}]}}],
              "variables": [{{"name": "a", "domain": "1..4"}}, {{"name": "b", "domain": "0..1", "shown": false}},
                {{"name": "c", "domain": ["red", "blue"]}}],
              "constraints": [{constraint}], "maximize": [{{"variable": "b"}}, {{"coefficient": 2, "variable": "a"}}]}}"#
        );
        let text = json::read_model(&model).expect(constraint).to_string();
        let first = "parallax-flat 2\nshown [1, 2, 3, 4]\nhidden [0, 1]\nshown [1, 2]\n";
        let last = "Objective { terms: Terms([(2, 0), (1, 1)]), minimize: false }\n";
        assert_eq!(text, format!("{first}{line}\n{last}"));
    }
}

/// `printf 'parallax-flat 2\nshown [1, 2]\n' | sha256sum`
#[test]
fn the_digest_is_that_of_the_text() {
    let text = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "1..2"}]}"#;
    let model = json::read_model(text).expect("a model");
    assert_eq!(model.to_string(), "parallax-flat 2\nshown [1, 2]\n");
    assert_eq!(model.digest(), "824dc7a8b1d108647ce51a9a4409ce0d0bd901f7fa7f13446f82090debcca273");
}

/// A search plan does not belong to what a certificate shows.
#[test]
fn a_search_plan_does_not_change_the_digest() {
    let with = |search: &str| {
        let text = format!(
            r#"{{"format": "parallax-model-1", "variables": [{{"name": "a", "domain": "1..3"}}]{search}}}"#
        );
        json::read_model(&text).unwrap().digest()
    };
    let plan = r#", "search": {
        "steps": [{"variables": ["a"], "choose": "first_fail", "try": "split"}],
        "restarts": {"geometric": ["1.5", 9223372036854775807]},
        "first_values": [{"variable": "a", "value": -2}]
    }"#;
    assert_eq!(with(plan), with(""));
}
