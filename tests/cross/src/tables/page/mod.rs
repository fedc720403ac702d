//! A second reader of tables, written from `docs/reference/tables.md` alone. It shares no code with
//! the program: it reads the cells itself, and finds solutions by trying all assignments.

mod cells;
mod faults;
mod number;
mod rules;
mod terms;

use std::collections::BTreeMap;

pub(super) use number::Number;

use rules::Table;
use terms::Term;

/// A value: a truth, a name by its place among all names, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Truth(bool),
    Name(usize),
    Number(Number),
}

/// A type of the glossary: its name and values.
struct Type {
    name: String,
    values: Vec<Value>,
}

/// A part of a symbol's name.
#[derive(Clone, PartialEq)]
enum Part {
    Word(String),
    /// An argument of this type.
    Argument(usize),
}

/// What a symbol gives.
#[derive(Clone, Copy)]
enum Kind {
    Truth,
    Of(usize),
    /// Any whole number.
    Int,
    /// The values that tables collect or decide.
    Float,
}

/// A function, constant, relation or truth.
struct Symbol {
    parts: Vec<Part>,
    kind: Kind,
    is_partial: bool,
    /// The types of its arguments.
    arguments: Vec<usize>,
    /// The place of its first value in an assignment, and the number of its values there.
    first: usize,
    len: usize,
}

/// Tables as the page describes them.
#[derive(Default)]
pub(super) struct Page {
    names: Vec<String>,
    types: Vec<Type>,
    symbols: Vec<Symbol>,
    tables: Vec<Table>,
    /// What is to be minimized or maximized.
    goal: Option<Term>,
    /// What data tables state, by place.
    facts: BTreeMap<usize, Option<Value>>,
    /// The number of values in an assignment.
    len: usize,
}

/// Values for all symbols and arguments; `None` is no value.
type Assignment = [Option<Value>];

/// A block of the text: its title, then rows of cells, `||` before the outputs.
struct Block<'t> {
    title: &'t str,
    /// The number of inputs, the first column left out.
    inputs: Option<usize>,
    rows: Vec<Vec<&'t str>>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let texts = text.split("\n\n").map(|block| block.trim_matches('\n'));
    texts
        .filter(|block| !block.is_empty())
        .map(|block| {
            let mut lines = block.lines();
            let title = lines.next().unwrap_or_default();
            let lines: Vec<&str> = lines.collect();
            let inputs = lines.iter().find_map(|line| line.split_once("||"));
            Block {
                title,
                inputs: inputs.map(|(before, _)| before.matches('|').count()),
                rows: lines.iter().map(|line| line.split('|').map(str::trim).collect()).collect(),
            }
        })
        .collect()
}

impl Page {
    /// Reads a problem.
    pub(super) fn read(text: &str) -> Page {
        let mut page = Page::default();
        let blocks = blocks(text);
        for block in &blocks {
            page.glossary(block);
        }
        for block in &blocks {
            if block.title.starts_with("Data Table") {
                page.data(block);
            } else if block.title == "Goal" {
                let words = block.rows[0][0].split_once(' ').expect("a goal").1;
                page.goal = Some(cells::Cell::new(&page, &[], words).term());
            } else if !["Type", "Function", "Constant", "Relation", "Boolean"]
                .contains(&block.title)
            {
                let table = Table::read(&page, block);
                page.tables.push(table);
            }
        }
        page
    }

    fn glossary(&mut self, block: &Block<'_>) {
        for row in block.rows.iter().skip(1) {
            match block.title {
                "Type" => self.add_type(row),
                "Function" | "Constant" => {
                    let (is_partial, name) = match row[0].strip_prefix("partial ") {
                        Some(rest) => (true, rest),
                        None => (false, row[0]),
                    };
                    let known = self.types.iter().position(|kind| kind.name == row[1]);
                    let kind = match row[1] {
                        "Int" => Kind::Int,
                        "Float" => Kind::Float,
                        _ => Kind::Of(known.expect("a type")),
                    };
                    self.add_symbol(name, kind, is_partial);
                }
                "Relation" | "Boolean" => self.add_symbol(row[0], Kind::Truth, false),
                _ => {}
            }
        }
    }

    fn add_type(&mut self, row: &[&str]) {
        let values = match row[1] {
            "String" => {
                let mut name = |word: &str| {
                    self.names.push(word.trim().to_owned());
                    Value::Name(self.names.len() - 1)
                };
                row[2].split(',').map(&mut name).collect()
            }
            _ => match row[2].trim_matches(['[', ']']).split_once("..") {
                Some((low, high)) => {
                    let [low, high] = [low, high].map(|end| end.parse::<i64>().expect("an end"));
                    (low..=high).map(|value| Value::Number(value.into())).collect()
                }
                None => {
                    let number = |text: &str| Value::Number(text.trim().parse().expect("a number"));
                    row[2].split(',').map(number).collect()
                }
            },
        };
        self.types.push(Type { name: row[0].to_owned(), values });
    }

    fn add_symbol(&mut self, name: &str, kind: Kind, is_partial: bool) {
        let part = |word: &str| match self.types.iter().position(|kind| kind.name == word) {
            Some(kind) => Part::Argument(kind),
            None => Part::Word(word.to_owned()),
        };
        let parts: Vec<Part> = name.split(' ').map(part).collect();
        let of = |part: &Part| match part {
            Part::Argument(kind) => Some(*kind),
            Part::Word(_) => None,
        };
        let arguments: Vec<usize> = parts.iter().filter_map(of).collect();
        let (first, len) = (self.len, self.tuples(&arguments).len());
        self.len += len;
        self.symbols.push(Symbol { parts, kind, is_partial, arguments, first, len });
    }

    /// All values of these types, in order.
    fn tuples(&self, types: &[usize]) -> Vec<Vec<Value>> {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for &kind in types {
            let longer = |tuple: &Vec<Value>| -> Vec<Vec<Value>> {
                let values = &self.types[kind].values;
                values.iter().map(|&value| [&tuple[..], &[value]].concat()).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// The place of a symbol's value for these arguments; `None` outside their types.
    fn place(&self, symbol: usize, arguments: &[Value]) -> Option<usize> {
        let symbol = &self.symbols[symbol];
        let mut offset = 0;
        for (&kind, value) in symbol.arguments.iter().zip(arguments) {
            let values = &self.types[kind].values;
            offset = offset * values.len() + values.iter().position(|known| known == value)?;
        }
        Some(symbol.first + offset)
    }

    /// What a data table states, of all of its symbols.
    fn data(&mut self, block: &Block<'_>) {
        let inputs = block.inputs.expect("inputs");
        for (column, name) in block.rows[0].iter().enumerate().filter(|(c, _)| *c > inputs + 1) {
            let words: Vec<&str> = name.split(' ').collect();
            let found = self.symbols.iter().position(|symbol| {
                symbol.parts.iter().zip(&words).all(|(part, word)| match part {
                    Part::Word(own) => own == word,
                    Part::Argument(kind) => self.types[*kind].name == **word,
                })
            });
            let symbol = found.expect("a symbol");
            // A truth that is not listed is No, and a partial function has no value.
            let rest = match (self.symbols[symbol].kind, self.symbols[symbol].is_partial) {
                (Kind::Truth, _) => Some(Some(Value::Truth(false))),
                (_, true) => Some(None),
                _ => None,
            };
            for tuple in self.tuples(&self.symbols[symbol].arguments) {
                let place = self.place(symbol, &tuple).expect("in the types");
                let row = block.rows[1..].iter().find(|row| {
                    let listed = |(cell, value): (&&str, &Value)| {
                        cell.split(',').any(|word| self.constant(word.trim()) == Some(*value))
                    };
                    row[1..=inputs].iter().zip(&tuple).all(listed)
                });
                let stated = row.map(|row| self.constant(row[column])).or(rest);
                if let Some(value) = stated {
                    self.facts.insert(place, value);
                }
            }
        }
    }

    /// A value that stands for itself.
    fn constant(&self, word: &str) -> Option<Value> {
        match word {
            "Yes" => return Some(Value::Truth(true)),
            "No" => return Some(Value::Truth(false)),
            _ => {}
        }
        let name = self.names.iter().position(|name| name == word);
        name.map(Value::Name).or_else(|| word.parse().ok().map(Value::Number))
    }

    fn word(&self, value: Option<Value>) -> String {
        match value {
            None => "undefined".to_owned(),
            Some(Value::Truth(true)) => "Yes".to_owned(),
            Some(Value::Truth(false)) => "No".to_owned(),
            Some(Value::Name(place)) => self.names[place].clone(),
            Some(Value::Number(number)) => number.to_string(),
        }
    }

    /// Calls `visit` with every solution, in a line, `f of p = 1, k = 0`, as `solve` prints it,
    /// without what data tables state, and with the value of the goal. Whole numbers without a
    /// range are tried within `open`; decimals without one are what tables collect or decide.
    pub(super) fn solutions(
        &self,
        open: std::ops::RangeInclusive<i64>,
        visit: &mut dyn FnMut(String, Option<Number>),
    ) {
        let names = self.domains(&open).0;
        self.each_assignment(open, &mut |values| {
            for place in self.floats() {
                values[place] = self.stated(place, values);
            }
            // Only partial functions may have no value.
            let has_values = self.floats().all(|place| values[place].is_some());
            if has_values && self.tables_hold(values) {
                let stated = |place: &usize| !self.facts.contains_key(place);
                let pair = |place| format!("{} = {}", names[place], self.word(values[place]));
                let pairs: Vec<String> = (0..names.len()).filter(stated).map(pair).collect();
                visit(pairs.join(", "), self.goal(values));
            }
        });
    }

    /// Calls `visit` with every assignment, whatever the tables of rules say.
    fn each_assignment(
        &self,
        open: std::ops::RangeInclusive<i64>,
        visit: &mut dyn FnMut(&mut Assignment),
    ) {
        let domains = self.domains(&open).1;
        let mut counter = vec![0; domains.len()];
        let mut values: Vec<Option<Value>> = domains.iter().map(|domain| domain[0]).collect();
        loop {
            visit(&mut values);
            let next = (0..counter.len()).rev().find(|&i| counter[i] + 1 < domains[i].len());
            let Some(place) = next else { return };
            counter[place] += 1;
            values[place] = domains[place][counter[place]];
            for later in place + 1..counter.len() {
                counter[later] = 0;
                values[later] = domains[later][0];
            }
        }
    }

    /// The number of assignments that are tried.
    pub(super) fn assignments(&self, open: std::ops::RangeInclusive<i64>) -> usize {
        self.domains(&open).1.iter().map(Vec::len).product()
    }

    /// Whether the glossary leaves a number open.
    pub(super) fn is_open(&self) -> bool {
        self.symbols.iter().any(|symbol| matches!(symbol.kind, Kind::Int | Kind::Float))
    }

    /// The places of decimals without a range, which are constants.
    fn floats(&self) -> impl Iterator<Item = usize> {
        self.symbols.iter().filter(|s| matches!(s.kind, Kind::Float)).map(|s| s.first)
    }

    fn goal(&self, values: &Assignment) -> Option<Number> {
        let world = terms::World { page: self, values, variables: &[] };
        match world.value(self.goal.as_ref()?)? {
            Value::Number(number) => Some(number),
            other => panic!("{other:?} is no number"),
        }
    }

    /// The name and the possible values of each place.
    fn domains(
        &self,
        open: &std::ops::RangeInclusive<i64>,
    ) -> (Vec<String>, Vec<Vec<Option<Value>>>) {
        let mut names = Vec::new();
        let mut domains: Vec<Vec<Option<Value>>> = Vec::new();
        for symbol in &self.symbols {
            for tuple in self.tuples(&symbol.arguments) {
                let mut arguments = tuple.iter();
                let word = |part: &Part| match part {
                    Part::Word(word) => word.clone(),
                    Part::Argument(_) => self.word(arguments.next().copied()),
                };
                names.push(symbol.parts.iter().map(word).collect::<Vec<_>>().join(" "));
                let mut domain: Vec<Option<Value>> = match symbol.kind {
                    Kind::Truth => [false, true].map(|t| Some(Value::Truth(t))).to_vec(),
                    Kind::Of(kind) => self.types[kind].values.iter().copied().map(Some).collect(),
                    Kind::Int => open.clone().map(|n| Some(Value::Number(n.into()))).collect(),
                    Kind::Float => vec![None],
                };
                domain.extend(symbol.is_partial.then_some(None));
                domains.push(match self.facts.get(&domains.len()) {
                    Some(fact) => vec![*fact],
                    None => domain,
                });
            }
        }
        (names, domains)
    }
}
