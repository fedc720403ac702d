//! Expressions of the document: variables and numbers stored once, truth values as numbers.

use std::collections::HashMap;

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int, Terms};

use super::items::{Item, Set};

/// Terms, with one node for each variable and number.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub(super) terms: Terms,
    variables: HashMap<u32, Int>,
    numbers: HashMap<i64, Int>,
    truths: HashMap<Bool, Int>,
}

impl Arena {
    /// Returns a number as an expression.
    pub(super) fn number(&mut self, number: i64) -> Int {
        *self.numbers.entry(number).or_insert_with(|| self.terms.number(number))
    }

    /// Returns an item as an integer.
    pub(super) fn int(&mut self, item: Item) -> Int {
        match item {
            Item::Number(number) => self.number(number),
            Item::Variable(variable) => *self
                .variables
                .entry(variable)
                .or_insert_with(|| self.terms.variable(variable as usize)),
            Item::Int(int) => int,
            Item::Bool(bool) => self.number_of(bool),
        }
    }

    /// Returns an item as a truth value: whether it is not 0.
    pub(super) fn bool(&mut self, item: Item) -> Bool {
        match item {
            Item::Bool(bool) => bool,
            Item::Number(number) => self.terms.truth(number != 0),
            _ => {
                let int = self.int(item);
                self.terms.is_nonzero(int)
            }
        }
    }

    /// Returns a truth value as 1 or 0.
    pub(super) fn number_of(&mut self, bool: Bool) -> Int {
        *self.truths.entry(bool).or_insert_with(|| self.terms.number_of(bool))
    }

    /// Returns a comparison of two items.
    pub(super) fn compare(&mut self, left: Item, relation: Relation, right: Item) -> Bool {
        let (left, right) = (self.int(left), self.int(right));
        self.terms.compare(left, relation, right)
    }

    /// Returns whether an integer lies in a set.
    pub(super) fn member(&mut self, int: Int, set: &Set) -> Bool {
        if let [_, _, ..] = set.intervals()
            && let Some(domain) = set.domain()
        {
            return self.terms.member(int, domain);
        }
        let mut parts = Vec::with_capacity(set.intervals().len());
        for &(low, high) in set.intervals() {
            let (low, high) = (self.number(low), self.number(high));
            if low == high {
                parts.push(self.terms.compare(int, Relation::Eq, low));
                continue;
            }
            let above = self.terms.compare(int, Relation::Ge, low);
            let below = self.terms.compare(int, Relation::Le, high);
            parts.push(self.terms.and(&[above, below]));
        }
        match parts[..] {
            [one] => one,
            _ => self.terms.or(&parts),
        }
    }
}
