//! Network flow of variables to values: the common part of all-different, global cardinality and
//! relations of classes.
//!
//! Every variable sends one unit to a value that it can take, and every value receives between its
//! least and its greatest number of units (Régin 1994, 1996). A unit can move from value `u` to
//! value `v` if a variable that takes `u` can take `v`; a value with spare capacity leads to the
//! sink, and the sink to each value that can spare a unit. This residual graph has the values as
//! nodes, so that sets of nodes are bit sets and the successors of a node are the words of domains.
//! All-different is the case in which every value receives at most one unit: a matching.

mod augmenting_path;
mod components;
mod domains;
mod explain;
mod filter;
mod flow_propagator;
mod network_flow;
mod variable_partition;

use network_flow::NO_INDEX;
pub(super) use network_flow::{NetworkFlow, PrunableGraph, ValueCapacity, ValueGraph};

pub(super) use domains::{ScopeValues, word_starts};
pub(super) use filter::FlowFilter;
pub(super) use flow_propagator::FlowPropagator;
