//! The summary of the domain table, for three different domains.

use super::{Cards, DomainTable};

/// One attribute of the summary: for each value the number of cards in the
/// three domains (columns *c*, *d*, *e*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// By value, then by domain.
    pub counts: [[u32; 3]; 3],
}

impl Summary {
    /// Returns column *f*: for each value the product over the domains; null if some domain has no
    /// card with it.
    #[must_use]
    pub fn products(&self) -> [u64; 3] {
        self.counts.map(|row| row.iter().map(|&count| u64::from(count)).product())
    }

    /// Returns column *g*: for each value the sum over the domains.
    #[must_use]
    pub fn sums(&self) -> [u64; 3] {
        self.counts.map(|row| row.iter().map(|&count| u64::from(count)).sum())
    }

    /// Returns column *h*: the product of column *g*; null if some value is in no domain.
    #[must_use]
    pub fn product_of_sums(&self) -> u64 {
        self.sums().iter().product()
    }
}

/// The table of a subproblem whose three domains differ (section 5.1, Table 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryTable {
    /// For each attribute that remains to be enforced, by index.
    pub rows: Vec<(usize, Summary)>,
}

impl SummaryTable {
    /// Builds the table of three domains, for the attributes that remain to be enforced.
    #[must_use]
    pub fn of(cards: &Cards, domains: &[Vec<usize>; 3], active: &[usize]) -> Self {
        let tables = [0, 1, 2].map(|i| DomainTable::of(cards, &domains[i], active));
        let summary = |(row, &attribute): (usize, &usize)| {
            let count = |value: usize| [0, 1, 2].map(|i| tables[i].rows[row].1[value]);
            (attribute, Summary { counts: [0, 1, 2].map(count) })
        };
        SummaryTable { rows: active.iter().enumerate().map(summary).collect() }
    }
}
