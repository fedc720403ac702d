//! Tracks whether integer expressions have a value: divisions may have none.

use super::{DagNode, ExpressionFlattener, FlatLiteral, FlattenError, IntExpression};

impl ExpressionFlattener<'_> {
    /// Returns whether all of these computed integers have a value.
    pub(super) fn all_defined(
        &mut self,
        parts: impl IntoIterator<Item = IntExpression>,
    ) -> Result<FlatLiteral, FlattenError> {
        if self.defined.is_empty() {
            return Ok(FlatLiteral::Const(true));
        }
        let lits = parts.into_iter().filter_map(|part| self.defined.get(&part).copied()).collect();
        self.and_literal(lits)
    }

    /// Records whether an integer has a value, which follows from its operands.
    pub(super) fn record_definedness(
        &mut self,
        node: DagNode,
        term: IntExpression,
    ) -> Result<(), FlattenError> {
        // `defined` lists only integers that may be undefined: if it is empty, no operand can be.
        let is_whole = self.is_whole[term.node_index()];
        if is_whole || self.defined.is_empty() || self.defined.contains_key(&term) {
            return Ok(());
        }
        let terms = self.terms;
        let defined = match node {
            DagNode::Add(list) | DagNode::Min(list) | DagNode::Max(list) => {
                self.all_defined(terms.int_operands(list))?
            }
            DagNode::Scale(_, part) | DagNode::Abs(part) => self.all_defined([part])?,
            DagNode::Mul(a, b) => self.all_defined([a, b])?,
            // Only the selected operand has to be defined.
            DagNode::Select(c, a, b) => match (self.all_defined([a])?, self.all_defined([b])?) {
                (FlatLiteral::Const(true), FlatLiteral::Const(true)) => FlatLiteral::Const(true),
                (a, b) => self.choice_literal(self.lit_of(c), a, b)?,
            },
            // Divisions and powers record it themselves.
            _ => FlatLiteral::Const(true),
        };
        self.note_defined(term, defined);
        Ok(())
    }

    pub(super) fn note_defined(&mut self, term: IntExpression, defined: FlatLiteral) {
        // Only what may be undefined is stored, so that an empty map needs no look-ups.
        if !matches!(defined, FlatLiteral::Const(true)) {
            self.defined.insert(term, defined);
        }
    }
}
