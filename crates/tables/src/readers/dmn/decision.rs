//! One decision table.

use parallax_dmn::{DmnFile, OTHER_DECISION_LOGIC};
use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, text_of};
use roxmltree::Node;

use super::dmn_file::node_place;
use super::error::{DecisionError, FeelError};
use super::feel::{FeelCellTests, FeelLiteral, parse_literal, parse_tests};
use super::glossary::{DmnGlossary, DmnSort};
use crate::raw::{RawCell, RawTable, RuleRequirements};

/// A decision with its table.
pub(super) struct DmnDecision<'a> {
    /// The name of the decision.
    pub name: String,
    /// The other names of its result.
    variable: Vec<String>,
    node: Node<'a, 'a>,
    /// The hit policy in cDMN's notation.
    policy: &'static str,
    pub inputs: Vec<DmnColumn<'a>>,
    pub outputs: Vec<DmnColumn<'a>>,
    rules: Vec<Node<'a, 'a>>,
}

/// An input or an output.
pub(super) struct DmnColumn<'a> {
    /// Its name; empty for an output without a name.
    pub name: String,
    pub node: Node<'a, 'a>,
    /// Its type.
    pub kind: Option<&'a str>,
    /// The text of the values that it allows.
    pub values: Option<Node<'a, 'a>>,
    /// Its cells, with their texts.
    pub cells: Vec<(Node<'a, 'a>, String)>,
}

impl<'a> DmnDecision<'a> {
    /// Reads a decision.
    ///
    /// # Errors
    /// Returns an error for anything but a decision table, and for policies that are not supported.
    pub(super) fn from_node(file: &DmnFile<'_>, node: Node<'a, 'a>) -> Result<Self, InputError> {
        let name = local_attribute(node, "name").or_else(|| local_attribute(node, "id"));
        let name = name.unwrap_or_default().trim().to_owned();
        let fault = |node: Node<'_, '_>, fault: DecisionError| {
            file.node_error(node, format!("decision '{name}': {fault}"))
        };
        let Some(table) = first_child(node, "decisionTable") else {
            let found = node.children().filter(Node::is_element).find_map(|part| {
                OTHER_DECISION_LOGIC.iter().find(|(tag, _)| *tag == part.tag_name().name())
            });
            let found = found.map_or("no decision logic", |(_, words)| words);
            return Err(fault(node, DecisionError::OtherLogic { found }));
        };
        let variable = first_child(node, "variable");
        let mut inputs = Vec::new();
        for input in child_elements(table, "input") {
            inputs.push(DmnColumn::input_column(input).map_err(|error| fault(input, error))?);
        }
        let outputs: Vec<DmnColumn<'a>> = child_elements(table, "output")
            .map(|output| DmnColumn::output_column(output, variable))
            .collect();
        let policy = translate_policy(table, outputs.len()).map_err(|error| fault(table, error))?;
        let mut decision = DmnDecision {
            variable: [
                variable.and_then(|v| local_attribute(v, "name")),
                Some(&name),
                local_attribute(node, "id"),
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
            rules: child_elements(table, "rule").collect(),
        };
        decision.fill_columns(file)?;
        decision.refuse_empty_outputs(file)?;
        Ok(decision)
    }

    /// Refuses empty outputs where other rules may apply, too: a rule of cDMN leaves such an output to
    /// them, and one of DMN decides that it is null.
    fn refuse_empty_outputs(&self, file: &DmnFile<'_>) -> Result<(), InputError> {
        // Rules of UNIQUE stand alone, and counted rules need no output.
        if matches!(self.policy, "U" | "C#") {
            return Ok(());
        }
        for output in &self.outputs {
            for (number, (cell, text)) in (1..).zip(&output.cells) {
                if text.is_empty() || text == "-" {
                    let fault = DecisionError::EmptyOutput { rule: number };
                    return Err(
                        file.node_error(*cell, format!("decision '{}': {fault}", self.name))
                    );
                }
            }
        }
        Ok(())
    }

    /// Gives each column its cells.
    fn fill_columns(&mut self, file: &DmnFile<'_>) -> Result<(), InputError> {
        for (index, &rule) in self.rules.iter().enumerate() {
            let sides = [("inputEntry", &mut self.inputs), ("outputEntry", &mut self.outputs)];
            for (tag, columns) in sides {
                let entries: Vec<Node<'_, '_>> = child_elements(rule, tag).collect();
                if entries.len() != columns.len() {
                    let message = format!(
                        "decision '{}', rule {}: {} {tag} elements for {} columns",
                        self.name,
                        index + 1,
                        entries.len(),
                        columns.len()
                    );
                    return Err(file.node_error(rule, message));
                }
                for (column, entry) in columns.iter_mut().zip(entries) {
                    let text = first_child(entry, "text");
                    let words = text.map(text_of).unwrap_or_default().trim().to_owned();
                    column.cells.push((text.unwrap_or(entry), words));
                }
            }
        }
        Ok(())
    }

    /// The names of an output.
    pub(super) fn output_names(&self, index: usize) -> Vec<String> {
        let own = &self.outputs[index].name;
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
    pub(super) fn counts_rules(&self) -> bool {
        self.policy == "C#"
    }

    /// Returns the outputs that have no value without a rule and yet would get one: truth values would
    /// be No, and a sum 0.
    fn columns_without_default(&self, glossary: &DmnGlossary<'_>) -> Vec<usize> {
        let is_truth = |column: &usize| {
            glossary.name_sort(glossary.output_name(self, *column)) == DmnSort::Truth
        };
        let is_sum = self.policy == "C+";
        (0..self.outputs.len()).filter(|column| is_sum || is_truth(column)).collect()
    }

    /// The element of the decision.
    pub(super) fn node(&self) -> Node<'a, 'a> {
        self.node
    }

    /// The position of the table.
    pub(super) fn table_position(&self, file: &DmnFile<'_>) -> (usize, usize) {
        file.node_position(first_child(self.node, "decisionTable").unwrap_or(self.node))
    }

    /// Whether at most one rule may apply.
    pub(super) fn is_unique(&self) -> bool {
        self.policy == "U"
    }

    /// The table of rules.
    ///
    /// # Errors
    /// Returns an error at the first cell that is not understood.
    pub(super) fn rule_table(
        &self,
        file: &DmnFile<'_>,
        glossary: &DmnGlossary<'_>,
    ) -> Result<RawTable, InputError> {
        let at = |text: &str, node: Node<'_, '_>| RawCell::from_text(text, node_place(file, node));
        let mut header = vec![at(self.policy, self.node)];
        header.extend(
            self.inputs.iter().map(|input| at(glossary.input_name(&input.name), input.node)),
        );
        let results = (0..self.outputs.len()).map(|index| glossary.output_name(self, index));
        header.extend(results.zip(&self.outputs).map(|(name, output)| at(name, output.node)));
        let mut rows = vec![header];
        for (index, &rule) in self.rules.iter().enumerate() {
            let fault = |cell: &(Node<'_, '_>, String), column: &str, fault: &FeelError| {
                let rule = format!("decision '{}', rule {}, '{column}'", self.name, index + 1);
                file.node_error(cell.0, format!("{rule}: {fault}"))
            };
            let mut row = vec![at(&(index + 1).to_string(), rule)];
            for input in &self.inputs {
                let (cell, name) = (&input.cells[index], glossary.input_name(&input.name));
                let text = translate_input(&cell.1, glossary.name_sort(name));
                row.push(at(&text.map_err(|m| fault(cell, name, &m))?, cell.0));
            }
            for (column, output) in self.outputs.iter().enumerate() {
                let (cell, name) = (&output.cells[index], glossary.output_name(self, column));
                let text = if self.counts_rules() {
                    // Rules are counted whatever value they give.
                    Ok((index + 1).to_string())
                } else {
                    translate_output(&cell.1, glossary.name_sort(name))
                };
                row.push(at(&text.map_err(|m| fault(cell, name, &m))?, cell.0));
            }
            rows.push(row);
        }
        let title = at(&table_title(&self.name), self.node);
        let requirements = RuleRequirements {
            decided: self.columns_without_default(glossary),
            exclusive: Vec::new(),
        };
        Ok(RawTable { title, inputs: Some(self.inputs.len()), rows, requirements })
    }
}

/// Returns the title of a table of rules: a name that would mark a table of another kind gets a
/// prefix.
fn table_title(name: &str) -> String {
    const RESERVED_TITLE_PREFIXES: [&str; 5] =
        ["goal", "execute", "comment", "data table", "datatable"];
    let lower = name.to_lowercase();
    if name.is_empty() || RESERVED_TITLE_PREFIXES.iter().any(|other| lower.starts_with(other)) {
        format!("Decision {name}")
    } else {
        name.to_owned()
    }
}

/// Translates the hit policy to cDMN.
fn translate_policy(table: Node<'_, '_>, outputs: usize) -> Result<&'static str, DecisionError> {
    if let Some(output) =
        child_elements(table, "output").find(|o| first_child(*o, "defaultOutputEntry").is_some())
    {
        let name = local_attribute(output, "name").unwrap_or_default();
        return Err(DecisionError::DefaultOutput { name: name.to_owned() });
    }
    if outputs == 0 {
        return Err(DecisionError::NoOutput);
    }
    let aggregation = local_attribute(table, "aggregation");
    let found = match (local_attribute(table, "hitPolicy").unwrap_or("UNIQUE"), aggregation) {
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

impl<'a> DmnColumn<'a> {
    fn input_column(node: Node<'a, 'a>) -> Result<Self, DecisionError> {
        let expression = first_child(node, "inputExpression");
        let text = expression.and_then(|expression| first_child(expression, "text"));
        let name = text.map(text_of).unwrap_or_default().trim().to_owned();
        // A literal or a calculation has other characters, such as quotation marks or operators.
        // Names may have spaces.
        let is_name = name.chars().all(|c| c.is_alphanumeric() || " _.'?".contains(c))
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || !is_name {
            return Err(DecisionError::OtherInput { name });
        }
        let kind = expression.and_then(|expression| local_attribute(expression, "typeRef"));
        Ok(DmnColumn {
            name,
            node,
            kind,
            values: values_of(node, "inputValues"),
            cells: Vec::new(),
        })
    }

    fn output_column(node: Node<'a, 'a>, variable: Option<Node<'a, 'a>>) -> Self {
        let name = local_attribute(node, "name").unwrap_or_default().trim().to_owned();
        let kind = local_attribute(node, "typeRef");
        let kind =
            kind.or_else(|| variable.and_then(|variable| local_attribute(variable, "typeRef")));
        DmnColumn { name, node, kind, values: values_of(node, "outputValues"), cells: Vec::new() }
    }
}

/// Returns the text of allowed values, if there is one.
fn values_of<'a>(node: Node<'a, 'a>, tag: &'static str) -> Option<Node<'a, 'a>> {
    let text = first_child(first_child(node, tag)?, "text")?;
    (!text_of(text).trim().is_empty()).then_some(text)
}

/// Translates the cell of an input to cDMN.
fn translate_input(text: &str, sort: DmnSort) -> Result<String, FeelError> {
    Ok(match parse_tests(text)? {
        FeelCellTests::Any => "-".into(),
        FeelCellTests::All { negated, list } => {
            let parts = list.iter().map(|test| {
                test.test_literals().try_for_each(|literal| sort.check_literal(literal))?;
                Ok(test.to_string())
            });
            let parts = parts.collect::<Result<Vec<String>, FeelError>>()?.join(", ");
            if negated { format!("not({parts})") } else { parts }
        }
    })
}

/// Translates the cell of an output to cDMN.
fn translate_output(text: &str, sort: DmnSort) -> Result<String, FeelError> {
    // A blank output gives no value: the rule decides the other outputs only.
    if text.is_empty() || text == "-" {
        return Ok(String::new());
    }
    let literal: FeelLiteral = parse_literal(text)?;
    sort.check_literal(&literal)?;
    Ok(literal.to_string())
}
