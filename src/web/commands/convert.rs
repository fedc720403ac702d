//! What an instance is, its other forms, and whether a solution is one.

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::{Command, DONE, Shape, Subject, option, seconds};

/// A valid solution, another, or one of which it is not known in time.
const CHECKED: &[i32] = &[0, 1, 3];

/// The seconds for a check, by default.
const USUAL: f64 = 10.0;

/// What the instance is: its puzzle, its board, its picture.
pub(in crate::web) fn read(fields: &mut Fields, _: &Limits) -> Result<Command, Refusal> {
    let words = vec!["--format=json".to_owned()];
    Subject::take(fields)?.command("show", words, DONE, Shape::Object)
}

/// The instance in another form.
pub(in crate::web) fn export(fields: &mut Fields, _: &Limits) -> Result<Command, Refusal> {
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
        "dimacs" | "opb" | "smtlib" | "flatzinc" => {
            subject.command("encode", vec![option("to", &to)], DONE, Shape::Text)
        }
        _ => {
            let known = "form, svg, dimacs, opb, smtlib, flatzinc";
            Err(Refusal::unusable(format!("'to': expected {known}")))
        }
    }
}

/// Whether a solution keeps the rules.
pub(in crate::web) fn check(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
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
