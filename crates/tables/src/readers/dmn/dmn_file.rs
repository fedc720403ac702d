//! One file of decisions, read element by element.

use std::collections::{BTreeMap, HashMap, HashSet};

use parallax_dmn::DmnFile;
use parallax_dmn::columns::{ColumnTable, read_column_tables};
use parallax_dmn::decisions::DecisionModel;
use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document};
use roxmltree::Node;

use super::decision::DmnDecision;
use super::glossary::DmnGlossary;
use super::types::DmnTypes;
use crate::raw::{RawSheet, SourcePlace};

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// The position of an element.
pub(super) fn node_place(file: &DmnFile<'_>, node: Node<'_, '_>) -> SourcePlace {
    let (line, column) = file.node_position(node);
    SourcePlace::Text(line, column)
}

/// Reads the decisions of a text: all, or `chosen` and those that it needs.
///
/// # Errors
/// Returns an error at the first element that is not as expected, and for an unknown decision.
pub(in crate::readers) fn read_dmn(
    source: &str,
    text: &str,
    chosen: Option<&str>,
    check: Check<'_>,
) -> Result<RawSheet, InputError> {
    let document = parse_document(source, "", text, check)?;
    let file = DmnFile::from_text(source, text);
    let root = document.root_element();
    file.require_definitions(root)?;
    let types = DmnTypes::from_root(&file, root)?;
    let inputs = input_types(root);
    let needed = match chosen {
        Some(name) => {
            let model = DecisionModel::read_model(source, text, check)?;
            Some(model.needed_decisions(model.find_decision(name)?)?)
        }
        None => None,
    };
    let mut decisions = Vec::new();
    let mut count = 0;
    for node in root.children().filter(Node::is_element) {
        check()?;
        match node.tag_name().name() {
            "decision" => {
                if needed.as_ref().is_none_or(|needed| needed.contains(&count)) {
                    decisions.push(DmnDecision::from_node(&file, node)?);
                }
                count += 1;
            }
            // A decision that needs one is no table, and refused as such.
            "businessKnowledgeModel" if needed.is_none() => {
                let name = local_attribute(node, "name").unwrap_or_default();
                let message = format!(
                    "business knowledge model '{name}' is not supported; expected decision tables"
                );
                return Err(file.node_error(node, message));
            }
            _ => {}
        }
    }
    if decisions.is_empty() {
        return Err(file.node_error(root, "no decisions; expected at least one decision table"));
    }
    let names = result_names(&file, &decisions)?;
    refuse_expressions(&file, &decisions, &inputs, &names)?;
    let mut glossary = DmnGlossary::new(&file, &types, &inputs, &names);
    // A name gets its sort from all decisions, so the glossary is complete before the first table
    // of rules is written.
    for decision in &decisions {
        check()?;
        glossary.learn_decision(decision)?;
    }
    let mut tables = glossary.glossary_tables()?;
    // The tables read one by one say which rules have common inputs.
    let separate = read_column_tables(source, text, check).ok();
    for decision in &decisions {
        check()?;
        let mut table = decision.rule_table(&file, &glossary)?;
        if decision.is_unique() {
            let place = decision.table_position(&file);
            let columns = separate.iter().flat_map(|separate| &separate.tables);
            let columns = columns.into_iter().find(|columns| columns.place == place);
            table.requirements.exclusive = exclusive_rules(&file, decision, columns, check)?;
        }
        tables.push(table);
    }
    Ok(RawSheet { name: String::new(), tables })
}

/// Maximum number of pairs of rules with common inputs in a table with the hit policy UNIQUE.
const MAX_OVERLAPS: usize = 100_000;

/// Returns the pairs of rules of a table with the hit policy UNIQUE that have common inputs.
fn exclusive_rules(
    file: &DmnFile<'_>,
    decision: &DmnDecision<'_>,
    columns: Option<&ColumnTable>,
    check: Check<'_>,
) -> Result<Vec<(usize, usize)>, InputError> {
    let found =
        columns.and_then(|columns| columns.overlapping_rules(MAX_OVERLAPS, &|| check().is_err()));
    check()?;
    found.ok_or_else(|| {
        let message = format!(
            "decision '{}': more than {MAX_OVERLAPS} pairs of rules overlap, and the hit policy is \
             UNIQUE",
            decision.name
        );
        file.node_error(decision.node(), message)
    })
}

/// The input data by name, with their types.
pub(super) fn input_types<'a>(root: Node<'a, '_>) -> HashMap<&'a str, Option<&'a str>> {
    let mut inputs = HashMap::new();
    for node in child_elements(root, "inputData") {
        let variable = first_child(node, "variable");
        let kind = variable.and_then(|variable| local_attribute(variable, "typeRef"));
        let names =
            [variable.and_then(|v| local_attribute(v, "name")), local_attribute(node, "name")];
        // Tables may refer to input data by either name.
        for name in names.into_iter().flatten() {
            inputs.insert(name.trim(), kind);
        }
    }
    inputs
}

/// Words that only expressions contain.
const FEEL_KEYWORDS: [&str; 15] = [
    "and", "or", "not", "in", "between", "if", "then", "else", "for", "return", "some", "every",
    "instance", "null", "function",
];

/// Refuses inputs that look like names and are expressions, such as `a and b`.
fn refuse_expressions(
    file: &DmnFile<'_>,
    decisions: &[DmnDecision<'_>],
    inputs: &HashMap<&str, Option<&str>>,
    names: &BTreeMap<String, String>,
) -> Result<(), InputError> {
    for decision in decisions {
        for input in &decision.inputs {
            let name = input.name.as_str();
            let is_known = inputs.contains_key(name) || names.contains_key(name);
            if !is_known && name.split_whitespace().any(|word| FEEL_KEYWORDS.contains(&word)) {
                let message = format!(
                    "decision '{}': input '{name}' is no name, and other expressions are not \
                     supported",
                    decision.name
                );
                return Err(file.node_error(input.node, message));
            }
        }
    }
    Ok(())
}

/// Returns the names of the results of decisions: each name by which other tables may refer to a
/// result, with its name in the glossary. A result has the names of its output, its decision and
/// the decision's variable; the one that a table uses is chosen, otherwise the first of these.
pub(super) fn result_names(
    file: &DmnFile<'_>,
    decisions: &[DmnDecision<'_>],
) -> Result<BTreeMap<String, String>, InputError> {
    let used: HashSet<&str> = decisions
        .iter()
        .flat_map(|decision| decision.inputs.iter().map(|i| i.name.as_str()))
        .collect();
    let mut names = BTreeMap::new();
    for decision in decisions {
        for (index, output) in decision.outputs.iter().enumerate() {
            let aliases = decision.output_names(index);
            // The name that other tables use decides, because it then needs no translation.
            let name = aliases.iter().find(|name| used.contains(name.as_str())).or(aliases.first());
            let Some(name) = name else {
                let message = format!("decision '{}': an output without a name", decision.name);
                return Err(file.node_error(output.node, message));
            };
            for alias in &aliases {
                let known = names.insert(alias.clone(), name.clone());
                // Two results share an alias with different names, or one has the name of another.
                if known.is_some_and(|known| known != *name || alias == name) {
                    let message = format!(
                        "decision '{}': another decision has the result '{alias}', too",
                        decision.name
                    );
                    return Err(file.node_error(output.node, message));
                }
            }
        }
    }
    Ok(names)
}
