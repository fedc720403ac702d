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

pub(crate) use all_different::{AllDifferentBuiltin, AllEqualBuiltin};
pub(crate) use automaton::RegularBuiltin;
pub(crate) use bins::BinPackingBuiltin;
pub(crate) use cardinality::CardinalityBuiltin;
pub(crate) use count::{CountBuiltin, DistinctBuiltin};
pub(crate) use lex::LexBuiltin;
pub(crate) use order::{IncreasingBuiltin, PrecedeBuiltin};
pub(crate) use successors::{CircuitBuiltin, InverseBuiltin};
pub(crate) use table::TableBuiltin;
pub(crate) use tasks::{CumulativeBuiltin, NoOverlapBuiltin};

use super::arguments::ArgumentCursor;
use super::{BoundsStore, BuiltinRule, ConstraintTruth, FlatzincModelDraft};
