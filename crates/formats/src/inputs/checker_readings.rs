//! Models that the checker of certificates builds from the user's files with its own readers.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Mutex;

use parallax_certificates::puzzles::PuzzleFileKind;
use parallax_certificates::{CheckerModel, json};

use super::{InstanceOrigin, SourcedInstance};
use crate::unpack::{UnpackLimit, UnpackedReader};

/// Maximum size of a file that the checker reads in addition to the program, in bytes.
const MAX_CHECKED_BYTES: u64 = 64 << 20;

#[cfg(test)]
#[path = "readings_tests.rs"]
mod tests;

/// Returns the digests of the models that the checker builds from a text, in order; none if it does
/// not read this form. `puzzle` is the name of the form, as [`ModelSource::puzzle_name`] returns
/// it.
///
/// [`ModelSource::puzzle_name`]: parallax_instance::ModelSource::puzzle_name
#[must_use]
pub fn checker_digests(puzzle: &str, text: &str) -> Vec<String> {
    if puzzle == "model" {
        return json::read_model(text).ok().map(|model| model.digest()).into_iter().collect();
    }
    let models =
        known_puzzle(puzzle).and_then(|kind| kind.read_models(text).ok()).unwrap_or_default();
    models.iter().map(CheckerModel::digest).collect()
}

/// Returns the digest of the model that the checker builds from a name such as `latin:4`.
fn named_digest(puzzle: &str, name: &str) -> Option<String> {
    known_puzzle(puzzle).and_then(|kind| kind.empty_model(name).ok()).map(|model| model.digest())
}

/// Returns the puzzle of this name, if the checker knows it.
fn known_puzzle(puzzle: &str) -> Option<PuzzleFileKind> {
    PuzzleFileKind::ALL.into_iter().find(|kind| kind.0 == puzzle).map(|kind| kind.1)
}

/// The checker as a reader of the files of instances, one after the other. A file with many
/// instances is read once.
#[derive(Debug, Default)]
pub struct CheckerReader {
    last: Mutex<Option<(InstanceOrigin, &'static str, Vec<String>)>>,
}

impl CheckerReader {
    /// Returns the digest of the model that the checker builds from the file, the argument or the
    /// name where an instance was found, at the place of that instance; `None` if it does not read
    /// this form.
    #[must_use]
    pub fn model_digest(&self, found: &SourcedInstance) -> Option<String> {
        let puzzle = found.instance.puzzle_name();
        // A panic in another thread leaves a whole entry, so a poisoned lock is harmless.
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_known =
            last.as_ref().is_some_and(|reading| reading.0 == found.origin && reading.1 == puzzle);
        if !is_known {
            let digests = match &found.origin {
                InstanceOrigin::Name(name) => named_digest(puzzle, name).into_iter().collect(),
                origin => {
                    origin_text(origin).map_or(Vec::new(), |text| checker_digests(puzzle, &text))
                }
            };
            *last = Some((found.origin.clone(), puzzle, digests));
        }
        last.as_ref().and_then(|reading| reading.2.get(found.index).cloned())
    }
}

/// Returns the text that the checker reads.
fn origin_text(origin: &InstanceOrigin) -> Option<String> {
    match origin {
        InstanceOrigin::File(path) => of_file(path),
        InstanceOrigin::Argument(text) => Some(text.to_string()),
        InstanceOrigin::Name(_) | InstanceOrigin::Stdin | InstanceOrigin::Program => None,
    }
}

fn of_file(path: &Path) -> Option<String> {
    let about = path.metadata().ok()?;
    // A pipe cannot be read a second time.
    if !about.is_file() || about.len() > MAX_CHECKED_BYTES {
        return None;
    }
    let mut text = String::new();
    let mut input = UnpackedReader::new(File::open(path).ok()?, UnpackLimit(MAX_CHECKED_BYTES));
    input.read_to_string(&mut text).ok()?;
    Some(text)
}
