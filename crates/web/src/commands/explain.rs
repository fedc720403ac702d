//! `explain`: the steps of engines.

use super::super::Limits;
use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::engines::spec;
use super::{Command, DONE, Shape, Subject, option, seconds};

/// Maximum number of nodes of a tree on the page.
const MOST_NODES: u64 = 5000;

/// The default number of seconds for one tree.
const USUAL: f64 = 10.0;

/// Shows the steps of engines; by default, of reformulation and native search.
pub(crate) fn explain(fields: &mut Fields, limits: &Limits) -> Result<Command, Refusal> {
    let subject = Subject::take(fields)?;
    let engines: Vec<String> = fields.take("engines")?.unwrap_or_default();
    let most = limits.seconds as f64 / engines.len().max(2) as f64;
    let timeout = seconds(fields, USUAL, most)?;
    let nodes: u64 = fields.take("max_nodes")?.unwrap_or(2000);
    if !(1..=MOST_NODES).contains(&nodes) {
        return Err(Refusal::unusable(format!("'max_nodes': expected 1 to {MOST_NODES}")));
    }
    let mut words = vec![
        option("timeout", timeout),
        option("max-nodes", nodes),
        option("seed", fields.take::<u64>("seed")?.unwrap_or(0)),
        "--format=json".to_owned(),
    ];
    for name in &engines {
        words.push(option("engine", spec(name)?));
    }
    if engines.is_empty() {
        words.push("--beside".into());
    }
    let model: Option<String> = fields.take("model")?;
    words.extend(model.map(|model| option("model", model)));
    let command = subject.command("explain", words, DONE, Shape::List("explanations"))?;
    Ok(Command { long: true, ..command })
}
