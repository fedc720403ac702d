//! Sums of lines of a proof that clauses follow from.

use std::collections::BTreeMap;

use super::definition::Id;
use super::symbols::{Lit, Symbol};

/// An addend of a sum of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addend {
    /// The count that an auxiliary literal implies.
    Says(Lit),
    /// A line of the definition.
    Line(Id),
}

/// A sum of terms that is at least a number, and the lines that it is the sum of.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    /// The factors of variables, where a negated one is 1 minus the variable.
    factors: BTreeMap<Symbol, i64>,
    least: i64,
    pub(super) addends: Vec<Addend>,
}

impl Sum {
    /// Makes the sum of one line of the definition.
    pub(super) fn line(id: Id, terms: impl IntoIterator<Item = (i64, Lit)>, least: i64) -> Self {
        let mut sum = Sum { least, addends: vec![Addend::Line(id)], ..Sum::default() };
        terms.into_iter().for_each(|(factor, lit)| sum.add_term(factor, lit));
        sum
    }

    /// Makes the sum of a literal's count: at least `least` of the others are true.
    pub(super) fn says(lit: Lit, others: impl IntoIterator<Item = Lit>, least: usize) -> Self {
        let least = i64::try_from(least).unwrap_or(i64::MAX);
        let mut sum = Sum { least, addends: vec![Addend::Says(lit)], ..Sum::default() };
        sum.add_term(least, !lit);
        others.into_iter().for_each(|own| sum.add_term(1, own));
        sum
    }

    fn add_term(&mut self, factor: i64, lit: Lit) {
        let own = if lit.positive { factor } else { -factor };
        self.least -= if lit.positive { 0 } else { factor };
        *self.factors.entry(lit.symbol).or_default() += own;
    }

    /// Returns the sum of this and another.
    #[must_use]
    pub(super) fn plus(mut self, other: &Sum) -> Self {
        for (&symbol, &factor) in &other.factors {
            *self.factors.entry(symbol).or_default() += factor;
        }
        self.least += other.least;
        self.addends.extend(&other.addends);
        self
    }

    /// Whether a clause follows: if it is violated, the sum cannot be reached.
    pub(super) fn implies(&self, clause: &[Lit]) -> bool {
        let most: i64 = self
            .factors
            .iter()
            .map(|(&symbol, &factor)| {
                let violated = |lit: &&Lit| lit.symbol == symbol;
                match clause.iter().find(violated) {
                    Some(lit) if lit.positive => 0,
                    Some(_) => factor,
                    None => factor.max(0),
                }
            })
            .sum();
        most < self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_a_ladder_excludes_the_next_one() {
        let [a, b, c] = [0, 1, 2].map(|variable| Lit::from(Symbol::Is(variable, 1)));
        let begun = Lit::from(Symbol::Auxiliary(9));
        let says = Sum::says(begun, [a, b], 1);
        let most = Sum::line(5, [a, b, c].map(|lit| (-1, lit)), -1);
        let sum = says.clone().plus(&most);
        assert!(sum.implies(&[!begun, !c]) && !sum.implies(&[!begun, !b]));
        assert!(!says.implies(&[!begun, !c]) && says.implies(&[!begun, a, b]));
        assert_eq!(sum.addends, [Addend::Says(begun), Addend::Line(5)]);
        assert!(Sum::says(!begun, [!a, !b], 2).implies(&[begun, !b]));
    }
}
