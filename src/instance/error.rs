//! The one form of an input error.

use std::fmt;

use crate::ask::Stop;

/// What is wrong with an input, and where. Prints as
/// `file:line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    source: String,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    confined: bool,
    stopped: Option<Stop>,
}

impl InputError {
    /// `message` says what was found and what was expected in `source` (a
    /// file's name, or `<stdin>`).
    pub fn new(source: impl Into<String>, message: impl Into<String>) -> Self {
        let (source, message) = (source.into(), message.into());
        InputError { source, line: None, column: None, message, confined: false, stopped: None }
    }

    /// The same error at a line, counted from 1.
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The same error at a line and a column, both counted from 1; columns
    /// count characters.
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// The same error, of one instance only: what follows it can be read.
    pub fn confined(mut self) -> Self {
        self.confined = true;
        self
    }

    /// Reading of `source` ended early, for the input may be in order.
    pub fn stopped(source: impl Into<String>, why: Stop) -> Self {
        let message = format!("not read to its end: {why}");
        InputError { stopped: Some(why), ..InputError::new(source, message) }
    }

    /// Why reading ended early, if a limit ended it.
    pub fn why_stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether what follows can be read.
    pub fn is_confined(&self) -> bool {
        self.confined
    }

    /// The name of the input.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What was found and what was expected.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        for place in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{place}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for InputError {}
