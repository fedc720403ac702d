//! The values of terms under an assignment, by their definition.

use crate::model::Value;
use crate::model::flatten::{Bool, Int, Node, Terms};

/// The value of every node of some terms. A truth value is 0 or 1; a value
/// beyond 128 bits is `None`. Nodes that assertions use always have a value:
/// they are sums with 64-bit coefficients.
pub(super) struct Values<'t> {
    terms: &'t Terms,
    values: Vec<Option<i128>>,
}

impl<'t> Values<'t> {
    /// Evaluates the nodes in order, each once.
    pub fn of(terms: &'t Terms, assignment: &[Value]) -> Self {
        let mut all = Values { terms, values: Vec::with_capacity(terms.nodes().len()) };
        for &node in terms.nodes() {
            let value = all.node(node, assignment);
            all.values.push(value);
        }
        all
    }

    /// The value of a truth value, if it has one.
    pub fn bool(&self, term: Bool) -> Option<bool> {
        self.values[term.place()].map(|value| value == 1)
    }

    fn int(&self, term: Int) -> Option<i128> {
        self.values[term.place()]
    }

    fn node(&self, node: Node, assignment: &[Value]) -> Option<i128> {
        let truth = match node {
            Node::Truth(value) => value,
            Node::Flag(variable) => assignment[variable as usize] == 1,
            Node::Not(inner) => !self.bool(inner)?,
            Node::And(list) => self.any(list, false).map(|found| !found)?,
            Node::Or(list) => self.any(list, true)?,
            Node::Iff(left, right) => self.bool(left)? == self.bool(right)?,
            Node::Choose(condition, then, other) => {
                if self.bool(condition)? {
                    self.bool(then)?
                } else {
                    self.bool(other)?
                }
            }
            Node::Compare(left, relation, right) => {
                relation.holds(self.int(left)?.cmp(&self.int(right)?) as i64, 0)
            }
            Node::Distinct(list) => {
                let numbers = self.terms.ints(list).map(|part| self.int(part));
                let mut numbers = numbers.collect::<Option<Vec<i128>>>()?;
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }
            Node::Number(number) => return Some(number.into()),
            Node::Variable(variable) => return Some(assignment[variable as usize].into()),
            Node::Add(list) => {
                let mut parts = self.terms.ints(list);
                return parts.try_fold(0i128, |total, part| total.checked_add(self.int(part)?));
            }
            Node::Scale(factor, inner) => return self.int(inner)?.checked_mul(factor.into()),
            Node::Select(condition, then, other) => {
                return self.int(if self.bool(condition)? { then } else { other });
            }
        };
        Some(truth.into())
    }

    /// Whether one of the truth values is `wanted`. `None` where none is known to
    /// be and one has no value.
    fn any(&self, list: crate::model::flatten::List, wanted: bool) -> Option<bool> {
        let mut unknown = false;
        for part in self.terms.bools(list) {
            match self.bool(part) {
                Some(value) if value == wanted => return Some(true),
                value => unknown |= value.is_none(),
            }
        }
        (!unknown).then_some(false)
    }
}
