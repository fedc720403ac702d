//! Tracks whether integer expressions have a value: divisions may have none.

use super::{FlattenError, Flattener, Int, Lit, Node};

impl Flattener<'_> {
    /// Returns whether all of these computed integers have a value.
    pub(super) fn all_defined(
        &mut self,
        parts: impl IntoIterator<Item = Int>,
    ) -> Result<Lit, FlattenError> {
        if self.defined.is_empty() {
            return Ok(Lit::Const(true));
        }
        let lits = parts.into_iter().filter_map(|part| self.defined.get(&part).copied()).collect();
        self.and(lits)
    }

    /// Records whether an integer has a value, which follows from its operands.
    pub(super) fn define(&mut self, node: Node, term: Int) -> Result<(), FlattenError> {
        let is_whole = self.is_whole[term.place()];
        if is_whole || self.defined.is_empty() || self.defined.contains_key(&term) {
            return Ok(());
        }
        let terms = self.terms;
        let defined = match node {
            Node::Add(list) | Node::Min(list) | Node::Max(list) => {
                self.all_defined(terms.ints(list))?
            }
            Node::Scale(_, part) | Node::Abs(part) => self.all_defined([part])?,
            Node::Mul(a, b) => self.all_defined([a, b])?,
            Node::Select(c, a, b) => match (self.all_defined([a])?, self.all_defined([b])?) {
                (Lit::Const(true), Lit::Const(true)) => Lit::Const(true),
                (a, b) => self.choice(self.lit_of(c), a, b)?,
            },
            // Divisions and powers record it themselves.
            _ => Lit::Const(true),
        };
        self.note_defined(term, defined);
        Ok(())
    }

    pub(super) fn note_defined(&mut self, term: Int, defined: Lit) {
        if !matches!(defined, Lit::Const(true)) {
            self.defined.insert(term, defined);
        }
    }
}
