//! Checks the definitions of decision tables.

use std::collections::BTreeMap;

use parallax_model::instance::BrokenRule;

use super::Interpretation;
use super::exact::Worth;
use super::loops::tests_of;
use crate::glossary::{Sort, SymbolId};
use crate::table::{Head, Output, Policy, Rule, Table};

/// The decision of a rule.
enum Decided {
    Truth(bool),
    Value(Worth),
}

impl Interpretation<'_> {
    /// Checks every symbol that decision tables define.
    pub(super) fn decided(&self) -> Result<(), BrokenRule> {
        let tables = || self.problem.tables.iter().filter(|table| table.policy.decides());
        let mut found: BTreeMap<usize, Vec<(&str, Decided)>> = BTreeMap::new();
        let mut symbols: Vec<(SymbolId, &str)> = Vec::new();
        for table in tables() {
            for (column, head) in table.outputs.iter().enumerate() {
                symbols.extend(head.symbol().map(|symbol| (symbol, table.title.text.as_str())));
                for (place, rule) in table.rules.iter().enumerate() {
                    self.decide(table, (column, head), place, &mut |variable, decided| {
                        found.entry(variable).or_default().push((&rule.label, decided));
                    });
                }
            }
        }
        for (symbol, title) in symbols {
            let block = self.layout.block(symbol);
            for variable in block.first..block.first + block.len {
                let list = found.get(&variable).map_or(&[][..], Vec::as_slice);
                self.agrees(symbol, variable, title, list)?;
            }
        }
        Ok(())
    }

    fn decide(
        &self,
        table: &Table,
        (column, head): (usize, &Head),
        place: usize,
        add: &mut dyn FnMut(usize, Decided),
    ) {
        let rule = &table.rules[place];
        let earlier: &[Rule] = match table.policy {
            Policy::First => &table.rules[..place],
            _ => &[],
        };
        if !matches!(rule.outputs[column], Output::Value(_) | Output::Truth(_)) {
            return;
        }
        let rules: Vec<&Rule> = std::iter::once(rule).chain(earlier).collect();
        self.each(table, (&rules, column), &mut |values| {
            let applies = |rule: &Rule| {
                let mut tests = tests_of(table, rule).into_iter();
                rule.outputs[column] != Output::Nothing
                    && tests.all(|(head, test)| self.holds(table, head, test, values))
            };
            if !earlier.iter().any(applies)
                && let Some(target) = self.target(table, head, values)
            {
                add(
                    target,
                    match &rule.outputs[column] {
                        Output::Value(expr) => Decided::Value(self.worth(table, expr, values)),
                        output => Decided::Truth(*output == Output::Truth(true)),
                    },
                );
            }
            true
        });
    }

    /// Whether a variable has the value that its rules give it.
    fn agrees(
        &self,
        symbol: SymbolId,
        variable: usize,
        title: &str,
        list: &[(&str, Decided)],
    ) -> Result<(), BrokenRule> {
        let name = || self.layout.name(self.glossary(), variable);
        if self.glossary().sort(symbol) == Sort::Truth {
            let holds = self.values[variable] == 1;
            let says = |wanted: bool| {
                list.iter()
                    .find(|(_, decided)| matches!(decided, Decided::Truth(t) if *t == wanted))
            };
            return match (holds, says(!holds), says(true)) {
                (_, Some((label, _)), _) => {
                    let word = if holds { "No" } else { "Yes" };
                    Err(BrokenRule::new(*label, format!("gives {word} for {}", name())))
                }
                (true, None, None) => {
                    Err(BrokenRule::new(title, format!("no rule gives Yes for {}", name())))
                }
                _ => Ok(()),
            };
        }
        let value = self.value(symbol, variable);
        if list.is_empty() && value.is_some() {
            return Err(BrokenRule::new(title, format!("no rule gives {} a value", name())));
        }
        for (label, decided) in list {
            let same = match (decided, value) {
                (Decided::Value(Some(a)), Some(b)) => a.order(b) == Some(0),
                _ => false,
            };
            if !same {
                return Err(BrokenRule::new(*label, format!("gives another value of {}", name())));
            }
        }
        Ok(())
    }
}
