//! The types that a file defines.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_xml::{child_elements, first_child, local_attribute};
use roxmltree::Node;

use super::feel_type::FeelType;
use crate::dmn_file::values_text;
use crate::feel::{CellTest, ScaleKind, normal_name, parse_cell, without_names};

/// Maximum number of definitions within each other.
const MAX_DEPTH: usize = 64;

/// The item definitions of a file. A type that is not known is any.
pub(super) struct TypeDefinitions<'a> {
    nodes: HashMap<&'a str, Node<'a, 'a>>,
    resolved: HashMap<String, FeelType>,
}

impl<'a> TypeDefinitions<'a> {
    /// Collects the definitions.
    pub(super) fn from_root(root: Node<'a, 'a>) -> Self {
        let named = |node: Node<'a, 'a>| Some((local_attribute(node, "name")?.trim(), node));
        let nodes = child_elements(root, "itemDefinition").filter_map(named).collect();
        TypeDefinitions { nodes, resolved: HashMap::new() }
    }

    /// Returns the type with a name.
    pub(super) fn find_type(&mut self, name: &str) -> FeelType {
        self.resolve_name(name.trim(), 0)
    }

    /// Returns the type that an attribute `typeRef` names; any without one.
    pub(super) fn node_type(&mut self, node: Node<'_, '_>) -> FeelType {
        local_attribute(node, "typeRef").map_or(FeelType::Any, |name| self.find_type(name))
    }

    fn resolve_name(&mut self, name: &str, depth: usize) -> FeelType {
        if let Some(known) = self.resolved.get(name) {
            return known.clone();
        }
        // Names of other namespaces have a prefix, as in `feel:string`.
        let plain = name.rsplit(':').next().unwrap_or(name);
        let node = self.nodes.get(name).or_else(|| self.nodes.get(plain)).copied();
        let Some(node) = node else { return built_in_type(plain) };
        if depth >= MAX_DEPTH {
            return FeelType::Any;
        }
        // A definition within itself is any value there.
        self.resolved.insert(name.to_owned(), FeelType::Any);
        let kind = self.resolve_node(node, depth + 1);
        self.resolved.insert(name.to_owned(), kind.clone());
        kind
    }

    fn resolve_node(&mut self, node: Node<'a, 'a>, depth: usize) -> FeelType {
        let components: Vec<Node<'a, 'a>> = child_elements(node, "itemComponent").collect();
        let base = if components.is_empty() {
            let name = first_child(node, "typeRef").and_then(|base| base.text());
            name.map_or(FeelType::Any, |name| self.resolve_name(name.trim(), depth))
        } else if depth >= MAX_DEPTH {
            FeelType::Any
        } else {
            let member = |component: Node<'a, 'a>| {
                let name = normal_name(local_attribute(component, "name").unwrap_or_default());
                (Arc::from(name), self.resolve_node(component, depth + 1))
            };
            FeelType::Structure(components.into_iter().map(member).collect())
        };
        let allowed =
            values_text(node, "allowedValues").or_else(|| values_text(node, "typeConstraint"));
        let test = allowed.and_then(|text| Some((read_constant_cell(&text)?, text)));
        let kind = match test {
            Some((test, text)) => FeelType::Restricted(Arc::new((base, test, text))),
            None => base,
        };
        let is_list = local_attribute(node, "isCollection") == Some("true");
        if is_list { FeelType::List(Arc::new(kind)) } else { kind }
    }
}

/// Reads a cell without names; `None` if it has some, or is no test.
pub(super) fn read_constant_cell(text: &str) -> Option<CellTest> {
    let test = without_names(|names| parse_cell(text, names));
    test.ok().filter(|test| *test != CellTest::Any)
}

/// Returns the built-in type with a name; any for others.
fn built_in_type(name: &str) -> FeelType {
    match name.to_ascii_lowercase().as_str() {
        "boolean" => FeelType::Truth,
        "string" => FeelType::Text,
        "number" | "double" | "float" | "decimal" | "integer" | "int" | "long" => {
            FeelType::Scale(ScaleKind::Number)
        }
        "date" => FeelType::Scale(ScaleKind::Date),
        "yearmonthduration" | "years and months duration" => FeelType::Scale(ScaleKind::Months),
        "daytimeduration" | "days and time duration" => FeelType::Scale(ScaleKind::Seconds),
        _ => FeelType::Any,
    }
}
