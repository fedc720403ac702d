//! Adds nodes of every kind to expressions.

use super::expr::narrow;
use super::{Bool, Int, Node, Terms};
use crate::{Domain, Relation};

impl Terms {
    /// Adds a constant.
    pub fn truth(&mut self, value: bool) -> Bool {
        Bool(self.add(Node::Truth(value)))
    }

    /// Adds the flag of the 0/1 variable with this number: whether it is 1.
    pub fn flag(&mut self, variable: usize) -> Bool {
        Bool(self.add(Node::Flag(narrow(variable))))
    }

    /// Adds a negation.
    pub fn not(&mut self, term: Bool) -> Bool {
        Bool(self.add(Node::Not(term)))
    }

    /// Adds a conjunction; it is true without operands.
    pub fn and(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::And(list)))
    }

    /// Adds a disjunction; it is false without operands.
    pub fn or(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::Or(list)))
    }

    /// Adds an equivalence.
    pub fn iff(&mut self, a: Bool, b: Bool) -> Bool {
        Bool(self.add(Node::Iff(a, b)))
    }

    /// Adds a choice: `then` if the condition is true, otherwise `other`.
    pub fn choose(&mut self, condition: Bool, then: Bool, other: Bool) -> Bool {
        Bool(self.add(Node::Choose(condition, then, other)))
    }

    /// Adds a comparison.
    pub fn compare(&mut self, left: Int, relation: Relation, right: Int) -> Bool {
        Bool(self.add(Node::Compare(left, relation, right)))
    }

    /// Adds the statement that no two of the operands are equal.
    pub fn distinct(&mut self, parts: &[Int]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::Distinct(list)))
    }

    /// Adds a number.
    pub fn number(&mut self, value: i64) -> Int {
        Int(self.add(Node::Number(value)))
    }

    /// Adds the integer variable with this number.
    pub fn variable(&mut self, variable: usize) -> Int {
        Int(self.add(Node::Variable(narrow(variable))))
    }

    /// Adds the sum of the operands.
    pub fn sum(&mut self, parts: &[Int]) -> Int {
        let list = self.list(parts.iter().map(|part| part.0));
        Int(self.add(Node::Add(list)))
    }

    /// Adds a constant times an operand.
    pub fn scale(&mut self, factor: i64, term: Int) -> Int {
        Int(self.add(Node::Scale(factor, term)))
    }

    /// Adds a choice of integers: `then` if the condition is true, otherwise `other`.
    pub fn select(&mut self, condition: Bool, then: Int, other: Int) -> Int {
        Int(self.add(Node::Select(condition, then, other)))
    }

    /// Adds a product.
    pub fn product(&mut self, left: Int, right: Int) -> Int {
        Int(self.add(Node::Mul(left, right)))
    }

    /// Adds a quotient, truncated towards 0; undefined if the divisor is 0.
    pub fn quotient(&mut self, dividend: Int, divisor: Int) -> Int {
        Int(self.add(Node::Div(dividend, divisor)))
    }

    /// Adds the remainder of [`Terms::quotient`], with the sign of the dividend; undefined if the
    /// divisor is 0.
    pub fn remainder(&mut self, dividend: Int, divisor: Int) -> Int {
        Int(self.add(Node::Mod(dividend, divisor)))
    }

    /// Adds the least of the operands; `None` without operands.
    #[must_use]
    pub fn min(&mut self, parts: &[Int]) -> Option<Int> {
        let list = self.list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| Int(self.add(Node::Min(list))))
    }

    /// Adds the greatest of the operands; `None` without operands.
    #[must_use]
    pub fn max(&mut self, parts: &[Int]) -> Option<Int> {
        let list = self.list(parts.iter().map(|part| part.0));
        (!parts.is_empty()).then(|| Int(self.add(Node::Max(list))))
    }

    /// Adds an absolute value.
    pub fn abs(&mut self, term: Int) -> Int {
        Int(self.add(Node::Abs(term)))
    }

    /// Adds the statement that all operands are equal; it is true without operands.
    pub fn all_equal(&mut self, parts: &[Int]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::AllEqual(list)))
    }

    /// Adds the statement that all operands are true or all are false; it is true without operands.
    pub fn all_alike(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::AllAlike(list)))
    }

    /// Adds the statement that an odd number of the operands is true.
    pub fn odd(&mut self, parts: &[Bool]) -> Bool {
        let list = self.list(parts.iter().map(|part| part.0));
        Bool(self.add(Node::Odd(list)))
    }

    /// Adds the statement that an integer is in a set. Equal sets are stored once.
    pub fn member(&mut self, term: Int, set: Domain) -> Bool {
        let set = self.add_set(set);
        Bool(self.add(Node::Member(term, set)))
    }

    /// Adds the statement that an integer is not 0. That of [`Terms::number_of`] a truth value is
    /// the truth value itself.
    pub fn is_nonzero(&mut self, term: Int) -> Bool {
        match self.of_int(term) {
            Node::NumberOf(truth) => truth,
            Node::Number(number) => self.truth(number != 0),
            _ => {
                let zero = self.number(0);
                self.compare(term, Relation::Ne, zero)
            }
        }
    }

    /// Adds a truth value as a number: 1 if it is true, otherwise 0.
    pub fn number_of(&mut self, truth: Bool) -> Int {
        Int(self.add(Node::NumberOf(truth)))
    }

    /// Adds the power of a base; `0^0` is 1. It is undefined if the exponent is negative.
    pub fn power(&mut self, base: Int, exponent: Int) -> Int {
        Int(self.add(Node::Pow(base, exponent)))
    }

    /// Adds the distance of two integers, `|a - b|`.
    pub fn distance(&mut self, a: Int, b: Int) -> Int {
        let negated = self.scale(-1, b);
        let difference = self.sum(&[a, negated]);
        self.abs(difference)
    }
}
