//! The parts of a workbook, which is a zip archive of XML.

use std::io::{Cursor, Read};

use parallax_instance::InputError;
use zip::ZipArchive;
use zip::result::ZipError;

/// Maximum number of decompressed bytes of all parts together.
pub(super) const MAX_BYTES: usize = 32 << 20;

/// Number of bytes decompressed between two checks of the clock.
const DECOMPRESSED_PIECE_BYTES: u64 = 1 << 18;

/// An archive. It counts decompressed bytes itself and does not trust the sizes in its directory.
pub(super) struct WorkbookArchive<'a> {
    zip: ZipArchive<Cursor<Vec<u8>>>,
    source: &'a str,
    left: usize,
    check: &'a dyn Fn() -> Result<(), InputError>,
}

impl<'a> WorkbookArchive<'a> {
    /// Opens an archive.
    ///
    /// # Errors
    /// Returns an error for bytes that are not a zip archive.
    pub(super) fn open_archive(
        source: &'a str,
        bytes: Vec<u8>,
        check: &'a dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            InputError::new(
                source,
                format!("no zip archive, or a damaged one: {}", describe_error(&error)),
            )
        })?;
        Ok(WorkbookArchive { zip, source, left: MAX_BYTES, check })
    }

    /// An error of the whole file.
    pub(super) fn archive_error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message)
    }

    /// Returns the text of a part; `None` if there is no such part. Case is ignored if no name is
    /// equal.
    ///
    /// # Errors
    /// Returns an error for a part that is damaged, encrypted, no text, or too large.
    pub(super) fn read_part(&mut self, name: &str) -> Result<Option<String>, InputError> {
        // Some programs write the names of parts in another case.
        let place = self.zip.index_for_name(name).or_else(|| {
            let names = 0..self.zip.len();
            let of = |place: &usize| self.zip.name_for_index(*place).unwrap_or_default();
            names.into_iter().find(|place| of(place).eq_ignore_ascii_case(name))
        });
        let Some(place) = place else { return Ok(None) };
        let source = self.source;
        let fault = |error: &ZipError| {
            let why = describe_error(error);
            InputError::new(source, format!("{name} cannot be unpacked: {why}"))
        };
        let mut part = self.zip.by_index(place).map_err(|error| fault(&error))?;
        let mut bytes = Vec::new();
        // Reads in pieces, so that a small archive that unpacks to a huge text stops early.
        loop {
            (self.check)()?;
            let before = bytes.len();
            let piece = (&mut part).take(DECOMPRESSED_PIECE_BYTES).read_to_end(&mut bytes);
            piece.map_err(|error| fault(&ZipError::Io(error)))?;
            if bytes.len() > self.left {
                let message = format!(
                    "more than {MAX_BYTES} bytes when it is unpacked, the most that is read"
                );
                return Err(InputError::new(source, message));
            }
            if bytes.len() == before {
                break;
            }
        }
        self.left -= bytes.len();
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| InputError::new(source, format!("{name} is not UTF-8")))?;
        Ok(Some(match text.strip_prefix('\u{feff}') {
            Some(text) => text.to_owned(),
            None => text,
        }))
    }

    /// Returns the text of a part that must exist.
    ///
    /// # Errors
    /// Returns the errors of [`read_part`](WorkbookArchive::read_part), and an error for a missing
    /// part.
    pub(super) fn read_required_part(&mut self, name: &str) -> Result<String, InputError> {
        let part = self.read_part(name)?;
        part.ok_or_else(|| self.archive_error(format!("no workbook: there is no part {name}")))
    }
}

/// Describes why a part or an archive cannot be read.
fn describe_error(error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(what) if *what == ZipError::PASSWORD_REQUIRED => {
            "it is encrypted".into()
        }
        ZipError::UnsupportedArchive(what) => (*what).into(),
        ZipError::InvalidArchive(what) => what.to_lowercase(),
        ZipError::Io(error) => error.to_string().to_lowercase(),
        other => other.to_string(),
    }
}
