//! All different through the bits of the values: any two integers differ in some bit (Gent and
//! Nightingale 2004; van der Tak, Heule and Biere 2012).
//!
//! The bits are those of a value's index among all values that occur. A log-encoded integer
//! with all these values has them already; for other integers they are channelled from the
//! values. For each pair and bit, a literal implies that the two bits differ. `O(n² log d)`
//! literals and clauses; unit propagation detects two equal integers only when all their bits
//! are known.

use crate::{ClauseEncoder, EncodeError, EncodedBool, IntId, clause_draft::ClauseDraft};

impl ClauseEncoder {
    pub(super) fn different_by_bits(
        &mut self,
        scope: &[IntId],
        values: &[i32],
    ) -> Result<(), EncodeError> {
        let width = u64::from(usize::BITS - (values.len().max(1) - 1).leading_zeros());
        let n = scope.len() as u64;
        let pairs = n.saturating_mul(n.saturating_sub(1)) / 2;
        self.check_literals("literals of differing bits", (pairs + n).saturating_mul(width))?;
        let codes = scope.iter().map(|&x| self.index_bits(x, values, width as usize));
        let codes = codes.collect::<Result<Vec<_>, _>>()?;
        for (place, left) in codes.iter().enumerate() {
            for right in &codes[place + 1..] {
                self.some_bit_differs(left, right)?;
            }
        }
        Ok(())
    }

    /// Returns the bits of the index of the integer's value among `values`.
    fn index_bits(
        &mut self,
        x: IntId,
        values: &[i32],
        width: usize,
    ) -> Result<Vec<EncodedBool>, EncodeError> {
        // The bits of a log-encoded integer count places in its own domain, from the other end in a
        // view of negative scale. They are the index only if both agree.
        let (_, scale, _) = self.ints.view_of(x);
        let own = self.ints.value_bits(x).filter(|_| scale > 0 && self.values(x) == values);
        if let Some(bits) = own {
            return Ok(bits.into_iter().map(EncodedBool::Lit).collect());
        }
        let places: Vec<usize> = self
            .values(x)
            .iter()
            .map(|value| values.partition_point(|other| other < value))
            .collect();
        (0..width).map(|bit| self.code_bit(x, &places, bit)).collect()
    }

    /// Returns one bit of the index of the integer's value; `places` maps each place of the domain
    /// to that index.
    fn code_bit(
        &mut self,
        x: IntId,
        places: &[usize],
        bit: usize,
    ) -> Result<EncodedBool, EncodeError> {
        let is_one = |&place: &usize| place >> bit & 1 == 1;
        // A bit that is the same for all values of the domain needs no literal.
        if places.iter().all(is_one) {
            return Ok(true.into());
        }
        if !places.iter().any(is_one) {
            return Ok(false.into());
        }
        let literal = self.formula.new_auxiliary()?;
        let mut draft = ClauseDraft::default();
        for (index, place) in places.iter().enumerate() {
            // Each value fixes the bit, and the integer has a value, so the bit is a function of
            // the integer and model counts are kept.
            let sign = if is_one(place) { literal } else { !literal };
            draft.start_clause().or_literal(sign).or_ne(&self.ints, x, index);
            self.formula.define_draft(&draft)?;
        }
        Ok(literal.into())
    }

    fn some_bit_differs(
        &mut self,
        left: &[EncodedBool],
        right: &[EncodedBool],
    ) -> Result<(), EncodeError> {
        let mut some = Vec::with_capacity(left.len());
        for (&p, &q) in left.iter().zip(right) {
            some.push(self.imply_difference(p, q)?);
        }
        self.formula.add_bools(&some)
    }

    /// Returns a truth value that implies that the two bits differ. With `keep_counts` the
    /// implication also holds the other way.
    fn imply_difference(
        &mut self,
        p: EncodedBool,
        q: EncodedBool,
    ) -> Result<EncodedBool, EncodeError> {
        let (EncodedBool::Lit(p), EncodedBool::Lit(q)) = (p, q) else {
            // A known bit differs from the other one exactly if that has the opposite value, so the
            // literal of the other bit serves.
            let (known, other) = if p.as_literal().is_none() { (p, q) } else { (q, p) };
            return Ok(if known == EncodedBool::Const(true) { !other } else { other });
        };
        let differ = self.formula.new_auxiliary()?;
        // One direction suffices: a clause demands that some `differ` is true, and a true one
        // implies that its bits differ.
        self.formula.add_definition(&[!differ, p, q])?;
        self.formula.add_definition(&[!differ, !p, !q])?;
        if self.options.keep_counts {
            self.formula.add_definition(&[differ, p, !q])?;
            self.formula.add_definition(&[differ, !p, q])?;
        }
        Ok(differ.into())
    }
}
