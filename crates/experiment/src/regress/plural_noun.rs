//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 case`, `2 cases`.
#[must_use]
pub fn plural_noun(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
