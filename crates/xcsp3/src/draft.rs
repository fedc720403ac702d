//! Collects what the constraints of a document post; `build.rs` makes the model from it.
//!
//! Constraints refer to [`ModelSlot`]s: variables, numbers, expressions, hidden variables. When all
//! have posted, expressions are flattened, each number becomes one hidden variable, and the slots
//! become the variables of the model. Every hidden variable is determined by the shown ones, so the
//! model has as many solutions as the file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::flatten::{BoolExpression, DagNode, ExpressionDag, IntExpression};
use parallax_model::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, DeterministicAutomaton,
    Domain, Linear, LinearTerm, MAX_VALUE, Product, Value,
};

use super::arena::Xcsp3Arena;
use super::automata::FileAutomaton;
use super::chunked_list::ChunkedList;
use super::conditions::NumberCondition;
use super::constraints::extension::WrittenOut;
use super::document::Xcsp3Document;
use super::error::Xcsp3PostError;
use super::items::{ListItem, narrow_value, related_numbers};

/// A variable of the model to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ModelSlot {
    /// A variable of the document.
    Variable(u32),
    /// A number.
    Number(Value),
    /// The value of an expression.
    Term(IntExpression),
    /// A hidden variable of the draft.
    Hidden(u32),
}

/// Maximum number of variables and atoms that all constraints post.
pub(super) const MAX_POSTED: usize = 50_000_000;

/// The constraints posted so far.
pub(super) struct Xcsp3ModelDraft<'d> {
    document: &'d Xcsp3Document,
    /// The expressions of the document; a copy as soon as more are needed.
    pub(super) arena: Cow<'d, Xcsp3Arena>,
    /// The domains of variables that an instantiation fixes.
    pub(super) fixed: HashMap<u32, Domain>,
    pub(super) hidden: Vec<Domain>,
    /// The expressions that need a variable, with the constraint that needs it first.
    pub(super) terms: ChunkedList<(u32, IntExpression)>,
    pub(super) asserted: ChunkedList<(u32, BoolExpression)>,
    pub(super) posted: ChunkedList<(u32, Constraint<ModelSlot>)>,
    automata: HashMap<*const FileAutomaton, Arc<DeterministicAutomaton>>,
    pub(super) written: WrittenOut,
    /// The constraint that is posting.
    pub(super) entry: u32,
    spent: usize,
}

impl<'d> Xcsp3ModelDraft<'d> {
    /// Creates an empty draft of the model of a document.
    pub(super) fn new(document: &'d Xcsp3Document) -> Self {
        Xcsp3ModelDraft {
            document,
            arena: Cow::Borrowed(&document.arena),
            fixed: HashMap::new(),
            hidden: Vec::new(),
            terms: ChunkedList::new(),
            asserted: ChunkedList::new(),
            posted: ChunkedList::new(),
            automata: HashMap::new(),
            written: HashMap::new(),
            entry: 0,
            spent: 0,
        }
    }

    /// Returns the expressions, to add some.
    pub(super) fn arena_mut(&mut self) -> &mut Xcsp3Arena {
        self.arena.to_mut()
    }

    pub(super) fn terms(&self) -> &ExpressionDag {
        &self.arena.terms
    }

    /// Counts variables and atoms before they are posted.
    pub(super) fn spend_pieces(&mut self, pieces: usize) -> Result<(), Xcsp3PostError> {
        self.spent = self.spent.saturating_add(pieces);
        if self.spent > MAX_POSTED {
            return Err(Xcsp3PostError::TooManyParts);
        }
        Ok(())
    }

    /// Returns the slot of an item.
    pub(super) fn item_slot(&mut self, item: ListItem) -> Result<ModelSlot, Xcsp3PostError> {
        Ok(match item {
            ListItem::Number(number) => ModelSlot::Number(model_value(number)?),
            ListItem::Variable(variable) => ModelSlot::Variable(variable),
            ListItem::Int(int) => self.term_slot(int),
            ListItem::Bool(bool) => {
                let int = self.arena_mut().number_of(bool);
                self.term_slot(int)
            }
        })
    }

    /// Returns the slot of an expression.
    pub(super) fn term_slot(&mut self, int: IntExpression) -> ModelSlot {
        // One entry for each use: a model for explanations needs every constraint that uses the
        // expression.
        self.terms.push_element((self.entry, int));
        ModelSlot::Term(int)
    }

    /// Returns the slots of items.
    pub(super) fn item_slots(
        &mut self,
        items: &[ListItem],
    ) -> Result<Vec<ModelSlot>, Xcsp3PostError> {
        self.spend_pieces(items.len())?;
        items.iter().map(|&item| self.item_slot(item)).collect()
    }

    /// Returns a new hidden variable.
    pub(super) fn new_hidden(&mut self, domain: Domain) -> ModelSlot {
        self.hidden.push(domain);
        ModelSlot::Hidden(self.hidden.len() as u32 - 1)
    }

    /// Returns the domain of an item; `None` for an expression.
    pub(super) fn item_domain(&self, item: ListItem) -> Option<Domain> {
        match item {
            ListItem::Number(number) => {
                narrow_value(number).map(|value| Domain::from_range(value, value))
            }
            ListItem::Variable(variable) => self
                .document
                .variables
                .get(variable as usize)
                .map(|variable| variable.domain.clone()),
            ListItem::Int(_) | ListItem::Bool(_) => None,
        }
    }

    /// Returns the greatest magnitude of a variable or number; `None` for other expressions.
    pub(super) fn max_magnitude(&self, int: IntExpression) -> Option<u64> {
        match self.arena.terms.of_int(int) {
            DagNode::Number(number) => Some(number.unsigned_abs()),
            DagNode::Variable(variable) => {
                let domain = self.item_domain(ListItem::Variable(variable))?;
                let ends = [domain.min()?, domain.max()?];
                ends.into_iter().map(|end| u64::from(end.unsigned_abs())).max()
            }
            _ => None,
        }
    }

    /// Returns the values that some of the items may take; `None` if one is an expression.
    pub(super) fn union_domain(&self, items: &[ListItem]) -> Option<Domain> {
        let mut intervals = Vec::new();
        // Lists may repeat a variable many times.
        let mut seen = std::collections::HashSet::new();
        for &item in items {
            if seen.insert(item) {
                intervals.extend(self.item_domain(item)?.intervals());
            }
        }
        Some(Domain::from_intervals(intervals))
    }

    /// Fixes a variable, so that its domain has at most this value.
    pub(super) fn fix_variable(&mut self, variable: u32, value: i64) {
        let Some(own) = self.document.variables.get(variable as usize) else { return };
        let now = self.fixed.get(&variable).unwrap_or(&own.domain);
        let kept = narrow_value(value).filter(|&value| now.contains(value));
        self.fixed.insert(variable, Domain::from_values(kept));
    }

    /// Posts that an expression is true.
    pub(super) fn assert_true(&mut self, bool: BoolExpression) {
        self.asserted.push_element((self.entry, bool));
    }

    /// Posts a constraint.
    pub(super) fn post_constraint(&mut self, constraint: Constraint<ModelSlot>) {
        self.posted.push_element((self.entry, constraint));
    }

    /// Posts that one of the atoms is true.
    pub(super) fn post_clause(
        &mut self,
        atoms: Vec<AtomicConstraint<ModelSlot>>,
    ) -> Result<(), Xcsp3PostError> {
        self.spend_pieces(atoms.len())?;
        self.post_constraint(Constraint::Clause(Clause { atoms }));
        Ok(())
    }

    /// Returns a slot for the product of some expressions, and for each product of the first ones,
    /// all of which lie in the domain; `None` without expressions.
    pub(super) fn partial_product(
        &mut self,
        factors: &[IntExpression],
        domain: &Domain,
    ) -> Result<Option<ModelSlot>, Xcsp3PostError> {
        self.spend_pieces(factors.len())?;
        let mut product = None;
        // x1 * x2 = p1, p1 * x3 = p2 and so on.
        for &factor in factors {
            let right = self.term_slot(factor);
            product = Some(match product {
                None => right,
                Some(left) => {
                    let result = self.new_hidden(domain.clone());
                    self.post_constraint(Product { left, right, result }.into());
                    result
                }
            });
        }
        Ok(product)
    }

    /// Posts `left relation right + offset`.
    pub(super) fn post_comparison(
        &mut self,
        left: ModelSlot,
        relation: ComparisonOperator,
        right: ModelSlot,
        offset: i64,
    ) {
        self.post_constraint(Constraint::Compare(Compare { left, relation, right, offset }));
    }

    /// Posts a condition on the sum of `coefficient * item`; the items are numbers and variables.
    pub(super) fn post_linear(
        &mut self,
        parts: &(impl Iterator<Item = (i64, ListItem)> + Clone),
        condition: &NumberCondition,
    ) -> Result<(), Xcsp3PostError> {
        let (mut terms, mut constant) = self.merge_terms(parts.clone())?;
        let (relation, bound) = match condition {
            NumberCondition::Compare(relation, ListItem::Number(number)) => (*relation, *number),
            NumberCondition::Compare(relation, item) => {
                let slot = self.item_slot(*item)?;
                add_term(&mut terms, slot, -1)?;
                (*relation, 0)
            }
            // A single interval is two bounds on the sum.
            NumberCondition::Member(set, true) if set.intervals().len() == 1 => {
                let (low, high) = set.intervals()[0];
                self.post_sum(
                    terms.clone(),
                    ComparisonOperator::Ge,
                    subtract_numbers(low, constant)?,
                );
                self.post_sum(terms, ComparisonOperator::Le, subtract_numbers(high, constant)?);
                return Ok(());
            }
            NumberCondition::Member(set, inside) => {
                // Otherwise a hidden total has the set as its domain, if its values are in the
                // range of models.
                let Some((low, high)) = self.sum_range(&terms, constant) else {
                    let int = self.weighted_sum(parts.clone());
                    let bool = condition.build_truth(self.arena_mut(), int);
                    self.assert_true(bool);
                    return Ok(());
                };
                let total = self.new_hidden(set.range_domain(low, high, *inside));
                add_term(&mut terms, total, -1)?;
                (ComparisonOperator::Eq, 0)
            }
        };
        constant = subtract_numbers(bound, constant)?;
        self.post_sum(terms, relation, constant);
        Ok(())
    }

    /// Posts `place = width * row + column - constant`.
    pub(super) fn place_in_matrix(
        &mut self,
        place: ModelSlot,
        [row, column]: [ModelSlot; 2],
        width: i64,
        constant: i64,
    ) {
        let term = |coefficient, variable| LinearTerm { coefficient, variable };
        // A linear constraint has each variable once.
        let terms = if row == column {
            vec![term(width + 1, row), term(-1, place)]
        } else {
            vec![term(width, row), term(1, column), term(-1, place)]
        };
        self.post_constraint(Constraint::Linear(Linear {
            terms,
            relation: ComparisonOperator::Eq,
            constant,
        }));
    }

    /// Returns the sum of `coefficient * item` as an expression.
    pub(super) fn weighted_sum(
        &mut self,
        parts: impl Iterator<Item = (i64, ListItem)>,
    ) -> IntExpression {
        let mut ints = Vec::new();
        for (coefficient, item) in parts {
            let int = self.arena_mut().item_int(item);
            ints.push(match coefficient {
                1 => int,
                _ => self.arena_mut().terms.add_multiple(coefficient, int),
            });
        }
        self.arena_mut().terms.add_sum(&ints)
    }

    /// Merges the terms of a variable, and adds up the numbers.
    fn merge_terms(
        &mut self,
        parts: impl Iterator<Item = (i64, ListItem)>,
    ) -> Result<(Vec<LinearTerm<ModelSlot>>, i64), Xcsp3PostError> {
        let mut places: HashMap<ModelSlot, usize> = HashMap::new();
        let (mut terms, mut constant): (Vec<LinearTerm<ModelSlot>>, i64) = (Vec::new(), 0);
        for (coefficient, item) in parts {
            self.spend_pieces(1)?;
            if let ListItem::Number(number) = item {
                let product = coefficient.checked_mul(number);
                constant = product
                    .and_then(|product| constant.checked_add(product))
                    .ok_or(Xcsp3PostError::LargeNumber)?;
                continue;
            }
            let variable = self.item_slot(item)?;
            // The first term of a variable takes the next index, and later ones are added to it.
            let index = *places.entry(variable).or_insert(terms.len());
            match terms.get_mut(index) {
                None => terms.push(LinearTerm { coefficient, variable }),
                Some(term) => {
                    term.coefficient = term
                        .coefficient
                        .checked_add(coefficient)
                        .ok_or(Xcsp3PostError::LargeNumber)?;
                }
            }
        }
        terms.retain(|term| term.coefficient != 0);
        Ok((terms, constant))
    }

    /// Posts a sum compared with a number, in the simplest form.
    fn post_sum(
        &mut self,
        terms: Vec<LinearTerm<ModelSlot>>,
        relation: ComparisonOperator,
        constant: i64,
    ) {
        let pair = |t: &[LinearTerm<ModelSlot>]| (t[0].coefficient, t[1].coefficient);
        // x - y related to c is x related to y + c, for which models have a simpler constraint.
        if terms.len() == 2 && constant.unsigned_abs() <= MAX_VALUE as u64 {
            let (first, second) = (terms[0].variable, terms[1].variable);
            match pair(&terms) {
                (1, -1) => return self.post_comparison(first, relation, second, constant),
                (-1, 1) => return self.post_comparison(second, relation, first, constant),
                _ => {}
            }
        }
        self.post_constraint(Constraint::Linear(Linear { terms, relation, constant }));
    }

    /// Returns the least and the greatest value of a sum, if they are values of models.
    fn sum_range(&self, terms: &[LinearTerm<ModelSlot>], constant: i64) -> Option<(Value, Value)> {
        let (mut low, mut high) = (i128::from(constant), i128::from(constant));
        for term in terms {
            let ModelSlot::Variable(variable) = term.variable else { return None };
            let domain = self.item_domain(ListItem::Variable(variable))?;
            // A negative coefficient exchanges the ends.
            let ends = [domain.min()?, domain.max()?]
                .map(|end| i128::from(end) * i128::from(term.coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        let value = |n: i128| i64::try_from(n).ok().and_then(narrow_value);
        Some((value(low)?, value(high)?))
    }

    /// Returns a slot for a result from `low` to `high` on which the condition is posted.
    pub(super) fn result_slot(
        &mut self,
        low: Value,
        high: Value,
        condition: &NumberCondition,
    ) -> Result<ModelSlot, Xcsp3PostError> {
        // An equality with a variable needs no further one: the variable itself is the result.
        let domain = match condition {
            NumberCondition::Compare(
                ComparisonOperator::Eq,
                item @ (ListItem::Variable(_) | ListItem::Int(_)),
            ) => {
                return self.item_slot(*item);
            }
            NumberCondition::Compare(relation, item) => match item {
                ListItem::Number(number) => related_numbers(low, high, *relation, *number),
                _ => {
                    let total = self.new_hidden(Domain::from_range(low, high));
                    let other = self.item_slot(*item)?;
                    self.post_comparison(total, *relation, other, 0);
                    return Ok(total);
                }
            },
            NumberCondition::Member(set, inside) => set.range_domain(low, high, *inside),
        };
        // No value satisfies the condition. The caller still needs a slot for its constraint.
        if domain.is_empty() {
            self.post_clause(Vec::new())?;
            return Ok(self.new_hidden(Domain::from_range(low, high)));
        }
        Ok(match (domain.min(), domain.max()) {
            (Some(only), Some(max)) if only == max => ModelSlot::Number(only),
            _ => self.new_hidden(domain),
        })
    }

    /// Returns the deterministic automaton of one of the file; constraints share it.
    pub(super) fn shared_automaton(
        &mut self,
        machine: &Arc<FileAutomaton>,
    ) -> Result<Arc<DeterministicAutomaton>, Xcsp3PostError> {
        // The document keeps its automata alive, so an address identifies one.
        if let Some(known) = self.automata.get(&Arc::as_ptr(machine)) {
            return Ok(known.clone());
        }
        let automaton = Arc::new(machine.nfa.to_deterministic()?);
        self.automata.insert(Arc::as_ptr(machine), automaton.clone());
        Ok(automaton)
    }
}

fn subtract_numbers(a: i64, b: i64) -> Result<i64, Xcsp3PostError> {
    a.checked_sub(b).ok_or(Xcsp3PostError::LargeNumber)
}

/// Adds `coefficient * variable` to a sum without repeated variables.
fn add_term(
    terms: &mut Vec<LinearTerm<ModelSlot>>,
    variable: ModelSlot,
    coefficient: i64,
) -> Result<(), Xcsp3PostError> {
    match terms.iter_mut().find(|term| term.variable == variable) {
        None => terms.push(LinearTerm { coefficient, variable }),
        Some(term) => {
            term.coefficient =
                term.coefficient.checked_add(coefficient).ok_or(Xcsp3PostError::LargeNumber)?;
        }
    }
    terms.retain(|term| term.coefficient != 0);
    Ok(())
}

/// Returns a number as a value of the model.
pub(super) fn model_value(number: i64) -> Result<Value, Xcsp3PostError> {
    narrow_value(number).ok_or(Xcsp3PostError::LargeValue { number })
}
