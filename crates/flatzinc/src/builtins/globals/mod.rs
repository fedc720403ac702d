//! Global constraints, by the names that Parallax's own library of MiniZinc gives them.
//!
//! Their meaning is that of MiniZinc's documentation. Arrays come without index sets, so first
//! indices are arguments of their own.

mod all_different;
mod automaton;
mod bins;
mod cardinality;
mod count;
mod lex;
mod order;
mod successors;
mod table;
mod tasks;

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

use parallax_model::flatten::Bool;
use parallax_model::{Domain, Relation, Value};

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::draft::Item;
use crate::error::PostError;

/// Maximum number of values that a constraint lists one by one.
const MAX_LISTED: u64 = 100_000;

impl Draft<'_> {
    /// Returns the expression that an item has a value.
    fn equals(&mut self, item: Item, number: i64) -> Bool {
        let (left, right) = (self.int_of(item), self.int_of(Item::Number(number)));
        self.terms.compare(left, Relation::Eq, right)
    }

    /// Returns the values of any of the items; `None` if there are too many.
    fn union(&mut self, items: &[Item]) -> Result<Option<Vec<Value>>, PostError> {
        let mut intervals = Vec::new();
        for &item in items {
            if let Some(domain) = self.domain(item) {
                self.spend(1)?;
                intervals.extend(domain.intervals());
            }
        }
        let union = Domain::from_intervals(intervals);
        if union.len() > MAX_LISTED {
            return Ok(None);
        }
        self.spend(union.len() as usize)?;
        Ok(Some(union.to_vec()))
    }
}
