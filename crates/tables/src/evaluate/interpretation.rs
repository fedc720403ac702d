//! An interpretation: a value for each entry, against which the tables are checked.

use std::collections::BTreeMap;

use parallax_model::Value;
use parallax_model::instance::BrokenRule;

use super::exact::{Exact, combined};
use super::loops::{Loops, mentioned, tests_of};
use crate::data::Facts;
use crate::expr::Expr;
use crate::glossary::{Glossary, Sort, SymbolId};
use crate::layout::Layout;
use crate::table::{Head, Output, Policy, Rule, Table};
use crate::tables_problem::TablesProblem;

/// A solution as values of the tables' symbols.
pub struct Interpretation<'a> {
    /// The problem.
    pub problem: &'a TablesProblem,
    /// The variables.
    pub layout: &'a Layout,
    /// Their values.
    pub values: &'a [Value],
}

/// Values of a table's variables.
pub(super) type Values = [i64];

impl Interpretation<'_> {
    pub(super) fn glossary(&self) -> &Glossary {
        &self.problem.glossary
    }

    /// Checks the data and every table.
    ///
    /// # Errors
    /// Returns the first rule that does not hold.
    pub fn check(&self) -> Result<(), BrokenRule> {
        for (&id, facts) in &self.problem.data {
            self.data(id, facts)?;
        }
        for table in &self.problem.tables {
            if table.policy == Policy::Every {
                self.constraints(table)?;
            }
        }
        self.collected()?;
        self.decided()
    }

    fn data(&self, id: SymbolId, facts: &Facts) -> Result<(), BrokenRule> {
        let block = self.layout.block(id);
        let is_truth = self.glossary().sort(id) == Sort::Truth;
        for variable in block.first..block.first + block.len {
            let stated = facts.0.get(&block.tuple(variable)).map(|fact| fact.value);
            let wanted = match (stated, is_truth) {
                (Some(value), _) => value.at(block.digits),
                (None, true) => Some(0),
                (None, false) => continue,
            };
            if wanted != Some(self.values[variable].into()) {
                let name = self.layout.name(self.glossary(), variable);
                return Err(BrokenRule::new(name, "another value than in the data table"));
            }
        }
        Ok(())
    }

    /// Calls `visit` with every combination of values for which the tests of the first rule hold,
    /// of the variables that some rules mention about an output, until it returns false.
    pub(super) fn each(
        &self,
        table: &Table,
        (rules, column): (&[&Rule], usize),
        visit: &mut dyn FnMut(&Values) -> bool,
    ) {
        let loops = Loops::of(table, mentioned(table, rules, column), &tests_of(table, rules[0]));
        self.go_on(&loops, 0, &mut vec![0; table.variables.len()], visit);
    }

    /// Gives values to the variables from `depth` on. Returns false once `visit` has.
    pub(super) fn go_on(
        &self,
        loops: &Loops<'_>,
        depth: usize,
        values: &mut Vec<i64>,
        visit: &mut dyn FnMut(&Values) -> bool,
    ) -> bool {
        let table = loops.table;
        if !loops.ready[depth].iter().all(|(head, test)| self.holds(table, head, test, values)) {
            return true;
        }
        let Some(&variable) = loops.order.get(depth) else { return visit(values) };
        let kind = table.variables[variable].kind;
        let Some(list) = self.glossary().listed(kind, u64::MAX) else { return true };
        list.into_iter().all(|value| {
            values[variable] = value;
            self.go_on(loops, depth + 1, values, visit)
        })
    }

    fn constraints(&self, table: &Table) -> Result<(), BrokenRule> {
        for rule in &table.rules {
            for (column, head) in table.outputs.iter().enumerate() {
                let Output::Holds(test) = &rule.outputs[column] else { continue };
                let mut broken = None;
                self.each(table, (&[rule], column), &mut |values| {
                    let holds = self.holds(table, head, test, values);
                    if !holds {
                        broken = Some(self.at(table, (&[rule], column), values));
                    }
                    holds
                });
                if let Some(place) = broken {
                    return Err(BrokenRule::new(&rule.label, format!("does not hold{place}")));
                }
            }
        }
        Ok(())
    }

    /// The values of the variables that rules mention, as text.
    pub(super) fn at(&self, table: &Table, about: (&[&Rule], usize), values: &Values) -> String {
        let glossary = self.glossary();
        let pair = |place: usize| {
            let variable = &table.variables[place];
            let word = glossary.word(variable.kind, values[place], glossary.digits(variable.kind));
            format!("{} = {word}", variable.name)
        };
        let pairs: Vec<String> = mentioned(table, about.0, about.1).into_iter().map(pair).collect();
        if pairs.is_empty() { String::new() } else { format!(" for {}", pairs.join(", ")) }
    }

    /// Returns the variable of an output; `None` if an argument does not exist.
    pub(super) fn target(&self, table: &Table, head: &Head, values: &Values) -> Option<usize> {
        let Head::Term(typed) = head else { return None };
        let Expr::Apply(symbol, arguments) = &typed.expr else { return None };
        self.variable(table, *symbol, arguments, values)
    }

    /// Checks every symbol that tables collect values for.
    pub(super) fn collected(&self) -> Result<(), BrokenRule> {
        let mut symbols: BTreeMap<SymbolId, (Policy, &str)> = BTreeMap::new();
        let mut found: BTreeMap<usize, Vec<Exact>> = BTreeMap::new();
        for table in self.problem.tables.iter().filter(|table| table.policy.collects()) {
            for (column, head) in table.outputs.iter().enumerate() {
                let Some(symbol) = head.symbol() else { continue };
                symbols.entry(symbol).or_insert((table.policy, &table.title.text));
                for rule in &table.rules {
                    let Output::Value(weight) = &rule.outputs[column] else { continue };
                    self.each(table, (&[rule], column), &mut |values| {
                        let worth = self.worth(table, weight, values);
                        if let (Some(target), Some(worth)) =
                            (self.target(table, head, values), worth)
                        {
                            found.entry(target).or_default().push(worth);
                        }
                        true
                    });
                }
            }
        }
        for (symbol, (policy, title)) in symbols {
            let block = self.layout.block(symbol);
            for variable in block.first..block.first + block.len {
                let list = found.remove(&variable).unwrap_or_default();
                let same = match (combined(policy, &list), self.value(symbol, variable)) {
                    (Some(a), Some(b)) => a.order(b) == Some(0),
                    (None, None) => true,
                    _ => false,
                };
                if !same {
                    let name = self.layout.name(self.glossary(), variable);
                    return Err(BrokenRule::new(title, format!("gives another value of {name}")));
                }
            }
        }
        Ok(())
    }
}
