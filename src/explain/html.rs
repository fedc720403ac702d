//! A story as one page without anything from elsewhere.

use super::Story;

const PAGE: &str = include_str!("page.html");

/// The page: the tree to fold, a button to step through it in the order in
/// which it grew, and at each node its table, what was not made, and effort.
pub fn html(story: &Story) -> String {
    // No '<' ends the script that holds the data.
    let data = serde_json::to_string(story).unwrap_or_default().replace('<', "\\u003c");
    let title = format!("{} · {}", story.title, story.engine);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let (head, rest) = PAGE.split_once("{{title}}").unwrap_or((PAGE, ""));
    let (middle, tail) = rest.split_once("{{story}}").unwrap_or((rest, ""));
    format!("{head}{title}{middle}{data}{tail}")
}
