//! Reads models that people write by hand: `parallax-model-2`.

mod constraints;
mod expansion;
mod flatten;
mod handwritten_file;
mod labels;
mod listed_constraints;
mod objective;
mod parameters;
mod string_positions;
mod variables;

pub(super) use handwritten_file::read_while;
