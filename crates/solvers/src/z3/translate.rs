//! From our SMT terms to Z3's, and from Z3's models to integers.

use std::cell::Cell;

use parallax_encodings::ArithmeticRelation;
use parallax_encodings::smt::{EncodedScript, IntCode, PseudoBooleanTerm, SmtTerm};
use z3::Model;
use z3::ast::{Ast, BV, Bool, Int};

use parallax_model::engine_api::{Control, StopReason};

/// Terms between two checks of the clock.
const POLL_EVERY: u32 = 256;

/// The variables of a script as Z3 constants of the current thread.
pub(super) struct Z3Variables {
    ints: Vec<Int>,
    bools: Vec<Bool>,
    bits: Vec<BV>,
    codes: Vec<IntCode>,
}

impl Z3Variables {
    /// Declares the variables of a script.
    ///
    /// # Errors
    /// If `control` stops it.
    pub(super) fn new(encoded: &EncodedScript, control: &Control) -> Result<Self, StopReason> {
        // Indices as names, because the user's names may clash.
        let script = &encoded.script;
        let clock = TranslationClock::new(Some(control));
        let look = || clock.tick_clock();
        let ints = (0..script.ints.len()).map(|i| look().map(|()| Int::new_const(format!("i{i}"))));
        let ints = ints.collect::<Result<_, _>>()?;
        let bools =
            (0..script.bools.len()).map(|i| look().map(|()| Bool::new_const(format!("b{i}"))));
        let bools = bools.collect::<Result<_, _>>()?;
        let bits = script.bits.iter().enumerate();
        let bits =
            bits.map(|(i, decl)| look().map(|()| BV::new_const(format!("v{i}"), decl.width)));
        let bits = bits.collect::<Result<_, _>>()?;
        Ok(Z3Variables { ints, bools, bits, codes: encoded.codes.clone() })
    }

    /// Returns "the integer has this value".
    pub(super) fn value_equality(&self, int: usize, value: i64) -> Bool {
        self.translate_truth(&self.codes[int].value_term(value))
    }

    /// Returns "some of these integers differ from their values in `values`".
    pub(super) fn some_difference(&self, ints: &[usize], values: &[i64]) -> Bool {
        let parts: Vec<Bool> =
            ints.iter().map(|&i| self.value_equality(i, values[i]).not()).collect();
        Bool::or(&parts)
    }

    /// Returns the values of all integers in a model.
    pub(super) fn model_values(&self, model: &Model) -> Option<Vec<i64>> {
        self.codes.iter().map(|code| self.code_value(code, model)).collect()
    }

    fn code_value(&self, code: &IntCode, model: &Model) -> Option<i64> {
        match code {
            IntCode::Int(index) => model.eval(&self.ints[*index], true)?.as_i64(),
            IntCode::Bits(index, width) => {
                let bits = model.eval(&self.bits[*index], true)?.as_u64()?;
                // From two's complement: shift the highest bit to the top and back.
                let up = 64 - width;
                Some((bits << up).cast_signed() >> up)
            }
            IntCode::OneHot(values) => {
                let is_true =
                    |term: &SmtTerm| model.eval(&self.translate_truth(term), true)?.as_bool();
                let found = values.iter().find(|(_, term)| is_true(term) == Some(true));
                found.map(|&(value, _)| value.into())
            }
        }
    }

    /// Translates a short term of sort Bool.
    pub(super) fn translate_truth(&self, term: &SmtTerm) -> Bool {
        let whole =
            Z3TermBuilder { of: self, clock: TranslationClock::new(None) }.translate_bool(term);
        whole.unwrap_or_else(|_| unreachable!("nothing stops it"))
    }

    /// Translates a term of sort Bool, which may be long.
    ///
    /// # Errors
    /// If `control` stops it.
    pub(super) fn truth_within(
        &self,
        term: &SmtTerm,
        control: &Control,
    ) -> Result<Bool, StopReason> {
        Z3TermBuilder { of: self, clock: TranslationClock::new(Some(control)) }.translate_bool(term)
    }
}

/// Counts the terms made, and checks the clock at intervals.
struct TranslationClock<'c> {
    made: Cell<u32>,
    control: Option<&'c Control>,
}

impl<'c> TranslationClock<'c> {
    fn new(control: Option<&'c Control>) -> Self {
        TranslationClock { made: Cell::new(0), control }
    }

    fn tick_clock(&self) -> Result<(), StopReason> {
        let made = self.made.replace(self.made.get().wrapping_add(1));
        match self.control {
            Some(control) if made.is_multiple_of(POLL_EVERY) => control.check_stop(),
            _ => Ok(()),
        }
    }
}

/// The state of a translation.
struct Z3TermBuilder<'t, 'c> {
    of: &'t Z3Variables,
    clock: TranslationClock<'c>,
}

impl Z3TermBuilder<'_, '_> {
    fn translate_bool(&self, term: &SmtTerm) -> Result<Bool, StopReason> {
        self.clock.tick_clock()?;
        Ok(match term {
            SmtTerm::Bool(value) => Bool::from_bool(*value),
            SmtTerm::BoolVar(i) => self.of.bools[*i].clone(),
            SmtTerm::Not(a) => self.translate_bool(a)?.not(),
            SmtTerm::And(terms) => Bool::and(&self.translate_truths(terms)?),
            SmtTerm::Or(terms) => Bool::or(&self.translate_truths(terms)?),
            SmtTerm::Implies(a, b) => self.translate_bool(a)?.implies(self.translate_bool(b)?),
            SmtTerm::Iff(a, b) => self.translate_bool(a)?.iff(self.translate_bool(b)?),
            SmtTerm::Ite(a, b, c) => {
                let (b, c) = (self.translate_bool(b)?, self.translate_bool(c)?);
                self.translate_bool(a)?.ite(&b, &c)
            }
            SmtTerm::Eq(a, b) if is_bits(a) => self.bit_vector(a)?.eq(self.bit_vector(b)?),
            SmtTerm::Eq(a, b) => self.translate_number(a)?.eq(self.translate_number(b)?),
            SmtTerm::Distinct(terms) if terms.iter().all(is_bits) => {
                BV::distinct(&self.bit_vectors(terms)?)
            }
            SmtTerm::Distinct(terms) => Int::distinct(&self.translate_numbers(terms)?),
            SmtTerm::BitsLe(a, b) => self.bit_vector(a)?.bvsle(self.bit_vector(b)?),
            SmtTerm::BitsLt(a, b) => self.bit_vector(a)?.bvslt(self.bit_vector(b)?),
            SmtTerm::Weighted(weighted) => self.translate_weighted(weighted)?,
            SmtTerm::Le(a, b) => self.translate_number(a)?.le(self.translate_number(b)?),
            SmtTerm::Lt(a, b) => self.translate_number(a)?.lt(self.translate_number(b)?),
            SmtTerm::Ge(a, b) => self.translate_number(a)?.ge(self.translate_number(b)?),
            SmtTerm::Gt(a, b) => self.translate_number(a)?.gt(self.translate_number(b)?),
            other => unreachable!("{other:?} where the encodings build one of sort Bool"),
        })
    }

    fn translate_weighted(&self, weighted: &PseudoBooleanTerm) -> Result<Bool, StopReason> {
        let mut parts: Vec<(Bool, i32)> = Vec::new();
        for (weight, term) in &weighted.parts {
            parts.push((self.translate_bool(term)?, *weight));
        }
        let parts: Vec<(&Bool, i32)> = parts.iter().map(|(term, weight)| (term, *weight)).collect();
        Ok(match weighted.relation {
            ArithmeticRelation::Le => Bool::pb_le(&parts, weighted.bound),
            ArithmeticRelation::Ge => Bool::pb_ge(&parts, weighted.bound),
            _ => Bool::pb_eq(&parts, weighted.bound),
        })
    }

    /// Translates a bit-vector term.
    fn bit_vector(&self, term: &SmtTerm) -> Result<BV, StopReason> {
        self.clock.tick_clock()?;
        let fold = |terms: &[SmtTerm], operate: fn(&BV, BV) -> BV| {
            let mut parts = self.bit_vectors(terms)?.into_iter();
            let first = parts.next().expect("the encodings build sums of two or more");
            Ok(parts.fold(first, |so_far, next| operate(&so_far, next)))
        };
        Ok(match term {
            SmtTerm::Bits(number, width) => BV::from_i64(*number, *width),
            SmtTerm::BitsVar(i) => self.of.bits[*i].clone(),
            SmtTerm::SignExtend(more, a) => self.bit_vector(a)?.sign_ext(*more),
            SmtTerm::BitsAdd(terms) => fold(terms, BV::bvadd)?,
            SmtTerm::BitsMul(terms) => fold(terms, BV::bvmul)?,
            SmtTerm::Ite(a, b, c) => {
                self.translate_bool(a)?.ite(&self.bit_vector(b)?, &self.bit_vector(c)?)
            }
            other => unreachable!("{other:?} where the encodings build a bit-vector"),
        })
    }

    fn bit_vectors(&self, terms: &[SmtTerm]) -> Result<Vec<BV>, StopReason> {
        terms.iter().map(|term| self.bit_vector(term)).collect()
    }

    /// Translates an integer term.
    fn translate_number(&self, term: &SmtTerm) -> Result<Int, StopReason> {
        self.clock.tick_clock()?;
        Ok(match term {
            SmtTerm::Int(value) => Int::from_i64(*value),
            SmtTerm::IntVar(i) => self.of.ints[*i].clone(),
            SmtTerm::Add(terms) => Int::add(&self.translate_numbers(terms)?),
            SmtTerm::Mul(terms) => Int::mul(&self.translate_numbers(terms)?),
            SmtTerm::Ite(a, b, c) => {
                let (b, c) = (self.translate_number(b)?, self.translate_number(c)?);
                self.translate_bool(a)?.ite(&b, &c)
            }
            other => unreachable!("{other:?} where the encodings build an integer"),
        })
    }

    fn translate_truths(&self, terms: &[SmtTerm]) -> Result<Vec<Bool>, StopReason> {
        terms.iter().map(|term| self.translate_bool(term)).collect()
    }

    fn translate_numbers(&self, terms: &[SmtTerm]) -> Result<Vec<Int>, StopReason> {
        terms.iter().map(|term| self.translate_number(term)).collect()
    }
}

/// Whether a term is a bit-vector rather than of sort Bool or Int.
fn is_bits(term: &SmtTerm) -> bool {
    match term {
        SmtTerm::Ite(_, a, _) => is_bits(a),
        SmtTerm::BitsVar(_) | SmtTerm::Bits(..) | SmtTerm::SignExtend(..) => true,
        SmtTerm::BitsAdd(_) | SmtTerm::BitsMul(_) => true,
        _ => false,
    }
}
