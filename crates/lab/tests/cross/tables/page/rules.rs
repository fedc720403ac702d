//! Tables of rules.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::Cell;
use super::number::Number;
use super::terms::{Term, Test, World};
use super::{Assignment, Block, Page, Value};

/// What a rule has in an output column.
enum Output {
    /// A test, in a table `E*`.
    Holds(Test),
    Gives(Term),
}

struct Rule {
    inputs: Vec<Test>,
    outputs: Vec<Output>,
}

/// A table of rules.
pub(super) struct Table {
    policy: String,
    /// All values of the variables.
    combinations: Vec<Vec<Value>>,
    inputs: Vec<Term>,
    outputs: Vec<Term>,
    rules: Vec<Rule>,
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
            inputs,
            outputs: header[split + 1..].iter().map(term).collect(),
            rules: block.rows[1..].iter().map(rule).collect(),
            combinations: page.tuples(&variables.iter().map(|(_, kind)| *kind).collect::<Vec<_>>()),
            policy,
        }
    }

    fn applies(&self, rule: &Rule, world: &World<'_>) -> bool {
        self.inputs
            .iter()
            .zip(&rule.inputs)
            .all(|(head, test)| world.holds(world.value(head), test))
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
        self.tables
            .iter()
            .filter(|table| table.policy == "E*")
            .all(|table| self.every_rule(table, values))
            && self.decided(values)
            && self.collected(values)
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
    fn given(&self, policies: &[&str], values: &Assignment) -> BTreeMap<usize, Given> {
        let mut given: BTreeMap<usize, Given> = BTreeMap::new();
        for table in self.tables.iter().filter(|table| policies.contains(&&table.policy[..])) {
            let mut symbols = BTreeSet::new();
            for head in &table.outputs {
                let Term::Apply(symbol, _) = head else { panic!("an output is a symbol") };
                symbols.insert(*symbol);
            }
            for symbol in symbols {
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

    fn decided(&self, values: &Assignment) -> bool {
        self.given(DECIDE, values).into_iter().all(|(place, given)| {
            let own = values[place];
            match own {
                Some(Value::Truth(truth)) if given.values.is_empty() => !truth,
                _ if given.values.is_empty() => own.is_none(),
                _ => own.is_some() && given.values.iter().all(|value| *value == own),
            }
        })
    }

    fn collected(&self, values: &Assignment) -> bool {
        let all = self.given(COLLECT, values).into_iter();
        all.into_iter().all(|(place, given)| values[place] == given.total().map(Value::Number))
    }

    /// What tables collect for this place.
    pub(super) fn total(&self, place: usize, values: &Assignment) -> Option<Number> {
        self.given(COLLECT, values).get(&place).and_then(Given::total)
    }
}
