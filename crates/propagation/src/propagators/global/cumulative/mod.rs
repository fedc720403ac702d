//! Cumulative: time-tables, edge finding by the energy of intervals, and the rules of one machine
//! for tasks that exclude each other.

pub(super) mod bounds_source;
mod edge_finder;
mod energy;
mod exclusive_tasks;
mod make_cumulative;
mod profile;
mod reasons;
#[cfg(test)]
mod tests;
mod time_table;

use make_cumulative::cumulative_scope;
pub(super) use make_cumulative::post_cumulative;
