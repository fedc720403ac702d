//! Reads the expectations of a case.

use parallax_compare::{Models, Standing};
use parallax_engines::Spec;
use parallax_model::ask::{Count, UnknownName};
use parallax_model::instance::InputError;
use toml_edit::{Item, Value};

use super::settings::{Settings, part, spec};
use crate::keys::{Keys, Listed, count, decimal};
use crate::regress::per_instance::Each;
use crate::regress::suite::{Baseline, Counter, Expected, Pinned};
use crate::toml::{Place, Placed};

/// Reads the engines that must be able to take the instances.
pub(super) fn required(
    keys: &Keys<'_>,
    engines: &[Spec],
) -> Result<Vec<Pinned<String>>, InputError> {
    let names = keys.texts("required")?;
    let one = |name: &Placed<&str>| {
        let spec = among(keys, name, engines)?;
        Ok(Pinned { value: spec.to_string(), line: keys.toml.line(&name.at) })
    };
    names.iter().map(one).collect()
}

/// Reads the name of an engine, which must be one of these.
fn among(keys: &Keys<'_>, name: &Placed<&str>, engines: &[Spec]) -> Result<Spec, InputError> {
    let spec = spec(keys, name)?;
    if engines.contains(&spec) {
        return Ok(spec);
    }
    let names: Vec<String> = engines.iter().map(Spec::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let unknown = UnknownName::new("engine of the case", name.value, &names);
    Err(keys.toml.error(&name.at, unknown.to_string()))
}

/// Reads the expectations of a case with these settings and engines.
pub(super) fn expected(
    keys: &Keys<'_>,
    settings: &Settings,
    engines: &[Spec],
) -> Result<Expected, InputError> {
    let pin = |at: &Place| keys.toml.line(at);
    let answer = keys.listed("answer", "a string", Value::as_str)?;
    let answer = answer.map(|Placed { value, at }| {
        let parse = |text: &str| {
            text.parse().map_err(|why: UnknownName| keys.toml.error(&at, why.to_string()))
        };
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
    let pinned = |number: Placed<Count>| Pinned { value: number.value, line: pin(&number.at) };
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
        value: each(
            keys,
            keys.listed("value", "a number with at most 9 digits after the point", decimal)?,
        ),
        digest: digest.transpose()?,
        standing: standing(keys)?,
        number: keys.count("instances")?.map(pinned),
        counters,
    })
}

/// Reads the standing of claims: a name, or `certified` for either kind of certificate.
fn standing(keys: &Keys<'_>) -> Result<Option<Pinned<Standing>>, InputError> {
    let Some(text) = keys.text("standing")? else { return Ok(None) };
    let found = match text.value {
        "certified" => Some(Standing::CertifiedFlattened),
        name => Standing::ALL.into_iter().find(|standing| standing.name() == name),
    };
    let names: Vec<&str> =
        Standing::ALL.iter().map(|own| own.name()).chain(["certified"]).collect();
    let refuse = || {
        let unknown = UnknownName::new("standing", text.value, &names);
        keys.toml.error(&text.at, unknown.to_string())
    };
    Ok(Some(Pinned { value: found.ok_or_else(refuse)?, line: keys.toml.line(&text.at) }))
}

fn each<T>(keys: &Keys<'_>, listed: Option<Placed<Listed<T>>>) -> Option<Pinned<Each<T>>> {
    let Placed { value, at } = listed?;
    let value = match value {
        Listed::One(value) => Each::Same(value),
        Listed::Several(values) => Each::List(values),
    };
    Some(Pinned { value, line: keys.toml.line(&at) })
}

/// Reads the counters of one engine: `nodes = 12` or `nodes = { value = 12, tolerance = 0.1 }`.
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
        let refuse = |at: &Place| {
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
        let value = u64::try_from(&value).map_err(|()| refuse(&at()))?;
        let line = keys.toml.line(&name.at);
        Ok(Counter { name: name.value.to_owned(), value, tolerance, line })
    };
    let counters = table.entries().iter().map(counter).collect::<Result<_, InputError>>()?;
    let line = keys.toml.line(&key.at);
    Ok(Baseline { key: key.value.to_owned(), engine, line, counters })
}
