//! Clauses as the file states them.

/// A formula in conjunctive normal form: clauses of literals, in the order of the file. Variable
/// `n`, counted from 1, is the literal `n`, its negation `-n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CnfFormula {
    variables: usize,
    /// The literals of all clauses, one after the other.
    literals: Vec<i32>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

impl CnfFormula {
    /// A formula over `variables` variables, without clauses.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        CnfFormula { variables, ..CnfFormula::default() }
    }

    /// The number of variables.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// The number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the formula has no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a clause. A literal is a variable from 1, or its negative.
    pub fn add_clause(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.close_clause();
    }

    /// The number of literals, including the literals of an unfinished clause.
    pub(super) fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// Adds a literal to the unfinished clause.
    pub(super) fn push_literal(&mut self, literal: i32) {
        self.literals.push(literal);
    }

    /// Whether the last clause is unfinished.
    pub(super) fn is_open(&self) -> bool {
        self.literals.len() > self.ends.last().copied().unwrap_or(0)
    }

    /// Ends the unfinished clause.
    pub(super) fn close_clause(&mut self) {
        self.ends.push(self.literals.len());
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}
