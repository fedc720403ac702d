//! `read`, `export` and `check`: the description of an instance, its other forms, its solutions.

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::{Command, DONE, Shape, Subject, option, seconds};

/// The forms of other programs in which grid puzzles are written.
const FORMS: [&str; 6] = ["plain", "f-puzzles", "f-puzzles-link", "tatham", "puzz.link", "iss"];

/// Exit codes: a valid solution, a wrong one, and one that could not be decided in time.
const CHECKED: &[i32] = &[0, 1, 3];

/// The default number of seconds for a check.
const USUAL: f64 = 10.0;

/// Describes an instance: its puzzle, its board, its picture.
pub(crate) fn read(fields: &mut Fields, _: &Limits) -> Result<Command, Refusal> {
    let words = vec!["--format=json".to_owned()];
    Subject::take(fields)?.command("show", words, DONE, Shape::Object)
}

/// Converts an instance to another form.
pub(crate) fn export(fields: &mut Fields, _: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let to: String = fields.need("to")?;
    let solution: Option<String> = fields.take("solution")?;
    match to.as_str() {
        "form" => subject.command("show", vec![option("format", "form")], DONE, Shape::Text),
        "svg" => {
            let words = vec![option("format", "svg")];
            match solution {
                None => subject.command("show", words, DONE, Shape::Text),
                Some(solution) => {
                    let words = [words, vec![option("solution", "-")]].concat();
                    subject.with(&solution)?.command("show", words, DONE, Shape::Text)
                }
            }
        }
        "dimacs" | "opb" | "smtlib" | "flatzinc" | "minizinc" | "xcsp3" => {
            subject.command("encode", vec![option("to", &to)], DONE, Shape::Text)
        }
        form if FORMS.contains(&form) => {
            subject.command("show", vec![option("form", form)], DONE, Shape::Text)
        }
        _ => {
            let known = "form, svg, dimacs, opb, smtlib, flatzinc, minizinc, xcsp3";
            let forms = FORMS.join(", ");
            Err(Refusal::unusable(format!("'to': expected {known}, or for grid puzzles {forms}")))
        }
    }
}

/// Checks whether a solution satisfies the rules.
pub(crate) fn check(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let solution: String = fields.need("solution")?;
    let timeout = seconds(fields, USUAL, limits.seconds as f64)?;
    let words = vec![
        "-".to_owned(),
        option("format", "json"),
        option("timeout", timeout),
        option("memory", limits.memory_mb),
    ];
    let subject = subject.with(&solution)?;
    let command = subject.command("check", words, CHECKED, Shape::List("solutions"))?;
    Ok(Command { long: true, ..command })
}
