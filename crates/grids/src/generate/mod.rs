//! Random puzzles of ten kinds, each with one solution.
//!
//! A kind draws a full grid and the clues of the kind that hold in it (a [`Draft`], one file a
//! kind). `thin.rs` adds as many givens as one solution needs, and removes redundant ones. The
//! caller counts solutions; nothing here knows an engine. All draws are of integers, so that each
//! machine makes the same puzzle of a stream of random numbers.

mod arrow;
mod cages;
mod calcudoku;
mod futoshiki;
mod jigsaw;
mod kakuro;
mod killer;
mod kropki;
mod lines;
mod pattern;
mod skyscrapers;
mod square;
mod sums;
mod takuzu;
#[cfg(test)]
mod tests;
mod thermo;
mod thin;

use parallax_model::Value;
use rand::RngCore;

use crate::GridPuzzle;

/// Counts the solutions of a puzzle; any number from 2 means several. `None` if it was stopped.
pub type Count<'a> = &'a mut dyn FnMut(&GridPuzzle) -> Option<u64>;

/// A kind of generated puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridKind {
    /// A Sudoku covered by cages with sums.
    Killer,
    /// A Sudoku with irregular regions instead of boxes.
    Jigsaw,
    /// A Sudoku with thermometers.
    Thermo,
    /// A Sudoku with arrows.
    Arrow,
    /// A Sudoku with all dots of its solution.
    Kropki,
    /// A Latin square with inequality signs.
    Futoshiki,
    /// A Latin square covered by cages with operations.
    Calcudoku,
    /// Sums of runs between black cells.
    Kakuro,
    /// A Latin square with clues outside of it.
    Skyscrapers,
    /// Digits 0 and 1.
    Takuzu,
}

parallax_model::named!(GridKind, "kind of grid", {
    Killer => "killer",
    Jigsaw => "jigsaw",
    Thermo => "thermo",
    Arrow => "arrow",
    Kropki => "kropki",
    Futoshiki => "futoshiki",
    Calcudoku => "calcudoku",
    Kakuro => "kakuro",
    Skyscrapers => "skyscrapers",
    Takuzu => "takuzu",
});

impl GridKind {
    /// Returns the usual size.
    #[must_use]
    pub fn usual_size(self) -> usize {
        match self {
            GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => 6,
            GridKind::Kakuro => 8,
            GridKind::Takuzu => 10,
            _ => 9,
        }
    }

    /// Returns the sizes that are generated, in ascending order.
    #[must_use]
    pub fn sizes(self) -> &'static [usize] {
        match self {
            GridKind::Jigsaw => &[4, 5, 6, 7, 8, 9],
            GridKind::Futoshiki | GridKind::Calcudoku | GridKind::Skyscrapers => {
                &[3, 4, 5, 6, 7, 8, 9]
            }
            GridKind::Kakuro => &[6, 7, 8, 9, 10, 11, 12],
            GridKind::Takuzu => &[6, 8, 10, 12, 14],
            _ => &[4, 6, 8, 9],
        }
    }

    /// Returns the number of drafts of which the first without a need of givens is taken.
    fn drafts(self) -> u32 {
        match self {
            GridKind::Killer | GridKind::Calcudoku | GridKind::Skyscrapers => 20,
            _ => 1,
        }
    }
}

/// The full grids that are drawn for one with a clue.
const GRIDS: usize = 1000;

/// The puzzles that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridOptions {
    /// The kind.
    pub kind: GridKind,
    /// The number of rows and columns; of a kakuro with the clues above and on the left.
    pub size: usize,
    /// Whether no given and no other clue is redundant.
    pub minimal: bool,
    /// Whether the pattern of givens stays the same under half a turn.
    pub symmetric: bool,
    /// The most puzzles to make for one that is minimal, and symmetric or with a clue besides
    /// givens; at least one is made.
    pub tries: u32,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedGrid {
    /// The puzzle, which has one solution.
    pub puzzle: GridPuzzle,
    /// The part of the request that it misses, in words.
    pub missed: Option<String>,
}

/// A puzzle without givens, and a solution.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub puzzle: GridPuzzle,
    /// The digit of each cell; black cells have any.
    pub solution: Vec<Value>,
}

impl GridOptions {
    /// Checks that such puzzles are generated.
    ///
    /// # Errors
    /// Returns the reason why they are not.
    pub fn check(&self) -> Result<(), String> {
        let sizes = self.kind.sizes();
        if sizes.contains(&self.size) {
            return Ok(());
        }
        let list: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let (name, list) = (self.kind.name(), list.join(", "));
        Err(format!("a {name} of size {}; expected one of {list}", self.size))
    }

    /// Draws a grid with clues of the kind. In small grids there may be none in the first grid.
    fn draft(&self, rng: &mut dyn RngCore, count: Count<'_>) -> Option<Result<Draft, String>> {
        let draw = match self.kind {
            GridKind::Killer => killer::draw,
            GridKind::Jigsaw => jigsaw::draw,
            GridKind::Thermo => thermo::draw,
            GridKind::Arrow => arrow::draw,
            GridKind::Kropki => kropki::draw,
            GridKind::Futoshiki => futoshiki::draw,
            GridKind::Calcudoku => calcudoku::draw,
            GridKind::Skyscrapers => skyscrapers::draw,
            GridKind::Takuzu => takuzu::draw,
            GridKind::Kakuro => return kakuro::draw(self.size, rng, count),
        };
        for _ in 0..GRIDS {
            match draw(self.size, rng) {
                Ok(draft) if self.lacks_clues(&draft.puzzle) => {}
                other => return Some(other),
            }
        }
        Some(Err(format!("no {} clue in {GRIDS} grids", self.kind)))
    }

    /// Whether a puzzle has no clue of its kind besides givens.
    fn lacks_clues(&self, puzzle: &GridPuzzle) -> bool {
        let givens_only = matches!(self.kind, GridKind::Jigsaw | GridKind::Takuzu);
        !givens_only && puzzle.rules.is_empty()
    }

    /// Draws until a draft needs no givens, or the drafts are used up.
    fn best_draft(&self, rng: &mut dyn RngCore, count: Count<'_>) -> Option<Result<Draft, String>> {
        for _ in 1..self.kind.drafts() {
            match self.draft(rng, count)? {
                Ok(draft) if count(&draft.puzzle)? != 1 => {}
                other => return Some(other),
            }
        }
        self.draft(rng, count)
    }
}

/// Makes a puzzle with one solution. Where the clues of the kind have several, givens are added.
/// A request that is minimal and symmetric takes several puzzles, and may be missed: then the
/// puzzle with the fewest redundant givens is returned. Minimal puzzles whose givens alone have one
/// solution are dropped.
///
/// Returns `None` if `count` does. The inner error tells why no puzzle was found.
pub fn make(
    wanted: &GridOptions,
    rng: &mut dyn RngCore,
    count: Count<'_>,
) -> Option<Result<GeneratedGrid, String>> {
    if let Err(why) = wanted.check() {
        return Some(Err(why));
    }
    let mut nearest: Option<(usize, GridPuzzle)> = None;
    let tries = wanted.tries.max(1);
    for _ in 0..tries {
        let mut draft = match wanted.best_draft(rng, count)? {
            Ok(draft) => draft,
            Err(why) => return Some(Err(why)),
        };
        thin::complete(&mut draft, wanted.symmetric, rng, count)?;
        if wanted.minimal {
            thin::rules(&mut draft.puzzle, rng, count)?;
        }
        if wanted.lacks_clues(&draft.puzzle) {
            continue;
        }
        let redundant = match wanted.minimal && wanted.symmetric {
            true => thin::redundant(&draft.puzzle, count)?,
            false => 0,
        };
        if nearest.as_ref().is_none_or(|(least, _)| redundant < *least) {
            nearest = Some((redundant, draft.puzzle));
        }
        if redundant == 0 {
            break;
        }
    }
    let Some((redundant, puzzle)) = nearest else {
        return Some(Err(format!("givens alone make each of {tries} puzzles unique")));
    };
    let givens = if redundant == 1 { "given" } else { "givens" };
    let words = || format!("{redundant} redundant {givens}, the fewest of {tries} tries");
    Some(Ok(GeneratedGrid { puzzle, missed: (redundant > 0).then(words) }))
}
