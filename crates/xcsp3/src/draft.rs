//! Collects what the constraints of a document post; `build.rs` makes the model of it.
//!
//! Constraints refer to [`Slot`]s: variables, numbers, expressions, hidden variables. When all have
//! posted, expressions are flattened, each number becomes one hidden variable, and the slots become
//! the variables of the model. Every hidden variable is determined by the shown ones, so the model
//! has as many solutions as the file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::flatten::{Bool, Int, Node, Terms};
use parallax_model::{
    Atom, Automaton, Clause, Compare, Constraint, Domain, Linear, MAX_VALUE, Product, Relation,
    Term, Value,
};

use super::arena::Arena;
use super::automata::Machine;
use super::conditions::Condition;
use super::constraints::extension::WrittenOut;
use super::document::Document;
use super::error::PostError;
use super::items::{Item, narrow, related};
use super::pieces::Pieces;

/// A variable of the model to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// A variable of the document.
    Variable(u32),
    /// A number.
    Number(Value),
    /// The value of an expression.
    Term(Int),
    /// A hidden variable of the draft.
    Hidden(u32),
}

/// Maximum number of variables and atoms that all constraints post.
pub(super) const MAX_POSTED: usize = 50_000_000;

/// The constraints that were posted so far.
pub(super) struct Draft<'d> {
    document: &'d Document,
    /// The expressions of the document; a copy of them once more are needed.
    pub(super) arena: Cow<'d, Arena>,
    /// The domains of variables that an instantiation fixes.
    pub(super) fixed: HashMap<u32, Domain>,
    pub(super) hidden: Vec<Domain>,
    /// The expressions that need a variable, with the constraint that needs it first.
    pub(super) terms: Pieces<(u32, Int)>,
    pub(super) asserted: Pieces<(u32, Bool)>,
    pub(super) posted: Pieces<(u32, Constraint<Slot>)>,
    automata: HashMap<*const Machine, Arc<Automaton>>,
    pub(super) written: WrittenOut,
    /// The constraint that posts.
    pub(super) entry: u32,
    spent: usize,
}

impl<'d> Draft<'d> {
    /// Creates an empty draft of the model of a document.
    pub(super) fn new(document: &'d Document) -> Self {
        Draft {
            document,
            arena: Cow::Borrowed(&document.arena),
            fixed: HashMap::new(),
            hidden: Vec::new(),
            terms: Pieces::new(),
            asserted: Pieces::new(),
            posted: Pieces::new(),
            automata: HashMap::new(),
            written: HashMap::new(),
            entry: 0,
            spent: 0,
        }
    }

    /// Returns the expressions, to add some.
    pub(super) fn arena(&mut self) -> &mut Arena {
        self.arena.to_mut()
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.arena.terms
    }

    /// Counts variables and atoms before they are posted.
    pub(super) fn spend(&mut self, pieces: usize) -> Result<(), PostError> {
        self.spent = self.spent.saturating_add(pieces);
        if self.spent > MAX_POSTED {
            return Err(PostError::TooManyParts);
        }
        Ok(())
    }

    /// Returns the slot of an item.
    pub(super) fn slot(&mut self, item: Item) -> Result<Slot, PostError> {
        Ok(match item {
            Item::Number(number) => Slot::Number(value(number)?),
            Item::Variable(variable) => Slot::Variable(variable),
            Item::Int(int) => self.term(int),
            Item::Bool(bool) => {
                let int = self.arena().number_of(bool);
                self.term(int)
            }
        })
    }

    /// Returns the slot of an expression.
    pub(super) fn term(&mut self, int: Int) -> Slot {
        self.terms.push((self.entry, int));
        Slot::Term(int)
    }

    /// Returns the slots of items.
    pub(super) fn slots(&mut self, items: &[Item]) -> Result<Vec<Slot>, PostError> {
        self.spend(items.len())?;
        items.iter().map(|&item| self.slot(item)).collect()
    }

    /// Returns a new hidden variable.
    pub(super) fn hidden(&mut self, domain: Domain) -> Slot {
        self.hidden.push(domain);
        Slot::Hidden(self.hidden.len() as u32 - 1)
    }

    /// Returns the domain of an item; `None` for an expression.
    pub(super) fn domain(&self, item: Item) -> Option<Domain> {
        match item {
            Item::Number(number) => narrow(number).map(|value| Domain::range(value, value)),
            Item::Variable(variable) => {
                self.document.variables.get(variable as usize).map(|own| own.domain.clone())
            }
            Item::Int(_) | Item::Bool(_) => None,
        }
    }

    /// Returns the greatest magnitude of a variable or number; `None` for other expressions.
    pub(super) fn magnitude(&self, int: Int) -> Option<u64> {
        match self.arena.terms.of_int(int) {
            Node::Number(number) => Some(number.unsigned_abs()),
            Node::Variable(variable) => {
                let domain = self.domain(Item::Variable(variable))?;
                let ends = [domain.min()?, domain.max()?];
                ends.into_iter().map(|end| u64::from(end.unsigned_abs())).max()
            }
            _ => None,
        }
    }

    /// Returns the values that some of the items may take; `None` if one is an expression.
    pub(super) fn union(&self, items: &[Item]) -> Option<Domain> {
        let mut intervals = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for &item in items {
            if seen.insert(item) {
                intervals.extend(self.domain(item)?.intervals());
            }
        }
        Some(Domain::from_intervals(intervals))
    }

    /// Fixes a variable, so that its domain has at most this value.
    pub(super) fn fix(&mut self, variable: u32, value: i64) {
        let Some(own) = self.document.variables.get(variable as usize) else { return };
        let now = self.fixed.get(&variable).unwrap_or(&own.domain);
        let kept = narrow(value).filter(|&value| now.contains(value));
        self.fixed.insert(variable, Domain::of(kept));
    }

    /// Posts that an expression is true.
    pub(super) fn assert(&mut self, bool: Bool) {
        self.asserted.push((self.entry, bool));
    }

    /// Posts a constraint.
    pub(super) fn post(&mut self, constraint: Constraint<Slot>) {
        self.posted.push((self.entry, constraint));
    }

    /// Posts that one of the atoms is true.
    pub(super) fn clause(&mut self, atoms: Vec<Atom<Slot>>) -> Result<(), PostError> {
        self.spend(atoms.len())?;
        self.post(Constraint::Clause(Clause { atoms }));
        Ok(())
    }

    /// Returns a slot for the product of some expressions, and for each product of the first ones,
    /// all of which lie in the domain; `None` without expressions.
    pub(super) fn partial_product(
        &mut self,
        factors: &[Int],
        domain: &Domain,
    ) -> Result<Option<Slot>, PostError> {
        self.spend(factors.len())?;
        let mut product = None;
        for &factor in factors {
            let right = self.term(factor);
            product = Some(match product {
                None => right,
                Some(left) => {
                    let result = self.hidden(domain.clone());
                    self.post(Product { left, right, result }.into());
                    result
                }
            });
        }
        Ok(product)
    }

    /// Posts `left relation right + offset`.
    pub(super) fn compare(&mut self, left: Slot, relation: Relation, right: Slot, offset: i64) {
        self.post(Constraint::Compare(Compare { left, relation, right, offset }));
    }

    /// Posts a condition on the sum of `coefficient * item`; the items are numbers and variables.
    pub(super) fn linear(
        &mut self,
        parts: &(impl Iterator<Item = (i64, Item)> + Clone),
        condition: &Condition,
    ) -> Result<(), PostError> {
        let (mut terms, mut constant) = self.merged(parts.clone())?;
        let (relation, bound) = match condition {
            Condition::Compare(relation, Item::Number(number)) => (*relation, *number),
            Condition::Compare(relation, item) => {
                let slot = self.slot(*item)?;
                add(&mut terms, slot, -1)?;
                (*relation, 0)
            }
            Condition::Member(set, true) if set.intervals().len() == 1 => {
                let (low, high) = set.intervals()[0];
                self.related(terms.clone(), Relation::Ge, subtract(low, constant)?);
                self.related(terms, Relation::Le, subtract(high, constant)?);
                return Ok(());
            }
            Condition::Member(set, inside) => {
                let Some((low, high)) = self.range(&terms, constant) else {
                    let int = self.weighted(parts.clone());
                    let bool = condition.of(self.arena(), int);
                    self.assert(bool);
                    return Ok(());
                };
                let total = self.hidden(set.within(low, high, *inside));
                add(&mut terms, total, -1)?;
                (Relation::Eq, 0)
            }
        };
        constant = subtract(bound, constant)?;
        self.related(terms, relation, constant);
        Ok(())
    }

    /// Posts `place = width * row + column - constant`.
    pub(super) fn place_in_matrix(
        &mut self,
        place: Slot,
        [row, column]: [Slot; 2],
        width: i64,
        constant: i64,
    ) {
        let term = |coefficient, variable| Term { coefficient, variable };
        let terms = if row == column {
            vec![term(width + 1, row), term(-1, place)]
        } else {
            vec![term(width, row), term(1, column), term(-1, place)]
        };
        self.post(Constraint::Linear(Linear { terms, relation: Relation::Eq, constant }));
    }

    /// Returns the sum of `coefficient * item` as an expression.
    pub(super) fn weighted(&mut self, parts: impl Iterator<Item = (i64, Item)>) -> Int {
        let mut ints = Vec::new();
        for (coefficient, item) in parts {
            let int = self.arena().int(item);
            ints.push(match coefficient {
                1 => int,
                _ => self.arena().terms.scale(coefficient, int),
            });
        }
        self.arena().terms.sum(&ints)
    }

    /// Merges the terms of a variable, and adds up the numbers.
    fn merged(
        &mut self,
        parts: impl Iterator<Item = (i64, Item)>,
    ) -> Result<(Vec<Term<Slot>>, i64), PostError> {
        let mut places: HashMap<Slot, usize> = HashMap::new();
        let (mut terms, mut constant): (Vec<Term<Slot>>, i64) = (Vec::new(), 0);
        for (coefficient, item) in parts {
            self.spend(1)?;
            if let Item::Number(number) = item {
                let product = coefficient.checked_mul(number);
                constant = product
                    .and_then(|own| constant.checked_add(own))
                    .ok_or(PostError::LargeNumber)?;
                continue;
            }
            let variable = self.slot(item)?;
            let place = *places.entry(variable).or_insert(terms.len());
            match terms.get_mut(place) {
                None => terms.push(Term { coefficient, variable }),
                Some(term) => {
                    term.coefficient =
                        term.coefficient.checked_add(coefficient).ok_or(PostError::LargeNumber)?;
                }
            }
        }
        terms.retain(|term| term.coefficient != 0);
        Ok((terms, constant))
    }

    /// Posts a sum compared with a number, in the simplest form.
    fn related(&mut self, terms: Vec<Term<Slot>>, relation: Relation, constant: i64) {
        let pair = |t: &[Term<Slot>]| (t[0].coefficient, t[1].coefficient);
        if terms.len() == 2 && constant.unsigned_abs() <= MAX_VALUE as u64 {
            let (first, second) = (terms[0].variable, terms[1].variable);
            match pair(&terms) {
                (1, -1) => return self.compare(first, relation, second, constant),
                (-1, 1) => return self.compare(second, relation, first, constant),
                _ => {}
            }
        }
        self.post(Constraint::Linear(Linear { terms, relation, constant }));
    }

    /// Returns the least and the greatest value of a sum, if they are values of models.
    fn range(&self, terms: &[Term<Slot>], constant: i64) -> Option<(Value, Value)> {
        let (mut low, mut high) = (i128::from(constant), i128::from(constant));
        for term in terms {
            let Slot::Variable(variable) = term.variable else { return None };
            let domain = self.domain(Item::Variable(variable))?;
            let ends = [domain.min()?, domain.max()?]
                .map(|end| i128::from(end) * i128::from(term.coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        let value = |n: i128| i64::try_from(n).ok().and_then(narrow);
        Some((value(low)?, value(high)?))
    }

    /// Returns a slot for a result from `low` to `high` on which the condition is posted.
    pub(super) fn total(
        &mut self,
        low: Value,
        high: Value,
        condition: &Condition,
    ) -> Result<Slot, PostError> {
        let domain = match condition {
            Condition::Compare(Relation::Eq, item @ (Item::Variable(_) | Item::Int(_))) => {
                return self.slot(*item);
            }
            Condition::Compare(relation, item) => match item {
                Item::Number(number) => related(low, high, *relation, *number),
                _ => {
                    let total = self.hidden(Domain::range(low, high));
                    let other = self.slot(*item)?;
                    self.compare(total, *relation, other, 0);
                    return Ok(total);
                }
            },
            Condition::Member(set, inside) => set.within(low, high, *inside),
        };
        if domain.is_empty() {
            self.clause(Vec::new())?;
            return Ok(self.hidden(Domain::range(low, high)));
        }
        Ok(match (domain.min(), domain.max()) {
            (Some(only), Some(max)) if only == max => Slot::Number(only),
            _ => self.hidden(domain),
        })
    }

    /// Returns the deterministic automaton of one of the file; constraints share it.
    pub(super) fn automaton(
        &mut self,
        machine: &Arc<Machine>,
    ) -> Result<Arc<Automaton>, PostError> {
        if let Some(known) = self.automata.get(&Arc::as_ptr(machine)) {
            return Ok(known.clone());
        }
        let automaton = Arc::new(machine.nfa.determined()?);
        self.automata.insert(Arc::as_ptr(machine), automaton.clone());
        Ok(automaton)
    }
}

fn subtract(a: i64, b: i64) -> Result<i64, PostError> {
    a.checked_sub(b).ok_or(PostError::LargeNumber)
}

/// Adds `coefficient * variable` to a sum without repeated variables.
fn add(terms: &mut Vec<Term<Slot>>, variable: Slot, coefficient: i64) -> Result<(), PostError> {
    match terms.iter_mut().find(|term| term.variable == variable) {
        None => terms.push(Term { coefficient, variable }),
        Some(term) => {
            term.coefficient =
                term.coefficient.checked_add(coefficient).ok_or(PostError::LargeNumber)?;
        }
    }
    terms.retain(|term| term.coefficient != 0);
    Ok(())
}

/// Returns a number as a value of the model.
pub(super) fn value(number: i64) -> Result<Value, PostError> {
    narrow(number).ok_or(PostError::LargeValue { number })
}
