//! `regular` and `mdd`: the values of a list are a word of an automaton.

use parallax_instance::InputError;
use std::sync::Arc;

use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::automata::FileAutomaton;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// A word of an automaton. So is a decision diagram, whose nodes are the states.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Regular {
    list: Vec<ListItem>,
    machine: Arc<FileAutomaton>,
    is_diagram: bool,
}

impl Xcsp3Regular {
    /// Reads the list, and the automaton unless it was read before.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let is_diagram = node.tag_name().name() == "mdd";
        let names: &[&str] = if is_diagram {
            &["list", "transitions"]
        } else {
            &["list", "transitions", "start", "final"]
        };
        let parts = ElementParts::from_node(reader, node, names, &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let transitions = parts.required_part(reader, "transitions")?;
        // The constraints of a group share one automaton, which is identified by its element.
        let known = reader.automata.get(&transitions.id()).cloned();
        let machine = match known {
            Some(known) => known,
            None => {
                let read = if is_diagram {
                    reader.read_diagram(transitions)?
                } else {
                    let start = parts.required_part(reader, "start")?;
                    reader.read_automaton(
                        transitions,
                        start,
                        parts.required_part(reader, "final")?,
                    )?
                };
                let read = Arc::new(read);
                reader.automata.insert(transitions.id(), read.clone());
                read
            }
        };
        Ok(Xcsp3Regular { list, machine, is_diagram })
    }
}

impl ConstraintRule for Xcsp3Regular {
    fn element_name(&self) -> &'static str {
        if self.is_diagram { "mdd" } else { "regular" }
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        Some(self.machine.paths.accepts_values(&values.item_values(&self.list)?))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let scope = draft.item_slots(&self.list)?;
        let automaton = draft.shared_automaton(&self.machine)?;
        draft.post_constraint(parallax_model::Regular { scope, automaton }.into());
        Ok(())
    }
}
