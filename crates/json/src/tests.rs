//! Tests round trips of models, and errors with their places.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use parallax_model::{Domain, Model, sample};

#[test]
fn models_round_trip() {
    for seed in 0..500 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let sampled =
            if seed % 2 == 0 { sample::random_model } else { sample::model_with_objective };
        let model = sampled(rng).unwrap();
        let text = write_model(&model);
        assert_eq!(read_model("test", &text).unwrap(), model, "{text}");
    }
}

#[test]
fn grids_round_trip() {
    let mut model = Model::new("grid");
    for i in 0..5 {
        model.add_shown(format!("x{i}"), Domain::from_range(1, 2)).unwrap();
    }
    model.set_grid(2).unwrap();
    let text = write_model(&model);
    assert!(text.contains("\"grid\": 2"), "{text}");
    assert_eq!(read_model("test", &text).unwrap(), model);
}

fn error(text: &str) -> String {
    read_model("m", text).unwrap_err().to_string()
}

#[test]
fn errors_name_their_place() {
    insta::assert_snapshot!(error("{"), @"m:1:1: the text ends within an object");
    insta::assert_snapshot!(
        error(r#"{"format": "x", "variables": []}"#),
        @r#"m:1:12: format: "x"; expected "parallax-model-1" or "parallax-model-2""#
    );
    let with = |rest: &str| {
        error(&format!("{{\"format\": \"parallax-model-1\", \"variables\": [\n  {rest}}}"))
    };
    insta::assert_snapshot!(with(r#"{"name": "a", "domain": "1.9"}]"#), @r#"m:2:25: variables[0].domain: domain "1.9"; expected for example "1..9" or "{1, 3..5}""#);
    insta::assert_snapshot!(with(r#"{"name": "a", "domain": "1..9", "x": 1}]"#), @"m:2:37: variables[0].x: unknown field `x`, expected one of `name`, `domain`, `shown`, `label`");
    for domain in ["[1.0]", "[-0]", "[1e2]", "[4294967295]", "3", "null"] {
        let refused = with(&format!("{{\"name\": \"a\", \"domain\": {domain}}}]"));
        assert!(
            refused.starts_with("m:2:") && refused.contains("expected for example"),
            "{refused}"
        );
    }
    insta::assert_snapshot!(
        with("{\"name\": \"a\", \"domain\": [1]},\n  {\"name\": \"a\", \"domain\": [1]}]"),
        @"m:3:3: variables[1]: two variables are named 'a'"
    );
    let grid =
        |order: &str| with(&format!("{{\"name\": \"a\", \"domain\": [1]}}],\n  \"grid\": {order}"));
    insta::assert_snapshot!(grid("2"), @"m:3:11: grid: a grid of order 2 in a model of 1 variables");
    insta::assert_snapshot!(grid("0"), @"m:3:11: grid: a grid of order 0 in a model of 1 variables");
    insta::assert_snapshot!(grid("-1"), @"m:3:12: grid: invalid value: integer `-1`, expected usize");
    let objective =
        |objective: &str| with(&format!("{{\"name\": \"a\", \"domain\": [1]}}],\n {objective}"));
    insta::assert_snapshot!(objective(r#""minimize": [{"variable": "b"}]"#), @"m:3:28: minimize[0].variable: there is no variable 'b'");
    insta::assert_snapshot!(objective(r#""minimize": [], "maximize": []"#), @"m:3:30: maximize: both 'minimize' and 'maximize'; expected one of them");
    insta::assert_snapshot!(objective(r#""maximize": [{"variable": "a", "coefficient": 4611686018427387904}]"#), @"m:3:14: maximize: the objective: its sum can reach 4611686018427387904, which is too large (2^61)");
    let a = r#"{"name": "a", "domain": [0, 1]}], "constraints": ["#;
    insta::assert_snapshot!(with(&format!("{a}\n{{\"kind\": \"all_diferent\"}}]")), @"m:3:24: constraints[0]: unknown variant `all_diferent`, expected one of `all_different`, `global_cardinality`, `linear`, `compare`, `table`, `element`, `lexicographic`, `extremum`, `product`, `inverse`, `clause`, `dimension`, `reify`, `implies`, `regular`, `count`, `distinct_count`, `cumulative`, `no_overlap`, `circuit`, `bin_packing` (did you mean 'all_different'?)");
    insta::assert_snapshot!(
        with(&format!("{a}\n {{\"kind\": \"all_different\", \"scope\": [\"b\"]}}]")),
        @"m:3:38: constraints[0].scope[0]: there is no variable 'b'"
    );
    insta::assert_snapshot!(
        with(&format!("{a}{{\"kind\": \"table\", \"scope\": [\"a\"], \"tuples\": [[1, 2]]}}]")),
        @"m:2:53: constraints[0]: constraint 1: tuple 1 has 2 values, its scope 1 variables"
    );
}

#[test]
fn duplicate_unknown_and_missing_members_are_refused() {
    let with = |constraint: &str| {
        error(&format!(
            "{{\"format\": \"parallax-model-1\", \"variables\": \
             [{{\"name\": \"a\", \"domain\": [1]}}, {{\"name\": \"b\", \"domain\": [\"t\"]}}],\n\"constraints\": [\n{{{constraint}}}]}}"
        ))
    };
    for (constraint, fault) in [
        (r#""kind": "linear", "kind": "clause", "atoms": []"#, "duplicate field `kind`"),
        (r#""kind": "clause", "atoms": [], "atoms": []"#, "duplicate field `atoms`"),
        (r#""kind": "clause", "atoms": [], "label": "a", "label": "b""#, "duplicate field `label`"),
        (r#""kind": "all_different", "scope": [], "scope": []"#, "duplicate field `scope`"),
        (r#""kind": "clause", "atoms": [], "x": 1"#, "unknown field `x`"),
        (
            r#""kind": "table", "scope": ["b"], "tuples": [["t"]], "tuples": []"#,
            "duplicate field `tuples`",
        ),
        (
            r#""kind": "clause", "atoms": [{"variable": "b", "relation": "=", "value": "t", "value": 7}]"#,
            "duplicate field `value`",
        ),
        (r#""kind": "table", "scope": ["a"]"#, "missing field `tuples`"),
        (r#""scope": ["a"]"#, "missing field `kind`"),
    ] {
        let refused = with(constraint);
        assert!(refused.starts_with("m:3:") && refused.contains(fault), "{refused}");
    }
}

#[test]
fn a_list_of_names_has_each_name_once_and_all_names() {
    let with = |values: &str| {
        error(&format!(
            "{{\"format\": \"parallax-model-1\", \"values\": {values},\n\"variables\": \
             [{{\"name\": \"a\", \"domain\": [\"tea\", \"milk\"]}}], \"constraints\": []}}"
        ))
    };
    insta::assert_snapshot!(with(r#"{"tea": 7, "milk": 8, "tea": 9}"#), @"m:1:68: values.tea: duplicate field `tea`");
    insta::assert_snapshot!(with(r#"{"tea": 7, "mlik": 8}"#), @r#"m:2:37: variables[0].domain: value named 'milk' (did you mean 'mlik'?); expected a name of the list "values""#);
    insta::assert_snapshot!(with("{}"), @r#"m:2:37: variables[0].domain: value named 'tea'; expected a name of the list "values""#);
}

#[test]
fn reading_stops_when_the_check_fails() {
    let text = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": [1]}]}"#;
    let stop = || Err(parallax_instance::InputError::new("m", "stop"));
    assert_eq!(read::read_while("m", text, &stop).unwrap_err().to_string(), "m: stop");
}

#[test]
fn empty_ranges_are_warned_of_with_their_place() {
    let text = "{\"format\": \"parallax-model-1\", \"variables\": [\n  {\"name\": \"x\", \"domain\": \"1..8\"},\n  {\"name\": \"y\", \"domain\": \"8..1\"},\n  {\"name\": \"z\", \"domain\": \"{1, 5..3, 7}\"}]}";
    let (_, presentation) = read_while("here", text, &|| Ok(())).unwrap();
    let warnings: Vec<String> = presentation.warnings().iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(warnings.join("\n"), @r#"
    here:3:25: variables[1].domain: the range "8..1" is empty: its first value is the larger one
    here:4:25: variables[2].domain: the range "5..3" is empty: its first value is the larger one
    "#);
    let by_hand = text.replace("parallax-model-1", "parallax-model-2");
    let (_, presentation) = read_while("here", &by_hand, &|| Ok(())).unwrap();
    let warnings: Vec<String> = presentation.warnings().iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(warnings.join("\n"), @r#"
    here:3:27: variables[1].domain: the range "8..1" is empty: its first value is the larger one
    here:4:27: variables[2].domain: the range "5..3" is empty: its first value is the larger one
    "#);
}

#[test]
fn a_refused_name_keeps_its_value() {
    let mut presentation = SolutionPresentation::default();
    presentation.name_value("tea", 1).unwrap();
    assert!(presentation.name_value("tea", 2).is_err());
    assert_eq!(presentation.named_value("tea"), Ok(1));
    assert_eq!(presentation.value_names().len(), 1);
}
