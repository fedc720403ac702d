//! Decision tables (`U`, `A`, `F`): the values that the rules of all tables together give a symbol.

use std::collections::BTreeMap;

use parallax_model::ComparisonOperator;

use super::{TableCompiler, VariableTerm, applied_symbol, output_variable, rule_condition};
use crate::bindings::{RuleConditions, variables_of_output};
use crate::build_error::{CompileError, TableRuleError};
use crate::cycles::Uses;
use crate::expr::TableExpression;
use crate::glossary::{SymbolId, ValueSort};
use crate::ground::{GroundNumber, GroundTruth, VariableBindings};
use crate::layout::SymbolBlock;
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};
use parallax_model::decimal::DecimalNumber;

/// One rule that decides a value, for one combination of values.
pub(super) struct RuleDecision {
    label: usize,
    condition: GroundTruth,
    value: DecisionValue,
}

/// The value that a rule gives.
#[derive(Clone, Copy)]
enum DecisionValue {
    /// A truth value.
    Truth(bool),
    Num(GroundNumber),
    /// The rule's expression has no value.
    Nothing,
}

/// The decisions on one symbol, by variable.
#[derive(Default)]
pub(super) struct SymbolDecisions {
    titles: Vec<String>,
    /// The tables that decide, at least one.
    pub tables: Vec<usize>,
    by_variable: BTreeMap<usize, Vec<RuleDecision>>,
}

impl TableCompiler<'_, '_> {
    /// Adds the rules of a decision table to the decisions on each output.
    pub(super) fn add_decisions(
        &mut self,
        number: usize,
        table: &RuleTable,
    ) -> Result<(), TableRuleError> {
        for (column, head) in table.outputs.iter().enumerate() {
            let Some((symbol, arguments)) = applied_symbol(head) else { continue };
            let entry = self.decisions.entry(symbol).or_default();
            entry.titles.push(table.title.text.clone());
            entry.tables.push(number);
            for (place, rule) in table.rules.iter().enumerate() {
                let fault = |fault| TableRuleError { table: number, rule: Some(place), fault };
                self.decide_by(table, place, rule, (column, head, symbol, arguments))
                    .map_err(fault)?;
            }
        }
        Ok(())
    }

    fn decide_by(
        &mut self,
        table: &RuleTable,
        place: usize,
        rule: &TableRule,
        (column, head, symbol, arguments): (usize, &ColumnHeader, SymbolId, &[TableExpression]),
    ) -> Result<(), CompileError> {
        let output = &rule.outputs[column];
        if !matches!(output, OutputCell::Value(_) | OutputCell::Truth(_)) {
            return Ok(());
        }
        let mut also = Vec::new();
        variables_of_output(head, output, &mut also);
        // In a table with the policy F, a rule decides only where no earlier rule does.
        let earlier = if table.policy == HitPolicy::First { &table.rules[..place] } else { &[] };
        // The negated conditions of earlier rules may mention further variables, which then need
        // values, too.
        for rule in earlier {
            for (head, test) in table.inputs.iter().zip(&rule.inputs) {
                variables_of_output(head, &OutputCell::Holds(test.clone()), &mut also);
            }
        }
        let label = self.label_index(&rule.label);
        let conditions = RuleConditions::for_rule(self.grounder, table, rule, &also)?;
        let mut found = Vec::new();
        conditions.visit_bindings(self.grounder, &mut |grounder, values, condition| {
            let bound = VariableBindings { variables: &table.variables, values };
            let mut needed = vec![condition];
            // An earlier rule without this output leaves it to the rules after it.
            for rule in earlier.iter().filter(|rule| rule.outputs[column] != OutputCell::Nothing) {
                let applies = rule_condition(grounder, table, rule, &bound)?;
                needed.push(grounder.negate_truth(applies));
            }
            let condition = grounder.conjoin_truths(&needed);
            if condition == GroundTruth::Known(false) {
                return Ok(());
            }
            let variable = output_variable(grounder, symbol, arguments, &bound)?;
            let mut defined = Vec::new();
            let value = match output {
                OutputCell::Value(value) => {
                    DecisionValue::Num(grounder.ground_number(value, &bound, &mut defined)?)
                }
                output => DecisionValue::Truth(*output == OutputCell::Truth(true)),
            };
            // A value that does not exist is not a value of the output.
            let missing = defined.contains(&GroundTruth::Known(false));
            let value = if missing { DecisionValue::Nothing } else { value };
            found.push((variable, condition, defined, value));
            Ok(())
        })?;
        // The conditions under which the value exists follow from the rule: a rule that applies
        // must give a value.
        for (variable, condition, defined, value) in found {
            for needed in defined {
                self.assert_implication(label, condition, needed);
            }
            let decision = RuleDecision { label, condition, value };
            let entry = self.decisions.entry(symbol).or_default();
            entry.by_variable.entry(variable).or_default().push(decision);
        }
        Ok(())
    }

    /// Asserts the definitions of decision tables: the value of each rule that applies, and that
    /// every variable has a rule.
    pub(super) fn complete_definitions(
        &mut self,
        symbol: SymbolId,
        decisions: &SymbolDecisions,
    ) -> Result<(), CompileError> {
        let block = self.grounder.layout.symbol_block(symbol).clone();
        let is_truth = self.grounder.glossary.symbol_sort(symbol) == ValueSort::Truth;
        let mut titles = decisions.titles.clone();
        titles.dedup();
        let rest = if is_truth { "otherwise No" } else { "a rule applies" };
        let rest = self.label_index(&format!("{}, {rest}", titles.join(" and ")));
        for variable in block.first..block.first + block.len {
            let list = decisions.by_variable.get(&variable).map_or(&[][..], Vec::as_slice);
            let own = self.variable_term(symbol, variable);
            let gives_any =
                |decision: &&RuleDecision| !matches!(decision.value, DecisionValue::Truth(false));
            // A rule that gives No leaves a truth as it would be without rules.
            let conditions: Vec<GroundTruth> =
                list.iter().filter(gives_any).map(|decision| decision.condition).collect();
            let any = self.grounder.disjoin_truths(&conditions);
            match own {
                VariableTerm::Truth(truth) => {
                    for decision in list {
                        let same = match decision.value {
                            DecisionValue::Truth(false) => self.grounder.negate_truth(truth),
                            _ => truth,
                        };
                        self.assert_implication(decision.label, decision.condition, same);
                    }
                    // With the implications of the rules, the truth holds exactly if a rule gives
                    // Yes.
                    self.assert_implication(rest, truth, any);
                }
                VariableTerm::Num(num) => {
                    let mut values = Vec::new();
                    for decision in list {
                        // A rule whose value is missing contradicts every value, so it must not
                        // apply.
                        let mut same = GroundTruth::Known(false);
                        if let DecisionValue::Num(value) = decision.value {
                            same = self.grounder.compare_numbers(
                                num,
                                ComparisonOperator::Eq,
                                value,
                            )?;
                            values.push(value);
                        }
                        self.assert_implication(decision.label, decision.condition, same);
                    }
                    self.none_or(rest, &block, num, any)?;
                    // Bounds the variable by the values of its rules, if its type is open.
                    self.assert_among(variable, block.digits, &values)?;
                }
            }
        }
        Ok(())
    }

    /// Asserts that a variable has a value exactly if a rule gives one.
    pub(super) fn none_or(
        &mut self,
        label: usize,
        block: &SymbolBlock,
        num: GroundNumber,
        any: GroundTruth,
    ) -> Result<(), CompileError> {
        // A total function has a value everywhere, so some rule must give one.
        let Some(units) = block.none else {
            self.assert_truth(label, any);
            return Ok(());
        };
        let none = GroundNumber::Known(DecimalNumber { units, digits: block.digits });
        let has_value = self.grounder.compare_numbers(num, ComparisonOperator::Ne, none)?;
        let same = self.grounder.equate_truths(has_value, any);
        self.assert_truth(label, same);
        Ok(())
    }
}

/// Adds the uses of each decided variable, for the search for cycles.
pub(super) fn add_uses(decisions: &BTreeMap<SymbolId, SymbolDecisions>, found: &mut Vec<Uses>) {
    for list in decisions.values() {
        for (&variable, decisions) in &list.by_variable {
            let mut nodes = Vec::new();
            for decision in decisions {
                if let GroundTruth::Term(term) = decision.condition {
                    nodes.push(term.node_index());
                }
                if let DecisionValue::Num(GroundNumber::Term(term, _)) = decision.value {
                    nodes.push(term.node_index());
                }
            }
            found.push((list.tables[0], variable, nodes));
        }
    }
}
