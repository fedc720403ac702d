//! `hint` and `path`.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::engines::parse_spec;
use super::{CommandOutputShape, CommandRequest, RequestInstance, option_word, requested_seconds};

/// Exit codes: a step, a wrong entry, no step or no solution, a step that an engine refutes.
const HINT_EXIT_CODES: &[i32] = &[0, 1, 3, 5, 20];

/// The default time limit, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Finds the next step.
pub(crate) fn hint_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let mut words = entry_words(fields, limits)?;
    let tier: u8 = fields.take_field("tier")?.unwrap_or(4);
    words.push(option_word("tier", tier));
    let selected: Vec<i64> = fields.take_field("selected")?.unwrap_or_default();
    words.extend(selected.iter().map(|card| option_word("select", card)));
    if let Some(seconds) = fields.take_field::<f64>("smallest_s")? {
        words.push(option_word("smallest", seconds));
    }
    subject.instance_command("hint", words, HINT_EXIT_CODES, CommandOutputShape::Object)
}

/// Finds all steps to the solution.
pub(crate) fn path_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let mut words = entry_words(fields, limits)?;
    if fields.take_field("all_steps")? == Some(true) {
        words.push("--all-steps".into());
    }
    if fields.take_field("named_only")? == Some(true) {
        words.push("--named-only".into());
    }
    let command =
        subject.instance_command("path", words, HINT_EXIT_CODES, CommandOutputShape::Object)?;
    Ok(CommandRequest { long: true, ..command })
}

/// Returns the words for the entries and the allowed techniques.
fn entry_words(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<Vec<String>, HttpError> {
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64)?;
    let mut words = vec![option_word("timeout", timeout), "--format=json".to_owned()];
    for name in ["place", "remove"] {
        let all: Vec<String> = fields.take_field(name)?.unwrap_or_default();
        words.extend(all.iter().map(|text| option_word(name, text)));
    }
    if fields.take_field("uniqueness")? == Some(true) {
        words.push("--uniqueness".into());
    }
    let engine: Option<String> = fields.take_field("engine")?;
    if let Some(name) = engine {
        words.push(option_word("engine", parse_spec(&name)?));
    }
    let model: Option<String> = fields.take_field("model")?;
    words.extend(model.map(|model| option_word("model", model)));
    Ok(words)
}
