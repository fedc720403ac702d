//! Writes expressions as terms.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Expr, ExpressionError, Operation, Tree};
use crate::flatten::{Bool, Int, Terms};
use crate::{Relation, VarId};

/// A written expression, by what it is.
#[derive(Clone, Copy)]
pub(super) enum Term {
    Int(Int),
    Bool(Bool),
}

/// Writes an expression, each shared part once. Deep nesting needs no recursion.
///
/// # Errors
/// Returns an error for a number beyond 64 bits and for a variable that is not below `variables`.
pub(super) fn write(
    expr: &Expr,
    terms: &mut Terms,
    variables: usize,
) -> Result<Term, ExpressionError> {
    let mut writer = Writer { terms, variables, done: HashMap::new() };
    let mut open = vec![&*expr.0];
    while let Some(&tree) = open.last() {
        let first = open.len();
        if !writer.is_done(tree) {
            open.extend(
                tree.parts.iter().map(|part| &*part.0).filter(|&part| !writer.is_done(part)),
            );
        }
        open[first..].reverse();
        if open.len() == first {
            writer.write(tree)?;
            open.pop();
        }
    }
    writer.done.get(&place(&expr.0)).copied().ok_or(ExpressionError::Empty)
}

struct Writer<'t> {
    terms: &'t mut Terms,
    variables: usize,
    /// The written terms, by the places in memory of the expressions, which live as long.
    done: HashMap<*const Tree, Term>,
}

fn place(tree: &Arc<Tree>) -> *const Tree {
    Arc::as_ptr(tree)
}

impl Writer<'_> {
    fn is_done(&self, tree: &Tree) -> bool {
        self.done.contains_key(&std::ptr::from_ref(tree))
    }

    /// Writes an operation whose operands are written.
    fn write(&mut self, tree: &Tree) -> Result<(), ExpressionError> {
        if self.is_done(tree) {
            return Ok(());
        }
        let parts = tree.parts.iter().map(|part| self.done.get(&place(&part.0)).copied());
        let parts: Vec<Term> = parts.collect::<Option<_>>().ok_or(ExpressionError::NoOperand)?;
        let term = match &tree.operation {
            Operation::Number(number) => {
                let number = i64::try_from(*number);
                Term::Int(self.terms.number(number.map_err(|_| ExpressionError::LargeNumber)?))
            }
            Operation::Truth(value) => Term::Bool(self.terms.truth(*value)),
            Operation::Variable(variable) => Term::Int(self.variable(*variable)?),
            Operation::Compare(relation) => Term::Bool(self.compare(&parts, *relation)?),
            Operation::And | Operation::Or | Operation::Not | Operation::Odd | Operation::Alike => {
                Term::Bool(self.logic(&tree.operation, &parts)?)
            }
            Operation::Choice => self.choice(&parts)?,
            Operation::AllDifferent => {
                let parts = self.ints(&parts);
                Term::Bool(self.terms.distinct(&parts))
            }
            Operation::AllEqual => {
                let parts = self.ints(&parts);
                Term::Bool(self.terms.all_equal(&parts))
            }
            Operation::Member(set) => {
                let [part] = operands(&self.ints(&parts))?;
                Term::Bool(self.terms.member(part, set.clone()))
            }
            operation => Term::Int(self.arithmetic(operation, &parts)?),
        };
        self.done.insert(std::ptr::from_ref(tree), term);
        Ok(())
    }

    fn variable(&mut self, variable: VarId) -> Result<Int, ExpressionError> {
        if variable.index() < self.variables {
            Ok(self.terms.variable(variable.index()))
        } else {
            Err(ExpressionError::NoVariable { number: variable.index() })
        }
    }

    fn compare(&mut self, parts: &[Term], relation: Relation) -> Result<Bool, ExpressionError> {
        match (parts, relation) {
            // Equality of truth values needs no numbers.
            (&[Term::Bool(a), Term::Bool(b)], Relation::Eq) => Ok(self.terms.iff(a, b)),
            (&[Term::Bool(a), Term::Bool(b)], Relation::Ne) => Ok(self.terms.odd(&[a, b])),
            _ => {
                let [left, right] = operands(&self.ints(parts))?;
                Ok(self.terms.compare(left, relation, right))
            }
        }
    }

    fn logic(&mut self, operation: &Operation, parts: &[Term]) -> Result<Bool, ExpressionError> {
        let parts: Vec<Bool> = parts.iter().map(|&part| self.bool(part)).collect();
        Ok(match operation {
            Operation::And => self.terms.and(&parts),
            Operation::Or => self.terms.or(&parts),
            Operation::Odd => self.terms.odd(&parts),
            Operation::Alike => self.terms.all_alike(&parts),
            _ => {
                let [part] = operands(&parts)?;
                self.terms.not(part)
            }
        })
    }

    fn choice(&mut self, parts: &[Term]) -> Result<Term, ExpressionError> {
        let [condition, then, other] = operands(parts)?;
        let condition = self.bool(condition);
        Ok(match (then, other) {
            (Term::Bool(then), Term::Bool(other)) => {
                Term::Bool(self.terms.choose(condition, then, other))
            }
            _ => {
                let (then, other) = (self.int(then), self.int(other));
                Term::Int(self.terms.select(condition, then, other))
            }
        })
    }

    fn arithmetic(
        &mut self,
        operation: &Operation,
        parts: &[Term],
    ) -> Result<Int, ExpressionError> {
        let parts = self.ints(parts);
        let terms = &mut *self.terms;
        match operation {
            Operation::Sum => return Ok(terms.sum(&parts)),
            Operation::Min => return terms.min(&parts).ok_or(ExpressionError::NoOperands),
            Operation::Max => return terms.max(&parts).ok_or(ExpressionError::NoOperands),
            Operation::Product => {
                let parts = parts.into_iter();
                let product = parts.reduce(|left, right| terms.product(left, right));
                return Ok(product.unwrap_or_else(|| terms.number(1)));
            }
            Operation::Negated | Operation::Abs => {
                let [part] = operands(&parts)?;
                return Ok(if *operation == Operation::Abs {
                    terms.abs(part)
                } else {
                    terms.scale(-1, part)
                });
            }
            _ => {}
        }
        let [left, right] = operands(&parts)?;
        match operation {
            Operation::Quotient => Ok(terms.quotient(left, right)),
            Operation::Remainder => Ok(terms.remainder(left, right)),
            Operation::Power => Ok(terms.power(left, right)),
            Operation::Distance => Ok(terms.distance(left, right)),
            other => Err(ExpressionError::NotNumber { operation: format!("{other:?}") }),
        }
    }

    fn ints(&mut self, parts: &[Term]) -> Vec<Int> {
        parts.iter().map(|&part| self.int(part)).collect()
    }

    fn int(&mut self, part: Term) -> Int {
        int(self.terms, part)
    }

    fn bool(&mut self, part: Term) -> Bool {
        bool(self.terms, part)
    }
}

/// Returns a term as a number; a truth value is 0 or 1.
pub(super) fn int(terms: &mut Terms, term: Term) -> Int {
    match term {
        Term::Int(int) => int,
        Term::Bool(truth) => terms.number_of(truth),
    }
}

/// Returns a term as a truth value; a number is true if it is not 0.
pub(super) fn bool(terms: &mut Terms, term: Term) -> Bool {
    match term {
        Term::Int(int) => terms.is_nonzero(int),
        Term::Bool(truth) => truth,
    }
}

fn operands<T: Copy, const N: usize>(parts: &[T]) -> Result<[T; N], ExpressionError> {
    parts.try_into().map_err(|_| ExpressionError::OtherArity { found: parts.len(), expected: N })
}
