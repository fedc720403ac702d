//! From our SMT terms to Z3's, and from Z3's models to integers.

use std::cell::Cell;

use parallax_encodings::Relation;
use parallax_encodings::smt::{EncodedScript, IntCode, Term, Weighted};
use z3::Model;
use z3::ast::{Ast, BV, Bool, Int};

use parallax_model::ask::{Control, Stop};

/// Terms between two checks of the clock.
const POLL_EVERY: u32 = 256;

/// The variables of a script as Z3 constants of the current thread.
pub(super) struct Translation {
    ints: Vec<Int>,
    bools: Vec<Bool>,
    bits: Vec<BV>,
    codes: Vec<IntCode>,
}

impl Translation {
    /// Declares the variables of a script.
    ///
    /// # Errors
    /// If `control` stops it.
    pub(super) fn new(encoded: &EncodedScript, control: &Control) -> Result<Self, Stop> {
        // Indices as names, because the user's names may clash.
        let script = &encoded.script;
        let clock = Clock::new(Some(control));
        let look = || clock.tick();
        let ints = (0..script.ints.len()).map(|i| look().map(|()| Int::new_const(format!("i{i}"))));
        let ints = ints.collect::<Result<_, _>>()?;
        let bools =
            (0..script.bools.len()).map(|i| look().map(|()| Bool::new_const(format!("b{i}"))));
        let bools = bools.collect::<Result<_, _>>()?;
        let bits = script.bits.iter().enumerate();
        let bits =
            bits.map(|(i, decl)| look().map(|()| BV::new_const(format!("v{i}"), decl.width)));
        let bits = bits.collect::<Result<_, _>>()?;
        Ok(Translation { ints, bools, bits, codes: encoded.codes.clone() })
    }

    /// Returns "the integer has this value".
    pub(super) fn is(&self, int: usize, value: i64) -> Bool {
        self.truth(&self.codes[int].is(value))
    }

    /// Returns "some of these integers differ from their values in `values`".
    pub(super) fn differs(&self, ints: &[usize], values: &[i64]) -> Bool {
        let parts: Vec<Bool> = ints.iter().map(|&i| self.is(i, values[i]).not()).collect();
        Bool::or(&parts)
    }

    /// Returns the values of all integers in a model.
    pub(super) fn values(&self, model: &Model) -> Option<Vec<i64>> {
        self.codes.iter().map(|code| self.value(code, model)).collect()
    }

    fn value(&self, code: &IntCode, model: &Model) -> Option<i64> {
        match code {
            IntCode::Int(index) => model.eval(&self.ints[*index], true)?.as_i64(),
            IntCode::Bits(index, width) => {
                let bits = model.eval(&self.bits[*index], true)?.as_u64()?;
                // From two's complement: shift the highest bit to the top and back.
                let up = 64 - width;
                Some((bits << up).cast_signed() >> up)
            }
            IntCode::OneHot(values) => {
                let is_true = |term: &Term| model.eval(&self.truth(term), true)?.as_bool();
                let found = values.iter().find(|(_, term)| is_true(term) == Some(true));
                found.map(|&(value, _)| value.into())
            }
        }
    }

    /// Translates a short term of sort Bool.
    pub(super) fn truth(&self, term: &Term) -> Bool {
        let whole = Making { of: self, clock: Clock::new(None) }.truth(term);
        whole.unwrap_or_else(|_| unreachable!("nothing stops it"))
    }

    /// Translates a term of sort Bool, which may be long.
    ///
    /// # Errors
    /// If `control` stops it.
    pub(super) fn truth_within(&self, term: &Term, control: &Control) -> Result<Bool, Stop> {
        Making { of: self, clock: Clock::new(Some(control)) }.truth(term)
    }
}

/// Counts the terms made, and checks the clock at intervals.
struct Clock<'c> {
    made: Cell<u32>,
    control: Option<&'c Control>,
}

impl<'c> Clock<'c> {
    fn new(control: Option<&'c Control>) -> Self {
        Clock { made: Cell::new(0), control }
    }

    fn tick(&self) -> Result<(), Stop> {
        let made = self.made.replace(self.made.get().wrapping_add(1));
        match self.control {
            Some(control) if made.is_multiple_of(POLL_EVERY) => control.check(),
            _ => Ok(()),
        }
    }
}

/// The state of a translation.
struct Making<'t, 'c> {
    of: &'t Translation,
    clock: Clock<'c>,
}

impl Making<'_, '_> {
    fn truth(&self, term: &Term) -> Result<Bool, Stop> {
        self.clock.tick()?;
        Ok(match term {
            Term::Bool(value) => Bool::from_bool(*value),
            Term::BoolVar(i) => self.of.bools[*i].clone(),
            Term::Not(a) => self.truth(a)?.not(),
            Term::And(terms) => Bool::and(&self.truths(terms)?),
            Term::Or(terms) => Bool::or(&self.truths(terms)?),
            Term::Implies(a, b) => self.truth(a)?.implies(self.truth(b)?),
            Term::Iff(a, b) => self.truth(a)?.iff(self.truth(b)?),
            Term::Ite(a, b, c) => {
                let (b, c) = (self.truth(b)?, self.truth(c)?);
                self.truth(a)?.ite(&b, &c)
            }
            Term::Eq(a, b) if is_bits(a) => self.bit_vector(a)?.eq(self.bit_vector(b)?),
            Term::Eq(a, b) => self.number(a)?.eq(self.number(b)?),
            Term::Distinct(terms) if terms.iter().all(is_bits) => {
                BV::distinct(&self.bit_vectors(terms)?)
            }
            Term::Distinct(terms) => Int::distinct(&self.numbers(terms)?),
            Term::BitsLe(a, b) => self.bit_vector(a)?.bvsle(self.bit_vector(b)?),
            Term::BitsLt(a, b) => self.bit_vector(a)?.bvslt(self.bit_vector(b)?),
            Term::Weighted(weighted) => self.weighted(weighted)?,
            Term::Le(a, b) => self.number(a)?.le(self.number(b)?),
            Term::Lt(a, b) => self.number(a)?.lt(self.number(b)?),
            Term::Ge(a, b) => self.number(a)?.ge(self.number(b)?),
            Term::Gt(a, b) => self.number(a)?.gt(self.number(b)?),
            other => unreachable!("{other:?} where the encodings build one of sort Bool"),
        })
    }

    fn weighted(&self, weighted: &Weighted) -> Result<Bool, Stop> {
        let mut parts: Vec<(Bool, i32)> = Vec::new();
        for (weight, term) in &weighted.parts {
            parts.push((self.truth(term)?, *weight));
        }
        let parts: Vec<(&Bool, i32)> = parts.iter().map(|(term, weight)| (term, *weight)).collect();
        Ok(match weighted.relation {
            Relation::Le => Bool::pb_le(&parts, weighted.bound),
            Relation::Ge => Bool::pb_ge(&parts, weighted.bound),
            _ => Bool::pb_eq(&parts, weighted.bound),
        })
    }

    /// Translates a bit-vector term.
    fn bit_vector(&self, term: &Term) -> Result<BV, Stop> {
        self.clock.tick()?;
        let fold = |terms: &[Term], operate: fn(&BV, BV) -> BV| {
            let mut parts = self.bit_vectors(terms)?.into_iter();
            let first = parts.next().expect("the encodings build sums of two or more");
            Ok(parts.fold(first, |so_far, next| operate(&so_far, next)))
        };
        Ok(match term {
            Term::Bits(number, width) => BV::from_i64(*number, *width),
            Term::BitsVar(i) => self.of.bits[*i].clone(),
            Term::SignExtend(more, a) => self.bit_vector(a)?.sign_ext(*more),
            Term::BitsAdd(terms) => fold(terms, BV::bvadd)?,
            Term::BitsMul(terms) => fold(terms, BV::bvmul)?,
            Term::Ite(a, b, c) => self.truth(a)?.ite(&self.bit_vector(b)?, &self.bit_vector(c)?),
            other => unreachable!("{other:?} where the encodings build a bit-vector"),
        })
    }

    fn bit_vectors(&self, terms: &[Term]) -> Result<Vec<BV>, Stop> {
        terms.iter().map(|term| self.bit_vector(term)).collect()
    }

    /// Translates an integer term.
    fn number(&self, term: &Term) -> Result<Int, Stop> {
        self.clock.tick()?;
        Ok(match term {
            Term::Int(value) => Int::from_i64(*value),
            Term::IntVar(i) => self.of.ints[*i].clone(),
            Term::Add(terms) => Int::add(&self.numbers(terms)?),
            Term::Mul(terms) => Int::mul(&self.numbers(terms)?),
            Term::Ite(a, b, c) => {
                let (b, c) = (self.number(b)?, self.number(c)?);
                self.truth(a)?.ite(&b, &c)
            }
            other => unreachable!("{other:?} where the encodings build an integer"),
        })
    }

    fn truths(&self, terms: &[Term]) -> Result<Vec<Bool>, Stop> {
        terms.iter().map(|term| self.truth(term)).collect()
    }

    fn numbers(&self, terms: &[Term]) -> Result<Vec<Int>, Stop> {
        terms.iter().map(|term| self.number(term)).collect()
    }
}

/// Whether a term is a bit-vector rather than of sort Bool or Int.
fn is_bits(term: &Term) -> bool {
    match term {
        Term::Ite(_, a, _) => is_bits(a),
        Term::BitsVar(_) | Term::Bits(..) | Term::SignExtend(..) => true,
        Term::BitsAdd(_) | Term::BitsMul(_) => true,
        _ => false,
    }
}
