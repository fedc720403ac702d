//! Decision tables (`U`, `A`, `F`): the values that the rules of all tables together give a symbol.

use std::collections::BTreeMap;

use parallax_model::Relation;

use super::{Compiler, Own, applied, applies, target};
use crate::bindings::{Conditions, variables_of_output};
use crate::build_error::{CompileError, RuleError};
use crate::cycles::Uses;
use crate::expr::Expr;
use crate::glossary::{Sort, SymbolId};
use crate::ground::{Bound, Num, Truth};
use crate::layout::Block;
use crate::table::{Head, Output, Policy, Rule, Table};
use parallax_model::decimal::Decimal;

/// One rule that decides a value, for one combination of values.
pub(super) struct Decision {
    label: usize,
    condition: Truth,
    value: Decided,
}

/// The value that a rule gives.
#[derive(Clone, Copy)]
enum Decided {
    /// A truth value.
    Truth(bool),
    Num(Num),
    /// The rule's expression has no value.
    Nothing,
}

/// The decisions on one symbol, by variable.
#[derive(Default)]
pub(super) struct Decisions {
    titles: Vec<String>,
    /// The tables that decide, at least one.
    pub tables: Vec<usize>,
    by_variable: BTreeMap<usize, Vec<Decision>>,
}

impl Compiler<'_, '_> {
    /// Adds the rules of a decision table to the decisions on each output.
    pub(super) fn decide(&mut self, number: usize, table: &Table) -> Result<(), RuleError> {
        for (column, head) in table.outputs.iter().enumerate() {
            let Some((symbol, arguments)) = applied(head) else { continue };
            let entry = self.decisions.entry(symbol).or_default();
            entry.titles.push(table.title.text.clone());
            entry.tables.push(number);
            for (place, rule) in table.rules.iter().enumerate() {
                let fault = |fault| RuleError { table: number, rule: Some(place), fault };
                self.decide_by(table, place, rule, (column, head, symbol, arguments))
                    .map_err(fault)?;
            }
        }
        Ok(())
    }

    fn decide_by(
        &mut self,
        table: &Table,
        place: usize,
        rule: &Rule,
        (column, head, symbol, arguments): (usize, &Head, SymbolId, &[Expr]),
    ) -> Result<(), CompileError> {
        let output = &rule.outputs[column];
        if !matches!(output, Output::Value(_) | Output::Truth(_)) {
            return Ok(());
        }
        let mut also = Vec::new();
        variables_of_output(head, output, &mut also);
        let earlier = if table.policy == Policy::First { &table.rules[..place] } else { &[] };
        for rule in earlier {
            for (head, test) in table.inputs.iter().zip(&rule.inputs) {
                variables_of_output(head, &Output::Holds(test.clone()), &mut also);
            }
        }
        let label = self.label(&rule.label);
        let conditions = Conditions::of(self.grounder, table, rule, &also)?;
        let mut found = Vec::new();
        conditions.each(self.grounder, &mut |grounder, values, condition| {
            let bound = Bound { variables: &table.variables, values };
            let mut needed = vec![condition];
            for rule in earlier.iter().filter(|rule| rule.outputs[column] != Output::Nothing) {
                let applies = applies(grounder, table, rule, &bound)?;
                needed.push(grounder.not(applies));
            }
            let condition = grounder.and(&needed);
            if condition == Truth::Known(false) {
                return Ok(());
            }
            let variable = target(grounder, symbol, arguments, &bound)?;
            let mut defined = Vec::new();
            let value = match output {
                Output::Value(value) => Decided::Num(grounder.num(value, &bound, &mut defined)?),
                output => Decided::Truth(*output == Output::Truth(true)),
            };
            // A value that does not exist is no value of the output.
            let missing = defined.contains(&Truth::Known(false));
            let value = if missing { Decided::Nothing } else { value };
            found.push((variable, condition, defined, value));
            Ok(())
        })?;
        for (variable, condition, defined, value) in found {
            for needed in defined {
                self.imply(label, condition, needed);
            }
            let decision = Decision { label, condition, value };
            let entry = self.decisions.entry(symbol).or_default();
            entry.by_variable.entry(variable).or_default().push(decision);
        }
        Ok(())
    }

    /// Asserts the definitions of decision tables: the value of each rule that applies, and that
    /// every variable has a rule.
    pub(super) fn complete(
        &mut self,
        symbol: SymbolId,
        decisions: &Decisions,
    ) -> Result<(), CompileError> {
        let block = self.grounder.layout.block(symbol).clone();
        let is_truth = self.grounder.glossary.sort(symbol) == Sort::Truth;
        let mut titles = decisions.titles.clone();
        titles.dedup();
        let rest = if is_truth { "otherwise No" } else { "a rule applies" };
        let rest = self.label(&format!("{}, {rest}", titles.join(" and ")));
        for variable in block.first..block.first + block.len {
            let list = decisions.by_variable.get(&variable).map_or(&[][..], Vec::as_slice);
            let own = self.own(symbol, variable);
            let gives_any = |decision: &&Decision| !matches!(decision.value, Decided::Truth(false));
            let conditions: Vec<Truth> =
                list.iter().filter(gives_any).map(|decision| decision.condition).collect();
            let any = self.grounder.or(&conditions);
            match own {
                Own::Truth(truth) => {
                    for decision in list {
                        let same = match decision.value {
                            Decided::Truth(false) => self.grounder.not(truth),
                            _ => truth,
                        };
                        self.imply(decision.label, decision.condition, same);
                    }
                    self.imply(rest, truth, any);
                }
                Own::Num(num) => {
                    let mut values = Vec::new();
                    for decision in list {
                        let mut same = Truth::Known(false);
                        if let Decided::Num(value) = decision.value {
                            same = self.grounder.compare(num, Relation::Eq, value)?;
                            values.push(value);
                        }
                        self.imply(decision.label, decision.condition, same);
                    }
                    self.none_or(rest, &block, num, any)?;
                    self.among(variable, block.digits, &values)?;
                }
            }
        }
        Ok(())
    }

    /// Asserts that a variable has a value exactly if a rule gives one.
    pub(super) fn none_or(
        &mut self,
        label: usize,
        block: &Block,
        num: Num,
        any: Truth,
    ) -> Result<(), CompileError> {
        let Some(units) = block.none else {
            self.assert(label, any);
            return Ok(());
        };
        let none = Num::Known(Decimal { units, digits: block.digits });
        let has_value = self.grounder.compare(num, Relation::Ne, none)?;
        let same = self.grounder.iff(has_value, any);
        self.assert(label, same);
        Ok(())
    }
}

/// Adds the uses of each decided variable, for the search for cycles.
pub(super) fn add_uses(decisions: &BTreeMap<SymbolId, Decisions>, found: &mut Vec<Uses>) {
    for list in decisions.values() {
        for (&variable, decisions) in &list.by_variable {
            let mut nodes = Vec::new();
            for decision in decisions {
                if let Truth::Term(term) = decision.condition {
                    nodes.push(term.place());
                }
                if let Decided::Num(Num::Term(term, _)) = decision.value {
                    nodes.push(term.place());
                }
            }
            found.push((list.tables[0], variable, nodes));
        }
    }
}
