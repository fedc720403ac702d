//! The rules of Keisuke, on the filled grid itself.

use std::collections::HashMap;

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::super::grid_rules::cell_name;
use super::super::line_fields::count_noun;
use super::board::{KeisukeCell, KeisukePattern, KeisukePuzzle, RunDirection};
use super::solutions::{BLACK_VALUE, BLANK_VALUE};

/// Fails at the first rule that the filled grid breaks.
pub(super) fn check_rules(keisuke: &KeisukePuzzle, grid: &[Value]) -> Result<(), BrokenRuleError> {
    let (height, width) = (keisuke.height(), keisuke.width());
    if grid.len() != height * width {
        let found = count_noun(grid.len(), "value", "values");
        return Err(BrokenRuleError::new(
            "grid",
            format!("has {found}, expected {}", height * width),
        ));
    }
    for (cell, &value) in grid.iter().enumerate() {
        if !(BLANK_VALUE..=9).contains(&value) {
            let rule = format!("is {value}, neither a digit nor black nor uncovered");
            return Err(BrokenRuleError::new(cell_name(width, cell), rule));
        }
    }
    check_pattern(keisuke, grid)?;
    check_cover(keisuke, grid)?;
    let rows = grid.chunks(width).map(<[Value]>::to_vec);
    let columns = (0..width).map(|c| grid.iter().skip(c).step_by(width).copied().collect());
    if keisuke.is_fill_in() {
        return check_use(keisuke, RunDirection::Across, rows.chain(columns));
    }
    check_use(keisuke, RunDirection::Across, rows)?;
    check_use(keisuke, RunDirection::Down, columns)
}

/// Checks black cells, clues, and black cells that touch.
fn check_pattern(keisuke: &KeisukePuzzle, grid: &[Value]) -> Result<(), BrokenRuleError> {
    let width = keisuke.width();
    let broken =
        |cell: usize, rule: String| Err(BrokenRuleError::new(cell_name(width, cell), rule));
    for (cell, (known, &value)) in keisuke.known_cells().iter().zip(grid).enumerate() {
        match (*known, value) {
            (KeisukeCell::Black, BLACK_VALUE) => {}
            (KeisukeCell::Black, _) => {
                return broken(cell, "is white, in the puzzle it is black".into());
            }
            (_, BLACK_VALUE) => return broken(cell, "is black, in the puzzle it is white".into()),
            (KeisukeCell::Clue(clue), value) if value != Value::from(clue) => {
                return broken(cell, format!("is {value}, the clue says {clue}"));
            }
            _ => {}
        }
    }
    if *keisuke.pattern() != (KeisukePattern::Unknown { apart: true }) {
        return Ok(());
    }
    for cell in (0..grid.len()).filter(|&cell| grid[cell] == BLACK_VALUE) {
        let right = (cell % width + 1 < width).then_some(cell + 1);
        let below = (cell + width < grid.len()).then_some(cell + width);
        let mut touched = [right, below].into_iter().flatten();
        if let Some(other) = touched.find(|&other| grid[other] == BLACK_VALUE) {
            return broken(cell, format!("touches the black cell {}", cell_name(width, other)));
        }
    }
    Ok(())
}

/// Checks that a white cell has a digit exactly if a neighbour is white.
fn check_cover(keisuke: &KeisukePuzzle, grid: &[Value]) -> Result<(), BrokenRuleError> {
    let width = keisuke.width();
    for cell in (0..grid.len()).filter(|&cell| grid[cell] != BLACK_VALUE) {
        let column = cell % width;
        let neighbours = [
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            cell.checked_sub(width),
            (cell + width < grid.len()).then_some(cell + width),
        ];
        let in_run = neighbours.into_iter().flatten().any(|other| grid[other] != BLACK_VALUE);
        let rule = match (in_run, grid[cell] == BLANK_VALUE) {
            (true, true) => "has no digit, but is in a run".to_owned(),
            (false, false) => format!("is {}, but no entry covers it", grid[cell]),
            _ => continue,
        };
        return Err(BrokenRuleError::new(cell_name(width, cell), rule));
    }
    Ok(())
}

/// Checks that each entry of a list is used as often as it is listed.
fn check_use(
    keisuke: &KeisukePuzzle,
    direction: RunDirection,
    lines: impl Iterator<Item = Vec<Value>>,
) -> Result<(), BrokenRuleError> {
    // The number of times listed, less the number of times used.
    let mut left: HashMap<String, (i64, i64)> = HashMap::new();
    for entry in keisuke.entries(direction) {
        left.entry(entry.to_string()).or_default().0 += 1;
    }
    for line in lines {
        for run in line.split(|&value| value == BLACK_VALUE).filter(|run| run.len() >= 2) {
            left.entry(run.iter().map(Value::to_string).collect()).or_default().1 += 1;
        }
    }
    let mut wrong: Vec<_> = left.into_iter().filter(|(_, (listed, used))| listed != used).collect();
    wrong.sort();
    match wrong.first() {
        None => Ok(()),
        Some((entry, (listed, used))) => {
            let times = |number: i64| count_noun(number as usize, "time", "times");
            let rule = format!("{entry} is used {}, listed {}", times(*used), times(*listed));
            Err(BrokenRuleError::new(keisuke.list_name(direction), rule))
        }
    }
}
