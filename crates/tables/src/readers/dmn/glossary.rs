//! The glossary of a file: the names in its tables, and the values that they take.

use std::collections::{BTreeMap, HashMap, HashSet};

use parallax_dmn::DmnFile;
use parallax_dmn::columns::split_list;
use parallax_instance::InputError;
use parallax_xml::text_of;
use roxmltree::Node;

use super::decision::{DmnColumn, DmnDecision};
use super::dmn_file::node_place;
use super::error::FeelError;
use super::feel::{FeelCellTests, FeelLiteral, FeelTest, parse_literal, parse_test, parse_tests};
use super::types::DmnTypes;
use crate::raw::{RawCell, RawTable, RuleRequirements};

/// The kind of values of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DmnSort {
    Truth,
    Number,
    Text,
}

/// A name in the tables.
struct DmnGlossaryEntry<'a> {
    node: Node<'a, 'a>,
    sort: Option<DmnSort>,
    /// The strings, or the tests of numbers, that the file allows.
    allowed: OrderedWordSet,
    /// The strings in cells.
    found: OrderedWordSet,
    /// Whether a number in a cell or among the values has a fraction.
    has_fraction: bool,
}

/// Different words in the order of their first use.
#[derive(Default)]
struct OrderedWordSet {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl OrderedWordSet {
    fn add_word(&mut self, word: &str) {
        if self.seen.insert(word.to_owned()) {
            self.list.push(word.to_owned());
        }
    }

    /// The words as strings of a type.
    fn quote_words(&self) -> String {
        self.list.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
    }
}

/// All names, in the order of their first use.
pub(super) struct DmnGlossary<'a> {
    file: &'a DmnFile<'a>,
    types: &'a DmnTypes<'a>,
    inputs: &'a HashMap<&'a str, Option<&'a str>>,
    results: &'a BTreeMap<String, String>,
    entries: Vec<(String, DmnGlossaryEntry<'a>)>,
    places: HashMap<String, usize>,
}

impl DmnSort {
    fn from_literal(literal: &FeelLiteral) -> Self {
        match literal {
            FeelLiteral::Truth(_) => DmnSort::Truth,
            FeelLiteral::Number(_) => DmnSort::Number,
            FeelLiteral::Text(_) => DmnSort::Text,
        }
    }

    fn feel_name(self) -> &'static str {
        match self {
            DmnSort::Truth => "true or false",
            DmnSort::Number => "a number",
            DmnSort::Text => "a string",
        }
    }

    /// Refuses a value of another kind.
    ///
    /// # Errors
    /// Returns a description of the expected value.
    pub(super) fn check_literal(self, literal: &FeelLiteral) -> Result<(), FeelError> {
        if DmnSort::from_literal(literal) == self {
            Ok(())
        } else {
            Err(FeelError::OtherSort { literal: literal.to_string(), expected: self.feel_name() })
        }
    }
}

impl<'a> DmnGlossary<'a> {
    pub(super) fn new(
        file: &'a DmnFile<'a>,
        types: &'a DmnTypes<'a>,
        inputs: &'a HashMap<&'a str, Option<&'a str>>,
        results: &'a BTreeMap<String, String>,
    ) -> Self {
        DmnGlossary { file, types, inputs, results, entries: Vec::new(), places: HashMap::new() }
    }

    /// The name of an input in the glossary.
    pub(super) fn input_name<'n>(&'n self, input: &'n str) -> &'n str {
        self.results.get(input).map_or(input, String::as_str)
    }

    /// The name of an output in the glossary.
    pub(super) fn output_name(&self, decision: &DmnDecision<'_>, index: usize) -> &str {
        let alias = decision.output_names(index).into_iter().next().unwrap_or_default();
        self.results.get(&alias).map_or("", String::as_str)
    }

    /// The kind of values of a name.
    pub(super) fn name_sort(&self, name: &str) -> DmnSort {
        let entry = self.places.get(name).and_then(|&index| self.entries.get(index));
        entry.and_then(|(_, entry)| entry.sort).unwrap_or(DmnSort::Text)
    }

    /// Adds the names and values in the columns of a decision.
    ///
    /// # Errors
    /// Returns an error for types and values that are not supported or contradict each other.
    pub(super) fn learn_decision(&mut self, decision: &DmnDecision<'a>) -> Result<(), InputError> {
        for input in &decision.inputs {
            let name = self.input_name(&input.name).to_owned();
            self.learn_column(decision, &name, input, false)?;
        }
        for (index, output) in decision.outputs.iter().enumerate() {
            let name = self.output_name(decision, index).to_owned();
            self.learn_column(decision, &name, output, true)?;
        }
        Ok(())
    }

    fn learn_column(
        &mut self,
        decision: &DmnDecision<'a>,
        name: &str,
        column: &DmnColumn<'a>,
        is_output: bool,
    ) -> Result<(), InputError> {
        let (file, node) = (self.file, column.node);
        // A column without a type has the type of the input data with its name.
        let kind = column.kind.or_else(|| self.inputs.get(column.name.as_str()).copied()?);
        // A table that counts has a number as its result, whatever its cells contain.
        let counts = is_output && decision.counts_rules();
        let known = match kind {
            Some(kind) if !counts => self.types.resolve_type(file, node, kind)?,
            _ => None,
        };
        // Several columns may have one name, and all of them describe its values.
        let index = *self.places.entry(name.to_owned()).or_insert_with(|| {
            let entry = DmnGlossaryEntry {
                node,
                sort: None,
                allowed: OrderedWordSet::default(),
                found: OrderedWordSet::default(),
                has_fraction: false,
            };
            self.entries.push((name.to_owned(), entry));
            self.entries.len() - 1
        });
        let entry = &mut self.entries[index].1;
        let fault = |node: Node<'_, '_>, fault: FeelError| {
            file.node_error(node, format!("decision '{}', '{name}': {fault}", decision.name))
        };
        let sort =
            if counts { Some(DmnSort::Number) } else { known.as_ref().map(|known| known.sort) };
        entry.restrict_sort(sort).map_err(|message| fault(node, message))?;
        // The values of the type apply only if the column restricts no values.
        let values = column.values.filter(|_| !counts).or(known.and_then(|known| known.values));
        if let Some(values) = values {
            entry.allow_values(&text_of(values)).map_err(|message| fault(values, message))?;
        }
        for (number, (cell, text)) in (1..).zip(&column.cells) {
            if counts {
                break;
            }
            entry.learn_cell(text, is_output).map_err(|message| {
                let rule = format!("decision '{}', rule {number}, '{name}'", decision.name);
                file.node_error(*cell, format!("{rule}: {message}"))
            })?;
        }
        Ok(())
    }

    /// The tables of types, constants and truths.
    ///
    /// # Errors
    /// Returns an error for a name without a type or values.
    pub(super) fn glossary_tables(&self) -> Result<Vec<RawTable>, InputError> {
        let (mut types, mut constants, mut truths) = (Vec::new(), Vec::new(), Vec::new());
        for (name, entry) in &self.entries {
            let at = |text: &str| RawCell::from_text(text, node_place(self.file, entry.node));
            let number = if entry.has_fraction { "Float" } else { "Int" };
            let (base, values) = match entry.sort {
                Some(DmnSort::Truth) => {
                    truths.push(vec![at(name)]);
                    continue;
                }
                Some(DmnSort::Number) if entry.allowed.list.is_empty() => {
                    constants.push(vec![at(name), at(number)]);
                    continue;
                }
                Some(DmnSort::Number) => (number, entry.allowed.list.join(", ")),
                Some(DmnSort::Text) if !entry.allowed.list.is_empty() => {
                    ("String", entry.allowed.quote_words())
                }
                Some(DmnSort::Text) if !entry.found.list.is_empty() => {
                    ("String", entry.found.quote_words())
                }
                Some(DmnSort::Text) => {
                    let message =
                        format!("'{name}' has no values; expected some, or a cell with one");
                    return Err(self.file.node_error(entry.node, message));
                }
                None => {
                    let message = format!("'{name}' has no type; expected a typeRef");
                    return Err(self.file.node_error(entry.node, message));
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
            let head = header.iter().map(|word| RawCell::from_text(word, place)).collect();
            let rows = [vec![head], rows].concat();
            let (title, requirements) =
                (RawCell::from_text(title, place), RuleRequirements::default());
            tables.push(RawTable { title, inputs: None, rows, requirements });
        }
        Ok(tables)
    }
}

impl DmnGlossaryEntry<'_> {
    /// Adds the kind of values of a column.
    fn restrict_sort(&mut self, sort: Option<DmnSort>) -> Result<(), FeelError> {
        match (self.sort, sort) {
            (Some(known), Some(sort)) if known != sort => {
                Err(FeelError::TwoSorts { here: sort.feel_name(), before: known.feel_name() })
            }
            // A column without a sort leaves that of others.
            (known, sort) => {
                self.sort = known.or(sort);
                Ok(())
            }
        }
    }

    /// Adds the values that a column or its type allows; several columns combine their values.
    fn allow_values(&mut self, text: &str) -> Result<(), FeelError> {
        for part in split_list(text.trim()) {
            let allowed = parse_test(part)?;
            for literal in allowed.test_literals() {
                self.learn_literal(literal)?;
            }
            let words = match &allowed {
                FeelTest::Is(FeelLiteral::Text(text)) => text.clone(),
                FeelTest::Is(FeelLiteral::Truth(_)) => continue,
                FeelTest::Compare(..) => {
                    return Err(FeelError::AllowedComparison { text: part.to_owned() });
                }
                other => other.to_string(),
            };
            self.allowed.add_word(&words);
        }
        Ok(())
    }

    /// Adds the values in a cell.
    fn learn_cell(&mut self, text: &str, is_output: bool) -> Result<(), FeelError> {
        if text.is_empty() || text == "-" {
            return Ok(());
        }
        let list = if is_output {
            vec![FeelTest::Is(parse_literal(text)?)]
        } else {
            match parse_tests(text)? {
                FeelCellTests::Any => return Ok(()),
                FeelCellTests::All { list, .. } => list,
            }
        };
        for literal in list.iter().flat_map(FeelTest::test_literals) {
            self.learn_literal(literal)?;
            if let FeelLiteral::Text(text) = literal {
                self.found.add_word(text);
            }
        }
        Ok(())
    }

    /// Adds a value.
    fn learn_literal(&mut self, literal: &FeelLiteral) -> Result<(), FeelError> {
        self.has_fraction |= matches!(literal, FeelLiteral::Number(number) if number.contains('.'));
        match self.sort {
            Some(sort) => sort.check_literal(literal),
            None => self.restrict_sort(Some(DmnSort::from_literal(literal))),
        }
    }
}
