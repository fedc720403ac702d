//! The bits of log-encoded integers.
//!
//! A comparison of the bits with a number needs no auxiliary literals: wherever the number has a 0,
//! so have the bits, unless they are already smaller at a higher place (Eén and Sörensson 2006,
//! section 5).

use rustsat::types::Lit;

use super::{IntEncoding, IntId, IntegerStore, domain::IntegerDomain};
use crate::{EncodeError, EncodedBool, FormulaVariableMeaning, PropositionalFormula};

impl IntegerStore {
    /// Returns the bits of the place of a log-encoded integer's value in its domain, least bit
    /// first; empty for an integer of one value, `None` if it is not log-encoded.
    ///
    /// A view has the bits of its root, whose places run the other way if the scale is
    /// negative: see [`IntegerStore::view_of`].
    #[must_use]
    pub fn value_bits(&self, x: IntId) -> Option<Vec<Lit>> {
        let domain = &self.domains[self.root_of(x).index()];
        let log = domain.encoding == IntEncoding::Log;
        log.then(|| (0..domain.bit_width()).map(|bit| domain.bit_literal(bit)).collect())
    }

    /// Returns how the bits of an integer contribute to a sum: `value = base + the sum of the
    /// weights of the true bits`. `None` unless the integer is log-encoded and its values form
    /// an arithmetic progression.
    #[must_use]
    pub fn bit_weights(&self, x: IntId) -> Option<(i64, Vec<(Lit, i64)>)> {
        let bits = self.value_bits(x)?;
        let root = &self.domains[self.root_of(x).index()];
        let (&first, &second) = (root.values.first()?, root.values.get(1)?);
        let step = i64::from(second) - i64::from(first);
        let even = |pair: &[i32]| i64::from(pair[1]) - i64::from(pair[0]) == step;
        if !root.values.windows(2).all(even) {
            return None;
        }
        let (_, scale, offset) = self.view_of(x);
        // Bit `place` is set in some place of the domain, so its weight is at most the range of the
        // view's values, which fit 32 bits.
        let weigh = |(place, lit)| (lit, (step * scale) << place);
        let base = i64::from(first) * scale + offset;
        Some((base, bits.into_iter().enumerate().map(weigh).collect()))
    }

    /// Returns the truth value of `x = value at index` for a log-encoded integer of three values or
    /// more.
    pub(super) fn bits_equal(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<EncodedBool, EncodeError> {
        if let Some(literal) = self.made_literal(x, index) {
            return Ok(EncodedBool::Lit(literal));
        }
        let domain = &self.domains[x.index()];
        let eq = formula.new_lit(FormulaVariableMeaning::Eq(x, domain.values[index]))?;
        let mut whole = vec![eq];
        for lit in place_bit_literals(domain, index) {
            formula.add_definition(&[!eq, lit])?;
            whole.push(!lit);
        }
        formula.add_definition(&whole)?;
        self.keep_literal(x, index, eq);
        Ok(EncodedBool::Lit(eq))
    }

    /// Returns the truth value of `x <= value at index`, likewise; not for the last value.
    pub(super) fn bits_at_most(
        &mut self,
        formula: &mut PropositionalFormula,
        x: IntId,
        index: usize,
    ) -> Result<EncodedBool, EncodeError> {
        // The second half of the literals made on demand; the first half are values.
        let slot = self.domains[x.index()].len() + index;
        if let Some(literal) = self.made_literal(x, slot) {
            return Ok(EncodedBool::Lit(literal));
        }
        let domain = &self.domains[x.index()];
        let le = formula.new_lit(FormulaVariableMeaning::Le(x, domain.values[index]))?;
        // Both directions: `le` implies `place <= index`, and its negation implies `place >= index
        // + 1`.
        at_most(formula, domain, index, Some(le))?;
        at_least(formula, domain, index + 1, le)?;
        self.keep_literal(x, slot, le);
        Ok(EncodedBool::Lit(le))
    }

    fn made_literal(&self, x: IntId, slot: usize) -> Option<Lit> {
        self.domains[x.index()].lazy.get(slot).copied().flatten()
    }

    fn keep_literal(&mut self, x: IntId, slot: usize, literal: Lit) {
        let domain = &mut self.domains[x.index()];
        domain.lazy.resize(2 * domain.len(), None);
        domain.lazy[slot] = Some(literal);
    }
}

/// Returns literals that together represent "the place is `index`".
pub(super) fn place_bit_literals(
    domain: &IntegerDomain,
    index: usize,
) -> impl Iterator<Item = Lit> + '_ {
    (0..domain.bit_width()).map(move |bit| {
        let lit = domain.bit_literal(bit);
        if index >> bit & 1 == 1 { lit } else { !lit }
    })
}

/// Adds `bits <= number`, if `when` is true.
pub(super) fn at_most(
    formula: &mut PropositionalFormula,
    domain: &IntegerDomain,
    number: usize,
    when: Option<Lit>,
) -> Result<(), EncodeError> {
    let is_one = |bit: usize| number >> bit & 1 == 1;
    for bit in (0..domain.bit_width()).filter(|&bit| !is_one(bit)) {
        let higher = (bit + 1..domain.bit_width()).filter(|&bit| is_one(bit));
        let bits = higher.chain([bit]).map(|bit| !domain.bit_literal(bit));
        formula.add_definition(&Vec::from_iter(bits.chain(when.map(|lit| !lit))))?;
    }
    Ok(())
}

/// Adds `bits >= number`, or `otherwise`.
fn at_least(
    formula: &mut PropositionalFormula,
    domain: &IntegerDomain,
    number: usize,
    otherwise: Lit,
) -> Result<(), EncodeError> {
    let is_one = |bit: usize| number >> bit & 1 == 1;
    for bit in (0..domain.bit_width()).filter(|&bit| is_one(bit)) {
        let higher = (bit + 1..domain.bit_width()).filter(|&bit| !is_one(bit));
        let bits = higher.chain([bit]).map(|bit| domain.bit_literal(bit));
        formula.add_definition(&Vec::from_iter(bits.chain([otherwise])))?;
    }
    Ok(())
}
