//! The report's five trials of propagation: which puzzles allow them, and what textbook searches
//! count on such puzzles.

use parallax_model::engine_api::Control;

use super::super::splitting::figure_text;
use super::KeisukeRunError;
use super::propagation::{
    ARC_CONSISTENCY_TRIALS, FORWARD_CHECKING_TRIALS, GRID_SIDE, PublishedTrials,
};
use super::table::{CountTable, mean_value, nearest_quantile, sorted_values};
use super::textbook::{TextbookCount, count_puzzles, engine_reading};

/// The trials of the report.
const REPORT_TRIAL_COUNT: usize = 5;

/// The cells of a grid.
const GRID_CELL_COUNT: u64 = (GRID_SIDE * GRID_SIDE) as u64;

/// Maximum number of digits: 1 to 9.
const MOST_DIGITS: u64 = 9;

/// Returns the pairs of white cells and digits that allow a number of prunings if each white cell
/// loses all its digits but one: the divisors of the number for which the grid has enough cells.
#[must_use]
pub fn cell_and_digit_counts(prunings: u64) -> Vec<(u64, u64)> {
    // E.g. 112 prunings are 14 cells with 9 digits (14 x 8) or 16 cells with 8 digits (16 x 7).
    let digits = (2..=MOST_DIGITS).rev();
    digits
        .filter(|digits| prunings.is_multiple_of(digits - 1))
        .map(|digits| (prunings / (digits - 1), digits))
        .filter(|&(white, _)| (1..=GRID_CELL_COUNT).contains(&white))
        .collect()
}

/// A textbook search.
struct PublishedSearch {
    name: &'static str,
    engine: &'static str,
    /// The report's trials of it.
    published: &'static PublishedTrials,
}

/// Both propagations, each with two orders of cells. The report names none: the second one, which
/// is that of a common course framework, is fitted to the assignments of forward checking.
const PUBLISHED_SEARCHES: [PublishedSearch; 4] = [
    PublishedSearch {
        name: "FC, first cell",
        engine: "textbook:first+sval,fc",
        published: &FORWARD_CHECKING_TRIALS,
    },
    PublishedSearch {
        name: "FC, fewest values",
        engine: "textbook:mid-list+sval,fc",
        published: &FORWARD_CHECKING_TRIALS,
    },
    PublishedSearch {
        name: "GAC, first cell",
        engine: "textbook:first+sval,gac",
        published: &ARC_CONSISTENCY_TRIALS,
    },
    PublishedSearch {
        name: "GAC, fewest values",
        engine: "textbook:mid-list+sval,gac",
        published: &ARC_CONSISTENCY_TRIALS,
    },
];

/// The counts of each search on the same puzzles.
#[derive(Clone, Debug, Default)]
pub struct TextbookCounts([Vec<TextbookCount>; PUBLISHED_SEARCHES.len()]);

/// The number of counts on this many puzzles, for progress.
#[must_use]
pub fn count_steps(number: usize) -> usize {
    number * PUBLISHED_SEARCHES.len()
}

/// Counts on `number` puzzles, each search with at most `limit` assignments, and calls `done` after
/// each. An interrupt leaves the puzzles before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn count_searches(
    seed: u64,
    number: usize,
    limit: u64,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<TextbookCounts, KeisukeRunError> {
    let mut found = TextbookCounts::default();
    for (search, found) in PUBLISHED_SEARCHES.iter().zip(&mut found.0) {
        *found = count_puzzles(
            &engine_reading(search.engine, limit),
            seed,
            number,
            jobs,
            control,
            done,
        )?;
    }
    Ok(found)
}

/// A measure of a search: its name, its value of a count, and the report's.
type TrialColumn =
    (&'static str, fn(&TextbookCount) -> f64, fn(&PublishedTrials) -> [f64; REPORT_TRIAL_COUNT]);

const TRIAL_COLUMNS: [TrialColumn; 3] = [
    (
        "time (ms)",
        |count| count.time.as_secs_f64() * 1e3,
        |published| published.time.map(|seconds| seconds * 1e3),
    ),
    ("assigned", |count| count.assignments as f64, |published| published.assignments),
    ("pruned", |count| count.prunings as f64, |published| published.prunings),
];

/// Our first trials and the means of all, above the report's.
#[must_use]
pub fn trial_comparison_table(counts: &TextbookCounts, seed: u64) -> CountTable {
    // The third search is GAC on the first cell; the title counts its puzzles.
    let [.., general, _] = &counts.0;
    let once = |count: &&TextbookCount| count.assignments == GRID_CELL_COUNT;
    let exact = |count: &&TextbookCount| once(count) && count.prunings == count.direct_prunings();
    let title = format!(
        "Textbook searches, textbook counts: {GRID_SIDE}x{GRID_SIDE} cells, seed {seed}, {} puzzles, not those \
         of the report. Each cell, black or white, is assigned in turn, its smallest digit first. \
         'fewest values' takes a cell with the fewest values left, and puts failed cells behind \
         the others; the report names no order, and this one is fitted to its FC. GAC on the first \
         cell assigns each cell once in {} puzzles; in {} of these it prunes white cells x (digits - \
         1) values. >=: the limit of assignments ended a search",
        general.len(),
        general.iter().filter(once).count(),
        general.iter().filter(exact).count()
    );
    let header = ["", "trial 1", "trial 2", "trial 3", "trial 4", "trial 5", "mean"];
    let mut table = CountTable::new("textbook", title, &header);
    for (measure, of, theirs) in TRIAL_COLUMNS {
        for (place, (search, counts)) in PUBLISHED_SEARCHES.iter().zip(&counts.0).enumerate() {
            let value = |count: &TextbookCount| bounded_number(of(count), count.limited);
            let shown =
                (0..REPORT_TRIAL_COUNT).map(|trial| counts.get(trial).map_or(String::new(), value));
            let values: Vec<f64> = counts.iter().map(of).collect();
            let limited = counts.iter().any(|count| count.limited);
            let last = if values.is_empty() {
                String::new()
            } else {
                bounded_number(mean_value(&values), limited)
            };
            let name = format!("{}, {measure}", search.name);
            table.add_row(std::iter::once(name).chain(shown).chain([last]));
            // Two orders share the report's figures: their row follows the second of them.
            if place % 2 == 1 {
                let theirs = theirs(search.published);
                let cells =
                    theirs.map(figure_text).into_iter().chain([figure_text(mean_value(&theirs))]);
                table.add_row(std::iter::once("   report".to_owned()).chain(cells));
            }
        }
    }
    table
}

/// Writes a number, preceded by `>=` if it is only a lower bound.
pub(super) fn bounded_number(value: f64, at_least: bool) -> String {
    format!("{}{}", if at_least { ">= " } else { "" }, figure_text(value))
}

/// Returns, for each trial of the report, the pairs of white cells and digits that allow it, with
/// the generated puzzles that have such a pair.
#[must_use]
pub fn allowed_pairs(counts: &TextbookCounts) -> CountTable {
    let title = format!(
        "The report's trials and the pairs of white cells and digits that allow GAC's prunings, if it \
         never chooses wrongly. fitted: one of several pairs. Beside them our puzzles of that pair, of \
         {}: how many of them GAC on the first cell solves with just these figures; the assignments \
         of FC on the first cell (median) and on the cell with the fewest values (the middle nine \
         tenths and the median), the share of puzzles in which the latter are no more than the \
         report's, and its prunings per assignment (median)",
        counts.0[0].len()
    );
    let header = [
        "trial",
        "prunings",
        "white",
        "digits",
        "pair",
        "ours",
        "GAC equal",
        "FC first",
        "FC 5 %",
        "FC median",
        "FC 95 %",
        "report",
        "share",
        "pruned/assigned",
        "report's",
    ];
    let mut table = CountTable::new("trials", title, &header);
    for trial in 0..REPORT_TRIAL_COUNT {
        let pairs = cell_and_digit_counts(ARC_CONSISTENCY_TRIALS.prunings[trial] as u64);
        let kind = if pairs.len() == 1 { "the only one" } else { "fitted" };
        for &pair in &pairs {
            table.add_row(pair_row(counts, trial, pair, kind));
        }
    }
    table
}

fn pair_row(
    counts: &TextbookCounts,
    trial: usize,
    (white, digits): (u64, u64),
    kind: &str,
) -> Vec<String> {
    let prunings = ARC_CONSISTENCY_TRIALS.prunings[trial] as u64;
    // Only puzzles with as many white cells and digits as the trial may have had are comparable to
    // it.
    let like = |counts: &Vec<TextbookCount>| -> Vec<TextbookCount> {
        let like = |count: &&TextbookCount| (count.white, count.digits) == (white, digits);
        counts.iter().filter(like).copied().collect()
    };
    let [first, fewest, general, _] = &counts.0;
    let [first, fewest, general] = [first, fewest, general].map(like);
    let equal =
        |count: &&TextbookCount| (count.assignments, count.prunings) == (GRID_CELL_COUNT, prunings);
    let at = |counts: &[TextbookCount], share: f64| {
        if counts.is_empty() {
            return String::new();
        }
        // A quantile from the smallest limited count on is a lower bound, those below it are exact.
        let limit = counts.iter().filter(|c| c.limited).map(|c| c.assignments).min();
        let assigned = sorted_values(counts.iter().map(|count| count.assignments as f64));
        let value = nearest_quantile(&assigned, share);
        bounded_number(value, limit.is_some_and(|limit| value >= limit as f64))
    };
    let theirs = FORWARD_CHECKING_TRIALS.assignments[trial];
    let below = |count: &&TextbookCount| count.assignments as f64 <= theirs;
    // A search that its limit ends below the report's count could have exceeded that count or not,
    // so then the share is unknown.
    let known = !fewest.is_empty() && !fewest.iter().any(|count| count.limited && below(&count));
    let share = fewest.iter().filter(below).count() as f64 / fewest.len().max(1) as f64;
    let ratios = sorted_values(fewest.iter().map(per_assignment));
    let known_ratio =
        if ratios.is_empty() { String::new() } else { figure_text(nearest_quantile(&ratios, 0.5)) };
    vec![
        (trial + 1).to_string(),
        prunings.to_string(),
        white.to_string(),
        digits.to_string(),
        kind.to_owned(),
        fewest.len().to_string(),
        general.iter().filter(equal).count().to_string(),
        at(&first, 0.5),
        at(&fewest, 0.05),
        at(&fewest, 0.5),
        at(&fewest, 0.95),
        figure_text(theirs),
        if known { figure_text(share) } else { String::new() },
        known_ratio,
        figure_text(FORWARD_CHECKING_TRIALS.prunings[trial] / theirs),
    ]
}

/// Returns the prunings of forward checking per assignment by the number of digits, with the
/// trials of the report that have as many.
#[must_use]
pub fn by_digits(counts: &TextbookCounts) -> CountTable {
    let title = "FC's prunings per assignment by the number of digits in the lists: FC on the cell with \
                 the fewest values, our puzzles with at least 1000 assignments, and the trials of the \
                 report that lie within the middle nine tenths";
    let header = ["digits", "ours", "5 %", "median", "95 %", "the report's trials"];
    let mut table = CountTable::new("digits", title.to_owned(), &header);
    let theirs = FORWARD_CHECKING_TRIALS.prunings.iter().zip(FORWARD_CHECKING_TRIALS.assignments);
    let theirs: Vec<f64> = theirs.map(|(pruned, assigned)| pruned / assigned).collect();
    for digits in 2..=MOST_DIGITS {
        let of = |count: &&TextbookCount| {
            count.digits == digits && count.assignments >= MIN_LONG_SEARCH_ASSIGNMENTS
        };
        let ratios = sorted_values(counts.0[1].iter().filter(of).map(per_assignment));
        if ratios.is_empty() {
            continue;
        }
        let [low, high] = [0.05, 0.95].map(|share| nearest_quantile(&ratios, share));
        // Trials are numbered from 1 in the table, and `theirs` is indexed from 0.
        let within = |trial: &usize| (low..=high).contains(&theirs[trial - 1]);
        let within: Vec<String> =
            (1..=REPORT_TRIAL_COUNT).filter(within).map(|trial| trial.to_string()).collect();
        table.add_row([
            digits.to_string(),
            ratios.len().to_string(),
            figure_text(low),
            figure_text(nearest_quantile(&ratios, 0.5)),
            figure_text(high),
            within.join(", "),
        ]);
    }
    table
}

/// Minimum number of assignments of a search that is about as long as the report's.
const MIN_LONG_SEARCH_ASSIGNMENTS: u64 = 1000;

/// Returns the number of prunings for each assignment.
pub(super) fn per_assignment(count: &TextbookCount) -> f64 {
    count.prunings as f64 / count.assignments.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_the_trials() {
        let of =
            ARC_CONSISTENCY_TRIALS.prunings.map(|prunings| cell_and_digit_counts(prunings as u64));
        let twice = vec![(14, 9), (16, 8)];
        let expected = [twice.clone(), twice, vec![(15, 8)], vec![(14, 8)], vec![(12, 9), (16, 7)]];
        assert_eq!(of, expected);
        // By trying all.
        for prunings in 1..=128u64 {
            let all = (1..=16).flat_map(|white| (2..=9).map(move |digits| (white, digits)));
            let mut all: Vec<(u64, u64)> =
                all.filter(|(white, digits)| white * (digits - 1) == prunings).collect();
            all.sort_by_key(|pair| std::cmp::Reverse(pair.1));
            assert_eq!(cell_and_digit_counts(prunings), all);
        }
    }

    #[test]
    fn a_pair_among_several_is_fitted() {
        let like = |white, digits, prunings| TextbookCount {
            white,
            digits,
            prunings,
            assignments: 16,
            ..TextbookCount::default()
        };
        let general = vec![like(16, 8, 112), like(14, 8, 98), like(14, 8, 99), like(3, 2, 3)];
        let mut fewest = general.clone();
        fewest[1] = TextbookCount { assignments: 9000, limited: true, ..fewest[1] };
        let counts = TextbookCounts([general.clone(), fewest, general.clone(), general]);
        let rows = allowed_pairs(&counts).rows;
        let of = |place: usize| rows.iter().map(|row| row[place].as_str()).collect::<Vec<_>>();
        assert_eq!(of(2), ["14", "16", "14", "16", "15", "14", "12", "16"]);
        let (fitted, only) = ("fitted", "the only one");
        assert_eq!(of(4), [fitted, fitted, fitted, fitted, only, only, fitted, fitted]);
        assert_eq!(of(5), ["0", "1", "0", "1", "0", "2", "0", "0"]);
        assert_eq!(of(6), ["0", "1", "0", "1", "0", "1", "0", "0"]);
        assert_eq!(of(9), ["", "16.0", "", "16.0", "", "16.0", "", ""]);
        assert_eq!(of(10), ["", "16.0", "", "16.0", "", ">= 9000", "", ""]);
        // Trial 4 has 5338 assignments, fewer than the limit.
        assert_eq!(of(12), ["", "1.00", "", "1.00", "", "0.50", "", ""]);
    }

    #[test]
    fn trials_stand_beside_the_digits_with_their_prunings_per_assignment() {
        let long = |digits, ratio: u64| TextbookCount {
            digits,
            assignments: 1000,
            prunings: 10 * ratio,
            ..TextbookCount::default()
        };
        let short = TextbookCount { assignments: 999, ..long(9, 813) };
        let fewest = vec![long(7, 604), long(7, 606), long(9, 814), long(9, 813), short];
        let rows = by_digits(&TextbookCounts([vec![], fewest, vec![], vec![]])).rows;
        let expected =
            [["7", "2", "6.04", "6.04", "6.06", "2, 3"], ["9", "2", "8.13", "8.13", "8.14", "5"]];
        assert_eq!(rows, expected);
    }
}
