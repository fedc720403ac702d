//! One clue of a rule that leaves one solution.

use std::any::Any;
use std::collections::BTreeMap;

use parallax_engines::Spec;
use parallax_grids::{ClueRule, ExtraClue, GridPuzzle};
use parallax_instance::{Instance, LineReader, PuzzleSolution};
use parallax_model::engine_api::Control;

use super::choice_error::{ChoiceError, MinimumChoiceError};
use super::givens::ask_oracle;
use crate::SolutionOracle;

/// The clues of a rule that make a puzzle unique.
#[derive(Clone, Debug, PartialEq)]
pub struct OneClue {
    /// The number of solutions that were found first, 0 or 1 if there are no more.
    pub known: usize,
    /// Whether these are all solutions of the puzzle.
    pub all: bool,
    /// The clues that hold in a known solution.
    pub tried: usize,
    /// The clues that leave one solution, as two engines find, with the puzzle that has it.
    pub clues: Vec<(String, GridPuzzle)>,
    /// The number of candidates that were not decided in time, or are beyond the limit.
    pub open: usize,
}

/// Returns a puzzle as a grid puzzle: a Sudoku, a Latin square or a grid. `None` for others.
#[must_use]
pub fn as_grid(instance: &(dyn Instance + 'static)) -> Option<GridPuzzle> {
    let any: &dyn Any = instance;
    if let Some(grid) = any.downcast_ref::<GridPuzzle>() {
        return Some(grid.clone());
    }
    let viewpoint = instance.default_viewpoint();
    let board = instance.picture().board_layout(&viewpoint)?;
    // Other puzzles with a board have rules that this form does not express.
    let base = Some(instance.puzzle_name()).filter(|base| matches!(*base, "sudoku" | "latin"))?;
    let mut cells = vec![".".to_owned(); board.rows * board.columns];
    for given in instance.givens(&viewpoint) {
        let cell = board.cells.get(given.variable.index())?;
        *cells.get_mut(*cell)? = given.value.to_string();
    }
    let mut text = format!("puzzle: {base} {}x{}\n", board.rows, board.columns);
    // A line of one word would be read character by character.
    for row in cells.chunks(board.columns) {
        text += &format!("{} \n", row.join(" "));
    }
    if let Some((height, width)) = board.boxes {
        text += &format!("boxes: {height}x{width}\n");
    }
    let lines = LineReader::new("here", text.as_bytes());
    let found = parallax_grids::read_grids(lines, false).next()?.ok()?;
    let any: &dyn Any = &*found;
    any.downcast_ref::<GridPuzzle>().cloned()
}

/// Looks for single clues of a rule with which the puzzle has one solution. The candidates are the
/// clues that hold in exactly one of the first `tries` solutions; where these are all solutions,
/// no other clue can leave one. At most `limit` clues are returned.
///
/// # Errors
/// Returns an error if the engine was stopped before it found the solutions or cannot answer, or if
/// a clue of the rule may also add solutions.
pub fn one_clue(
    puzzle: &GridPuzzle,
    rule: ClueRule,
    [engine, confirm]: [&Spec; 2],
    (tries, limit): (usize, usize),
    control: &Control,
) -> Result<OneClue, MinimumChoiceError> {
    if let Some(reason) = puzzle.clue_conflict(rule) {
        return Err(ChoiceError::FreeingRule { rule, reason }.into());
    }
    let mut oracle = SolutionOracle::new(engine.clone(), control);
    let max_solutions = tries.max(1) + 1;
    let mut solutions = ask_oracle(&mut oracle, puzzle, &[], max_solutions as u64)?;
    let all = solutions.len() < max_solutions;
    solutions.truncate(tries.max(1));
    let known = solutions.len();
    let mut found = OneClue { known, all, tried: 0, clues: Vec::new(), open: 0 };
    if all && known < 2 {
        return Ok(found);
    }
    let candidates = candidate_clues(puzzle, rule, &solutions, &mut found.tried);
    let mut second = SolutionOracle::new(confirm.clone(), control);
    for clue in candidates {
        if found.clues.len() == limit || control.stop_reason().is_some() {
            found.open += 1;
            continue;
        }
        let Some(larger) = puzzle.with_clue(&clue) else { continue };
        match oracle.count_solutions(&larger) {
            // That one solution exists is certain, that no other does is not: a second engine has
            // to agree.
            Some(1) => match second.count_solutions(&larger) {
                Some(1) => found.clues.push((clue.clue_description().to_owned(), larger)),
                Some(count) => return Err(disagreement_error(&clue, count)),
                None => found.open += 1,
            },
            Some(0) => return Err(disagreement_error(&clue, 0)),
            // All solutions are known, and the clue holds in one of them only, so several cannot be
            // left.
            Some(_) if all => return Err(disagreement_error(&clue, 2)),
            Some(_) => {}
            None => match oracle.last_fault() {
                Some(fault) => return Err(fault.clone().into()),
                None => found.open += 1,
            },
        }
    }
    Ok(found)
}

/// Returns the clues that hold in exactly one solution, in the order of the solutions. `tried`
/// becomes the number of clues that hold in some solution.
fn candidate_clues(
    puzzle: &GridPuzzle,
    rule: ClueRule,
    solutions: &[PuzzleSolution],
    tried: &mut usize,
) -> Vec<ExtraClue> {
    // The number of solutions in which each clue holds.
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut clues: Vec<ExtraClue> = Vec::new();
    for solution in solutions {
        for clue in puzzle.clues_of(rule, solution) {
            let count = times.entry(clue.clue_description().to_owned()).or_default();
            *count += 1;
            if *count == 1 {
                clues.push(clue);
            }
        }
    }
    *tried = clues.len();
    // A clue that holds in several known solutions does not leave one.
    clues.retain(|clue| times.get(clue.clue_description()) == Some(&1));
    clues
}

fn disagreement_error(clue: &ExtraClue, count: u64) -> MinimumChoiceError {
    ChoiceError::Disagreement { clue: clue.clue_description().to_owned(), count }.into()
}
