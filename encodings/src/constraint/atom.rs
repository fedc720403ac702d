//! Atoms `x = v`, `x != v`, `x <= v`, `x >= v`; clauses of them, and their reification.

use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId, clause_draft::ClauseDraft};

/// A relation between an integer and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntegerAtom {
    /// The integer.
    pub int: IntId,
    /// The relation.
    pub op: AtomOp,
    /// The value; may lie outside the domain.
    pub value: i32,
}

/// The relation of an [`IntegerAtom`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// At most.
    Le,
    /// At least.
    Ge,
}

impl ClauseEncoder {
    /// Returns the truth value of an atom.
    pub fn atom_truth(&mut self, atom: &IntegerAtom) -> Result<EncodedBool, EncodeError> {
        let (x, value) = (atom.int, i128::from(atom.value));
        match atom.op {
            AtomOp::Eq => self.eq_wide(x, value),
            AtomOp::Ne => Ok(!self.eq_wide(x, value)?),
            AtomOp::Le => self.le_wide(x, value),
            AtomOp::Ge => Ok(!self.le_wide(x, value - 1)?),
        }
    }

    /// Requires that at least one of these atoms holds.
    pub fn require_clause(&mut self, atoms: &[IntegerAtom]) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for atom in atoms {
            match (atom.op, self.ints.index_of(atom.int, atom.value.into())) {
                // An inequality goes into the clause by the literals at hand: a log-encoded integer
                // needs no new literal for it.
                (AtomOp::Ne, Some(index)) => {
                    draft.or_ne(&self.ints, atom.int, index);
                }
                _ => {
                    draft.or_literal(self.atom_truth(atom)?);
                }
            }
        }
        self.formula.add_draft(&draft)
    }

    /// Requires that `b = 1` exactly when the atom holds. Any other value of `b` counts as 0.
    pub fn require_reification(&mut self, b: IntId, atom: &IntegerAtom) -> Result<(), EncodeError> {
        let b = self.equals_value(b, 1)?;
        let atom = self.atom_truth(atom)?;
        self.formula.add_bools(&[!b, atom])?;
        self.formula.add_bools(&[b, !atom])
    }
}
