//! Table 5, ours next to the paper's, and what is fitted in it.

use std::io::{self, Write};

use super::super::form::ReproductionFormat;
use super::super::page::StudyPage;
use super::compare::{MIN_RANDOM_DEALS, MOST_ERRORS, PaperDifference};
use super::deals::DECK_SIZE;
use super::measure::DealMeasurement;
use super::records::{SwearnginRecord, comparison_records, differing_count};
use parallax_report::ReportTable;

/// Prints the table.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_table(
    out: &mut impl Write,
    form: ReproductionFormat,
    seed: u64,
    measured: &[DealMeasurement],
) -> io::Result<()> {
    let records = comparison_records(measured);
    form.print_report(out, || table_page(&records, seed, measured), &records)
}

fn table_page(records: &[SwearnginRecord], seed: u64, measured: &[DealMeasurement]) -> StudyPage {
    let title = format!(
        "Table 5: constraint checks (#CC) and nodes visited (#NV); the deals of 12 cards have seed {seed}.\n\
         A row of ours, means with their standard errors; a row of the paper's; and how ours differ. On the\n\
         full deck every number must be equal; on deals a mean differs (≠) beyond {MOST_ERRORS} standard errors (s.e.)\n\
         of the difference of two means, where the paper's deals are taken to vary as ours do; – below {MIN_RANDOM_DEALS}\n\
         deals. Times are of different machines and languages."
    );
    let fitted = "What is fitted, on the same deals. The paper enforces \"some level of consistency\" on \
                  subproblems\nand names none, nor an order in which the search checks attributes. \
                  order=fitted is\nchosen because it alone gives the paper's checks on the full deck, \
                  consistency=new because it alone gives\nthose on 12 cards.";
    let ending = match differing_count(measured) {
        0 => "No figure differs from the paper's.".to_owned(),
        number => format!("{number} figures differ from the paper's (≠)."),
    };
    StudyPage::default()
        .description(title)
        .with_table(algorithm_comparison_table(records))
        .description(ending)
        .description(fitted)
        .with_table(choice_table(records))
}

fn algorithm_comparison_table(records: &[SwearnginRecord]) -> ReportTable {
    let header = ["algorithm", "cards", "deals", "#Sol", "#CC", "#NV", "time [ms]"];
    let mut rows = Vec::new();
    for record in records.iter().filter(|record| record.chosen) {
        rows.push(vec![
            record.algorithm.to_owned(),
            record.cards.to_string(),
            record.deals.to_string(),
            mean_text(record, record.solutions, record.solutions_se),
            mean_text(record, record.checks, record.checks_se),
            mean_text(record, record.nodes, record.nodes_se),
            format!("{:.4}", record.time_ms),
        ]);
        let paper = [record.paper_solutions, record.paper_checks, record.paper_nodes];
        let mut row = vec!["   paper".to_owned(), String::new(), String::new()];
        row.extend(paper.map(figure_text));
        row.push(record.paper_time_ms.to_string());
        rows.push(row);
        let mut row = vec!["   difference".to_owned(), String::new(), String::new()];
        row.extend(record.differences.iter().map(difference_text));
        row.push(String::new());
        rows.push(row);
    }
    ReportTable::from_figures(header, rows)
}

/// Returns the algorithms with an open choice, grouped by algorithm and size.
fn choice_table(records: &[SwearnginRecord]) -> ReportTable {
    let header = ["choice", "cards", "#CC", "paper", "difference", "#NV", "paper", "difference"];
    let mut chosen: Vec<&SwearnginRecord> =
        records.iter().filter(|r| !r.choice.is_empty()).collect();
    // `false` comes first, so Search precedes Reformulation.
    chosen.sort_by_key(|record| (record.algorithm != "Search", record.cards));
    let row = |record: &&SwearnginRecord| {
        vec![
            format!("{}, {}", record.algorithm, record.choice),
            record.cards.to_string(),
            mean_text(record, record.checks, record.checks_se),
            figure_text(record.paper_checks),
            difference_text(&record.differences[1]),
            mean_text(record, record.nodes, record.nodes_se),
            figure_text(record.paper_nodes),
            difference_text(&record.differences[2]),
        ]
    };
    ReportTable::from_figures(header, chosen.iter().map(row))
}

/// Writes a difference; a dash if the deals are too few.
fn difference_text(of: &Option<PaperDifference>) -> String {
    of.map_or_else(|| "–".into(), |difference| difference.description())
}

/// Writes a mean, with its standard error if the deals are a sample.
fn mean_text(record: &SwearnginRecord, mean: f64, error: f64) -> String {
    // The whole deck is a single deal, not a sample.
    if record.cards == DECK_SIZE { figure_text(mean) } else { with_error(mean, error) }
}

/// Writes a mean with its standard error.
pub(super) fn with_error(mean: f64, error: f64) -> String {
    format!("{} ± {}", figure_text(mean), figure_text(error))
}

/// Writes a number with at most three decimals.
pub(super) fn figure_text(number: f64) -> String {
    ((number * 1000.0).round() / 1000.0).to_string()
}
