//! Automata by a hidden state after each value.

use std::ops::Range;
use std::sync::Arc;

use super::super::{Layers, Machine, NoLayers, Regular};
use super::PlainForm;
use super::writer::{MAX_PARTS, PlainWriter};
use crate::{Clause, Constraint, Domain, Table, Value};

/// A hidden variable for the state between two places, and a table of arcs for each place
/// (Quimper and Walsh 2006). The states that lie on no way to acceptance are left out, so that
/// arc consistency on the tables is domain consistency of the constraint.
impl PlainForm for Regular {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), String> {
        write_machine(self, writer)
    }

    fn pieces(&self) -> Vec<usize> {
        vec![self.scope.len(), self.automaton.transitions().len()]
    }

    fn remove(&mut self, list: usize, run: Range<usize>) {
        if list == 0 {
            self.scope.drain(run);
            return;
        }
        let mut transitions = self.automaton.transitions().to_vec();
        transitions.drain(run);
        let (start, finals) = (self.automaton.start(), self.automaton.finals().to_vec());
        // A part of a deterministic automaton is one.
        if let Ok(smaller) = super::super::Automaton::new(start, finals, transitions) {
            self.automaton = Arc::new(smaller);
        }
    }
}

/// Writes the layers of a machine.
pub(super) fn write_machine<M: Machine>(
    machine: &M,
    writer: &mut PlainWriter<'_>,
) -> Result<(), String> {
    let scope = machine.reads();
    let values = writer.values(&scope)?;
    let layers =
        Layers::of(machine, &values, MAX_PARTS, writer.stop()).map_err(|why| match why {
            NoLayers::TooMany => format!("an automaton needs more than {MAX_PARTS} arcs"),
            NoLayers::Stopped => "stopped".into(),
        })?;
    if layers.is_empty() {
        return writer.post(Constraint::Clause(Clause { atoms: Vec::new() }));
    }
    let mut before = None;
    for (place, arcs) in layers.arcs.iter().enumerate() {
        let (variable, width) = (scope[place], layers.widths[place + 1]);
        let after = match width {
            1 => None,
            _ => Some(writer.hidden(Domain::range(0, width as Value - 1))?),
        };
        let row = |arc: &super::super::Step| -> Vec<Value> {
            let from = before.map(|_| arc.from as Value);
            let to = after.map(|_| arc.to as Value);
            from.into_iter().chain([arc.value]).chain(to).collect()
        };
        let tuples: Vec<Vec<Value>> = arcs.iter().map(row).collect();
        let scope = before.into_iter().chain([variable]).chain(after).collect();
        writer.post(Constraint::Table(Table {
            scope,
            tuples: Arc::new(tuples),
            forbidden: false,
        }))?;
        before = after;
    }
    Ok(())
}
