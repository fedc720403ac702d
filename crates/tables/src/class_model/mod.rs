//! Questions about the decision tables of DMN, as models for engines.
//!
//! The variables of a model are the columns of a table; a value is a class of the values that a
//! column may have, which all pass the same cells (`parallax_dmn::columns`). The meaning of the hit
//! policies is written here from the standard (DMN 1.5, section 8.2.8), as conditions on the rules
//! that apply, and shares nothing with the sweep of that crate, whose answers it confirms
//! (`range_confirmation.rs`). `least_change.rs` asks for the fewest inputs to change, through all
//! tables that a decision rests on.

mod change_error;
mod class_columns;
mod least_change;
mod linked_tables;
mod policy_conditions;
mod range_confirmation;

pub use change_error::ChangeError;
pub use class_columns::ClassModelError;
pub use least_change::{ChangeAnswer, ChangeQuestion, InputChange, SecondOpinion, WantedResult};
pub use range_confirmation::{RangeConfirmation, RangeQuestion};
