//! Ingredients that the counts of textbook searches depend on: each run changes one of them.

use parallax_model::ask::Control;
use parallax_puzzles::keisuke::RandomOptions;

use super::super::splitting::figure;
use super::KeisukeRunError;
use super::propagation::{FORWARD, SIDE};
use super::table::{Table, mean, quantile, sorted};
use super::textbook::{Count, Reading, counts, reading};
use super::trials::bounded;

/// One ingredient that changes, of a search.
struct Ingredient {
    name: &'static str,
    reading: Reading,
    /// Which prunings count.
    pruned: fn(&Count) -> u64,
}

fn all(count: &Count) -> u64 {
    count.prunings
}

/// An ingredient of a search with `fc` or `gac`.
fn with(name: &'static str, engine: &str, change: impl FnOnce(&mut Reading)) -> Ingredient {
    let mut reading = reading(engine, LIMIT);
    change(&mut reading);
    Ingredient { name, reading, pruned: all }
}

fn puzzles(change: impl FnOnce(&mut RandomOptions)) -> impl FnOnce(&mut Reading) {
    |reading| change(&mut reading.puzzles)
}

/// Maximum number of assignments of a search; more than in any trial of the report.
pub const LIMIT: u64 = 400_000;

const FC: &str = "textbook:mid-list+sval,fc";
const GAC: &str = "textbook:mid-list+sval,gac";

/// Returns the ingredients that can change for both searches.
fn changes(engines: [&'static str; 4]) -> Vec<Ingredient> {
    let [base, first, smallest, descending] = engines;
    vec![
        with("base", base, |_| ()),
        with("the first cell first", first, |_| ()),
        with("failed cells are not put behind others", smallest, |_| ()),
        with("greatest digit first", descending, |_| ()),
        with("black cells are no variables", base, |reading| reading.black = false),
        with("no black cells", base, puzzles(|of| of.density = 0.0)),
        with("a tenth black", base, puzzles(|of| of.density = 0.1)),
        with("three tenths black", base, puzzles(|of| of.density = 0.3)),
        with("digits 1 to 8", base, puzzles(|of| of.digits = 8)),
        with("digits 1 to 7", base, puzzles(|of| of.digits = 7)),
        with("digits 1 to 5", base, puzzles(|of| of.digits = 5)),
        Ingredient {
            pruned: |count| count.kept,
            ..with("undone prunings do not count", base, |_| ())
        },
        Ingredient {
            pruned: |count| count.prunings + count.alternatives,
            ..with("values not chosen count, too", base, |_| ())
        },
        Ingredient {
            pruned: |count| count.prunings - count.root,
            ..with("prunings at the root do not count", base, |_| ())
        },
    ]
}

fn forward() -> Vec<Ingredient> {
    let engines =
        [FC, "textbook:first+sval,fc", "textbook:mid+sval,fc", "textbook:mid-list+gval,fc"];
    let mut all = changes(engines);
    // At the root forward checking has nothing to prune.
    all.pop();
    let native = "native:mid+sval,fc,d-way";
    all.push(with("native fc: single values propagate and are not assigned", native, |_| ()));
    all
}

fn general() -> Vec<Ingredient> {
    changes([GAC, "textbook:first+sval,gac", "textbook:mid+sval,gac", "textbook:mid-list+gval,gac"])
}

/// The number of rows of both tables, for progress.
#[must_use]
pub fn steps() -> usize {
    forward().len() + general().len()
}

/// Measures every ingredient on `number` puzzles, and calls `done` after each. An interrupt leaves the
/// ingredients before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn run(
    seed: u64,
    number: usize,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<[Table; 2], KeisukeRunError> {
    let mut tables = [forward_table(number), general_table(number)];
    for (table, (ingredients, row)) in tables.iter_mut().zip([
        (forward(), forward_row as fn(&Ingredient, &[Count]) -> Vec<String>),
        (general(), general_row),
    ]) {
        for ingredient in ingredients {
            let counts = counts(&ingredient.reading, seed, number, jobs, control, &mut || ())?;
            done();
            if control.stopped().is_some() {
                return Ok(tables);
            }
            table.row(row(&ingredient, &counts));
        }
    }
    Ok(tables)
}

fn ends(values: &[f64]) -> [f64; 2] {
    let end = |pick: fn(f64, f64) -> f64| values.iter().copied().reduce(pick).unwrap_or(0.0);
    [end(f64::min), end(f64::max)]
}

fn forward_table(number: usize) -> Table {
    let [least, most] = ends(&FORWARD.assignments);
    let title = format!(
        "Forward checking by textbook counts: {number} puzzles of {SIDE}x{SIDE} cells, a row for each \
         change of one ingredient. base: a cell with the fewest values first, failed cells behind the \
         others, the smallest digit first, black cells are variables, a fifth of the cells black, \
         digits 1 to 9, undone prunings count. In range: the share of puzzles with {least} to {most} \
         assignments, as in the report's five trials. >=: the limit of {LIMIT} assignments ended some \
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
    let mut table = Table::new("ingredients-fc", title, &header);
    let assigned = sorted(FORWARD.assignments.into_iter());
    let pairs = FORWARD.prunings.iter().zip(FORWARD.assignments);
    let ratios = sorted(pairs.map(|(pruned, assigned)| pruned / assigned));
    table.row([
        "report, five trials".to_owned(),
        figure(quantile(&assigned, 0.05)),
        figure(quantile(&assigned, 0.5)),
        figure(quantile(&assigned, 0.95)),
        figure(mean(&assigned)),
        figure(1.0),
        figure(mean(&FORWARD.prunings)),
        figure(quantile(&ratios, 0.5)),
    ]);
    table
}

fn forward_row(ingredient: &Ingredient, counts: &[Count]) -> Vec<String> {
    let assigned = sorted(counts.iter().map(|count| count.assignments as f64));
    let limited = counts.iter().any(|count| count.limited);
    let at = |share: f64| {
        let value = quantile(&assigned, share);
        bounded(value, limited && value >= LIMIT as f64)
    };
    let pruned: Vec<f64> = counts.iter().map(|count| (ingredient.pruned)(count) as f64).collect();
    let ratio = |(count, pruned): (&Count, &f64)| pruned / count.assignments.max(1) as f64;
    let ratios = sorted(counts.iter().zip(&pruned).map(ratio));
    let [least, most] = ends(&FORWARD.assignments);
    let within = assigned.iter().filter(|value| (least..=most).contains(*value)).count();
    vec![
        ingredient.name.to_owned(),
        at(0.05),
        at(0.5),
        at(0.95),
        bounded(mean(&assigned), limited),
        figure(within as f64 / counts.len().max(1) as f64),
        bounded(mean(&pruned), limited),
        figure(quantile(&ratios, 0.5)),
    ]
}

fn general_table(number: usize) -> Table {
    let title = format!(
        "Generalised arc consistency by textbook counts: {number} puzzles, a row for each change of one \
         ingredient. once: the share of puzzles in which each cell is assigned once; equal: the \
         share in which the prunings that count are white cells x (digits - 1), too"
    );
    let header =
        ["", "once", "equal", "assigned, mean", "most", "pruned, mean", "white x (digits - 1)"];
    Table::new("ingredients-gac", title, &header)
}

fn general_row(ingredient: &Ingredient, counts: &[Count]) -> Vec<String> {
    let share = |number: usize| figure(number as f64 / counts.len().max(1) as f64);
    let cells =
        |count: &Count| if ingredient.reading.black { (SIDE * SIDE) as u64 } else { count.white };
    let once = |count: &&Count| count.assignments == cells(count);
    let equal = |count: &&Count| once(count) && (ingredient.pruned)(count) == count.direct();
    let assigned: Vec<f64> = counts.iter().map(|count| count.assignments as f64).collect();
    let pruned: Vec<f64> = counts.iter().map(|count| (ingredient.pruned)(count) as f64).collect();
    let direct: Vec<f64> = counts.iter().map(|count| count.direct() as f64).collect();
    vec![
        ingredient.name.to_owned(),
        share(counts.iter().filter(once).count()),
        share(counts.iter().filter(equal).count()),
        figure(mean(&assigned)),
        figure(ends(&assigned)[1]),
        figure(mean(&pruned)),
        figure(mean(&direct)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ingredient_has_its_row() {
        let [fc, gac] = run(2, 1, 2, &Control::unlimited(), &mut || ()).unwrap();
        assert_eq!((fc.rows.len(), gac.rows.len()), (1 + forward().len(), general().len()));
        let of = |table: &Table, name: &str| {
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
