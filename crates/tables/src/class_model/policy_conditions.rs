//! The meaning of a table's hit policy, as conditions on the rules that apply.

use parallax_dmn::columns::{ColumnTable, ColumnValue, TableResult, output_value, same_outputs};
use parallax_dmn::decisions::TablePolicy;
use parallax_model::{ModelExpression, all, any, count_true};

use super::class_columns::ClassModelError;

/// Maximum number of pairs of rules of two tables that collect.
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
                let mut groups: Vec<(&[String], Vec<&ModelExpression>)> = Vec::new();
                for (row, applies) in table.outputs.iter().zip(&applies) {
                    match groups.iter_mut().find(|(outputs, _)| same_outputs(outputs, row)) {
                        Some((_, rules)) => rules.push(applies),
                        None => groups.push((row, vec![applies])),
                    }
                }
                count_true(groups.into_iter().map(|(_, rules)| any(rules))).ge(2)
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
            rows.push(ListedRow { outputs: &self.table.outputs[rule], applies, position });
            position = after;
        }
        rows
    }

    /// Returns the condition that an output has a value, or has it in its list. Without a result
    /// it is null.
    pub(super) fn gives_value(&self, output: usize, value: &ColumnValue) -> ModelExpression {
        let has_value = |row: &[String]| output_value(&row[output]).as_ref() == Some(value);
        let single = self.single_rows().into_iter();
        let listed = self.listed_rows().into_iter().map(|row| (row.outputs, row.applies));
        let mut found: Vec<ModelExpression> = single
            .chain(listed)
            .filter(|(row, _)| has_value(row))
            .map(|(_, condition)| condition)
            .collect();
        if *value == ColumnValue::Null {
            found.extend([self.gives_nothing(), self.is_broken.clone()]);
        }
        any(found)
    }

    /// Returns the condition that the result has the texts of another.
    pub(super) fn gives_result(&self, result: &TableResult<'_>) -> ModelExpression {
        match result {
            TableResult::Nothing => self.gives_nothing(),
            TableResult::Outputs(wanted) => {
                let rows = self.single_rows().into_iter().filter(|(row, _)| row == wanted);
                any(rows.map(|(_, condition)| condition))
            }
            TableResult::List(wanted) => {
                let rows = self.listed_rows();
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
        }
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
        let others = other.single_rows();
        for (row, condition) in group_rows(self.single_rows()) {
            let same = others.iter().filter(|(other, _)| same_outputs(row, other));
            found.push(condition.and(any(same.map(|(_, condition)| condition))));
        }
        let (one, two) = (self.listed_rows(), other.listed_rows());
        if !one.is_empty() && !two.is_empty() {
            if one.len().saturating_mul(two.len()) > MAX_COMPARED_PAIRS {
                return Err(ClassModelError::Size);
            }
            let mut parts = vec![
                !self.is_missed.clone(),
                count_true(&self.applies).eq(count_true(&other.applies)),
            ];
            for first in &one {
                for second in &two {
                    if !same_outputs(first.outputs, second.outputs) {
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

/// Joins the conditions of rows with the same values.
fn group_rows(rows: Vec<(&[String], ModelExpression)>) -> Vec<(&[String], ModelExpression)> {
    let mut groups: Vec<(&[String], Vec<ModelExpression>)> = Vec::new();
    for (row, condition) in rows {
        match groups.iter_mut().find(|(other, _)| same_outputs(other, row)) {
            Some((_, conditions)) => conditions.push(condition),
            None => groups.push((row, vec![condition])),
        }
    }
    groups.into_iter().map(|(row, conditions)| (row, any(conditions))).collect()
}
