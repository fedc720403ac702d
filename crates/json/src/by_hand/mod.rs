//! Reads models that people write by hand: `parallax-model-2`.

mod constraints;
mod expansion;
mod flatten;
mod handwritten_file;
mod labels;
mod listed;
mod objective;
mod parameters;
mod places;
mod variables;

pub(super) use handwritten_file::read_while;
