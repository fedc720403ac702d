//! Heuristics 1 to 5: choose the attribute to branch on.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::agenda::greatest_keys;
use super::conditions::test3;
use super::{PaperDomainTable, SummaryTable};

/// The heuristic that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperHeuristic {
    /// The largest number of zeros in column *l*.
    H1,
    /// The largest number of entries below three in column *l*.
    H2,
    /// A random attribute.
    H3,
    /// A null column *h* (Test 3), then the largest number of nulls in column *f*.
    H4,
    /// The largest number of nulls in column *f*.
    H5,
}

impl PaperHeuristic {
    /// Describes the heuristic by its name and its criterion.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            PaperHeuristic::H1 => "Heuristic 1: the most zeros in column l",
            PaperHeuristic::H2 => "Heuristic 2: the most entries below three in column l",
            PaperHeuristic::H3 => "Heuristic 3: any attribute, at random",
            PaperHeuristic::H4 => "Heuristic 4: column h is null, the most nulls in column f",
            PaperHeuristic::H5 => "Heuristic 5: the most nulls in column f",
        }
    }
}

/// Returns the attribute to branch on if the domains are the same. The next heuristic breaks ties,
/// and chance the last ones.
pub fn same_domains(table: &PaperDomainTable, rng: &mut impl Rng) -> (usize, PaperHeuristic) {
    let zeros = |counts: [u32; 3]| counts.iter().filter(|&&count| count == 0).count();
    let few = |counts: [u32; 3]| counts.iter().filter(|&&count| count < 3).count();
    let best = greatest_keys(table.rows.iter().map(|row| (zeros(row.1), few(row.1))));
    let (attribute, counts) = table.rows[pick_best(&best, rng)];
    let heuristic = match (zeros(counts), few(counts)) {
        (0, 0) => PaperHeuristic::H3,
        (0, _) => PaperHeuristic::H2,
        _ => PaperHeuristic::H1,
    };
    (attribute, heuristic)
}

/// Returns the attribute to branch on if the domains differ.
pub fn different_domains(table: &SummaryTable, rng: &mut impl Rng) -> (usize, PaperHeuristic) {
    let nulls = |row: usize| {
        let products = table.rows[row].1.count_products();
        products.iter().filter(|&&product| product == 0).count()
    };
    let null = |row: usize| test3(&table.rows[row].1);
    // Keys compare in the order of the heuristics, so that the next one breaks ties.
    let best = greatest_keys((0..table.rows.len()).map(|row| (null(row), nulls(row))));
    let row = pick_best(&best, rng);
    let heuristic = match (null(row), nulls(row)) {
        (true, _) => PaperHeuristic::H4,
        (false, 1..) => PaperHeuristic::H5,
        (false, 0) => PaperHeuristic::H3,
    };
    (table.rows[row].0, heuristic)
}

fn pick_best(best: &[usize], rng: &mut impl Rng) -> usize {
    match best {
        // A single attribute draws nothing, so that ties alone use the random numbers.
        [only] => *only,
        _ => *best.choose(rng).expect("an attribute is active"),
    }
}
