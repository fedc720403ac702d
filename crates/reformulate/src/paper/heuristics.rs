//! Heuristics 1 to 5: choose the attribute to branch on.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::agenda::greatest;
use super::conditions::test3;
use super::{DomainTable, SummaryTable};

/// The heuristic that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
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

impl Heuristic {
    /// Returns the name and the reason, for people.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Heuristic::H1 => "Heuristic 1: the most zeros in column l",
            Heuristic::H2 => "Heuristic 2: the most entries below three in column l",
            Heuristic::H3 => "Heuristic 3: any attribute, at random",
            Heuristic::H4 => "Heuristic 4: column h is null, the most nulls in column f",
            Heuristic::H5 => "Heuristic 5: the most nulls in column f",
        }
    }
}

/// Returns the attribute to branch on if the domains are the same. The next heuristic breaks ties,
/// and chance the last ones.
pub fn same_domains(table: &DomainTable, rng: &mut impl Rng) -> (usize, Heuristic) {
    let zeros = |counts: [u32; 3]| counts.iter().filter(|&&count| count == 0).count();
    let few = |counts: [u32; 3]| counts.iter().filter(|&&count| count < 3).count();
    let best = greatest(table.rows.iter().map(|row| (zeros(row.1), few(row.1))));
    let (attribute, counts) = table.rows[pick(&best, rng)];
    let heuristic = match (zeros(counts), few(counts)) {
        (0, 0) => Heuristic::H3,
        (0, _) => Heuristic::H2,
        _ => Heuristic::H1,
    };
    (attribute, heuristic)
}

/// Returns the attribute to branch on if the domains differ.
pub fn different_domains(table: &SummaryTable, rng: &mut impl Rng) -> (usize, Heuristic) {
    let nulls = |place: usize| {
        let products = table.rows[place].1.products();
        products.iter().filter(|&&product| product == 0).count()
    };
    let null = |place: usize| test3(&table.rows[place].1);
    let best = greatest((0..table.rows.len()).map(|place| (null(place), nulls(place))));
    let place = pick(&best, rng);
    let heuristic = match (null(place), nulls(place)) {
        (true, _) => Heuristic::H4,
        (false, 1..) => Heuristic::H5,
        (false, 0) => Heuristic::H3,
    };
    (table.rows[place].0, heuristic)
}

fn pick(best: &[usize], rng: &mut impl Rng) -> usize {
    match best {
        [only] => *only,
        _ => *best.choose(rng).expect("an attribute is active"),
    }
}
