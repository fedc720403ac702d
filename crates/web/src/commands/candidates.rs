//! `candidates`: the values that cells have in some solution.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::engines::parse_spec;
use super::{CommandOutputShape, CommandRequest, RequestInstance, option_word, requested_seconds};

/// Exit codes: not known in time, known, and no solution.
const CANDIDATES_EXIT_CODES: &[i32] = &[0, 10, 20];

/// The default time limit, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Finds the values that each cell has in some solution with the entries.
pub(crate) fn candidates_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64)?;
    let engine: Option<String> = fields.take_field("engine")?;
    let place: Vec<String> = fields.take_field("place")?.unwrap_or_default();
    let mut words = vec![
        "--propagate".to_owned(),
        "--format=json".to_owned(),
        option_word("engine", parse_spec(engine.as_deref().unwrap_or("native"))?),
        option_word("timeout", timeout),
        option_word("memory", limits.memory_mb),
    ];
    words.extend(place.iter().map(|entry| option_word("given", entry)));
    let command =
        subject.instance_command("solve", words, CANDIDATES_EXIT_CODES, CommandOutputShape::Row)?;
    Ok(CommandRequest { long: true, ..command })
}
