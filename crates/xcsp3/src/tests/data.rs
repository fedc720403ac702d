//! Instances of others, where they are present: those of `xcsp3/edge` have known numbers of
//! solutions.

use std::path::PathBuf;

use serde_json::Value as Json;

use super::{assignments, meant, optimum, read, solved, solved_with_hidden};

/// Returns the folder of the instances, if it is there.
fn folder() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let given = std::env::var_os("PARALLAX_DATA").unwrap_or_else(|| "../shared/data".into());
    let folder = root.join(given).join("xcsp3");
    folder.is_dir().then_some(folder)
}

/// Returns the text of each file that `expected.json` names, with what is said of it.
fn files(folder: &str) -> Vec<(String, String, Json)> {
    let Some(folder) = self::folder().map(|root| root.join(folder)) else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("the answers");
    let Json::Object(all) = serde_json::from_str(&text).expect("JSON") else { return Vec::new() };
    let read = |name: &String| std::fs::read_to_string(folder.join(name)).expect("a file");
    all.into_iter().map(|(name, own)| (name.clone(), read(&name), own)).collect()
}

/// Files of `edge` beyond the core that are refused.
const REFUSED: [&str; 0] = [];

/// Maximum number of assignments that are tried one by one.
const MOST: u64 = 100_000;

#[test]
fn small_instances_have_their_solutions() {
    let mut faults = Vec::new();
    for (name, text, known) in files("edge") {
        let instance = match read(&text) {
            Ok(instance) => instance,
            Err(_) if REFUSED.contains(&name.as_str()) => continue,
            Err(error) => {
                faults.push(format!("{name}: {error}"));
                continue;
            }
        };
        let expected = known["solutions"].as_u64();
        let found = solved(&instance);
        if expected != Some(found.len() as u64) {
            faults.push(format!("{name}: {} solutions for {expected:?}", found.len()));
        }
        if assignments(&instance) <= MOST && meant(&instance) != found {
            faults.push(format!(
                "{name}: {} by meaning, {} found",
                meant(&instance).len(),
                found.len()
            ));
        }
        let hidden = solved_with_hidden(&instance);
        if hidden != found.len() {
            faults.push(format!("{name}: {hidden} with hidden variables, {} found", found.len()));
        }
        if let Some(best) = known["objective"].as_i64()
            && optimum(&instance) != Some(best)
        {
            faults.push(format!("{name}: optimum {:?}, expected {best}", optimum(&instance)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn published_instances_are_read() {
    let mut faults = Vec::new();
    for (name, text, known) in files("") {
        match read(&text) {
            Err(error) => faults.push(format!("{name}: {error}")),
            Ok(instance) => {
                let variables = instance.document().variables();
                let used = variables.iter().filter(|own| own.used).count() as u64;
                let unused = variables.len() as u64 - used;
                let expected = known["unused"].as_u64().unwrap_or(0);
                if unused != expected {
                    faults.push(format!("{name}: {unused} unused variables for {expected}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
