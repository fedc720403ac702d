//! Reads text line by line, with a limit on the length of lines.
//!
//! `time` limits the time of an instance, `decode` makes lines of bytes.

mod decode;
mod line_reader;
#[cfg(test)]
mod tests;
mod time;

pub use line_reader::{LineReader, MAX_LINE, TextLine};
