//! The options of generated puzzles, and the search for one.

use parallax_model::Value;
use rand::RngCore;

use super::arrow;
use super::calcudoku;
use super::futoshiki;
use super::jigsaw;
use super::kakuro;
use super::killer;
use super::kind::GridKind;
use super::kropki;
use super::little_killer;
use super::skyscrapers;
use super::takuzu;
use super::thermo;
use super::thinning;
use crate::GridPuzzle;
use crate::errors::DraftError;

/// Counts the solutions of a puzzle; any number from 2 means several. `None` if it was stopped.
pub type SolutionCounter<'a> = &'a mut dyn FnMut(&GridPuzzle) -> Option<u64>;

/// Maximum number of full grids to draw until one has a clue.
const MAX_DRAWN_GRIDS: usize = 1000;

/// A request for generated puzzles.
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
    /// Maximum number of puzzles to make for one that is minimal, at least 1.
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
pub(crate) struct GridDraft {
    pub puzzle: GridPuzzle,
    /// The digit of each cell; black cells have any.
    pub solution: Vec<Value>,
}

impl GridOptions {
    /// Checks that such puzzles are generated.
    ///
    /// # Errors
    /// Returns an error if the kind has other sizes.
    pub fn check_options(&self) -> Result<(), DraftError> {
        let all = self.kind.grid_sizes();
        // Sums of whole diagonals leave so much open that counting takes minutes.
        let is_hard = self.minimal && self.kind == GridKind::LittleKiller;
        let sizes = if is_hard { &all[..2] } else { all };
        if sizes.contains(&self.size) {
            return Ok(());
        }
        let name = if is_hard { "minimal little-killer" } else { self.kind.name() };
        Err(DraftError::Size { name, size: self.size, sizes })
    }

    /// Returns the number of givens at which thinning ends, because solutions of grids with fewer
    /// are hard to count.
    pub(super) fn min_givens(&self) -> usize {
        let is_hard = self.kind == GridKind::LittleKiller && self.size > 6;
        if is_hard { self.size * self.size / 6 } else { 0 }
    }

    /// Draws a grid with clues of the kind. In small grids there may be none in the first grid.
    pub(super) fn draw_draft(
        &self,
        rng: &mut dyn RngCore,
        count: SolutionCounter<'_>,
    ) -> Option<Result<GridDraft, DraftError>> {
        let draw = match self.kind {
            GridKind::Killer => killer::draw_killer,
            GridKind::Jigsaw => jigsaw::draw_jigsaw,
            GridKind::Thermo => thermo::draw_thermometers,
            GridKind::Arrow => arrow::draw_arrows,
            GridKind::LittleKiller => little_killer::draw_little_killer,
            GridKind::Kropki => kropki::draw_kropki,
            GridKind::Futoshiki => futoshiki::draw_futoshiki,
            GridKind::Calcudoku => calcudoku::draw_calcudoku,
            GridKind::Skyscrapers => skyscrapers::draw_skyscrapers,
            GridKind::Takuzu => takuzu::draw_takuzu,
            GridKind::Kakuro => return kakuro::draw_kakuro(self.size, rng, count),
        };
        for _ in 0..MAX_DRAWN_GRIDS {
            match draw(self.size, rng) {
                Ok(draft) if self.lacks_clues(&draft.puzzle) => {}
                other => return Some(other),
            }
        }
        Some(Err(DraftError::NoClue { kind: self.kind, grids: MAX_DRAWN_GRIDS }))
    }

    /// Whether a puzzle has no clue of its kind besides givens.
    fn lacks_clues(&self, puzzle: &GridPuzzle) -> bool {
        let givens_only = matches!(self.kind, GridKind::Jigsaw | GridKind::Takuzu);
        !givens_only && puzzle.rules.is_empty()
    }

    /// Draws until the clues of the kind have one solution; adds givens to the last draft if none
    /// has.
    fn draw_unique(
        &self,
        rng: &mut dyn RngCore,
        count: SolutionCounter<'_>,
    ) -> Option<Result<GridPuzzle, DraftError>> {
        let mut drafts = self.kind.draft_count(self.size);
        loop {
            let mut draft = match self.draw_draft(rng, count)? {
                Ok(draft) => draft,
                Err(why) => return Some(Err(why)),
            };
            // Kinds with a draft count of 0 skip this: without givens, their solutions take too
            // long to count.
            if drafts > 0 && count(&draft.puzzle)? == 1 {
                return Some(Ok(draft.puzzle));
            }
            if drafts <= 1 {
                thinning::thin_givens(&mut draft, self.symmetric, self.min_givens(), rng, count)?;
                return Some(Ok(draft.puzzle));
            }
            drafts -= 1;
        }
    }
}

/// Makes a puzzle with one solution. If the clues of the kind have several, adds givens. For a
/// request that is both minimal and symmetric, tries several puzzles and returns the one with the
/// fewest redundant givens. Drops minimal puzzles whose givens alone have one solution.
///
/// Returns `None` if `count` does. The inner error tells why no puzzle was found.
pub fn generate_grid(
    wanted: &GridOptions,
    rng: &mut dyn RngCore,
    count: SolutionCounter<'_>,
) -> Option<Result<GeneratedGrid, DraftError>> {
    if let Err(why) = wanted.check_options() {
        return Some(Err(why));
    }
    let mut nearest: Option<(usize, GridPuzzle)> = None;
    let tries = wanted.tries.max(1);
    for _ in 0..tries {
        let mut puzzle = match wanted.draw_unique(rng, count)? {
            Ok(puzzle) => puzzle,
            Err(why) => return Some(Err(why)),
        };
        if wanted.minimal {
            thinning::thin_rules(&mut puzzle, rng, count)?;
        }
        // Without any clue, it would be an ordinary puzzle of its base.
        if wanted.lacks_clues(&puzzle) {
            continue;
        }
        // Symmetric givens are removed in pairs, so one of a pair may be redundant. Single givens
        // that are redundant have all been removed.
        let redundant = if wanted.minimal && wanted.symmetric {
            thinning::count_redundant_givens(&puzzle, count)?
        } else {
            0
        };
        if nearest.as_ref().is_none_or(|(fewest, _)| redundant < *fewest) {
            nearest = Some((redundant, puzzle));
        }
        if redundant == 0 {
            break;
        }
    }
    let Some((redundant, puzzle)) = nearest else {
        return Some(Err(DraftError::RedundantClues { tries }));
    };
    let givens = if redundant == 1 { "given" } else { "givens" };
    let words = || format!("{redundant} redundant {givens}, the fewest of {tries} tries");
    Some(Ok(GeneratedGrid { puzzle, missed: (redundant > 0).then(words) }))
}
