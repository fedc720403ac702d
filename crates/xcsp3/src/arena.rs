//! Expressions of the document: variables and numbers stored once, truth values as numbers.

use std::collections::HashMap;

use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, ExpressionDag, IntExpression};

use super::items::{IntervalSet, ListItem};

/// Terms, with one node for each variable and number.
#[derive(Clone, Debug, Default)]
pub(super) struct Xcsp3Arena {
    pub(super) terms: ExpressionDag,
    variables: HashMap<u32, IntExpression>,
    numbers: HashMap<i64, IntExpression>,
    truths: HashMap<BoolExpression, IntExpression>,
}

impl Xcsp3Arena {
    /// Returns a number as an expression.
    pub(super) fn number_term(&mut self, number: i64) -> IntExpression {
        *self.numbers.entry(number).or_insert_with(|| self.terms.add_number(number))
    }

    /// Returns an item as an integer.
    pub(super) fn item_int(&mut self, item: ListItem) -> IntExpression {
        match item {
            ListItem::Number(number) => self.number_term(number),
            ListItem::Variable(variable) => *self
                .variables
                .entry(variable)
                .or_insert_with(|| self.terms.add_variable(variable as usize)),
            ListItem::Int(int) => int,
            ListItem::Bool(bool) => self.number_of(bool),
        }
    }

    /// Returns an item as a truth value: whether it is not 0.
    pub(super) fn item_bool(&mut self, item: ListItem) -> BoolExpression {
        match item {
            ListItem::Bool(bool) => bool,
            ListItem::Number(number) => self.terms.add_truth(number != 0),
            _ => {
                let int = self.item_int(item);
                self.terms.is_nonzero(int)
            }
        }
    }

    /// Returns a truth value as 1 or 0.
    pub(super) fn number_of(&mut self, bool: BoolExpression) -> IntExpression {
        *self.truths.entry(bool).or_insert_with(|| self.terms.number_of(bool))
    }

    /// Returns a comparison of two items.
    pub(super) fn compare_items(
        &mut self,
        left: ListItem,
        relation: ComparisonOperator,
        right: ListItem,
    ) -> BoolExpression {
        let (left, right) = (self.item_int(left), self.item_int(right));
        self.terms.add_comparison(left, relation, right)
    }

    /// Returns whether an integer lies in a set.
    pub(super) fn set_membership(
        &mut self,
        int: IntExpression,
        set: &IntervalSet,
    ) -> BoolExpression {
        // Several intervals are one membership, and a single one is cheaper as two comparisons.
        if let [_, _, ..] = set.intervals()
            && let Some(domain) = set.to_domain()
        {
            return self.terms.add_member(int, domain);
        }
        let mut parts = Vec::with_capacity(set.intervals().len());
        for &(low, high) in set.intervals() {
            let (low, high) = (self.number_term(low), self.number_term(high));
            if low == high {
                parts.push(self.terms.add_comparison(int, ComparisonOperator::Eq, low));
                continue;
            }
            let above = self.terms.add_comparison(int, ComparisonOperator::Ge, low);
            let below = self.terms.add_comparison(int, ComparisonOperator::Le, high);
            parts.push(self.terms.add_and(&[above, below]));
        }
        // An empty set gives the empty disjunction, which is false.
        match parts[..] {
            [one] => one,
            _ => self.terms.add_or(&parts),
        }
    }
}
