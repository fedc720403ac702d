//! Requests as commands of this program. Only what is written here reaches a command line.

mod convert;
mod engines;
mod explain;
mod generate;
mod hints;
mod subject;

pub(super) use convert::{check, export, read};
pub(super) use engines::{compare, rate, solve};
pub(super) use explain::explain;
pub(super) use generate::generate;
pub(super) use hints::{hint, path};

use super::Limits;
use super::fields::Fields;
use super::refusal::Refusal;
use subject::Subject;

/// Makes the command of a request.
pub(super) type Maker = fn(&mut Fields, &Limits) -> Result<Command, Refusal>;

/// A command of this program, with its input.
#[derive(Debug)]
pub(super) struct Command {
    /// Its words, without the program.
    pub(super) words: Vec<String>,
    /// What it reads.
    pub(super) input: Vec<u8>,
    /// The exit codes after which its output is the answer.
    pub(super) good: &'static [i32],
    /// How its output becomes an object.
    pub(super) shape: Shape,
    /// Whether it may take long.
    pub(super) long: bool,
}

/// How the lines of a command become one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The only line is the object.
    Object,
    /// Objects, as a list with this name.
    List(&'static str),
    /// Rows of engines, first as they come, then all of them and the verdict.
    Rows,
    /// The row of one engine: the first line.
    Row,
    /// A text, under the name `text`.
    Text,
}

/// Exit codes of commands that compare: agreement, one answer only, and disagreements.
const COMPARED: &[i32] = &[0, 3, 4, 5];

/// The exit code of commands that cannot fail but for their input.
const DONE: &[i32] = &[0];

/// How many seconds are asked for, of those that there are.
fn seconds(fields: &mut Fields, usual: f64, most: f64) -> Result<f64, Refusal> {
    match fields.take::<f64>("timeout_s")? {
        None => Ok(usual.min(most)),
        Some(asked) if asked > 0.0 && asked <= most => Ok(asked),
        Some(_) => {
            Err(Refusal::unusable(format!("'timeout_s': expected a number above 0, up to {most}")))
        }
    }
}

/// An option with its value, as one word, so that the value is never taken for an option.
fn option(name: &str, value: impl std::fmt::Display) -> String {
    format!("--{name}={value}")
}

/// Refuses what the system does not pass to a program.
fn checked(command: Command) -> Result<Command, Refusal> {
    const MOST: usize = 100_000;
    let long = command.words.iter().map(String::len).sum::<usize>() > MOST;
    if long {
        return Err(Refusal::unusable(format!("more than {MOST} bytes beside the instance")));
    }
    if command.words.iter().any(|word| word.contains('\0')) {
        return Err(Refusal::unusable("a text with a zero byte"));
    }
    Ok(command)
}
