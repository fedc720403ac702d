//! Definitions of tables, elements and inverses.

use std::collections::HashSet;

use parallax_certificates::{Value, Variable};

use super::super::symbols::{Lit, Truth};
use super::Definition;

impl Definition<'_> {
    /// Defines a table: a clause for each forbidden row, or else a hidden literal for each allowed
    /// row, one of which is true.
    pub(super) fn table(
        &mut self,
        guards: &[Lit],
        scope: &[Variable],
        rows: &[Vec<Value>],
        forbidden: bool,
    ) {
        let mut chosen = Vec::new();
        let distinct: HashSet<&Vec<Value>> = rows.iter().collect();
        let mut seen: HashSet<&Vec<Value>> = HashSet::with_capacity(distinct.len());
        for row in rows.iter().filter(|row| seen.insert(row)) {
            let places = scope.iter().zip(row).map(|(&variable, &value)| self.is(variable, value));
            let places: Vec<Truth> = places.collect();
            if forbidden {
                self.clause(guards, places.into_iter().map(|own| !own));
            } else if !places.contains(&Truth::Known(false)) {
                let own = self.new_hidden();
                for place in places {
                    self.clause(&[], [Truth::Open(!own), place]);
                }
                chosen.push(Truth::Open(own));
            }
        }
        if !forbidden {
            self.clause(guards, chosen);
        }
    }

    pub(super) fn element(
        &mut self,
        guards: &[Lit],
        index: Variable,
        array: &[Variable],
        result: Variable,
        first: i128,
    ) {
        for &here in self.values(index) {
            let place = usize::try_from(i128::from(here) - first).ok();
            let chosen = !self.is(index, here);
            let Some(&own) = place.and_then(|place| array.get(place)) else {
                self.clause(guards, [chosen]);
                continue;
            };
            if own == result {
                continue;
            }
            for (one, other) in [(own, result), (result, own)] {
                for &value in self.values(one) {
                    let clause = [chosen, !self.is(one, value), self.is(other, value)];
                    self.clause(guards, clause);
                }
            }
        }
    }

    pub(super) fn inverse(
        &mut self,
        guards: &[Lit],
        number: usize,
        left: (&[Variable], i128),
        right: (&[Variable], i128),
    ) {
        for ((own, first_own), (other, first_other), is_left) in
            [(left, right, true), (right, left, false)]
        {
            for (place, &variable) in own.iter().enumerate() {
                for &value in self.values(variable) {
                    let there = usize::try_from(i128::from(value) - first_other).ok();
                    let there = there.filter(|&there| there < other.len());
                    let back = Value::try_from(first_own + place as i128).ok();
                    let is = there
                        .zip(back)
                        .map_or(Truth::Known(false), |(there, back)| self.is(other[there], back));
                    let id = self.clause(guards, [!self.is(variable, value), is]);
                    if let (true, Some(there), Some(id), Truth::Open(_)) = (is_left, there, id, is)
                    {
                        self.back.insert((number, place, there), id);
                    }
                }
            }
        }
    }
}
