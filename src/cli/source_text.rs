//! Texts that are read as a whole, from a file or standard input, compressed or not.

use std::fs::File;
use std::io::Read;

use parallax_formats::unpack::{UnpackLimit, UnpackedReader};
use parallax_instance::InputError;

/// Maximum number of bytes of a text.
const MAX_BYTES: u64 = 1 << 30;

/// A text, and the name of its source in messages.
pub(super) struct SourceText {
    pub(super) source: String,
    pub(super) content: String,
}

impl SourceText {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// If it cannot be opened or read, is not UTF-8, or is longer than 2^30 bytes.
    pub(super) fn read_source(name: &str) -> Result<Self, InputError> {
        if name == "-" {
            return SourceText::from_reader("<stdin>", std::io::stdin());
        }
        let fail = |error| InputError::from_io_error(name, &error);
        SourceText::from_reader(name, File::open(name).map_err(fail)?)
    }

    /// Reads an instance and a solution from standard input, with a zero byte between.
    ///
    /// # Errors
    /// Returns the errors of [`SourceText::read_source`], and an error if there is no zero byte.
    pub(super) fn instance_and_solution() -> Result<(Self, Self), InputError> {
        let SourceText { source, content } = SourceText::read_source("-")?;
        let Some((instance, solution)) = content.split_once('\0') else {
            let message = "expected a zero byte between the instance and the solution";
            return Err(InputError::new(source, message));
        };
        let solution = SourceText { source: "<solution>".into(), content: solution.to_owned() };
        Ok((SourceText { source, content: instance.to_owned() }, solution))
    }

    /// Returns the text without a mark of its byte order.
    pub(super) fn xml_content(&self) -> &str {
        self.content.trim_start_matches('\u{feff}')
    }

    fn from_reader(source: &str, input: impl Read + Send + 'static) -> Result<Self, InputError> {
        let mut content = Vec::new();
        let input = UnpackedReader::new(input, UnpackLimit::default());
        // One byte beyond the maximum tells a text of exactly that size from a longer one.
        let read = input.take(MAX_BYTES + 1).read_to_end(&mut content);
        let bytes = read.map_err(|error| InputError::from_io_error(source, &error))?;
        if bytes as u64 > MAX_BYTES {
            return Err(InputError::new(source, format!("longer than {MAX_BYTES} bytes")));
        }
        let content = String::from_utf8(content).map_err(|error| {
            // The bytes up to `valid_up_to` are UTF-8, so the position can be counted in
            // characters.
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let before = String::from_utf8_lossy(before);
            let (above, line) = before.rsplit_once('\n').unwrap_or(("", &before));
            let number = above.lines().count() + 1;
            let error = InputError::new(source, "not UTF-8; expected a text");
            error.at_position(number, line.chars().count() + 1)
        })?;
        Ok(SourceText { source: source.to_owned(), content })
    }
}
