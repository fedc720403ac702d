//! Equations that constraints of a model imply, and their sums.

use std::collections::BTreeMap;

use parallax_model::{ComparisonOperator, Constraint, Linear, LinearTerm, VarId};

use crate::pattern::same_sum;
use crate::rules::CandidateRules;

/// A weighted sum of variables that is equal to a constant. No coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SumEquation {
    /// The coefficient of each variable.
    pub terms: BTreeMap<VarId, i64>,
    /// The sum.
    pub constant: i64,
}

impl SumEquation {
    /// Returns the equation that a constraint implies: a linear equation, the equality of two
    /// variables, the same sum of all tuples of a table, or the sum of all values of a house whose
    /// variables are as many as these. `None` if it implies none of these.
    pub(crate) fn of_constraint(rules: &CandidateRules, index: usize) -> Option<Self> {
        match &rules.model().constraints()[index].constraint {
            Constraint::AllDifferent(all) => {
                let mut constant = 0;
                for unit in rules.units_at(index) {
                    let unit = rules.unit(unit);
                    // Only a house that uses all of its values has a known sum.
                    constant += i64::from(unit.value.filter(|_| unit.is_some)?);
                }
                Some(SumEquation::from_terms(all.scope.iter().map(|&v| (1, v)), constant))
            }
            Constraint::Linear(sum) if sum.relation == ComparisonOperator::Eq => {
                let terms = sum.terms.iter().map(|term| (term.coefficient, term.variable));
                Some(SumEquation::from_terms(terms, sum.constant))
            }
            Constraint::Compare(own) if own.relation == ComparisonOperator::Eq => {
                Some(SumEquation::from_terms([(1, own.left), (-1, own.right)], own.offset))
            }
            Constraint::Table(table) => {
                Some(SumEquation::from_terms(table.scope.iter().map(|&v| (1, v)), same_sum(table)?))
            }
            _ => None,
        }
    }

    fn from_terms(terms: impl IntoIterator<Item = (i64, VarId)>, constant: i64) -> Self {
        let mut equation = SumEquation { terms: BTreeMap::new(), constant };
        for (coefficient, variable) in terms {
            *equation.terms.entry(variable).or_default() += coefficient;
        }
        equation.terms.retain(|_, coefficient| *coefficient != 0);
        equation
    }

    /// Returns the sum of the equations of constraints, each with a factor. `None` if a constraint
    /// implies no equation, or a number is too large.
    pub(crate) fn weighted_sum(rules: &CandidateRules, sources: &[(i64, usize)]) -> Option<Self> {
        let mut all = SumEquation::default();
        for &(factor, index) in sources {
            all.add_multiple(factor, &SumEquation::of_constraint(rules, index)?)?;
        }
        Some(all)
    }

    /// Adds a multiple of another equation. `None` if a number is too large.
    pub(super) fn add_multiple(&mut self, factor: i64, other: &SumEquation) -> Option<()> {
        for (&variable, coefficient) in &other.terms {
            let current = self.terms.get(&variable).copied().unwrap_or(0);
            match current.checked_add(factor.checked_mul(*coefficient)?)? {
                // A term that cancels out is dropped, so the equation lists only variables that
                // matter.
                0 => self.terms.remove(&variable),
                sum => self.terms.insert(variable, sum),
            };
        }
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        Some(())
    }

    /// Returns the number of terms after adding a multiple of another equation. A coefficient that
    /// is too large counts as a term.
    pub(super) fn terms_with(&self, factor: i64, other: &SumEquation) -> usize {
        let mut number = self.terms.len();
        for (variable, coefficient) in &other.terms {
            match self.terms.get(variable) {
                Some(own)
                    if factor.checked_mul(*coefficient).and_then(|more| own.checked_add(more))
                        == Some(0) =>
                {
                    number -= 1;
                }
                Some(_) => {}
                None => number += 1,
            }
        }
        number
    }

    /// Returns the constraint; positive terms come first.
    pub(crate) fn as_constraint(&self) -> Constraint {
        let mut terms: Vec<LinearTerm> = self
            .terms
            .iter()
            .map(|(&variable, &coefficient)| LinearTerm { coefficient, variable })
            .collect();
        terms.sort_by_key(|term| (term.coefficient < 0, term.variable));
        Constraint::Linear(Linear {
            terms,
            relation: ComparisonOperator::Eq,
            constant: self.constant,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_may_be_too_large() {
        let equation = |coefficient| SumEquation::from_terms([(coefficient, VarId::new(0))], 0);
        let large = equation(i64::MAX);
        assert_eq!(large.terms_with(-1, &large), 0);
        assert_eq!(large.terms_with(2, &large), 1);
        assert_eq!(large.terms_with(1, &equation(1)), 1);
        assert_eq!(large.clone().add_multiple(2, &large), None);
    }
}
