//! Aggregates: tables that collect values (`C+`, `C<`, `C>`, `C#`).

use std::collections::BTreeMap;

use parallax_model::ComparisonOperator;

use super::{TableCompiler, VariableTerm, applied_symbol, output_variable};
use crate::bindings::{RuleConditions, variables_of_output};
use crate::build_error::{CompileError, TableRuleError};
use crate::cycles::Uses;
use crate::expr::{QuantifiedVariable, TableExpression};
use crate::glossary::SymbolId;
use crate::ground::{GroundNumber, GroundTruth, VariableBindings};
use crate::layout::SymbolBlock;
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};
use parallax_model::decimal::DecimalNumber;

/// The values that tables collect for one symbol.
pub(super) struct CollectedValues {
    policy: HitPolicy,
    /// The tables that collect, at least one.
    pub tables: Vec<usize>,
    /// The rules or titles that name the constraints.
    labels: Vec<String>,
    /// Each value of a variable with the condition under which it counts.
    by_variable: BTreeMap<usize, Vec<(GroundTruth, GroundNumber)>>,
}

impl TableCompiler<'_, '_> {
    /// Adds the values that a table collects to the values from other tables.
    pub(super) fn collect_values(
        &mut self,
        number: usize,
        table: &RuleTable,
    ) -> Result<(), TableRuleError> {
        for (column, head) in table.outputs.iter().enumerate() {
            let Some((symbol, arguments)) = applied_symbol(head) else { continue };
            let collection = self.collections.entry(symbol).or_insert_with(|| CollectedValues {
                policy: table.policy,
                tables: Vec::new(),
                labels: Vec::new(),
                by_variable: BTreeMap::new(),
            });
            if collection.policy != table.policy {
                let fault = CompileError::TwoPolicies {
                    name: self.grounder.glossary.find_symbol(symbol).name.clone(),
                    here: table.policy,
                    other: collection.policy,
                };
                return Err(TableRuleError::new(number, None, fault));
            }
            collection.tables.push(number);
            // A single rule names the constraint, and otherwise the title of the table does.
            collection.labels.push(match &table.rules[..] {
                [only] => only.label.clone(),
                _ => table.title.text.clone(),
            });
            for (index, rule) in table.rules.iter().enumerate() {
                let fault = |fault| TableRuleError { table: number, rule: Some(index), fault };
                self.collect_by(table, rule, (column, head, symbol, arguments)).map_err(fault)?;
            }
        }
        Ok(())
    }

    /// Asserts that the variables of a symbol are the aggregates of their collected values.
    pub(super) fn combine_values(
        &mut self,
        symbol: SymbolId,
        collection: &CollectedValues,
    ) -> Result<(), CompileError> {
        // Output columns for one symbol repeat their table's label.
        let mut labels = collection.labels.clone();
        labels.dedup();
        let label = self.label_index(&labels.join(" and "));
        let block = self.grounder.layout.symbol_block(symbol).clone();
        // Variables for which no rule collects a value have an empty list: their total is 0, and
        // their extreme is missing.
        for variable in block.first..block.first + block.len {
            let list = collection.by_variable.get(&variable).map_or(&[][..], Vec::as_slice);
            let VariableTerm::Num(own) = self.variable_term(symbol, variable) else { continue };
            match collection.policy {
                HitPolicy::Least | HitPolicy::Greatest => {
                    let greatest = collection.policy == HitPolicy::Greatest;
                    self.assert_extreme(label, &block, (variable, own), list, greatest)?;
                }
                // The number of values is the total of a 1 for each.
                HitPolicy::Number => {
                    let ones: Vec<(GroundTruth, GroundNumber)> = list
                        .iter()
                        .map(|&(condition, _)| {
                            (condition, GroundNumber::Known(DecimalNumber::from_integer(1)))
                        })
                        .collect();
                    self.assert_total(label, &block, (variable, own), &ones)?;
                }
                _ => self.assert_total(label, &block, (variable, own), list)?,
            }
        }
        Ok(())
    }

    fn collect_by(
        &mut self,
        table: &RuleTable,
        rule: &TableRule,
        (column, head, symbol, arguments): (usize, &ColumnHeader, SymbolId, &[TableExpression]),
    ) -> Result<(), CompileError> {
        let OutputCell::Value(weight) = &rule.outputs[column] else { return Ok(()) };
        // All variables of an input count, also those that no test mentions.
        let mut also: Vec<QuantifiedVariable> = Vec::new();
        variables_of_output(head, &rule.outputs[column], &mut also);
        for input in &table.inputs {
            if let ColumnHeader::Variable(place) = input
                && !also.contains(place)
            {
                also.push(*place);
            }
        }
        // The visit borrows the grounder, so the values are added to the collection after it.
        let conditions = RuleConditions::for_rule(self.grounder, table, rule, &also)?;
        let mut found = Vec::new();
        conditions.visit_bindings(self.grounder, &mut |grounder, values, condition| {
            let bound = VariableBindings { variables: &table.variables, values };
            let variable = output_variable(grounder, symbol, arguments, &bound)?;
            // A rule without a value is neither collected nor counted.
            let mut needed = vec![condition];
            let weight = grounder.ground_number(weight, &bound, &mut needed)?;
            let condition = grounder.conjoin_truths(&needed);
            if condition != GroundTruth::Known(false) {
                found.push((variable, (condition, weight)));
            }
            Ok(())
        })?;
        if let Some(collection) = self.collections.get_mut(&symbol) {
            for (variable, value) in found {
                collection.by_variable.entry(variable).or_default().push(value);
            }
        }
        Ok(())
    }

    /// Asserts that the variable is the sum of the weights whose conditions hold.
    fn assert_total(
        &mut self,
        label: usize,
        block: &SymbolBlock,
        (variable, own): (usize, GroundNumber),
        list: &[(GroundTruth, GroundNumber)],
    ) -> Result<(), CompileError> {
        let grounder = &mut *self.grounder;
        let digits = list.iter().map(|(_, weight)| weight.decimal_places()).max().unwrap_or(0);
        let mut parts = Vec::with_capacity(list.len());
        // Each weight counts as itself where its condition holds, and as 0 elsewhere.
        for &(condition, weight) in list {
            parts.push(match condition {
                // `collect_by` drops false conditions, so a known one is true.
                GroundTruth::Known(_) => weight,
                GroundTruth::Term(condition) => {
                    let weight = grounder.scaled_term(weight, digits)?;
                    let zero = grounder
                        .scaled_term(GroundNumber::Known(DecimalNumber::from_integer(0)), digits)?;
                    GroundNumber::Term(
                        grounder.terms.add_int_choice(condition, weight, zero),
                        digits,
                    )
                }
            });
        }
        let total = grounder.add_numbers(&parts)?;
        let same = grounder.compare_numbers(own, ComparisonOperator::Eq, total)?;
        self.assert_truth(label, same);
        // A total is a value, even if it equals the number that represents a missing value.
        self.none_or(label, block, own, GroundTruth::Known(true))?;
        self.assert_among(variable, block.digits, &[total])
    }

    /// Asserts that the variable is the minimum or maximum of the values whose conditions hold.
    fn assert_extreme(
        &mut self,
        label: usize,
        block: &SymbolBlock,
        (variable, own): (usize, GroundNumber),
        list: &[(GroundTruth, GroundNumber)],
        greatest: bool,
    ) -> Result<(), CompileError> {
        let beyond = if greatest { ComparisonOperator::Ge } else { ComparisonOperator::Le };
        // Every value that counts bounds the variable, and the variable equals one of them:
        // together they make it the extreme.
        let mut reached = Vec::with_capacity(list.len());
        for &(condition, value) in list {
            let bounded = self.grounder.compare_numbers(own, beyond, value)?;
            self.assert_implication(label, condition, bounded);
            let same = self.grounder.compare_numbers(own, ComparisonOperator::Eq, value)?;
            reached.push(self.grounder.conjoin_truths(&[condition, same]));
        }
        let conditions: Vec<GroundTruth> = list.iter().map(|(condition, _)| *condition).collect();
        let any = self.grounder.disjoin_truths(&conditions);
        self.none_or(label, block, own, any)?;
        let reached = self.grounder.disjoin_truths(&reached);
        self.assert_implication(label, any, reached);
        let values: Vec<GroundNumber> = list.iter().map(|(_, value)| *value).collect();
        self.assert_among(variable, block.digits, &values)
    }
}

/// Adds the uses of each variable that tables collect, for the search for cycles.
pub(super) fn add_uses(collections: &BTreeMap<SymbolId, CollectedValues>, found: &mut Vec<Uses>) {
    for collection in collections.values() {
        for (&variable, values) in &collection.by_variable {
            let mut nodes = Vec::new();
            for &(condition, weight) in values {
                // Known conditions and weights depend on no variable.
                if let GroundTruth::Term(term) = condition {
                    nodes.push(term.node_index());
                }
                if let GroundNumber::Term(term, _) = weight {
                    nodes.push(term.node_index());
                }
            }
            found.push((collection.tables[0], variable, nodes));
        }
    }
}
