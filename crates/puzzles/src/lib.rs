//! The puzzles: reading, writing, models, rules and pictures of instances.
//!
//! Text goes in ([`Puzzle::recognise`], [`Puzzle::reader`], [`Puzzle::from_name`]), and instances
//! come out, which the rest of the program sees only as [`Instance`]. Each puzzle has a folder of
//! its own. Its `rules` check the solution itself and share no code with its models, so that each
//! checks the other. `dimensional` and `csp` have no instances of their own: they generate models.
//!
//! To add a puzzle, in a folder of its own (`magic/` is the smallest to read first):
//!
//! 1. `read.rs`: the text form. Every error has a line, and nothing recurses with the text.
//! 2. `model.rs`: the model, with a label for each constraint and the clues as givens, not as
//!    constraints. A second viewpoint is another file, a variant and a name.
//! 3. `rules.rs`: the check of a solution, written from the rules of the puzzle.
//! 4. `instance.rs`: [`Instance`] and its traits, which join these with the writer and the pictures.
//! 5. A variant of [`Puzzle`]; the compiler names the matches. ARCHITECTURE.md ("What to touch")
//!    lists the rest: recognition, samples for the fuzzers, help, pages, an instance.
//!
//! The tests in `tests/` read, damage and cut off the texts of every puzzle. `tests/cross/`
//! compares viewpoints and engines on them.
//!
//! Generators of puzzles are in the puzzles' folders (`*/generate/`, `set/deal.rs`). They take a
//! counting oracle as an argument, so that they need no engine. A `Recipe` (`generate/lib.rs`)
//! makes one instance from its own stream of random numbers; `generate/run.rs` makes many in
//! order, and lets a second engine confirm a required single solution. Draws use integers only, so
//! that every machine makes the same. The names of generated models (`dimensional/`, `csp/`;
//! `models.rs` lists them) can replace any file.

mod by_name;
mod caption;
pub mod csp;
pub mod dimensional;
pub mod errors;
mod generated;
mod grid;
mod grid_model;
mod grid_rules;
mod grid_solutions;
mod json;
mod json_error;
pub mod keisuke;
pub mod latin;
pub mod magic;
mod models;
mod name;
mod placed;
mod recognise;
pub mod set;
mod stream;
pub mod sudoku;
mod svg;
mod symmetry;
mod symmetry_clauses;
#[cfg(test)]
mod tests;
mod token;

use parallax_model::instance::{InputError, Instance, Lines};
use parallax_model::named;

pub use generated::{Amount, Made};
pub use models::{MODELS, model_from_nothing};
use stream::{Batch, Stream};

/// A family of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Puzzle {
    /// The card game SET: three cards whose values are all equal or all different in every
    /// attribute.
    Set,
    /// Sudoku.
    Sudoku,
    /// Latin squares (quasigroups) with holes.
    Latin,
    /// Magic squares.
    Magic,
    /// Keisuke: entries for the runs of a grid.
    Keisuke,
}

named!(Puzzle, "puzzle", {
    Set => "set",
    Sudoku => "sudoku",
    Latin => "latin",
    Magic => "magic",
    Keisuke => "keisuke",
});

impl Puzzle {
    /// The required content of a file of this puzzle, for error messages.
    #[must_use]
    pub fn expected(self) -> &'static str {
        match self {
            Puzzle::Set => set::EXPECTED,
            Puzzle::Sudoku => sudoku::EXPECTED,
            Puzzle::Latin => latin::EXPECTED,
            Puzzle::Magic => magic::EXPECTED,
            Puzzle::Keisuke => keisuke::EXPECTED,
        }
    }

    /// Returns an iterator over the instances of a file, which reads them one by
    /// one in bounded memory. It ends after the first error that is not confined
    /// to one instance. A file without any instance is an error.
    pub fn reader<'a>(
        self,
        lines: Lines<'a>,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Instance>, InputError>> + Send + 'a> {
        let expected = self.expected();
        let idle = |text: &str| token::is_idle(text, &['#']);
        match self {
            Puzzle::Set => Box::new(Stream::new(lines, expected, idle, set::step)),
            Puzzle::Sudoku => {
                let mut reader = sudoku::Reader::default();
                let step = move |lines: &mut Lines<'a>| reader.step(lines);
                Box::new(Stream::new(lines, expected, sudoku::is_between, step))
            }
            Puzzle::Latin => {
                let step = |lines: &mut Lines<'a>| at_most_one(latin::next(lines)?);
                Box::new(Stream::new(lines, expected, idle, step))
            }
            Puzzle::Magic => {
                let idle = |text: &str| token::is_idle(text, &['#', '%']);
                let step = |lines: &mut Lines<'a>| at_most_one(magic::read(lines)?);
                Box::new(Stream::new(lines, expected, idle, step))
            }
            Puzzle::Keisuke => {
                Box::new(Stream::new(lines, expected, keisuke::is_between, keisuke::step))
            }
        }
    }
}

fn at_most_one(instance: Option<impl Instance + 'static>) -> Batch {
    Ok(instance.into_iter().map(|instance| Box::new(instance) as Box<dyn Instance>).collect())
}
