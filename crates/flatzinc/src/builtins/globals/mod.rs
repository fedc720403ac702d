//! Global constraints, by the names that Parallax's own library of MiniZinc gives them.
//!
//! Their meaning is that of MiniZinc's documentation. Arrays come without index sets, so first
//! indices are arguments of their own.

mod all_different;
mod automaton;
mod bins;
mod cardinality;
mod count;
mod global_arguments;
mod lex;
mod order;
mod successors;
mod table;
mod tasks;

use global_arguments::MAX_LISTED;

pub(crate) use all_different::{AllDifferent, AllEqual};
pub(crate) use automaton::Regular;
pub(crate) use bins::BinPacking;
pub(crate) use cardinality::Cardinality;
pub(crate) use count::{Count, Distinct};
pub(crate) use lex::Lex;
pub(crate) use order::{Increasing, Precede};
pub(crate) use successors::{Circuit, Inverse};
pub(crate) use table::Table;
pub(crate) use tasks::{Cumulative, NoOverlap};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
