//! A fault in a text, before the file's name and the line are known.

/// A fault at a place of a line, or of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The column of the line, from 1, if the fault is at one.
    pub column: Option<usize>,
    /// Says what was found and what was expected.
    pub message: String,
}

impl Fault {
    /// Creates a fault of a whole line.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Fault { column: None, message: message.into() }
    }

    /// Creates a fault at a column, counted from 1.
    pub(crate) fn at(column: usize, message: impl Into<String>) -> Self {
        Fault { column: Some(column), message: message.into() }
    }

    /// Returns the message with its column.
    pub(crate) fn words(self) -> String {
        match self.column {
            Some(column) => format!("column {column}: {}", self.message),
            None => self.message,
        }
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Fault::new(message)
    }
}
