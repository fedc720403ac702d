//! Sums of lines of a proof that clauses follow from.

use std::collections::BTreeMap;

use super::definition::Id;
use super::symbols::{DefinitionLiteral, DefinitionSymbol};

/// An addend of a sum of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumAddend {
    /// The count that an auxiliary literal implies.
    Says(DefinitionLiteral),
    /// A line of the definition.
    Line(Id),
}

/// A sum of terms with its lower bound, and the lines that add up to it.
#[derive(Clone, Debug, Default)]
pub(super) struct LineSum {
    /// The factors of variables, where a negated one is 1 minus the variable.
    factors: BTreeMap<DefinitionSymbol, i64>,
    least: i64,
    pub(super) addends: Vec<SumAddend>,
}

impl LineSum {
    /// Makes the sum of one line of the definition.
    pub(super) fn from_line(
        id: Id,
        terms: impl IntoIterator<Item = (i64, DefinitionLiteral)>,
        least: i64,
    ) -> Self {
        let mut sum = LineSum { least, addends: vec![SumAddend::Line(id)], ..LineSum::default() };
        terms.into_iter().for_each(|(factor, lit)| sum.add_term(factor, lit));
        sum
    }

    /// Makes the sum of a literal's count: at least `least` of the others are true.
    pub(super) fn from_count(
        lit: DefinitionLiteral,
        others: impl IntoIterator<Item = DefinitionLiteral>,
        least: usize,
    ) -> Self {
        let least = i64::try_from(least).unwrap_or(i64::MAX);
        let mut sum = LineSum { least, addends: vec![SumAddend::Says(lit)], ..LineSum::default() };
        sum.add_term(least, !lit);
        others.into_iter().for_each(|lit| sum.add_term(1, lit));
        sum
    }

    fn add_term(&mut self, factor: i64, lit: DefinitionLiteral) {
        // f ~x is f - f x, whose constant moves to the other side.
        let signed = if lit.positive { factor } else { -factor };
        self.least -= if lit.positive { 0 } else { factor };
        *self.factors.entry(lit.symbol).or_default() += signed;
    }

    /// Returns the sum of this and another.
    #[must_use]
    pub(super) fn add_sum(mut self, other: &LineSum) -> Self {
        for (&symbol, &factor) in &other.factors {
            *self.factors.entry(symbol).or_default() += factor;
        }
        self.least += other.least;
        self.addends.extend(&other.addends);
        self
    }

    /// Whether a clause follows: if it is violated, the sum cannot be reached.
    pub(super) fn implies_clause(&self, clause: &[DefinitionLiteral]) -> bool {
        let max_sum: i64 = self
            .factors
            .iter()
            .map(|(&symbol, &factor)| {
                let violated = |lit: &&DefinitionLiteral| lit.symbol == symbol;
                // The sum is largest where each variable outside of the clause takes the better
                // value, and each literal of the clause is false.
                match clause.iter().find(violated) {
                    Some(lit) if lit.positive => 0,
                    Some(_) => factor,
                    None => factor.max(0),
                }
            })
            .sum();
        max_sum < self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_a_ladder_excludes_the_next_one() {
        let [a, b, c] =
            [0, 1, 2].map(|variable| DefinitionLiteral::from(DefinitionSymbol::Is(variable, 1)));
        let begun = DefinitionLiteral::from(DefinitionSymbol::Auxiliary(9));
        let says = LineSum::from_count(begun, [a, b], 1);
        let most = LineSum::from_line(5, [a, b, c].map(|lit| (-1, lit)), -1);
        let sum = says.clone().add_sum(&most);
        assert!(sum.implies_clause(&[!begun, !c]) && !sum.implies_clause(&[!begun, !b]));
        assert!(!says.implies_clause(&[!begun, !c]) && says.implies_clause(&[!begun, a, b]));
        assert_eq!(sum.addends, [SumAddend::Says(begun), SumAddend::Line(5)]);
        assert!(LineSum::from_count(!begun, [!a, !b], 2).implies_clause(&[begun, !b]));
    }
}
