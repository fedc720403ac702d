//! Reads the expectations of a case.

use parallax_compare::{ClaimEvidence, ModelSelection};
use parallax_engines::Spec;
use parallax_instance::InputError;
use parallax_model::engine_api::{SolutionCount, UnknownNameError};
use toml_edit::{Item, Value};

use super::settings::{CaseSettings, parse_spec, read_fraction};
use crate::regress::per_instance::InstanceExpectations;
use crate::regress::suite::{
    CaseExpectations, CounterBaseline, ExpectedCounter, PinnedExpectation,
};
use crate::toml_document::{LocatedValue, Place};
use crate::toml_keys::{ScalarOrArray, TomlTableKeys, read_count, read_decimal};

/// Reads the engines that must be able to take the instances.
pub(super) fn read_required(
    keys: &TomlTableKeys<'_>,
    engines: &[Spec],
) -> Result<Vec<PinnedExpectation<String>>, InputError> {
    let names = keys.texts_at("required")?;
    let one = |name: &LocatedValue<&str>| {
        let spec = engine_among(keys, name, engines)?;
        Ok(PinnedExpectation { value: spec.to_string(), line: keys.toml.line_of(&name.at) })
    };
    names.iter().map(one).collect()
}

/// Reads the name of an engine, which must be one of these.
fn engine_among(
    keys: &TomlTableKeys<'_>,
    name: &LocatedValue<&str>,
    engines: &[Spec],
) -> Result<Spec, InputError> {
    let spec = parse_spec(keys, name)?;
    if engines.contains(&spec) {
        return Ok(spec);
    }
    let names: Vec<String> = engines.iter().map(Spec::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let unknown = UnknownNameError::new("engine of the case", name.value, &names);
    Err(keys.toml.located_error(&name.at, unknown.to_string()))
}

/// Reads the expectations of a case with these settings and engines.
pub(super) fn read_expectations(
    keys: &TomlTableKeys<'_>,
    settings: &CaseSettings,
    engines: &[Spec],
) -> Result<CaseExpectations, InputError> {
    let pin = |at: &Place| keys.toml.line_of(at);
    let answer = keys.values_at("answer", "a string", Value::as_str)?;
    let answer = answer.map(|LocatedValue { value, at }| {
        let parse = |text: &str| {
            text.parse()
                .map_err(|why: UnknownNameError| keys.toml.located_error(&at, why.to_string()))
        };
        let value = match value {
            ScalarOrArray::One(text) => InstanceExpectations::Same(parse(text)?),
            ScalarOrArray::Several(texts) => {
                InstanceExpectations::List(texts.into_iter().map(parse).collect::<Result<_, _>>()?)
            }
        };
        Ok(PinnedExpectation { value, line: pin(&at) })
    });
    let digest = keys.text_at("digest")?.map(|digest| {
        let digits = digest.value.bytes().all(|byte| byte.is_ascii_hexdigit());
        let whole = digits && digest.value.len() == 32;
        let value = u128::from_str_radix(digest.value, 16).ok().filter(|_| whole);
        let refuse =
            || keys.toml.located_error(&digest.at, "digest: expected 32 hexadecimal digits");
        Ok(PinnedExpectation { value: value.ok_or_else(refuse)?, line: pin(&digest.at) })
    });
    let pinned = |number: LocatedValue<SolutionCount>| PinnedExpectation {
        value: number.value,
        line: pin(&number.at),
    };
    let mut counters = Vec::new();
    if let Some(table) = keys.table_at("counters")? {
        let models = settings.models.as_ref();
        // Counters of several models would be summed into one number.
        let one_model = models.is_none_or(
            |models| matches!(models, ModelSelection::Named(names) if names.len() == 1),
        );
        if !one_model {
            let message = "counters are of one model; give each model its own case";
            return Err(table.error(message));
        }
        for (key, item) in table.entries() {
            let baseline = read_baseline(&table, &key, item, settings, engines)?;
            if counters.iter().any(|other: &CounterBaseline| other.engine == baseline.engine) {
                let message = format!("a second table of counters for {}", baseline.engine);
                return Err(keys.toml.located_error(&key.at, message));
            }
            counters.push(baseline);
        }
    }
    Ok(CaseExpectations {
        answer: answer.transpose()?,
        count: pin_each(keys, keys.values_at("count", "a whole number from 0", read_count)?),
        value: pin_each(
            keys,
            keys.values_at(
                "value",
                "a number with at most 9 digits after the point",
                read_decimal,
            )?,
        ),
        digest: digest.transpose()?,
        standing: read_standing(keys)?,
        number: keys.count_at("instances")?.map(pinned),
        counters,
    })
}

/// Reads the standing of claims: a name, or `certified` for either kind of certificate.
fn read_standing(
    keys: &TomlTableKeys<'_>,
) -> Result<Option<PinnedExpectation<ClaimEvidence>>, InputError> {
    let Some(text) = keys.text_at("standing")? else { return Ok(None) };
    let found = match text.value {
        // The weakest certificate by the checker: evidence of a file includes it.
        "certified" => Some(ClaimEvidence::CertifiedFlattened),
        name => ClaimEvidence::ALL.into_iter().find(|standing| standing.name() == name),
    };
    let names: Vec<&str> =
        ClaimEvidence::ALL.iter().map(|own| own.name()).chain(["certified"]).collect();
    let refuse = || {
        let unknown = UnknownNameError::new("standing", text.value, &names);
        keys.toml.located_error(&text.at, unknown.to_string())
    };
    Ok(Some(PinnedExpectation {
        value: found.ok_or_else(refuse)?,
        line: keys.toml.line_of(&text.at),
    }))
}

fn pin_each<T>(
    keys: &TomlTableKeys<'_>,
    listed: Option<LocatedValue<ScalarOrArray<T>>>,
) -> Option<PinnedExpectation<InstanceExpectations<T>>> {
    let LocatedValue { value, at } = listed?;
    let value = match value {
        ScalarOrArray::One(value) => InstanceExpectations::Same(value),
        ScalarOrArray::Several(values) => InstanceExpectations::List(values),
    };
    Some(PinnedExpectation { value, line: keys.toml.line_of(&at) })
}

/// Reads the counters of one engine: `nodes = 12` or `nodes = { value = 12, tolerance = 0.1 }`.
fn read_baseline(
    keys: &TomlTableKeys<'_>,
    key: &LocatedValue<&str>,
    item: &Item,
    settings: &CaseSettings,
    engines: &[Spec],
) -> Result<CounterBaseline, InputError> {
    let engine = engine_among(keys, key, engines)?.to_string();
    let table = keys.of_entry(key, item)?;
    let usual = settings.tolerance.unwrap_or(0.0);
    let counter = |(name, item): &(LocatedValue<&str>, &Item)| {
        let at = || name.at.clone();
        let refuse = |at: &Place| {
            keys.toml.located_error(at, format!("{}: expected a whole number from 0", name.value))
        };
        let (value, tolerance) = match item.as_value().and_then(read_count) {
            Some(value) => (value, usual),
            None if item.is_table_like() => {
                let parts = keys.of_entry(name, item)?;
                let value = parts.count_at("value")?.ok_or_else(|| refuse(&name.at))?.value;
                let tolerance = read_fraction(&parts, "tolerance")?.unwrap_or(usual);
                parts.refuse_unknown("a counter")?;
                (value, tolerance)
            }
            None => return Err(refuse(&name.at)),
        };
        let value = u64::try_from(&value).map_err(|()| refuse(&at()))?;
        let line = keys.toml.line_of(&name.at);
        Ok(ExpectedCounter { name: name.value.to_owned(), value, tolerance, line })
    };
    let counters = table.entries().iter().map(counter).collect::<Result<_, InputError>>()?;
    let line = keys.toml.line_of(&key.at);
    Ok(CounterBaseline { key: key.value.to_owned(), engine, line, counters })
}
