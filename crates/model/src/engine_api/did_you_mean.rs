//! Suggestions for misspelt names.

/// Returns the known name nearest to a given one, if it is near enough to be meant: at most one
/// edit in three characters. Ties go to the first.
pub fn nearest_name<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Long texts are not misspelt names, and slow to compare.
    const MAX_NAME_BYTES: usize = 80;
    let given = given.to_lowercase();
    if given.is_empty() || given.len() > MAX_NAME_BYTES {
        return None;
    }
    let edits = |name: &&'k str| strsim::osa_distance(&given, &name.to_lowercase());
    let known = known.into_iter().filter(|name| name.len() <= MAX_NAME_BYTES);
    let near = known.map(|name| (edits(&name), name)).min_by_key(|(edits, _)| *edits);
    let length = given.chars().count();
    near.filter(|(edits, name)| *edits <= (length.max(name.chars().count()) / 3).clamp(1, 3))
        // At least one letter must agree: 'x' is one edit from every name of one letter.
        .filter(|(edits, _)| *edits < length)
        .map(|(_, name)| name)
}

/// Returns ` (did you mean 'sudoku'?)` if a known name is near, else nothing.
pub fn did_you_mean<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest_name(given, known).map_or_else(String::new, |name| format!(" (did you mean '{name}'?)"))
}

/// An unknown name. Its message has the nearest known name and lists all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown {what} '{given}'{}; known: {}",
    did_you_mean(.given, .known.iter().map(String::as_str)),
    .known.join(", ")
)]
pub struct UnknownNameError {
    /// The kind of object that the name should denote.
    pub what: String,
    /// The name.
    pub given: String,
    /// The known names, in the order of lists.
    pub known: Vec<String>,
}

impl UnknownNameError {
    /// Creates the error about a name that is not among the known ones.
    #[must_use]
    pub fn new(what: &str, given: &str, known: &[&str]) -> Self {
        let known = known.iter().map(|&name| name.to_owned()).collect();
        UnknownNameError { what: what.to_owned(), given: given.to_owned(), known }
    }
}

/// Implements `ALL`, `name`, `Display` and `FromStr` of an enum from one table of names.
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every variant, in the order in which lists show them.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Returns the name by which it is written and read.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::engine_api::UnknownNameError;

            fn from_str(text: &str) -> Result<Self, $crate::engine_api::UnknownNameError> {
                match text {
                    $($name => Ok($type::$variant),)+
                    _ => Err($crate::engine_api::UnknownNameError::new($what, text, &[$($name),+])),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["native", "brute", "reform", "cadical", "sudoku", "amo"];
        for (given, meant) in [
            ("natve", Some("native")),
            ("suduko", Some("sudoku")),
            ("Brute", Some("brute")),
            ("aom", Some("amo")),
            ("reformulate", None),
            ("x", None),
            ("zzz", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(given, known), meant, "{given}");
        }
        assert_eq!(nearest_name(&"x".repeat(1 << 20), known), None);
    }

    #[test]
    fn messages_name_the_nearest_and_all() {
        assert_eq!(
            UnknownNameError::new("level", "gca", &["fc", "gac"]).to_string(),
            "unknown level 'gca' (did you mean 'gac'?); known: fc, gac"
        );
        let none_near = UnknownNameError::new("level", "7", &["fc"]);
        assert_eq!(none_near.to_string(), "unknown level '7'; known: fc");
    }
}
