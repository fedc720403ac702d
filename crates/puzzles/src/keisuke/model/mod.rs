//! The models of a Keisuke without its clues.

mod cells;
mod channelled;
mod explainable;
mod lists;
mod pairs;
mod slots;
mod unknown;
mod words;

pub(super) use cells::cells;
pub(super) use channelled::channelled;
pub(super) use explainable::explainable;
pub(super) use pairs::pairs;
pub(super) use slots::{puzzle_solution as of_slots, slots};
pub(super) use unknown::cells as unknown;
pub(super) use words::{puzzle_solution as of_words, words};
