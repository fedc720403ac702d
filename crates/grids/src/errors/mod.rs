//! Errors as data: an enum for each idea, with the place, what was found and what was expected as
//! fields. Their texts are made where a person reads them.
//!
//! - `board.rs`, `rule.rs`, `breach.rs`: boards and rules that do not fit, and solutions that break
//!   rules.
//! - `text_error.rs`: an error at a place of a text, in any form.
//! - `line.rs`, `code.rs`, `game.rs`, `address.rs`, `iss_item_error.rs`, `data.rs`, `json.rs`,
//!   `link.rs`: the forms that are read.
//! - `near_name.rs`: the known name that was meant.
//! - `form.rs`: the forms that are written.
//! - `draft.rs`: requests for generated puzzles and for clues.

mod address;
mod board;
mod breach;
mod code;
mod data;
mod draft;
mod form;
mod game;
mod iss_item_error;
mod json;
mod line;
mod link;
mod near_name;
mod rule;
mod text_error;

pub(crate) use address::AddressError;
pub(crate) use board::{GridBoardError, RoomError};
pub(crate) use breach::RuleBreach;
pub(crate) use code::{CodeError, CodePart};
pub(crate) use data::KakuroDataError;
pub use draft::{ClueNameError, DraftError};
pub(crate) use form::GridFormError;
pub(crate) use game::GameError;
pub(crate) use iss_item_error::ItemError;
pub(crate) use json::{FPuzzlesJsonError, LocatedFPuzzlesError};
pub(crate) use line::{GridSolutionError, MarkError, PlainLineError};
pub(crate) use link::LinkError;
pub(crate) use near_name::{NearKey, NearName};
pub(crate) use rule::GridRuleError;
pub(crate) use text_error::{LocatedTextError, TextError};
