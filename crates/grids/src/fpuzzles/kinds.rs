//! The rules that f-puzzles has.

use super::entry::Entry;
use super::writer::File;
use crate::errors::{FormError, JsonFault};
use crate::rules::AnyRule;

/// The form of a kind of rule in f-puzzles. By default, it has none.
pub(crate) trait FPuzzles: Into<AnyRule> + Sized {
    /// The keys of its lists.
    const NAMES: &'static [&'static str] = &[];

    /// The fields of an entry. None: the value of the key is true.
    const FIELDS: &'static [&'static str] = &[];

    /// Reads the rules of an entry; none if it is a leftover.
    ///
    /// # Errors
    /// Returns a fault with the path of the first value that is not as expected.
    fn take(_entry: &Entry<'_>) -> Result<Vec<Self>, JsonFault> {
        Ok(Vec::new())
    }

    /// Writes the rule.
    ///
    /// # Errors
    /// Returns an error if the form has no place for it.
    fn put(&self, _file: &mut File<'_>) -> Result<(), FormError> {
        Err(FormError::NoSuchRule)
    }
}

/// How to read a kind of rule.
pub(crate) struct Reader {
    /// The keys.
    pub names: &'static [&'static str],
    /// The fields of an entry.
    pub fields: &'static [&'static str],
    /// Reads an entry.
    pub take: fn(&Entry<'_>) -> Result<Vec<AnyRule>, JsonFault>,
}
