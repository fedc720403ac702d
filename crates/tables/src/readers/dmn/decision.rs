//! One decision table.

use parallax_model::instance::InputError;
use parallax_xml::{attribute, child, children, text_of};
use roxmltree::Node;

use super::File;
use super::error::{DecisionError, FeelError};
use super::feel::{Literal, Tests, literal, tests};
use super::glossary::{Glossary, Sort};
use crate::raw::{Cell, RawTable};

/// A decision with its table.
pub(super) struct Decision<'a> {
    /// The name of the decision.
    pub name: String,
    /// The other names of its result.
    variable: Vec<String>,
    node: Node<'a, 'a>,
    /// The hit policy in cDMN's notation.
    policy: &'static str,
    pub inputs: Vec<Column<'a>>,
    pub outputs: Vec<Column<'a>>,
    rules: Vec<Node<'a, 'a>>,
}

/// An input or an output.
pub(super) struct Column<'a> {
    /// Its name; empty for an output without a name of its own.
    pub name: String,
    pub node: Node<'a, 'a>,
    /// Its type.
    pub kind: Option<&'a str>,
    /// The text of the values that it allows.
    pub values: Option<Node<'a, 'a>>,
    /// Its cells, with their texts.
    pub cells: Vec<(Node<'a, 'a>, String)>,
}

impl<'a> Decision<'a> {
    /// Reads a decision.
    ///
    /// # Errors
    /// Returns an error for anything but a decision table, and for policies that are not supported.
    pub(super) fn of(file: &File<'_>, node: Node<'a, 'a>) -> Result<Self, InputError> {
        let name = attribute(node, "name").or_else(|| attribute(node, "id"));
        let name = name.unwrap_or_default().trim().to_owned();
        let fault = |node: Node<'_, '_>, fault: DecisionError| {
            file.fault(node, format!("decision '{name}': {fault}"))
        };
        let Some(table) = child(node, "decisionTable") else {
            let found = node
                .children()
                .filter(Node::is_element)
                .find_map(|part| LOGIC.iter().find(|(tag, _)| *tag == part.tag_name().name()));
            let found = found.map_or("no decision logic", |(_, words)| words);
            return Err(fault(node, DecisionError::OtherLogic { found }));
        };
        let variable = child(node, "variable");
        let mut inputs = Vec::new();
        for input in children(table, "input") {
            inputs.push(Column::input(input).map_err(|error| fault(input, error))?);
        }
        let outputs: Vec<Column<'a>> =
            children(table, "output").map(|output| Column::output(output, variable)).collect();
        let policy = policy(table, outputs.len()).map_err(|error| fault(table, error))?;
        let mut decision = Decision {
            variable: [
                variable.and_then(|v| attribute(v, "name")),
                Some(&name),
                attribute(node, "id"),
            ]
            .into_iter()
            .flatten()
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
            name,
            node,
            policy,
            inputs,
            outputs,
            rules: children(table, "rule").collect(),
        };
        decision.cells(file)?;
        Ok(decision)
    }

    /// Gives each column its cells.
    fn cells(&mut self, file: &File<'_>) -> Result<(), InputError> {
        for (place, &rule) in self.rules.iter().enumerate() {
            let sides = [("inputEntry", &mut self.inputs), ("outputEntry", &mut self.outputs)];
            for (tag, columns) in sides {
                let entries: Vec<Node<'_, '_>> = children(rule, tag).collect();
                if entries.len() != columns.len() {
                    let message = format!(
                        "decision '{}', rule {}: {} {tag} elements for {} columns",
                        self.name,
                        place + 1,
                        entries.len(),
                        columns.len()
                    );
                    return Err(file.fault(rule, message));
                }
                for (column, entry) in columns.iter_mut().zip(entries) {
                    let text = child(entry, "text");
                    let words = text.map(text_of).unwrap_or_default().trim().to_owned();
                    column.cells.push((text.unwrap_or(entry), words));
                }
            }
        }
        Ok(())
    }

    /// The names of an output.
    pub(super) fn aliases(&self, place: usize) -> Vec<String> {
        let own = &self.outputs[place].name;
        let own = (!own.is_empty()).then(|| own.clone());
        let others: Vec<String> = if self.outputs.len() == 1 {
            self.variable.clone()
        } else {
            let join = |name: &String| own.as_ref().map(|own| format!("{name}.{own}"));
            self.variable.iter().filter_map(join).collect()
        };
        let mut aliases: Vec<String> = Vec::new();
        for name in own.into_iter().chain(others) {
            if !aliases.contains(&name) {
                aliases.push(name);
            }
        }
        aliases
    }

    /// Whether the table counts its rules.
    pub(super) fn counts(&self) -> bool {
        self.policy == "C#"
    }

    /// The table of rules.
    ///
    /// # Errors
    /// Returns an error at the first cell that is not understood.
    pub(super) fn table(
        &self,
        file: &File<'_>,
        glossary: &Glossary<'_>,
    ) -> Result<RawTable, InputError> {
        let at = |text: &str, node: Node<'_, '_>| Cell::of(text, file.place(node));
        let mut header = vec![at(self.policy, self.node)];
        header.extend(self.inputs.iter().map(|input| at(glossary.name(&input.name), input.node)));
        let results = (0..self.outputs.len()).map(|place| glossary.result(self, place));
        header.extend(results.zip(&self.outputs).map(|(name, output)| at(name, output.node)));
        let mut rows = vec![header];
        for (place, &rule) in self.rules.iter().enumerate() {
            let fault = |cell: &(Node<'_, '_>, String), column: &str, fault: &FeelError| {
                let rule = format!("decision '{}', rule {}, '{column}'", self.name, place + 1);
                file.fault(cell.0, format!("{rule}: {fault}"))
            };
            let mut row = vec![at(&(place + 1).to_string(), rule)];
            for input in &self.inputs {
                let (cell, name) = (&input.cells[place], glossary.name(&input.name));
                let text = shown(&cell.1, glossary.sort(name));
                row.push(at(&text.map_err(|m| fault(cell, name, &m))?, cell.0));
            }
            for (column, output) in self.outputs.iter().enumerate() {
                let (cell, name) = (&output.cells[place], glossary.result(self, column));
                let text = if self.counts() {
                    // Rules are counted whatever value they give.
                    Ok((place + 1).to_string())
                } else {
                    given(&cell.1, glossary.sort(name))
                };
                row.push(at(&text.map_err(|m| fault(cell, name, &m))?, cell.0));
            }
            rows.push(row);
        }
        let title = at(&title(&self.name), self.node);
        Ok(RawTable { title, inputs: Some(self.inputs.len()), rows })
    }
}

/// Decision logic that is no table.
const LOGIC: [(&str, &str); 11] = [
    ("literalExpression", "a literal expression"),
    ("context", "a context"),
    ("invocation", "an invocation"),
    ("functionDefinition", "a function"),
    ("relation", "a relation"),
    ("list", "a list"),
    ("conditional", "a conditional"),
    ("filter", "a filter"),
    ("for", "an iteration"),
    ("every", "a quantified expression"),
    ("some", "a quantified expression"),
];

/// Returns the title of a table of rules: a name that would mark a table of another kind gets a
/// prefix.
fn title(name: &str) -> String {
    const OTHERS: [&str; 5] = ["goal", "execute", "comment", "data table", "datatable"];
    let lower = name.to_lowercase();
    if name.is_empty() || OTHERS.iter().any(|other| lower.starts_with(other)) {
        format!("Decision {name}")
    } else {
        name.to_owned()
    }
}

/// Translates the hit policy to cDMN.
fn policy(table: Node<'_, '_>, outputs: usize) -> Result<&'static str, DecisionError> {
    if let Some(output) =
        children(table, "output").find(|o| child(*o, "defaultOutputEntry").is_some())
    {
        let name = attribute(output, "name").unwrap_or_default();
        return Err(DecisionError::DefaultOutput { name: name.to_owned() });
    }
    if outputs == 0 {
        return Err(DecisionError::NoOutput);
    }
    let aggregation = attribute(table, "aggregation");
    let found = match (attribute(table, "hitPolicy").unwrap_or("UNIQUE"), aggregation) {
        ("UNIQUE", None) => "U",
        ("ANY", None) => "A",
        ("FIRST", None) => "F",
        ("COLLECT", Some("SUM")) => "C+",
        ("COLLECT", Some("MIN")) => "C<",
        ("COLLECT", Some("MAX")) => "C>",
        ("COLLECT", Some("COUNT")) => "C#",
        ("COLLECT", None) => {
            return Err(DecisionError::CollectedList);
        }
        (policy, aggregation) => {
            let (policy, aggregation) = (policy.to_owned(), aggregation.map(str::to_owned));
            return Err(DecisionError::OtherPolicy { policy, aggregation });
        }
    };
    if found.starts_with('C') && outputs > 1 {
        return Err(DecisionError::SeveralOutputs);
    }
    Ok(found)
}

impl<'a> Column<'a> {
    fn input(node: Node<'a, 'a>) -> Result<Self, DecisionError> {
        let expression = child(node, "inputExpression");
        let text = expression.and_then(|expression| child(expression, "text"));
        let name = text.map(text_of).unwrap_or_default().trim().to_owned();
        let is_name = name.chars().all(|c| c.is_alphanumeric() || " _.'?".contains(c))
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || !is_name {
            return Err(DecisionError::OtherInput { name });
        }
        let kind = expression.and_then(|expression| attribute(expression, "typeRef"));
        Ok(Column { name, node, kind, values: values_of(node, "inputValues"), cells: Vec::new() })
    }

    fn output(node: Node<'a, 'a>, variable: Option<Node<'a, 'a>>) -> Self {
        let name = attribute(node, "name").unwrap_or_default().trim().to_owned();
        let kind = attribute(node, "typeRef");
        let kind = kind.or_else(|| variable.and_then(|variable| attribute(variable, "typeRef")));
        Column { name, node, kind, values: values_of(node, "outputValues"), cells: Vec::new() }
    }
}

/// Returns the text of allowed values, if there is one.
fn values_of<'a>(node: Node<'a, 'a>, tag: &'static str) -> Option<Node<'a, 'a>> {
    let text = child(child(node, tag)?, "text")?;
    (!text_of(text).trim().is_empty()).then_some(text)
}

/// Translates the cell of an input to cDMN.
fn shown(text: &str, sort: Sort) -> Result<String, FeelError> {
    Ok(match tests(text)? {
        Tests::Any => "-".into(),
        Tests::All { negated, list } => {
            let parts = list.iter().map(|test| {
                test.literals().try_for_each(|literal| sort.check(literal))?;
                Ok(test.to_string())
            });
            let parts = parts.collect::<Result<Vec<String>, FeelError>>()?.join(", ");
            if negated { format!("not({parts})") } else { parts }
        }
    })
}

/// Translates the cell of an output to cDMN.
fn given(text: &str, sort: Sort) -> Result<String, FeelError> {
    if text.is_empty() || text == "-" {
        return Ok(String::new());
    }
    let literal: Literal = literal(text)?;
    sort.check(&literal)?;
    Ok(literal.to_string())
}
