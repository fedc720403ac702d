//! The description of the interface agrees with the server.

use std::collections::BTreeSet;

use parallax_formats::inputs::InputForm;
use serde_json::{Value as Json, json};

use crate::http::{get, post};
use crate::server::Server;

/// The description of the interface.
const OPENAPI: &str = include_str!("../../crates/web/src/openapi.json");

/// The source of the server's list of routes.
const ROUTES: &str = include_str!("../../crates/web/src/routes.rs");

/// Returns the paths and methods of the routes that a source lists, one a line:
/// `get("/api/about", RouteHandler::About),`.
fn served(source: &str) -> BTreeSet<(String, String)> {
    let list = source.split_once("ROUTES: &[ServerRoute] = &[").expect("the list of routes").1;
    let list = list.split_once("];").expect("the end of the list").0;
    let route = |line: &str| {
        let (method, rest) = line.trim().split_once("(\"").expect("a route");
        (rest.split_once('"').expect("a path").0.to_owned(), method.to_owned())
    };
    list.trim().lines().map(route).collect()
}

fn description() -> Json {
    serde_json::from_str(OPENAPI).expect("JSON")
}

/// Fails unless a value has the types and members of a schema.
fn holds(whole: &Json, schema: &Json, value: &Json, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let path = name.trim_start_matches('#');
        return holds(whole, whole.pointer(path).expect("a schema"), value, place);
    }
    let kind = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(number) if number.is_f64() => "number",
        Json::Number(_) => "integer",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    };
    let fits = |wanted: &str| wanted == kind || (wanted == "number" && kind == "integer");
    match &schema["type"] {
        Json::Null => {}
        Json::String(wanted) => assert!(fits(wanted), "{place}: {value} is no {wanted}"),
        several => {
            let wanted: Vec<&str> =
                several.as_array().expect("types").iter().filter_map(Json::as_str).collect();
            assert!(wanted.iter().any(|wanted| fits(wanted)), "{place}: {value} is no {wanted:?}");
        }
    }
    if let Some(all) = schema["enum"].as_array() {
        assert!(all.contains(value), "{place}: {value} is none of {all:?}");
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        assert!(value.get(name).is_some(), "{place}: no member '{name}' in {value}");
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(member) = value.get(name) {
            holds(whole, inner, member, &format!("{place}.{name}"));
        }
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(items) = schema.get("items") {
            holds(whole, items, item, &format!("{place}[{number}]"));
        }
    }
}

#[test]
fn wrong_values_are_seen() {
    let schema =
        json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}});
    holds(&Json::Null, &schema, &json!({"a": 1}), "");
    for wrong in [json!({}), json!({"a": "1"}), json!([])] {
        let held = std::panic::catch_unwind(|| holds(&Json::Null, &schema, &wrong, ""));
        assert!(held.is_err(), "{wrong}");
    }
}

#[test]
fn every_route_is_described_and_nothing_else() {
    let whole = description();
    let described: BTreeSet<(String, String)> = whole["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(move |method| (path.clone(), method.clone()))
        })
        .collect();
    assert_eq!(described, served(ROUTES));
    assert_eq!(whole["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn examples_are_answered_as_described() {
    let (server, whole) = (Server::start(&[]), description());
    let mut tried = 0;
    for (path, methods) in whole["paths"].as_object().expect("paths") {
        let content = &methods["post"]["requestBody"]["content"]["application/json"];
        for (name, example) in content["examples"].as_object().into_iter().flatten() {
            let body = &example["value"];
            let reply = post(server.address, path, body);
            let answer = &methods["post"]["responses"][reply.status.to_string()];
            assert!(reply.status < 300, "{path} {name}: {}", reply.text());
            let schema = &answer["content"]["application/json"]["schema"];
            assert!(schema.is_object(), "{path} {name}: {} is not described", reply.status);
            holds(&whole, &content["schema"], body, path);
            holds(&whole, schema, &reply.json(), path);
            tried += 1;
        }
    }
    assert!(tried >= 16, "only {tried} examples");
    for path in ["/api/about", "/api/openapi.json"] {
        let schema =
            &whole["paths"][path]["get"]["responses"]["200"]["content"]["application/json"];
        holds(&whole, &schema["schema"], &get(server.address, path).json(), path);
    }
}

/// The beginning of a description that lists the forms, which the description ends with.
const FORMS: &str = "\"The form, if the text does not determine it: ";

/// The page that takes instances.
const PAGE: &str = include_str!("../../crates/web/src/page/solve.html");

/// The page of the documentation about formats.
const FORMATS: &str = include_str!("../../docs/reference/formats.md");

/// The words of the page for forms whose names are short for something.
const TITLES: &[(&str, &str)] = &[("smt2", "SMT-LIB"), ("fzn", "FlatZinc"), ("cdmn", "tables")];

#[test]
fn the_lists_of_forms_are_whole() {
    let names: Vec<&str> = InputForm::all().map(InputForm::name).collect();
    let expected = names.join(", ");
    let lists: Vec<&str> = OPENAPI.split(FORMS).skip(1).collect();
    assert!(lists.len() >= 9, "only {} lists in openapi.json", lists.len());
    for list in lists {
        assert_eq!(list.split('"').next(), Some(&*format!("{expected}.")), "openapi.json");
    }
    let (_, list) = FORMATS.split_once("names the format (").expect("the list of formats.md");
    let list = list.split_once(')').expect("the end of the list").0.replace('`', "");
    assert_eq!(list.split_whitespace().collect::<Vec<_>>().join(" "), expected, "formats.md");
    let (_, words) = PAGE.split_once("or paste an instance:").expect("the list of the page");
    let words = words.split_once("<textarea").expect("the end of the list").0.to_lowercase();
    for name in names {
        let title = TITLES.iter().find(|(own, _)| *own == name).map_or(name, |(_, title)| title);
        assert!(words.contains(&title.to_lowercase()), "solve.html does not name {name}");
    }
}

/// The server lists the known members when it refuses an unknown one.
#[test]
fn the_members_of_requests_are_those_that_are_described() {
    let (server, whole) = (Server::start(&[]), description());
    for (path, methods) in whole["paths"].as_object().expect("paths") {
        let content = &methods["post"]["requestBody"]["content"]["application/json"];
        let Some(examples) = content["examples"].as_object().filter(|all| !all.is_empty()) else {
            continue;
        };
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for example in examples.values() {
            let mut body = example["value"].clone();
            body["nonsense"] = json!(1);
            let reply = post(server.address, path, &body);
            assert_eq!(reply.status, 400, "{path}: {}", reply.text());
            let error = reply.json()["error"].as_str().expect("words").to_owned();
            let known = error.strip_prefix("there is no member 'nonsense'; expected ");
            let known = known.unwrap_or_else(|| panic!("{path}: {error}"));
            taken.extend(known.split(", ").map(str::to_owned));
        }
        let described: BTreeSet<String> =
            content["schema"]["properties"].as_object().expect("members").keys().cloned().collect();
        assert_eq!(taken, described, "{path}");
    }
}
