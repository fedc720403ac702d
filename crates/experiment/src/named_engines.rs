//! The engines of an experiment: names, specs and encodings expanded to a list of named engines.

use std::collections::HashSet;

use parallax_engines::{SatEngine, Spec, each_encoding, parse_list};
use parallax_model::engine_api::Engine;
use parallax_translate::EncodingNeeds;

use super::NamedEngine;
use super::load_error::EngineChoiceError;
use super::spec::ExperimentSpecification;

/// The engines of a specification, each with its name.
///
/// # Errors
/// Returns an error for an unknown name or spec, and for a program that no engine uses.
pub(super) fn named_engines(
    spec: &ExperimentSpecification,
) -> Result<Vec<(NamedEngine, Spec)>, EngineChoiceError> {
    let mut found: Vec<(NamedEngine, Spec)> = Vec::new();
    let mut add = |name: String, engine: Spec| {
        let named = NamedEngine { name, spec: engine.to_string() };
        // Lists and patterns may overlap; an engine that they name twice runs once.
        if found.iter().all(|(other, _)| *other != named) {
            found.push((named, engine));
        }
    };
    let mut used: HashSet<&str> = HashSet::new();
    for entry in spec.engines.as_slice() {
        // A short name hides a spec of the same text, and is the name of the engine in the results.
        if let Some(text) = spec.programs.get(entry) {
            used.insert(entry);
            let fault = |fault| EngineChoiceError::Program { name: entry.clone(), fault };
            let engine = text.parse::<Spec>().map_err(fault)?;
            add(entry.clone(), engine);
            continue;
        }
        for engine in parse_list(entry)?.every_spec() {
            add(engine.name(), engine);
        }
    }
    // A program that no engine names is most likely a misspelt name.
    if let Some(idle) = spec.programs.keys().find(|name| !used.contains(name.as_str())) {
        return Err(EngineChoiceError::IdleProgram { name: idle.clone() });
    }
    Ok(found)
}

/// Returns each SAT engine that names no encoding once with each of these encodings, and the others
/// unchanged. `each` is every choice that makes a difference to some instance, one at a time.
///
/// # Errors
/// Returns an error for a list of encodings that is not understood.
pub(super) fn with_encodings(
    engines: Vec<(NamedEngine, Spec)>,
    encodings: &[String],
    effect: &dyn Fn() -> EncodingNeeds,
) -> Result<Vec<(NamedEngine, Spec)>, EngineChoiceError> {
    if encodings.is_empty() {
        return Ok(engines);
    }
    let mut found: Vec<(NamedEngine, Spec)> = Vec::new();
    for (named, engine) in engines {
        // The name of a SAT engine without an encoding ends with the default, `+direct`. Engines
        // with other encodings do not match.
        let plain = named.name.strip_suffix("+direct");
        let (Some(plain), Some(SatEngine { solver, .. })) = (plain, engine.as_engine()) else {
            found.push((named, engine));
            continue;
        };
        for encoding in encodings {
            let specs = match encoding.as_str() {
                "each" => each_encoding(*solver, &effect()),
                _ => parse_list(&format!("{plain}+{encoding}"))?.every_spec(),
            };
            for engine in specs {
                let name = engine.to_string();
                let named = NamedEngine { name: name.clone(), spec: name };
                if found.iter().all(|(other, _)| *other != named) {
                    found.push((named, engine));
                }
            }
        }
    }
    Ok(found)
}
