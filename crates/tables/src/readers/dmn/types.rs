//! The types that a file defines.

use std::collections::HashMap;

use parallax_model::instance::InputError;
use parallax_xml::{attribute, child, children};
use roxmltree::Node;

use super::File;
use super::glossary::Sort;

/// Maximum number of definitions that lead from a type to a built-in one.
const MAX_STEPS: usize = 64;

/// A definition: the type that it is based on, and the values that it allows.
struct Definition<'a> {
    node: Node<'a, 'a>,
    base: Option<&'a str>,
    values: Option<Node<'a, 'a>>,
}

/// The item definitions, by name.
pub(super) struct Types<'a>(HashMap<&'a str, Definition<'a>>);

/// A type, resolved to a built-in type of FEEL.
pub(super) struct ResolvedType<'a> {
    pub sort: Sort,
    /// The text of the values that it allows.
    pub values: Option<Node<'a, 'a>>,
}

impl<'a> Types<'a> {
    /// Collects the definitions.
    ///
    /// # Errors
    /// Returns an error for two definitions of one name.
    pub(super) fn of(file: &File<'_>, root: Node<'a, 'a>) -> Result<Self, InputError> {
        let mut types = HashMap::new();
        for node in children(root, "itemDefinition") {
            let name = attribute(node, "name").unwrap_or_default();
            let text = |tag: &'static str| child(child(node, tag)?, "text");
            let values = text("allowedValues").or_else(|| text("typeConstraint"));
            let base = child(node, "typeRef").and_then(|base| base.text().map(str::trim));
            if types.insert(name, Definition { node, base, values }).is_some() {
                return Err(file.fault(node, format!("item definition '{name}' is there twice")));
            }
        }
        Ok(Types(types))
    }

    /// Resolves a type; `None` if it restricts nothing.
    ///
    /// # Errors
    /// Returns an error for types that are not supported.
    pub(super) fn find(
        &self,
        file: &File<'_>,
        node: Node<'_, '_>,
        name: &str,
    ) -> Result<Option<ResolvedType<'a>>, InputError> {
        let (mut at, mut values) = (name.trim(), None);
        for _ in 0..MAX_STEPS {
            let Some(definition) = self.0.get(at) else {
                let plain = at.rsplit(':').next().unwrap_or(at);
                let sort = match plain.to_ascii_lowercase().as_str() {
                    "boolean" => Sort::Truth,
                    "string" => Sort::Text,
                    "number" | "integer" | "int" | "long" | "double" | "float" | "decimal" => {
                        Sort::Number
                    }
                    "any" | "" => return Ok(None),
                    _ if self.0.contains_key(plain) => {
                        at = self.0.get_key_value(plain).map_or(at, |(name, _)| *name);
                        continue;
                    }
                    _ => {
                        let message = format!(
                            "type '{at}' is not supported; expected string, number or boolean"
                        );
                        return Err(file.fault(node, message));
                    }
                };
                return Ok(Some(ResolvedType { sort, values }));
            };
            let is_list = attribute(definition.node, "isCollection") == Some("true");
            if is_list || child(definition.node, "itemComponent").is_some() {
                let message =
                    format!("type '{at}' is a list or a structure, which is not supported");
                return Err(file.fault(definition.node, message));
            }
            values = values.or(definition.values);
            let Some(base) = definition.base else {
                let message = format!("type '{at}' rests on no type; expected a typeRef");
                return Err(file.fault(definition.node, message));
            };
            at = base;
        }
        Err(file.fault(node, format!("type '{name}' leads to itself")))
    }
}
