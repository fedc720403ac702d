//! The meaning of a table's hit policy, as conditions on the rules that apply.

use std::collections::HashMap;
use std::hash::Hash;

use parallax_dmn::columns::{
    ColumnTable, ColumnValue, OutputKey, TableResult, output_keys, output_value,
};
use parallax_dmn::decisions::TablePolicy;
use parallax_model::{ModelExpression, all, any, count_true};

use super::class_columns::ClassModelError;

/// Maximum number of pairs of rows that are compared, of a table that collects and another list.
const MAX_COMPARED_PAIRS: usize = 20_000;

/// A table with the conditions of its rules.
pub(super) struct PolicyConditions<'t> {
    table: &'t ColumnTable,
    /// For each rule the condition that it applies.
    applies: Vec<ModelExpression>,
    /// The condition that no rule applies.
    is_missed: ModelExpression,
    /// The condition that the rules that apply break the policy.
    is_broken: ModelExpression,
}

/// A row of outputs that may stand in a list.
struct ListedRow<'t> {
    outputs: &'t [String],
    keys: Vec<OutputKey>,
    applies: ModelExpression,
    /// The number of rows before it.
    position: ModelExpression,
}

impl<'t> PolicyConditions<'t> {
    pub(super) fn new(table: &'t ColumnTable, applies: Vec<ModelExpression>) -> Self {
        let is_missed = !any(&applies);
        let is_broken = match table.policy {
            TablePolicy::Unique => count_true(&applies).ge(2),
            TablePolicy::Any => {
                // Rules with the same outputs may apply together.
                let rows = table.outputs.iter().map(|row| output_keys(row));
                let groups = group_conditions(rows.zip(applies.iter().cloned()));
                count_true(groups.into_iter().map(|(_, applies)| applies)).ge(2)
            }
            _ => ModelExpression::from(false),
        };
        PolicyConditions { table, applies, is_missed, is_broken }
    }

    pub(super) fn table(&self) -> &'t ColumnTable {
        self.table
    }

    /// The condition that there is neither a rule nor a default.
    fn gives_nothing(&self) -> ModelExpression {
        self.is_missed.and(self.table.defaults.is_none())
    }

    /// Returns the rules in the order in which they decide, for policies with an order.
    fn ordered_rules(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.table.rule_count).collect();
        if matches!(self.table.policy, TablePolicy::Priority | TablePolicy::OutputOrder) {
            order.sort_by_key(|&rule| &self.table.priorities[rule]);
        }
        order
    }

    /// Whether the result of several rules is a list.
    fn is_list(&self) -> bool {
        !self.table.policy.needs_a_rule()
    }

    /// Returns the rows that may be the whole result, each with the condition that it is: the
    /// first rule that applies, or the defaults.
    fn single_rows(&self) -> Vec<(&'t [String], ModelExpression)> {
        let mut rows = Vec::new();
        if !self.is_list() {
            let mut is_earlier = ModelExpression::from(false);
            for rule in self.ordered_rules() {
                let applies = &self.applies[rule];
                let decides = all([applies.clone(), !is_earlier.clone(), !self.is_broken.clone()]);
                rows.push((self.table.outputs[rule].as_slice(), decides));
                is_earlier = is_earlier.or(applies);
            }
        }
        if let Some(defaults) = &self.table.defaults {
            rows.push((defaults.as_slice(), self.is_missed.clone()));
        }
        rows
    }

    /// Returns the different values that may be the whole result, each with its condition.
    fn grouped_rows(&self) -> Vec<(Vec<OutputKey>, ModelExpression)> {
        let rows = self.single_rows().into_iter();
        group_conditions(rows.map(|(row, condition)| (output_keys(row), condition)))
    }

    /// Returns the rows of the list that is the result; none for other policies.
    fn listed_rows(&self) -> Vec<ListedRow<'t>> {
        if !self.is_list() {
            return Vec::new();
        }
        let mut position = ModelExpression::from(0);
        let mut rows = Vec::new();
        for rule in self.ordered_rules() {
            let applies = self.applies[rule].clone();
            let after = position.clone() + count_true([&applies]);
            let outputs = self.table.outputs[rule].as_slice();
            rows.push(ListedRow { outputs, keys: output_keys(outputs), applies, position });
            position = after;
        }
        rows
    }

    /// Returns for each value of an output the condition that the output has it, or has it in its
    /// list. Without a result it is null. Outputs that are computed have none of these values.
    pub(super) fn value_conditions(&self, output: usize) -> Vec<(ColumnValue, ModelExpression)> {
        let single = self.single_rows().into_iter();
        let listed = self.listed_rows().into_iter().map(|row| (row.outputs, row.applies));
        let of_rows = single
            .chain(listed)
            .filter_map(|(row, condition)| Some((output_value(&row[output])?, condition)));
        let of_none = [self.gives_nothing(), self.is_broken.clone()];
        group_conditions(of_rows.chain(of_none.map(|condition| (ColumnValue::Null, condition))))
    }

    /// Returns the condition that an output has a value, or has it in its list.
    pub(super) fn gives_value(&self, output: usize, value: &ColumnValue) -> ModelExpression {
        let conditions = self.value_conditions(output).into_iter();
        any(conditions.filter(|(other, _)| other == value).map(|(_, condition)| condition))
    }

    /// Returns the condition that the result has the texts of another.
    ///
    /// # Errors
    /// Returns an error for lists that are too long.
    pub(super) fn gives_result(
        &self,
        result: &TableResult<'_>,
    ) -> Result<ModelExpression, ClassModelError> {
        Ok(match result {
            TableResult::Nothing => self.gives_nothing(),
            TableResult::Outputs(wanted) => {
                let rows = self.single_rows().into_iter().filter(|(row, _)| row == wanted);
                any(rows.map(|(_, condition)| condition))
            }
            TableResult::List(wanted) => {
                let rows = self.listed_rows();
                check_pairs(rows.len(), wanted.len())?;
                let mut parts =
                    vec![!self.is_missed.clone(), count_true(&self.applies).eq(wanted.len())];
                for row in rows {
                    for (index, wanted) in wanted.iter().enumerate() {
                        if row.outputs != *wanted {
                            parts.push(!row.applies.and(row.position.eq(index)));
                        }
                    }
                }
                if self.is_list() { all(parts) } else { ModelExpression::from(false) }
            }
            TableResult::Conflict(rules) => {
                let exactly = self.applies.iter().enumerate().map(|(rule, applies)| {
                    if rules.contains(&rule) { applies.clone() } else { !applies.clone() }
                });
                self.is_broken.and(all(exactly))
            }
        })
    }

    /// Returns the condition that two tables give the same values.
    pub(super) fn gives_same(
        &self,
        other: &PolicyConditions<'_>,
    ) -> Result<ModelExpression, ClassModelError> {
        let mut found = vec![
            self.gives_nothing().and(other.gives_nothing()),
            self.is_broken.and(&other.is_broken),
        ];
        let others: HashMap<_, _> = other.grouped_rows().into_iter().collect();
        for (row, condition) in self.grouped_rows() {
            if let Some(same) = others.get(&row) {
                found.push(condition.and(same));
            }
        }
        let (one, two) = (self.listed_rows(), other.listed_rows());
        if !one.is_empty() && !two.is_empty() {
            check_pairs(one.len(), two.len())?;
            let mut parts = vec![
                !self.is_missed.clone(),
                count_true(&self.applies).eq(count_true(&other.applies)),
            ];
            for first in &one {
                for second in &two {
                    if first.keys != second.keys {
                        let is_same_place = first.position.eq(&second.position);
                        parts.push(!all([
                            first.applies.clone(),
                            second.applies.clone(),
                            is_same_place,
                        ]));
                    }
                }
            }
            found.push(all(parts));
        }
        Ok(any(found))
    }
}

/// Joins the conditions of equal keys, in the order of the first of each.
fn group_conditions<K: Hash + Eq + Clone>(
    conditions: impl Iterator<Item = (K, ModelExpression)>,
) -> Vec<(K, ModelExpression)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(K, Vec<ModelExpression>)> = Vec::new();
    for (key, condition) in conditions {
        let place = *places.entry(key.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[place].1.push(condition);
    }
    groups.into_iter().map(|(key, conditions)| (key, any(conditions))).collect()
}

/// Refuses lists whose comparison takes a condition for each of too many pairs.
fn check_pairs(one: usize, other: usize) -> Result<(), ClassModelError> {
    let is_small = one.saturating_mul(other) <= MAX_COMPARED_PAIRS;
    if is_small { Ok(()) } else { Err(ClassModelError::Size) }
}
