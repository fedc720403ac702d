//! The grounder: values of cells while the variables of a table take theirs.

use std::collections::HashMap;

use parallax_model::ComparisonOperator;
use parallax_model::decimal::{DecimalNumber, scale_units};
use parallax_model::flatten::{BoolExpression, ExpressionDag, IntExpression};

use crate::build_error::CompileError;
use crate::expr::QuantifiedVariable;
use crate::glossary::TablesGlossary;
use crate::layout::SymbolLayout;
use crate::phrase::TableVariable;

/// Maximum number of bindings before grounding gives up.
pub(crate) const MAX_BINDINGS: usize = 50_000_000;

/// Number of bindings between two checks of the clock.
const POLL_EVERY: usize = 1 << 12;

/// A number, or the number of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundNumber {
    /// A known value.
    Known(DecimalNumber),
    /// An expression, in units of `1 / 10^digits`.
    Term(IntExpression, u32),
}

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundTruth {
    /// A known truth value.
    Known(bool),
    /// An expression.
    Term(BoolExpression),
}

/// The key of an expression, by which an equal one is reused (hash-consing).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum GroundTermKey {
    Number(i64),
    Variable(usize),
    Flag(usize),
    Compare(usize, ComparisonOperator, usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    Not(usize),
}

/// A maker of expressions over the variables of a layout.
pub struct TableGrounder<'p> {
    /// The glossary.
    pub glossary: &'p TablesGlossary,
    /// The variables.
    pub layout: &'p SymbolLayout,
    /// The expressions.
    pub terms: ExpressionDag,
    ints: HashMap<GroundTermKey, IntExpression>,
    bools: HashMap<GroundTermKey, BoolExpression>,
    check: &'p dyn Fn() -> bool,
    bindings: usize,
}

impl<'p> TableGrounder<'p> {
    /// Makes a grounder without expressions. `check` returns whether to give up.
    pub fn new(
        glossary: &'p TablesGlossary,
        layout: &'p SymbolLayout,
        check: &'p dyn Fn() -> bool,
    ) -> Self {
        TableGrounder {
            glossary,
            layout,
            terms: ExpressionDag::default(),
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
    pub fn count_binding(&mut self) -> Result<(), CompileError> {
        self.bindings += 1;
        if self.bindings.is_multiple_of(POLL_EVERY) && (self.check)() {
            return Err(CompileError::Stopped);
        }
        if self.bindings > MAX_BINDINGS {
            return Err(CompileError::TooManyBindings);
        }
        Ok(())
    }

    pub(super) fn number_term(&mut self, units: i64) -> IntExpression {
        *self
            .ints
            .entry(GroundTermKey::Number(units))
            .or_insert_with(|| self.terms.add_number(units))
    }

    pub(super) fn variable_term(&mut self, index: usize) -> IntExpression {
        *self
            .ints
            .entry(GroundTermKey::Variable(index))
            .or_insert_with(|| self.terms.add_variable(index))
    }

    pub(super) fn flag_term(&mut self, index: usize) -> BoolExpression {
        *self.bools.entry(GroundTermKey::Flag(index)).or_insert_with(|| self.terms.add_flag(index))
    }

    /// Negation.
    pub fn negate_truth(&mut self, truth: GroundTruth) -> GroundTruth {
        match truth {
            GroundTruth::Known(value) => GroundTruth::Known(!value),
            GroundTruth::Term(term) => {
                let key = GroundTermKey::Not(term.node_index());
                GroundTruth::Term(
                    *self.bools.entry(key).or_insert_with(|| self.terms.add_not(term)),
                )
            }
        }
    }

    /// Conjunction.
    pub fn conjoin_truths(&mut self, parts: &[GroundTruth]) -> GroundTruth {
        self.join_truths(parts, true)
    }

    /// Disjunction.
    pub fn disjoin_truths(&mut self, parts: &[GroundTruth]) -> GroundTruth {
        self.join_truths(parts, false)
    }

    fn join_truths(&mut self, parts: &[GroundTruth], neutral: bool) -> GroundTruth {
        // `neutral` is true for "and", false for "or"; the other value decides alone.
        if parts.contains(&GroundTruth::Known(!neutral)) {
            return GroundTruth::Known(!neutral);
        }
        let mut terms: Vec<BoolExpression> = parts
            .iter()
            .filter_map(|part| match part {
                GroundTruth::Term(term) => Some(*term),
                GroundTruth::Known(_) => None,
            })
            .collect();
        // Sorted parts without repetitions make equal terms equal keys.
        terms.sort_unstable_by_key(|term| term.node_index());
        terms.dedup();
        match terms[..] {
            [] => GroundTruth::Known(neutral),
            [only] => GroundTruth::Term(only),
            _ => {
                let places = terms.iter().map(|term| term.node_index()).collect();
                let key =
                    if neutral { GroundTermKey::And(places) } else { GroundTermKey::Or(places) };
                let made = self.bools.entry(key).or_insert_with(|| {
                    if neutral { self.terms.add_and(&terms) } else { self.terms.add_or(&terms) }
                });
                GroundTruth::Term(*made)
            }
        }
    }

    /// Equivalence.
    pub fn equate_truths(&mut self, a: GroundTruth, b: GroundTruth) -> GroundTruth {
        match (a, b) {
            (GroundTruth::Known(true), other) | (other, GroundTruth::Known(true)) => other,
            (GroundTruth::Known(false), other) | (other, GroundTruth::Known(false)) => {
                self.negate_truth(other)
            }
            (GroundTruth::Term(a), GroundTruth::Term(b)) if a == b => GroundTruth::Known(true),
            (GroundTruth::Term(a), GroundTruth::Term(b)) => {
                GroundTruth::Term(self.terms.add_iff(a, b))
            }
        }
    }

    /// A number as an expression in units of `1 / 10^digits`.
    pub fn scaled_term(
        &mut self,
        num: GroundNumber,
        digits: u32,
    ) -> Result<IntExpression, CompileError> {
        match num {
            GroundNumber::Known(number) => {
                let units = number.units_at(digits).ok_or(CompileError::LargeNumber)?;
                Ok(self.number_term(units))
            }
            GroundNumber::Term(term, own) if own == digits => Ok(term),
            GroundNumber::Term(term, own) => {
                // A number of fewer decimal places would need a fraction.
                let by = digits.checked_sub(own).ok_or(CompileError::LargeNumber)?;
                let factor = scale_units(1, by).ok_or(CompileError::LargeNumber)?;
                Ok(self.terms.add_multiple(factor, term))
            }
        }
    }

    /// A comparison.
    pub fn compare_numbers(
        &mut self,
        a: GroundNumber,
        relation: ComparisonOperator,
        b: GroundNumber,
    ) -> Result<GroundTruth, CompileError> {
        let digits = a.decimal_places().max(b.decimal_places());
        if let (GroundNumber::Known(a), GroundNumber::Known(b)) = (a, b) {
            let (a, b) = (
                a.units_at(digits).ok_or(CompileError::LargeNumber)?,
                b.units_at(digits).ok_or(CompileError::LargeNumber)?,
            );
            return Ok(GroundTruth::Known(relation.holds_between(a.cmp(&b) as i64, 0)));
        }
        let (a, b) = (self.scaled_term(a, digits)?, self.scaled_term(b, digits)?);
        // Equal terms are one node, so the comparison is decided.
        if a == b {
            return Ok(GroundTruth::Known(relation.holds_between(0, 0)));
        }
        // a < b and b > a share one node.
        let (a, relation, b) = if a.node_index() < b.node_index() {
            (a, relation, b)
        } else {
            (b, relation.mirror_relation(), a)
        };
        let key = GroundTermKey::Compare(a.node_index(), relation, b.node_index());
        let made =
            self.bools.entry(key).or_insert_with(|| self.terms.add_comparison(a, relation, b));
        Ok(GroundTruth::Term(*made))
    }
}

impl GroundNumber {
    /// The decimal places.
    #[must_use]
    pub fn decimal_places(&self) -> u32 {
        match self {
            GroundNumber::Known(number) => number.digits,
            GroundNumber::Term(_, digits) => *digits,
        }
    }
}

/// Values of the variables of a table.
#[derive(Clone, Copy, Debug)]
pub struct VariableBindings<'a> {
    /// The variables.
    pub variables: &'a [TableVariable],
    /// Their values, in the units of their types.
    pub values: &'a [i64],
}

impl VariableBindings<'_> {
    pub(super) fn bound_value(
        &self,
        glossary: &TablesGlossary,
        place: QuantifiedVariable,
    ) -> GroundNumber {
        let digits = glossary.type_digits(self.variables[place.0].kind);
        GroundNumber::Known(DecimalNumber { units: self.values[place.0], digits })
    }
}
