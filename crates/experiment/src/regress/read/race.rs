//! Reads a race: the engine that must be fast, and the one that it is compared with.

use parallax_instance::InputError;

use super::settings::{parse_spec, read_fraction};
use crate::regress::suite::SpeedExpectation;
use crate::toml_keys::TomlTableKeys;

/// Maximum number of paired runs of a comparison of times.
const MOST_RUNS: i64 = 1000;

/// Reads a race of a case; the median of 5 runs counts unless it states another number.
pub(super) fn read_race(keys: &TomlTableKeys<'_>) -> Result<SpeedExpectation, InputError> {
    let engine = |key: &'static str| {
        let missing = || keys.error(format!("a race without {key} = \"…\""));
        parse_spec(keys, &keys.text_at(key)?.ok_or_else(missing)?)
    };
    let (engine, against) = (engine("engine")?, engine("against")?);
    if engine == against {
        return Err(keys.error("a race of an engine against itself"));
    }
    let needs = |key: &'static str| {
        read_fraction(keys, key)?.ok_or_else(|| keys.error(format!("a race without {key} = 0.…")))
    };
    let (at_most, margin) = (needs("at_most")?, needs("margin")?);
    let runs =
        keys.integer_at("runs")?.map_or(Ok(5), |runs| match usize::try_from(runs.value) {
            Ok(number) if (1..=MOST_RUNS).contains(&runs.value) => Ok(number),
            _ => Err(keys.toml.located_error(&runs.at, format!("runs: expected 1 to {MOST_RUNS}"))),
        })?;
    keys.refuse_unknown("a race")?;
    Ok(SpeedExpectation {
        engine,
        against,
        at_most,
        margin,
        runs,
        line: keys.toml.line_of(&keys.at),
    })
}
