//! Random models in JSON with random faults: the program and the checker of certificates read the
//! same model, or both refuse it.
//!
//! `PARALLAX_CASES` is their number.

use parallax_certificates::json as checked;
use parallax_json as json;
use parallax_model::sample;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Domains and values in the ways that people write them, right and wrong.
const DOMAINS: &[&str] = &[
    r#""1..3""#,
    r#""{1, 3..5}""#,
    "[1, 3]",
    r#"["red", "green"]"#,
    r#"["0", "1"]"#,
    r#"["red", 1]"#,
    r#"[1, "red"]"#,
    r#"["red", "red"]"#,
    "[1, 1]",
    "[3, 1]",
    "[]",
    r#""""#,
    r#""3..1""#,
    r#""{}""#,
    r#"["-1", "red"]"#,
    r#"["+1"]"#,
    r#"["1.5"]"#,
    r#"["a=b"]"#,
    r#"[" red"]"#,
    r#"["red "]"#,
    r#"["r\u0065d"]"#,
    "[1.0, 2]",
    "[1e0, 2]",
    "[-0, 1]",
    "[01]",
    "[true]",
    "[null]",
    r#""0..1 ""#,
    r#"" 0..1""#,
    r#""+0..1""#,
    r#""0 .. 1""#,
    r#""-1..1""#,
    r#""{1,2}""#,
    r#""{ 1 , 2 }""#,
    r#""{2, 1}""#,
    r#""{1..2, 2..3}""#,
    "5",
    "{}",
];

/// Values with names.
const NAMES: &[&str] = &[
    "{}",
    r#"{"red": 1, "green": 2}"#,
    r#"{"red": 1, "green": 1}"#,
    r#"{"1": 1}"#,
    r#"{"-3": 1}"#,
    r#"{"red": "1"}"#,
    r#"{"red": 1.0}"#,
    r#"{"": 1}"#,
    r#"{"red": 2147483648}"#,
    r#"{"r\u0065d": 1}"#,
    r#"{"red": 1, "red": 1}"#,
    r#"{"red": 1, "green": 2, "r\u0065d": 3}"#,
];

/// Constraints over the variables `a` and `b`.
const CONSTRAINTS: &[&str] = &[
    r#"{"kind": "all_different", "scope": ["a", "b"]}"#,
    r#"{"kind": "all_different", "scope": ["a", "a"]}"#,
    r#"{"kind": "all_different", "scope": ["a", "c"]}"#,
    r#"{"kind": "all_different", "scope": []}"#,
    r#"{"kind": "compare", "left": "a", "relation": "<", "right": "b"}"#,
    r#"{"kind": "compare", "left": "a", "relation": "<>", "right": "b"}"#,
    r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": 1}]}"#,
    r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": "red"}]}"#,
    r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": "1"}]}"#,
    r#"{"kind": "clause", "atoms": []}"#,
    r#"{"kind": "table", "scope": ["a"], "tuples": [[1], ["red"]]}"#,
    r#"{"kind": "other"}"#,
    r#"{"kind": "all_different"}"#,
    r#"{"kind": "all_different", "scope": ["a", "b"], "scope": ["a"]}"#,
    r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": 1, "value": 1}]}"#,
    r#"{"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": "red", "value": "red"}]}"#,
    "[]",
];

/// A small model, with one thing in each place.
fn small(rng: &mut ChaCha8Rng) -> String {
    let mut one = |list: &[&str]| (*list.choose(rng).expect("one")).to_owned();
    let (a, b) = (one(DOMAINS), one(&DOMAINS[..4]));
    let name = one(&["a", "a", "a", "b", "", "1", "a=b", "a b"]);
    let more = match one(&["-", "-", "values", "constraints", "grid", "hidden", "other"]).as_str() {
        "values" => format!(r#", "values": {}"#, one(NAMES)),
        "constraints" => format!(r#", "constraints": [{}]"#, one(CONSTRAINTS)),
        "grid" => format!(r#", "grid": {}"#, one(&["2", "1", "0", "-1", "2.0", "\"2\"", "null"])),
        "hidden" => r#", "minimize": [{"coefficient": 1, "variable": "a"}]"#.to_owned(),
        "other" => one(&[
            r#", "other": 1"#,
            r#", "name": "x""#,
            r#", "name": 1"#,
            r#", "name": "x", "name": "x""#,
            ", ",
            " 1",
        ]),
        _ => String::new(),
    };
    let shared = if more.starts_with(", \"values\"") { r#""values""# } else { "" };
    let shared = if shared.is_empty() { a } else { one(&[r#"["red"]"#, r#""1..2""#, "[1]"]) };
    format!(
        r#"{{"format": "parallax-model-1", "variables": [{{"name": "{name}", "domain": {shared}}}, {{"name": "b", "domain": {b}}}]{more}}}"#
    )
}

/// A genuine model with one token changed.
fn changed(rng: &mut ChaCha8Rng) -> String {
    let text = json::write_model(&sample::random_model(rng).expect("a sample"));
    let ends: Vec<usize> =
        text.match_indices(|c: char| ",:[]{}".contains(c)).map(|(place, _)| place).collect();
    let at = rng.random_range(1..ends.len());
    let (from, to) = (ends[at - 1] + 1, ends[at]);
    let token = text[from..to].trim();
    let new = match token.parse::<i64>() {
        Ok(number) => [
            format!("{number}.0"),
            format!("\"{number}\""),
            format!("{}", number + 1),
            format!("0{number}"),
            "2147483648".to_owned(),
            "\"red\"".to_owned(),
            "null".to_owned(),
        ]
        .choose(rng)
        .cloned(),
        Err(_) => ["1", "\"1\"", "\"red\"", "\"\"", "[]", "{}", "true", "\"x\": 1,"]
            .choose(rng)
            .map(|&own| own.to_owned()),
    };
    format!("{}{}{}", &text[..from], new.expect("one"), &text[to..])
}

/// Refusals of only one of the two readers: numbers beyond those of models, and members that do
/// not change the meaning of a model. The checker has no number for a name that `values` leaves
/// out.
const ONE_SIDED: &[&str] = &[
    "is beyond 1000000000",
    "invalid value: integer",
    "domain \"{",
    "a variable without a name",
    "a grid of order",
    "grid: ",
    "name: invalid type",
    "equal classes of",
    "no value is named",
];

/// Refusals of the checker alone: it reads an exact list of plain forms.
const CHECKER_ONLY: &[&str] = &["is no run of values", "expected an integer"];

/// A text that the two read differently, if they do.
fn difference(text: &str) -> Result<bool, String> {
    let is_known = |why: &str| ONE_SIDED.iter().any(|words| why.contains(words));
    let is_strict = |why: &str| CHECKER_ONLY.iter().any(|words| why.contains(words));
    match (
        json::read_model("own", text),
        checked::read_model(text).map_err(|fault| fault.to_string()),
    ) {
        (Ok(own), Ok(other)) => {
            let written = json::write_model(&own);
            let again = checked::read_model(&written).expect("what the program writes");
            if again.to_string() == other.to_string() {
                Ok(true)
            } else {
                Err("they read different models".to_owned())
            }
        }
        (Err(error), Ok(_)) if is_known(error.message()) => Ok(false),
        (Ok(_), Err(why)) if is_known(&why) || is_strict(&why) => Ok(false),
        (Err(error), Ok(_)) => Err(format!("only the checker reads it: {}", error.message())),
        (Ok(_), Err(why)) => Err(format!("only the program reads it: {why}")),
        (Err(_), Err(_)) => Ok(false),
    }
}

#[test]
fn the_program_and_the_checker_read_the_same_models() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let (mut read, mut refused) = (0, 0);
    let mut differ: Vec<String> = Vec::new();
    for case in 0..cases.unwrap_or(4_000u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let text = if case % 2 == 0 { small(&mut rng) } else { changed(&mut rng) };
        match difference(&text) {
            Ok(true) => read += 1,
            Ok(false) => refused += 1,
            Err(how) => differ.push(format!("case {case}: {how}\n{text}")),
        }
    }
    println!("{read} read by both, {refused} refused, {} differ", differ.len());
    let shortest = differ.iter().min_by_key(|text| text.len());
    assert!(differ.is_empty(), "first {}; shortest {}", differ[0], shortest.unwrap());
    assert!(read * 10 > refused && refused * 10 > read, "{read} {refused}");
}
