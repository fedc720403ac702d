//! Reads the logic of a decision, a knowledge model or an entry.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute};
use roxmltree::Node;

use super::decision_logic::{ContextEntry, DecisionLogic};
use super::decision_table::{
    DecisionTable, OutputAggregation, TableInput, TableOutput, TablePolicy, TableRule,
};
use super::feel_type::FeelType;
use super::type_definitions::TypeDefinitions;
use crate::dmn_file::{DmnFile, OTHER_DECISION_LOGIC, inner_text, values_text};
use crate::feel::{
    CellTest, ExpressionError, FeelExpression, FeelValue, MemberNames, NameBinding, NameScope,
    ParserNames, normal_name, parse_cell, parse_expression,
};

/// The names that the logic of a decision may use, and those that it uses so far.
pub(super) struct LogicReader<'r, 'a> {
    pub file: &'r DmnFile<'r>,
    pub types: &'r mut TypeDefinitions<'a>,
    pub outer: &'r NameScope,
    pub members: &'r MemberNames,
    /// The words for messages: `decision 'Dish'`.
    pub place: String,
    /// The names that it may use before those of the file.
    pub scope: NameScope,
    /// The slot of the decision itself.
    pub hidden: Option<usize>,
    /// The first slot that is free.
    pub free_slot: usize,
    /// The slots that it uses.
    pub used: BTreeSet<usize>,
    /// The knowledge models that it calls.
    pub calls: BTreeSet<usize>,
}

type Read<T> = Result<T, InputError>;

impl LogicReader<'_, '_> {
    /// Reads the logic within an element.
    pub(super) fn read_logic(&mut self, node: Node<'_, '_>) -> Read<DecisionLogic> {
        let logic = node.children().find(|part| {
            let name = part.tag_name().name();
            part.is_element()
                && (name == "decisionTable"
                    || OTHER_DECISION_LOGIC.iter().any(|(tag, _)| *tag == name))
        });
        match logic {
            Some(logic) => self.read_element(logic),
            None => Err(self.fault(node, "no decision logic")),
        }
    }

    fn fault(&self, node: Node<'_, '_>, message: impl std::fmt::Display) -> InputError {
        self.file.node_error(node, format!("{}: {message}", self.place))
    }

    fn names(&mut self) -> ParserNames<'_> {
        ParserNames {
            scope: &mut self.scope,
            outer: self.outer,
            hidden: self.hidden,
            members: self.members,
            free_slot: self.free_slot,
            used: &mut self.used,
            called: &mut self.calls,
        }
    }

    /// Reads a text of an element, which `what` describes in an error.
    fn read_text<T>(
        &mut self,
        node: Node<'_, '_>,
        what: &str,
        text: &str,
        parse: fn(&str, ParserNames<'_>) -> Result<T, ExpressionError>,
    ) -> Read<T> {
        let result = parse(text, self.names());
        result.map_err(|error| {
            let place = if what.is_empty() { String::new() } else { format!("{what}: ") };
            self.fault(node, format!("{place}{error}"))
        })
    }

    fn read_element(&mut self, node: Node<'_, '_>) -> Read<DecisionLogic> {
        match node.tag_name().name() {
            "decisionTable" => Ok(DecisionLogic::Table(Box::new(self.read_table(node)?))),
            "literalExpression" => {
                let expression = self.read_literal(node, "")?;
                Ok(DecisionLogic::Literal(expression))
            }
            "context" => self.read_context(node),
            "relation" => self.read_relation(node),
            "list" => {
                let parts: Vec<Node<'_, '_>> = node.children().filter(is_logic).collect();
                let items = parts.into_iter().map(|part| self.read_element(part));
                Ok(DecisionLogic::List(items.collect::<Read<_>>()?))
            }
            "invocation" => self.read_invocation(node),
            "conditional" => {
                let mut part = |tag: &'static str| match first_child(node, tag) {
                    Some(part) => self.read_logic(part),
                    None => Err(self.fault(node, format!("a conditional without '{tag}'"))),
                };
                let parts = [part("if")?, part("then")?, part("else")?];
                Ok(DecisionLogic::Conditional(Box::new(parts)))
            }
            tag => {
                let words = OTHER_DECISION_LOGIC.iter().find(|(other, _)| *other == tag);
                let words = words.map_or(tag, |(_, words)| words);
                Err(self.fault(node, format!("{words}, not supported")))
            }
        }
    }

    fn read_literal(&mut self, node: Node<'_, '_>, what: &str) -> Read<FeelExpression> {
        if let Some(language) = local_attribute(node, "expressionLanguage")
            && !language.to_ascii_lowercase().contains("feel")
        {
            return Err(self.fault(node, format!("language '{language}'; expected FEEL")));
        }
        let text = inner_text(node);
        if text.is_empty() {
            return Ok(FeelExpression::Constant(FeelValue::Null));
        }
        self.read_text(node, what, &text, parse_expression)
    }

    /// Reads the entries of a boxed context. Each sees those before it.
    fn read_context(&mut self, node: Node<'_, '_>) -> Read<DecisionLogic> {
        let mut entries: Vec<ContextEntry> = Vec::new();
        let first_slot = self.free_slot;
        let mut result = Ok(());
        for entry in child_elements(node, "contextEntry") {
            let variable = first_child(entry, "variable");
            let name = variable.and_then(|variable| local_attribute(variable, "name"));
            let kind = variable.map_or(FeelType::Any, |variable| self.types.node_type(variable));
            let logic = match self.read_logic(entry) {
                Ok(logic) => logic,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            let slot = self.free_slot;
            self.free_slot += 1;
            let name = name.map(normal_name).filter(|name| !name.is_empty());
            if let Some(name) = &name {
                self.scope.add_name(name, NameBinding::Slot(slot));
            }
            entries.push(ContextEntry { name: name.map(Arc::from), slot, kind, logic });
        }
        for name in entries.iter().rev().filter_map(|entry| entry.name.as_ref()) {
            self.scope.remove_name(name);
        }
        self.free_slot = first_slot;
        result.map(|()| DecisionLogic::Context(entries))
    }

    /// Reads the rows of a relation as contexts.
    fn read_relation(&mut self, node: Node<'_, '_>) -> Read<DecisionLogic> {
        let columns: Vec<Arc<str>> = child_elements(node, "column")
            .map(|column| normal_name(local_attribute(column, "name").unwrap_or_default()).into())
            .collect();
        let mut rows = Vec::new();
        for row in child_elements(node, "row") {
            let cells: Vec<Node<'_, '_>> = row.children().filter(is_logic).collect();
            if cells.len() != columns.len() {
                let message = format!("{} cells for {} columns", cells.len(), columns.len());
                return Err(self.fault(row, message));
            }
            let mut entries = Vec::new();
            for (name, cell) in columns.iter().zip(cells) {
                let (logic, slot) = (self.read_element(cell)?, self.free_slot);
                let (name, kind) = (Some(name.clone()), FeelType::Any);
                entries.push(ContextEntry { name, slot, kind, logic });
            }
            rows.push(DecisionLogic::Context(entries));
        }
        Ok(DecisionLogic::List(rows))
    }

    fn read_invocation(&mut self, node: Node<'_, '_>) -> Read<DecisionLogic> {
        let called = first_child(node, "literalExpression").map(inner_text).unwrap_or_default();
        let binding = self.scope.find_name(&called).or_else(|| self.outer.find_name(&called));
        let Some(NameBinding::Model(model, parameters)) = binding.cloned() else {
            return Err(self.fault(node, format!("'{called}' is no knowledge model of this file")));
        };
        self.calls.insert(model);
        let mut bindings: Vec<Option<DecisionLogic>> = parameters.iter().map(|_| None).collect();
        for binding in child_elements(node, "binding") {
            let parameter = first_child(binding, "parameter");
            let name = parameter.and_then(|parameter| local_attribute(parameter, "name"));
            let name = normal_name(name.unwrap_or_default());
            let Some(place) = parameters.iter().position(|other| *other == name) else {
                let message = format!("'{called}' has no parameter '{name}'");
                return Err(self.fault(binding, message));
            };
            bindings[place] = Some(self.read_logic(binding)?);
        }
        Ok(DecisionLogic::Invocation(model, bindings))
    }

    fn read_table(&mut self, table: Node<'_, '_>) -> Read<DecisionTable> {
        let attribute = local_attribute(table, "hitPolicy");
        let Some(policy) = TablePolicy::from_attribute(attribute) else {
            let message = format!("hit policy '{}'", attribute.unwrap_or_default());
            return Err(self.fault(table, message));
        };
        let aggregation = self.read_aggregation(table, policy)?;
        let mut inputs = Vec::new();
        for input in child_elements(table, "input") {
            inputs.push(self.read_input(input)?);
        }
        let mut outputs = Vec::new();
        for output in child_elements(table, "output") {
            outputs.push(self.read_output(output)?);
        }
        match outputs.len() {
            0 => return Err(self.fault(table, "no output; expected one or more")),
            1 => {}
            _ if aggregation.is_some_and(|kind| kind != OutputAggregation::Count) => {
                return Err(self.fault(table, "an aggregation of several outputs, not supported"));
            }
            _ => {}
        }
        let cell_slot = self.free_slot;
        let mut rules = Vec::new();
        for (number, rule) in (1..).zip(child_elements(table, "rule")) {
            rules.push(self.read_rule(rule, number, &inputs, &outputs)?);
        }
        Ok(DecisionTable { policy, aggregation, inputs, outputs, rules, cell_slot })
    }

    fn read_aggregation(
        &self,
        table: Node<'_, '_>,
        policy: TablePolicy,
    ) -> Read<Option<OutputAggregation>> {
        let attribute = local_attribute(table, "aggregation");
        let found = match attribute {
            None => return Ok(None),
            Some("SUM") => OutputAggregation::Sum,
            Some("MIN") => OutputAggregation::Minimum,
            Some("MAX") => OutputAggregation::Maximum,
            Some("COUNT") => OutputAggregation::Count,
            Some(other) => return Err(self.fault(table, format!("aggregation '{other}'"))),
        };
        // Editors leave the attribute when the policy is changed; it counts for COLLECT alone.
        Ok((policy == TablePolicy::Collect).then_some(found))
    }

    fn read_input(&mut self, input: Node<'_, '_>) -> Read<TableInput> {
        let Some(expression) = first_child(input, "inputExpression") else {
            return Err(self.fault(input, "an input without an expression"));
        };
        let text = inner_text(expression);
        if text.is_empty() {
            return Err(self.fault(input, "an input with an empty expression"));
        }
        let value = self.read_literal(expression, "")?;
        let allowed = match values_text(input, "inputValues") {
            Some(values) => {
                let test = self.read_text(input, "allowed values", &values, parse_cell)?;
                (test != CellTest::Any).then_some((test, values))
            }
            None => None,
        };
        Ok(TableInput { text: normal_name(&text), value, allowed })
    }

    fn read_output(&mut self, output: Node<'_, '_>) -> Read<TableOutput> {
        let name = local_attribute(output, "name").or_else(|| local_attribute(output, "label"));
        let values = values_text(output, "outputValues");
        // Constants have a place in the order; no output equals a range.
        let order = match &values {
            Some(values) => {
                listed_values(&self.read_text(output, "output values", values, parse_cell)?)
            }
            None => Vec::new(),
        };
        let entry = first_child(output, "defaultOutputEntry");
        let default = match entry.map(inner_text).filter(|text| !text.is_empty()) {
            Some(text) => Some(self.read_text(output, "default", &text, parse_expression)?),
            None => None,
        };
        Ok(TableOutput { name: normal_name(name.unwrap_or_default()).into(), order, default })
    }

    fn read_rule(
        &mut self,
        rule: Node<'_, '_>,
        number: usize,
        inputs: &[TableInput],
        outputs: &[TableOutput],
    ) -> Read<TableRule> {
        let cells = |tag: &'static str| child_elements(rule, tag).collect::<Vec<_>>();
        let (conditions, results) = (cells("inputEntry"), cells("outputEntry"));
        for (found, wanted, tag) in [
            (conditions.len(), inputs.len(), "inputEntry"),
            (results.len(), outputs.len(), "outputEntry"),
        ] {
            if found != wanted {
                let message = format!("rule {number}: {found} {tag} elements for {wanted} columns");
                return Err(self.fault(rule, message));
            }
        }
        let mut tests = Vec::with_capacity(conditions.len());
        let mut texts = Vec::with_capacity(conditions.len());
        for (cell, input) in conditions.into_iter().zip(inputs) {
            let what = format!("rule {number}, '{}'", input.text);
            let text = inner_text(cell);
            tests.push(self.read_text(cell, &what, &text, parse_cell)?);
            texts.push(text);
        }
        let mut entries = Vec::with_capacity(results.len());
        for (cell, output) in results.into_iter().zip(outputs) {
            let text = inner_text(cell);
            entries.push(if text.is_empty() || text == "-" {
                None
            } else {
                let what = match &*output.name {
                    "" => format!("rule {number}"),
                    name => format!("rule {number}, '{name}'"),
                };
                Some(self.read_text(cell, &what, &text, parse_expression)?)
            });
        }
        Ok(TableRule { tests, cells: texts, outputs: entries })
    }
}

/// Whether a node is decision logic.
fn is_logic(node: &Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    node.is_element()
        && (name == "decisionTable" || OTHER_DECISION_LOGIC.iter().any(|(tag, _)| *tag == name))
}

/// Returns the constants of a list of allowed values.
fn listed_values(test: &CellTest) -> Vec<FeelValue> {
    match test {
        CellTest::Value(FeelExpression::Constant(value)) => vec![value.clone()],
        CellTest::One(tests) => tests.iter().flat_map(listed_values).collect(),
        _ => Vec::new(),
    }
}
