//! The glossary of a file: the names in its tables, and the values that they take.

use std::collections::{BTreeMap, HashMap, HashSet};

use parallax_model::instance::InputError;
use parallax_xml::text_of;
use roxmltree::Node;

use super::File;
use super::decision::{Column, Decision};
use super::error::FeelError;
use super::feel::{Literal, Test, Tests, literal, parts, test, tests};
use super::types::Types;
use crate::raw::{Cell, RawTable};

/// The kind of values of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Truth,
    Number,
    Text,
}

/// A name in the tables.
struct Entry<'a> {
    node: Node<'a, 'a>,
    sort: Option<Sort>,
    /// The strings, or the tests of numbers, that the file allows.
    allowed: Words,
    /// The strings in cells.
    found: Words,
    /// Whether a number in a cell or among the values has a fraction.
    has_fraction: bool,
}

/// Different words in the order of their first use.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Words {
    fn add(&mut self, word: &str) {
        if self.seen.insert(word.to_owned()) {
            self.list.push(word.to_owned());
        }
    }

    /// The words as strings of a type.
    fn quoted(&self) -> String {
        self.list.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
    }
}

/// All names, in the order of their first use.
pub(super) struct Glossary<'a> {
    file: &'a File<'a>,
    types: &'a Types<'a>,
    inputs: &'a HashMap<&'a str, Option<&'a str>>,
    results: &'a BTreeMap<String, String>,
    entries: Vec<(String, Entry<'a>)>,
    places: HashMap<String, usize>,
}

impl Sort {
    fn of(literal: &Literal) -> Self {
        match literal {
            Literal::Truth(_) => Sort::Truth,
            Literal::Number(_) => Sort::Number,
            Literal::Text(_) => Sort::Text,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Sort::Truth => "true or false",
            Sort::Number => "a number",
            Sort::Text => "a string",
        }
    }

    /// Refuses a value of another kind.
    ///
    /// # Errors
    /// Returns a description of the expected value.
    pub(super) fn check(self, literal: &Literal) -> Result<(), FeelError> {
        if Sort::of(literal) == self {
            Ok(())
        } else {
            Err(FeelError::OtherSort { literal: literal.to_string(), expected: self.name() })
        }
    }
}

impl<'a> Glossary<'a> {
    pub(super) fn new(
        file: &'a File<'a>,
        types: &'a Types<'a>,
        inputs: &'a HashMap<&'a str, Option<&'a str>>,
        results: &'a BTreeMap<String, String>,
    ) -> Self {
        Glossary { file, types, inputs, results, entries: Vec::new(), places: HashMap::new() }
    }

    /// The name of an input in the glossary.
    pub(super) fn name<'n>(&'n self, input: &'n str) -> &'n str {
        self.results.get(input).map_or(input, String::as_str)
    }

    /// The name of an output in the glossary.
    pub(super) fn result(&self, decision: &Decision<'_>, place: usize) -> &str {
        let alias = decision.aliases(place).into_iter().next().unwrap_or_default();
        self.results.get(&alias).map_or("", String::as_str)
    }

    /// The kind of values of a name.
    pub(super) fn sort(&self, name: &str) -> Sort {
        let entry = self.places.get(name).and_then(|&place| self.entries.get(place));
        entry.and_then(|(_, entry)| entry.sort).unwrap_or(Sort::Text)
    }

    /// Adds the names and values in the columns of a decision.
    ///
    /// # Errors
    /// Returns an error for types and values that are not supported or contradict each other.
    pub(super) fn learn(&mut self, decision: &Decision<'a>) -> Result<(), InputError> {
        for input in &decision.inputs {
            let name = self.name(&input.name).to_owned();
            self.column(decision, &name, input, false)?;
        }
        for (place, output) in decision.outputs.iter().enumerate() {
            let name = self.result(decision, place).to_owned();
            self.column(decision, &name, output, true)?;
        }
        Ok(())
    }

    fn column(
        &mut self,
        decision: &Decision<'a>,
        name: &str,
        column: &Column<'a>,
        is_output: bool,
    ) -> Result<(), InputError> {
        let (file, node) = (self.file, column.node);
        let kind = column.kind.or_else(|| self.inputs.get(column.name.as_str()).copied()?);
        let counts = is_output && decision.counts();
        let known = match kind {
            Some(kind) if !counts => self.types.find(file, node, kind)?,
            _ => None,
        };
        let place = *self.places.entry(name.to_owned()).or_insert_with(|| {
            let entry = Entry {
                node,
                sort: None,
                allowed: Words::default(),
                found: Words::default(),
                has_fraction: false,
            };
            self.entries.push((name.to_owned(), entry));
            self.entries.len() - 1
        });
        let entry = &mut self.entries[place].1;
        let fault = |node: Node<'_, '_>, fault: FeelError| {
            file.fault(node, format!("decision '{}', '{name}': {fault}", decision.name))
        };
        let sort = if counts { Some(Sort::Number) } else { known.as_ref().map(|known| known.sort) };
        entry.take(sort).map_err(|message| fault(node, message))?;
        let values = column.values.filter(|_| !counts).or(known.and_then(|known| known.values));
        if let Some(values) = values {
            entry.allow(&text_of(values)).map_err(|message| fault(values, message))?;
        }
        for (number, (cell, text)) in (1..).zip(&column.cells) {
            if counts {
                break;
            }
            entry.learn(text, is_output).map_err(|message| {
                let rule = format!("decision '{}', rule {number}, '{name}'", decision.name);
                file.fault(*cell, format!("{rule}: {message}"))
            })?;
        }
        Ok(())
    }

    /// The tables of types, constants and truths.
    ///
    /// # Errors
    /// Returns an error for a name without a type or values.
    pub(super) fn tables(&self) -> Result<Vec<RawTable>, InputError> {
        let (mut types, mut constants, mut truths) = (Vec::new(), Vec::new(), Vec::new());
        for (name, entry) in &self.entries {
            let at = |text: &str| Cell::of(text, self.file.place(entry.node));
            let number = if entry.has_fraction { "Float" } else { "Int" };
            let (base, values) = match entry.sort {
                Some(Sort::Truth) => {
                    truths.push(vec![at(name)]);
                    continue;
                }
                Some(Sort::Number) if entry.allowed.list.is_empty() => {
                    constants.push(vec![at(name), at(number)]);
                    continue;
                }
                Some(Sort::Number) => (number, entry.allowed.list.join(", ")),
                Some(Sort::Text) if !entry.allowed.list.is_empty() => {
                    ("String", entry.allowed.quoted())
                }
                Some(Sort::Text) if !entry.found.list.is_empty() => {
                    ("String", entry.found.quoted())
                }
                Some(Sort::Text) => {
                    let message =
                        format!("'{name}' has no values; expected some, or a cell with one");
                    return Err(self.file.fault(entry.node, message));
                }
                None => {
                    let message = format!("'{name}' has no type; expected a typeRef");
                    return Err(self.file.fault(entry.node, message));
                }
            };
            // A type must not have the name of a constant.
            let kind = format!("{name} type");
            types.push(vec![at(&kind), at(base), at(&values)]);
            constants.push(vec![at(name), at(&kind)]);
        }
        let mut tables = Vec::new();
        for (title, header, rows) in [
            ("Type", &["Name", "Type", "Values"][..], types),
            ("Constant", &["Name", "Type"], constants),
            ("Boolean", &["Name"], truths),
        ] {
            let Some(place) = rows.first().map(|row| row[0].place) else { continue };
            let head = header.iter().map(|word| Cell::of(word, place)).collect();
            let rows = [vec![head], rows].concat();
            tables.push(RawTable { title: Cell::of(title, place), inputs: None, rows });
        }
        Ok(tables)
    }
}

impl Entry<'_> {
    /// Adds the kind of values of a column.
    fn take(&mut self, sort: Option<Sort>) -> Result<(), FeelError> {
        match (self.sort, sort) {
            (Some(known), Some(sort)) if known != sort => {
                Err(FeelError::TwoSorts { here: sort.name(), before: known.name() })
            }
            (known, sort) => {
                self.sort = known.or(sort);
                Ok(())
            }
        }
    }

    /// Adds the values that a column or its type allows; those of several columns are combined.
    fn allow(&mut self, text: &str) -> Result<(), FeelError> {
        for part in parts(text.trim()) {
            let allowed = test(part)?;
            for literal in allowed.literals() {
                self.meet(literal)?;
            }
            let words = match &allowed {
                Test::Is(Literal::Text(text)) => text.clone(),
                Test::Is(Literal::Truth(_)) => continue,
                Test::Compare(..) => {
                    return Err(FeelError::AllowedComparison { text: part.to_owned() });
                }
                other => other.to_string(),
            };
            self.allowed.add(&words);
        }
        Ok(())
    }

    /// Adds the values in a cell.
    fn learn(&mut self, text: &str, is_output: bool) -> Result<(), FeelError> {
        if text.is_empty() || text == "-" {
            return Ok(());
        }
        let list = if is_output {
            vec![Test::Is(literal(text)?)]
        } else {
            match tests(text)? {
                Tests::Any => return Ok(()),
                Tests::All { list, .. } => list,
            }
        };
        for literal in list.iter().flat_map(Test::literals) {
            self.meet(literal)?;
            if let Literal::Text(text) = literal {
                self.found.add(text);
            }
        }
        Ok(())
    }

    /// Adds a value.
    fn meet(&mut self, literal: &Literal) -> Result<(), FeelError> {
        self.has_fraction |= matches!(literal, Literal::Number(number) if number.contains('.'));
        match self.sort {
            Some(sort) => sort.check(literal),
            None => self.take(Some(Sort::of(literal))),
        }
    }
}
