//! The compiler of rules to assertions.

use std::collections::{BTreeMap, HashMap};

use parallax_model::decimal::DecimalNumber;
use parallax_model::flatten::{BoolExpression, IntExpression};

use super::aggregates;
use super::aggregates::CollectedValues;
use super::decisions::{SymbolDecisions, add_uses};
use crate::bindings::{RuleConditions, variables_of_output};
use crate::build_error::{CompileError, TableRuleError};
use crate::expr::TableExpression;
use crate::glossary::{SymbolId, ValueSort};
use crate::ground::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};

/// The assertions of the tables.
#[derive(Debug, Default)]
pub struct TableAssertions {
    /// The labels.
    pub labels: Vec<String>,
    /// Each assertion with its label.
    pub all: Vec<(usize, BoolExpression)>,
    /// Variables whose values are values of expressions, each with its decimal places.
    pub among: Vec<(usize, Vec<(IntExpression, u32)>)>,
    by_label: HashMap<String, usize>,
}

/// A compiler of tables.
pub struct TableCompiler<'p, 'g> {
    /// The maker of expressions.
    pub grounder: &'g mut TableGrounder<'p>,
    /// The assertions so far.
    pub assertions: TableAssertions,
    pub(super) decisions: BTreeMap<SymbolId, SymbolDecisions>,
    pub(super) collections: BTreeMap<SymbolId, CollectedValues>,
}

impl<'p, 'g> TableCompiler<'p, 'g> {
    /// Makes a compiler without assertions.
    pub fn new(grounder: &'g mut TableGrounder<'p>) -> Self {
        TableCompiler {
            grounder,
            assertions: TableAssertions::default(),
            decisions: BTreeMap::new(),
            collections: BTreeMap::new(),
        }
    }

    /// Compiles tables, each with its number. Definitions are completed after the last table,
    /// because several tables may define one symbol.
    ///
    /// # Errors
    /// Returns the rule that cannot be compiled, and the reason.
    pub fn compile_tables<'t>(
        &mut self,
        tables: impl Iterator<Item = (usize, &'t RuleTable)>,
    ) -> Result<(), TableRuleError> {
        for (number, table) in tables {
            self.assert_requirements(number, table)?;
            match table.policy {
                HitPolicy::Every => self.assert_rules(number, table)?,
                policy if policy.decides_outputs() => self.add_decisions(number, table)?,
                _ => self.collect_values(number, table)?,
            }
        }
        // All rules are known, so the definitions can be completed.
        let decisions = std::mem::take(&mut self.decisions);
        let collections = std::mem::take(&mut self.collections);
        let twice = collections.iter().find(|(symbol, _)| decisions.contains_key(symbol));
        if let Some((&symbol, collection)) = twice {
            let name = &self.grounder.glossary.find_symbol(symbol).name;
            let fault = CompileError::TwoDefinitions { name: name.clone() };
            return Err(TableRuleError::new(collection.tables[0], None, fault));
        }
        let mut uses = Vec::new();
        add_uses(&decisions, &mut uses);
        aggregates::add_uses(&collections, &mut uses);
        // The assertions below are the completion of the definitions. With a cycle (a if b, b if a)
        // it would accept values that no rule supports.
        crate::cycles::refuse_cycles(self.grounder, &uses)?;
        for (symbol, decisions) in decisions {
            let fault = |fault| TableRuleError { table: decisions.tables[0], rule: None, fault };
            self.complete_definitions(symbol, &decisions).map_err(fault)?;
        }
        for (symbol, collection) in collections {
            let fault = |fault| TableRuleError { table: collection.tables[0], rule: None, fault };
            self.combine_values(symbol, &collection).map_err(fault)?;
        }
        Ok(())
    }

    pub(super) fn label_index(&mut self, text: &str) -> usize {
        // A label that occurs for the first time gets the next index.
        let next = self.assertions.labels.len();
        let index = *self.assertions.by_label.entry(text.to_owned()).or_insert(next);
        if index == next {
            self.assertions.labels.push(text.to_owned());
        }
        index
    }

    pub(super) fn assert_truth(&mut self, label: usize, truth: GroundTruth) {
        let term = match truth {
            GroundTruth::Known(true) => return,
            GroundTruth::Known(false) => self.grounder.terms.add_truth(false),
            GroundTruth::Term(term) => term,
        };
        self.assertions.all.push((label, term));
    }

    /// Asserts a truth under a label.
    pub fn assert_as(&mut self, label: &str, truth: GroundTruth) {
        let label = self.label_index(label);
        self.assert_truth(label, truth);
    }

    /// Asserts that `condition` implies `then`.
    pub(super) fn assert_implication(
        &mut self,
        label: usize,
        condition: GroundTruth,
        then: GroundTruth,
    ) {
        let not = self.grounder.negate_truth(condition);
        let truth = self.grounder.disjoin_truths(&[not, then]);
        self.assert_truth(label, truth);
    }

    /// Asserts every rule of an `E*` table.
    pub(super) fn assert_rules(
        &mut self,
        number: usize,
        table: &RuleTable,
    ) -> Result<(), TableRuleError> {
        for (index, rule) in table.rules.iter().enumerate() {
            let fault = |fault| TableRuleError { table: number, rule: Some(index), fault };
            let label = self.label_index(&rule.label);
            for (head, output) in table.outputs.iter().zip(&rule.outputs) {
                let OutputCell::Holds(test) = output else { continue };
                let mut also = Vec::new();
                variables_of_output(head, output, &mut also);
                // Collects first and asserts afterwards, because the visit borrows the grounder.
                let conditions =
                    RuleConditions::for_rule(self.grounder, table, rule, &also).map_err(fault)?;
                let mut found = Vec::new();
                conditions
                    .visit_bindings(self.grounder, &mut |grounder, values, condition| {
                        let bound = VariableBindings { variables: &table.variables, values };
                        found.push((condition, grounder.holds_at(head, test, &bound)?));
                        Ok(())
                    })
                    .map_err(fault)?;
                for (condition, then) in found {
                    self.assert_implication(label, condition, then);
                }
            }
        }
        Ok(())
    }

    /// Asserts the conditions on the rules of a table that apply. A table with such conditions has no
    /// variables.
    fn assert_requirements(
        &mut self,
        number: usize,
        table: &RuleTable,
    ) -> Result<(), TableRuleError> {
        let requirements = &table.requirements;
        if requirements.decided.is_empty() && requirements.exclusive.is_empty() {
            return Ok(());
        }
        let bound = VariableBindings { variables: &table.variables, values: &[] };
        let mut conditions = Vec::with_capacity(table.rules.len());
        for (index, rule) in table.rules.iter().enumerate() {
            let fault = |fault| TableRuleError { table: number, rule: Some(index), fault };
            let condition = rule_condition(self.grounder, table, rule, &bound).map_err(fault)?;
            conditions.push(condition);
        }
        let title = &table.title.text;
        for &column in &requirements.decided {
            let deciding = table.rules.iter().zip(&conditions);
            let deciding: Vec<GroundTruth> = deciding
                .filter(|(rule, _)| rule.outputs[column] != OutputCell::Nothing)
                .map(|(_, condition)| *condition)
                .collect();
            let any = self.grounder.disjoin_truths(&deciding);
            self.assert_as(&format!("{title}, a rule applies"), any);
        }
        for &(one, other) in &requirements.exclusive {
            let both = self.grounder.conjoin_truths(&[conditions[one], conditions[other]]);
            let not_both = self.grounder.negate_truth(both);
            let label = format!("{title}, rules {} and {} exclude each other", one + 1, other + 1);
            self.assert_as(&label, not_both);
        }
        Ok(())
    }

    pub(super) fn assert_among(
        &mut self,
        variable: usize,
        digits: u32,
        values: &[GroundNumber],
    ) -> Result<(), CompileError> {
        let mut terms = Vec::with_capacity(values.len());
        for &value in values {
            // Each value is compared at the finer of the two scales.
            let digits = digits.max(value.decimal_places());
            terms.push((self.grounder.scaled_term(value, digits)?, digits));
        }
        self.assertions.among.push((variable, terms));
        Ok(())
    }

    /// Returns the value that consists of a variable alone.
    pub(super) fn variable_term(&mut self, symbol: SymbolId, variable: usize) -> VariableTerm {
        let grounder = &mut *self.grounder;
        let digits = grounder.layout.symbol_block(symbol).digits;
        let fact = grounder.layout.facts.get(&variable).copied();
        match (grounder.glossary.symbol_sort(symbol), fact) {
            (ValueSort::Truth, Some(fact)) => VariableTerm::Truth(GroundTruth::Known(fact == 1)),
            (ValueSort::Truth, None) => {
                VariableTerm::Truth(GroundTruth::Term(grounder.terms.add_flag(variable)))
            }
            (_, Some(units)) => {
                VariableTerm::Num(GroundNumber::Known(DecimalNumber { units, digits }))
            }
            (_, None) => {
                VariableTerm::Num(GroundNumber::Term(grounder.terms.add_variable(variable), digits))
            }
        }
    }
}

/// The value that consists of a variable alone.
pub(super) enum VariableTerm {
    Truth(GroundTruth),
    Num(GroundNumber),
}

/// The symbol of an output and its arguments.
pub(super) fn applied_symbol(head: &ColumnHeader) -> Option<(SymbolId, &[TableExpression])> {
    match head {
        ColumnHeader::Term(typed) => match &typed.expr {
            TableExpression::Apply(symbol, arguments) => Some((*symbol, arguments)),
            _ => None,
        },
        ColumnHeader::Variable(_) => None,
    }
}

/// Returns the variable that an output represents.
pub(super) fn output_variable(
    grounder: &mut TableGrounder<'_>,
    symbol: SymbolId,
    arguments: &[TableExpression],
    bound: &VariableBindings<'_>,
) -> Result<usize, CompileError> {
    let mut defined = Vec::new();
    let mut known = Vec::with_capacity(arguments.len());
    for argument in arguments {
        known.push(grounder.ground_number(argument, bound, &mut defined)?);
    }
    // Which variable a rule defines must not depend on other variables, or the definition would not
    // be one of a fixed set of rules.
    if known.iter().any(|num| matches!(num, GroundNumber::Term(..))) {
        return Err(CompileError::OpenArgument);
    }
    grounder.variable_index(symbol, &known).ok_or(CompileError::OutsideArgument)
}

/// Returns the condition that a rule applies.
pub fn rule_condition(
    grounder: &mut TableGrounder<'_>,
    table: &RuleTable,
    rule: &TableRule,
    bound: &VariableBindings<'_>,
) -> Result<GroundTruth, CompileError> {
    let mut held = Vec::with_capacity(rule.inputs.len());
    for (head, test) in table.inputs.iter().zip(&rule.inputs) {
        held.push(grounder.holds_at(head, test, bound)?);
    }
    Ok(grounder.conjoin_truths(&held))
}
