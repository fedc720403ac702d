//! Chooses the propagator of a machine.

use std::cell::RefCell;
use std::sync::Arc;

use parallax_model::{self as model, ConstraintMachine, LayersError, MachineLayers, Value, VarId};

use super::graph::LayeredGraph;
use super::paths::RegularPropagator;
use crate::propagators::{ConstraintPropagator, PropagatorError};
use crate::store::DomainStore;

/// Maximum number of arcs of a layered graph, and of values of its places.
const MAX_ARCS: usize = 20_000_000;

/// Elementary steps that count as spent each time the graph asks whether to stop.
const STEPS_PER_POLL: usize = 1 << 14;

/// Returns the domain-consistent propagator; `None` if the time limit is reached.
///
/// # Errors
/// Returns an error if the graph has too many arcs.
pub(in crate::propagators::global) fn build_regular(
    c: &model::Regular,
    store: &mut DomainStore,
) -> Result<Option<Box<dyn ConstraintPropagator>>, PropagatorError> {
    let mut alphabet: Vec<Value> = c.automaton.transitions().iter().map(|step| step.1).collect();
    alphabet.sort_unstable();
    alphabet.dedup();
    let mut values = Vec::with_capacity(c.scope.len());
    let mut value_count = 0;
    for &v in &c.scope {
        let common = common_values(&alphabet, v, store);
        // The lists of values alone may be huge, so their total length has the limit of the arcs.
        value_count += common.len();
        if value_count > MAX_ARCS {
            return Err(too_many(c.scope.len()));
        }
        values.push(common);
    }
    of_machine(c, &values, store)
}

/// Returns the values that the automaton can read and the variable can take.
fn common_values(alphabet: &[Value], v: VarId, store: &DomainStore) -> Vec<Value> {
    // Scans the smaller of both sets and tests membership in the other.
    if (store.domain_size(v) as usize) < alphabet.len() {
        let is_read = |value: &Value| alphabet.binary_search(value).is_ok();
        return store.values(v).filter(is_read).collect();
    }
    alphabet.iter().copied().filter(|&value| store.contains(v, value)).collect()
}

/// Returns the propagator of a machine that rejects all but these values of each place; `None` if
/// the time limit is reached.
fn of_machine<M: ConstraintMachine>(
    machine: &M,
    values: &[Vec<Value>],
    store: &mut DomainStore,
) -> Result<Option<Box<dyn ConstraintPropagator>>, PropagatorError> {
    let scope = machine.read_variables();
    let layers = {
        // `stop` is called through a shared reference, but counting steps changes the store.
        let store = RefCell::new(&mut *store);
        let stop = || store.borrow_mut().spend_steps(STEPS_PER_POLL).is_err();
        MachineLayers::from_machine(machine, values, MAX_ARCS, &stop)
    };
    match layers {
        Ok(layers) => {
            let graph = Arc::new(LayeredGraph::new(scope, layers));
            Ok(Some(Box::new(RegularPropagator::new(graph, store))))
        }
        Err(LayersError::TooMany) => Err(too_many(scope.len())),
        Err(LayersError::Stopped) => Ok(None),
    }
}

fn too_many(places: usize) -> PropagatorError {
    PropagatorError::Arcs { places, most: MAX_ARCS }
}
