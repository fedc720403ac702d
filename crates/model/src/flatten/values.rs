//! Evaluates expressions under an assignment, by their definition.

use super::{Bool, Int, List, Node, Terms};
use crate::Value;

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It divides by 0.
    Undefined,
    /// Its value, or one that it depends on, is beyond 128 bits.
    TooLarge,
}

/// The value of every node of some terms. A truth value is 0 or 1. Shares no code with
/// flattening.
pub struct Values<'t> {
    terms: &'t Terms,
    values: Vec<Result<i128, Gap>>,
}

impl<'t> Values<'t> {
    /// Evaluates the nodes in order, each once. `assignment` has a value for each variable that
    /// the terms mention.
    #[must_use]
    pub fn of(terms: &'t Terms, assignment: &[Value]) -> Self {
        let mut all = Values { terms, values: Vec::with_capacity(terms.nodes().len()) };
        for &node in terms.nodes() {
            let value = all.node(node, assignment);
            all.values.push(value);
        }
        all
    }

    /// Returns the value of a Boolean expression; `None` if it depends on a number beyond 128 bits.
    /// Expressions that were flattened always have a value.
    #[must_use]
    pub fn bool(&self, term: Bool) -> Option<bool> {
        self.truth(term).ok()
    }

    /// Returns the value of an integer expression.
    ///
    /// # Errors
    /// Returns the reason why it has none.
    pub fn int(&self, term: Int) -> Result<i128, Gap> {
        self.values[term.place()]
    }

    fn truth(&self, term: Bool) -> Result<bool, Gap> {
        self.values[term.place()].map(|value| value == 1)
    }

    fn node(&self, node: Node, assignment: &[Value]) -> Result<i128, Gap> {
        let truth = match node {
            Node::Truth(value) => value,
            Node::Flag(variable) => assignment[variable as usize] == 1,
            Node::Not(inner) => !self.truth(inner)?,
            Node::And(list) => !self.any(list, false)?,
            Node::Or(list) => self.any(list, true)?,
            Node::Iff(left, right) => self.truth(left)? == self.truth(right)?,
            Node::Choose(condition, then, other) => {
                self.truth(if self.truth(condition)? { then } else { other })?
            }
            Node::Compare(left, relation, right) => false_if_undefined(
                self.both(left, right)
                    .map(|(left, right)| relation.holds(left.cmp(&right) as i64, 0)),
            )?,
            Node::Distinct(list) => false_if_undefined(self.ints(list).map(|mut numbers| {
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }))?,
            _ => return self.number(node, assignment),
        };
        Ok(truth.into())
    }

    fn number(&self, node: Node, assignment: &[Value]) -> Result<i128, Gap> {
        let value = match node {
            Node::Number(number) => Some(number.into()),
            Node::Variable(variable) => Some(assignment[variable as usize].into()),
            Node::Add(list) => {
                let numbers = self.ints(list)?;
                numbers.iter().try_fold(0, |total: i128, part| total.checked_add(*part))
            }
            Node::Scale(factor, inner) => self.int(inner)?.checked_mul(factor.into()),
            Node::Select(condition, then, other) => {
                return self.int(if self.truth(condition)? { then } else { other });
            }
            Node::Mul(left, right) => {
                let (left, right) = self.both(left, right)?;
                left.checked_mul(right)
            }
            Node::Div(left, right) | Node::Mod(left, right) => {
                let (left, right) = self.both(left, right)?;
                match node {
                    _ if right == 0 => return Err(Gap::Undefined),
                    Node::Div(..) => left.checked_div(right),
                    _ => left.checked_rem(right),
                }
            }
            Node::Min(list) => self.ints(list)?.into_iter().min(),
            Node::Max(list) => self.ints(list)?.into_iter().max(),
            Node::Abs(inner) => self.int(inner)?.checked_abs(),
            _ => None,
        };
        value.ok_or(Gap::TooLarge)
    }

    /// Returns both integers. An error that a number is too large takes precedence over an
    /// undefined one.
    fn both(&self, left: Int, right: Int) -> Result<(i128, i128), Gap> {
        match (self.int(left), self.int(right)) {
            (Ok(left), Ok(right)) => Ok((left, right)),
            (Err(Gap::TooLarge), _) | (_, Err(Gap::TooLarge)) => Err(Gap::TooLarge),
            _ => Err(Gap::Undefined),
        }
    }

    fn ints(&self, list: List) -> Result<Vec<i128>, Gap> {
        let mut parts = self.terms.ints(list);
        if self.terms.ints(list).any(|part| self.int(part) == Err(Gap::TooLarge)) {
            return Err(Gap::TooLarge);
        }
        let mut numbers = Vec::with_capacity(parts.len());
        parts.try_for_each(|part| self.int(part).map(|number| numbers.push(number)))?;
        Ok(numbers)
    }

    /// Returns whether one of the truth values is `wanted`; an error if none is known to be and one
    /// has no value.
    fn any(&self, list: List, wanted: bool) -> Result<bool, Gap> {
        let mut found = Ok(false);
        for part in self.terms.bools(list) {
            match self.truth(part) {
                Ok(value) if value == wanted => return Ok(true),
                Ok(_) => {}
                gap => found = gap,
            }
        }
        found
    }
}

/// Applies the relational semantics: a comparison of an undefined integer is false.
fn false_if_undefined(truth: Result<bool, Gap>) -> Result<bool, Gap> {
    match truth {
        Err(Gap::Undefined) => Ok(false),
        other => other,
    }
}
