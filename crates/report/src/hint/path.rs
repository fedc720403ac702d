//! A path as text.

use parallax_hints::{PathEnd, StepFinder, StepPath};

use super::tiers::{HintTier, describe_tier};
use crate::layout::TextLayout;

/// Writes a line for each step, with its reason, and the end of the path.
#[must_use]
pub fn path_text(guide: &StepFinder, path: &StepPath, layout: TextLayout) -> String {
    let mut text = String::new();
    for (number, (state, step)) in (1..).zip(path.walk_states(&guide.rules)) {
        let line = describe_tier(guide, &state, step, HintTier::Conclusion);
        let reason = guide.reason_lines(&state, step).join("; ");
        text += &layout.wrap_text(&format!("{number}. {line} ({reason})"), 4);
    }
    text + &layout.wrap_text(&describe_end(guide, path), 2)
}

/// Describes the end of a path, and the reason.
fn describe_end(guide: &StepFinder, path: &StepPath) -> String {
    let number = path.steps.len();
    let steps = if number == 1 { "1 step".to_owned() } else { format!("{number} steps") };
    match &path.end {
        PathEnd::Complete => format!("solved in {steps}"),
        PathEnd::Placement => format!("{steps} to the next value"),
        PathEnd::Open => format!("{steps}; more follow"),
        PathEnd::Stuck if guide.allowed.named_only => {
            format!("after {steps} no technique with a name applies")
        }
        PathEnd::Stuck => {
            format!("after {steps} nothing more follows: there are several solutions")
        }
        PathEnd::Contradiction => {
            match guide.describe_contradiction(&path.last_state(&guide.rules)) {
                Some(why) => format!("after {steps} a contradiction: {why}"),
                None => format!("after {steps} a contradiction"),
            }
        }
        PathEnd::Unknown(why) => format!("after {steps} unknown: {why}"),
    }
}
