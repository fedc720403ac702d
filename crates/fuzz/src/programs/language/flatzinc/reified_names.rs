//! The constraints that a library has with a truth value.

use super::FlatzincLibrary;

/// Builtins that have `_reif` and `_imp` in every library.
const STANDARD_REIFIED_NAMES: [&str; 14] = [
    "int_eq",
    "int_ne",
    "int_le",
    "int_lt",
    "int_lin_eq",
    "int_lin_ne",
    "int_lin_le",
    "set_in",
    "bool_eq",
    "bool_le",
    "bool_lt",
    "bool_clause",
    "bool_lin_eq",
    "bool_lin_le",
];

/// Further constraints of Gecode 6 that have them.
const GECODE_REIFIED_NAMES: [&str; 3] = ["count", "gecode_table_int", "gecode_table_bool"];

/// Whether a library has `NAME_reif` and `NAME_imp`.
pub(super) fn has_reified(library: FlatzincLibrary, name: &str) -> bool {
    match library {
        FlatzincLibrary::Builtins | FlatzincLibrary::Assuming => {
            STANDARD_REIFIED_NAMES.contains(&name)
        }
        FlatzincLibrary::Gecode => {
            STANDARD_REIFIED_NAMES.contains(&name) || GECODE_REIFIED_NAMES.contains(&name)
        }
        // This library reads both for all names, and refuses a few.
        FlatzincLibrary::Parallax => true,
    }
}
