//! An interpretation: a value for each entry, against which the tables are checked.

use std::collections::BTreeMap;

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::exact::{ExactNumber, combine_numbers};
use super::loops::{VariableLoops, mentioned_variables, tests_of};
use crate::data::SymbolFacts;
use crate::expr::TableExpression;
use crate::glossary::{SymbolId, TablesGlossary, ValueSort};
use crate::layout::SymbolLayout;
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};
use crate::tables_problem::TablesProblem;

/// A solution as values of the tables' symbols.
pub struct TableInterpretation<'a> {
    /// The problem.
    pub problem: &'a TablesProblem,
    /// The variables.
    pub layout: &'a SymbolLayout,
    /// Their values.
    pub values: &'a [Value],
}

/// Values of a table's variables.
pub(super) type Values = [i64];

impl TableInterpretation<'_> {
    pub(super) fn glossary(&self) -> &TablesGlossary {
        &self.problem.glossary
    }

    /// Checks the data and every table.
    ///
    /// # Errors
    /// Returns the first rule that does not hold.
    pub fn check_tables(&self) -> Result<(), BrokenRuleError> {
        for (&id, facts) in &self.problem.data {
            self.check_facts(id, facts)?;
        }
        for table in &self.problem.tables {
            if table.policy == HitPolicy::Every {
                self.check_rules(table)?;
            }
            self.check_requirements(table)?;
        }
        self.check_collections()?;
        self.check_decisions()
    }

    fn check_facts(&self, id: SymbolId, facts: &SymbolFacts) -> Result<(), BrokenRuleError> {
        let block = self.layout.symbol_block(id);
        let is_truth = self.glossary().symbol_sort(id) == ValueSort::Truth;
        for variable in block.first..block.first + block.len {
            let stated = facts.0.get(&block.argument_values(variable)).map(|fact| fact.value);
            let wanted = match (stated, is_truth) {
                (Some(value), _) => value.units_at(block.digits),
                // A data table lists all pairs of its relation, so the others are false.
                (None, true) => Some(0),
                (None, false) => continue,
            };
            if wanted != Some(self.values[variable].into()) {
                let name = self.layout.variable_name(self.glossary(), variable);
                return Err(BrokenRuleError::new(name, "another value than in the data table"));
            }
        }
        Ok(())
    }

    /// Calls `visit` with every combination of values for which the tests of the first rule hold,
    /// of the variables that some rules mention about an output, until it returns false.
    pub(super) fn visit_bindings(
        &self,
        table: &RuleTable,
        (rules, column): (&[&TableRule], usize),
        visit: &mut dyn FnMut(&Values) -> bool,
    ) {
        let loops = VariableLoops::for_table(
            table,
            mentioned_variables(table, rules, column),
            &tests_of(table, rules[0]),
        );
        self.go_on(&loops, 0, &mut vec![0; table.variables.len()], visit);
    }

    /// Gives values to the variables from `depth` on. Returns false once `visit` has.
    pub(super) fn go_on(
        &self,
        loops: &VariableLoops<'_>,
        depth: usize,
        values: &mut Vec<i64>,
        visit: &mut dyn FnMut(&Values) -> bool,
    ) -> bool {
        let table = loops.table;
        // A test that fails excludes all values of the variables after it.
        if !loops.ready[depth].iter().all(|(head, test)| self.test_holds(table, head, test, values))
        {
            return true;
        }
        let Some(&variable) = loops.order.get(depth) else { return visit(values) };
        let kind = table.variables[variable].kind;
        // Compiling refuses a variable whose type has no list, so the list exists.
        let Some(list) = self.glossary().list_values(kind, u64::MAX) else { return true };
        list.into_iter().all(|value| {
            values[variable] = value;
            self.go_on(loops, depth + 1, values, visit)
        })
    }

    fn check_rules(&self, table: &RuleTable) -> Result<(), BrokenRuleError> {
        for rule in &table.rules {
            for (column, head) in table.outputs.iter().enumerate() {
                let OutputCell::Holds(test) = &rule.outputs[column] else { continue };
                let mut broken = None;
                // Stops at the first values for which the rule does not hold.
                self.visit_bindings(table, (&[rule], column), &mut |values| {
                    let holds = self.test_holds(table, head, test, values);
                    if !holds {
                        broken = Some(self.describe_values(table, (&[rule], column), values));
                    }
                    holds
                });
                if let Some(place) = broken {
                    return Err(BrokenRuleError::new(&rule.label, format!("does not hold{place}")));
                }
            }
        }
        Ok(())
    }

    /// Checks the conditions on the rules of a table that apply.
    fn check_requirements(&self, table: &RuleTable) -> Result<(), BrokenRuleError> {
        let requirements = &table.requirements;
        let applies = |rule: &TableRule| {
            let mut tests = tests_of(table, rule).into_iter();
            tests.all(|(head, test)| self.test_holds(table, head, test, &[]))
        };
        for &column in &requirements.decided {
            let mut rules = table.rules.iter();
            if !rules.any(|rule| rule.outputs[column] != OutputCell::Nothing && applies(rule)) {
                return Err(BrokenRuleError::new(&table.title.text, "no rule applies"));
            }
        }
        for &(one, other) in &requirements.exclusive {
            if applies(&table.rules[one]) && applies(&table.rules[other]) {
                let words = format!("applies together with rule {}", other + 1);
                return Err(BrokenRuleError::new(&table.rules[one].label, words));
            }
        }
        Ok(())
    }

    /// The values of the variables that rules mention, as text.
    pub(super) fn describe_values(
        &self,
        table: &RuleTable,
        about: (&[&TableRule], usize),
        values: &Values,
    ) -> String {
        let glossary = self.glossary();
        let pair = |index: usize| {
            let variable = &table.variables[index];
            let word = glossary.value_text(
                variable.kind,
                values[index],
                glossary.type_digits(variable.kind),
            );
            format!("{} = {word}", variable.name)
        };
        let pairs: Vec<String> =
            mentioned_variables(table, about.0, about.1).into_iter().map(pair).collect();
        if pairs.is_empty() { String::new() } else { format!(" for {}", pairs.join(", ")) }
    }

    /// Returns the variable of an output; `None` if an argument does not exist.
    pub(super) fn output_variable(
        &self,
        table: &RuleTable,
        head: &ColumnHeader,
        values: &Values,
    ) -> Option<usize> {
        let ColumnHeader::Term(typed) = head else { return None };
        let TableExpression::Apply(symbol, arguments) = &typed.expr else { return None };
        self.applied_variable(table, *symbol, arguments, values)
    }

    /// Checks every symbol that tables collect values for.
    pub(super) fn check_collections(&self) -> Result<(), BrokenRuleError> {
        let mut symbols: BTreeMap<SymbolId, (HitPolicy, &str)> = BTreeMap::new();
        let mut found: BTreeMap<usize, Vec<ExactNumber>> = BTreeMap::new();
        for table in self.problem.tables.iter().filter(|table| table.policy.collects_values()) {
            for (column, head) in table.outputs.iter().enumerate() {
                let Some(symbol) = head.applied_symbol() else { continue };
                // Compiling refuses tables that collect a symbol by two policies.
                symbols.entry(symbol).or_insert((table.policy, &table.title.text));
                for rule in &table.rules {
                    let OutputCell::Value(weight) = &rule.outputs[column] else { continue };
                    // A rule without a value or with an argument outside its type collects nothing.
                    self.visit_bindings(table, (&[rule], column), &mut |values| {
                        let worth = self.expression_value(table, weight, values);
                        if let (Some(target), Some(worth)) =
                            (self.output_variable(table, head, values), worth)
                        {
                            found.entry(target).or_default().push(worth);
                        }
                        true
                    });
                }
            }
        }
        for (symbol, (policy, title)) in symbols {
            let block = self.layout.symbol_block(symbol);
            for variable in block.first..block.first + block.len {
                let list = found.remove(&variable).unwrap_or_default();
                let same =
                    match (combine_numbers(policy, &list), self.variable_value(symbol, variable)) {
                        (Some(a), Some(b)) => a.compare_units(b) == Some(0),
                        (None, None) => true,
                        _ => false,
                    };
                if !same {
                    let name = self.layout.variable_name(self.glossary(), variable);
                    return Err(BrokenRuleError::new(
                        title,
                        format!("gives another value of {name}"),
                    ));
                }
            }
        }
        Ok(())
    }
}
