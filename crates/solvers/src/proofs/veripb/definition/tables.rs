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
            let truths =
                scope.iter().zip(row).map(|(&variable, &value)| self.value_truth(variable, value));
            let truths: Vec<DefinitionTruth> = truths.collect();
            if forbidden {
                self.append_clause(guards, truths.into_iter().map(|truth| !truth));
            } else if !truths.contains(&DefinitionTruth::Known(false)) {
                let choice = self.new_hidden();
                for truth in truths {
                    self.append_clause(&[], [DefinitionTruth::Open(!choice), truth]);
                }
                chosen.push(DefinitionTruth::Open(choice));
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
        for &value in self.domain_values(index) {
            let position = usize::try_from(i128::from(value) - first).ok();
            let chosen = !self.value_truth(index, value);
            // No entry has this index, so the value is forbidden.
            let Some(&entry) = position.and_then(|position| array.get(position)) else {
                self.append_clause(guards, [chosen]);
                continue;
            };
            // The entry is the result itself, which needs no clause.
            if entry == result {
                continue;
            }
            for (left, right) in [(entry, result), (result, entry)] {
                for &value in self.domain_values(left) {
                    let clause =
                        [chosen, !self.value_truth(left, value), self.value_truth(right, value)];
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
        for ((variables, first), (other, first_other), is_left) in
            [(left, right, true), (right, left, false)]
        {
            for (position, &variable) in variables.iter().enumerate() {
                for &value in self.domain_values(variable) {
                    let there = usize::try_from(i128::from(value) - first_other).ok();
                    let there = there.filter(|&there| there < other.len());
                    let back = Value::try_from(first + position as i128).ok();
                    let is =
                        there.zip(back).map_or(DefinitionTruth::Known(false), |(there, back)| {
                            self.value_truth(other[there], back)
                        });
                    let id = self.append_clause(guards, [!self.value_truth(variable, value), is]);
                    if let (true, Some(there), Some(id), DefinitionTruth::Open(_)) =
                        (is_left, there, id, is)
                    {
                        self.inverse_lines.insert((number, position, there), id);
                    }
                }
            }
        }
    }
}
