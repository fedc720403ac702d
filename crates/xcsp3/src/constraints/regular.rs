//! `regular` and `mdd`: the values of a list are a word of an automaton.

use parallax_model::instance::InputError;
use std::sync::Arc;

use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::automata::Machine;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// A word of an automaton. A decision diagram is one, too: its nodes are the states.
#[derive(Clone, Debug)]
pub(crate) struct Regular {
    list: Vec<Item>,
    machine: Arc<Machine>,
    is_diagram: bool,
}

impl Regular {
    /// Reads the list, and the automaton unless it was read before.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let is_diagram = node.tag_name().name() == "mdd";
        let names: &[&str] = if is_diagram {
            &["list", "transitions"]
        } else {
            &["list", "transitions", "start", "final"]
        };
        let parts = Parts::of(reader, node, names, &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let transitions = parts.one(reader, "transitions")?;
        let known = reader.automata.get(&transitions.id()).cloned();
        let machine = match known {
            Some(known) => known,
            None => {
                let read = if is_diagram {
                    reader.diagram(transitions)?
                } else {
                    let start = parts.one(reader, "start")?;
                    reader.automaton(transitions, start, parts.one(reader, "final")?)?
                };
                let read = Arc::new(read);
                reader.automata.insert(transitions.id(), read.clone());
                read
            }
        };
        Ok(Regular { list, machine, is_diagram })
    }
}

impl Rule for Regular {
    fn element(&self) -> &'static str {
        if self.is_diagram { "mdd" } else { "regular" }
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        Some(self.machine.paths.accept(&values.numbers(&self.list)?))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let scope = draft.slots(&self.list)?;
        let automaton = draft.automaton(&self.machine)?;
        draft.post(parallax_model::Regular { scope, automaton }.into());
        Ok(())
    }
}
