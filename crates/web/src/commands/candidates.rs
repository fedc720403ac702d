//! `candidates`: the values that cells have in some solution.

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::engines::spec;
use super::{Command, Shape, Subject, option, seconds};

/// Exit codes: not known in time, known, and no solution.
const ENDED: &[i32] = &[0, 10, 20];

/// The default number of seconds.
const USUAL: f64 = 10.0;

/// Finds the values that each cell has in some solution with the entries.
pub(crate) fn candidates(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let timeout = seconds(fields, USUAL, limits.seconds as f64)?;
    let engine: Option<String> = fields.take("engine")?;
    let place: Vec<String> = fields.take("place")?.unwrap_or_default();
    let mut words = vec![
        "--propagate".to_owned(),
        "--format=json".to_owned(),
        option("engine", spec(engine.as_deref().unwrap_or("native"))?),
        option("timeout", timeout),
        option("memory", limits.memory_mb),
    ];
    words.extend(place.iter().map(|entry| option("given", entry)));
    let command = subject.command("solve", words, ENDED, Shape::Row)?;
    Ok(Command { long: true, ..command })
}
