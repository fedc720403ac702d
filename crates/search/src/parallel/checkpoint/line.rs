//! One line of the notes: a finished subtree.

use parallax_model::{Value, VarId};
use parallax_propagation::{SearchDecision, ValueTest};
use serde_json::{Map, Value as Json, json};
use xxhash_rust::xxh3::xxh3_64;

use super::error::CheckpointLineError;
use crate::effort::SearchEffort;
use crate::node_counters::NodeCounters;
use crate::parallel::subtree::{PathSide, SearchSubtree, SubtreePathStep};

/// A finished subtree.
#[derive(Clone, Debug, Default)]
pub(in crate::parallel) struct CheckpointLine {
    /// Its number; 0 is the first slice of the whole tree.
    pub(in crate::parallel) number: u64,
    /// Its solutions.
    pub(in crate::parallel) found: u64,
    pub(in crate::parallel) effort: SearchEffort,
    /// The subtrees into which its rest was cut.
    pub(in crate::parallel) left: Vec<SearchSubtree>,
    /// A solution, if no earlier line has one.
    pub(in crate::parallel) solution: Vec<Value>,
}

/// Writes an object as one line, with a checksum of the rest as its last entry.
pub(super) fn seal_object(object: &Json) -> String {
    let text = object.to_string();
    // The checksum covers the text without its closing brace, exactly as it stands in the file, so
    // that no reader has to serialise the object again.
    let body = text.strip_suffix('}').unwrap_or(&text);
    format!("{body},\"check\":\"{:016x}\"}}", xxh3_64(body.as_bytes()))
}

/// Reads the object of a line, and checks its checksum.
pub(super) fn unseal_object(line: &str) -> Result<Map<String, Json>, CheckpointLineError> {
    // The last occurrence is the checksum, which `seal_object` appends.
    let (body, check) = line.rsplit_once(",\"check\":\"").ok_or(CheckpointLineError::Damage)?;
    if check != format!("{:016x}\"}}", xxh3_64(body.as_bytes())) {
        return Err(CheckpointLineError::Damage);
    }
    serde_json::from_str(line).map_err(|_| CheckpointLineError::Damage)
}

/// Writes a step as text: `3=5`, `3!5`, `3<5` for at most, `3>5`; `3?5` with the other side open,
/// or `3?!5`, `3?<5`, `3?>5`; `3?5:1,2` with other values.
fn write_step(step: &SubtreePathStep) -> String {
    let SearchDecision { variable, value, test } = step.decision;
    let sign = match test {
        ValueTest::Is => "=",
        ValueTest::Not => "!",
        ValueTest::AtMost => "<",
        ValueTest::Above => ">",
    };
    let variable = variable.index();
    match &step.side {
        PathSide::Closed => format!("{variable}{sign}{value}"),
        PathSide::Open(rest) => {
            let sign = if test == ValueTest::Is { "" } else { sign };
            let rest: Vec<String> = rest.iter().map(Value::to_string).collect();
            let colon = if rest.is_empty() { "" } else { ":" };
            format!("{variable}?{sign}{value}{colon}{}", rest.join(","))
        }
    }
}

fn read_step(text: &str) -> Option<SubtreePathStep> {
    let at = text.find(['=', '!', '<', '>', '?'])?;
    let variable = VarId::new(text[..at].parse().ok()?);
    // An open step has its sign after the `?`, a closed one instead of it.
    let (text, is_open) = match text[at..].strip_prefix('?') {
        Some(text) => (text, true),
        None => (&text[at..], false),
    };
    let test = match text.chars().next()? {
        '=' => ValueTest::Is,
        '!' => ValueTest::Not,
        '<' => ValueTest::AtMost,
        '>' => ValueTest::Above,
        // `3?5` has no sign: the character is the first of the value.
        _ if is_open => ValueTest::Is,
        _ => return None,
    };
    let text = text.trim_start_matches(['=', '!', '<', '>']);
    let (value, rest) = match text.split_once(':') {
        Some((value, rest)) => {
            (value, rest.split(',').map(|v| v.parse().ok()).collect::<Option<Vec<Value>>>()?)
        }
        None => (text, Vec::new()),
    };
    let side = if is_open { PathSide::Open(rest.into()) } else { PathSide::Closed };
    Some(SubtreePathStep {
        decision: SearchDecision { variable, value: value.parse().ok()?, test },
        side,
    })
}

fn write_piece(subtree: &SearchSubtree) -> Json {
    let steps: Vec<String> = subtree.steps.iter().map(write_step).collect();
    json!({ "share": subtree.share, "new": subtree.fresh, "path": steps.join(" ") })
}

fn read_piece(json: &Json) -> Option<SearchSubtree> {
    let path = json.get("path")?.as_str()?;
    let steps =
        path.split_ascii_whitespace().map(read_step).collect::<Option<Vec<SubtreePathStep>>>()?;
    let fresh = json.get("new")?.as_bool()?;
    Some(SearchSubtree { steps, fresh, share: json.get("share")?.as_f64()? })
}

impl CheckpointLine {
    /// Returns the line as text.
    pub(super) fn seal_line(&self) -> String {
        let SearchEffort { work, prunings, checks } = &self.effort;
        let effort = [
            work.enumerations,
            work.backtracks,
            work.nodes,
            work.children,
            work.assignments,
            work.propagations,
            work.depth,
            work.restarts,
            *prunings,
            *checks,
        ];
        let left: Vec<Json> = self.left.iter().map(write_piece).collect();
        let mut line = json!({
            "subtree": self.number,
            "solutions": self.found,
            "effort": effort,
            "left": left,
        });
        if !self.solution.is_empty() {
            line["solution"] = json!(self.solution);
        }
        seal_object(&line)
    }

    /// Reads a line.
    pub(super) fn read_line(text: &str) -> Result<CheckpointLine, CheckpointLineError> {
        let object = unseal_object(text)?;
        CheckpointLine::from_json(&object).ok_or(CheckpointLineError::Members)
    }

    fn from_json(object: &Map<String, Json>) -> Option<CheckpointLine> {
        let numbers = object.get("effort")?.as_array()?.iter().map(Json::as_u64);
        let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
        let [
            enumerations,
            backtracks,
            nodes,
            children,
            assignments,
            propagations,
            depth,
            restarts,
            prunings,
            checks,
        ] = numbers[..]
        else {
            return None;
        };
        let work = NodeCounters {
            enumerations,
            backtracks,
            nodes,
            children,
            assignments,
            propagations,
            depth,
            restarts,
            ..NodeCounters::default()
        };
        let solution = match object.get("solution") {
            Some(values) => serde_json::from_value(values.clone()).ok()?,
            None => Vec::new(),
        };
        Some(CheckpointLine {
            number: object.get("subtree")?.as_u64()?,
            found: object.get("solutions")?.as_u64()?,
            effort: SearchEffort { work, prunings, checks },
            left: object.get("left")?.as_array()?.iter().map(read_piece).collect::<Option<_>>()?,
            solution,
        })
    }
}
