//! One clue of a rule that leaves one solution.

use std::any::Any;
use std::collections::BTreeMap;

use parallax_engines::Spec;
use parallax_grids::{ClueRule, ExtraClue, GridPuzzle};
use parallax_instance::{Instance, LineReader, PuzzleSolution};
use parallax_model::ask::Control;

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
    /// The number of clues that may, but were not decided in time, or left out beyond the limit.
    pub open: usize,
}

/// Returns a puzzle as a grid puzzle: a Sudoku, a Latin square or a grid. `None` for others.
#[must_use]
pub fn as_grid(instance: &(dyn Instance + 'static)) -> Option<GridPuzzle> {
    let any: &dyn Any = instance;
    if let Some(own) = any.downcast_ref::<GridPuzzle>() {
        return Some(own.clone());
    }
    let viewpoint = instance.default_viewpoint();
    let board = instance.picture().board_layout(&viewpoint)?;
    let base = Some(instance.puzzle_name()).filter(|base| matches!(*base, "sudoku" | "latin"))?;
    let mut cells = vec![".".to_owned(); board.rows * board.columns];
    for given in instance.givens(&viewpoint) {
        let cell = board.cells.get(given.variable.index())?;
        *cells.get_mut(*cell)? = given.value.to_string();
    }
    let mut text = format!("puzzle: {base} {}x{}\n", board.rows, board.columns);
    // A line of one word would be read sign by sign.
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
    let most = tries.max(1) + 1;
    let mut solutions = ask_oracle(&mut oracle, puzzle, &[], most as u64)?;
    let all = solutions.len() < most;
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
            Some(1) => match second.count_solutions(&larger) {
                Some(1) => found.clues.push((clue.clue_description().to_owned(), larger)),
                Some(count) => return Err(disagreement_error(&clue, count)),
                None => found.open += 1,
            },
            Some(0) => return Err(disagreement_error(&clue, 0)),
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

/// Returns the clues that hold in exactly one solution, in the order of the solutions. `tried` is
/// the number of clues that hold in some.
fn candidate_clues(
    puzzle: &GridPuzzle,
    rule: ClueRule,
    solutions: &[PuzzleSolution],
    tried: &mut usize,
) -> Vec<ExtraClue> {
    // The place of the first solution of a clue, and the number of all.
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut clues: Vec<ExtraClue> = Vec::new();
    for solution in solutions {
        for clue in puzzle.clues_of(rule, solution) {
            let own = times.entry(clue.clue_description().to_owned()).or_default();
            *own += 1;
            if *own == 1 {
                clues.push(clue);
            }
        }
    }
    *tried = clues.len();
    clues.retain(|clue| times.get(clue.clue_description()) == Some(&1));
    clues
}

fn disagreement_error(clue: &ExtraClue, count: u64) -> MinimumChoiceError {
    ChoiceError::Disagreement { clue: clue.clue_description().to_owned(), count }.into()
}
