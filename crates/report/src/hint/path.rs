//! A path as text.

use parallax_hints::{End, Guide, Path};

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
    text + &layout.wrap(&end(guide, path), 2)
}

/// Describes the end of a path, and the reason.
fn end(guide: &Guide, path: &Path) -> String {
    let number = path.steps.len();
    let steps = if number == 1 { "1 step".to_owned() } else { format!("{number} steps") };
    match &path.end {
        End::Complete => format!("solved in {steps}"),
        End::Placement => format!("{steps} to the next value"),
        End::Open => format!("{steps}; more follow"),
        End::Stuck if guide.allowed.named_only => {
            format!("after {steps} no technique with a name applies")
        }
        End::Stuck => format!("after {steps} nothing more follows: there are several solutions"),
        End::Contradiction => match guide.contradiction(&path.last(&guide.rules)) {
            Some(why) => format!("after {steps} a contradiction: {why}"),
            None => format!("after {steps} a contradiction"),
        },
        End::Unknown(why) => format!("after {steps} unknown: {why}"),
    }
}
