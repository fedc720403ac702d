//! `lint`: faults of decision tables, and the inputs for an output.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{CommandOutputShape, CommandRequest, RequestInstance, option_word, requested_seconds};

/// Exit codes: no faults, faults, and questions without an answer.
const LINT_EXIT_CODES: &[i32] = &[0, 1, 3];

/// The default time limit, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Draws decision tables with their faults; with `find`, lists the inputs for an output.
pub(crate) fn lint_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64)?;
    let find: Option<String> = fields.take_field("find")?;
    let mut words = vec![option_word("timeout", timeout)];
    let shape = match find {
        Some(wanted) => {
            words.extend([option_word("find", wanted), "--format=json".to_owned()]);
            CommandOutputShape::List("ranges")
        }
        None => {
            words.push("--html=-".to_owned());
            CommandOutputShape::Text
        }
    };
    let command = subject.instance_command("lint", words, LINT_EXIT_CODES, shape)?;
    Ok(CommandRequest { long: true, ..command })
}
