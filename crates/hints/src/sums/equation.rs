//! Equations that constraints of a model imply, and their sums.

use std::collections::BTreeMap;

use parallax_model::{Constraint, Linear, Relation, Term, VarId};

use crate::pattern::same_sum;
use crate::rules::Rules;

/// A weighted sum of variables that is equal to a constant. No coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Equation {
    /// The coefficient of each variable.
    pub terms: BTreeMap<VarId, i64>,
    /// The sum.
    pub constant: i64,
}

impl Equation {
    /// Returns the equation that a constraint implies: a linear equation, the equality of two
    /// variables, the same sum of all tuples of a table, or the sum of all values of a house whose
    /// variables are as many as these. `None` if it implies none of these.
    pub(crate) fn of_constraint(rules: &Rules, place: usize) -> Option<Self> {
        match &rules.model().constraints()[place].constraint {
            Constraint::AllDifferent(all) => {
                let mut constant = 0;
                for unit in rules.units_at(place) {
                    let unit = rules.unit(unit);
                    constant += i64::from(unit.value.filter(|_| unit.is_some)?);
                }
                Some(Equation::of(all.scope.iter().map(|&v| (1, v)), constant))
            }
            Constraint::Linear(sum) if sum.relation == Relation::Eq => {
                let terms = sum.terms.iter().map(|term| (term.coefficient, term.variable));
                Some(Equation::of(terms, sum.constant))
            }
            Constraint::Compare(own) if own.relation == Relation::Eq => {
                Some(Equation::of([(1, own.left), (-1, own.right)], own.offset))
            }
            Constraint::Table(table) => {
                Some(Equation::of(table.scope.iter().map(|&v| (1, v)), same_sum(table)?))
            }
            _ => None,
        }
    }

    fn of(terms: impl IntoIterator<Item = (i64, VarId)>, constant: i64) -> Self {
        let mut equation = Equation { terms: BTreeMap::new(), constant };
        for (coefficient, variable) in terms {
            *equation.terms.entry(variable).or_default() += coefficient;
        }
        equation.terms.retain(|_, coefficient| *coefficient != 0);
        equation
    }

    /// Returns the sum of the equations of constraints, each with a factor. `None` if a constraint
    /// implies no equation, or a number is too large.
    pub(crate) fn added(rules: &Rules, sources: &[(i64, usize)]) -> Option<Self> {
        let mut all = Equation::default();
        for &(factor, place) in sources {
            all.add(factor, &Equation::of_constraint(rules, place)?)?;
        }
        Some(all)
    }

    /// Adds a multiple of another equation. `None` if a number is too large.
    pub(super) fn add(&mut self, factor: i64, other: &Equation) -> Option<()> {
        for (&variable, coefficient) in &other.terms {
            let own = self.terms.get(&variable).copied().unwrap_or(0);
            match own.checked_add(factor.checked_mul(*coefficient)?)? {
                0 => self.terms.remove(&variable),
                sum => self.terms.insert(variable, sum),
            };
        }
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        Some(())
    }

    /// Returns the number of terms after adding a multiple of another equation.
    pub(super) fn terms_with(&self, factor: i64, other: &Equation) -> usize {
        let mut number = self.terms.len();
        for (variable, coefficient) in &other.terms {
            match self.terms.get(variable) {
                Some(own) if own + factor * coefficient == 0 => number -= 1,
                Some(_) => {}
                None => number += 1,
            }
        }
        number
    }

    /// Returns the constraint; positive terms come first.
    pub(crate) fn constraint(&self) -> Constraint {
        let mut terms: Vec<Term> = self
            .terms
            .iter()
            .map(|(&variable, &coefficient)| Term { coefficient, variable })
            .collect();
        terms.sort_by_key(|term| (term.coefficient < 0, term.variable));
        Constraint::Linear(Linear { terms, relation: Relation::Eq, constant: self.constant })
    }
}
