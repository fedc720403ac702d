//! The page of one explanation.

use parallax_instance::escape_markup;

use crate::search_trace::RunExplanation;

const PAGE_TEMPLATE: &str = include_str!("page.html");

/// The style of trees.
pub const TREE_STYLE: &str = include_str!("style.css");

/// The script that draws boards and cards.
pub const DRAWING_SCRIPT: &str = include_str!("drawings.js");

/// The script that shows trees, in a page with the elements that it names.
pub const TREE_SCRIPT: &str = include_str!("trees.js");

/// The parts of the page.
const PAGE_PARTS: [(&str, &str); 3] =
    [("{{style}}", TREE_STYLE), ("{{drawings}}", DRAWING_SCRIPT), ("{{trees}}", TREE_SCRIPT)];

/// Returns the page: for each explanation, side by side, the tree to fold, buttons to step through
/// it in the order in which it grew, and at each node its board or cards, its table, the branches
/// that were not made, and the effort.
#[must_use]
pub fn render_explanation_page(explanations: &[RunExplanation]) -> String {
    // An escaped '<' cannot end the script that contains the data.
    let data = serde_json::to_string(explanations).unwrap_or_default().replace('<', "\\u003c");
    let title = match explanations.first() {
        Some(first) => format!("{}: {}", first.instance, first.title),
        None => "nothing to explain".into(),
    };
    let title = escape_markup(&title);
    let mut page = PAGE_TEMPLATE.to_owned();
    for (name, part) in PAGE_PARTS {
        page = page.replace(name, part);
    }
    // The title and the data may contain any text, so they are inserted last.
    let (head, rest) = page.split_once("{{title}}").unwrap_or((&page, ""));
    let (top, rest) = rest.split_once("{{title}}").unwrap_or((rest, ""));
    let (middle, tail) = rest.split_once("{{data}}").unwrap_or((rest, ""));
    format!("{head}{title}{top}{title}{middle}{data}{tail}")
}
