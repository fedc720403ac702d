//! Annotations of GitHub Actions: a line for each difference.

use parallax_instance::escape_text;

use super::describe_difference;
use crate::regress::outcome::SuiteOutcome;

/// Returns a workflow command for each difference. `file` is the suite's path from the root of the
/// repository.
#[must_use]
pub fn github_commands(outcome: &SuiteOutcome<'_>, file: &str) -> String {
    let mut text = String::new();
    for case in &outcome.cases {
        for difference in case.differences() {
            let title = format!("{}: {}", case.case.name, difference.subject);
            text += &format!(
                "::error file={},line={},title={}::{}\n",
                escape_property(file),
                difference.line,
                escape_property(&title),
                escape_message(&describe_difference(difference))
            );
        }
    }
    text
}

/// Escapes a message for workflow commands. They have no form for other control characters.
fn escape_message(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escape_text(&text).into_owned()
}

/// Escapes a property for workflow commands.
fn escape_property(text: &str) -> String {
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_escaped() {
        assert_eq!(escape_message("100%\r\n::error::x, y: z"), "100%25%0D%0A::error::x, y: z");
        assert_eq!(escape_property("a:b,c%0A"), "a%3Ab%2Cc%250A");
        assert_eq!(escape_property("a\u{1b}[2J\u{0}\n"), "a\\u{1b}[2J\\u{0}%0A");
    }
}
