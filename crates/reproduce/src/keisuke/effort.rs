//! Counts of generalised arc consistency on hard puzzles and on regular ones of the same size.

use parallax_model::engine_api::{Control, StopReason, in_order};
use parallax_puzzles::keisuke::KeisukePuzzle;

use super::ingredients::ASSIGNMENT_LIMIT;
use super::table::{CountTable, mean_value};
use super::textbook::{
    RunPairConstraint, TextbookCount, TextbookReading, count_puzzle, engine_reading,
};
use super::times::TimingOptions;
use super::trials::bounded_number;
use super::{KeisukeRunError, block_puzzle, random_options, without_repeats};

/// The sides of grids that runs of two cells fill, up to the largest one with distinct entries.
const GRID_SIDES: [usize; 5] = [5, 8, 11, 14, 17];

/// The orders of cells, with their engines.
const CELL_ORDERS: [(&str, &str); 2] =
    [("first", "textbook:first+sval,gac"), ("fewest", "textbook:mid-list+sval,gac")];

/// The kinds of puzzles, with what makes runs different.
const PUZZLE_KINDS: [(&str, RunPairConstraint); 4] = [
    ("regular", RunPairConstraint::Forbidden),
    ("hard", RunPairConstraint::Forbidden),
    ("hard, joint pairs", RunPairConstraint::Joint),
    ("hard, no pairs", RunPairConstraint::None),
];

/// The number of rows, for progress.
#[must_use]
pub fn row_count() -> usize {
    GRID_SIDES.len() * PUZZLE_KINDS.len() * CELL_ORDERS.len()
}

/// Measures both kinds of puzzles, and calls `done` after each row. An interrupt leaves the rows
/// before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn measure_effort(
    sample: &TimingOptions,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<CountTable, KeisukeRunError> {
    let title = format!(
        "Hard puzzles (runs of two cells, distinct entries) against regular ones (a fifth of the cells \
         black, no entry twice): textbook GAC, means of {} puzzles. wrong: assignments beyond one for \
         each cell; joint pairs: a table of the different entries of two runs instead of one that \
         forbids equal ones; no pairs: runs may be equal, so a solution is none of the puzzle; >=: \
         {ASSIGNMENT_LIMIT} assignments ended a search; limit: a search took {} s, and the row is about the others",
        sample.number,
        sample.limit.as_secs_f64()
    );
    let header = [
        "side",
        "puzzles",
        "cell order",
        "solved",
        "cells",
        "white",
        "assigned",
        "wrong",
        "pruned",
        "white x (digits - 1)",
        "time (ms)",
        "limit",
    ];
    let mut table = CountTable::new("hard-effort", title, &header);
    for side in GRID_SIDES {
        for (kind, pairs) in PUZZLE_KINDS {
            let puzzles: Vec<KeisukePuzzle> = (0..sample.number as u64)
                .map(|number| match kind {
                    "regular" => without_repeats(&random_options(side), sample.seed, number),
                    _ => block_puzzle(side, 2, true, sample.seed, number),
                })
                .collect::<Result<_, _>>()?;
            for (order, engine) in CELL_ORDERS {
                let counts = solve_puzzles(&puzzles, (engine, pairs), sample, control)?;
                done();
                // The counts of an interrupted row are those of the first puzzles only, so the row
                // is dropped.
                if control.stop_reason() == Some(StopReason::Cancelled) {
                    return Ok(table);
                }
                table.add_row(effort_row(side, [kind, order], &counts, puzzles.len()));
            }
        }
    }
    Ok(table)
}

/// The counts of the puzzles that end within the limit.
fn solve_puzzles(
    puzzles: &[KeisukePuzzle],
    (engine, pairs): (&str, RunPairConstraint),
    sample: &TimingOptions,
    control: &Control,
) -> Result<Vec<TextbookCount>, KeisukeRunError> {
    let (mut counts, mut fault) = (Vec::new(), None);
    in_order(
        puzzles.len(),
        sample.jobs,
        || (),
        |(), index| {
            if control.stop_reason() == Some(StopReason::Cancelled) {
                // `None` ends the thread, since no puzzle is measured after an interrupt.
                return None;
            }
            let reading = TextbookReading { pairs, ..engine_reading(engine, ASSIGNMENT_LIMIT) };
            // Every search has its own time limit. A search that exceeds it has no count, and the
            // difference to the number of puzzles is the last column.
            let limited = control.with_timeout(Some(sample.limit));
            Some(count_puzzle(&puzzles[index], &reading, &limited))
        },
        &mut |_, found| match found {
            Ok(found) => counts.extend(found),
            Err(why) => _ = fault.get_or_insert(why),
        },
    );
    fault.map_or(Ok(counts), Err)
}

fn effort_row(
    side: usize,
    [kind, order]: [&str; 2],
    counts: &[TextbookCount],
    puzzles: usize,
) -> Vec<String> {
    let limited = counts.iter().any(|count| count.limited);
    let average = |of: &dyn Fn(&TextbookCount) -> f64, limited: bool| {
        let values: Vec<f64> = counts.iter().map(of).collect();
        if values.is_empty() { String::new() } else { bounded_number(mean_value(&values), limited) }
    };
    let cells = (side * side) as u64;
    vec![
        side.to_string(),
        kind.to_owned(),
        order.to_owned(),
        counts.iter().filter(|count| !count.limited).count().to_string(),
        cells.to_string(),
        average(&|count| count.white as f64, false),
        average(&|count| count.assignments as f64, limited),
        // A search that its limit of assignments ends may not have assigned every cell once.
        average(&|count| count.assignments.saturating_sub(cells) as f64, limited),
        average(&|count| count.prunings as f64, limited),
        average(&|count| count.direct_prunings() as f64, false),
        average(&|count| count.time.as_secs_f64() * 1e3, limited),
        // Each count belongs to one of the puzzles, so there are never more.
        (puzzles - counts.len()).to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_about_the_puzzles_that_end() {
        let count = TextbookCount {
            white: 4,
            digits: 3,
            assignments: 27,
            prunings: 9,
            ..TextbookCount::default()
        };
        let cells = effort_row(5, ["hard", "first"], &[count, count], 3);
        let expected =
            ["5", "hard", "first", "2", "25", "4.00", "27.0", "2.00", "9.00", "8.00", "0", "1"];
        assert_eq!(cells, expected);
        let more = TextbookCount { limited: true, assignments: 29, ..count };
        let cells = effort_row(5, ["hard", "first"], &[count, more], 2);
        assert_eq!((&*cells[3], &*cells[6], &*cells[7]), ("1", ">= 28.0", ">= 3.00"));
        assert_eq!(effort_row(5, ["hard", "first"], &[], 2)[6..], ["", "", "", "", "", "2"]);
    }
}
