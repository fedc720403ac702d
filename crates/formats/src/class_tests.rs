//! Relations between classes in JSON.

use parallax_json::{JsonModel, read_model, write_model};
use parallax_model::{ClassRelation, Constraint};

/// A model of two variables with a relation between their colors. The
/// relation is on line 5.
fn colored(relation: &str) -> String {
    let kind = r#""kind": "dimension", "scope": ["a", "b"], "dimension": "color""#;
    format!(
        r#"{{"format": "parallax-model-1", "dimensions": [{{"name": "color", "classes": [
            {{"name": "red", "values": [1, 2]}}, {{"name": "green", "values": [3]}}]}}],
        "variables": [{{"name": "a", "domain": "0..1"}}, {{"name": "b", "domain": "1..3"}}],
        "constraints": [
          {{{kind}, "relation": {relation}}},
          {{"kind": "implies", "condition": "a", "then": {{{kind}, "relation": {relation}}}}}]}}"#
    )
}

#[test]
fn relations_of_classes_round_trip() {
    for (text, relation) in [
        (r#""all_same""#, ClassRelation::AllSame),
        (r#""all_different""#, ClassRelation::AllDifferent),
        (r#""all_same_or_all_different""#, ClassRelation::AllSameOrAllDifferent),
        (r#"{"exactly_equal": 2}"#, ClassRelation::ExactlyEqual(2)),
        (r#"{"table": []}"#, ClassRelation::Table(Vec::new())),
        (
            r#"{"table": [["red", "green"], ["green", "green"]]}"#,
            ClassRelation::Table(vec![vec![0, 1], vec![1, 1]]),
        ),
    ] {
        let model = read_model("test", &colored(text)).unwrap();
        let Constraint::Dimension(kind) = &model.constraints()[0].constraint else {
            panic!("expected a relation of classes: {model}");
        };
        assert_eq!(kind.relation, relation);
        assert_eq!(read_model("test", &write_model(&model)).unwrap(), model);
        let line = serde_json::to_string(&JsonModel(&model)).unwrap();
        assert_eq!(read_model("test", &line).unwrap(), model);
    }
}

#[test]
fn errors_in_relations_name_their_place() {
    let fault = |relation: &str| read_model("m", &colored(relation)).unwrap_err().to_string();
    insta::assert_snapshot!(fault(r#"{"table": [["red", "blue"]]}"#), @"m:5:107: constraints[0].relation.table[0][1]: there is no class 'blue' in dimension 'color'");
    insta::assert_snapshot!(fault(r#"{"table": [["red", "green"], ["red"]]}"#), @"m:5:11: constraints[0]: constraint 1: row 2 has 1 classes, its scope 2 variables");
    insta::assert_snapshot!(fault(r#"{"table": [["red", 0]]}"#), @"m:5:107: constraints[0].relation.table[0][1]: invalid type: integer `0`, expected a string");
    insta::assert_snapshot!(fault(r#"{"exactly_equal": 0}"#), @"m:5:11: constraints[0]: constraint 1: exactly 0 equal classes of 2 variables");
    insta::assert_snapshot!(fault(r#"{"exactly_equal": 3}"#), @"m:5:11: constraints[0]: constraint 1: exactly 3 equal classes of 2 variables");
    insta::assert_snapshot!(fault(r#"{"exactly_equal": -1}"#), @"m:5:107: constraints[0].relation.exactly_equal: invalid value: integer `-1`, expected u32");
    insta::assert_snapshot!(fault(r#""all_equal""#), @"m:5:98: constraints[0].relation: unknown variant `all_equal`, expected one of `all_same`, `all_different`, `all_same_or_all_different`, `exactly_equal`, `table`");
}
