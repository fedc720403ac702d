//! The store of all integers of a formula.

use std::sync::Arc;

use rustsat::types::Lit;

use super::{
    IntEncoding, IntId, bits,
    domain::{IntegerDomain, bits_for},
};
use crate::{
    AmoKind, EncodeError, EncodingOptions, FormulaVariableMeaning, PropositionalFormula,
    constraint::at_most_one,
};

/// The integers of a formula: domains, literals, and decoding of models.
///
/// The store outlives the encoding: a caller that has passed the clauses to a solver keeps it
/// to decode models and to write blocking clauses and assumptions.
#[derive(Debug, Default)]
pub struct IntegerStore {
    pub(super) domains: Vec<IntegerDomain>,
}

impl IntegerStore {
    /// Returns the number of integers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.domains.len()
    }

    /// Whether the store has no integers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    /// Returns the values of an integer, ascending.
    #[must_use]
    pub fn values(&self, x: IntId) -> &[i32] {
        &self.domains[x.index()].values
    }

    /// Returns the values of an integer, ascending, shared rather than copied.
    #[must_use]
    pub fn shared_values(&self, x: IntId) -> Arc<[i32]> {
        self.domains[x.index()].values.clone()
    }

    /// Returns the encoding of an integer.
    #[must_use]
    pub fn encoding(&self, x: IntId) -> IntEncoding {
        self.domains[x.index()].encoding
    }

    pub(crate) fn index_of(&self, x: IntId, value: i128) -> Option<usize> {
        self.domains[x.index()].index_of(value)
    }

    /// Makes an integer with its literals and the clauses that make them consistent. These
    /// ignore the guards: an integer always has a value.
    pub(crate) fn create_integer(
        &mut self,
        formula: &mut PropositionalFormula,
        options: &EncodingOptions,
        encoding: IntEncoding,
        values: &[i32],
    ) -> Result<IntId, EncodeError> {
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        formula.hold_bytes(size_of_val(values.as_slice()))?;
        let id = u32::try_from(self.domains.len()).map_err(|_| EncodeError::Overflow)?;
        let id = IntId(id);
        // The literals made next are consecutive, so the number of the first one locates them all.
        let first = u32::try_from(formula.n_vars()).map_err(|_| EncodeError::Overflow)?;
        let values = Arc::from(values);
        let domain = IntegerDomain { values, encoding, first, lazy: Vec::new(), view: None };
        if domain.len() > 2 {
            formula.note_encoding("integers", encoding.name());
        }
        let literals = make_literals(formula, id, &domain)?;
        // The clauses are about the integer and not about a constraint, so they must hold even if a
        // guard is false.
        let guards = formula.take_guards();
        let consistent = make_consistent(formula, options.amo, &domain, literals);
        formula.restore_guards(guards);
        self.domains.push(domain);
        consistent.map(|()| id)
    }
}

/// Adds the clauses that give the integer exactly one value.
fn make_consistent(
    formula: &mut PropositionalFormula,
    amo: AmoKind,
    domain: &IntegerDomain,
    literals: Vec<Lit>,
) -> Result<(), EncodeError> {
    match (domain.len(), domain.encoding) {
        (0, _) => formula.add_clause(&[]),
        (1 | 2, _) => Ok(()),
        (_, IntEncoding::Direct) => {
            formula.add_clause(&literals)?;
            at_most_one::encode_at_most_one(formula, amo, literals)
        }
        (_, IntEncoding::Order) => require_ascending(formula, &literals),
        (n, IntEncoding::Channelled) => {
            let (bounds, values) = literals.split_at(n - 1);
            require_ascending(formula, bounds)?;
            for (pair, &eq) in bounds.windows(2).zip(values) {
                // `x = v` exactly if `x <= v` and not `x <=` the value before it.
                formula.add_clause(&[!eq, pair[1]])?;
                formula.add_clause(&[!eq, !pair[0]])?;
                formula.add_clause(&[eq, !pair[1], pair[0]])?;
            }
            Ok(())
        }
        // Bit patterns past the last place are forbidden.
        (n, IntEncoding::Log) => bits::at_most(formula, domain, n - 1, None),
    }
}

/// Requires that each bound implies the next.
fn require_ascending(
    formula: &mut PropositionalFormula,
    bounds: &[Lit],
) -> Result<(), EncodeError> {
    bounds.windows(2).try_for_each(|pair| formula.add_clause(&[!pair[0], pair[1]]))
}

/// Makes the eager literals of a domain, consecutively.
fn make_literals(
    formula: &mut PropositionalFormula,
    id: IntId,
    domain: &IntegerDomain,
) -> Result<Vec<Lit>, EncodeError> {
    let values = &*domain.values;
    let eq = |&value: &i32| FormulaVariableMeaning::Eq(id, value);
    let le = |&value: &i32| FormulaVariableMeaning::Le(id, value);
    let meanings: Vec<FormulaVariableMeaning> = match (domain.encoding, values) {
        (_, [] | [_]) => Vec::new(),
        (IntEncoding::Direct | IntEncoding::Log, [_, larger]) => vec![eq(larger)],
        (IntEncoding::Direct, _) => values.iter().map(eq).collect(),
        (IntEncoding::Order, [but_last @ .., _]) => but_last.iter().map(le).collect(),
        (IntEncoding::Channelled, [but_last @ .., _]) => {
            let inner = but_last.iter().skip(1).map(eq);
            but_last.iter().map(le).chain(inner).collect()
        }
        (IntEncoding::Log, _) => {
            // A domain has at most 2^32 values.
            (0..bits_for(values.len()))
                .map(|bit| FormulaVariableMeaning::Bit(id, bit as u32))
                .collect()
        }
    };
    meanings.into_iter().map(|meaning| formula.new_lit(meaning)).collect()
}
