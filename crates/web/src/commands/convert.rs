//! `read`, `export` and `check`: the description of an instance, its other forms, its solutions.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{
    CommandOutputShape, CommandRequest, RequestInstance, SUCCESS_EXIT_CODES, option_word,
    requested_seconds,
};

/// The forms of other programs in which grid puzzles are written.
const PUZZLE_FORMS: [&str; 6] =
    ["plain", "f-puzzles", "f-puzzles-link", "tatham", "puzz.link", "iss"];

/// Exit codes: a valid solution, a wrong one, and one that could not be decided in time.
const CHECK_EXIT_CODES: &[i32] = &[0, 1, 3];

/// The default time limit of a check, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Describes an instance: its puzzle, its board, its picture.
pub(crate) fn show_command(
    fields: &mut RequestFields,
    _: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let words = vec!["--format=json".to_owned()];
    RequestInstance::take_instance(fields)?.instance_command(
        "show",
        words,
        SUCCESS_EXIT_CODES,
        CommandOutputShape::Object,
    )
}

/// Converts an instance to another form.
pub(crate) fn export_command(
    fields: &mut RequestFields,
    _: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let to: String = fields.need_field("to")?;
    let solution: Option<String> = fields.take_field("solution")?;
    match to.as_str() {
        "form" => subject.instance_command(
            "show",
            vec![option_word("format", "form")],
            SUCCESS_EXIT_CODES,
            CommandOutputShape::Text,
        ),
        "svg" => {
            let words = vec![option_word("format", "svg")];
            match solution {
                None => subject.instance_command(
                    "show",
                    words,
                    SUCCESS_EXIT_CODES,
                    CommandOutputShape::Text,
                ),
                Some(solution) => {
                    let words = [words, vec![option_word("solution", "-")]].concat();
                    subject.with_solution(&solution)?.instance_command(
                        "show",
                        words,
                        SUCCESS_EXIT_CODES,
                        CommandOutputShape::Text,
                    )
                }
            }
        }
        "dimacs" | "opb" | "smtlib" | "flatzinc" | "minizinc" | "xcsp3" => subject
            .instance_command(
                "encode",
                vec![option_word("to", &to)],
                SUCCESS_EXIT_CODES,
                CommandOutputShape::Text,
            ),
        form if PUZZLE_FORMS.contains(&form) => subject.instance_command(
            "show",
            vec![option_word("form", form)],
            SUCCESS_EXIT_CODES,
            CommandOutputShape::Text,
        ),
        _ => {
            let known = "form, svg, dimacs, opb, smtlib, flatzinc, minizinc, xcsp3";
            let forms = PUZZLE_FORMS.join(", ");
            Err(HttpError::unusable_content(format!(
                "'to': expected {known}, or for grid puzzles {forms}"
            )))
        }
    }
}

/// Checks whether a solution satisfies the rules.
pub(crate) fn check_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let solution: String = fields.need_field("solution")?;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64)?;
    let words = vec![
        "-".to_owned(),
        option_word("format", "json"),
        option_word("timeout", timeout),
        option_word("memory", limits.memory_mb),
    ];
    let subject = subject.with_solution(&solution)?;
    let command = subject.instance_command(
        "check",
        words,
        CHECK_EXIT_CODES,
        CommandOutputShape::List("solutions"),
    )?;
    Ok(CommandRequest { long: true, ..command })
}
