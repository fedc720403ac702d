//! Aggregates: tables that collect values (`C+`, `C<`, `C>`, `C#`).

use std::collections::BTreeMap;

use parallax_model::Relation;

use super::{Compiler, Own, applied, target};
use crate::bindings::{Conditions, variables_of_output};
use crate::build_error::{CompileError, RuleError};
use crate::cycles::Uses;
use crate::expr::{Expr, Quantified};
use crate::glossary::SymbolId;
use crate::ground::{Bound, Num, Truth};
use crate::layout::Block;
use crate::table::{Head, Output, Policy, Rule, Table};
use parallax_model::decimal::Decimal;

/// The values that tables collect for one symbol.
pub(super) struct Collection {
    policy: Policy,
    /// The tables that collect, at least one.
    pub tables: Vec<usize>,
    /// The rules or titles that name the constraints.
    labels: Vec<String>,
    /// Each value of a variable with the condition under which it counts.
    by_variable: BTreeMap<usize, Vec<(Truth, Num)>>,
}

impl Compiler<'_, '_> {
    /// Adds the values that a table collects to those of other tables.
    pub(super) fn collect(&mut self, number: usize, table: &Table) -> Result<(), RuleError> {
        for (column, head) in table.outputs.iter().enumerate() {
            let Some((symbol, arguments)) = applied(head) else { continue };
            let collection = self.collections.entry(symbol).or_insert_with(|| Collection {
                policy: table.policy,
                tables: Vec::new(),
                labels: Vec::new(),
                by_variable: BTreeMap::new(),
            });
            if collection.policy != table.policy {
                let fault = CompileError::TwoPolicies {
                    name: self.grounder.glossary.symbol(symbol).name.clone(),
                    here: table.policy,
                    other: collection.policy,
                };
                return Err(RuleError::new(number, None, fault));
            }
            collection.tables.push(number);
            collection.labels.push(match &table.rules[..] {
                [only] => only.label.clone(),
                _ => table.title.text.clone(),
            });
            for (place, rule) in table.rules.iter().enumerate() {
                let fault = |fault| RuleError { table: number, rule: Some(place), fault };
                self.collect_by(table, rule, (column, head, symbol, arguments)).map_err(fault)?;
            }
        }
        Ok(())
    }

    /// Asserts that the variables of a symbol are the aggregates of their collected values.
    pub(super) fn combine(
        &mut self,
        symbol: SymbolId,
        collection: &Collection,
    ) -> Result<(), CompileError> {
        let mut labels = collection.labels.clone();
        labels.dedup();
        let label = self.label(&labels.join(" and "));
        let block = self.grounder.layout.block(symbol).clone();
        for variable in block.first..block.first + block.len {
            let list = collection.by_variable.get(&variable).map_or(&[][..], Vec::as_slice);
            let Own::Num(own) = self.own(symbol, variable) else { continue };
            match collection.policy {
                Policy::Least | Policy::Greatest => {
                    let greatest = collection.policy == Policy::Greatest;
                    self.extreme(label, &block, (variable, own), list, greatest)?;
                }
                Policy::Number => {
                    let ones: Vec<(Truth, Num)> = list
                        .iter()
                        .map(|&(condition, _)| (condition, Num::Known(Decimal::integer(1))))
                        .collect();
                    self.total(label, &block, (variable, own), &ones)?;
                }
                _ => self.total(label, &block, (variable, own), list)?,
            }
        }
        Ok(())
    }

    fn collect_by(
        &mut self,
        table: &Table,
        rule: &Rule,
        (column, head, symbol, arguments): (usize, &Head, SymbolId, &[Expr]),
    ) -> Result<(), CompileError> {
        let Output::Value(weight) = &rule.outputs[column] else { return Ok(()) };
        // All variables of an input count, also those that no test mentions.
        let mut also: Vec<Quantified> = Vec::new();
        variables_of_output(head, &rule.outputs[column], &mut also);
        for input in &table.inputs {
            if let Head::Variable(place) = input
                && !also.contains(place)
            {
                also.push(*place);
            }
        }
        let conditions = Conditions::of(self.grounder, table, rule, &also)?;
        let mut found = Vec::new();
        conditions.each(self.grounder, &mut |grounder, values, condition| {
            let bound = Bound { variables: &table.variables, values };
            let variable = target(grounder, symbol, arguments, &bound)?;
            // A rule without a value is neither collected nor counted.
            let mut needed = vec![condition];
            let weight = grounder.num(weight, &bound, &mut needed)?;
            let condition = grounder.and(&needed);
            if condition != Truth::Known(false) {
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
    fn total(
        &mut self,
        label: usize,
        block: &Block,
        (variable, own): (usize, Num),
        list: &[(Truth, Num)],
    ) -> Result<(), CompileError> {
        let grounder = &mut *self.grounder;
        let digits = list.iter().map(|(_, weight)| weight.digits()).max().unwrap_or(0);
        let mut parts = Vec::with_capacity(list.len());
        for &(condition, weight) in list {
            parts.push(match condition {
                Truth::Known(_) => weight,
                Truth::Term(condition) => {
                    let weight = grounder.term(weight, digits)?;
                    let zero = grounder.term(Num::Known(Decimal::integer(0)), digits)?;
                    Num::Term(grounder.terms.select(condition, weight, zero), digits)
                }
            });
        }
        let total = grounder.total(&parts)?;
        let same = grounder.compare(own, Relation::Eq, total)?;
        self.assert(label, same);
        // A total is a value, even if it equals the number that represents a missing value.
        self.none_or(label, block, own, Truth::Known(true))?;
        self.among(variable, block.digits, &[total])
    }

    /// Asserts that the variable is the minimum or maximum of the values whose conditions hold.
    fn extreme(
        &mut self,
        label: usize,
        block: &Block,
        (variable, own): (usize, Num),
        list: &[(Truth, Num)],
        greatest: bool,
    ) -> Result<(), CompileError> {
        let beyond = if greatest { Relation::Ge } else { Relation::Le };
        let mut reached = Vec::with_capacity(list.len());
        for &(condition, value) in list {
            let bounded = self.grounder.compare(own, beyond, value)?;
            self.imply(label, condition, bounded);
            let same = self.grounder.compare(own, Relation::Eq, value)?;
            reached.push(self.grounder.and(&[condition, same]));
        }
        let conditions: Vec<Truth> = list.iter().map(|(condition, _)| *condition).collect();
        let any = self.grounder.or(&conditions);
        self.none_or(label, block, own, any)?;
        let reached = self.grounder.or(&reached);
        self.imply(label, any, reached);
        let values: Vec<Num> = list.iter().map(|(_, value)| *value).collect();
        self.among(variable, block.digits, &values)
    }
}

/// Adds the uses of each variable that tables collect, for the search for cycles.
pub(super) fn add_uses(collections: &BTreeMap<SymbolId, Collection>, found: &mut Vec<Uses>) {
    for collection in collections.values() {
        for (&variable, values) in &collection.by_variable {
            let mut nodes = Vec::new();
            for &(condition, weight) in values {
                if let Truth::Term(term) = condition {
                    nodes.push(term.place());
                }
                if let Num::Term(term, _) = weight {
                    nodes.push(term.place());
                }
            }
            found.push((collection.tables[0], variable, nodes));
        }
    }
}
