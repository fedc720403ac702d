//! A path as text.

use parallax_why::hint::{End, Guide, Path};

use super::tiers::{Tier, tier};
use crate::layout::Layout;

/// Writes a line for each step, with its reason, and the end of the path.
#[must_use]
pub fn path_text(guide: &Guide, path: &Path, layout: Layout) -> String {
    let mut text = String::new();
    for (number, (state, step)) in (1..).zip(path.walk(&guide.rules)) {
        let line = tier(guide, &state, step, Tier::Conclusion);
        let reason = guide.reason(&state, step).join("; ");
        text += &layout.wrap(&format!("{number}. {line} ({reason})"), 4);
    }
    text + &layout.wrap(&end(path), 2)
}

/// Describes the end of a path.
fn end(path: &Path) -> String {
    let number = path.steps.len();
    let steps = if number == 1 { "1 step".to_owned() } else { format!("{number} steps") };
    match &path.end {
        End::Complete => format!("solved in {steps}"),
        End::Placement => format!("{steps} to the next value"),
        End::Open => format!("{steps}; more follow"),
        End::Stuck => format!("after {steps} nothing more follows"),
        End::Contradiction => format!("after {steps} a contradiction"),
        End::Unknown(why) => format!("after {steps} unknown: {why}"),
    }
}
