//! `parallax encodings`, and engine lists that expand to many encodings.

use serde_json::Value;

use crate::common::{Ran, fed};

/// Runs the program in the folder of the package; white space separates the words.
fn parallax(line: &str) -> Ran {
    let line = line.split_whitespace().collect::<Vec<_>>();
    fed(env!("CARGO_MANIFEST_DIR"), &line, b"")
}

fn rows(line: &str) -> Vec<Value> {
    let ran = parallax(line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_choice_that_matters_is_measured_once() {
    let rows = rows(
        "encodings instances/magic-3.dat --probes 60 --runs 1 --format json --engines \
         sat:batsat+order,sum=*,sat:batsat+direct",
    );
    let engine = |row: &Value| row["engine"].as_str().expect("a name").to_owned();
    let names: Vec<String> = rows.iter().map(engine).collect();
    assert!(names.contains(&"sat:batsat+direct".into()), "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("sum=adder")), "{names:?}");
    for row in &rows {
        assert_eq!(row["solve"]["answer"], "sat", "{row}");
        assert_eq!(row["propagation"]["probes"], 60, "{row}");
        assert!(row["clauses"].as_u64() > Some(50), "{row}");
        let found = row["propagation"]["removed_found"].as_u64();
        assert!(found <= row["propagation"]["removed"].as_u64() && found > Some(0), "{row}");
    }
    assert!(rows.iter().any(|row| row["pareto"] == true));
}

#[test]
fn without_a_list_every_encoding_of_integers_comes() {
    let rows = rows("encodings instances/latin-5.pls --probes 20 --runs 1 --format json");
    for integers in ["direct", "order", "log", "channelled"] {
        let with = |row: &&Value| row["engine"].as_str().is_some_and(|e| e.contains(integers));
        assert!(rows.iter().filter(with).count() > 2, "{integers}");
    }
    let sums = |row: &Value| row["engine"].as_str().is_some_and(|e| e.contains("sum="));
    assert!(!rows.iter().any(sums), "a Latin square has no sums");
}

#[test]
fn combinations_agree_with_native_search() {
    let ran = parallax(
        "compare instances/latin-4-none.pls instances/magic-3.dat --all --engines \
         native,sat:batsat+*,sum=*,sat:varisat+order,amo=*",
    );
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("overall: agree (2 instances"), "{}", ran.out);
}

#[test]
fn without_a_file_the_promises_are_listed() {
    let rows = rows("encodings --format json");
    let named = |key: &str, name: &str| {
        let mut found = rows.iter().filter(|row| row["choice"] == key && row["name"] == name);
        found.next().unwrap_or_else(|| panic!("{key}={name}")).clone()
    };
    assert_eq!(named("table", "mdd")["strength"], "domain");
    assert_eq!(named("sum", "gte")["can_keep_counts"], false);
    assert_eq!(named("amo", "ladder")["source"], "Gent, Nightingale 2004");
    let text = parallax("encodings");
    assert!(text.out.contains("can be kept") && text.code == Some(0));
}

#[test]
fn csv_has_the_numbers_of_json() {
    let line = "encodings instances/magic-3.dat --probes 20 --runs 1 --engines sat:batsat+order";
    let json = rows(&format!("{line} --format json")).remove(0);
    let ran = parallax(&format!("{line} --format csv"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = ran.out.lines().map(|line| line.split(',').collect()).collect();
    let [header, row] = &lines[..] else { panic!("{}", ran.out) };
    assert_eq!(header.len(), row.len());
    let field = |name: &str| row[header.iter().position(|&at| at == name).expect("a column")];
    assert_eq!((field("engine"), field("answer")), ("sat:batsat+order", "sat"));
    for name in ["variables", "clauses", "literals"] {
        assert_eq!(field(name), json[name].to_string(), "{name}");
    }
    assert_eq!(field("removed_found"), json["propagation"]["removed_found"].to_string());
    let promises = parallax("encodings --format csv");
    assert!(promises.out.starts_with("choice,name,source,keeps_counts,can_keep_counts,strength\n"));
    assert!(promises.out.lines().count() > 20);
}
