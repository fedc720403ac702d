//! Chooses the propagators of a cumulative constraint.

use parallax_model as model;

use super::edge_finder;
use super::energy;
use super::exclusive_tasks;
use super::time_table;
use crate::propagators::global::no_overlap::OneMachine;
use crate::propagators::{ConstraintPropagator, DomainStore};

/// Appends the propagators of a cumulative. The time-table alone checks it.
pub(in crate::propagators::global) fn post_cumulative(
    c: &model::Cumulative,
    store: &DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) {
    made.push(Box::new(time_table::TimeTable::new(c)));
    // For one or two tasks, energy finds no more than their compulsory parts do.
    if c.starts.len() <= 2 {
        return;
    }
    let edges = edge_finder::CumulativeEdgeFinder::new(c, store);
    // Edges find all conflicts of energies, but do not raise the limit.
    if c.limit.as_variable().is_some() || edges.is_none() {
        made.push(Box::new(energy::CumulativeEnergyPropagator::new(c)));
    }
    if let Some(edges) = edges {
        made.push(Box::new(edges));
    }
    let machine = exclusive_tasks::exclusive_tasks(c);
    if machine.len() > 1 {
        let starts = machine.iter().map(|&task| c.starts[task]).collect();
        let lengths = machine.iter().map(|&task| c.lengths[task]).collect();
        made.push(Box::new(OneMachine::without_pairs(starts, lengths)));
    }
}

/// Returns the variables of a cumulative, each once.
pub(super) fn cumulative_scope(c: &model::Cumulative) -> Vec<model::VarId> {
    let mut scope = Vec::new();
    model::Kind::each_variable(c, &mut |v| scope.push(v));
    scope.sort_unstable();
    scope.dedup();
    scope
}
