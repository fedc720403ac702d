//! Reads the settings that a suite states for all its cases and a case for itself.

use std::time::Duration;

use parallax_compare::ModelSelection;
use parallax_engines::{Spec, parse_list};
use parallax_instance::InputError;
use parallax_model::engine_api::{Task, UnknownNameError};

use crate::toml_document::LocatedValue;
use crate::toml_keys::TomlTableKeys;

/// The settings that a suite or a case may state.
#[derive(Clone, Default)]
pub(super) struct CaseSettings {
    pub(super) engines: Option<Vec<Spec>>,
    pub(super) models: Option<ModelSelection>,
    pub(super) task: Option<Task>,
    pub(super) timeout: Option<Duration>,
    pub(super) seed: Option<u64>,
    pub(super) tolerance: Option<f64>,
}

impl CaseSettings {
    pub(super) fn read_settings(keys: &TomlTableKeys<'_>) -> Result<Self, InputError> {
        let engines = read_engines(keys)?;
        let models = keys.texts_at("model")?.into_iter().map(|name| name.value.to_owned());
        let models: Vec<String> = models.collect();
        let models = match models.as_slice() {
            [] => None,
            [all] if all == "all" => Some(ModelSelection::All),
            _ => Some(ModelSelection::Named(models)),
        };
        let timeout = keys.number_at("timeout")?.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds.value).ok();
            let refuse =
                || keys.toml.located_error(&seconds.at, "timeout: expected seconds above 0");
            time.filter(|time| !time.is_zero()).ok_or_else(refuse)
        });
        let seed = keys.integer_at("seed")?.map(|seed| {
            let refuse =
                |_| keys.toml.located_error(&seed.at, "seed: expected a whole number from 0");
            u64::try_from(seed.value).map_err(refuse)
        });
        Ok(CaseSettings {
            engines,
            models,
            task: read_task(keys)?,
            timeout: timeout.transpose()?,
            seed: seed.transpose()?,
            tolerance: read_fraction(keys, "tolerance")?,
        })
    }

    /// Returns these settings, completed by `usual`.
    pub(super) fn completed_by(self, usual: &CaseSettings) -> CaseSettings {
        CaseSettings {
            engines: self.engines.or_else(|| usual.engines.clone()),
            models: self.models.or_else(|| usual.models.clone()),
            task: self.task.or(usual.task),
            timeout: self.timeout.or(usual.timeout),
            seed: self.seed.or(usual.seed),
            tolerance: self.tolerance.or(usual.tolerance),
        }
    }
}

/// Reads a finite number from 0 that is a fraction: 0.1 is a tenth.
pub(super) fn read_fraction(
    keys: &TomlTableKeys<'_>,
    key: &'static str,
) -> Result<Option<f64>, InputError> {
    let Some(number) = keys.number_at(key)? else { return Ok(None) };
    if number.value.is_finite() && number.value >= 0.0 {
        return Ok(Some(number.value));
    }
    let message = format!("{key}: expected a number from 0, such as 0.1 for a tenth");
    Err(keys.toml.located_error(&number.at, message))
}

fn read_engines(keys: &TomlTableKeys<'_>) -> Result<Option<Vec<Spec>>, InputError> {
    let mut all: Vec<Spec> = Vec::new();
    let lists = keys.texts_at("engines")?;
    if let (true, Some(at)) = (lists.is_empty(), keys.place_of("engines")) {
        return Err(keys.toml.located_error(&at, "engines: no engine named"));
    }
    for list in lists {
        for spec in parse_specs(keys, &list)? {
            if !all.contains(&spec) {
                all.push(spec);
            }
        }
    }
    Ok(Some(all).filter(|all| !all.is_empty()))
}

/// Reads a list of engines; this build must have all of them. Their programs run in the folder of
/// the file.
pub(super) fn parse_specs(
    keys: &TomlTableKeys<'_>,
    list: &LocatedValue<&str>,
) -> Result<Vec<Spec>, InputError> {
    let refuse = |why: String| keys.toml.located_error(&list.at, why);
    let specs = parse_list(list.value).map_err(|fault| refuse(fault.to_string()))?.every_spec();
    match specs.iter().find(|spec| !spec.is_built()) {
        Some(spec) => Err(refuse(format!(
            "this build does not have the engine '{spec}'; 'parallax engines' lists those it has"
        ))),
        None => Ok(match keys.toml.file_folder() {
            Some(folder) => specs.iter().map(|spec| spec.with_folder(folder)).collect(),
            None => specs,
        }),
    }
}

/// Reads a name that must denote exactly one engine.
pub(super) fn parse_spec(
    keys: &TomlTableKeys<'_>,
    name: &LocatedValue<&str>,
) -> Result<Spec, InputError> {
    let mut specs = parse_specs(keys, name)?;
    match (specs.pop(), specs.is_empty()) {
        (Some(spec), true) => Ok(spec),
        _ => Err(keys
            .toml
            .located_error(&name.at, format!("expected one engine, found '{}'", name.value))),
    }
}

fn read_task(keys: &TomlTableKeys<'_>) -> Result<Option<Task>, InputError> {
    let Some(text) = keys.text_at("task")? else { return Ok(None) };
    let limit = text.value.strip_prefix("limit ").and_then(|number| number.parse().ok());
    match (text.value, limit) {
        (_, Some(limit)) if limit > 0 => Ok(Some(Task::Limit(limit))),
        ("first", _) => Ok(Some(Task::First)),
        ("all", _) => Ok(Some(Task::All)),
        ("count", _) => Ok(Some(Task::Count)),
        ("optimise", _) => Ok(Some(Task::Optimise)),
        (other, _) => {
            let known = ["first", "all", "count", "optimise", "limit 2"];
            let unknown = UnknownNameError::new("task", other, &known);
            Err(keys.toml.located_error(&text.at, unknown.to_string()))
        }
    }
}
