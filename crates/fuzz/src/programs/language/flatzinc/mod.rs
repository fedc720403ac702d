//! FlatZinc: its builtins, `_reif` and `_imp`, and globals under the names of a library.

mod assumptions;
mod builtins;
mod flatzinc_language;
mod globals;
mod predicates;
mod reified_names;
mod terms;

pub use flatzinc_language::{FlatZinc, FlatzincLibrary};

pub(super) use self::globals::{ONE_NODE, has_one_node};
