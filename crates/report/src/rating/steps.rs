//! The steps of a person, next to the effort of engines.

use parallax_compare::InstanceComparison;
use parallax_experiment::regress::plural_noun;
use parallax_hints::{PathDifficulty, PathEnd, Technique};
use serde_json::{Value as Json, json};

use crate::csv::Column;

/// Rates an instance by steps; `None` if that is not requested, or the puzzle has no steps.
pub type StepRater = Box<dyn FnMut(&InstanceComparison) -> Option<PathDifficulty>>;

/// Returns how the path of steps ends: `solved`, `guess` (no further step follows), or `unknown`.
pub(super) fn end_name(difficulty: &PathDifficulty) -> &'static str {
    match difficulty.end {
        PathEnd::Complete => "solved",
        PathEnd::Unknown(_) | PathEnd::Placement | PathEnd::Open => "unknown",
        PathEnd::Stuck | PathEnd::Contradiction => "guess",
    }
}

/// Returns the limit that ends a path, if one does.
pub(super) fn path_limit(difficulty: &PathDifficulty) -> Option<String> {
    match &difficulty.end {
        PathEnd::Unknown(why) => Some(why.clone()),
        PathEnd::Placement | PathEnd::Open => {
            Some(format!("more than {}", plural_noun(difficulty.steps as u64, "step")))
        }
        PathEnd::Complete | PathEnd::Stuck | PathEnd::Contradiction => None,
    }
}

/// Describes the hardest step, and the end of a path that does not reach a solution.
pub(super) fn describe_steps(difficulty: &PathDifficulty) -> String {
    let technique = difficulty.technique.map_or("no step", Technique::description);
    match end_name(difficulty) {
        "solved" => technique.to_owned(),
        other => format!("{technique}, {other}"),
    }
}

/// Writes a score in units, with one decimal.
pub(super) fn score_text(tenths: u64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

pub(super) fn steps_json(difficulty: &PathDifficulty) -> Json {
    let techniques: serde_json::Map<String, Json> = difficulty
        .techniques
        .iter()
        .map(|(technique, number)| (technique.description().to_owned(), (*number).into()))
        .collect();
    json!({
        "end": end_name(difficulty),
        "reason": path_limit(difficulty),
        "score": f64::from(difficulty.hardest) / 10.0,
        "hardest": difficulty.technique.map(Technique::description),
        "size": difficulty.size,
        "sum": difficulty.sum as f64 / 10.0,
        "steps": difficulty.steps,
        "beyond_singles": difficulty.beyond_singles,
        "bottleneck": difficulty.bottleneck,
        "narrow": difficulty.narrow,
        "techniques": techniques,
    })
}

/// The columns of a table: their names, and the cell of a rating.
pub(super) const STEP_COLUMNS: [Column<PathDifficulty>; 9] = [
    ("steps end", |own| end_name(own).to_owned()),
    ("steps score", |own| score_text(own.hardest.into())),
    ("steps hardest", |own| own.technique.map_or("", |one| one.description()).to_owned()),
    ("steps size", |own| own.size.to_string()),
    ("steps sum", |own| score_text(own.sum)),
    ("steps", |own| own.steps.to_string()),
    ("steps beyond singles", |own| own.beyond_singles.to_string()),
    ("steps bottleneck", |own| own.bottleneck.to_string()),
    ("steps narrow", |own| own.narrow.to_string()),
];
