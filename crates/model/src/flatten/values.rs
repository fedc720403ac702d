//! Evaluates expressions under an assignment, by their definition.

use super::{BoolExpression, DagNode, ExpressionDag, IntExpression, OperandList};
use crate::Value;

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionValueError {
    /// It divides by 0 or has a negative exponent.
    Undefined,
    /// Its value, or one that it depends on, is beyond 128 bits.
    TooLarge,
}

/// The value of every node of some terms. A truth value is 0 or 1. Shares no code with
/// flattening.
pub struct ExpressionValues<'t> {
    terms: &'t ExpressionDag,
    values: Vec<Result<i128, ExpressionValueError>>,
    /// For each node, whether an operation in it, or the node itself, is undefined; empty if none
    /// is in any.
    broken: Vec<bool>,
}

impl<'t> ExpressionValues<'t> {
    /// Evaluates the nodes in order, each once. `assignment` has a value for each variable that
    /// the terms mention.
    #[must_use]
    pub fn evaluate_nodes(terms: &'t ExpressionDag, assignment: &[Value]) -> Self {
        let values = Vec::with_capacity(terms.all_nodes().len());
        let mut all = ExpressionValues { terms, values, broken: Vec::new() };
        for &node in terms.all_nodes() {
            let value = all.evaluate_node(node, assignment);
            all.values.push(value);
        }
        if all.values.contains(&Err(ExpressionValueError::Undefined)) {
            // Operands precede their node, so they already have their entries in `broken`.
            for (index, &node) in terms.all_nodes().iter().enumerate() {
                let mut broken = all.values[index] == Err(ExpressionValueError::Undefined);
                terms.each_part(node, &mut |part| broken |= all.broken[part]);
                all.broken.push(broken);
            }
        }
        all
    }

    /// Returns whether a constraint holds that is false wherever any operation in it is undefined,
    /// also below a negation and in an operand that is not needed; `None` if it depends on a number
    /// beyond 128 bits. It is the rule of `ExpressionFlattener::assert_whole`.
    #[must_use]
    pub fn is_wholly_true(&self, term: BoolExpression) -> Option<bool> {
        if self.is_broken(term.node_index()) { Some(false) } else { self.bool_value(term) }
    }

    /// Returns the value of an integer expression that is undefined wherever any operation in it
    /// is. It is the rule of `ExpressionFlattener::whole_variable`.
    ///
    /// # Errors
    /// Returns the reason why it has none.
    pub fn whole_int(&self, term: IntExpression) -> Result<i128, ExpressionValueError> {
        if self.is_broken(term.node_index()) {
            Err(ExpressionValueError::Undefined)
        } else {
            self.int_value(term)
        }
    }

    fn is_broken(&self, index: usize) -> bool {
        self.broken.get(index) == Some(&true)
    }

    /// Returns the value of a Boolean expression; `None` if it depends on a number beyond 128 bits.
    /// Expressions that were flattened always have a value.
    #[must_use]
    pub fn bool_value(&self, term: BoolExpression) -> Option<bool> {
        self.truth_value(term).ok()
    }

    /// Returns the value of an integer expression.
    ///
    /// # Errors
    /// Returns the reason why it has none.
    pub fn int_value(&self, term: IntExpression) -> Result<i128, ExpressionValueError> {
        self.values[term.node_index()]
    }

    fn truth_value(&self, term: BoolExpression) -> Result<bool, ExpressionValueError> {
        self.values[term.node_index()].map(|value| value == 1)
    }

    fn evaluate_node(
        &self,
        node: DagNode,
        assignment: &[Value],
    ) -> Result<i128, ExpressionValueError> {
        let truth = match node {
            DagNode::Truth(value) => value,
            DagNode::Flag(variable) => assignment[variable as usize] == 1,
            DagNode::Not(inner) => !self.truth_value(inner)?,
            // One false operand decides, even next to one without a value.
            DagNode::And(list) => !self.has_truth(list, false)?,
            DagNode::Or(list) => self.has_truth(list, true)?,
            DagNode::Iff(left, right) => self.truth_value(left)? == self.truth_value(right)?,
            DagNode::Choose(condition, then, other) => {
                self.truth_value(if self.truth_value(condition)? { then } else { other })?
            }
            DagNode::Compare(left, relation, right) => false_if_undefined(
                self.both_values(left, right)
                    .map(|(left, right)| relation.holds_between(left.cmp(&right) as i64, 0)),
            )?,
            DagNode::Distinct(list) => {
                false_if_undefined(self.int_values(list).map(|mut numbers| {
                    numbers.sort_unstable();
                    numbers.windows(2).all(|pair| pair[0] != pair[1])
                }))?
            }
            DagNode::AllEqual(list) => false_if_undefined(
                self.int_values(list)
                    .map(|numbers| numbers.iter().all(|&number| number == numbers[0])),
            )?,
            DagNode::AllAlike(list) => {
                let count = self.count_true(list)?;
                count == 0 || count == self.terms.bool_operands(list).len()
            }
            DagNode::Odd(list) => self.count_true(list)? % 2 == 1,
            DagNode::Member(part, set) => false_if_undefined(self.int_value(part).map(|number| {
                Value::try_from(number)
                    .is_ok_and(|value| self.terms.constant_set(set).contains(value))
            }))?,
            _ => return self.evaluate_number(node, assignment),
        };
        Ok(truth.into())
    }

    fn evaluate_number(
        &self,
        node: DagNode,
        assignment: &[Value],
    ) -> Result<i128, ExpressionValueError> {
        let value = match node {
            DagNode::Number(number) => Some(number.into()),
            DagNode::Variable(variable) => Some(assignment[variable as usize].into()),
            DagNode::Add(list) => {
                let numbers = self.int_values(list)?;
                numbers.iter().try_fold(0, |total: i128, part| total.checked_add(*part))
            }
            DagNode::Scale(factor, inner) => self.int_value(inner)?.checked_mul(factor.into()),
            // Only the selected operand needs a value.
            DagNode::Select(condition, then, other) => {
                return self.int_value(if self.truth_value(condition)? { then } else { other });
            }
            DagNode::Mul(left, right) => {
                let (left, right) = self.both_values(left, right)?;
                left.checked_mul(right)
            }
            DagNode::Div(left, right) | DagNode::Mod(left, right) => {
                let (left, right) = self.both_values(left, right)?;
                match node {
                    _ if right == 0 => return Err(ExpressionValueError::Undefined),
                    DagNode::Div(..) => left.checked_div(right),
                    _ => left.checked_rem(right),
                }
            }
            DagNode::Min(list) => self.int_values(list)?.into_iter().min(),
            DagNode::Max(list) => self.int_values(list)?.into_iter().max(),
            DagNode::Abs(inner) => self.int_value(inner)?.checked_abs(),
            DagNode::Pow(base, exponent) => {
                let (base, exponent) = self.both_values(base, exponent)?;
                if exponent < 0 {
                    return Err(ExpressionValueError::Undefined);
                }
                power_value(base, exponent)
            }
            DagNode::NumberOf(truth) => Some(self.truth_value(truth)?.into()),
            _ => None,
        };
        value.ok_or(ExpressionValueError::TooLarge)
    }

    /// Returns both integers. An error that a number is too large takes precedence over an
    /// undefined one.
    fn both_values(
        &self,
        left: IntExpression,
        right: IntExpression,
    ) -> Result<(i128, i128), ExpressionValueError> {
        match (self.int_value(left), self.int_value(right)) {
            (Ok(left), Ok(right)) => Ok((left, right)),
            (Err(ExpressionValueError::TooLarge), _) | (_, Err(ExpressionValueError::TooLarge)) => {
                Err(ExpressionValueError::TooLarge)
            }
            _ => Err(ExpressionValueError::Undefined),
        }
    }

    fn int_values(&self, list: OperandList) -> Result<Vec<i128>, ExpressionValueError> {
        let mut parts = self.terms.int_operands(list);
        if self
            .terms
            .int_operands(list)
            .any(|part| self.int_value(part) == Err(ExpressionValueError::TooLarge))
        {
            return Err(ExpressionValueError::TooLarge);
        }
        let mut numbers = Vec::with_capacity(parts.len());
        parts.try_for_each(|part| self.int_value(part).map(|number| numbers.push(number)))?;
        Ok(numbers)
    }

    /// Returns the number of true operands.
    fn count_true(&self, list: OperandList) -> Result<usize, ExpressionValueError> {
        let mut count = 0;
        for part in self.terms.bool_operands(list) {
            count += usize::from(self.truth_value(part)?);
        }
        Ok(count)
    }

    /// Returns whether one of the truth values is `wanted`; an error if none is known to be and one
    /// has no value.
    fn has_truth(&self, list: OperandList, wanted: bool) -> Result<bool, ExpressionValueError> {
        let mut found = Ok(false);
        for part in self.terms.bool_operands(list) {
            match self.truth_value(part) {
                Ok(value) if value == wanted => return Ok(true),
                Ok(_) => {}
                // Without a value the result is open, unless a later operand decides.
                gap => found = gap,
            }
        }
        found
    }
}

/// Returns `base^exponent` for an exponent of at least 0; `None` beyond 128 bits.
fn power_value(base: i128, exponent: i128) -> Option<i128> {
    match base {
        // These bases have powers for exponents beyond 32 bits; every other base leaves 128 bits
        // long before.
        0 => Some((exponent == 0).into()),
        1 => Some(1),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// Applies the relational semantics: a comparison of an undefined integer is false.
fn false_if_undefined(
    truth: Result<bool, ExpressionValueError>,
) -> Result<bool, ExpressionValueError> {
    match truth {
        Err(ExpressionValueError::Undefined) => Ok(false),
        other => other,
    }
}
