//! Evaluates the nodes of a small expression under one assignment after another.

use super::{BoolExpression, DagNode, ExpressionDag, IntExpression, OperandList};
use crate::Value;

/// The reason why a small expression has no table: a number is beyond 64 bits.
pub(super) struct TableOverflowError;

/// The value of a node, a truth value as 0 or 1; `None` if it is undefined.
type Cell = Result<Option<i64>, TableOverflowError>;

/// The values of some nodes, which include the operands of each.
pub(super) struct SubtermValues<'a> {
    terms: &'a ExpressionDag,
    /// The places of the nodes, in order.
    nodes: &'a [usize],
    cells: Vec<Option<i64>>,
}

impl<'a> SubtermValues<'a> {
    pub(super) fn new(terms: &'a ExpressionDag, nodes: &'a [usize]) -> Self {
        SubtermValues { terms, nodes, cells: Vec::with_capacity(nodes.len()) }
    }

    /// Evaluates all nodes under an assignment.
    pub(super) fn evaluate_nodes(
        &mut self,
        value: impl Fn(u32) -> Value,
    ) -> Result<(), TableOverflowError> {
        self.cells.clear();
        for &index in self.nodes {
            let cell = match self.terms.all_nodes()[index] {
                DagNode::Variable(variable) => Some(value(variable).into()),
                DagNode::Flag(variable) => Some((value(variable) == 1).into()),
                node => self.evaluate_node(node)?,
            };
            self.cells.push(cell);
        }
        Ok(())
    }

    /// Returns the value of an integer; `None` if it is undefined.
    pub(super) fn integer_value(&self, term: IntExpression) -> Option<i64> {
        self.value_at(term.node_index())
    }

    /// Returns whether an integer has a value in a set.
    pub(super) fn is_in(&self, term: IntExpression, set: &crate::Domain) -> bool {
        let value = self.integer_value(term).and_then(|number| Value::try_from(number).ok());
        value.is_some_and(|value| set.contains(value))
    }

    fn value_at(&self, index: usize) -> Option<i64> {
        // The nodes are sorted and operands precede their users, so an operand's cell is already
        // there.
        let slot = self.nodes.binary_search(&index).ok()?;
        self.cells.get(slot).copied().flatten()
    }

    fn is_true(&self, term: BoolExpression) -> bool {
        self.value_at(term.node_index()) == Some(1)
    }

    fn integer_values(&self, list: OperandList) -> Option<Vec<i64>> {
        self.terms.int_operands(list).map(|part| self.integer_value(part)).collect()
    }

    fn evaluate_node(&self, node: DagNode) -> Cell {
        let terms = self.terms;
        let truths = |list: OperandList| {
            terms.bool_operands(list).filter(|&part| self.is_true(part)).count()
        };
        let truth = match node {
            DagNode::Truth(value) => value,
            DagNode::Not(inner) => !self.is_true(inner),
            DagNode::And(list) => truths(list) == terms.bool_operands(list).len(),
            DagNode::Or(list) => truths(list) > 0,
            DagNode::AllAlike(list) => [0, terms.bool_operands(list).len()].contains(&truths(list)),
            DagNode::Odd(list) => truths(list) % 2 == 1,
            DagNode::Iff(a, b) => self.is_true(a) == self.is_true(b),
            DagNode::Choose(c, a, b) => self.is_true(if self.is_true(c) { a } else { b }),
            // Without a value on one side, the comparison is false.
            DagNode::Compare(a, relation, b) => self
                .integer_value(a)
                .zip(self.integer_value(b))
                .is_some_and(|(a, b)| relation.holds_between(a, b)),
            DagNode::Distinct(list) => self.integer_values(list).is_some_and(|mut numbers| {
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }),
            DagNode::AllEqual(list) => self
                .integer_values(list)
                .is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] == pair[1])),
            DagNode::Member(part, set) => self.is_in(part, terms.constant_set(set)),
            _ => return self.evaluate_number(node),
        };
        Ok(Some(truth.into()))
    }

    fn evaluate_number(&self, node: DagNode) -> Cell {
        let pair = |a, b| self.integer_value(a).zip(self.integer_value(b));
        let all = |list, pick: fn(Vec<i64>) -> Option<i64>| match self.integer_values(list) {
            Some(numbers) => pick(numbers).ok_or(TableOverflowError).map(Some),
            None => Ok(None),
        };
        let of_pair = |a, b, of: fn(i64, i64) -> Option<i64>| match pair(a, b) {
            Some((a, b)) => of(a, b).ok_or(TableOverflowError).map(Some),
            None => Ok(None),
        };
        match node {
            DagNode::Number(number) => Ok(Some(number)),
            DagNode::Add(list) => all(list, |numbers| {
                numbers.iter().try_fold(0i64, |total, &number| total.checked_add(number))
            }),
            DagNode::Min(list) => all(list, |numbers| numbers.into_iter().min()),
            DagNode::Max(list) => all(list, |numbers| numbers.into_iter().max()),
            DagNode::Scale(factor, inner) => match self.integer_value(inner) {
                Some(number) => number.checked_mul(factor).ok_or(TableOverflowError).map(Some),
                None => Ok(None),
            },
            DagNode::Abs(inner) => match self.integer_value(inner) {
                Some(number) => number.checked_abs().ok_or(TableOverflowError).map(Some),
                None => Ok(None),
            },
            DagNode::Select(c, a, b) => Ok(self.integer_value(if self.is_true(c) { a } else { b })),
            DagNode::Mul(a, b) => of_pair(a, b, i64::checked_mul),
            // Division by 0 is undefined; `checked_div` would report it as an overflow.
            DagNode::Div(_, b) | DagNode::Mod(_, b) if self.integer_value(b) == Some(0) => Ok(None),
            DagNode::Div(a, b) => of_pair(a, b, i64::checked_div),
            // The remainder of the least number by -1 is 0; only its quotient overflows.
            DagNode::Mod(a, b) => of_pair(a, b, |a, b| Some(a.wrapping_rem(b))),
            DagNode::Pow(_, b) if self.integer_value(b).is_some_and(|exponent| exponent < 0) => {
                Ok(None)
            }
            DagNode::Pow(a, b) => of_pair(a, b, super::power::power_value),
            DagNode::NumberOf(truth) => Ok(Some(self.is_true(truth).into())),
            _ => Err(TableOverflowError),
        }
    }
}
