//! The types of columns that are linted by themselves: whatever is not known is open.

use std::collections::HashMap;

use crate::feel::ScaleKind;
use parallax_xml::{child_elements, first_child, local_attribute, text_of};
use roxmltree::Node;

use super::ColumnKind;
use super::separate_tables::ColumnType;

/// Maximum number of definitions that lead from a type to a built-in one.
const MAX_STEPS: usize = 64;

/// The item definitions by name, and the types of names.
pub(super) struct ColumnTypes<'a> {
    definitions: HashMap<&'a str, Node<'a, 'a>>,
    /// The types of input data, decisions and their outputs.
    names: HashMap<&'a str, &'a str>,
}

impl<'a> ColumnTypes<'a> {
    /// Collects the definitions, and what names have which type.
    pub(super) fn from_root(root: Node<'a, 'a>) -> Self {
        let named = |node: &Node<'a, 'a>| Some((local_attribute(*node, "name")?.trim(), *node));
        let definitions = child_elements(root, "itemDefinition").filter_map(|node| named(&node));
        let definitions = definitions.collect();
        let mut names = HashMap::new();
        for tag in ["inputData", "decision"] {
            for node in child_elements(root, tag) {
                let Some(variable) = first_child(node, "variable") else { continue };
                let Some(kind) = local_attribute(variable, "typeRef") else { continue };
                let own = [local_attribute(variable, "name"), local_attribute(node, "name")];
                names.extend(own.into_iter().flatten().map(|name| (name.trim(), kind)));
            }
        }
        ColumnTypes { definitions, names }
    }

    /// Returns the type of a column by the type that it declares, or else by its expression, if
    /// that is a name or a path.
    pub(super) fn find_type(&self, declared: Option<&str>, expression: &str) -> ColumnType {
        if let Some(declared) = declared.filter(|name| !name.trim().is_empty()) {
            let found = self.resolve_type(declared.trim());
            if found.kind != ColumnKind::Open {
                return found;
            }
        }
        self.path_type(expression).unwrap_or(ColumnType { kind: ColumnKind::Open, allowed: None })
    }

    /// Returns the type of a name or a path such as `Applicant.Age`.
    fn path_type(&self, expression: &str) -> Option<ColumnType> {
        if let Some(kind) = self.names.get(expression) {
            return Some(self.resolve_type(kind));
        }
        let mut parts = expression.split('.').map(str::trim);
        let mut at = self.definition_of(self.names.get(parts.next()?)?)?;
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            let component = child_elements(at, "itemComponent")
                .find(|component| local_attribute(*component, "name") == Some(part))?;
            if parts.peek().is_none() {
                return Some(self.resolve_node(component));
            }
            let next = first_child(component, "typeRef").and_then(|kind| kind.text());
            at = next.map_or(Some(component), |kind| self.definition_of(kind.trim()))?;
        }
        None
    }

    fn definition_of(&self, name: &str) -> Option<Node<'a, 'a>> {
        // Names of other namespaces have a prefix, as in `sig:age`.
        let plain = name.rsplit(':').next().unwrap_or(name);
        self.definitions.get(name).or_else(|| self.definitions.get(plain)).copied()
    }

    fn resolve_type(&self, name: &str) -> ColumnType {
        match self.definition_of(name) {
            Some(node) => self.resolve_node(node),
            None => ColumnType { kind: built_in_kind(name), allowed: None },
        }
    }

    /// Follows definitions to a built-in type. The allowed values nearest to the column count.
    fn resolve_node(&self, mut node: Node<'a, 'a>) -> ColumnType {
        let mut allowed = None;
        for _ in 0..MAX_STEPS {
            let is_list = local_attribute(node, "isCollection") == Some("true");
            if is_list || first_child(node, "itemComponent").is_some() {
                break;
            }
            let text =
                |tag: &'static str| first_child(first_child(node, tag)?, "text").map(text_of);
            let own = text("allowedValues").or_else(|| text("typeConstraint"));
            allowed = allowed.or(own.filter(|text| !text.trim().is_empty()));
            let Some(base) = first_child(node, "typeRef").and_then(|base| base.text()) else {
                break;
            };
            match self.definition_of(base.trim()) {
                Some(next) => node = next,
                None => return ColumnType { kind: built_in_kind(base.trim()), allowed },
            }
        }
        ColumnType { kind: ColumnKind::Open, allowed: None }
    }
}

/// Returns the kind of a built-in type.
fn built_in_kind(name: &str) -> ColumnKind {
    let plain = name.rsplit(':').next().unwrap_or(name);
    match plain.to_ascii_lowercase().as_str() {
        "boolean" => ColumnKind::Truth,
        "string" => ColumnKind::Text,
        "number" | "double" | "float" | "decimal" => ColumnKind::Scale(ScaleKind::Number, false),
        "integer" | "int" | "long" => ColumnKind::Scale(ScaleKind::Number, true),
        "date" => ColumnKind::Scale(ScaleKind::Date, true),
        "yearmonthduration" | "years and months duration" => {
            ColumnKind::Scale(ScaleKind::Months, true)
        }
        "daytimeduration" | "days and time duration" => {
            ColumnKind::Scale(ScaleKind::Seconds, false)
        }
        _ => ColumnKind::Open,
    }
}
