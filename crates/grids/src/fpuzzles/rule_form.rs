//! The rules that f-puzzles has.

use super::entry::FPuzzlesEntry;
use super::writer::FPuzzlesWriter;
use crate::errors::{GridFormError, LocatedFPuzzlesError};
use crate::rules::AnyRule;

/// The form of a kind of rule in f-puzzles. By default, it has none.
pub(crate) trait FPuzzlesRuleForm: Into<AnyRule> + Sized {
    /// The keys of its lists.
    const NAMES: &'static [&'static str] = &[];

    /// The fields of an entry. None: the value of the key is true.
    const FIELDS: &'static [&'static str] = &[];

    /// Reads the rules of an entry; none if it is a leftover.
    ///
    /// # Errors
    /// Returns a fault with the path of the first value that is not as expected.
    fn read_entry(_entry: &FPuzzlesEntry<'_>) -> Result<Vec<Self>, LocatedFPuzzlesError> {
        Ok(Vec::new())
    }

    /// Writes the rule.
    ///
    /// # Errors
    /// Returns an error if the form has no place for it.
    fn write_entries(&self, _file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        Err(GridFormError::NoSuchRule)
    }
}

/// How to read a kind of rule.
pub(crate) struct FPuzzlesRuleReader {
    /// The keys.
    pub names: &'static [&'static str],
    /// The fields of an entry.
    pub fields: &'static [&'static str],
    /// Reads an entry.
    pub take: fn(&FPuzzlesEntry<'_>) -> Result<Vec<AnyRule>, LocatedFPuzzlesError>,
}
