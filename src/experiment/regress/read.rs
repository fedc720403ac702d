//! Reads a suite from its file.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use toml_edit::{Item, Value};

use super::each::Each;
use super::instances::find;
use super::suite::{Baseline, Case, Counter, Expected, Pinned, Race, Suite};
use crate::ask::{Task, unknown_name};
use crate::compare::Models;
use crate::engines::{Spec, parse_list};
use crate::experiment::keys::{Keys, Listed, Placed, Toml, count};
use crate::instance::InputError;

/// The engines of a suite that names none: two independent ones that every build has.
const ENGINES: &str = "native,sat:batsat";

/// The most paired runs of a comparison of times.
const MOST_RUNS: i64 = 1000;

impl Suite {
    /// Reads a suite. Relative paths in it start at the folder of `file`.
    ///
    /// # Errors
    /// The first error of the text, with line and column: broken TOML, an unknown key, a value
    /// of a wrong type, an engine that this build does not have, or an instance that is not there.
    pub fn parse(file: &str, text: String) -> Result<Suite, InputError> {
        let cases = cases(file, text.strip_prefix('\u{feff}').unwrap_or(&text))?;
        Ok(Suite { file: file.to_owned(), text, cases })
    }
}

fn cases(file: &str, text: &str) -> Result<Vec<Case>, InputError> {
    let toml = Toml::parse(file, text)?;
    let keys = toml.keys();
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let usual = Settings::read(&keys)?;
    let tables = keys.tables("case")?;
    keys.finish("a suite")?;
    if tables.is_empty() {
        return Err(keys.error("a suite without cases; expected [[case]]"));
    }
    let mut names = HashSet::new();
    tables
        .iter()
        .map(|table| {
            let (mut case, named) = case(table, &usual, folder)?;
            if let Some(at) = named
                && names.contains(&case.name)
            {
                let message = format!("a second case with the name '{}'", case.name);
                return Err(toml.error(&at, message));
            }
            let plain = case.name.clone();
            for number in 2.. {
                if names.insert(case.name.clone()) {
                    break;
                }
                case.name = format!("{plain} ({number})");
            }
            Ok(case)
        })
        .collect()
}

/// What a case may state, and a suite for all its cases.
#[derive(Clone, Default)]
struct Settings {
    engines: Option<Vec<Spec>>,
    models: Option<Models>,
    task: Option<Task>,
    timeout: Option<Duration>,
    seed: Option<u64>,
    tolerance: Option<f64>,
}

impl Settings {
    fn read(keys: &Keys<'_>) -> Result<Self, InputError> {
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

    /// These settings, and where they are silent the others.
    fn or(self, usual: &Settings) -> Settings {
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

/// A number from 0 that is a part of something: 0.1 is a tenth.
fn part(keys: &Keys<'_>, key: &'static str) -> Result<Option<f64>, InputError> {
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

/// The engines of a list; this build has all of them.
fn specs(keys: &Keys<'_>, list: &Placed<&str>) -> Result<Vec<Spec>, InputError> {
    let refuse = |why: String| keys.toml.error(&list.at, why);
    let specs = parse_list(list.value).map_err(refuse)?.every_spec();
    match specs.iter().find(|spec| !spec.is_built()) {
        Some(spec) => Err(refuse(format!(
            "this build does not have the engine '{spec}'; 'parallax engines' lists those it has"
        ))),
        None => Ok(specs),
    }
}

/// The only engine that a text names.
fn spec(keys: &Keys<'_>, name: &Placed<&str>) -> Result<Spec, InputError> {
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
            Err(keys.toml.error(&text.at, unknown_name("task", other, &known)))
        }
    }
}

/// A case, and the place of its name if it states one.
fn case(
    keys: &Keys<'_>,
    usual: &Settings,
    folder: &Path,
) -> Result<(Case, Option<std::ops::Range<usize>>), InputError> {
    let settings = Settings::read(keys)?.or(usual);
    let name = keys.text("name")?;
    if let Some(name) = name.as_ref().filter(|name| name.value.contains(char::is_control)) {
        return Err(keys.toml.error(&name.at, "name: expected one line of plain text"));
    }
    let written = keys.texts("instance")?;
    if written.is_empty() {
        return Err(keys.error("a case without instance = \"…\""));
    }
    let form = keys
        .text("puzzle")?
        .map(|form| form.value.parse().map_err(|why: String| keys.toml.error(&form.at, why)));
    let sheets = keys.texts("sheet")?.iter().map(|sheet| sheet.value.to_owned()).collect();
    let index = keys.count("index")?.map(|index| {
        let refuse = |_| keys.toml.error(&index.at, "index: larger than any file");
        usize::try_from(index.value).map_err(refuse)
    });
    let default = Placed { value: ENGINES, at: keys.at.clone() };
    let engines = settings.engines.clone().map_or_else(|| specs(keys, &default), Ok)?;
    let required = required(keys, &engines)?;
    let expected = expected(keys, &settings, &engines)?;
    let races = keys.tables("race")?.iter().map(race).collect::<Result<_, _>>()?;
    keys.finish("a case")?;
    let mut instances = Vec::new();
    let mut many = false;
    for one in &written {
        let found = find(folder, one.value).map_err(|why| keys.toml.error(&one.at, why))?;
        many |= found.many;
        instances.extend(found.names);
    }
    let listed = || {
        let names: Vec<&str> = written.iter().map(|one| one.value).collect();
        names.join(", ").replace(char::is_control, " ")
    };
    let index = index.transpose()?;
    let many = many || written.len() > 1;
    if index.is_some() && many {
        return Err(keys.error("index goes with one file"));
    }
    let place = index.map(|index| format!("#{index}")).unwrap_or_default();
    let case = Case {
        name: name.as_ref().map_or_else(|| listed() + &place, |name| name.value.to_owned()),
        line: keys.toml.line(&keys.at),
        many,
        instances,
        form: form.transpose()?,
        sheets,
        index,
        engines,
        required,
        models: settings.models.unwrap_or(Models::Default),
        task: settings.task,
        timeout: settings.timeout,
        seed: settings.seed.unwrap_or(0),
        expected,
        races,
    };
    Ok((case, name.map(|name| name.at)))
}

fn required(keys: &Keys<'_>, engines: &[Spec]) -> Result<Vec<Pinned<String>>, InputError> {
    let names = keys.texts("required")?;
    let one = |name: &Placed<&str>| {
        let spec = among(keys, name, engines)?;
        Ok(Pinned { value: spec.to_string(), line: keys.toml.line(&name.at) })
    };
    names.iter().map(one).collect()
}

/// The engine that a text names; it is one of these.
fn among(keys: &Keys<'_>, name: &Placed<&str>, engines: &[Spec]) -> Result<Spec, InputError> {
    let spec = spec(keys, name)?;
    if engines.contains(&spec) {
        return Ok(spec);
    }
    let names: Vec<String> = engines.iter().map(Spec::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Err(keys.toml.error(&name.at, unknown_name("engine of the case", name.value, &names)))
}

fn expected(
    keys: &Keys<'_>,
    settings: &Settings,
    engines: &[Spec],
) -> Result<Expected, InputError> {
    let pin = |at: &std::ops::Range<usize>| keys.toml.line(at);
    let answer = keys.listed("answer", "a string", Value::as_str)?;
    let answer = answer.map(|Placed { value, at }| {
        let parse = |text: &str| text.parse().map_err(|why: String| keys.toml.error(&at, why));
        let value = match value {
            Listed::One(text) => Each::Same(parse(text)?),
            Listed::Several(texts) => {
                Each::List(texts.into_iter().map(parse).collect::<Result<_, _>>()?)
            }
        };
        Ok(Pinned { value, line: pin(&at) })
    });
    let digest = keys.text("digest")?.map(|digest| {
        let digits = digest.value.bytes().all(|byte| byte.is_ascii_hexdigit());
        let whole = digits && digest.value.len() == 32;
        let value = u128::from_str_radix(digest.value, 16).ok().filter(|_| whole);
        let refuse = || keys.toml.error(&digest.at, "digest: expected 32 hexadecimal digits");
        Ok(Pinned { value: value.ok_or_else(refuse)?, line: pin(&digest.at) })
    });
    let pinned = |number: Placed<u128>| Pinned { value: number.value, line: pin(&number.at) };
    let mut counters = Vec::new();
    if let Some(table) = keys.table("counters")? {
        let models = settings.models.as_ref();
        let one_model =
            models.is_none_or(|models| matches!(models, Models::Named(names) if names.len() == 1));
        if !one_model {
            let message = "counters are of one model; give each model a case of its own";
            return Err(table.error(message));
        }
        for (key, item) in table.entries() {
            let baseline = baseline(&table, &key, item, settings, engines)?;
            if counters.iter().any(|other: &Baseline| other.engine == baseline.engine) {
                let message = format!("a second table of counters for {}", baseline.engine);
                return Err(keys.toml.error(&key.at, message));
            }
            counters.push(baseline);
        }
    }
    Ok(Expected {
        answer: answer.transpose()?,
        count: each(keys, keys.listed("count", "a whole number from 0", count)?),
        value: each(keys, keys.listed("value", "a whole number", Value::as_integer)?),
        digest: digest.transpose()?,
        number: keys.count("instances")?.map(pinned),
        counters,
    })
}

fn each<T>(keys: &Keys<'_>, listed: Option<Placed<Listed<T>>>) -> Option<Pinned<Each<T>>> {
    let Placed { value, at } = listed?;
    let value = match value {
        Listed::One(value) => Each::Same(value),
        Listed::Several(values) => Each::List(values),
    };
    Some(Pinned { value, line: keys.toml.line(&at) })
}

/// The counters of one engine: `nodes = 12` or `nodes = { value = 12, tolerance = 0.1 }`.
fn baseline(
    keys: &Keys<'_>,
    key: &Placed<&str>,
    item: &Item,
    settings: &Settings,
    engines: &[Spec],
) -> Result<Baseline, InputError> {
    let engine = among(keys, key, engines)?.to_string();
    let table = keys.of_entry(key, item)?;
    let usual = settings.tolerance.unwrap_or(0.0);
    let counter = |(name, item): &(Placed<&str>, &Item)| {
        let at = || name.at.clone();
        let refuse = |at: &std::ops::Range<usize>| {
            keys.toml.error(at, format!("{}: expected a whole number from 0", name.value))
        };
        let (value, tolerance) = match item.as_value().and_then(count) {
            Some(value) => (value, usual),
            None if item.is_table_like() => {
                let parts = keys.of_entry(name, item)?;
                let value = parts.count("value")?.ok_or_else(|| refuse(&name.at))?.value;
                let tolerance = part(&parts, "tolerance")?.unwrap_or(usual);
                parts.finish("a counter")?;
                (value, tolerance)
            }
            None => return Err(refuse(&name.at)),
        };
        let value = u64::try_from(value).map_err(|_| refuse(&at()))?;
        let line = keys.toml.line(&name.at);
        Ok(Counter { name: name.value.to_owned(), value, tolerance, line })
    };
    let counters = table.entries().iter().map(counter).collect::<Result<_, InputError>>()?;
    let line = keys.toml.line(&key.at);
    Ok(Baseline { key: key.value.to_owned(), engine, line, counters })
}

fn race(keys: &Keys<'_>) -> Result<Race, InputError> {
    let engine = |key: &'static str| {
        let missing = || keys.error(format!("a race without {key} = \"…\""));
        spec(keys, &keys.text(key)?.ok_or_else(missing)?)
    };
    let (engine, against) = (engine("engine")?, engine("against")?);
    if engine == against {
        return Err(keys.error("a race of an engine against itself"));
    }
    let needs = |key: &'static str| {
        part(keys, key)?.ok_or_else(|| keys.error(format!("a race without {key} = 0.…")))
    };
    let (at_most, margin) = (needs("at_most")?, needs("margin")?);
    let runs = keys.integer("runs")?.map_or(Ok(5), |runs| match usize::try_from(runs.value) {
        Ok(number) if (1..=MOST_RUNS).contains(&runs.value) => Ok(number),
        _ => Err(keys.toml.error(&runs.at, format!("runs: expected 1 to {MOST_RUNS}"))),
    })?;
    keys.finish("a race")?;
    Ok(Race { engine, against, at_most, margin, runs, line: keys.toml.line(&keys.at) })
}
