//! The models of a Keisuke without its clues.

mod cells;
mod channelled;
mod entry_dimensions;
mod explainable;
mod lists;
mod pairs;
mod slots;
mod unknown_grid;

pub(super) use cells::cells_model;
pub(super) use channelled::channelled_model;
pub(super) use entry_dimensions::{puzzle_solution as of_words, words_model};
pub(super) use explainable::explainable_model;
pub(super) use pairs::pairs_model;
pub(super) use slots::{puzzle_solution as of_slots, slots_model};
pub(super) use unknown_grid::unknown_cells_model as unknown;
