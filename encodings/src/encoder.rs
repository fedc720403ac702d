//! The door: integers and constraints in, clauses out.
//!
//! The constraints are methods of [`Encoder`] too; each stands in its own file of `constraint/`.

use rustsat::types::Lit;

use crate::{Bool, Budget, EncodeError, Formula, IntEncoding, IntId, Ints, Options, draft::Draft};

/// Writes integers and constraints over them as clauses.
///
/// Every method fails only as [`EncodeError`] says; after a failed constraint the formula may
/// hold a part of it and should be dropped.
#[derive(Debug, Default)]
pub struct Encoder {
    /// What has been written so far. Callers may add literals, clauses, guards and groups.
    pub formula: Formula,
    pub(crate) ints: Ints,
    pub(crate) options: Options,
}

impl Encoder {
    /// An encoder with an empty formula.
    #[must_use]
    pub fn new(options: Options, budget: Budget) -> Self {
        Encoder { formula: Formula::new(budget), ints: Ints::default(), options }
    }

    /// The choices it was made with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the choices for what is encoded from now on.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// The integers made so far.
    #[must_use]
    pub fn ints(&self) -> &Ints {
        &self.ints
    }

    /// The formula and the integers, for solving and decoding.
    #[must_use]
    pub fn into_parts(self) -> (Formula, Ints) {
        (self.formula, self.ints)
    }

    /// Makes an integer of these values, in any order, encoded as the options say. Without values
    /// the formula becomes unsatisfiable. Guards do not apply: the integer has a value whatever
    /// they say.
    pub fn integer(&mut self, values: &[i32]) -> Result<IntId, EncodeError> {
        self.integer_as(self.options.integers, values)
    }

    /// Makes an integer with its own encoding. Encodings mix freely in one formula.
    pub fn integer_as(
        &mut self,
        encoding: IntEncoding,
        values: &[i32],
    ) -> Result<IntId, EncodeError> {
        self.ints.create(&mut self.formula, &self.options, encoding, values)
    }

    /// Makes the integer `scale * x + offset`. It has the literals of `x` and costs none of its
    /// own; a scale of 0 gives an integer of one value.
    ///
    /// # Errors
    /// [`EncodeError::Overflow`] if a value of the view leaves 32 bits.
    pub fn view(&mut self, x: IntId, scale: i64, offset: i64) -> Result<IntId, EncodeError> {
        match *self.values(x) {
            // Without literals to share, it is an integer like any other.
            [] => self.integer(&[]),
            [value] => self.constant(i128::from(value) * i128::from(scale) + i128::from(offset)),
            _ if scale == 0 => self.constant(offset.into()),
            _ => self.ints.create_view(x, scale, offset),
        }
    }

    /// An integer of one value.
    fn constant(&mut self, value: i128) -> Result<IntId, EncodeError> {
        self.integer(&[i32::try_from(value).map_err(|_| EncodeError::Overflow)?])
    }

    /// The values of an integer, ascending.
    #[must_use]
    pub fn values(&self, x: IntId) -> &[i32] {
        self.ints.values(x)
    }

    /// The truth value of `x = value`; false if the value is not in the domain.
    pub fn eq(&mut self, x: IntId, value: i32) -> Result<Bool, EncodeError> {
        self.eq_wide(x, value.into())
    }

    /// The truth value of `x <= bound`; the bound need not be in the domain.
    pub fn le(&mut self, x: IntId, bound: i32) -> Result<Bool, EncodeError> {
        self.le_wide(x, bound.into())
    }

    /// Appends literals that say `x != value`, without making any. Returns whether the clause
    /// holds anyway, because the value is not in the domain; then nothing is appended.
    pub fn push_ne(&self, x: IntId, value: i32, clause: &mut Vec<Lit>) -> bool {
        self.ints.push_ne(x, value, clause)
    }

    /// The value of an integer in a model; see [`Ints::decode`].
    pub fn decode(&self, x: IntId, value_of: &dyn Fn(Lit) -> bool) -> Option<i32> {
        self.ints.decode(x, value_of)
    }

    /// Forbids these integers to have all these values together.
    pub fn forbid(&mut self, assignment: &[(IntId, i32)]) -> Result<(), EncodeError> {
        let mut clause = Vec::new();
        if self.ints.forbid_clause(assignment, None, &mut clause) {
            self.formula.add(&clause)?;
        }
        Ok(())
    }

    /// Writes, but does not add, the clause of [`Encoder::forbid`]; see [`Ints::forbid_clause`].
    pub fn forbid_clause(
        &self,
        assignment: &[(IntId, i32)],
        guard: Option<Lit>,
        out: &mut Vec<Lit>,
    ) -> bool {
        self.ints.forbid_clause(assignment, guard, out)
    }

    /// Writes literals which together force `x = value`; see [`Ints::assume`].
    pub fn assume(&self, x: IntId, value: i32, out: &mut Vec<Lit>) -> bool {
        self.ints.assume(x, value, out)
    }

    /// Runs `encode` so that what it adds holds where `guard` is true. A guard known to be true
    /// is no guard; under one known to be false nothing is encoded and `encode` is not run.
    pub fn guarded(
        &mut self,
        guard: Bool,
        encode: impl FnOnce(&mut Encoder) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        match guard {
            Bool::Const(true) => encode(self),
            Bool::Const(false) => Ok(()),
            Bool::Lit(lit) => {
                self.formula.push_guard(lit);
                let result = encode(self);
                self.formula.pop_guard();
                result
            }
        }
    }

    /// Runs `encode` with all guards set aside: for definitions.
    pub(crate) fn unguarded(
        &mut self,
        encode: impl FnOnce(&mut Encoder) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let guards = self.formula.take_guards();
        let result = encode(self);
        self.formula.restore_guards(guards);
        result
    }

    pub(crate) fn eq_wide(&mut self, x: IntId, value: i128) -> Result<Bool, EncodeError> {
        self.ints.eq(&mut self.formula, x, value)
    }

    pub(crate) fn le_wide(&mut self, x: IntId, bound: i128) -> Result<Bool, EncodeError> {
        self.ints.le(&mut self.formula, x, bound)
    }

    pub(crate) fn eq_at(&mut self, x: IntId, index: usize) -> Result<Bool, EncodeError> {
        self.ints.eq_at(&mut self.formula, x, index)
    }

    /// Number of values of an integer.
    pub(crate) fn size(&self, x: IntId) -> usize {
        self.ints.values(x).len()
    }

    /// The value at a place of a domain.
    pub(crate) fn value(&self, x: IntId, index: usize) -> i32 {
        self.ints.values(x)[index]
    }

    /// Adds nothing if `holds`, and a contradiction (under the active guards) if not.
    pub(crate) fn require(&mut self, holds: bool) -> Result<(), EncodeError> {
        if holds { Ok(()) } else { self.formula.add(&[]) }
    }

    /// Adds `x != value at index`.
    pub(crate) fn remove(&mut self, x: IntId, index: usize) -> Result<(), EncodeError> {
        let mut draft = Draft::default();
        draft.or_ne(&self.ints, x, index);
        self.formula.add_draft(&draft)
    }

    /// Keeps only the values of `x` that `keep` accepts.
    pub(crate) fn restrict(
        &mut self,
        x: IntId,
        keep: impl Fn(i32) -> bool,
    ) -> Result<(), EncodeError> {
        self.formula.spend(self.size(x))?;
        for index in 0..self.size(x) {
            if !keep(self.value(x, index)) {
                self.remove(x, index)?;
            }
        }
        Ok(())
    }
}
