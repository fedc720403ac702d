//! Counts of generalised arc consistency on hard puzzles and on regular ones of the same size.

use parallax_model::ask::{Control, Stop, in_order};
use parallax_puzzles::keisuke::Keisuke;

use super::ingredients::LIMIT;
use super::table::{Table, mean};
use super::textbook::{Count, Pairs, Reading, count, reading};
use super::times::Sample;
use super::trials::bounded;
use super::{KeisukeRunError, blocks, options, without_repeats};

/// The sides of grids that runs of two cells fill, up to the largest one with distinct entries.
const SIDES: [usize; 5] = [5, 8, 11, 14, 17];

/// The orders of cells.
const ORDERS: [(&str, &str); 2] =
    [("first", "textbook:first+sval,gac"), ("fewest", "textbook:mid-list+sval,gac")];

/// The kinds of puzzles, with what makes runs different.
const KINDS: [(&str, Pairs); 4] = [
    ("regular", Pairs::Forbidden),
    ("hard", Pairs::Forbidden),
    ("hard, joint pairs", Pairs::Joint),
    ("hard, no pairs", Pairs::None),
];

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
pub fn run(
    sample: &Sample,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<Table, KeisukeRunError> {
    let title = format!(
        "Hard puzzles (runs of two cells, distinct entries) against regular ones (a fifth of the cells \
         black, no entry twice): textbook GAC, means of {} puzzles. wrong: assignments beyond one for \
         each cell; joint pairs: a table of the different entries of two runs instead of one that \
         forbids equal ones; no pairs: runs may be equal, so a solution is none of the puzzle; >=: \
         {LIMIT} assignments ended a search; limit: a search took {} s, and the row is about the others",
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
        for (kind, pairs) in KINDS {
            let puzzles: Vec<Keisuke> = (0..sample.number as u64)
                .map(|number| match kind {
                    "regular" => without_repeats(&options(side), sample.seed, number),
                    _ => blocks(side, 2, true, sample.seed, number),
                })
                .collect::<Result<_, _>>()?;
            for (order, engine) in ORDERS {
                let counts = solve(&puzzles, (engine, pairs), sample, control)?;
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
    (engine, pairs): (&str, Pairs),
    sample: &Sample,
    control: &Control,
) -> Result<Vec<Count>, KeisukeRunError> {
    let (mut counts, mut fault) = (Vec::new(), None);
    in_order(
        puzzles.len(),
        sample.jobs,
        || (),
        |(), place| {
            if control.stopped() == Some(Stop::Cancelled) {
                return None;
            }
            let reading = Reading { pairs, ..reading(engine, LIMIT) };
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
    let limited = counts.iter().any(|count| count.limited);
    let average = |of: &dyn Fn(&Count) -> f64, limited: bool| {
        let values: Vec<f64> = counts.iter().map(of).collect();
        if values.is_empty() { String::new() } else { bounded(mean(&values), limited) }
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
        average(&|count| count.assignments.saturating_sub(cells) as f64, limited),
        average(&|count| count.prunings as f64, limited),
        average(&|count| count.direct() as f64, false),
        average(&|count| count.time.as_secs_f64() * 1e3, limited),
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
        let more = Count { limited: true, assignments: 29, ..count };
        let cells = row(5, ["hard", "first"], &[count, more], 2);
        assert_eq!((&*cells[3], &*cells[6], &*cells[7]), ("1", ">= 28.0", ">= 3.00"));
        assert_eq!(row(5, ["hard", "first"], &[], 2)[6..], ["", "", "", "", "", "2"]);
    }
}
