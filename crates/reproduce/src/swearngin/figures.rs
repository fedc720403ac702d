//! Figures 18 and 19: the three algorithms by the number of cards.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::chart::{ChartCurve, draw_curves};
use super::super::files::{self, Files};
use super::super::form::{ReproductionFormat, records_csv};
use super::super::page::StudyPage;
use super::algorithm_variants::{AlgorithmVariant, PAPER_ALGORITHMS};
use super::measure::{AlgorithmEffort, DealMeasurement, MomentSums};
use super::print::{figure_text, with_error};
use parallax_report::ReportTable;

/// The results of one algorithm at one size.
#[derive(Serialize)]
struct AlgorithmRecord {
    cards: usize,
    algorithm: &'static str,
    deals: u64,
    solutions: f64,
    solutions_se: f64,
    checks: f64,
    checks_se: f64,
    nodes: f64,
    nodes_se: f64,
}

fn algorithm_records(measured: &[DealMeasurement]) -> impl Iterator<Item = AlgorithmRecord> + '_ {
    measured.iter().flat_map(|group| {
        let of = |(way, figures): (AlgorithmVariant, &AlgorithmEffort)| AlgorithmRecord {
            cards: group.cards,
            algorithm: way.name,
            deals: group.deals,
            solutions: group.solutions.mean_value(group.deals),
            solutions_se: group.solutions.standard_error(group.deals),
            checks: figures.checks.mean_value(group.deals),
            checks_se: figures.checks.standard_error(group.deals),
            nodes: figures.nodes.mean_value(group.deals),
            nodes_se: figures.nodes.standard_error(group.deals),
        };
        PAPER_ALGORITHMS.into_iter().zip(&group.figures).map(of).collect::<Vec<_>>()
    })
}

/// Prints the means: as a table for a few sizes, as records for all.
///
/// # Errors
/// Returns the errors of the output.
pub fn print_means(
    out: &mut impl Write,
    form: ReproductionFormat,
    source: &str,
    measured: &[DealMeasurement],
) -> io::Result<()> {
    form.print_report(
        out,
        || StudyPage::from_tables(vec![(source.to_owned(), means_table(measured))]),
        algorithm_records(measured),
    )
}

fn means_table(measured: &[DealMeasurement]) -> ReportTable {
    let header = [
        "cards",
        "#Sol",
        "BF #CC",
        "search #CC",
        "reform #CC",
        "BF #NV",
        "search #NV",
        "reform #NV",
    ];
    let few = measured.len().div_ceil(14).max(1);
    let rows = measured.iter().filter(|group| {
        // Multiples of three have figures that are easiest to compare.
        few == 1
            || group.cards.is_multiple_of(6)
            || matches!(group.cards, 3 | 9 | 15 | 21 | 27 | 45 | 63 | 81)
    });
    let row = |group: &DealMeasurement| {
        let mean = |sums: MomentSums| match group.deals {
            1 => figure_text(sums.mean_value(1)),
            deals => with_error(sums.mean_value(deals), sums.standard_error(deals)),
        };
        let mut row = vec![group.cards.to_string(), mean(group.solutions)];
        row.extend(group.figures.iter().map(|figures| mean(figures.checks)));
        row.extend(group.figures.iter().map(|figures| mean(figures.nodes)));
        row
    };
    ReportTable::from_figures(header, rows.map(row))
}

/// Writes the means and both figures to a folder; returns the files.
///
/// # Errors
/// Returns the error of a file that cannot be written.
pub fn write_figures(folder: &Path, measured: &[DealMeasurement]) -> io::Result<Vec<PathBuf>> {
    let curve = |place: usize, of: fn(&AlgorithmEffort) -> MomentSums| ChartCurve {
        name: PAPER_ALGORITHMS[place].name.into(),
        points: measured
            .iter()
            .map(|group| [group.cards as f64, of(&group.figures[place]).mean_value(group.deals)])
            .collect(),
    };
    let checks: fn(&AlgorithmEffort) -> MomentSums = |figures| figures.checks;
    let nodes: fn(&AlgorithmEffort) -> MomentSums = |figures| figures.nodes;
    let pictures = [
        (
            "figure-18.svg",
            "Figure 18: constraint checks",
            "#CC",
            [0, 1, 2].map(|i| curve(i, checks)).into(),
        ),
        // Brute force would dwarf the others, as the paper says.
        (
            "figure-19.svg",
            "Figure 19: nodes visited",
            "#NV",
            vec![curve(1, nodes), curve(2, nodes)],
        ),
    ];
    let mut files: Files =
        vec![("figures-18-19.csv".into(), records_csv(algorithm_records(measured))?)];
    for (name, title, axis, curves) in pictures {
        files.push((name.into(), draw_curves(title, "number of cards", axis, &curves).into()));
    }
    files::write_files(folder, files)
}
