//! Reads the settings that a suite states for all its cases and a case for itself.

use std::time::Duration;

use parallax_compare::Models;
use parallax_engines::{Spec, parse_list};
use parallax_model::ask::{Task, UnknownName};
use parallax_model::instance::InputError;

use crate::keys::Keys;
use crate::toml::Placed;

/// The settings that a suite or a case may state.
#[derive(Clone, Default)]
pub(super) struct Settings {
    pub(super) engines: Option<Vec<Spec>>,
    pub(super) models: Option<Models>,
    pub(super) task: Option<Task>,
    pub(super) timeout: Option<Duration>,
    pub(super) seed: Option<u64>,
    pub(super) tolerance: Option<f64>,
}

impl Settings {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, InputError> {
        let engines = engines(keys)?;
        let models = keys.texts("model")?.into_iter().map(|name| name.value.to_owned());
        let models: Vec<String> = models.collect();
        let models = match models.as_slice() {
            [] => None,
            [all] if all == "all" => Some(Models::All),
            _ => Some(Models::Named(models)),
        };
        let timeout = keys.number("timeout")?.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds.value).ok();
            let refuse = || keys.toml.error(&seconds.at, "timeout: expected seconds above 0");
            time.filter(|time| !time.is_zero()).ok_or_else(refuse)
        });
        let seed = keys.integer("seed")?.map(|seed| {
            let refuse = |_| keys.toml.error(&seed.at, "seed: expected a whole number from 0");
            u64::try_from(seed.value).map_err(refuse)
        });
        Ok(Settings {
            engines,
            models,
            task: task(keys)?,
            timeout: timeout.transpose()?,
            seed: seed.transpose()?,
            tolerance: part(keys, "tolerance")?,
        })
    }

    /// Returns these settings, completed by those of `usual`.
    pub(super) fn or(self, usual: &Settings) -> Settings {
        Settings {
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
pub(super) fn part(keys: &Keys<'_>, key: &'static str) -> Result<Option<f64>, InputError> {
    let Some(number) = keys.number(key)? else { return Ok(None) };
    if number.value.is_finite() && number.value >= 0.0 {
        return Ok(Some(number.value));
    }
    let message = format!("{key}: expected a number from 0, such as 0.1 for a tenth");
    Err(keys.toml.error(&number.at, message))
}

fn engines(keys: &Keys<'_>) -> Result<Option<Vec<Spec>>, InputError> {
    let mut all: Vec<Spec> = Vec::new();
    let lists = keys.texts("engines")?;
    if let (true, Some(at)) = (lists.is_empty(), keys.place_of("engines")) {
        return Err(keys.toml.error(&at, "engines: no engine named"));
    }
    for list in lists {
        for spec in specs(keys, &list)? {
            if !all.contains(&spec) {
                all.push(spec);
            }
        }
    }
    Ok(Some(all).filter(|all| !all.is_empty()))
}

/// Reads a list of engines; this build must have all of them. Their programs run in the folder of
/// the file.
pub(super) fn specs(keys: &Keys<'_>, list: &Placed<&str>) -> Result<Vec<Spec>, InputError> {
    let refuse = |why: String| keys.toml.error(&list.at, why);
    let specs = parse_list(list.value).map_err(|fault| refuse(fault.to_string()))?.every_spec();
    match specs.iter().find(|spec| !spec.is_built()) {
        Some(spec) => Err(refuse(format!(
            "this build does not have the engine '{spec}'; 'parallax engines' lists those it has"
        ))),
        None => Ok(match keys.toml.folder() {
            Some(folder) => specs.into_iter().map(|spec| spec.within(folder)).collect(),
            None => specs,
        }),
    }
}

/// Reads a name that must denote exactly one engine.
pub(super) fn spec(keys: &Keys<'_>, name: &Placed<&str>) -> Result<Spec, InputError> {
    let mut specs = specs(keys, name)?;
    match (specs.pop(), specs.is_empty()) {
        (Some(spec), true) => Ok(spec),
        _ => Err(keys.toml.error(&name.at, format!("expected one engine, found '{}'", name.value))),
    }
}

fn task(keys: &Keys<'_>) -> Result<Option<Task>, InputError> {
    let Some(text) = keys.text("task")? else { return Ok(None) };
    let limit = text.value.strip_prefix("limit ").and_then(|number| number.parse().ok());
    match (text.value, limit) {
        (_, Some(limit)) if limit > 0 => Ok(Some(Task::Limit(limit))),
        ("first", _) => Ok(Some(Task::First)),
        ("all", _) => Ok(Some(Task::All)),
        ("count", _) => Ok(Some(Task::Count)),
        ("optimise", _) => Ok(Some(Task::Optimise)),
        (other, _) => {
            let known = ["first", "all", "count", "optimise", "limit 2"];
            let unknown = UnknownName::new("task", other, &known);
            Err(keys.toml.error(&text.at, unknown.to_string()))
        }
    }
}
