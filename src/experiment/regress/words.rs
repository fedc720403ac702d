//! Numbers with their nouns.

/// `1 case`, `2 cases`.
#[must_use]
pub fn plural(number: u128, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
