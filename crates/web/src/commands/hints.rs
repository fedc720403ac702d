//! `hint` and `path`.

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::engines::spec;
use super::{Command, Shape, Subject, option, seconds};

/// Exit codes: a step, a wrong entry, no step or no solution, a step that an engine refutes.
const HINTED: &[i32] = &[0, 1, 3, 5, 20];

/// The default number of seconds.
const USUAL: f64 = 10.0;

/// Finds the next step.
pub(crate) fn hint(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let mut words = asked(fields, limits)?;
    let tier: u8 = fields.take("tier")?.unwrap_or(4);
    words.push(option("tier", tier));
    let selected: Vec<i64> = fields.take("selected")?.unwrap_or_default();
    words.extend(selected.iter().map(|card| option("select", card)));
    if let Some(seconds) = fields.take::<f64>("smallest_s")? {
        words.push(option("smallest", seconds));
    }
    subject.command("hint", words, HINTED, Shape::Object)
}

/// Finds all steps to the solution.
pub(crate) fn path(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let mut words = asked(fields, limits)?;
    if fields.take("all_steps")? == Some(true) {
        words.push("--all-steps".into());
    }
    if fields.take("named_only")? == Some(true) {
        words.push("--named-only".into());
    }
    let command = subject.command("path", words, HINTED, Shape::Object)?;
    Ok(Command { long: true, ..command })
}

/// Returns the words for the entries and the allowed techniques.
fn asked(fields: &mut Fields, limits: &Limits) -> Result<Vec<String>, Refusal> {
    let timeout = seconds(fields, USUAL, limits.seconds as f64)?;
    let mut words = vec![option("timeout", timeout), "--format=json".to_owned()];
    for name in ["place", "remove"] {
        let all: Vec<String> = fields.take(name)?.unwrap_or_default();
        words.extend(all.iter().map(|text| option(name, text)));
    }
    if fields.take("uniqueness")? == Some(true) {
        words.push("--uniqueness".into());
    }
    let engine: Option<String> = fields.take("engine")?;
    if let Some(name) = engine {
        words.push(option("engine", spec(&name)?));
    }
    let model: Option<String> = fields.take("model")?;
    words.extend(model.map(|model| option("model", model)));
    Ok(words)
}
