//! Tables of rules.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cell;
use super::number::Number;
use super::terms::{Term, Test, World};
use super::{Assignment, Block, Page, Value};

/// What a rule has in an output column.
pub(super) enum Output {
    /// A test, in a table `E*`.
    Holds(Test),
    Gives(Term),
}

pub(super) struct Rule {
    inputs: Vec<Test>,
    pub(super) outputs: Vec<Output>,
}

/// A table of rules.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) policy: String,
    /// All values of the variables.
    pub(super) combinations: Vec<Vec<Value>>,
    inputs: Vec<Term>,
    outputs: Vec<Term>,
    pub(super) rules: Vec<Rule>,
}

impl Table {
    pub(super) fn read(page: &Page, block: &Block<'_>) -> Table {
        let header = &block.rows[0];
        // Two bars leave an empty cell between inputs and outputs.
        let split = block.inputs.expect("inputs") + 1;
        let mut variables: Vec<(String, usize)> = Vec::new();
        let mut inputs = Vec::new();
        for cell in &header[1..split] {
            let (kind, name) = cell.split_once(" called ").unwrap_or((cell, cell));
            match page.types.iter().position(|known| known.name == kind) {
                Some(kind) => {
                    inputs.push(Term::Variable(variables.len()));
                    variables.push((name.to_owned(), kind));
                }
                None => inputs.push(Cell::new(page, &variables, cell).term()),
            }
        }
        let policy = header[0].to_owned();
        let term = |text: &&str| Cell::new(page, &variables, text).term();
        let test = |text: &&str| Cell::new(page, &variables, text).test();
        let output = |text: &&str| match &policy[..] {
            "E*" => Output::Holds(test(text)),
            _ => Output::Gives(term(text)),
        };
        let rule = |row: &Vec<&str>| Rule {
            inputs: row[1..split].iter().map(test).collect(),
            outputs: row[split + 1..].iter().map(output).collect(),
        };
        Table {
            title: block.title.to_owned(),
            inputs,
            outputs: header[split + 1..].iter().map(term).collect(),
            rules: block.rows[1..].iter().map(rule).collect(),
            combinations: page.tuples(&variables.iter().map(|(_, kind)| *kind).collect::<Vec<_>>()),
            policy,
        }
    }

    pub(super) fn applies(&self, rule: &Rule, world: &World<'_>) -> bool {
        self.inputs
            .iter()
            .zip(&rule.inputs)
            .all(|(head, test)| world.holds(world.value(head), test))
    }

    /// The symbols of the outputs of a table that decides or collects.
    pub(super) fn symbols(&self) -> BTreeSet<usize> {
        let symbol = |head: &Term| match head {
            Term::Apply(symbol, _) => *symbol,
            other => panic!("{other:?} as an output"),
        };
        self.outputs.iter().map(symbol).collect()
    }

    pub(super) fn decides(&self) -> bool {
        DECIDE.contains(&&self.policy[..])
    }
}

/// What rules give to one output, and the policy of their tables.
#[derive(Default)]
struct Given {
    policy: String,
    values: Vec<Option<Value>>,
}

impl Given {
    /// What is collected, all together.
    fn total(&self) -> Option<Number> {
        let numbers: Vec<Number> = self
            .values
            .iter()
            .flatten()
            .filter_map(|value| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            })
            .collect();
        match &self.policy[..] {
            "C+" => Some(numbers.iter().fold(Number::from(0), |sum, &n| sum.plus(n))),
            "C<" => numbers.into_iter().min(),
            "C>" => numbers.into_iter().max(),
            _ => Some(Number::from(self.values.iter().flatten().count() as i64)),
        }
    }
}

/// The policies of tables that decide, and of those that collect.
const DECIDE: &[&str] = &["U", "A", "F"];
const COLLECT: &[&str] = &["C+", "C<", "C>", "C#"];

impl Page {
    /// Whether all tables hold.
    pub(super) fn tables_hold(&self, values: &Assignment) -> bool {
        self.hold_without(&|_| false, values)
    }

    /// Whether all tables hold but those that are left out.
    pub(super) fn hold_without(
        &self,
        left_out: &dyn Fn(&Table) -> bool,
        values: &Assignment,
    ) -> bool {
        let rest = || self.tables.iter().filter(|table| !left_out(table));
        rest().filter(|table| table.policy == "E*").all(|table| self.every_rule(table, values))
            && self.decided(rest(), values)
            && self.collected(rest(), values)
    }

    fn every_rule(&self, table: &Table, values: &Assignment) -> bool {
        table.combinations.iter().all(|variables| {
            let world = World { page: self, values, variables };
            table.rules.iter().filter(|rule| table.applies(rule, &world)).all(|rule| {
                table.outputs.iter().zip(&rule.outputs).all(|(head, output)| match output {
                    Output::Holds(test) => world.holds(world.value(head), test),
                    Output::Gives(_) => unreachable!("a table E*"),
                })
            })
        })
    }

    /// What the rules of tables with these policies give, by the place of the output, for every
    /// place of a symbol that they have as an output.
    fn given<'t>(
        &self,
        tables: impl Iterator<Item = &'t Table>,
        policies: &[&str],
        values: &Assignment,
    ) -> BTreeMap<usize, Given> {
        let mut given: BTreeMap<usize, Given> = BTreeMap::new();
        for table in tables.filter(|table| policies.contains(&&table.policy[..])) {
            for symbol in table.symbols() {
                let symbol = &self.symbols[symbol];
                for place in symbol.first..symbol.first + symbol.len {
                    given.entry(place).or_default().policy.clone_from(&table.policy);
                }
            }
            for variables in &table.combinations {
                let world = World { page: self, values, variables };
                for rule in table.rules.iter().filter(|rule| table.applies(rule, &world)) {
                    self.give(table, rule, &world, &mut given);
                    if table.policy == "F" {
                        break;
                    }
                }
            }
        }
        given
    }

    fn give(
        &self,
        table: &Table,
        rule: &Rule,
        world: &World<'_>,
        given: &mut BTreeMap<usize, Given>,
    ) {
        for (head, output) in table.outputs.iter().zip(&rule.outputs) {
            let (Term::Apply(symbol, terms), Output::Gives(term)) = (head, output) else {
                unreachable!("a decision table");
            };
            let arguments: Option<Vec<Value>> =
                terms.iter().map(|argument| world.value(argument)).collect();
            let place = arguments.and_then(|arguments| self.place(*symbol, &arguments));
            if let Some(place) = place {
                given.entry(place).or_default().values.push(world.value(term));
            }
        }
    }

    fn decided<'t>(&self, tables: impl Iterator<Item = &'t Table>, values: &Assignment) -> bool {
        self.given(tables, DECIDE, values).into_iter().all(|(place, given)| {
            let own = values[place];
            match own {
                Some(Value::Truth(truth)) if given.values.is_empty() => !truth,
                _ if given.values.is_empty() => own.is_none(),
                _ => own.is_some() && given.values.iter().all(|value| *value == own),
            }
        })
    }

    fn collected<'t>(&self, tables: impl Iterator<Item = &'t Table>, values: &Assignment) -> bool {
        let all = self.given(tables, COLLECT, values);
        all.into_iter().all(|(place, given)| values[place] == given.total().map(Value::Number))
    }

    /// The value that tables collect for this place, or that the first rule for it decides.
    pub(super) fn stated(&self, place: usize, values: &Assignment) -> Option<Value> {
        if let Some(given) = self.given(self.tables.iter(), COLLECT, values).get(&place) {
            return given.total().map(Value::Number);
        }
        let decided = self.given(self.tables.iter(), DECIDE, values).remove(&place)?;
        decided.values.first().copied().flatten()
    }
}
