//! Data of models by hand: what takes the place of which parameter, and faults with their places.

use insta::assert_snapshot;

use super::{ParameterSource, read_model, read_with, write_model};

/// A knapsack without its data.
const KNAPSACK: &str = r#"{
  "format": "parallax-model-2",
  "parameters": {"weight": null, "worth": [1], "room": 5, "grid": [[1, 2]], "any": []},
  "variables": [{"name": "take", "size": "length(weight)", "domain": "0..1"}],
  "constraints": [
    {"expr": "sum(i in 0..length(weight)-1: weight[i] * take[i]) <= room + length(grid[0])"}
  ]
}
"#;

fn with(model: &str, data: &str) -> Result<String, String> {
    let data = ParameterSource { source: "d", text: data };
    let read = read_with("m", model, Some(data), &|| Ok(()));
    read.map(|(model, _)| write_model(&model)).map_err(|error| error.to_string())
}

#[test]
fn data_take_the_place_of_parameters() {
    let data = r#"{"weight": [3, 4, 5], "room": 7, "grid": [[1], [2]]}"#;
    let own = r#"{"weight": [3, 4, 5], "worth": [1], "room": 7, "grid": [[1], [2]], "any": []}"#;
    let start = KNAPSACK.find("{\"weight\"").unwrap();
    let end = KNAPSACK.find(",\n  \"variables\"").unwrap();
    let whole = format!("{}{own}{}", &KNAPSACK[..start], &KNAPSACK[end..]);
    let expected = write_model(&read_model("m", &whole).unwrap());
    assert_eq!(with(KNAPSACK, data).unwrap(), expected);
    assert_eq!(with(KNAPSACK, &format!("\n {data}\n\n")).unwrap(), expected);
    // Equal parts of data do not change a model, and every model of this version takes some.
    assert_eq!(with(&whole, data).unwrap(), expected);
    assert_eq!(with(&whole, "{}").unwrap(), expected);
    for any in ["[]", "[1]", "[[[2]], []]"] {
        assert!(with(&whole, &format!("{{\"any\": {any}}}")).is_ok(), "{any}");
    }
    assert!(with(r#"{"format": "parallax-model-2", "variables": []}"#, "{}").is_ok());
}

#[test]
fn faults_of_data_have_their_places() {
    let faults = [
        "",
        "[1]",
        "{\"weight\": [1],\n \"room\": }",
        "{\"weight\": [1],\n \"rom\": 3}",
        "{\"weight\": [1],\n \"weight\": [2]}",
        "{\"weight\": [1,\n 2, \"three\"]}",
        "{\"weight\": [1, 2.5]}",
        "{\"weight\": null}",
        "{\"weight\": {\"a\": 1}}",
        "{\"weight\": [9223372036854775808]}",
        "{\"weight\": [1],\n \"room\": [3]}",
        "{\"weight\": [1],\n \"worth\": 3}",
        "{\"weight\": [1],\n \"worth\": [[3]]}",
        "{\"weight\": [1],\n \"grid\": [[[3]]]}",
        "{\"weight\": [1],\n \"any\": 3}",
        "{\"worth\": [3]}",
        "{\"weight\": 3}",
        "{\"weight\": [1]} x",
    ];
    let faults = faults.map(|data| with(KNAPSACK, data).unwrap_err());
    assert_snapshot!(faults.join("\n"), @r#"
    d:1:1: expected an object of parameters, for example {"n": 8}
    d:1:1: expected an object of parameters, for example {"n": 8}
    d:2:10: expected value
    d:2:9: rom: there is no parameter 'rom' (did you mean 'room'?); the model has any, grid, room, weight, worth
    d:2:9: weight: duplicate field `weight`
    d:2:11: weight[2]: invalid type: string "three", expected an integer or lists of integers
    d:1:18: weight[1]: invalid type: floating point `2.5`, expected an integer or lists of integers
    d:1:15: weight: invalid type: null, expected an integer or lists of integers
    d:1:12: weight: invalid type: map, expected an integer or lists of integers
    d:1:31: weight[0]: a number beyond 64 bits
    d:2:10: room: a list of integers; expected an integer, as in the model
    d:2:11: worth: an integer; expected a list of integers, as in the model
    d:2:11: worth: a list of lists of integers; expected a list of integers, as in the model
    d:2:10: grid: lists of integers, 3 inside each other; expected a list of lists of integers, as in the model
    d:2:9: any: an integer; expected a list, as in the model
    d:1:1: no value of 'weight', a parameter of m without one
    m:4:50: variables[0].size: weight is no array
    d:1:17: trailing characters
    "#);
    let deep = format!("{{\"weight\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(with(KNAPSACK, &deep).unwrap_err().contains("recursion limit"));
}

#[test]
fn a_model_says_that_it_needs_data() {
    assert_snapshot!(read_model("m", KNAPSACK).unwrap_err().to_string(), @r#"m:3:28: parameters.weight: a parameter without a value; expected --data FILE, where FILE is for example {"weight": 8}"#);
    let none = r#"{"format": "parallax-model-2", "variables": []}"#;
    assert_snapshot!(with(none, "{\"n\": 1}").unwrap_err(), @"d:1:7: n: there is no parameter 'n'; the model has none");
    let first = r#"{"format": "parallax-model-1", "variables": []}"#;
    assert_snapshot!(with(first, "{}").unwrap_err(), @r#"d:1:1: data for a model of "parallax-model-1", which has no parameters; expected one of "parallax-model-2""#);
}

#[test]
fn a_wrong_format_is_named_before_what_follows() {
    let third = r#"{"format": "parallax-model-3", "parameters": {"n": 1}, "variables": []}"#;
    assert_snapshot!(read_model("m", third).unwrap_err().to_string(), @r#"m:1:12: format: "parallax-model-3"; expected "parallax-model-1" or "parallax-model-2""#);
    let damaged =
        "{\"format\": \"parallax-model-2\", \"parameters\": {\"n\": 1}, \"variables\": [}";
    assert_snapshot!(read_model("m", damaged).unwrap_err().to_string(), @"m:1:70: variables: expected value");
}

#[test]
fn lengths_are_those_of_parameters_and_arrays() {
    let model = |expr: &str| {
        format!(
            r#"{{"format": "parallax-model-2", "parameters": {{"n": 2, "w": [[1, 2, 3], []]}},
            "variables": [{{"name": "x", "size": [2, 4], "domain": "0..1"}},
            {{"name": "y", "domain": "0..1"}}], "constraints": [{{"expr": "{expr}"}}]}}"#
        )
    };
    for expr in [
        "length(w) = 2 and length(w[0]) = 3 and length(w[1]) = 0",
        "length(x) = 2 and length(x[n-1]) = 4",
        "all(i in 0..length(w)-1: length(w[i]) = (if i = 0 then 3 else 0))",
    ] {
        let found = read_model("m", &model(expr)).unwrap();
        assert!(found.constraints().is_empty(), "{expr}");
        // A constraint that is false stays in the model.
        let negated = read_model("m", &model(&format!("not ({expr})"))).unwrap();
        assert!(!negated.constraints().is_empty(), "{expr}");
    }
    let faults = [
        "length(n)",
        "length(y)",
        "length(w, x)",
        "length()",
        "length(2)",
        "length(w[2])",
        "length(w[0][0])",
        "length(x[][0])",
        "length(x[y])",
        "length(i in 0..1: i)",
        "length(z)",
    ];
    let faults = faults.map(|expr| {
        let error = read_model("m", &model(&format!("{expr} = 1"))).unwrap_err();
        format!("{expr}: {error}")
    });
    assert_snapshot!(faults.join("\n"), @"
    length(n): m:3:80: constraints[0].expr: n is no array
    length(y): m:3:80: constraints[0].expr: 'y' is no array; expected one array, or a part of one such as 'x[0]'
    length(w, x): m:3:73: constraints[0].expr: 2 operands; expected one array, or a part of one such as 'x[0]'
    length(): m:3:73: constraints[0].expr: 0 operands; expected one array, or a part of one such as 'x[0]'
    length(2): m:3:80: constraints[0].expr: an expression; expected one array, or a part of one such as 'x[0]'
    length(w[2]): m:3:80: constraints[0].expr: w[2] does not exist
    length(w[0][0]): m:3:80: constraints[0].expr: w[0][0] is no array
    length(x[][0]): m:3:80: constraints[0].expr: empty brackets; expected one array, or a part of one such as 'x[0]'
    length(x[y]): m:3:82: constraints[0].expr: a variable; expected a known number
    length(i in 0..1: i): m:3:73: constraints[0].expr: indices; expected an array: length(x)
    length(z): m:3:80: constraints[0].expr: 'z' is no array; expected one array, or a part of one such as 'x[0]'
    ");
}
