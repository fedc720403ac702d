//! A clause in progress.

use rustsat::types::Lit;

use crate::{EncodedBool, IntId, IntegerStore};

/// The literals of a clause so far, or the fact that the clause already holds.
#[derive(Debug, Default)]
pub(crate) struct ClauseDraft {
    literals: Vec<Lit>,
    holds: bool,
}

impl ClauseDraft {
    /// Starts a new clause and reuses the memory.
    pub(crate) fn start_clause(&mut self) -> &mut Self {
        self.literals.clear();
        self.holds = false;
        self
    }

    /// Appends `or literal`.
    pub(crate) fn or_literal(&mut self, literal: impl Into<EncodedBool>) -> &mut Self {
        match literal.into() {
            EncodedBool::Const(true) => self.holds = true,
            EncodedBool::Const(false) => {}
            EncodedBool::Lit(lit) => self.literals.push(lit),
        }
        self
    }

    /// Appends `or x != value`, where `index` is the place of the value in the domain of `x`.
    pub(crate) fn or_ne(&mut self, ints: &IntegerStore, x: IntId, index: usize) -> &mut Self {
        ints.push_ne_at(x, index, &mut self.literals);
        self
    }

    /// Returns the clause, or `None` if it always holds.
    pub(crate) fn finished_clause(&self) -> Option<&[Lit]> {
        (!self.holds).then_some(&self.literals)
    }

    /// Returns the number of literals so far.
    pub(crate) fn len(&self) -> usize {
        self.literals.len()
    }

    /// Truncates to the first `length` literals; only for a draft that does not hold yet.
    pub(crate) fn back_to(&mut self, length: usize) -> &mut Self {
        self.literals.truncate(length);
        self.holds = false;
        self
    }
}
