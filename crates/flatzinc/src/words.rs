//! Words of a file, each stored once: names of variables and constraints, and labels.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

/// A word, by its place in [`WordStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct WordId(pub(crate) u32);

/// Words one after the other in one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordStore {
    text: String,
    /// The end of each word in the text.
    ends: Vec<u32>,
}

impl WordStore {
    /// Returns a word; an empty text for a place without one.
    pub(crate) fn get(&self, word: WordId) -> &str {
        let index = word.0 as usize;
        // A word starts where the one before it ends, and the first one at 0.
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).unwrap_or(&0);
        let end = self.ends.get(index).unwrap_or(start);
        self.text.get(*start as usize..*end as usize).unwrap_or_default()
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

/// Words with an index by their text. Words together are shorter than 4 GB, as the text from which
/// they come.
#[derive(Default)]
pub(crate) struct WordIndex {
    words: WordStore,
    table: HashTable<u32>,
    hasher: RandomState,
}

impl WordIndex {
    /// Returns the place of a word, and stores it if it is new.
    pub(crate) fn intern_word(&mut self, text: &str) -> WordId {
        let WordIndex { words, table, hasher } = self;
        let hash = hasher.hash_one(text);
        let same = |&index: &u32| words.get(WordId(index)) == text;
        if let Some(&index) = table.find(hash, same) {
            return WordId(index);
        }
        let index = words.len() as u32;
        words.text.push_str(text);
        words.ends.push(words.text.len() as u32);
        // The table stores places only; when it grows, it hashes the words again.
        table.insert_unique(hash, index, |&index| hasher.hash_one(words.get(WordId(index))));
        WordId(index)
    }

    /// Returns the place of a word, if it is stored.
    pub(crate) fn find_word(&self, text: &str) -> Option<WordId> {
        let WordIndex { words, table, hasher } = self;
        let same = |&index: &u32| words.get(WordId(index)) == text;
        table.find(hasher.hash_one(text), same).map(|&index| WordId(index))
    }

    /// Returns the words without their index.
    pub(crate) fn into_words(self) -> WordStore {
        self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_place() {
        let mut index = WordIndex::default();
        let names = ["x", "", "xy", "y", "x", "", "\u{e9}"];
        let places = names.map(|name| index.intern_word(name).0);
        assert_eq!(places, [0, 1, 2, 3, 0, 1, 4]);
        let words = index.into_words();
        assert_eq!(words.len(), 5);
        for (name, place) in names.iter().zip(places) {
            assert_eq!(words.get(WordId(place)), *name);
        }
        assert_eq!(words.get(WordId(5)), "");
        assert_eq!(words.get(WordId(u32::MAX)), "");
    }
}
