//! `why`: why there is no solution, or a value is impossible, and the least repair.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{CommandOutputShape, CommandRequest, RequestInstance, option_word, requested_seconds};

/// Exit codes: not known in time, a solution, no solution.
const WHY_EXIT_CODES: &[i32] = &[0, 10, 20];

/// The default time limit, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Explains why there is no solution with the entries, or why a cell cannot have a value.
pub(crate) fn why_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64)?;
    let place: Vec<String> = fields.take_field("place")?.unwrap_or_default();
    let mut words = vec![option_word("timeout", timeout), "--format=json".to_owned()];
    words.extend(place.iter().map(|entry| option_word("given", entry)));
    let value: Option<String> = fields.take_field("value")?;
    words.extend(value.map(|value| option_word("value", value)));
    if fields.take_field("repair")? == Some(true) {
        words.push("--repair".into());
    }
    let command =
        subject.instance_command("why", words, WHY_EXIT_CODES, CommandOutputShape::Object)?;
    Ok(CommandRequest { long: true, ..command })
}
