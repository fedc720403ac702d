//! The key that is nearest to a word that begins no line.

use parallax_instance::{shorten_text, split_words};
use parallax_model::engine_api::nearest_name;

use super::key_line::parse_cell;
use crate::errors::{NearKey, PlainLineError};
use crate::rules::KEYS;
use crate::shape::{GridShape, MAX_SIDE};

/// Words of other programs and of prose, each with the key of the plain form.
const FOREIGN_WORD_KEYS: [(&str, &str); 24] = [
    ("killer", "cage"),
    ("box", "boxes"),
    ("region", "regions"),
    ("digit", "digits"),
    ("bishop", "anti-king"),
    ("consecutive", "white"),
    ("difference", "white"),
    ("kropki", "white"),
    ("ratio", "black"),
    ("double", "black"),
    ("greater", "r1c1 > r1c2"),
    ("less", "r1c1 < r1c2"),
    ("inequality", "r1c1 < r1c2"),
    ("german", "whispers"),
    ("dutch", "whispers 4"),
    ("knight", "anti-knight"),
    ("king", "anti-king"),
    ("quadruple", "quad"),
    ("candidates", "any"),
    ("littlekiller", "little killer"),
    ("littlekillersum", "little killer"),
    ("littlekillers", "little killer"),
    ("windoku", "extra"),
    ("different", "extra"),
];

/// Returns the key that is nearest to the first words of a line without a known key.
pub(super) fn nearest_word(text: &str) -> NearKey {
    let head = text.split(':').next().unwrap_or(text);
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let parts: Vec<String> = split_words(head)
        .iter()
        .map(|field| letters(field.text).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let (first, whole) = (parts.first().cloned().unwrap_or_default(), parts.concat());
    let keys = || KEYS.iter().flat_map(|(keys, _)| keys.iter().copied());
    let other = FOREIGN_WORD_KEYS.iter().find(|(word, _)| *word == whole || *word == first);
    let begins = |key: &&str| {
        let key = letters(key);
        let (short, long) = if key.len() < whole.len() { (&key, &whole) } else { (&whole, &key) };
        short.len() > 2 && long.starts_with(short.as_str())
    };
    // From the surest to the vaguest: the same letters, a word of other programs, a common
    // beginning, a similar spelling.
    let same = keys().find(|key| letters(key) == whole);
    let known = same.or(other.map(|(_, word)| *word));
    let known = known.or_else(|| keys().filter(begins).max_by_key(|key| key.len()));
    let near = || [parts.join(" "), first].into_iter().find_map(|word| nearest_name(&word, keys()));
    NearKey(known.or_else(near))
}

/// Returns the error of a line that begins with a cell, or with `#`.
/// `None` for any other line, and for one that may be a row of a grid.
pub(super) fn stray_line(text: &str) -> Option<PlainLineError> {
    let text = text.trim();
    // A row of black cells has no small letters.
    if text.starts_with('#') && text.contains(|c: char| c.is_lowercase()) {
        return Some(PlainLineError::HashComment { found: shorten_text(text) });
    }
    // The size of the grid may be unknown here, so any possible cell counts.
    let shape = GridShape { rows: MAX_SIDE, columns: MAX_SIDE };
    let first = split_words(text).first()?.text;
    let name = first.split(['-', '<', '>', '=', ',', ':']).next()?;
    if parse_cell(shape, name).is_err() || name.len() == text.len() {
        return None;
    }
    let found = shorten_text(text);
    if text.contains(['<', '>']) {
        let expected = shorten_text(&text.to_lowercase());
        return Some(PlainLineError::LargeLetters { found, expected });
    }
    Some(PlainLineError::NoRule { found })
}
