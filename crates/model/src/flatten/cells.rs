//! Evaluates the few nodes of a small expression, for one assignment after the other.

use super::{Bool, Int, List, Node, Terms};
use crate::Value;

/// The reason why a small expression has no table: a number is beyond 64 bits.
pub(super) struct Beyond;

/// The value of a node, a truth value as 0 or 1; `None` if it is undefined.
type Cell = Result<Option<i64>, Beyond>;

/// The values of some nodes, which include the operands of each.
pub(super) struct Cells<'a> {
    terms: &'a Terms,
    /// The places of the nodes, in order.
    nodes: &'a [usize],
    cells: Vec<Option<i64>>,
}

impl<'a> Cells<'a> {
    pub(super) fn new(terms: &'a Terms, nodes: &'a [usize]) -> Self {
        Cells { terms, nodes, cells: Vec::with_capacity(nodes.len()) }
    }

    /// Evaluates all nodes under an assignment.
    pub(super) fn fill(&mut self, value: impl Fn(u32) -> Value) -> Result<(), Beyond> {
        self.cells.clear();
        for &place in self.nodes {
            let cell = match self.terms.nodes()[place] {
                Node::Variable(variable) => Some(value(variable).into()),
                Node::Flag(variable) => Some((value(variable) == 1).into()),
                node => self.cell(node)?,
            };
            self.cells.push(cell);
        }
        Ok(())
    }

    /// Returns the value of an integer; `None` if it is undefined.
    pub(super) fn int(&self, term: Int) -> Option<i64> {
        self.at(term.place())
    }

    /// Returns whether an integer has a value in a set.
    pub(super) fn is_in(&self, term: Int, set: &crate::Domain) -> bool {
        let value = self.int(term).and_then(|number| Value::try_from(number).ok());
        value.is_some_and(|value| set.contains(value))
    }

    fn at(&self, place: usize) -> Option<i64> {
        let slot = self.nodes.binary_search(&place).ok()?;
        self.cells.get(slot).copied().flatten()
    }

    fn is(&self, term: Bool) -> bool {
        self.at(term.place()) == Some(1)
    }

    fn ints(&self, list: List) -> Option<Vec<i64>> {
        self.terms.ints(list).map(|part| self.int(part)).collect()
    }

    fn cell(&self, node: Node) -> Cell {
        let terms = self.terms;
        let truths = |list: List| terms.bools(list).filter(|&part| self.is(part)).count();
        let truth = match node {
            Node::Truth(value) => value,
            Node::Not(inner) => !self.is(inner),
            Node::And(list) => truths(list) == terms.bools(list).len(),
            Node::Or(list) => truths(list) > 0,
            Node::AllAlike(list) => [0, terms.bools(list).len()].contains(&truths(list)),
            Node::Odd(list) => truths(list) % 2 == 1,
            Node::Iff(a, b) => self.is(a) == self.is(b),
            Node::Choose(c, a, b) => self.is(if self.is(c) { a } else { b }),
            Node::Compare(a, relation, b) => {
                self.int(a).zip(self.int(b)).is_some_and(|(a, b)| relation.holds(a, b))
            }
            Node::Distinct(list) => self.ints(list).is_some_and(|mut numbers| {
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }),
            Node::AllEqual(list) => self
                .ints(list)
                .is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] == pair[1])),
            Node::Member(part, set) => self.is_in(part, terms.set(set)),
            _ => return self.number(node),
        };
        Ok(Some(truth.into()))
    }

    fn number(&self, node: Node) -> Cell {
        let pair = |a, b| self.int(a).zip(self.int(b));
        let all = |list, pick: fn(Vec<i64>) -> Option<i64>| match self.ints(list) {
            Some(numbers) => pick(numbers).ok_or(Beyond).map(Some),
            None => Ok(None),
        };
        let of_pair = |a, b, of: fn(i64, i64) -> Option<i64>| match pair(a, b) {
            Some((a, b)) => of(a, b).ok_or(Beyond).map(Some),
            None => Ok(None),
        };
        match node {
            Node::Number(number) => Ok(Some(number)),
            Node::Add(list) => all(list, |numbers| {
                numbers.iter().try_fold(0i64, |total, &number| total.checked_add(number))
            }),
            Node::Min(list) => all(list, |numbers| numbers.into_iter().min()),
            Node::Max(list) => all(list, |numbers| numbers.into_iter().max()),
            Node::Scale(factor, inner) => match self.int(inner) {
                Some(number) => number.checked_mul(factor).ok_or(Beyond).map(Some),
                None => Ok(None),
            },
            Node::Abs(inner) => match self.int(inner) {
                Some(number) => number.checked_abs().ok_or(Beyond).map(Some),
                None => Ok(None),
            },
            Node::Select(c, a, b) => Ok(self.int(if self.is(c) { a } else { b })),
            Node::Mul(a, b) => of_pair(a, b, i64::checked_mul),
            Node::Div(_, b) | Node::Mod(_, b) if self.int(b) == Some(0) => Ok(None),
            Node::Div(a, b) => of_pair(a, b, i64::checked_div),
            Node::Mod(a, b) => of_pair(a, b, |a, b| Some(a.wrapping_rem(b))),
            Node::Pow(_, b) if self.int(b).is_some_and(|exponent| exponent < 0) => Ok(None),
            Node::Pow(a, b) => of_pair(a, b, super::power::power),
            Node::NumberOf(truth) => Ok(Some(self.is(truth).into())),
            _ => Err(Beyond),
        }
    }
}
