//! Ingredients that the counts of textbook searches depend on: each run changes one of them.

use parallax_model::engine_api::Control;
use parallax_puzzles::keisuke::RandomOptions;

use super::super::splitting::figure_text;
use super::KeisukeRunError;
use super::propagation::{FORWARD_CHECKING_TRIALS, GRID_SIDE};
use super::table::{CountTable, mean_value, nearest_quantile, sorted_values};
use super::textbook::{TextbookCount, TextbookReading, count_puzzles, engine_reading};
use super::trials::bounded_number;

/// A search with one ingredient changed.
struct SearchIngredient {
    name: &'static str,
    reading: TextbookReading,
    /// Selects the prunings that count.
    pruned: fn(&TextbookCount) -> u64,
}

fn all_prunings(count: &TextbookCount) -> u64 {
    count.prunings
}

/// Makes an ingredient of a search with `fc` or `gac`.
fn make_ingredient(
    name: &'static str,
    engine: &str,
    change: impl FnOnce(&mut TextbookReading),
) -> SearchIngredient {
    let mut reading = engine_reading(engine, ASSIGNMENT_LIMIT);
    change(&mut reading);
    SearchIngredient { name, reading, pruned: all_prunings }
}

fn change_puzzles(change: impl FnOnce(&mut RandomOptions)) -> impl FnOnce(&mut TextbookReading) {
    |reading| change(&mut reading.puzzles)
}

/// Maximum number of assignments of a search; more than in any trial of the report.
pub const ASSIGNMENT_LIMIT: u64 = 400_000;

const FORWARD_CHECKING_ENGINE: &str = "textbook:mid-list+sval,fc";
const ARC_CONSISTENCY_ENGINE: &str = "textbook:mid-list+sval,gac";

/// Returns the ingredients that can change for both searches.
fn shared_ingredients(engines: [&'static str; 4]) -> Vec<SearchIngredient> {
    let [base, first, smallest, descending] = engines;
    vec![
        make_ingredient("base", base, |_| ()),
        make_ingredient("the first cell first", first, |_| ()),
        make_ingredient("failed cells are not put behind others", smallest, |_| ()),
        make_ingredient("greatest digit first", descending, |_| ()),
        make_ingredient("black cells are no variables", base, |reading| reading.black = false),
        make_ingredient("no black cells", base, change_puzzles(|of| of.density = 0.0)),
        make_ingredient("a tenth black", base, change_puzzles(|of| of.density = 0.1)),
        make_ingredient("three tenths black", base, change_puzzles(|of| of.density = 0.3)),
        make_ingredient("digits 1 to 8", base, change_puzzles(|of| of.digits = 8)),
        make_ingredient("digits 1 to 7", base, change_puzzles(|of| of.digits = 7)),
        make_ingredient("digits 1 to 5", base, change_puzzles(|of| of.digits = 5)),
        SearchIngredient {
            pruned: |count| count.kept,
            ..make_ingredient("undone prunings do not count", base, |_| ())
        },
        SearchIngredient {
            pruned: |count| count.prunings + count.alternatives,
            ..make_ingredient("values not chosen count, too", base, |_| ())
        },
        SearchIngredient {
            // The prunings at the root are a part of all prunings, so the difference is not
            // negative.
            pruned: |count| count.prunings - count.root,
            ..make_ingredient("prunings at the root do not count", base, |_| ())
        },
    ]
}

fn forward_ingredients() -> Vec<SearchIngredient> {
    let engines = [
        FORWARD_CHECKING_ENGINE,
        "textbook:first+sval,fc",
        "textbook:mid+sval,fc",
        "textbook:mid-list+gval,fc",
    ];
    let mut all = shared_ingredients(engines);
    // At the root forward checking has nothing to prune.
    all.pop();
    let native = "native:mid+sval,fc,d-way";
    all.push(make_ingredient(
        "native fc: single values propagate and are not assigned",
        native,
        |_| (),
    ));
    all
}

fn general_ingredients() -> Vec<SearchIngredient> {
    shared_ingredients([
        ARC_CONSISTENCY_ENGINE,
        "textbook:first+sval,gac",
        "textbook:mid+sval,gac",
        "textbook:mid-list+gval,gac",
    ])
}

/// The number of rows of both tables, for progress.
#[must_use]
pub fn row_count() -> usize {
    forward_ingredients().len() + general_ingredients().len()
}

/// Measures every ingredient on `number` puzzles, and calls `done` after each. An interrupt leaves
/// the ingredients before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn measure_ingredients(
    seed: u64,
    number: usize,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<[CountTable; 2], KeisukeRunError> {
    let mut tables = [forward_table(number), general_table(number)];
    // Both tables go through the same loop; only their ingredients and the cells of a row differ.
    for (table, (ingredients, row)) in tables.iter_mut().zip([
        (
            forward_ingredients(),
            forward_row as fn(&SearchIngredient, &[TextbookCount]) -> Vec<String>,
        ),
        (general_ingredients(), general_row),
    ]) {
        for ingredient in ingredients {
            let counts =
                count_puzzles(&ingredient.reading, seed, number, jobs, control, &mut || ())?;
            done();
            if control.stop_reason().is_some() {
                return Ok(tables);
            }
            table.add_row(row(&ingredient, &counts));
        }
    }
    Ok(tables)
}

fn extreme_values(values: &[f64]) -> [f64; 2] {
    let end = |pick: fn(f64, f64) -> f64| values.iter().copied().reduce(pick).unwrap_or(0.0);
    [end(f64::min), end(f64::max)]
}

fn forward_table(number: usize) -> CountTable {
    let [least, most] = extreme_values(&FORWARD_CHECKING_TRIALS.assignments);
    let title = format!(
        "Forward checking by textbook counts: {number} puzzles of {GRID_SIDE}x{GRID_SIDE} cells, a row for each \
         change of one ingredient. base: a cell with the fewest values first, failed cells behind the \
         others, the smallest digit first, black cells are variables, a fifth of the cells black, \
         digits 1 to 9, undone prunings count. In range: the share of puzzles with {least} to {most} \
         assignments, as in the report's five trials. >=: the limit of {ASSIGNMENT_LIMIT} assignments ended some \
         search"
    );
    let header = [
        "",
        "assigned 5 %",
        "median",
        "95 %",
        "mean",
        "in range",
        "pruned, mean",
        "pruned/assigned",
    ];
    let mut table = CountTable::new("ingredients-fc", title, &header);
    let assigned = sorted_values(FORWARD_CHECKING_TRIALS.assignments.into_iter());
    let pairs = FORWARD_CHECKING_TRIALS.prunings.iter().zip(FORWARD_CHECKING_TRIALS.assignments);
    let ratios = sorted_values(pairs.map(|(pruned, assigned)| pruned / assigned));
    table.add_row([
        "report, five trials".to_owned(),
        figure_text(nearest_quantile(&assigned, 0.05)),
        figure_text(nearest_quantile(&assigned, 0.5)),
        figure_text(nearest_quantile(&assigned, 0.95)),
        figure_text(mean_value(&assigned)),
        figure_text(1.0),
        figure_text(mean_value(&FORWARD_CHECKING_TRIALS.prunings)),
        figure_text(nearest_quantile(&ratios, 0.5)),
    ]);
    table
}

fn forward_row(ingredient: &SearchIngredient, counts: &[TextbookCount]) -> Vec<String> {
    let assigned = sorted_values(counts.iter().map(|count| count.assignments as f64));
    let limited = counts.iter().any(|count| count.limited);
    // A limited search has exactly `ASSIGNMENT_LIMIT` assignments and would have more. A quantile
    // below that is exact, since all limited searches are sorted above it.
    let at = |share: f64| {
        let value = nearest_quantile(&assigned, share);
        bounded_number(value, limited && value >= ASSIGNMENT_LIMIT as f64)
    };
    let pruned: Vec<f64> = counts.iter().map(|count| (ingredient.pruned)(count) as f64).collect();
    let ratio = |(count, pruned): (&TextbookCount, &f64)| pruned / count.assignments.max(1) as f64;
    let ratios = sorted_values(counts.iter().zip(&pruned).map(ratio));
    let [min, max] = extreme_values(&FORWARD_CHECKING_TRIALS.assignments);
    let within = assigned.iter().filter(|value| (min..=max).contains(*value)).count();
    vec![
        ingredient.name.to_owned(),
        at(0.05),
        at(0.5),
        at(0.95),
        bounded_number(mean_value(&assigned), limited),
        figure_text(within as f64 / counts.len().max(1) as f64),
        bounded_number(mean_value(&pruned), limited),
        figure_text(nearest_quantile(&ratios, 0.5)),
    ]
}

fn general_table(number: usize) -> CountTable {
    let title = format!(
        "Generalised arc consistency by textbook counts: {number} puzzles, a row for each change of one \
         ingredient. once: the share of puzzles in which each cell is assigned once; equal: the \
         share in which the prunings that count are white cells x (digits - 1), too"
    );
    let header =
        ["", "once", "equal", "assigned, mean", "most", "pruned, mean", "white x (digits - 1)"];
    CountTable::new("ingredients-gac", title, &header)
}

fn general_row(ingredient: &SearchIngredient, counts: &[TextbookCount]) -> Vec<String> {
    let share = |number: usize| figure_text(number as f64 / counts.len().max(1) as f64);
    // If black cells are variables, each of them is assigned as well.
    let cells = |count: &TextbookCount| {
        if ingredient.reading.black { (GRID_SIDE * GRID_SIDE) as u64 } else { count.white }
    };
    let once = |count: &&TextbookCount| count.assignments == cells(count);
    let equal = |count: &&TextbookCount| {
        once(count) && (ingredient.pruned)(count) == count.direct_prunings()
    };
    let assigned: Vec<f64> = counts.iter().map(|count| count.assignments as f64).collect();
    let pruned: Vec<f64> = counts.iter().map(|count| (ingredient.pruned)(count) as f64).collect();
    let direct: Vec<f64> = counts.iter().map(|count| count.direct_prunings() as f64).collect();
    vec![
        ingredient.name.to_owned(),
        share(counts.iter().filter(once).count()),
        share(counts.iter().filter(equal).count()),
        figure_text(mean_value(&assigned)),
        figure_text(extreme_values(&assigned)[1]),
        figure_text(mean_value(&pruned)),
        figure_text(mean_value(&direct)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ingredient_has_its_row() {
        let [fc, gac] = measure_ingredients(2, 1, 2, &Control::unlimited(), &mut || ()).unwrap();
        assert_eq!(
            (fc.rows.len(), gac.rows.len()),
            (1 + forward_ingredients().len(), general_ingredients().len())
        );
        let of = |table: &CountTable, name: &str| {
            table.rows.iter().find(|row| row[0] == name).unwrap().clone()
        };
        // Reading the counts differently changes no search.
        let (base, kept) = (of(&fc, "base"), of(&fc, "undone prunings do not count"));
        assert!(base[1..5] == kept[1..5] && base[6] != kept[6], "{base:?} {kept:?}");
        let (base, root) = (of(&gac, "base"), of(&gac, "prunings at the root do not count"));
        assert!(base[3] == root[3] && base[5] != root[5], "{base:?} {root:?}");
        // A search that propagates single values assigns less.
        let number = |row: &[String]| row[4].trim_start_matches(">= ").parse::<f64>().unwrap();
        let native = of(&fc, "native fc: single values propagate and are not assigned");
        assert!(number(&native) < number(&of(&fc, "base")));
    }
}
