//! Figures 18 and 19: the three algorithms by the number of cards.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::super::chart::{Curve, lines};
use super::super::files::{self, Files};
use super::super::form::{Form, csv};
use super::super::page::Page;
use super::measure::{Figures, Measured, Sums};
use super::print::{figure, with_error};
use super::ways::{ALGORITHMS, Way};
use parallax_report::Sheet;

/// The results of one algorithm at one size.
#[derive(Serialize)]
struct Record {
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

fn records(measured: &[Measured]) -> impl Iterator<Item = Record> + '_ {
    measured.iter().flat_map(|group| {
        let of = |(way, figures): (Way, &Figures)| Record {
            cards: group.cards,
            algorithm: way.name,
            deals: group.deals,
            solutions: group.solutions.mean(group.deals),
            solutions_se: group.solutions.error(group.deals),
            checks: figures.checks.mean(group.deals),
            checks_se: figures.checks.error(group.deals),
            nodes: figures.nodes.mean(group.deals),
            nodes_se: figures.nodes.error(group.deals),
        };
        ALGORITHMS.into_iter().zip(&group.figures).map(of).collect::<Vec<_>>()
    })
}

/// Prints the means: as a table for a few sizes, as records for all.
///
/// # Errors
/// Returns the errors of the output.
pub fn print(
    out: &mut impl Write,
    form: Form,
    source: &str,
    measured: &[Measured],
) -> io::Result<()> {
    form.print(out, || Page::of(vec![(source.to_owned(), sheet(measured))]), records(measured))
}

fn sheet(measured: &[Measured]) -> Sheet {
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
    let row = |group: &Measured| {
        let mean = |sums: Sums| match group.deals {
            1 => figure(sums.mean(1)),
            deals => with_error(sums.mean(deals), sums.error(deals)),
        };
        let mut row = vec![group.cards.to_string(), mean(group.solutions)];
        row.extend(group.figures.iter().map(|figures| mean(figures.checks)));
        row.extend(group.figures.iter().map(|figures| mean(figures.nodes)));
        row
    };
    Sheet::figures(header, rows.map(row))
}

/// Writes the means and both figures to a folder; returns the files.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, measured: &[Measured]) -> io::Result<Vec<PathBuf>> {
    let curve = |place: usize, of: fn(&Figures) -> Sums| Curve {
        name: ALGORITHMS[place].name.into(),
        points: measured
            .iter()
            .map(|group| [group.cards as f64, of(&group.figures[place]).mean(group.deals)])
            .collect(),
    };
    let checks: fn(&Figures) -> Sums = |figures| figures.checks;
    let nodes: fn(&Figures) -> Sums = |figures| figures.nodes;
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
    let mut files: Files = vec![("figures-18-19.csv".into(), csv(records(measured))?)];
    for (name, title, axis, curves) in pictures {
        files.push((name.into(), lines(title, "number of cards", axis, &curves).into()));
    }
    files::write(folder, files)
}
