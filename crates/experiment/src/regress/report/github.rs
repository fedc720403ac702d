//! Annotations of GitHub Actions: a line for each difference.

use parallax_model::instance::escaped;

use super::about;
use crate::regress::outcome::SuiteOutcome;

/// Returns a workflow command for each difference. `file` is the suite's path from the root of the
/// repository.
#[must_use]
pub fn github(outcome: &SuiteOutcome<'_>, file: &str) -> String {
    let mut text = String::new();
    for case in &outcome.cases {
        for difference in case.differences() {
            let title = format!("{}: {}", case.case.name, difference.subject);
            text += &format!(
                "::error file={},line={},title={}::{}\n",
                property(file),
                difference.line,
                property(&title),
                data(&about(difference))
            );
        }
    }
    text
}

/// Escapes a message for workflow commands. They have no form for other control characters.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escaped(&text).into_owned()
}

/// Escapes a property for workflow commands.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_escaped() {
        assert_eq!(data("100%\r\n::error::x, y: z"), "100%25%0D%0A::error::x, y: z");
        assert_eq!(property("a:b,c%0A"), "a%3Ab%2Cc%250A");
        assert_eq!(property("a\u{1b}[2J\u{0}\n"), "a\\u{1b}[2J\\u{0}%0A");
    }
}
