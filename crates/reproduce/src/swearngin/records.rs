//! Rows of Table 5 in machine-readable form.

use serde::Serialize;

use super::algorithm_variants::{ALGORITHM_VARIANTS, AlgorithmVariant};
use super::compare::PaperDifference;
use super::deals::DECK_SIZE;
use super::measure::{DealMeasurement, MomentSums};
use super::published::{PublishedRow, with_published};

/// An algorithm on deals of one size, next to the paper's figures.
#[derive(Serialize)]
pub(super) struct SwearnginRecord {
    pub cards: usize,
    pub algorithm: &'static str,
    /// The choice that the paper leaves open; empty if there is none.
    pub choice: &'static str,
    /// Whether the choice is the one that fits.
    pub chosen: bool,
    engine: String,
    pub deals: u64,
    pub solutions: f64,
    pub solutions_se: f64,
    pub checks: f64,
    pub checks_se: f64,
    pub nodes: f64,
    pub nodes_se: f64,
    pub time_ms: f64,
    pub paper_solutions: f64,
    pub paper_checks: f64,
    pub paper_nodes: f64,
    pub paper_time_ms: f64,
    differs: bool,
    #[serde(skip)]
    pub differences: [Option<PaperDifference>; 3],
}

impl SwearnginRecord {
    fn from_measurement(
        group: &DealMeasurement,
        way: &AlgorithmVariant,
        place: usize,
        paper: PublishedRow,
    ) -> Self {
        let figures = &group.figures[place];
        let sums: [&MomentSums; 3] = [&group.solutions, &figures.checks, &figures.nodes];
        let difference = |at: usize| {
            PaperDifference::from_sums(sums[at], group.deals, group.cards < DECK_SIZE, paper[at])
        };
        let differences = [0, 1, 2].map(difference);
        let mean = |sums: &MomentSums| sums.mean_value(group.deals);
        let error = |sums: &MomentSums| sums.standard_error(group.deals);
        SwearnginRecord {
            cards: group.cards,
            algorithm: way.name,
            choice: way.choice,
            chosen: way.is_chosen(),
            engine: way.engine_spec().to_string(),
            deals: group.deals,
            solutions: mean(sums[0]),
            solutions_se: error(sums[0]),
            checks: mean(sums[1]),
            checks_se: error(sums[1]),
            nodes: mean(sums[2]),
            nodes_se: error(sums[2]),
            time_ms: figures.time.as_secs_f64() * 1e3 / group.deals.max(1) as f64,
            paper_solutions: paper[0],
            paper_checks: paper[1],
            paper_nodes: paper[2],
            paper_time_ms: paper[3],
            differs: differences.iter().flatten().any(PaperDifference::is_significant),
            differences,
        }
    }
}

/// Returns a record of every algorithm on every size that the paper has.
pub(super) fn comparison_records(measured: &[DealMeasurement]) -> Vec<SwearnginRecord> {
    let mut records = Vec::new();
    for (group, rows) in with_published(measured) {
        // Figures are measured in the order of `VARIANTS`, perhaps for the first few only.
        for (place, way) in ALGORITHM_VARIANTS.iter().enumerate().take(group.figures.len()) {
            records.push(SwearnginRecord::from_measurement(
                group,
                way,
                place,
                rows[way.algorithm_index()],
            ));
        }
    }
    records
}

/// Returns the number of figures of the chosen algorithms that differ from the paper's by more than
/// sampling explains.
#[must_use]
pub fn differing_count(measured: &[DealMeasurement]) -> usize {
    let records = comparison_records(measured).into_iter().filter(|record| record.chosen);
    records
        .map(|record| record.differences.iter().flatten().filter(|d| d.is_significant()).count())
        .sum()
}
