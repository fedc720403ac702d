//! Automata by a hidden state after each value.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::{ConstraintMachine, LayerArc, LayersError, MachineLayers, Regular};
use super::writer::{MAX_PARTS, PlainWriter, check_part_count};
use super::{PlainError, PlainForm};
use crate::{Clause, Constraint, Domain, Table, Value, VarId};

/// The bytes of a row of a table: a list of three values.
const ROW_BYTES: usize = 56;

/// A hidden variable for the state between two places, and a table of arcs for each place
/// (Quimper and Walsh 2006). The states that lie on no way to acceptance are left out, so that
/// arc consistency on the tables is domain consistency of the constraint.
impl PlainForm for Regular {
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError> {
        let values = self.place_values(writer)?;
        write_machine(self, &values, writer)
    }
}

impl Regular {
    /// Returns for each place the values of its variable. Values that the automaton never reads
    /// are left out where the domains have more values than it has transitions.
    fn place_values(&self, writer: &PlainWriter<'_>) -> Result<Vec<Vec<Value>>, PlainError> {
        let transitions = self.automaton.transitions();
        let size = |&v: &VarId| writer.model().domain(v).len();
        let total = self.scope.iter().map(size).fold(0, u64::saturating_add);
        // With no more values than transitions, filtering by the alphabet saves little.
        if total <= transitions.len() as u64 {
            return writer.scope_values(&self.scope);
        }
        let alphabet: BTreeSet<Value> = transitions.iter().map(|&(_, value, _)| value).collect();
        let at_most = |v: &VarId| size(v).min(alphabet.len() as u64);
        check_part_count(self.scope.iter().map(at_most).fold(0, u64::saturating_add), "values")?;
        let read = |&v: &VarId| -> Result<Vec<Value>, PlainError> {
            writer.budget().check_time()?;
            let domain = writer.model().domain(v);
            Ok(alphabet.iter().copied().filter(|&value| domain.contains(value)).collect())
        };
        self.scope.iter().map(read).collect()
    }
}

/// Writes the layers of a machine that reads one of these values at each place.
fn write_machine<M: ConstraintMachine>(
    machine: &M,
    values: &[Vec<Value>],
    writer: &mut PlainWriter<'_>,
) -> Result<(), PlainError> {
    let (scope, budget) = (machine.read_variables(), writer.budget());
    let layers = MachineLayers::from_machine(machine, values, MAX_PARTS, &|| budget.is_over());
    let layers = layers.map_err(|why| match why {
        LayersError::TooMany => PlainError::TooManyArcs,
        LayersError::Stopped => PlainError::Stopped,
    })?;
    if layers.is_empty() {
        return writer.post_constraint(Constraint::Clause(Clause { atoms: Vec::new() }));
    }
    let mut before = None;
    for (place, arcs) in layers.arcs.iter().enumerate() {
        let (variable, width) = (scope[place], layers.widths[place + 1]);
        let after = match width {
            // A layer with a single state needs no variable, since its state is known.
            1 => None,
            _ => Some(writer.add_hidden(Domain::from_range(0, width as Value - 1))?),
        };
        let row = |arc: &LayerArc| -> Result<Vec<Value>, PlainError> {
            budget.take_bytes(ROW_BYTES)?;
            // The columns are those of the scope: the states exist only where a variable does.
            let from = before.map(|_| arc.from as Value);
            let to = after.map(|_| arc.to as Value);
            Ok(from.into_iter().chain([arc.value]).chain(to).collect())
        };
        let tuples: Vec<Vec<Value>> = arcs.iter().map(row).collect::<Result<_, _>>()?;
        let scope = before.into_iter().chain([variable]).chain(after).collect();
        writer.post_constraint(Constraint::Table(Table {
            scope,
            tuples: Arc::new(tuples),
            forbidden: false,
        }))?;
        before = after;
    }
    Ok(())
}
