//! One file of decisions, read element by element.

use std::collections::{BTreeMap, HashMap, HashSet};

use parallax_model::instance::InputError;
use parallax_model::instance::Places;
use parallax_xml::{attribute, child, children, parse};
use roxmltree::Node;

use super::decision::Decision;
use super::glossary::Glossary;
use super::types::Types;
use crate::raw::{Place, Sheet};

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// A file that is being read.
pub(in crate::readers) struct File<'t> {
    source: &'t str,
    pub(super) places: Places<'t>,
}

impl File<'_> {
    /// The place of an element.
    pub(super) fn place(&self, node: Node<'_, '_>) -> Place {
        let (line, column) = self.places.at(node.range().start);
        Place::Text(line, column)
    }

    /// An error at an element.
    pub(super) fn fault(&self, node: Node<'_, '_>, message: impl Into<String>) -> InputError {
        let (line, column) = self.places.at(node.range().start);
        InputError::new(self.source, message).at(line, column)
    }
}

/// Reads the decisions of a text.
///
/// # Errors
/// Returns an error at the first element that is not as expected.
pub(in crate::readers) fn read(
    source: &str,
    text: &str,
    check: Check<'_>,
) -> Result<Sheet, InputError> {
    let document = parse(source, "", text, check)?;
    let file = File { source, places: Places::of(text) };
    let root = document.root_element();
    if root.tag_name().name() != "definitions" {
        let found = root.tag_name().name();
        return Err(file.fault(root, format!("'{found}'; expected the definitions of DMN")));
    }
    let types = Types::of(&file, root)?;
    let inputs = inputs(root);
    let mut decisions = Vec::new();
    for node in root.children().filter(Node::is_element) {
        check()?;
        match node.tag_name().name() {
            "decision" => decisions.push(Decision::of(&file, node)?),
            "businessKnowledgeModel" => {
                let name = attribute(node, "name").unwrap_or_default();
                let message = format!(
                    "business knowledge model '{name}' is not supported; expected decision tables"
                );
                return Err(file.fault(node, message));
            }
            _ => {}
        }
    }
    if decisions.is_empty() {
        return Err(file.fault(root, "no decisions; expected at least one decision table"));
    }
    let names = names(&file, &decisions)?;
    refuse_expressions(&file, &decisions, &inputs, &names)?;
    let mut glossary = Glossary::new(&file, &types, &inputs, &names);
    for decision in &decisions {
        check()?;
        glossary.learn(decision)?;
    }
    let mut tables = glossary.tables()?;
    for decision in &decisions {
        check()?;
        tables.push(decision.table(&file, &glossary)?);
    }
    Ok(Sheet { name: String::new(), tables })
}

/// The input data by name, with their types.
pub(super) fn inputs<'a>(root: Node<'a, '_>) -> HashMap<&'a str, Option<&'a str>> {
    let mut inputs = HashMap::new();
    for node in children(root, "inputData") {
        let variable = child(node, "variable");
        let kind = variable.and_then(|variable| attribute(variable, "typeRef"));
        let names = [variable.and_then(|v| attribute(v, "name")), attribute(node, "name")];
        for name in names.into_iter().flatten() {
            inputs.insert(name.trim(), kind);
        }
    }
    inputs
}

/// Words of expressions that are made of words.
const KEYWORDS: [&str; 15] = [
    "and", "or", "not", "in", "between", "if", "then", "else", "for", "return", "some", "every",
    "instance", "null", "function",
];

/// Refuses inputs that look like names and are expressions, such as `a and b`.
fn refuse_expressions(
    file: &File<'_>,
    decisions: &[Decision<'_>],
    inputs: &HashMap<&str, Option<&str>>,
    names: &BTreeMap<String, String>,
) -> Result<(), InputError> {
    for decision in decisions {
        for input in &decision.inputs {
            let name = input.name.as_str();
            let is_known = inputs.contains_key(name) || names.contains_key(name);
            if !is_known && name.split_whitespace().any(|word| KEYWORDS.contains(&word)) {
                let message = format!(
                    "decision '{}': input '{name}' is no name, and other expressions are not \
                     supported",
                    decision.name
                );
                return Err(file.fault(input.node, message));
            }
        }
    }
    Ok(())
}

/// Returns the names of the results of decisions: each name by which other tables may refer to a
/// result, with its name in the glossary. A result has the names of its output, its decision and
/// the decision's variable; the one that a table uses is chosen, otherwise the first of these.
pub(super) fn names(
    file: &File<'_>,
    decisions: &[Decision<'_>],
) -> Result<BTreeMap<String, String>, InputError> {
    let used: HashSet<&str> = decisions
        .iter()
        .flat_map(|decision| decision.inputs.iter().map(|i| i.name.as_str()))
        .collect();
    let mut names = BTreeMap::new();
    for decision in decisions {
        for (place, output) in decision.outputs.iter().enumerate() {
            let aliases = decision.aliases(place);
            let name = aliases.iter().find(|name| used.contains(name.as_str())).or(aliases.first());
            let Some(name) = name else {
                let message = format!("decision '{}': an output without a name", decision.name);
                return Err(file.fault(output.node, message));
            };
            for alias in &aliases {
                let known = names.insert(alias.clone(), name.clone());
                if known.is_some_and(|known| known != *name || alias == name) {
                    let message = format!(
                        "decision '{}': another decision has the result '{alias}', too",
                        decision.name
                    );
                    return Err(file.fault(output.node, message));
                }
            }
        }
    }
    Ok(names)
}
