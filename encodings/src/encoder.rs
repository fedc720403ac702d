//! The entry point: integers and constraints in, clauses out.
//!
//! The constraints are methods of [`ClauseEncoder`] as well, one file each in `constraint/`.

use rustsat::types::Lit;

use crate::{
    EncodeError, EncodedBool, EncodingOptions, FormulaBudget, IntEncoding, IntId, IntegerStore,
    PropositionalFormula, clause_draft::ClauseDraft,
};

/// Writes integers and constraints over them as clauses.
///
/// Methods fail only with an [`EncodeError`]. After a failed constraint the formula may hold a
/// part of it and should be dropped.
#[derive(Debug, Default)]
pub struct ClauseEncoder {
    /// The formula written so far. Callers may add literals, clauses, guards and groups.
    pub formula: PropositionalFormula,
    pub(crate) ints: IntegerStore,
    pub(crate) options: EncodingOptions,
}

impl ClauseEncoder {
    /// Makes an encoder with an empty formula.
    #[must_use]
    pub fn new(options: EncodingOptions, budget: FormulaBudget) -> Self {
        ClauseEncoder {
            formula: PropositionalFormula::new(budget),
            ints: IntegerStore::default(),
            options,
        }
    }

    /// Returns the current options.
    #[must_use]
    pub fn options(&self) -> &EncodingOptions {
        &self.options
    }

    /// Changes the options for everything that is encoded from now on.
    pub fn set_options(&mut self, options: EncodingOptions) {
        self.options = options;
    }

    /// Returns the integers made so far.
    #[must_use]
    pub fn ints(&self) -> &IntegerStore {
        &self.ints
    }

    /// Returns the formula and the integers, for solving and decoding.
    #[must_use]
    pub fn into_parts(self) -> (PropositionalFormula, IntegerStore) {
        (self.formula, self.ints)
    }

    /// Makes an integer with these values, in any order, in the encoding of the options.
    /// Without values the formula becomes unsatisfiable. Guards do not apply: the integer has a
    /// value even if a guard is false.
    pub fn make_integer(&mut self, values: &[i32]) -> Result<IntId, EncodeError> {
        self.integer_as(self.options.integers, values)
    }

    /// Makes an integer in the given encoding. Encodings mix freely in one formula.
    pub fn integer_as(
        &mut self,
        encoding: IntEncoding,
        values: &[i32],
    ) -> Result<IntId, EncodeError> {
        self.ints.create_integer(&mut self.formula, &self.options, encoding, values)
    }

    /// Makes the integer `scale * x + offset`. It shares the literals of `x`; a scale of 0 gives an
    /// integer of one value.
    ///
    /// # Errors
    /// [`EncodeError::Overflow`] if a value of the view does not fit 32 bits.
    pub fn make_view(&mut self, x: IntId, scale: i64, offset: i64) -> Result<IntId, EncodeError> {
        match *self.values(x) {
            // Without literals to share, it is an ordinary integer.
            [] => self.make_integer(&[]),
            [value] => {
                self.make_constant(i128::from(value) * i128::from(scale) + i128::from(offset))
            }
            _ if scale == 0 => self.make_constant(offset.into()),
            _ => self.ints.create_view(x, scale, offset),
        }
    }

    /// Makes an integer of one value.
    fn make_constant(&mut self, value: i128) -> Result<IntId, EncodeError> {
        self.make_integer(&[i32::try_from(value).map_err(|_| EncodeError::Overflow)?])
    }

    /// Returns the values of an integer, ascending.
    #[must_use]
    pub fn values(&self, x: IntId) -> &[i32] {
        self.ints.values(x)
    }

    /// Returns the truth value of `x = value`; false if the value is not in the domain.
    pub fn equals_value(&mut self, x: IntId, value: i32) -> Result<EncodedBool, EncodeError> {
        self.eq_wide(x, value.into())
    }

    /// Returns the truth value of `x <= bound`; the bound need not be in the domain.
    pub fn at_most_value(&mut self, x: IntId, bound: i32) -> Result<EncodedBool, EncodeError> {
        self.le_wide(x, bound.into())
    }

    /// Appends the literals of `x != value`; makes no new literal. Returns true, and appends
    /// nothing, if the value is not in the domain and the clause therefore holds.
    pub fn push_ne(&self, x: IntId, value: i32, clause: &mut Vec<Lit>) -> bool {
        self.ints.push_ne(x, value, clause)
    }

    /// Returns the value of an integer in a model; see [`IntegerStore::decode_value`].
    pub fn decode_value(&self, x: IntId, value_of: &dyn Fn(Lit) -> bool) -> Option<i32> {
        self.ints.decode_value(x, value_of)
    }

    /// Forbids that these integers take all these values together.
    pub fn forbid_assignment(&mut self, assignment: &[(IntId, i32)]) -> Result<(), EncodeError> {
        let mut clause = Vec::new();
        if self.ints.forbid_clause(assignment, None, &mut clause) {
            self.formula.add_clause(&clause)?;
        }
        Ok(())
    }

    /// Writes the clause of [`ClauseEncoder::forbid_assignment`] without adding it; see
    /// [`IntegerStore::forbid_clause`].
    pub fn forbid_clause(
        &self,
        assignment: &[(IntId, i32)],
        guard: Option<Lit>,
        out: &mut Vec<Lit>,
    ) -> bool {
        self.ints.forbid_clause(assignment, guard, out)
    }

    /// Writes literals that together force `x = value`; see [`IntegerStore::assume_value`].
    pub fn assume_value(&self, x: IntId, value: i32, out: &mut Vec<Lit>) -> bool {
        self.ints.assume_value(x, value, out)
    }

    /// Runs `encode` so that its clauses hold if `guard` is true. A guard known to be true has no
    /// effect; under a guard known to be false, nothing is encoded and `encode` does not run.
    pub fn with_guard(
        &mut self,
        guard: EncodedBool,
        encode: impl FnOnce(&mut ClauseEncoder) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        match guard {
            EncodedBool::Const(true) => encode(self),
            EncodedBool::Const(false) => Ok(()),
            EncodedBool::Lit(lit) => {
                self.formula.push_guard(lit);
                let result = encode(self);
                self.formula.pop_guard();
                result
            }
        }
    }

    /// Runs `encode` with all guards suspended, for definitions.
    pub(crate) fn without_guards(
        &mut self,
        encode: impl FnOnce(&mut ClauseEncoder) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        // No `?` comes before the guards are restored, so an error cannot leave them suspended.
        let guards = self.formula.take_guards();
        let result = encode(self);
        self.formula.restore_guards(guards);
        result
    }

    pub(crate) fn eq_wide(&mut self, x: IntId, value: i128) -> Result<EncodedBool, EncodeError> {
        self.ints.equals_value(&mut self.formula, x, value)
    }

    pub(crate) fn le_wide(&mut self, x: IntId, bound: i128) -> Result<EncodedBool, EncodeError> {
        self.ints.at_most_value(&mut self.formula, x, bound)
    }

    pub(crate) fn eq_at(&mut self, x: IntId, index: usize) -> Result<EncodedBool, EncodeError> {
        self.ints.eq_at(&mut self.formula, x, index)
    }

    /// Returns the number of values of an integer.
    pub(crate) fn domain_size(&self, x: IntId) -> usize {
        self.ints.values(x).len()
    }

    /// Returns the value at this place of the domain.
    pub(crate) fn value_at(&self, x: IntId, index: usize) -> i32 {
        self.ints.values(x)[index]
    }

    /// Adds nothing if `holds`, otherwise a contradiction (under the active guards).
    pub(crate) fn require_truth(&mut self, holds: bool) -> Result<(), EncodeError> {
        if holds { Ok(()) } else { self.formula.add_clause(&[]) }
    }

    /// Adds `x != value at index`.
    pub(crate) fn remove_value(&mut self, x: IntId, index: usize) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        draft.or_ne(&self.ints, x, index);
        self.formula.add_draft(&draft)
    }

    /// Keeps only the values of `x` that `keep` accepts.
    pub(crate) fn restrict_domain(
        &mut self,
        x: IntId,
        keep: impl Fn(i32) -> bool,
    ) -> Result<(), EncodeError> {
        self.formula.spend_work(self.domain_size(x))?;
        for index in 0..self.domain_size(x) {
            if !keep(self.value_at(x, index)) {
                self.remove_value(x, index)?;
            }
        }
        Ok(())
    }
}
