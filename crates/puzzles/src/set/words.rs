//! The words for the cards of the printed game.

use super::CardAttribute;

/// The attributes and their values; the first word of a value is its name.
const ATTRIBUTE_WORDS: [(&str, [&[&str]; 3]); 4] = [
    ("number", [&["one", "1", "single"], &["two", "2", "double"], &["three", "3", "triple"]]),
    ("color", [&["red"], &["green"], &["purple", "violet", "blue"]]),
    (
        "fill",
        [
            &["solid", "filled", "full"],
            &["striped", "stripe", "stripy", "shaded", "hatched"],
            &["open", "empty", "outlined", "outline", "hollow", "clear"],
        ],
    ),
    (
        "shape",
        [
            &["diamond", "rhombus", "rhombuse"],
            &["oval", "rectangle", "pill", "capsule", "ellipse"],
            &["squiggle", "wave", "tilde"],
        ],
    ),
];

/// Other names that files give to the attributes.
const ATTRIBUTE_SYNONYMS: [&[&str]; 4] = [
    &["number", "count"],
    &["color", "colour"],
    &["fill", "filling", "shading", "texture"],
    &["shape", "symbol"],
];

/// Returns the attributes of the printed game.
pub(super) fn standard_attributes() -> Vec<CardAttribute> {
    let attribute = |(name, values): &(&str, [&[&str]; 3])| CardAttribute {
        name: (*name).to_owned(),
        values: values.iter().map(|words| words[0].to_owned()).collect(),
    };
    ATTRIBUTE_WORDS.iter().map(attribute).collect()
}

/// Returns the indices of the attribute and the value of a word, singular or plural.
pub(super) fn find_word(word: &str) -> Option<(usize, u16)> {
    let word = word.to_lowercase();
    // `rhombuses` becomes `rhombuse`, which the list has for this reason.
    let singular = word.strip_suffix('s').unwrap_or(&word);
    for (attribute, (_, values)) in ATTRIBUTE_WORDS.iter().enumerate() {
        for (value, words) in values.iter().enumerate() {
            if words.iter().any(|known| *known == word || *known == singular) {
                return Some((attribute, value as u16));
            }
        }
    }
    None
}

/// Whether a word means a value that is not a number.
pub(crate) fn is_word(word: &str) -> bool {
    !word.starts_with(|c: char| c.is_ascii_digit()) && find_word(word).is_some()
}

/// Returns the index of the attribute with this name.
pub(super) fn find_attribute(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    ATTRIBUTE_SYNONYMS.iter().position(|names| names.contains(&name.as_str()))
}

/// Returns all attributes with their values, for error messages.
pub(super) fn list_attributes() -> String {
    let listed =
        |attribute: CardAttribute| format!("{} ({})", attribute.name, attribute.values.join(", "));
    standard_attributes().into_iter().map(listed).collect::<Vec<_>>().join(", ")
}

/// Returns the name of a card, `two red striped diamonds`.
pub(super) fn card_name(card: &[u16]) -> String {
    let mut words: Vec<&str> = ATTRIBUTE_WORDS
        .iter()
        .zip(card)
        .map(|((_, values), &v)| values[usize::from(v)][0])
        .collect();
    let shape = words.pop().unwrap_or_default();
    let plural = if card.first() == Some(&0) { "" } else { "s" };
    format!("{} {shape}{plural}", words.join(" "))
}
