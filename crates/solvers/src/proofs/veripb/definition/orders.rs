//! Definitions of comparisons, lexicographic orders and extrema.

use std::collections::BTreeSet;

use parallax_certificates::{Relation, Value, Variable};

use super::super::symbols::{DefinitionLiteral, DefinitionTruth};
use super::PseudoBooleanDefinition;

impl PseudoBooleanDefinition<'_> {
    pub(super) fn define_compare(
        &mut self,
        guards: &[DefinitionLiteral],
        left: Variable,
        relation: Relation,
        right: Variable,
        offset: i128,
    ) {
        if left == right {
            if !relation.holds_between(0, offset) {
                self.append_contradiction(guards);
            }
            return;
        }
        // The value of one side that corresponds to a value of the other.
        let partner = |value: Value, offset: i128| i64::try_from(i128::from(value) - offset).ok();
        match relation {
            Relation::Eq => {
                for (side, other, offset) in [(left, right, offset), (right, left, -offset)] {
                    for &value in self.domain_values(side) {
                        let there = partner(value, offset)
                            .map_or(DefinitionTruth::Known(false), |value| {
                                self.value_truth(other, value)
                            });
                        self.append_clause(guards, [!self.value_truth(side, value), there]);
                    }
                }
            }
            Relation::Ne => {
                for &value in self.domain_values(left) {
                    let there = partner(value, offset)
                        .map_or(DefinitionTruth::Known(false), |value| {
                            self.value_truth(right, value)
                        });
                    self.append_clause(guards, [!self.value_truth(left, value), !there]);
                }
            }
            Relation::Le => self.not_above(guards, left, right, offset),
            Relation::Lt => self.not_above(guards, left, right, offset - 1),
            Relation::Ge => self.not_above(guards, right, left, -offset),
            Relation::Gt => self.not_above(guards, right, left, -offset - 1),
        }
    }

    /// Defines `low <= high + offset`.
    fn not_above(
        &mut self,
        guards: &[DefinitionLiteral],
        low: Variable,
        high: Variable,
        offset: i128,
    ) {
        self.define_order(low);
        self.define_order(high);
        for &value in self.domain_values(low) {
            let there = self.at_least(high, i128::from(value) - offset);
            self.append_clause(guards, [!self.at_least(low, value), there]);
        }
    }

    /// Defines a lexicographic order; hidden literals represent that the first places are equal.
    pub(super) fn define_lexicographic(
        &mut self,
        guards: &[DefinitionLiteral],
        left: &[Variable],
        right: &[Variable],
        strict: bool,
    ) {
        let mut guards = guards.to_vec();
        let guard_count = guards.len();
        for (&first, &second) in left.iter().zip(right) {
            // `next` is implied if the sides are equal up to here, and is the guard of the next
            // place: the order compares a place only after equal ones.
            let next = self.new_hidden();
            if first == second {
                self.append_clause(&guards, [DefinitionTruth::Open(next)]);
            } else {
                self.not_above(&guards, first, second, 0);
                for &value in self.domain_values(first) {
                    let (first_truth, second_truth) =
                        (self.value_truth(first, value), self.value_truth(second, value));
                    self.append_clause(
                        &guards,
                        [!first_truth, !second_truth, DefinitionTruth::Open(next)],
                    );
                }
            }
            // The constraint's own guards stay. The literal of this place replaces that of the one
            // before: it is forced to be true only if that is, and the places are equal.
            guards.truncate(guard_count);
            guards.push(next);
        }
        // If all places are equal, the shorter side comes first.
        let fits = left.len() < right.len() || (left.len() == right.len() && !strict);
        if !fits {
            self.append_contradiction(&guards);
        }
    }

    pub(super) fn define_extremum(
        &mut self,
        guards: &[DefinitionLiteral],
        result: Variable,
        scope: &[Variable],
        max: bool,
    ) {
        if scope.is_empty() {
            return self.append_contradiction(guards);
        }
        scope.iter().chain([&result]).for_each(|&variable| self.define_order(variable));
        let scope: BTreeSet<Variable> = scope.iter().copied().collect();
        // "At least a value"; for a minimum, "at most a value".
        let reaches = |definition: &Self, variable, value: Value| {
            if max {
                definition.at_least(variable, value)
            } else {
                !definition.at_least(variable, i128::from(value) + 1)
            }
        };
        for &variable in &scope {
            for &value in self.domain_values(variable) {
                let clause = [!reaches(self, variable, value), reaches(self, result, value)];
                self.append_clause(guards, clause);
            }
        }
        for &value in self.domain_values(result) {
            let some = scope.iter().map(|&variable| reaches(self, variable, value));
            let clause: Vec<DefinitionTruth> =
                some.chain([!reaches(self, result, value)]).collect();
            self.append_clause(guards, clause);
        }
    }
}
