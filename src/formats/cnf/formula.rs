//! Clauses as their file has them.

/// A formula in conjunctive normal form: clauses of literals, in the order of
/// the file. Variable `n`, counted from 1, is the literal `n`, its negation
/// `-n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    variables: usize,
    /// All literals in a row, and where each clause ends.
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    /// A formula over so many variables, without clauses.
    pub fn new(variables: usize) -> Self {
        Clauses { variables, ..Clauses::default() }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of literals, also of the clause that is being written.
    pub(super) fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Adds a literal to the clause that is being written.
    pub(super) fn push(&mut self, literal: i32) {
        self.literals.push(literal);
    }

    /// Whether a clause is being written.
    pub(super) fn is_open(&self) -> bool {
        self.literals.len() > self.ends.last().copied().unwrap_or(0)
    }

    /// Ends the clause that is being written.
    pub(super) fn close(&mut self) {
        self.ends.push(self.literals.len());
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}
