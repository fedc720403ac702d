//! What generalised arc consistency counts on hard puzzles and on regular ones of the same size.

use std::time::Duration;

use parallax_model::ask::{Control, Stop, in_order};
use parallax_puzzles::keisuke::Keisuke;

use super::super::splitting::figure;
use super::table::{Table, mean};
use super::textbook::{Count, Reading, count};
use super::times::Sample;
use super::{blocks, options, without_repeats};

/// The sides of grids that runs of two cells fill, up to the largest one with distinct entries.
const SIDES: [usize; 5] = [5, 8, 11, 14, 17];

/// The orders of cells.
const ORDERS: [(&str, &str); 2] =
    [("first", "textbook:first+sval,gac"), ("fewest", "textbook:mid+sval,gac")];

/// The two kinds of puzzles.
const KINDS: [&str; 2] = ["regular", "hard"];

/// The number of rows, for progress.
#[must_use]
pub fn steps() -> usize {
    SIDES.len() * KINDS.len() * ORDERS.len()
}

/// Measures both kinds of puzzles, and calls `done` after each row. An interrupt leaves the rows
/// before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn run(sample: &Sample, control: &Control, done: &mut dyn FnMut()) -> Result<Table, String> {
    let title = format!(
        "Hard puzzles (runs of two cells, distinct entries) against regular ones (a fifth of the cells \
         black, no entry twice): textbook GAC, means of {} puzzles. wrong: assignments that were \
         taken back; limit: a search took {} s, and the row is about the others",
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
    let mut table = Table::new("hard-effort", title, &header);
    for side in SIDES {
        for kind in KINDS {
            let puzzles: Vec<Keisuke> = (0..sample.number as u64)
                .map(|number| match kind {
                    "hard" => blocks(side, 2, true, sample.seed, number),
                    _ => without_repeats(&options(side), sample.seed, number),
                })
                .collect::<Result<_, _>>()?;
            for (order, engine) in ORDERS {
                let counts = solve(&puzzles, engine, sample, control)?;
                done();
                if control.stopped() == Some(Stop::Cancelled) {
                    return Ok(table);
                }
                table.row(row(side, [kind, order], &counts, puzzles.len()));
            }
        }
    }
    Ok(table)
}

/// The counts of the puzzles that end within the limit.
fn solve(
    puzzles: &[Keisuke],
    engine: &str,
    sample: &Sample,
    control: &Control,
) -> Result<Vec<Count>, String> {
    let (mut counts, mut fault) = (Vec::new(), None);
    in_order(
        puzzles.len(),
        sample.jobs,
        || (),
        |(), place| {
            if control.stopped() == Some(Stop::Cancelled) {
                return None;
            }
            let puzzles_of = options(puzzles[place].height());
            let reading = Reading { engine: engine.to_owned(), black: true, puzzles: puzzles_of };
            let limited = control.within(Some(sample.limit));
            Some(count(&puzzles[place], &reading, &limited))
        },
        &mut |_, found| match found {
            Ok(found) => counts.extend(found),
            Err(why) => _ = fault.get_or_insert(why),
        },
    );
    fault.map_or(Ok(counts), Err)
}

fn row(side: usize, [kind, order]: [&str; 2], counts: &[Count], puzzles: usize) -> Vec<String> {
    let mean = |of: fn(&Count) -> f64| {
        let values: Vec<f64> = counts.iter().map(of).collect();
        if values.is_empty() { String::new() } else { figure(mean(&values)) }
    };
    let cells = (side * side) as u64;
    let wrong: Vec<f64> =
        counts.iter().map(|count| count.assignments.saturating_sub(cells) as f64).collect();
    let wrong = if wrong.is_empty() { String::new() } else { figure(super::table::mean(&wrong)) };
    vec![
        side.to_string(),
        kind.to_owned(),
        order.to_owned(),
        counts.len().to_string(),
        cells.to_string(),
        mean(|count| count.white as f64),
        mean(|count| count.assignments as f64),
        wrong,
        mean(|count| count.prunings as f64),
        mean(|count| count.direct() as f64),
        mean(|count| Duration::as_secs_f64(&count.time) * 1e3),
        (puzzles - counts.len()).to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_about_the_puzzles_that_end() {
        let count = Count { white: 4, digits: 3, assignments: 27, prunings: 9, ..Count::default() };
        let cells = row(5, ["hard", "first"], &[count, count], 3);
        let expected =
            ["5", "hard", "first", "2", "25", "4.00", "27.0", "2.00", "9.00", "8.00", "0", "1"];
        assert_eq!(cells, expected);
        assert_eq!(row(5, ["hard", "first"], &[], 2)[6..], ["", "", "", "", "", "2"]);
    }
}
