//! `solve`, `compare` and `rate`.

use parallax_engines::{Spec, parse_list};
use parallax_model::ask::Engine;

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::{COMPARED, Command, Shape, Subject, option, seconds};

/// The default number of seconds for one engine.
const USUAL: f64 = 10.0;

/// Parses the spec of an engine. Refuses engines that run programs of the machine.
pub(super) fn spec(text: &str) -> Result<Spec, Refusal> {
    let spec: Spec =
        text.parse().map_err(|error| Refusal::unusable(format!("'{text}': {error}")))?;
    if spec.abilities().external {
        return Err(Refusal::unusable(format!("'{text}': no programs are run from here")));
    }
    Ok(spec)
}

/// Runs one engine on an instance.
pub(crate) fn solve(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let engine: Option<String> = fields.take("engine")?;
    let engine = spec(engine.as_deref().unwrap_or("native"))?.to_string();
    let words = asked(fields, &engine, 1, limits)?;
    let command = subject.command("compare", words, COMPARED, Shape::Row)?;
    Ok(Command { long: true, ..command })
}

/// Runs several engines on an instance.
pub(crate) fn compare(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let engines: Option<String> = fields.take("engines")?;
    let engines = engines.unwrap_or_else(|| "all".into());
    let list = parse_list(&engines).map_err(|e| Refusal::unusable(format!("'engines': {e}")))?;
    let specs = list.every_spec();
    if specs.iter().any(|spec| spec.abilities().external) {
        return Err(Refusal::unusable("'engines': no programs are run from here"));
    }
    let mut words = asked(fields, &engines, specs.len(), limits)?;
    words.push("--live".to_owned());
    let models: Option<String> = fields.take("models")?;
    words.extend(models.map(|models| option("models", models)));
    let command = subject.command("compare", words, COMPARED, Shape::Rows)?;
    Ok(Command { long: true, ..command })
}

/// Returns the words for engines, task and limits.
fn asked(
    fields: &mut Fields,
    engines: &str,
    number: usize,
    limits: &Limits,
) -> Result<Vec<String>, Refusal> {
    // All engines together take at most the time of one request.
    let most = limits.seconds as f64 / number.max(1) as f64;
    let timeout = seconds(fields, USUAL, most)?;
    let mut words = vec![
        option("engines", engines),
        option("timeout", timeout),
        option("memory", limits.memory_mb),
        option("seed", fields.take::<u64>("seed")?.unwrap_or(0)),
        "--jobs=1".to_owned(),
        "--format=json".to_owned(),
    ];
    let limit: Option<u64> = fields.take("limit")?;
    let task: Option<String> = fields.take("task")?;
    words.extend(match (task.as_deref(), limit) {
        (None, None) => None,
        (None | Some("limit"), Some(limit @ 1..)) => Some(option("limit", limit)),
        (Some("first"), None) => Some(option("limit", 1)),
        (Some("unique"), None) => Some(option("limit", 2)),
        (Some(task @ ("all" | "count" | "optimise")), None) => Some(format!("--{task}")),
        _ => {
            let why = "'task': expected first, unique, all, count, optimise, or 'limit' above 0";
            return Err(Refusal::unusable(why));
        }
    });
    Ok(words)
}

/// Rates the difficulty of instances.
pub(crate) fn rate(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let text: String = fields.need("instance")?;
    let timeout = seconds(fields, USUAL, limits.seconds as f64 / 3.0)?;
    let mut words: Vec<String> = ["rate", "-", "--format=json", "--jobs=1"].map(Into::into).into();
    if fields.take("ignore_drawings")? == Some(true) {
        words.push("--ignore-drawings".into());
    }
    words.push(option("timeout", timeout));
    words.push(option("memory", limits.memory_mb));
    if fields.take("uniqueness")? == Some(true) {
        words.push("--uniqueness".into());
    }
    let (input, shape) = (text.into_bytes(), Shape::List("ratings"));
    super::checked(Command { words, input, good: COMPARED, shape, long: true })
}
