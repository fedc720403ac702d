//! Subproblems: the nodes of the decomposition tree.

/// A subproblem: three domains of cards, the attributes that remain to be enforced, and the
/// inequalities kept for the search (section 5.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperSubproblem {
    /// The domains by the indices of their cards, ascending. If all three are equal, only the first
    /// is filled.
    pub domains: [Vec<usize>; 3],
    /// Whether `D1 = D2 = D3`; otherwise no card is in two of them.
    pub same: bool,
    /// The attributes whose constraint remains to be enforced.
    pub active: Vec<usize>,
    /// The attributes whose `A≠` is kept, in the order in which they were added.
    pub kept: Vec<usize>,
    /// Its index in the trace, if one is recorded.
    pub step: usize,
}

impl PaperSubproblem {
    /// Returns the domain of the variable with this index, from 0.
    #[must_use]
    pub fn variable_domain(&self, variable: usize) -> &[usize] {
        &self.domains[if self.same { 0 } else { variable }]
    }

    /// Whether some domain has no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        (0..3).any(|variable| self.variable_domain(variable).is_empty())
    }

    /// Returns the number of combinations of cards.
    #[must_use]
    pub fn combination_count(&self) -> u128 {
        (0..3).map(|variable| self.variable_domain(variable).len() as u128).product()
    }
}
