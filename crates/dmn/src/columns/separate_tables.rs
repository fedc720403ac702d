//! The decision tables of a file, each by itself: what is not understood is left out and named.

use std::collections::HashMap;

use crate::decisions::TablePolicy;
use crate::dmn_file::{DmnFile, OTHER_DECISION_LOGIC};
use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document, text_of};
use roxmltree::Node;

use super::column_types::ColumnTypes;
use super::{
    ColumnKind, ColumnTable, ColumnTest, TableColumn, UnknownCell, message_text, one_line,
    read_cell, split_list,
};

/// The decision tables of a file that can be linted by themselves.
#[derive(Clone, Debug)]
pub struct SeparateTables {
    /// The tables, in the order of the file.
    pub tables: Vec<ColumnTable>,
    /// The decisions that are not checked, each with the reason.
    pub unchecked: Vec<UncheckedDecision>,
}

/// A decision that is not checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}': {reason}")]
pub struct UncheckedDecision {
    /// The name of the decision or knowledge model.
    pub name: String,
    /// The reason.
    pub reason: UncheckedReason,
}

/// Why a decision is not checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UncheckedReason {
    /// It has no table.
    #[error("{0}, no decision table")]
    OtherLogic(&'static str),
    /// A cell of an input is not understood.
    #[error("rule {rule}, '{column}': {cell}")]
    Cell {
        /// The number of the rule, from 1.
        rule: usize,
        /// The input.
        column: String,
        /// The fault.
        cell: UnknownCell,
    },
    /// The allowed values of an input are not understood.
    #[error("'{column}', allowed values: {cell}")]
    Allowed {
        /// The input.
        column: String,
        /// The fault.
        cell: UnknownCell,
    },
    /// The input is written in another language.
    #[error("input '{0}' is no expression of FEEL")]
    OtherLanguage(String),
    /// The hit policy is none of DMN.
    #[error("hit policy '{0}'")]
    Policy(String),
    /// A rule has not one cell for each column.
    #[error("rule {rule}: {found} {tag} elements for {columns} columns")]
    Cells {
        /// The number of the rule, from 1.
        rule: usize,
        /// The number of its cells.
        found: usize,
        /// The element.
        tag: &'static str,
        /// The number of columns.
        columns: usize,
    },
    /// There are no rules.
    #[error("a table without rules")]
    NoRules,
    /// There are more inputs than `MAX_COLUMNS`.
    #[error("{0} inputs; expected at most {MAX_COLUMNS}")]
    Columns(usize),
    /// There are more rules and constants than `MAX_RULES_BY_CONSTANTS` allows.
    #[error("{0} rules with {1} constants are too many")]
    Size(usize, usize),
}

/// Maximum number of inputs of a table: the sweep through them nests as deep.
const MAX_COLUMNS: usize = 300;

/// Maximum product of the rules and the constants in the cells of a table: the memory of its classes
/// grows with it, by less than a byte for each.
const MAX_RULES_BY_CONSTANTS: usize = 400_000_000;

/// Reads the tables of a text.
///
/// # Errors
/// Returns an error for damaged XML, another root, a file without decisions, decisions that require
/// each other in a cycle, and if no table can be checked.
pub fn read_column_tables(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<SeparateTables, InputError> {
    let document = parse_document(source, "", text, check)?;
    let file = DmnFile::from_text(source, text);
    let root = document.root_element();
    file.require_definitions(root)?;
    refuse_cycles(&file, root)?;
    let types = ColumnTypes::from_root(root);
    let mut found = SeparateTables { tables: Vec::new(), unchecked: Vec::new() };
    let is_decision = |node: &Node<'_, '_>| {
        matches!(node.tag_name().name(), "decision" | "businessKnowledgeModel")
    };
    for decision in root.children().filter(is_decision) {
        check()?;
        read_decision(&file, &types, decision, &mut found);
    }
    match (&found.tables[..], &found.unchecked[..]) {
        ([], []) => {
            Err(file.node_error(root, "no decisions; expected at least one decision table"))
        }
        ([], [first, ..]) => {
            Err(file.node_error(root, format!("no decision table that can be checked: {first}")))
        }
        _ => Ok(found),
    }
}

/// Refuses decisions that require each other in a cycle.
fn refuse_cycles(file: &DmnFile<'_>, root: Node<'_, '_>) -> Result<(), InputError> {
    let decisions: Vec<Node<'_, '_>> = child_elements(root, "decision").collect();
    let index: HashMap<&str, usize> = decisions
        .iter()
        .enumerate()
        .filter_map(|(at, node)| Some((local_attribute(*node, "id")?, at)))
        .collect();
    let required: Vec<Vec<usize>> = decisions
        .iter()
        .map(|decision| {
            child_elements(*decision, "informationRequirement")
                .filter_map(|requirement| first_child(requirement, "requiredDecision"))
                .filter_map(|required| local_attribute(required, "href"))
                .filter_map(|href| index.get(href.strip_prefix('#').unwrap_or(href)).copied())
                .collect()
        })
        .collect();
    // Decisions are taken off once all that they require are; what remains is on a cycle, or needs
    // one.
    let mut open: Vec<usize> = required.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..open.len()).filter(|&at| open[at] == 0).collect();
    let mut done = 0;
    let mut needed_by = vec![Vec::new(); open.len()];
    for (at, list) in required.iter().enumerate() {
        list.iter().for_each(|&other| needed_by[other].push(at));
    }
    while let Some(at) = ready.pop() {
        done += 1;
        for &user in &needed_by[at] {
            open[user] -= 1;
            if open[user] == 0 {
                ready.push(user);
            }
        }
    }
    match open.iter().position(|&count| count > 0) {
        Some(at) if done < open.len() => {
            let name = decision_name(decisions[at]);
            let message = format!("decision '{name}' requires itself, through other decisions");
            Err(file.node_error(decisions[at], message))
        }
        _ => Ok(()),
    }
}

fn decision_name(node: Node<'_, '_>) -> String {
    let name = local_attribute(node, "name").or_else(|| local_attribute(node, "id"));
    one_line(name.unwrap_or_default())
}

/// Reads the tables of a decision or knowledge model, wherever they stand within it.
fn read_decision(
    file: &DmnFile<'_>,
    types: &ColumnTypes<'_>,
    decision: Node<'_, '_>,
    found: &mut SeparateTables,
) {
    let name = decision_name(decision);
    let is_table = |node: &Node<'_, '_>| node.tag_name().name() == "decisionTable";
    let tables: Vec<Node<'_, '_>> = decision.descendants().filter(is_table).collect();
    if tables.is_empty() {
        let other = decision.descendants().filter(Node::is_element).find_map(|part| {
            OTHER_DECISION_LOGIC.iter().find(|(tag, _)| *tag == part.tag_name().name())
        });
        let words = other.map_or("no decision logic", |(_, words)| words);
        found
            .unchecked
            .push(UncheckedDecision { name, reason: UncheckedReason::OtherLogic(words) });
        return;
    }
    let is_one = tables.len() == 1;
    for (number, table) in (1..).zip(tables) {
        let name = if is_one { name.clone() } else { format!("{name}, table {number}") };
        match read_table(file, types, name.clone(), table) {
            Ok(mut table) => {
                // A table within a context or a knowledge model is not the result of a decision.
                if is_one && decision.tag_name().name() == "decision" {
                    table.result_names = result_names(decision, &table);
                }
                found.tables.push(table);
            }
            Err(reason) => found.unchecked.push(UncheckedDecision { name, reason }),
        }
    }
}

/// Returns the names under which other tables take the result of a decision.
fn result_names(decision: Node<'_, '_>, table: &ColumnTable) -> Vec<String> {
    let variable = first_child(decision, "variable");
    let attributes = [
        variable.and_then(|variable| local_attribute(variable, "name")),
        local_attribute(decision, "name"),
        local_attribute(decision, "id"),
    ];
    let names = attributes.into_iter().flatten().map(one_line);
    let mut names: Vec<String> = names.chain(table.output_names.clone()).collect();
    names.retain(|name| !name.is_empty());
    names
}

fn read_table(
    file: &DmnFile<'_>,
    types: &ColumnTypes<'_>,
    name: String,
    table: Node<'_, '_>,
) -> Result<ColumnTable, UncheckedReason> {
    let policy = read_policy(table)?;
    let rules: Vec<Node<'_, '_>> = child_elements(table, "rule").collect();
    if rules.is_empty() {
        return Err(UncheckedReason::NoRules);
    }
    let inputs: Vec<Node<'_, '_>> = child_elements(table, "input").collect();
    if inputs.len() > MAX_COLUMNS {
        return Err(UncheckedReason::Columns(inputs.len()));
    }
    let outputs: Vec<Node<'_, '_>> = child_elements(table, "output").collect();
    let mut columns = Vec::new();
    for &input in &inputs {
        columns.push(read_column(types, input)?);
    }
    let (mut input_cells, mut output_cells) = (Vec::new(), Vec::new());
    for (number, &rule) in (1..).zip(&rules) {
        let cells = rule_cells(rule, number, "inputEntry", columns.len())?;
        for (column, text) in columns.iter_mut().zip(&cells) {
            let test = read_cell(text).map_err(|cell| UncheckedReason::Cell {
                rule: number,
                column: column.name.clone(),
                cell,
            })?;
            column.tests.push(test);
        }
        input_cells.push(cells);
        output_cells.push(rule_cells(rule, number, "outputEntry", outputs.len())?);
    }
    let mut constants = 0usize;
    for test in columns.iter().flat_map(|column| &column.tests) {
        test.visit_constants(&mut |_| constants += 1);
    }
    if constants.saturating_mul(rules.len()) > MAX_RULES_BY_CONSTANTS {
        return Err(UncheckedReason::Size(rules.len(), constants));
    }
    let priorities = rank_outputs(&outputs, &output_cells);
    let defaults: Vec<String> = outputs
        .iter()
        .map(|output| {
            let entry = first_child(*output, "defaultOutputEntry");
            let text = entry.and_then(|entry| first_child(entry, "text")).map(text_of);
            text.unwrap_or_default().trim().to_owned()
        })
        .collect();
    let defaults = defaults.iter().any(|text| !text.is_empty()).then_some(defaults);
    let aggregation = local_attribute(table, "aggregation").map(str::to_owned);
    Ok(ColumnTable {
        result_names: Vec::new(),
        name,
        place: file.node_position(table),
        rule_places: rules.iter().map(|rule| file.node_position(*rule)).collect(),
        policy,
        defaults,
        aggregation,
        input_cells,
        rule_count: rules.len(),
        output_names: outputs
            .iter()
            .map(|output| one_line(local_attribute(*output, "name").unwrap_or_default()))
            .collect(),
        columns,
        outputs: output_cells,
        priorities,
    })
}

fn read_policy(table: Node<'_, '_>) -> Result<TablePolicy, UncheckedReason> {
    let attribute = local_attribute(table, "hitPolicy");
    TablePolicy::from_attribute(attribute)
        .ok_or_else(|| UncheckedReason::Policy(message_text(attribute.unwrap_or_default())))
}

/// Reads an input, without its cells.
fn read_column(
    types: &ColumnTypes<'_>,
    input: Node<'_, '_>,
) -> Result<TableColumn, UncheckedReason> {
    let expression = first_child(input, "inputExpression");
    let text = expression.and_then(|expression| first_child(expression, "text"));
    let text = text.map(text_of).unwrap_or_default().trim().to_owned();
    if is_other_language(&text) {
        return Err(UncheckedReason::OtherLanguage(message_text(&text)));
    }
    let label = || local_attribute(input, "label").unwrap_or_default();
    // The whole text, by which versions are compared.
    let name = one_line(if text.is_empty() { label() } else { &text });
    let declared = expression.and_then(|expression| local_attribute(expression, "typeRef"));
    let of_name = types.find_type(declared, &text);
    let own = first_child(input, "inputValues").and_then(|values| first_child(values, "text"));
    let own = own.map(text_of).filter(|text| !text.trim().is_empty());
    let allowed = match own.or(of_name.allowed) {
        Some(text) => Some(
            read_cell(&text)
                .map_err(|cell| UncheckedReason::Allowed { column: name.clone(), cell })?,
        ),
        None => None,
    };
    let allowed = allowed.filter(|test| *test != ColumnTest::Any);
    Ok(TableColumn { name, kind: of_name.kind, allowed, tests: Vec::new() })
}

/// Whether a text is written in a language other than FEEL, which has no strings in single
/// quotation marks, and no `==`, `&&` and `||`.
fn is_other_language(text: &str) -> bool {
    let outside: String = text.split('"').step_by(2).collect();
    let quoted = outside.matches('\'').count() > 1 && outside.contains(|c: char| "(=,".contains(c));
    quoted || ["==", "&&", "||"].iter().any(|sign| outside.contains(sign))
}

/// Returns the texts of a rule's cells.
fn rule_cells(
    rule: Node<'_, '_>,
    number: usize,
    tag: &'static str,
    columns: usize,
) -> Result<Vec<String>, UncheckedReason> {
    let cells: Vec<String> = child_elements(rule, tag)
        .map(|entry| first_child(entry, "text").map(text_of).unwrap_or_default().trim().to_owned())
        .collect();
    match cells.len() {
        found if found == columns => Ok(cells),
        found => Err(UncheckedReason::Cells { rule: number, found, tag, columns }),
    }
}

/// Returns the rank of each rule's outputs in the lists of output values, column by column; values
/// that are not listed come last.
fn rank_outputs(outputs: &[Node<'_, '_>], cells: &[Vec<String>]) -> Vec<Vec<usize>> {
    let lists: Vec<Vec<String>> = outputs
        .iter()
        .map(|output| {
            let own = first_child(*output, "outputValues").and_then(|v| first_child(v, "text"));
            let text = own.map(text_of).filter(|text| !text.trim().is_empty());
            split_list(&text.unwrap_or_default()).into_iter().map(str::to_owned).collect()
        })
        .collect();
    let rank = |list: &Vec<String>, cell: &String| {
        list.iter().position(|value| value == cell).unwrap_or(list.len())
    };
    cells
        .iter()
        .map(|row| lists.iter().zip(row).map(|(list, cell)| rank(list, cell)).collect())
        .collect()
}

/// The kind and the allowed values of a column.
pub(super) struct ColumnType {
    pub kind: ColumnKind,
    pub allowed: Option<String>,
}
