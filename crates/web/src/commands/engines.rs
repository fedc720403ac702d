//! `solve`, `compare` and `rate`.

use parallax_engines::{Spec, parse_list};
use parallax_model::engine_api::Engine;

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{
    COMPARE_EXIT_CODES, CommandOutputShape, CommandRequest, RequestInstance, option_word,
    requested_seconds,
};

/// The default time limit of one engine, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Parses the spec of an engine. Refuses engines that run programs of the machine.
pub(super) fn parse_spec(text: &str) -> Result<Spec, HttpError> {
    let spec: Spec =
        text.parse().map_err(|error| HttpError::unusable_content(format!("'{text}': {error}")))?;
    if spec.abilities().external {
        return Err(HttpError::unusable_content(format!(
            "'{text}': no programs are run from here"
        )));
    }
    Ok(spec)
}

/// Runs one engine on an instance.
pub(crate) fn solve_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let engine: Option<String> = fields.take_field("engine")?;
    let engine = parse_spec(engine.as_deref().unwrap_or("native"))?.to_string();
    let words = task_words(fields, &engine, 1, limits)?;
    let command =
        subject.instance_command("compare", words, COMPARE_EXIT_CODES, CommandOutputShape::Row)?;
    Ok(CommandRequest { long: true, ..command })
}

/// Runs several engines on an instance.
pub(crate) fn compare_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let engines: Option<String> = fields.take_field("engines")?;
    let engines = engines.unwrap_or_else(|| "all".into());
    let list =
        parse_list(&engines).map_err(|e| HttpError::unusable_content(format!("'engines': {e}")))?;
    let specs = list.every_spec();
    // `every_spec` expands the items of the list, so that an external program cannot hide in a name
    // such as `all`.
    if specs.iter().any(|spec| spec.abilities().external) {
        return Err(HttpError::unusable_content("'engines': no programs are run from here"));
    }
    let mut words = task_words(fields, &engines, specs.len(), limits)?;
    words.push("--live".to_owned());
    let models: Option<String> = fields.take_field("models")?;
    words.extend(models.map(|models| option_word("models", models)));
    let command =
        subject.instance_command("compare", words, COMPARE_EXIT_CODES, CommandOutputShape::Rows)?;
    Ok(CommandRequest { long: true, ..command })
}

/// Returns the words for engines, task and limits.
fn task_words(
    fields: &mut RequestFields,
    engines: &str,
    number: usize,
    limits: &RequestLimits,
) -> Result<Vec<String>, HttpError> {
    // All engines together take at most the time of one request.
    let most = limits.seconds as f64 / number.max(1) as f64;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, most)?;
    let mut words = vec![
        option_word("engines", engines),
        option_word("timeout", timeout),
        option_word("memory", limits.memory_mb),
        option_word("seed", fields.take_field::<u64>("seed")?.unwrap_or(0)),
        "--jobs=1".to_owned(),
        "--format=json".to_owned(),
    ];
    let limit: Option<u64> = fields.take_field("limit")?;
    let task: Option<String> = fields.take_field("task")?;
    words.extend(match (task.as_deref(), limit) {
        (None, None) => None,
        (None | Some("limit"), Some(limit @ 1..)) => Some(option_word("limit", limit)),
        (Some("first"), None) => Some(option_word("limit", 1)),
        (Some("unique"), None) => Some(option_word("limit", 2)),
        (Some(task @ ("all" | "count" | "optimise")), None) => Some(format!("--{task}")),
        _ => {
            let why = "'task': expected first, unique, all, count, optimise, or 'limit' above 0";
            return Err(HttpError::unusable_content(why));
        }
    });
    Ok(words)
}

/// Rates the difficulty of instances.
pub(crate) fn rate_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let text: String = fields.need_field("instance")?;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, limits.seconds as f64 / 3.0)?;
    let mut words: Vec<String> = ["rate", "-", "--format=json", "--jobs=1"].map(Into::into).into();
    if fields.take_field("ignore_drawings")? == Some(true) {
        words.push("--ignore-drawings".into());
    }
    words.push(option_word("timeout", timeout));
    words.push(option_word("memory", limits.memory_mb));
    if fields.take_field("uniqueness")? == Some(true) {
        words.push("--uniqueness".into());
    }
    let (input, shape) = (text.into_bytes(), CommandOutputShape::List("ratings"));
    super::check_words(CommandRequest { words, input, good: COMPARE_EXIT_CODES, shape, long: true })
}
