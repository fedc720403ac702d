//! What goes to a child and what comes back, one JSON object a line.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ask::{Outcome, Refusal, Task};
use crate::model::{Given, Value, VarId};

/// The first line: what to prepare, and within what limits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The model, as `docs/model-json.md` describes it.
    pub model: Box<RawValue>,
    /// The engine's spec.
    pub engine: String,
    /// The seed of whatever is random.
    #[serde(default)]
    pub seed: u64,
    /// The most memory that the child, and each program that it starts, may
    /// allocate, in bytes.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
    /// The time to prepare, in seconds.
    #[serde(default)]
    pub timeout_s: Option<f64>,
    /// Whether the child ends at once, with everything that it started, when
    /// its standard input does. Otherwise it answers what it was asked
    /// before.
    #[serde(default)]
    pub tethered: bool,
    /// A folder for temporary files. It must not exist: the child makes it, and
    /// removes it at the end.
    #[serde(default)]
    pub folder: Option<std::path::PathBuf>,
}

/// Any further line: a question to the prepared session.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Variables, by their places in the model from 0, and their values.
    #[serde(default)]
    pub givens: Vec<(usize, Value)>,
    /// What is to be found.
    #[serde(default)]
    pub task: Task,
    /// The time to find it, in seconds.
    #[serde(default)]
    pub timeout_s: Option<f64>,
}

/// What a child says.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// The engine has prepared the model; questions may come.
    Prepared,
    /// It has not, and the child ends.
    Refused(Refusal),
    /// A candidate: a value for each variable of the model.
    Solution(Vec<Value>),
    /// The end of a question.
    Done(Outcome),
}

impl Question {
    /// The given values of a model of so many variables; `None` when one is
    /// for no variable.
    pub(super) fn givens(&self, variables: usize) -> Option<Vec<Given>> {
        let given = |&(place, value): &(usize, Value)| {
            (place < variables).then(|| Given { variable: VarId::new(place), value })
        };
        self.givens.iter().map(given).collect()
    }
}

/// A message as a line.
pub(super) fn line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("messages have string keys only");
    line.push(b'\n');
    line
}

/// Seconds as a time; more than it can hold are all that it can.
///
/// # Errors
/// Negative ones.
pub(super) fn seconds(seconds: Option<f64>) -> Result<Option<Duration>, String> {
    let time = |seconds: f64| match seconds >= 0.0 {
        true => Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        false => Err(format!("timeout_s: {seconds}; expected seconds, 0 or more")),
    };
    seconds.map(time).transpose()
}
