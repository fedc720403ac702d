//! The summary of the domain table, for three different domains.

use super::{CardModel, PaperDomainTable};

/// One attribute of the summary: for each value the number of cards in the
/// three domains (columns *c*, *d*, *e*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeSummary {
    /// By value, then by domain.
    pub counts: [[u32; 3]; 3],
}

impl AttributeSummary {
    /// Returns column *f*: for each value the product over the domains; null if some domain has no
    /// card with it.
    #[must_use]
    pub fn count_products(&self) -> [u64; 3] {
        self.counts.map(|row| row.iter().map(|&count| u64::from(count)).product())
    }

    /// Returns column *g*: for each value the sum over the domains.
    #[must_use]
    pub fn count_sums(&self) -> [u64; 3] {
        self.counts.map(|row| row.iter().map(|&count| u64::from(count)).sum())
    }

    /// Returns column *h*: the product of column *g*; null if some value is in no domain.
    #[must_use]
    pub fn product_of_sums(&self) -> u64 {
        self.count_sums().iter().product()
    }
}

/// The table of a subproblem whose three domains differ (section 5.1, Table 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryTable {
    /// For each attribute that remains to be enforced, by index.
    pub rows: Vec<(usize, AttributeSummary)>,
}

impl SummaryTable {
    /// Builds the table of three domains, for the attributes that remain to be enforced.
    #[must_use]
    pub fn from_domains(cards: &CardModel, domains: &[Vec<usize>; 3], active: &[usize]) -> Self {
        let tables = [0, 1, 2].map(|i| PaperDomainTable::from_domain(cards, &domains[i], active));
        let summary = |(row, &attribute): (usize, &usize)| {
            let count = |value: usize| [0, 1, 2].map(|i| tables[i].rows[row].1[value]);
            (attribute, AttributeSummary { counts: [0, 1, 2].map(count) })
        };
        SummaryTable { rows: active.iter().enumerate().map(summary).collect() }
    }
}
