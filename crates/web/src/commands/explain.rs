//! `explain`: the steps of engines.

use super::super::RequestLimits;
use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::engines::parse_spec;
use super::{
    CommandOutputShape, CommandRequest, RequestInstance, SUCCESS_EXIT_CODES, option_word,
    requested_seconds,
};

/// Maximum number of nodes of a tree on the page.
const MOST_NODES: u64 = 5000;

/// The default time limit of one tree, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;

/// Shows the steps of engines; by default, of reformulation and native search.
pub(crate) fn explain_command(
    fields: &mut RequestFields,
    limits: &RequestLimits,
) -> Result<CommandRequest, HttpError> {
    let subject = RequestInstance::take_instance(fields)?;
    let engines: Vec<String> = fields.take_field("engines")?.unwrap_or_default();
    // Without names `--beside` runs two engines, so the time is divided by two at least.
    let most = limits.seconds as f64 / engines.len().max(2) as f64;
    let timeout = requested_seconds(fields, DEFAULT_SECONDS, most)?;
    let nodes: u64 = fields.take_field("max_nodes")?.unwrap_or(2000);
    if !(1..=MOST_NODES).contains(&nodes) {
        return Err(HttpError::unusable_content(format!(
            "'max_nodes': expected 1 to {MOST_NODES}"
        )));
    }
    let mut words = vec![
        option_word("timeout", timeout),
        option_word("max-nodes", nodes),
        option_word("seed", fields.take_field::<u64>("seed")?.unwrap_or(0)),
        "--format=json".to_owned(),
    ];
    for name in &engines {
        words.push(option_word("engine", parse_spec(name)?));
    }
    if engines.is_empty() {
        words.push("--beside".into());
    }
    let model: Option<String> = fields.take_field("model")?;
    words.extend(model.map(|model| option_word("model", model)));
    let command = subject.instance_command(
        "explain",
        words,
        SUCCESS_EXIT_CODES,
        CommandOutputShape::List("explanations"),
    )?;
    Ok(CommandRequest { long: true, ..command })
}
