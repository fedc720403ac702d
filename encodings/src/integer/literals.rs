//! Literals of an integer that its encoding does not start with, made on demand.
//!
//! Every literal made here is a function of the eager ones, so the number of models does not
//! change. Its definition is outside all guards, because later constraints share it.

use rustsat::types::Lit;

use super::{IntEncoding, IntId, IntegerStore, bits::place_bit_literals};
use crate::{EncodeError, EncodedBool, FormulaVariableMeaning, PropositionalFormula};

impl IntegerStore {
    /// Returns the truth value of `x = value`.
    pub(crate) fn equals_value(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        value: i128,
    ) -> Result<EncodedBool, EncodeError> {
        match self.index_of(x, value) {
            Some(index) => self.eq_at(formula, x, index),
            None => Ok(EncodedBool::Const(false)),
        }
    }

    /// Returns the truth value of `x <= bound`; the bound need not be in the domain.
    pub(crate) fn at_most_value(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        bound: i128,
    ) -> Result<EncodedBool, EncodeError> {
        match self.domains[x.index()].count_up_to(bound) {
            0 => Ok(EncodedBool::Const(false)),
            count => self.le_at(formula, x, count - 1),
        }
    }

    /// Returns the truth value of `x = value at index`.
    pub(crate) fn eq_at(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<EncodedBool, EncodeError> {
        let (x, index, _) = self.place_in_root(x, index);
        let domain = &mut self.domains[x.index()];
        if let Some(literal) = domain.eager_eq(index) {
            return Ok(literal);
        }
        if domain.encoding == IntEncoding::Log {
            return self.bits_equal(formula, x, index);
        }
        // Only the order encoding reaches this point, between its first and last value.
        domain.lazy.resize(domain.len(), None);
        if let Some(literal) = domain.lazy[index] {
            return Ok(EncodedBool::Lit(literal));
        }
        let eq = formula.new_lit(FormulaVariableMeaning::Eq(x, domain.values[index]))?;
        // `x = v` exactly if `x <= v` and not `x <=` the value before it.
        domain.lazy[index] = Some(eq);
        let (le, below) = self.bounds_at(x, index);
        formula.add_definition(&[!eq, le])?;
        formula.add_definition(&[!eq, !below])?;
        formula.add_definition(&[eq, !le, below])?;
        Ok(EncodedBool::Lit(eq))
    }

    /// Returns the literals `x <= value at index` and `x <= value before it` of an order-encoded
    /// integer that is not a view, for an index strictly between the first and the last.
    fn bounds_at(&self, x: IntId, index: usize) -> (Lit, Lit) {
        let domain = &self.domains[x.index()];
        match (domain.eager_le(index), domain.eager_le(index - 1)) {
            (Some(EncodedBool::Lit(le)), Some(EncodedBool::Lit(below))) => (le, below),
            _ => unreachable!("an inner value of an order-encoded integer has both bounds"),
        }
    }

    /// Returns the truth value of `x <= value at index`.
    pub(crate) fn le_at(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<EncodedBool, EncodeError> {
        let (root, place, reversed) = self.place_in_root(x, index);
        if !reversed {
            return self.le_at_root(formula, root, place);
        }
        // Not above the value in this view means not at or below the value before it in the
        // root.
        match place.checked_sub(1) {
            Some(before) => Ok(!self.le_at_root(formula, root, before)?),
            None => Ok(EncodedBool::Const(true)),
        }
    }

    /// Returns the literal of `x <= value at index` for an integer that is not a view.
    fn le_at_root(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<EncodedBool, EncodeError> {
        let domain = &self.domains[x.index()];
        if let Some(literal) = domain.eager_le(index) {
            return Ok(literal);
        }
        if domain.encoding == IntEncoding::Log {
            return self.bits_at_most(formula, x, index);
        }
        // Only the direct encoding reaches this point: `x <= v` is a chain from the smallest value
        // up, without gaps, so its length tells where to continue. Place 0 is `x = first`, which
        // exists from the start.
        let known = domain.lazy.len().max(1);
        for next in known..=index {
            self.extend_chain(formula, x, next)?;
        }
        match self.domains[x.index()].lazy[index] {
            Some(literal) => Ok(EncodedBool::Lit(literal)),
            None => unreachable!("the chain was just extended to here"),
        }
    }

    /// Defines `x <= v` at `index` by `x <= v` at the place before and `x = v`.
    fn extend_chain(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<(), EncodeError> {
        let le = formula.new_lit(FormulaVariableMeaning::Le(x, self.values(x)[index]))?;
        // The place before has its literal, since the chain grows one place at a time.
        let below = match index {
            1 => self.direct_eq(x, 0),
            _ => self.domains[x.index()].lazy[index - 1].unwrap_or(le),
        };
        let eq = self.direct_eq(x, index);
        let domain = &mut self.domains[x.index()];
        domain.lazy.resize(index, None);
        domain.lazy.push(Some(le));
        link_bounds(formula, below, eq, le)?;
        if index + 3 == domain.len() {
            // The last link needs no new literal: `x <=` the value before the last is `x !=`
            // the last.
            let before_last = self.direct_eq(x, index + 1);
            let last = self.direct_eq(x, index + 2);
            link_bounds(formula, le, before_last, !last)?;
        }
        Ok(())
    }

    /// Returns the literal of `x = value at index` for a direct-encoded integer of three values or
    /// more.
    fn direct_eq(&self, x: IntId, index: usize) -> Lit {
        match self.domains[x.index()].eager_eq(index) {
            Some(EncodedBool::Lit(lit)) => lit,
            _ => unreachable!("a direct-encoded integer has a literal for each value"),
        }
    }

    /// Appends the literals of `x != value`; makes no new literal. Returns true, and appends
    /// nothing, if the value is not in the domain and the clause therefore holds.
    pub fn push_ne(&self, x: IntId, value: i32, clause: &mut Vec<Lit>) -> bool {
        match self.index_of(x, value.into()) {
            Some(index) => {
                self.push_ne_at(x, index, clause);
                false
            }
            None => true,
        }
    }

    pub(crate) fn push_ne_at(&self, x: IntId, index: usize, clause: &mut Vec<Lit>) {
        let start = clause.len();
        self.push_eq_at(x, index, clause);
        for literal in &mut clause[start..] {
            *literal = !*literal;
        }
    }

    /// Appends literals that together imply `x = value at index`; makes no new literal.
    pub(crate) fn push_eq_at(&self, x: IntId, index: usize, cube: &mut Vec<Lit>) {
        let (x, index, _) = self.place_in_root(x, index);
        let domain = &self.domains[x.index()];
        match domain.eager_eq(index) {
            // A domain of one value: `x = v` is true and `x != v` false, so neither needs a
            // literal.
            Some(EncodedBool::Const(_)) => {}
            Some(EncodedBool::Lit(lit)) => cube.push(lit),
            None if domain.encoding == IntEncoding::Log => {
                cube.extend(place_bit_literals(domain, index));
            }
            None => match domain.lazy.get(index) {
                Some(&Some(lit)) => cube.push(lit),
                _ => {
                    let (le, below) = self.bounds_at(x, index);
                    cube.extend([le, !below]);
                }
            },
        }
    }

    /// Appends the literals of "the place of the value of `x` is outside `from..=to`"; makes no new
    /// literal. Only for an integer that starts with bounds, where two literals suffice.
    pub(crate) fn push_outside_literals(
        &self,
        x: IntId,
        from: usize,
        to: usize,
        clause: &mut Vec<Lit>,
    ) {
        let (root, first, reversed) = self.place_in_root(x, from);
        let (_, last, _) = self.place_in_root(x, to);
        let (from, to) = if reversed { (last, first) } else { (first, last) };
        let domain = &self.domains[root.index()];
        debug_assert!(domain.encoding.has_bounds());
        // A constant bound always holds, so its negation adds nothing to the clause.
        if let Some(EncodedBool::Lit(le)) = domain.eager_le(to) {
            clause.push(!le);
        }
        if from > 0
            && let Some(EncodedBool::Lit(below)) = domain.eager_le(from - 1)
        {
            clause.push(below);
        }
    }
}

/// Defines `le <-> below or eq`, where `below` and `eq` exclude each other. The last clause follows
/// from the exactly-one clauses of the integer; it lets a bound remove a value on its own.
fn link_bounds(
    formula: &mut PropositionalFormula,
    below: Lit,
    eq: Lit,
    le: Lit,
) -> Result<(), EncodeError> {
    formula.add_definition(&[!below, le])?;
    formula.add_definition(&[!eq, le])?;
    formula.add_definition(&[!le, below, eq])?;
    formula.add_definition(&[!eq, !below])
}
