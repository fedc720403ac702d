//! Definitions of tables, elements and inverses.

use std::collections::HashSet;

use parallax_certificates::{Value, Variable};

use super::super::symbols::{DefinitionLiteral, DefinitionTruth};
use super::PseudoBooleanDefinition;

impl PseudoBooleanDefinition<'_> {
    /// Defines a table: a clause for each forbidden row, or else a hidden literal for each allowed
    /// row, one of which is true.
    pub(super) fn define_table(
        &mut self,
        guards: &[DefinitionLiteral],
        scope: &[Variable],
        rows: &[Vec<Value>],
        forbidden: bool,
    ) {
        let mut chosen = Vec::new();
        let distinct: HashSet<&Vec<Value>> = rows.iter().collect();
        let mut seen: HashSet<&Vec<Value>> = HashSet::with_capacity(distinct.len());
        for row in rows.iter().filter(|row| seen.insert(row)) {
            let places =
                scope.iter().zip(row).map(|(&variable, &value)| self.value_truth(variable, value));
            let places: Vec<DefinitionTruth> = places.collect();
            if forbidden {
                self.append_clause(guards, places.into_iter().map(|own| !own));
            } else if !places.contains(&DefinitionTruth::Known(false)) {
                let own = self.new_hidden();
                for place in places {
                    self.append_clause(&[], [DefinitionTruth::Open(!own), place]);
                }
                chosen.push(DefinitionTruth::Open(own));
            }
        }
        if !forbidden {
            self.append_clause(guards, chosen);
        }
    }

    pub(super) fn define_element(
        &mut self,
        guards: &[DefinitionLiteral],
        index: Variable,
        array: &[Variable],
        result: Variable,
        first: i128,
    ) {
        for &here in self.domain_values(index) {
            let place = usize::try_from(i128::from(here) - first).ok();
            let chosen = !self.value_truth(index, here);
            let Some(&own) = place.and_then(|place| array.get(place)) else {
                self.append_clause(guards, [chosen]);
                continue;
            };
            if own == result {
                continue;
            }
            for (one, other) in [(own, result), (result, own)] {
                for &value in self.domain_values(one) {
                    let clause =
                        [chosen, !self.value_truth(one, value), self.value_truth(other, value)];
                    self.append_clause(guards, clause);
                }
            }
        }
    }

    pub(super) fn define_inverse(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        left: (&[Variable], i128),
        right: (&[Variable], i128),
    ) {
        for ((own, first_own), (other, first_other), is_left) in
            [(left, right, true), (right, left, false)]
        {
            for (place, &variable) in own.iter().enumerate() {
                for &value in self.domain_values(variable) {
                    let there = usize::try_from(i128::from(value) - first_other).ok();
                    let there = there.filter(|&there| there < other.len());
                    let back = Value::try_from(first_own + place as i128).ok();
                    let is =
                        there.zip(back).map_or(DefinitionTruth::Known(false), |(there, back)| {
                            self.value_truth(other[there], back)
                        });
                    let id = self.append_clause(guards, [!self.value_truth(variable, value), is]);
                    if let (true, Some(there), Some(id), DefinitionTruth::Open(_)) =
                        (is_left, there, id, is)
                    {
                        self.back.insert((number, place, there), id);
                    }
                }
            }
        }
    }
}
