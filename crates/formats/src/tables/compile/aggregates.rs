//! Tables that collect values.

use std::collections::BTreeMap;

use parallax_model::Relation;

use super::{Compiler, Fault, Own, applied, target};
use crate::tables::bindings::{Conditions, variables_of_output};
use crate::tables::decimal::Decimal;
use crate::tables::expr::{Expr, Quantified};
use crate::tables::glossary::SymbolId;
use crate::tables::ground::{Bound, Num, Truth};
use crate::tables::layout::Block;
use crate::tables::table::{Head, Output, Policy, Rule, Table};

impl Compiler<'_, '_> {
    /// A table that collects values.
    pub(super) fn collect(&mut self, number: usize, table: &Table) -> Result<(), Fault> {
        for (column, head) in table.outputs.iter().enumerate() {
            let Some((symbol, arguments)) = applied(head) else { continue };
            let mut collected: BTreeMap<usize, Vec<(Truth, Num)>> = BTreeMap::new();
            for (place, rule) in table.rules.iter().enumerate() {
                let fault = |message: String| (number, Some(place), message);
                let output = (column, head, symbol, arguments);
                self.collect_by(table, rule, output, &mut collected).map_err(fault)?;
            }
            let label = match &table.rules[..] {
                [only] => only.label.clone(),
                _ => table.title.text.clone(),
            };
            let label = self.label(&label);
            let block = self.grounder.layout.block(symbol).clone();
            for variable in block.first..block.first + block.len {
                let list = collected.remove(&variable).unwrap_or_default();
                let Own::Num(own) = self.own(symbol, variable) else { continue };
                let fault = |message: String| (number, None, message);
                match table.policy {
                    Policy::Least | Policy::Greatest => {
                        let greatest = table.policy == Policy::Greatest;
                        self.extreme(label, &block, (variable, own), &list, greatest)
                    }
                    _ => self.total(label, &block, (variable, own), &list),
                }
                .map_err(fault)?;
            }
        }
        Ok(())
    }

    fn collect_by(
        &mut self,
        table: &Table,
        rule: &Rule,
        (column, head, symbol, arguments): (usize, &Head, SymbolId, &[Expr]),
        collected: &mut BTreeMap<usize, Vec<(Truth, Num)>>,
    ) -> Result<(), String> {
        let Output::Value(weight) = &rule.outputs[column] else { return Ok(()) };
        // Every variable of an input counts, whether a test mentions it or not.
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
        conditions.each(self.grounder, &mut |grounder, values, condition| {
            let bound = Bound { variables: &table.variables, values };
            let variable = target(grounder, symbol, arguments, &bound)?;
            let mut needed = vec![condition];
            let weight = grounder.num(weight, &bound, &mut needed)?;
            let condition = grounder.and(&needed);
            if condition != Truth::Known(false) {
                collected.entry(variable).or_default().push((condition, weight));
            }
            Ok(())
        })
    }

    /// The variable is the sum of the weights whose conditions hold.
    fn total(
        &mut self,
        label: usize,
        block: &Block,
        (variable, own): (usize, Num),
        list: &[(Truth, Num)],
    ) -> Result<(), String> {
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
        self.among(variable, block.digits, &[total])
    }

    /// The variable is the least or greatest of the values whose conditions hold.
    fn extreme(
        &mut self,
        label: usize,
        block: &Block,
        (variable, own): (usize, Num),
        list: &[(Truth, Num)],
        greatest: bool,
    ) -> Result<(), String> {
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
