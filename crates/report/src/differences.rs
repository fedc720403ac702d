//! The variables in which two solutions differ.

use parallax_instance::{PuzzleSolution, SourcedInstance};

/// Maximum number of variables that are named.
const MAX_NAMED_VARIABLES: usize = 8;

/// Names the variables in which two solutions differ, each with both values: `they differ in r1c1
/// (2 or 3), r1c2 (3 or 2) and 4 more`. `None` if the places of a solution are not the variables of
/// the puzzle's first model.
pub(super) fn describe_differences(
    found: &SourcedInstance,
    one: &PuzzleSolution,
    two: &PuzzleSolution,
) -> Option<String> {
    let instance = &*found.instance;
    let model = instance.model(&instance.default_viewpoint()).ok()?;
    let shown = model.shown();
    let fits = |solution: &PuzzleSolution| {
        let has = |(&variable, &value)| model.domain(variable).contains(value);
        solution.len() == shown.len() && shown.iter().zip(solution).all(has)
    };
    if !fits(one) || !fits(two) {
        return None;
    }
    let differ = shown.iter().zip(one.iter().zip(two)).filter(|(_, (a, b))| a != b);
    let mut named: Vec<String> = differ
        .map(|(&variable, (&a, &b))| {
            let [a, b] = [a, b].map(|value| model.describe_value(variable, value));
            format!("{} ({a} or {b})", model.name_of(variable))
        })
        .collect();
    let more = named.len().saturating_sub(MAX_NAMED_VARIABLES);
    named.truncate(MAX_NAMED_VARIABLES);
    // An enumeration ends with `and`, either before the last name or before the number of the
    // others.
    let last = match more {
        0 => named.pop()?,
        more => format!("{more} more"),
    };
    let others =
        if named.is_empty() { String::new() } else { format!("{} and ", named.join(", ")) };
    Some(format!("they differ in {others}{last}"))
}
