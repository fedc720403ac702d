//! The grounder: values of cells while the variables of a table take theirs.

use std::collections::HashMap;

use parallax_model::Relation;
use parallax_model::decimal::{Decimal, scaled};
use parallax_model::flatten::{Bool, Int, Terms};

use crate::build_error::CompileError;
use crate::expr::Quantified;
use crate::glossary::Glossary;
use crate::layout::Layout;
use crate::phrase::Variable;

/// Maximum number of bindings before grounding gives up.
pub(crate) const MAX_BINDINGS: usize = 50_000_000;

/// Number of bindings between two checks of the clock.
const POLL_EVERY: usize = 1 << 12;

/// A number, or the number of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    /// A known value.
    Known(Decimal),
    /// An expression, in units of `1 / 10^digits`.
    Term(Int, u32),
}

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A known truth value.
    Known(bool),
    /// An expression.
    Term(Bool),
}

/// The key of an expression, by which an equal one is reused (hash-consing).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Number(i64),
    Variable(usize),
    Flag(usize),
    Compare(usize, Relation, usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    Not(usize),
}

/// A maker of expressions over the variables of a layout.
pub struct Grounder<'p> {
    /// The glossary.
    pub glossary: &'p Glossary,
    /// The variables.
    pub layout: &'p Layout,
    /// The expressions.
    pub terms: Terms,
    ints: HashMap<Key, Int>,
    bools: HashMap<Key, Bool>,
    check: &'p dyn Fn() -> bool,
    bindings: usize,
}

impl<'p> Grounder<'p> {
    /// Makes a grounder without expressions. `check` returns whether to give up.
    pub fn new(glossary: &'p Glossary, layout: &'p Layout, check: &'p dyn Fn() -> bool) -> Self {
        Grounder {
            glossary,
            layout,
            terms: Terms::default(),
            ints: HashMap::new(),
            bools: HashMap::new(),
            check,
            bindings: 0,
        }
    }

    /// Counts one more binding of variables.
    ///
    /// # Errors
    /// Returns an error if there are too many, or it is time to stop.
    pub fn step(&mut self) -> Result<(), CompileError> {
        self.bindings += 1;
        if self.bindings.is_multiple_of(POLL_EVERY) && (self.check)() {
            return Err(CompileError::Stopped);
        }
        if self.bindings > MAX_BINDINGS {
            return Err(CompileError::TooManyBindings);
        }
        Ok(())
    }

    pub(super) fn number(&mut self, units: i64) -> Int {
        *self.ints.entry(Key::Number(units)).or_insert_with(|| self.terms.number(units))
    }

    pub(super) fn variable(&mut self, place: usize) -> Int {
        *self.ints.entry(Key::Variable(place)).or_insert_with(|| self.terms.variable(place))
    }

    pub(super) fn flag(&mut self, place: usize) -> Bool {
        *self.bools.entry(Key::Flag(place)).or_insert_with(|| self.terms.flag(place))
    }

    /// Negation.
    pub fn not(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::Known(value) => Truth::Known(!value),
            Truth::Term(term) => {
                let key = Key::Not(term.place());
                Truth::Term(*self.bools.entry(key).or_insert_with(|| self.terms.not(term)))
            }
        }
    }

    /// Conjunction.
    pub fn and(&mut self, parts: &[Truth]) -> Truth {
        self.join(parts, true)
    }

    /// Disjunction.
    pub fn or(&mut self, parts: &[Truth]) -> Truth {
        self.join(parts, false)
    }

    fn join(&mut self, parts: &[Truth], neutral: bool) -> Truth {
        if parts.contains(&Truth::Known(!neutral)) {
            return Truth::Known(!neutral);
        }
        let mut terms: Vec<Bool> = parts
            .iter()
            .filter_map(|part| match part {
                Truth::Term(term) => Some(*term),
                Truth::Known(_) => None,
            })
            .collect();
        terms.sort_unstable_by_key(|term| term.place());
        terms.dedup();
        match terms[..] {
            [] => Truth::Known(neutral),
            [only] => Truth::Term(only),
            _ => {
                let places = terms.iter().map(|term| term.place()).collect();
                let key = if neutral { Key::And(places) } else { Key::Or(places) };
                let made = self.bools.entry(key).or_insert_with(|| {
                    if neutral { self.terms.and(&terms) } else { self.terms.or(&terms) }
                });
                Truth::Term(*made)
            }
        }
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(true), other) | (other, Truth::Known(true)) => other,
            (Truth::Known(false), other) | (other, Truth::Known(false)) => self.not(other),
            (Truth::Term(a), Truth::Term(b)) if a == b => Truth::Known(true),
            (Truth::Term(a), Truth::Term(b)) => Truth::Term(self.terms.iff(a, b)),
        }
    }

    /// A number as an expression in units of `1 / 10^digits`.
    pub fn term(&mut self, num: Num, digits: u32) -> Result<Int, CompileError> {
        match num {
            Num::Known(number) => {
                let units = number.at(digits).ok_or(CompileError::LargeNumber)?;
                Ok(self.number(units))
            }
            Num::Term(term, own) if own == digits => Ok(term),
            Num::Term(term, own) => {
                let by = digits.checked_sub(own).ok_or(CompileError::LargeNumber)?;
                let factor = scaled(1, by).ok_or(CompileError::LargeNumber)?;
                Ok(self.terms.scale(factor, term))
            }
        }
    }

    /// A comparison.
    pub fn compare(&mut self, a: Num, relation: Relation, b: Num) -> Result<Truth, CompileError> {
        let digits = a.digits().max(b.digits());
        if let (Num::Known(a), Num::Known(b)) = (a, b) {
            let (a, b) = (
                a.at(digits).ok_or(CompileError::LargeNumber)?,
                b.at(digits).ok_or(CompileError::LargeNumber)?,
            );
            return Ok(Truth::Known(relation.holds(a.cmp(&b) as i64, 0)));
        }
        let (a, b) = (self.term(a, digits)?, self.term(b, digits)?);
        if a == b {
            return Ok(Truth::Known(relation.holds(0, 0)));
        }
        let (a, relation, b) =
            if a.place() < b.place() { (a, relation, b) } else { (b, relation.mirrored(), a) };
        let key = Key::Compare(a.place(), relation, b.place());
        let made = self.bools.entry(key).or_insert_with(|| self.terms.compare(a, relation, b));
        Ok(Truth::Term(*made))
    }
}

impl Num {
    /// The decimal places.
    #[must_use]
    pub fn digits(&self) -> u32 {
        match self {
            Num::Known(number) => number.digits,
            Num::Term(_, digits) => *digits,
        }
    }
}

/// Values of the variables of a table.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'a> {
    /// The variables.
    pub variables: &'a [Variable],
    /// Their values, in the units of their types.
    pub values: &'a [i64],
}

impl Bound<'_> {
    pub(super) fn value(&self, glossary: &Glossary, place: Quantified) -> Num {
        let digits = glossary.digits(self.variables[place.0].kind);
        Num::Known(Decimal { units: self.values[place.0], digits })
    }
}
