//! Definitions of sums and products.

use parallax_certificates::{Objective, Relation, Terms, Variable};

use super::super::symbols::{DefinitionLiteral, DefinitionSymbol, DefinitionTruth};
use super::PseudoBooleanDefinition;

/// Maximum number of pairs of factors of a product.
const MAX_FACTOR_PAIRS: usize = 1 << 20;

impl PseudoBooleanDefinition<'_> {
    /// Returns a weighted sum over the literals of bounds, and its constant: a variable is its
    /// least value plus, for each bound that it reaches, the gap below that bound.
    pub(super) fn weigh_bounds(
        &self,
        terms: impl Iterator<Item = (i128, Variable)>,
    ) -> (Vec<(i128, DefinitionLiteral)>, i128) {
        let (mut all, mut constant) = (Vec::new(), 0);
        for (factor, variable) in terms.filter(|term| term.0 != 0) {
            let values = self.domain_values(variable);
            constant += factor * i128::from(values.first().copied().unwrap_or_default());
            for pair in values.windows(2) {
                // E.g. x in {2, 5, 6} is 2 + 3 g_5 + 1 g_6.
                let gap = i128::from(pair[1]) - i128::from(pair[0]);
                all.push((factor * gap, DefinitionSymbol::Least(variable, pair[1]).into()));
            }
        }
        (all, constant)
    }

    pub(super) fn define_linear(
        &mut self,
        guards: &[DefinitionLiteral],
        terms: &Terms,
        relation: Relation,
        constant: i128,
    ) {
        terms.0.iter().for_each(|&(_, variable)| self.define_order(variable));
        let (terms, base) =
            self.weigh_bounds(terms.0.iter().map(|&(factor, v)| (factor.into(), v)));
        let constant = constant - base;
        let negated: Vec<(i128, DefinitionLiteral)> =
            terms.iter().map(|&(factor, lit)| (-factor, lit)).collect();
        let at_least = |definition: &mut Self, guards: &[DefinitionLiteral], bound| {
            definition.append_sum(guards, &terms, bound)
        };
        let at_most = |definition: &mut Self, guards: &[DefinitionLiteral], bound: i128| {
            definition.append_sum(guards, &negated, -bound)
        };
        match relation {
            Relation::Eq => {
                at_least(self, guards, constant);
                at_most(self, guards, constant);
            }
            Relation::Le => drop(at_most(self, guards, constant)),
            Relation::Lt => drop(at_most(self, guards, constant - 1)),
            Relation::Ge => drop(at_least(self, guards, constant)),
            Relation::Gt => drop(at_least(self, guards, constant + 1)),
            Relation::Ne => {
                let (less, more) = (self.new_hidden(), self.new_hidden());
                self.append_clause(
                    guards,
                    [DefinitionTruth::Open(less), DefinitionTruth::Open(more)],
                );
                at_most(self, &[guards, &[less]].concat(), constant - 1);
                at_least(self, &[guards, &[more]].concat(), constant + 1);
            }
        }
    }

    /// Returns the line "the objective is better than a value".
    pub(in super::super) fn better_objective_line(
        &self,
        objective: &Objective,
        best: i128,
    ) -> (Vec<(i128, DefinitionLiteral)>, i128) {
        let sign = if objective.minimize { -1 } else { 1 };
        let terms = objective.terms.0.iter().map(|&(factor, v)| (sign * i128::from(factor), v));
        let (terms, constant) = self.weigh_bounds(terms);
        (terms, sign * best + 1 - constant)
    }

    pub(super) fn define_product(
        &mut self,
        guards: &[DefinitionLiteral],
        left: Variable,
        right: Variable,
        result: Variable,
    ) {
        let (left_values, right_values) = (self.domain_values(left), self.domain_values(right));
        let pairs = left_values.len().saturating_mul(right_values.len());
        if pairs > MAX_FACTOR_PAIRS {
            self.pairs = Some(pairs);
            return;
        }
        for &a in left_values {
            for &b in right_values {
                let product = i64::try_from(i128::from(a) * i128::from(b));
                let is = product
                    .map_or(DefinitionTruth::Known(false), |value| self.value_truth(result, value));
                self.append_clause(
                    guards,
                    [!self.value_truth(left, a), !self.value_truth(right, b), is],
                );
            }
        }
    }
}
