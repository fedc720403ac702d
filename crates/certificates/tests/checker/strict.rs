//! Texts that two readers could take for different models, and limits.

use std::io::ErrorKind;

use parallax_certificates::{
    Automaton, CheckerModel, Constraint, Objective, Stopped, check_certificate, json,
};

/// A model with one variable, and more keys.
fn with(more: &str) -> String {
    format!(
        r#"{{"format": "parallax-model-1", "variables": [{{"name": "a", "domain": "0..1"}}]{more}}}"#
    )
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn json_is_read_strictly() {
    assert!(json::read_model(&with("")).is_ok());
    for (more, why) in [
        (r#", "constraints": [], "constraints": []"#, "'constraints' is there twice"),
        (r#", "other": 1"#, "unknown key 'other'"),
        (
            r#", "constraints": [{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": 0, "": 1}]}]"#,
            "unknown key ''",
        ),
        (
            r#", "constraints": [{"kind": "implies", "condition": "a", "then": {"kind": "clause", "atoms": [], "label": ""}}]"#,
            "unknown key 'label'",
        ),
        (
            r#", "constraints": [{"kind": "table", "scope": ["a"], "tuples": [[0, 1]]}]"#,
            "a row of 2 values, not 1",
        ),
        (
            r#", "constraints": [{"kind": "regular", "scope": ["a"], "automaton": {"start": 0, "finals": [], "transitions": [[0, 1]]}}]"#,
            "expected a state, a value and a state",
        ),
        (
            r#", "constraints": [{"kind": "regular", "scope": ["a"], "automaton": {"start": -1, "finals": [], "transitions": []}}]"#,
            "expected 0 or more",
        ),
        (
            r#", "constraints": [{"kind": "regular", "scope": ["a"], "automaton": {"start": 0, "finals": [16777216], "transitions": []}}]"#,
            "state 16777216; expected states below 16777216",
        ),
        (
            r#", "constraints": [{"kind": "regular", "scope": ["a"], "automaton": {"start": 0, "finals": [], "transitions": [[0, 1, 2], [0, 1, 3]]}}]"#,
            "1 leads from state 0 to two",
        ),
        (r#", "grid": 1.0"#, "expected an integer"),
        (r#", "grid": 1e3"#, "expected an integer"),
        (r#", "grid": 01"#, "expected an integer"),
        (r#", "grid": -0"#, "expected an integer"),
        (r#", "grid": +1"#, "expected an integer"),
        (r#", "grid": 9223372036854775808"#, "expected an integer"),
        (r#", "grid": NaN"#, "expected an integer"),
        (r#", "grid": nul"#, "expected an integer"),
        (r#", "grid": "#, "expected an integer"),
        (r#", "grid": 1,"#, "expected a text in quotes"),
        (r#", "grid": [1,]"#, "expected an integer"),
        (r#", "grid": [1 2]"#, "expected ',' or ']'"),
        (r#", "name": "a"#, "a text that is cut off"),
        (", \"name\": \"a\tb\"", "a control character"),
        (r#", "name": "\x""#, "an invalid escape"),
        (r#", "name": "\u12""#, "an invalid escape"),
        (r#", "name": "\u+123""#, "an invalid escape"),
        (r#", "name": "\ud800""#, "an invalid escape"),
        (r#", "name": "\ud800u0041""#, "an invalid escape"),
        (r#", "name": "\udc00\ud800""#, "an invalid escape"),
        (r#", 'name': 1"#, "expected a text in quotes"),
        (r#", "values": {"1": 1}"#, "is a number"),
        (r#", "values": {"-3": 1}"#, "is a number"),
        (r#", "values": {"": 1}"#, "is no name"),
        (r#", "values": {" red": 1}"#, "is no name"),
        (r#", "values": {"a=b": 1}"#, "is no name"),
        (r#", "values": {"red": 1, "green": 1}"#, "1 has two names"),
        (r#", "values": {"red": "1"}"#, "expected an integer"),
        (
            r#", "dimensions": [{"name": "d", "classes": [{"name": "c", "values": ["x"]}]}]"#,
            "integer",
        ),
    ] {
        let refused = json::read_model(&with(more)).expect_err(more).to_string();
        assert!(refused.contains(why), "{more}: {refused}");
        assert!(refused.starts_with("1:"), "{refused}");
    }
    for (text, why) in [
        (with("") + " x", "1:80: text after the end"),
        ("\n\n [".to_owned(), "3:3: expected an integer"),
        ("[".repeat(200), "nesting that is too deep"),
        ("{\"format\": \"é\" 1}".to_owned(), "1:16: expected ',' or '}'"),
        (String::new(), "1:1: expected an integer"),
        ("\u{feff}{}".to_owned(), "1:1:"),
    ] {
        let refused = json::read_model(&text).expect_err(&text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let escaped = with("").replace("\"a\"", r#""\u0041\ud83d\ude00\n\"\\\/é""#);
    assert_eq!(json::read_model(&escaped).expect("escapes").variables[0].name, "A😀\n\"\\/é");
}

#[test]
fn domains_have_names_or_numbers() {
    let domain = |domain: &str| json::read_model(&with("").replace("\"0..1\"", domain));
    let values = |text: &str| domain(text).expect(text).variables[0].domain.clone();
    assert_eq!(values(r#"["red", "green", "red"]"#), [1, 2]);
    assert_eq!(values("[3, 1, 3]"), [1, 3]);
    assert_eq!(values("[]"), [0i64; 0]);
    assert_eq!(values("\"{1, 3..5}\""), [1, 3, 4, 5]);
    for (text, why) in [
        (r#"["red", 1]"#, "names and numbers in one domain"),
        (r#"["0", "1"]"#, "is a number"),
        ("\"1..4194305\"", "more than 4194304 values"),
        ("\"1..\"", "is no run of values"),
        ("1", "expected a text or a list"),
    ] {
        let refused = domain(text).expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let many: Vec<String> =
        (0..9).map(|own| format!(r#"{{"name": "v{own}", "domain": "1..4194304"}}"#)).collect();
    let all = format!(r#"{{"format": "parallax-model-1", "variables": [{}]}}"#, many.join(", "));
    let refused = json::read_model(&all).expect_err("too many values").to_string();
    assert!(refused.contains("more than 33554432 values in all domains"), "{refused}");
}

fn refusal(model: &CheckerModel, kind: &str, steps: &str) -> String {
    let text = format!("parallax-certificate 3 {} {kind}\n{steps}", model.digest());
    let none = &mut |_: &str| Err(ErrorKind::NotFound.into());
    check_certificate(model, text.as_bytes(), none, &|| Ok(())).expect_err(steps).to_string()
}

#[test]
fn long_sums_and_much_that_is_kept_are_refused() {
    let mut model = json::read_model(&with("")).expect("a model");
    let objective = |number| {
        let terms = vec![(i64::MIN, 0); number].into_iter().collect();
        Some(Objective { terms, minimize: true })
    };
    model.objective = objective(1 << 17);
    let refused = refusal(&model, "optimum", "q\n");
    assert!(refused.contains("is open"), "{refused}");
    model.objective = objective((1 << 17) + 1);
    let refused = refusal(&model, "optimum", "q\n");
    assert!(refused.contains("coefficients that sum to more than"), "{refused}");
    model.objective = None;
    let values = |largest: i64| vec![-largest, largest];
    model.variables[0].domain = values(1 << 40);
    assert!(refusal(&model, "count", "q\n").contains("is open"));
    model.variables[0].domain = values((1 << 40) + 1);
    let refused = refusal(&model, "count", "q\n");
    assert!(refused.contains("a has values beyond 1099511627776"), "{refused}");
    model.variables[0].domain = vec![0, 1];
    // Lemmas that hold: the atoms exclude each other.
    let lemma = format!("l{}\ne\n", " = 0 0 = 0 1".repeat(13));
    let refused = refusal(&model, "count", &lemma.repeat((1 << 25) / (3 * 26) + 1));
    assert!(refused.contains("more than 33554432 numbers in lemmas, lists"), "{refused}");
}

/// The question looks automata up as sorted lists.
#[test]
fn automata_that_are_made_must_be_sorted() {
    let mut model = json::read_model(&with("")).expect("a model");
    for (finals, transitions) in
        [(vec![1, 0], vec![]), (vec![0, 0], vec![]), (vec![], vec![(1, 0, 0), (0, 0, 0)])]
    {
        let automaton = Automaton { start: 0, finals, transitions };
        model.constraints = vec![Constraint::Regular { scope: vec![0], automaton }];
        let refused = refusal(&model, "count", "q\n");
        assert!(refused.contains("an automaton whose lists are not ascending"), "{refused}");
    }
}

#[test]
fn a_check_stops_when_it_is_told_to() {
    let model = json::read_model(&with("")).expect("a model");
    let text = format!(
        "parallax-certificate 3 {} count\n{}",
        model.digest(),
        "l = 0 0 = 0 1\ne\n".repeat(10_000)
    );
    let none = &mut |_: &str| Err(ErrorKind::NotFound.into());
    let stopped =
        check_certificate(&model, text.as_bytes(), none, &|| Err(Stopped::Early { word: "now" }));
    assert_eq!(stopped.expect_err("it stops").why.to_string(), "now");
}
