//! Writes expressions as terms.

use std::collections::HashMap;
use std::sync::Arc;

use super::{ExpressionError, ExpressionOperation, ModelExpression, OperationNode};
use crate::flatten::{BoolExpression, ExpressionDag, IntExpression};
use crate::{ComparisonOperator, VarId};

/// A written expression, by what it is.
#[derive(Clone, Copy)]
pub(super) enum LoweredExpression {
    Int(IntExpression),
    Bool(BoolExpression),
}

/// Writes an expression, each shared part once. Deep nesting needs no recursion.
///
/// # Errors
/// Returns an error for a number beyond 64 bits and for a variable that is not below `variables`.
pub(super) fn write_expression(
    expr: &ModelExpression,
    terms: &mut ExpressionDag,
    variables: usize,
) -> Result<LoweredExpression, ExpressionError> {
    let mut writer = ExpressionLowerer { terms, variables, done: HashMap::new() };
    let mut open = vec![&*expr.0];
    while let Some(&tree) = open.last() {
        // Unwritten operands go on top of their operation, which is on top again once they are
        // written.
        let first = open.len();
        if !writer.is_done(tree) {
            open.extend(
                tree.parts.iter().map(|part| &*part.0).filter(|&part| !writer.is_done(part)),
            );
        }
        open[first..].reverse();
        if open.len() == first {
            writer.write_operation(tree)?;
            open.pop();
        }
    }
    writer.done.get(&tree_address(&expr.0)).copied().ok_or(ExpressionError::Empty)
}

struct ExpressionLowerer<'t> {
    terms: &'t mut ExpressionDag,
    variables: usize,
    /// The written terms, by the places in memory of the expressions, which live as long.
    done: HashMap<*const OperationNode, LoweredExpression>,
}

fn tree_address(tree: &Arc<OperationNode>) -> *const OperationNode {
    Arc::as_ptr(tree)
}

impl ExpressionLowerer<'_> {
    fn is_done(&self, tree: &OperationNode) -> bool {
        self.done.contains_key(&std::ptr::from_ref(tree))
    }

    /// Writes an operation whose operands are written.
    fn write_operation(&mut self, tree: &OperationNode) -> Result<(), ExpressionError> {
        // An operand that occurs twice is on the stack twice.
        if self.is_done(tree) {
            return Ok(());
        }
        let parts = tree.parts.iter().map(|part| self.done.get(&tree_address(&part.0)).copied());
        let parts: Vec<LoweredExpression> =
            parts.collect::<Option<_>>().ok_or(ExpressionError::NoOperand)?;
        let term = match &tree.operation {
            ExpressionOperation::Number(number) => {
                let number = i64::try_from(*number);
                LoweredExpression::Int(
                    self.terms.add_number(number.map_err(|_| ExpressionError::LargeNumber)?),
                )
            }
            ExpressionOperation::Truth(value) => {
                LoweredExpression::Bool(self.terms.add_truth(*value))
            }
            ExpressionOperation::Variable(variable) => {
                LoweredExpression::Int(self.write_variable(*variable)?)
            }
            ExpressionOperation::Compare(relation) => {
                LoweredExpression::Bool(self.write_comparison(&parts, *relation)?)
            }
            ExpressionOperation::And
            | ExpressionOperation::Or
            | ExpressionOperation::Not
            | ExpressionOperation::Odd
            | ExpressionOperation::Alike => {
                LoweredExpression::Bool(self.write_logic(&tree.operation, &parts)?)
            }
            ExpressionOperation::Choice => self.write_choice(&parts)?,
            ExpressionOperation::AllDifferent => {
                let parts = self.as_integers(&parts);
                LoweredExpression::Bool(self.terms.add_distinct(&parts))
            }
            ExpressionOperation::AllEqual => {
                let parts = self.as_integers(&parts);
                LoweredExpression::Bool(self.terms.all_equal(&parts))
            }
            ExpressionOperation::Member(set) => {
                let [part] = take_operands(&self.as_integers(&parts))?;
                LoweredExpression::Bool(self.terms.add_member(part, set.clone()))
            }
            operation => LoweredExpression::Int(self.write_arithmetic(operation, &parts)?),
        };
        self.done.insert(std::ptr::from_ref(tree), term);
        Ok(())
    }

    fn write_variable(&mut self, variable: VarId) -> Result<IntExpression, ExpressionError> {
        if variable.index() < self.variables {
            Ok(self.terms.add_variable(variable.index()))
        } else {
            Err(ExpressionError::NoVariable { number: variable.index() })
        }
    }

    fn write_comparison(
        &mut self,
        parts: &[LoweredExpression],
        relation: ComparisonOperator,
    ) -> Result<BoolExpression, ExpressionError> {
        match (parts, relation) {
            // Equality of truth values needs no numbers.
            (&[LoweredExpression::Bool(a), LoweredExpression::Bool(b)], ComparisonOperator::Eq) => {
                Ok(self.terms.add_iff(a, b))
            }
            (&[LoweredExpression::Bool(a), LoweredExpression::Bool(b)], ComparisonOperator::Ne) => {
                Ok(self.terms.add_parity(&[a, b]))
            }
            _ => {
                let [left, right] = take_operands(&self.as_integers(parts))?;
                Ok(self.terms.add_comparison(left, relation, right))
            }
        }
    }

    fn write_logic(
        &mut self,
        operation: &ExpressionOperation,
        parts: &[LoweredExpression],
    ) -> Result<BoolExpression, ExpressionError> {
        let parts: Vec<BoolExpression> = parts.iter().map(|&part| self.as_bool(part)).collect();
        Ok(match operation {
            ExpressionOperation::And => self.terms.add_and(&parts),
            ExpressionOperation::Or => self.terms.add_or(&parts),
            ExpressionOperation::Odd => self.terms.add_parity(&parts),
            ExpressionOperation::Alike => self.terms.all_alike(&parts),
            _ => {
                let [part] = take_operands(&parts)?;
                self.terms.add_not(part)
            }
        })
    }

    fn write_choice(
        &mut self,
        parts: &[LoweredExpression],
    ) -> Result<LoweredExpression, ExpressionError> {
        let [condition, then, other] = take_operands(parts)?;
        let condition = self.as_bool(condition);
        Ok(match (then, other) {
            (LoweredExpression::Bool(then), LoweredExpression::Bool(other)) => {
                LoweredExpression::Bool(self.terms.add_bool_choice(condition, then, other))
            }
            _ => {
                let (then, other) = (self.as_integer(then), self.as_integer(other));
                LoweredExpression::Int(self.terms.add_int_choice(condition, then, other))
            }
        })
    }

    fn write_arithmetic(
        &mut self,
        operation: &ExpressionOperation,
        parts: &[LoweredExpression],
    ) -> Result<IntExpression, ExpressionError> {
        let parts = self.as_integers(parts);
        let terms = &mut *self.terms;
        match operation {
            ExpressionOperation::Sum => return Ok(terms.add_sum(&parts)),
            ExpressionOperation::Min => {
                return terms.add_min(&parts).ok_or(ExpressionError::NoOperands);
            }
            ExpressionOperation::Max => {
                return terms.add_max(&parts).ok_or(ExpressionError::NoOperands);
            }
            ExpressionOperation::Product => {
                let parts = parts.into_iter();
                // Terms have products of two factors only.
                let product = parts.reduce(|left, right| terms.add_product(left, right));
                return Ok(product.unwrap_or_else(|| terms.add_number(1)));
            }
            ExpressionOperation::Negated | ExpressionOperation::Abs => {
                let [part] = take_operands(&parts)?;
                return Ok(if *operation == ExpressionOperation::Abs {
                    terms.add_abs(part)
                } else {
                    terms.add_multiple(-1, part)
                });
            }
            _ => {}
        }
        let [left, right] = take_operands(&parts)?;
        match operation {
            ExpressionOperation::Quotient => Ok(terms.add_quotient(left, right)),
            ExpressionOperation::Remainder => Ok(terms.add_remainder(left, right)),
            ExpressionOperation::Power => Ok(terms.add_power(left, right)),
            ExpressionOperation::Distance => Ok(terms.add_distance(left, right)),
            other => Err(ExpressionError::NotNumber { operation: format!("{other:?}") }),
        }
    }

    fn as_integers(&mut self, parts: &[LoweredExpression]) -> Vec<IntExpression> {
        parts.iter().map(|&part| self.as_integer(part)).collect()
    }

    fn as_integer(&mut self, part: LoweredExpression) -> IntExpression {
        integer_term(self.terms, part)
    }

    fn as_bool(&mut self, part: LoweredExpression) -> BoolExpression {
        bool_term(self.terms, part)
    }
}

/// Returns a term as a number; a truth value is 0 or 1.
pub(super) fn integer_term(terms: &mut ExpressionDag, term: LoweredExpression) -> IntExpression {
    match term {
        LoweredExpression::Int(int) => int,
        LoweredExpression::Bool(truth) => terms.number_of(truth),
    }
}

/// Returns a term as a truth value; a number is true if it is not 0.
pub(super) fn bool_term(terms: &mut ExpressionDag, term: LoweredExpression) -> BoolExpression {
    match term {
        LoweredExpression::Int(int) => terms.is_nonzero(int),
        LoweredExpression::Bool(truth) => truth,
    }
}

fn take_operands<T: Copy, const N: usize>(parts: &[T]) -> Result<[T; N], ExpressionError> {
    parts.try_into().map_err(|_| ExpressionError::OtherArity { found: parts.len(), expected: N })
}
