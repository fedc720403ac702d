//! Evaluates expressions under an assignment, by their definition.

use super::{Bool, Int, List, Node, Terms};
use crate::Value;

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It divides by 0 or has a negative exponent.
    Undefined,
    /// Its value, or one that it depends on, is beyond 128 bits.
    TooLarge,
}

/// The value of every node of some terms. A truth value is 0 or 1. Shares no code with
/// flattening.
pub struct Values<'t> {
    terms: &'t Terms,
    values: Vec<Result<i128, Gap>>,
    /// For each node, whether an operation in it, or the node itself, is undefined; empty if none
    /// is in any.
    broken: Vec<bool>,
}

impl<'t> Values<'t> {
    /// Evaluates the nodes in order, each once. `assignment` has a value for each variable that
    /// the terms mention.
    #[must_use]
    pub fn of(terms: &'t Terms, assignment: &[Value]) -> Self {
        let values = Vec::with_capacity(terms.nodes().len());
        let mut all = Values { terms, values, broken: Vec::new() };
        for &node in terms.nodes() {
            let value = all.node(node, assignment);
            all.values.push(value);
        }
        if all.values.contains(&Err(Gap::Undefined)) {
            for (place, &node) in terms.nodes().iter().enumerate() {
                let mut broken = all.values[place] == Err(Gap::Undefined);
                terms.each_part(node, &mut |part| broken |= all.broken[part]);
                all.broken.push(broken);
            }
        }
        all
    }

    /// Returns whether a constraint holds that is false wherever any operation in it is undefined,
    /// also below a negation and in an operand that is not needed; `None` if it depends on a number
    /// beyond 128 bits. It is the rule of `Flattener::assert_whole`.
    #[must_use]
    pub fn whole(&self, term: Bool) -> Option<bool> {
        if self.is_broken(term.place()) { Some(false) } else { self.bool(term) }
    }

    /// Returns the value of an integer expression that is undefined wherever any operation in it
    /// is. It is the rule of `Flattener::whole_variable`.
    ///
    /// # Errors
    /// Returns the reason why it has none.
    pub fn whole_int(&self, term: Int) -> Result<i128, Gap> {
        if self.is_broken(term.place()) { Err(Gap::Undefined) } else { self.int(term) }
    }

    fn is_broken(&self, place: usize) -> bool {
        self.broken.get(place) == Some(&true)
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
            Node::AllEqual(list) => false_if_undefined(
                self.ints(list).map(|numbers| numbers.iter().all(|&number| number == numbers[0])),
            )?,
            Node::AllAlike(list) => {
                let count = self.count(list)?;
                count == 0 || count == self.terms.bools(list).len()
            }
            Node::Odd(list) => self.count(list)? % 2 == 1,
            Node::Member(part, set) => false_if_undefined(self.int(part).map(|number| {
                Value::try_from(number).is_ok_and(|value| self.terms.set(set).contains(value))
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
            Node::Pow(base, exponent) => {
                let (base, exponent) = self.both(base, exponent)?;
                if exponent < 0 {
                    return Err(Gap::Undefined);
                }
                power(base, exponent)
            }
            Node::NumberOf(truth) => Some(self.truth(truth)?.into()),
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

    /// Returns the number of true operands.
    fn count(&self, list: List) -> Result<usize, Gap> {
        let mut count = 0;
        for part in self.terms.bools(list) {
            count += usize::from(self.truth(part)?);
        }
        Ok(count)
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

/// Returns `base^exponent` for an exponent of at least 0; `None` beyond 128 bits.
fn power(base: i128, exponent: i128) -> Option<i128> {
    match base {
        0 => Some((exponent == 0).into()),
        1 => Some(1),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

/// Applies the relational semantics: a comparison of an undefined integer is false.
fn false_if_undefined(truth: Result<bool, Gap>) -> Result<bool, Gap> {
    match truth {
        Err(Gap::Undefined) => Ok(false),
        other => other,
    }
}
