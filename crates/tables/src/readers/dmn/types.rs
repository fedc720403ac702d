//! The types that a file defines.

use std::collections::HashMap;

use parallax_dmn::DmnFile;
use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute};
use roxmltree::Node;

use super::glossary::DmnSort;

/// Maximum number of definitions that lead from a type to a built-in one.
const MAX_STEPS: usize = 64;

/// A definition: the type that it is based on, and the values that it allows.
struct DmnTypeDefinition<'a> {
    node: Node<'a, 'a>,
    base: Option<&'a str>,
    values: Option<Node<'a, 'a>>,
}

/// The item definitions, by name.
pub(super) struct DmnTypes<'a>(HashMap<&'a str, DmnTypeDefinition<'a>>);

/// A type, resolved to a built-in type of FEEL.
pub(super) struct ResolvedType<'a> {
    pub sort: DmnSort,
    /// The text of the values that it allows.
    pub values: Option<Node<'a, 'a>>,
}

impl<'a> DmnTypes<'a> {
    /// Collects the definitions.
    ///
    /// # Errors
    /// Returns an error for two definitions of one name.
    pub(super) fn from_root(file: &DmnFile<'_>, root: Node<'a, 'a>) -> Result<Self, InputError> {
        let mut types = HashMap::new();
        for node in child_elements(root, "itemDefinition") {
            let name = local_attribute(node, "name").unwrap_or_default();
            let text = |tag: &'static str| first_child(first_child(node, tag)?, "text");
            let values = text("allowedValues").or_else(|| text("typeConstraint"));
            let base = first_child(node, "typeRef").and_then(|base| base.text().map(str::trim));
            if types.insert(name, DmnTypeDefinition { node, base, values }).is_some() {
                return Err(
                    file.node_error(node, format!("item definition '{name}' is there twice"))
                );
            }
        }
        Ok(DmnTypes(types))
    }

    /// Resolves a type; `None` if it restricts nothing.
    ///
    /// # Errors
    /// Returns an error for types that are not supported.
    pub(super) fn resolve_type(
        &self,
        file: &DmnFile<'_>,
        node: Node<'_, '_>,
        name: &str,
    ) -> Result<Option<ResolvedType<'a>>, InputError> {
        let (mut at, mut values) = (name.trim(), None);
        for _ in 0..MAX_STEPS {
            // Definitions are followed to a built-in type, which ends the chain.
            let Some(definition) = self.0.get(at) else {
                // Names of other namespaces have a prefix, as in `feel:string`.
                let plain = at.rsplit(':').next().unwrap_or(at);
                let sort = match plain.to_ascii_lowercase().as_str() {
                    "boolean" => DmnSort::Truth,
                    "string" => DmnSort::Text,
                    "number" | "integer" | "int" | "long" | "double" | "float" | "decimal" => {
                        DmnSort::Number
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
                        return Err(file.node_error(node, message));
                    }
                };
                return Ok(Some(ResolvedType { sort, values }));
            };
            let is_list = local_attribute(definition.node, "isCollection") == Some("true");
            if is_list || first_child(definition.node, "itemComponent").is_some() {
                let message =
                    format!("type '{at}' is a list or a structure, which is not supported");
                return Err(file.node_error(definition.node, message));
            }
            // The definition nearest to the column restricts most.
            values = values.or(definition.values);
            let Some(base) = definition.base else {
                let message = format!("type '{at}' rests on no type; expected a typeRef");
                return Err(file.node_error(definition.node, message));
            };
            at = base;
        }
        // A chain of that length can only be a cycle, or is not worth reading.
        Err(file.node_error(node, format!("type '{name}' leads to itself")))
    }
}
