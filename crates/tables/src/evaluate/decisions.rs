//! Checks the definitions of decision tables.

use std::collections::BTreeMap;

use parallax_instance::BrokenRuleError;

use super::TableInterpretation;
use super::exact::Worth;
use super::loops::tests_of;
use crate::glossary::{SymbolId, ValueSort};
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};

/// The decision of a rule.
enum EvaluatedDecision {
    Truth(bool),
    Value(Worth),
}

impl TableInterpretation<'_> {
    /// Checks every symbol that decision tables define.
    pub(super) fn check_decisions(&self) -> Result<(), BrokenRuleError> {
        let tables = || self.problem.tables.iter().filter(|table| table.policy.decides_outputs());
        let mut found: BTreeMap<usize, Vec<(&str, EvaluatedDecision)>> = BTreeMap::new();
        let mut symbols: Vec<(SymbolId, &str)> = Vec::new();
        for table in tables() {
            for (column, head) in table.outputs.iter().enumerate() {
                symbols.extend(
                    head.applied_symbol().map(|symbol| (symbol, table.title.text.as_str())),
                );
                for (place, rule) in table.rules.iter().enumerate() {
                    self.evaluate_rule(table, (column, head), place, &mut |variable, decided| {
                        found.entry(variable).or_default().push((&rule.label, decided));
                    });
                }
            }
        }
        for (symbol, title) in symbols {
            let block = self.layout.symbol_block(symbol);
            for variable in block.first..block.first + block.len {
                let list = found.get(&variable).map_or(&[][..], Vec::as_slice);
                self.check_agreement(symbol, variable, title, list)?;
            }
        }
        Ok(())
    }

    fn evaluate_rule(
        &self,
        table: &RuleTable,
        (column, head): (usize, &ColumnHeader),
        place: usize,
        add: &mut dyn FnMut(usize, EvaluatedDecision),
    ) {
        let rule = &table.rules[place];
        let earlier: &[TableRule] = match table.policy {
            HitPolicy::First => &table.rules[..place],
            _ => &[],
        };
        if !matches!(rule.outputs[column], OutputCell::Value(_) | OutputCell::Truth(_)) {
            return;
        }
        // `visit_bindings` tests only the first rule; the others contribute their variables.
        let rules: Vec<&TableRule> = std::iter::once(rule).chain(earlier).collect();
        self.visit_bindings(table, (&rules, column), &mut |values| {
            let applies = |rule: &TableRule| {
                let mut tests = tests_of(table, rule).into_iter();
                // An earlier rule without this output does not decide it.
                rule.outputs[column] != OutputCell::Nothing
                    && tests.all(|(head, test)| self.test_holds(table, head, test, values))
            };
            if !earlier.iter().any(applies)
                && let Some(target) = self.output_variable(table, head, values)
            {
                add(
                    target,
                    match &rule.outputs[column] {
                        OutputCell::Value(expr) => {
                            EvaluatedDecision::Value(self.expression_value(table, expr, values))
                        }
                        output => EvaluatedDecision::Truth(*output == OutputCell::Truth(true)),
                    },
                );
            }
            true
        });
    }

    /// Whether a variable has the value that its rules give it.
    fn check_agreement(
        &self,
        symbol: SymbolId,
        variable: usize,
        title: &str,
        list: &[(&str, EvaluatedDecision)],
    ) -> Result<(), BrokenRuleError> {
        let name = || self.layout.variable_name(self.glossary(), variable);
        if self.glossary().symbol_sort(symbol) == ValueSort::Truth {
            let holds = self.values[variable] == 1;
            let says = |wanted: bool| {
                list.iter().find(
                    |(_, decided)| matches!(decided, EvaluatedDecision::Truth(t) if *t == wanted),
                )
            };
            // No rule may give the other truth value, and a Yes needs a rule that gives it.
            return match (holds, says(!holds), says(true)) {
                (_, Some((label, _)), _) => {
                    let word = if holds { "No" } else { "Yes" };
                    Err(BrokenRuleError::new(*label, format!("gives {word} for {}", name())))
                }
                (true, None, None) => {
                    Err(BrokenRuleError::new(title, format!("no rule gives Yes for {}", name())))
                }
                _ => Ok(()),
            };
        }
        let value = self.variable_value(symbol, variable);
        if list.is_empty() && value.is_some() {
            return Err(BrokenRuleError::new(title, format!("no rule gives {} a value", name())));
        }
        // Also refuses a rule that applies without a value, and a variable without one whose rule
        // gives a value.
        for (label, decided) in list {
            let same = match (decided, value) {
                (EvaluatedDecision::Value(Some(a)), Some(b)) => a.compare_units(b) == Some(0),
                _ => false,
            };
            if !same {
                return Err(BrokenRuleError::new(
                    *label,
                    format!("gives another value of {}", name()),
                ));
            }
        }
        Ok(())
    }
}
