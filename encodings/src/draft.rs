//! A clause in progress.

use rustsat::types::Lit;

use crate::{Bool, IntId, Ints};

/// The literals of a clause so far, or the fact that the clause already holds.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    literals: Vec<Lit>,
    holds: bool,
}

impl Draft {
    /// Starts a new clause and reuses the memory.
    pub(crate) fn start(&mut self) -> &mut Self {
        self.literals.clear();
        self.holds = false;
        self
    }

    /// Appends `or literal`.
    pub(crate) fn or(&mut self, literal: impl Into<Bool>) -> &mut Self {
        match literal.into() {
            Bool::Const(true) => self.holds = true,
            Bool::Const(false) => {}
            Bool::Lit(lit) => self.literals.push(lit),
        }
        self
    }

    /// Appends `or x != value`, where `index` is the place of the value in the domain of `x`.
    pub(crate) fn or_ne(&mut self, ints: &Ints, x: IntId, index: usize) -> &mut Self {
        ints.push_ne_at(x, index, &mut self.literals);
        self
    }

    /// Returns the clause, or `None` if it always holds.
    pub(crate) fn clause(&self) -> Option<&[Lit]> {
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
