//! A request as the arguments of a command.

use crate::RequestLimits;
use crate::fields::RequestFields;
use crate::refusal::HttpError;

/// Makes the command of a request.
pub(crate) type CommandMaker =
    fn(&mut RequestFields, &RequestLimits) -> Result<CommandRequest, HttpError>;

/// A command of this program, with its input.
#[derive(Debug)]
pub(crate) struct CommandRequest {
    /// Its words, without the program.
    pub(crate) words: Vec<String>,
    /// Its standard input.
    pub(crate) input: Vec<u8>,
    /// The exit codes after which its output is the answer.
    pub(crate) good: &'static [i32],
    /// The way in which its output becomes an object.
    pub(crate) shape: CommandOutputShape,
    /// Whether it may run for a long time.
    pub(crate) long: bool,
}

/// The way in which the lines of a command become one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutputShape {
    /// The only line is the object.
    Object,
    /// Objects, as a list with this name.
    List(&'static str),
    /// Rows of engines, first as they arrive, then all of them and the verdict.
    Rows,
    /// The row of one engine: the first line.
    Row,
    /// A text, under the name `text`.
    Text,
}

/// Exit codes of commands that compare: agreement, only one answer, and disagreements.
pub(super) const COMPARE_EXIT_CODES: &[i32] = &[0, 3, 4, 5];

/// The exit code of commands that fail only on bad input.
pub(super) const SUCCESS_EXIT_CODES: &[i32] = &[0];

/// Returns the requested number of seconds, at most `max_seconds`.
pub(super) fn requested_seconds(
    fields: &mut RequestFields,
    usual: f64,
    max_seconds: f64,
) -> Result<f64, HttpError> {
    match fields.take_field::<f64>("timeout_s")? {
        None => Ok(usual.min(max_seconds)),
        Some(asked) if asked > 0.0 && asked <= max_seconds => Ok(asked),
        Some(_) => Err(HttpError::unusable_content(format!(
            "'timeout_s': expected a number above 0, up to {max_seconds}"
        ))),
    }
}

/// Returns an option with its value as one word, so that the value is never taken for an option.
pub(super) fn option_word(name: &str, value: impl std::fmt::Display) -> String {
    format!("--{name}={value}")
}

/// Refuses words that the system does not pass to a program.
pub(super) fn check_words(command: CommandRequest) -> Result<CommandRequest, HttpError> {
    // Linux refuses an argument of 128 KiB or more; the sum of all words stays below that.
    const MAX_ARGUMENT_BYTES: usize = 100_000;
    let long = command.words.iter().map(String::len).sum::<usize>() > MAX_ARGUMENT_BYTES;
    if long {
        return Err(HttpError::unusable_content(format!(
            "more than {MAX_ARGUMENT_BYTES} bytes beside the instance"
        )));
    }
    if command.words.iter().any(|word| word.contains('\0')) {
        return Err(HttpError::unusable_content("a text with a zero byte"));
    }
    Ok(command)
}
