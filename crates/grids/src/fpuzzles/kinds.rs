//! The rules that f-puzzles has.

use super::entry::Entry;
use super::negative;
use super::writer::File;
use crate::rules::{
    AnyRule, Arrow, Between, Cage, Chess, CloneOf, Diagonal, Different, DisjointGroups, Dot,
    DoubleArrow, Entropic, Extreme, Index, LittleKiller, Nabner, NonConsecutive, Palindrome,
    Parity, Quadruple, RegionSum, Renban, Sandwich, Skyscraper, Thermometer, Whispers, XSum, Xv,
    Zipper,
};

/// A kind of rule that f-puzzles has.
pub(crate) trait FPuzzles: Into<AnyRule> + Sized {
    /// The keys of its lists.
    const NAMES: &'static [&'static str];

    /// The fields of an entry. None: the value of the key is true.
    const FIELDS: &'static [&'static str];

    /// Reads the rules of an entry; none if it is a leftover.
    ///
    /// # Errors
    /// Returns a message with the path of the first value that is not as expected.
    fn take(entry: &Entry<'_>) -> Result<Vec<Self>, String>;

    /// Writes the rule.
    ///
    /// # Errors
    /// Returns a message if the form has no place for it.
    fn put(&self, file: &mut File<'_>) -> Result<(), String>;
}

/// How to read a kind of rule.
pub(super) struct Reader {
    /// The keys.
    pub names: &'static [&'static str],
    /// The fields of an entry.
    pub fields: &'static [&'static str],
    /// Reads an entry.
    pub take: fn(&Entry<'_>) -> Result<Vec<AnyRule>, String>,
}

macro_rules! kinds {
    ($($kind:ident),+) => {
        /// The readers of all kinds.
        pub(super) const READERS: &[Reader] = &[
            $(Reader {
                names: <$kind as FPuzzles>::NAMES,
                fields: <$kind as FPuzzles>::FIELDS,
                take: |entry| {
                    let rules = <$kind as FPuzzles>::take(entry)?;
                    Ok(rules.into_iter().map(AnyRule::from).collect())
                },
            }),+
        ];

        /// Writes a rule.
        ///
        /// # Errors
        /// Returns a message if the form has no place for it.
        pub(super) fn put(rule: &AnyRule, file: &mut File<'_>) -> Result<(), String> {
            match rule {
                $(AnyRule::$kind(rule) => rule.put(file),)+
                AnyRule::Candidates(rule) => {
                    rule.cells.iter().for_each(|&cell| file.restrict(cell, &rule.digits));
                    Ok(())
                }
                AnyRule::UnmarkedDots(rule) => negative::put_dots(rule, file),
                AnyRule::UnmarkedXv(_) => {
                    file.negative(negative::XV);
                    Ok(())
                }
                _ => Err("f-puzzles has no such rule".to_owned()),
            }
        }
    };
}

kinds! {
    Arrow, Between, Cage, Chess, CloneOf, Diagonal, Different, DisjointGroups, Dot, DoubleArrow,
    Entropic, Extreme, Index, LittleKiller, Nabner, NonConsecutive, Palindrome, Parity, Quadruple,
    RegionSum, Renban, Sandwich, Skyscraper, Thermometer, Whispers, XSum, Xv, Zipper
}
