//! Takes what the constraints post, into a model and expressions; `build.rs` completes the model.
//!
//! Variables of the file are variables of the model, numbers, or sums of these. A number that a
//! constraint needs as a variable becomes one hidden variable. Expressions are flattened last.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::flatten::{Bool, Int, Terms};
use parallax_model::{
    Atom, Automaton, Constraint, Domain, MAX_VALUE, Model, ModelError, Reify, Relation,
    Term as Part, Value, VarId,
};

use super::document::{Document, IntSet, List, Term};
use super::int_set::Ranges;
use super::truth::{Literal, Truth};
use crate::error::PostError;

/// Maximum number of variables and atoms that all constraints post.
pub(super) const MAX_POSTED: usize = 50_000_000;

/// Pieces between two calls of `stop`.
const POLL_EVERY: usize = 1 << 14;

/// A variable of the file in the model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// A variable.
    Variable(VarId),
    /// The only value that it can have.
    Number(Value),
    /// A sum of other variables of the file and a constant.
    Sum(Vec<(i64, Term)>, i64),
}

/// A term of the file in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Number(i64),
    Variable(VarId),
}

/// The constraints that were posted so far.
pub(super) struct Draft<'d> {
    pub(super) document: &'d Document,
    /// By variable of the file.
    pub(super) places: Vec<Place>,
    pub(super) model: Model,
    pub(super) terms: Terms,
    /// Expressions that are true, with the constraint that says so.
    pub(super) asserted: Vec<(u32, Bool)>,
    numbers: HashMap<Value, VarId>,
    negations: HashMap<VarId, VarId>,
    /// Automata that constraints share, by transitions, start and accepting states.
    pub(super) automata: HashMap<(List, i64, IntSet), Arc<Automaton>>,
    ints: HashMap<Item, Int>,
    /// The constraint that posts, and its label.
    pub(super) entry: u32,
    pub(super) label: String,
    hidden: usize,
    spent: usize,
    stop: &'d dyn Fn() -> bool,
}

impl<'d> Draft<'d> {
    /// Creates a draft of a model that has the variables.
    pub(super) fn new(
        document: &'d Document,
        model: Model,
        places: Vec<Place>,
        stop: &'d dyn Fn() -> bool,
    ) -> Self {
        Draft {
            document,
            places,
            model,
            terms: Terms::default(),
            asserted: Vec::new(),
            numbers: HashMap::new(),
            negations: HashMap::new(),
            automata: HashMap::new(),
            ints: HashMap::new(),
            entry: 0,
            label: String::new(),
            hidden: 0,
            spent: 0,
            stop,
        }
    }

    /// Counts variables and atoms before they are posted.
    pub(super) fn spend(&mut self, pieces: usize) -> Result<(), PostError> {
        let before = self.spent;
        self.spent = self.spent.saturating_add(pieces);
        if before / POLL_EVERY != self.spent / POLL_EVERY && (self.stop)() {
            return Err(PostError::Stopped);
        }
        if self.spent > MAX_POSTED {
            return Err(PostError::TooManyParts);
        }
        Ok(())
    }

    /// Returns the place of a variable of the file.
    pub(super) fn place(&self, term: Term) -> Option<&Place> {
        match term {
            Term::Value(_) => None,
            Term::Var(var) => self.places.get(var.0 as usize),
        }
    }

    /// Returns a term. A variable with one value is a number.
    pub(super) fn item(&self, term: Term) -> Result<Item, PostError> {
        match (term, self.place(term)) {
            (Term::Value(value), _) => Ok(Item::Number(value)),
            (_, Some(Place::Variable(variable))) => {
                let domain = self.model.domain(*variable);
                Ok(match domain.min() {
                    Some(only) if domain.max() == Some(only) => Item::Number(only.into()),
                    _ => Item::Variable(*variable),
                })
            }
            (_, Some(Place::Number(number))) => Ok(Item::Number((*number).into())),
            _ => Err(PostError::NoPlace),
        }
    }

    /// Returns the terms of a list.
    pub(super) fn items(&mut self, list: List) -> Result<Vec<Item>, PostError> {
        let terms = self.document.list(list);
        self.spend(terms.len())?;
        terms.iter().map(|term| self.item(term)).collect()
    }

    /// Returns the variables of a list; numbers become hidden variables.
    pub(super) fn variables(&mut self, list: List) -> Result<Vec<VarId>, PostError> {
        self.items(list)?.into_iter().map(|item| self.of_item(item)).collect()
    }

    /// Returns the variable of a term; a number becomes a hidden variable.
    pub(super) fn variable(&mut self, term: Term) -> Result<VarId, PostError> {
        let item = self.item(term)?;
        self.of_item(item)
    }

    /// Returns the variable of an item; a number becomes a hidden variable.
    pub(super) fn of_item(&mut self, item: Item) -> Result<VarId, PostError> {
        let number = match item {
            Item::Variable(variable) => return Ok(variable),
            Item::Number(number) => value(number)?,
        };
        if let Some(&known) = self.numbers.get(&number) {
            return Ok(known);
        }
        let added = self.add_hidden(format!("number {number}"), Domain::range(number, number))?;
        self.numbers.insert(number, added);
        Ok(added)
    }

    /// Returns a new hidden variable.
    pub(super) fn hidden(&mut self, domain: Domain) -> Result<VarId, PostError> {
        self.hidden += 1;
        self.add_hidden(format!("hidden {}", self.hidden), domain)
    }

    fn add_hidden(&mut self, name: String, domain: Domain) -> Result<VarId, PostError> {
        Ok(self.model.add_hidden(name, domain)?)
    }

    /// Returns a term as an operand of an expression.
    pub(super) fn int(&mut self, term: Term) -> Result<Int, PostError> {
        let item = self.item(term)?;
        Ok(self.int_of(item))
    }

    /// Returns an item as an operand of an expression.
    pub(super) fn int_of(&mut self, item: Item) -> Int {
        let terms = &mut self.terms;
        *self.ints.entry(item).or_insert_with(|| match item {
            Item::Number(number) => terms.number(number),
            Item::Variable(variable) => terms.variable(variable.index()),
        })
    }

    /// Returns the terms of a list as operands of an expression.
    pub(super) fn ints(&mut self, list: List) -> Result<Vec<Int>, PostError> {
        let items = self.items(list)?;
        Ok(items.into_iter().map(|item| self.int_of(item)).collect())
    }

    /// Returns the value of a bool that is known; `None` for a variable.
    pub(super) fn truth_of(&self, term: Term) -> Result<Option<bool>, PostError> {
        Ok(match self.item(term)? {
            Item::Number(number) => Some(number == 1),
            Item::Variable(_) => None,
        })
    }

    /// Returns a bool as a literal that is true exactly when it is `wanted`.
    pub(super) fn literal(&self, term: Term, wanted: bool) -> Result<Literal, PostError> {
        Ok(match self.item(term)? {
            Item::Number(number) => Literal::Known((number == 1) == wanted),
            Item::Variable(v) => Literal::Atom(Atom::new(v, Relation::Eq, wanted.into())),
        })
    }

    /// Returns the bools of a list as literals that are true exactly when they are `wanted`.
    pub(super) fn literals(&mut self, list: List, wanted: bool) -> Result<Vec<Literal>, PostError> {
        let terms = self.document.list(list);
        self.spend(terms.len())?;
        terms.iter().map(|term| self.literal(term, wanted)).collect()
    }

    /// Returns a bool as an expression.
    pub(super) fn flag(&mut self, term: Term) -> Result<Bool, PostError> {
        Ok(match self.item(term)? {
            Item::Number(number) => self.terms.truth(number == 1),
            Item::Variable(variable) => self.terms.flag(variable.index()),
        })
    }

    /// Returns the least and the greatest value of an item; `None` if it has none.
    pub(super) fn ends(&self, item: Item) -> Option<(i64, i64)> {
        match item {
            Item::Number(number) => Some((number, number)),
            Item::Variable(variable) => {
                let domain = self.model.domain(variable);
                Some((domain.min()?.into(), domain.max()?.into()))
            }
        }
    }

    /// Returns whether an item may have a value.
    pub(super) fn may_be(&self, item: Item, number: i64) -> bool {
        match item {
            Item::Number(own) => own == number,
            Item::Variable(variable) => {
                Value::try_from(number).is_ok_and(|own| self.model.domain(variable).contains(own))
            }
        }
    }

    /// Returns the values of an item; `None` for a number beyond those of models.
    pub(super) fn domain(&self, item: Item) -> Option<Domain> {
        match item {
            Item::Number(number) => value(number).ok().map(|own| Domain::range(own, own)),
            Item::Variable(variable) => Some(self.model.domain(variable).clone()),
        }
    }

    /// Returns a constant set.
    pub(super) fn set(&self, set: IntSet) -> &'d Ranges {
        self.document.ranges(set)
    }

    /// Posts a constraint.
    pub(super) fn post(&mut self, constraint: Constraint) -> Result<(), PostError> {
        self.spend(4)?;
        self.model.post(self.label.as_str(), constraint).map_err(|error| match error {
            // The caller names the constraint.
            ModelError::Constraint { label, fault, .. } if !label.is_empty() => fault.into(),
            other => other.into(),
        })
    }

    /// Posts that an expression is true.
    pub(super) fn assert(&mut self, bool: Bool) {
        self.asserted.push((self.entry, bool));
    }

    /// Returns a variable that is 1 exactly when a boolean one is 0.
    pub(super) fn negation(&mut self, variable: VarId) -> Result<VarId, PostError> {
        if let Some(&known) = self.negations.get(&variable) {
            return Ok(known);
        }
        let truth = self.hidden(Domain::boolean())?;
        let atom = Atom::new(variable, Relation::Eq, 0);
        self.post(Constraint::Reify(Reify { truth, atom }))?;
        self.negations.insert(variable, truth);
        Ok(truth)
    }

    /// Returns the parts of a sum with each variable once, and its constant.
    pub(super) fn merged(
        &mut self,
        parts: impl Iterator<Item = (i64, Term)>,
    ) -> Result<(Vec<Part>, i64), PostError> {
        let mut sum = Merged::default();
        for (coefficient, term) in parts {
            self.spend(1)?;
            match self.place(term) {
                Some(Place::Sum(own, constant)) => {
                    for &(factor, term) in own {
                        let factor =
                            factor.checked_mul(coefficient).ok_or(PostError::LargeNumber)?;
                        sum.add(factor, self.item(term)?)?;
                    }
                    sum.add(coefficient, Item::Number(*constant))?;
                }
                _ => sum.add(coefficient, self.item(term)?)?,
            }
        }
        sum.parts.retain(|part| part.coefficient != 0);
        Ok((sum.parts, sum.constant))
    }
}

/// A sum in which each variable occurs once.
#[derive(Default)]
struct Merged {
    places: HashMap<VarId, usize>,
    parts: Vec<Part>,
    constant: i64,
}

impl Merged {
    fn add(&mut self, coefficient: i64, item: Item) -> Result<(), PostError> {
        match item {
            Item::Number(number) => {
                let product = coefficient.checked_mul(number);
                let total = product.and_then(|own| self.constant.checked_add(own));
                self.constant = total.ok_or(PostError::LargeNumber)?;
            }
            Item::Variable(variable) => {
                let place = *self.places.entry(variable).or_insert(self.parts.len());
                match self.parts.get_mut(place) {
                    None => self.parts.push(Part { coefficient, variable }),
                    Some(part) => {
                        let total = part.coefficient.checked_add(coefficient);
                        part.coefficient = total.ok_or(PostError::LargeNumber)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Truth {
    /// Returns the truth that a list of literals has no false one.
    pub(super) fn all(literals: Vec<Literal>) -> Self {
        Truth::All(literals).simplified()
    }

    /// Returns the truth that a list of literals has a true one.
    pub(super) fn any(literals: Vec<Literal>) -> Self {
        Truth::Any(literals).simplified()
    }
}

/// Returns a number as a value of the model.
pub(super) fn value(number: i64) -> Result<Value, PostError> {
    Value::try_from(number)
        .ok()
        .filter(|own| own.unsigned_abs() <= MAX_VALUE.unsigned_abs())
        .ok_or(PostError::LargeValue { number })
}
