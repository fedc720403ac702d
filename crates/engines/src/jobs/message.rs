//! The messages to and from a child, one JSON object per line.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use parallax_model::engine_api::{PreparationError, QuestionOutcome, Task};
use parallax_model::{Given, Value, VarId};
use serde::{Deserialize, Serialize};

use super::{CertificateRequest, ServeError};

/// The first line: the model to prepare, its engine and its limits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest<M> {
    /// The model, in the format of `docs/reference/model-json.md`.
    pub model: M,
    /// The engine's spec.
    pub engine: String,
    /// The seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// Maximum number of bytes that the child, and each program that it starts, may allocate.
    #[serde(default)]
    pub memory_bytes: Option<u64>,
    /// The time limit for preparing, in seconds.
    #[serde(default)]
    pub timeout_s: Option<f64>,
    /// Whether the child and its descendants end at once when its standard input ends. Otherwise it
    /// first answers the questions already sent.
    #[serde(default)]
    pub tethered: bool,
    /// A folder for temporary files. It must not exist: the child makes it and removes it at the
    /// end.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// The folder in which the engine's programs run; by default that of the child.
    #[serde(default)]
    pub programs_folder: Option<PathBuf>,
    /// The certificate to write.
    #[serde(default)]
    pub certificate: Option<CertificateRequest>,
}

/// Any further line: a question to the prepared session.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobQuestion {
    /// Variables, by their indices in the model from 0, and their values.
    #[serde(default)]
    pub givens: Vec<(usize, Value)>,
    /// The task.
    #[serde(default)]
    pub task: Task,
    /// The time limit for the task, in seconds.
    #[serde(default)]
    pub timeout_s: Option<f64>,
}

/// A line during a question: the cost of a solution that another engine has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RivalCost {
    /// The cost.
    pub(super) rival: i64,
    /// The number of the question, from 1.
    pub(super) question: u64,
}

impl RivalCost {
    /// Reads a line, if it begins as the message of a rival.
    pub(super) fn parse_line(line: &str) -> Option<Self> {
        // The prefix decides without parsing, so that a long question is parsed only once, by the
        // thread that answers it.
        let is_meant = line.trim_start().starts_with("{\"rival\"");
        is_meant.then(|| serde_json::from_str(line).ok()).flatten()
    }
}

/// A report from a child.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ChildMessage {
    /// The engine has prepared the model, in this many seconds; questions may follow.
    Prepared(f64),
    /// The engine has refused; the child ends.
    Refused(PreparationError),
    /// A candidate: a value for each variable of the model.
    Solution(Vec<Value>),
    /// The end of a question.
    Done(Box<QuestionOutcome>),
}

impl<M> JobRequest<M> {
    /// Returns the job with its model in another form.
    pub(super) fn map_model<N>(self, form: impl FnOnce(M) -> N) -> JobRequest<N> {
        JobRequest {
            model: form(self.model),
            engine: self.engine,
            seed: self.seed,
            memory_bytes: self.memory_bytes,
            timeout_s: self.timeout_s,
            tethered: self.tethered,
            folder: self.folder,
            programs_folder: self.programs_folder,
            certificate: self.certificate,
        }
    }
}

impl JobQuestion {
    /// Returns the givens of a question about a model with this many variables; `None` if one names
    /// no variable.
    pub(super) fn variable_givens(&self, variables: usize) -> Option<Vec<Given>> {
        let given = |&(index, value): &(usize, Value)| {
            (index < variables).then(|| Given { variable: VarId::new(index), value })
        };
        self.givens.iter().map(given).collect()
    }
}

/// Returns a message as a line.
pub(super) fn message_line(message: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    write_line(message, &mut line).expect("messages have string keys only");
    line
}

/// Writes a message as a line.
///
/// # Errors
/// Returns the errors of `out`.
pub(super) fn write_line(message: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    out.write_all(b"\n")
}

/// Converts seconds to a duration, saturating at its maximum.
///
/// # Errors
/// If the number is negative.
pub(super) fn parse_seconds(seconds: Option<f64>) -> Result<Option<Duration>, ServeError> {
    let time = |seconds: f64| {
        if seconds >= 0.0 {
            // A non-negative number fails to convert only if it is too large.
            Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        } else {
            Err(ServeError::Timeout(seconds))
        }
    };
    seconds.map(time).transpose()
}
