//! Definitions of comparisons, lexicographic orders and extrema.

use std::collections::BTreeSet;

use parallax_certificates::{Relation, Value, Variable};

use super::super::symbols::{Lit, Truth};
use super::Definition;

impl Definition<'_> {
    pub(super) fn compare(
        &mut self,
        guards: &[Lit],
        left: Variable,
        relation: Relation,
        right: Variable,
        offset: i128,
    ) {
        if left == right {
            if !relation.holds(0, offset) {
                self.never(guards);
            }
            return;
        }
        // The value of one side that corresponds to a value of the other.
        let partner = |value: Value, offset: i128| i64::try_from(i128::from(value) - offset).ok();
        match relation {
            Relation::Eq => {
                for (own, other, offset) in [(left, right, offset), (right, left, -offset)] {
                    for &value in self.values(own) {
                        let there = partner(value, offset)
                            .map_or(Truth::Known(false), |value| self.is(other, value));
                        self.clause(guards, [!self.is(own, value), there]);
                    }
                }
            }
            Relation::Ne => {
                for &value in self.values(left) {
                    let there = partner(value, offset)
                        .map_or(Truth::Known(false), |value| self.is(right, value));
                    self.clause(guards, [!self.is(left, value), !there]);
                }
            }
            Relation::Le => self.not_above(guards, left, right, offset),
            Relation::Lt => self.not_above(guards, left, right, offset - 1),
            Relation::Ge => self.not_above(guards, right, left, -offset),
            Relation::Gt => self.not_above(guards, right, left, -offset - 1),
        }
    }

    /// Defines `low <= high + offset`.
    fn not_above(&mut self, guards: &[Lit], low: Variable, high: Variable, offset: i128) {
        self.order(low);
        self.order(high);
        for &value in self.values(low) {
            let there = self.at_least(high, i128::from(value) - offset);
            self.clause(guards, [!self.at_least(low, value), there]);
        }
    }

    /// Defines a lexicographic order; hidden literals represent that the first places are equal.
    pub(super) fn lexicographic(
        &mut self,
        guards: &[Lit],
        left: &[Variable],
        right: &[Variable],
        strict: bool,
    ) {
        let mut guards = guards.to_vec();
        let own = guards.len();
        for (&one, &other) in left.iter().zip(right) {
            let next = self.new_hidden();
            if one == other {
                self.clause(&guards, [Truth::Open(next)]);
            } else {
                self.not_above(&guards, one, other, 0);
                for &value in self.values(one) {
                    let (here, there) = (self.is(one, value), self.is(other, value));
                    self.clause(&guards, [!here, !there, Truth::Open(next)]);
                }
            }
            guards.truncate(own);
            guards.push(next);
        }
        // If all places are equal, the shorter side comes first.
        let fits = left.len() < right.len() || (left.len() == right.len() && !strict);
        if !fits {
            self.never(&guards);
        }
    }

    pub(super) fn extremum(
        &mut self,
        guards: &[Lit],
        result: Variable,
        scope: &[Variable],
        max: bool,
    ) {
        if scope.is_empty() {
            return self.never(guards);
        }
        scope.iter().chain([&result]).for_each(|&variable| self.order(variable));
        let scope: BTreeSet<Variable> = scope.iter().copied().collect();
        // "At least a value"; for a minimum, "at most a value".
        let reaches = |own: &Self, variable, value: Value| {
            if max {
                own.at_least(variable, value)
            } else {
                !own.at_least(variable, i128::from(value) + 1)
            }
        };
        for &variable in &scope {
            for &value in self.values(variable) {
                let clause = [!reaches(self, variable, value), reaches(self, result, value)];
                self.clause(guards, clause);
            }
        }
        for &value in self.values(result) {
            let some = scope.iter().map(|&variable| reaches(self, variable, value));
            let clause: Vec<Truth> = some.chain([!reaches(self, result, value)]).collect();
            self.clause(guards, clause);
        }
    }
}
