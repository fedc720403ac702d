//! One integer: its values, and the literals that it starts with.

use std::sync::Arc;

use rustsat::types::{Lit, Var};

use super::IntId;
use crate::{EncodedBool, IntEncoding};

/// An integer's domain and literals.
///
/// With three values or more, the eager literals are consecutive variables from `first`: `x = v`
/// for each value (direct), `x <= v` for each value but the last (order), these followed by `x = v`
/// for each inner value (channelled), or the bits of the place (log). Two values need one variable:
/// direct and log use `x = larger value`, so that a 0/1 integer is its literal; the others use `x
/// <= smaller value`. An integer of one value or none needs no variable, and a view shares those of
/// its root.
#[derive(Debug)]
pub(super) struct IntegerDomain {
    pub(super) values: Arc<[i32]>,
    pub(super) encoding: IntEncoding,
    pub(super) first: u32,
    /// Literals made on demand, by place: `x <= v` (direct), `x = v` (order), or both, first all
    /// `x = v` (log).
    pub(super) lazy: Vec<Option<Lit>>,
    /// The integer whose literals a view uses, and the map from it.
    pub(super) view: Option<IntegerView>,
}

/// The map from the integer whose literals a view uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IntegerView {
    /// The integer that owns the literals; not a view itself.
    pub(super) root: IntId,
    pub(super) scale: i64,
    pub(super) offset: i64,
}

impl IntegerDomain {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the place of a value in the domain.
    pub(super) fn index_of(&self, value: i128) -> Option<usize> {
        let count = self.count_up_to(value);
        (count > 0 && i128::from(self.values[count - 1]) == value).then(|| count - 1)
    }

    /// Returns the number of values that are at most `bound`.
    pub(super) fn count_up_to(&self, bound: i128) -> usize {
        let (Some(&first), Some(&last)) = (self.values.first(), self.values.last()) else {
            return 0;
        };
        let (first, last) = (i128::from(first), i128::from(last));
        if bound < first {
            0
        } else if bound >= last {
            self.len()
        } else if last - first == self.len() as i128 - 1 {
            // For an interval, a subtraction gives the place, which is below the length.
            (bound - first) as usize + 1
        } else {
            self.values.partition_point(|&value| i128::from(value) <= bound)
        }
    }

    fn literal_at(&self, offset: usize) -> Lit {
        // Offsets stay below the number of variables, which fits.
        Var::new(self.first + offset as u32).pos_lit()
    }

    /// Returns the truth value of `x = value at index`, if that needs no new literal.
    pub(super) fn eager_eq(&self, index: usize) -> Option<EncodedBool> {
        let last = self.len() - 1;
        match (self.encoding, self.len()) {
            (_, 1) => Some(EncodedBool::Const(true)),
            // Two values share one variable: `x = larger value` here, `x <= smaller value` below.
            (IntEncoding::Direct | IntEncoding::Log, 2) => Some(self.signed_literal(0, index == 1)),
            (_, 2) => Some(self.signed_literal(0, index == 0)),
            (IntEncoding::Direct, _) => Some(self.signed_literal(index, true)),
            (IntEncoding::Log, _) => None,
            // With bounds, `x = first` is `x <= first`, and `x = last` is the negation of the last
            // bound.
            (_, _) if index == 0 => Some(self.signed_literal(0, true)),
            (_, _) if index == last => Some(self.signed_literal(last - 1, false)),
            // The bounds have the offsets 0 to last - 1; inner values follow, the first of them at
            // index 1.
            (IntEncoding::Channelled, _) => Some(self.signed_literal(last + index - 1, true)),
            (IntEncoding::Order, _) => None,
        }
    }

    /// Returns the truth value of `x <= value at index`, if that needs no new literal.
    pub(super) fn eager_le(&self, index: usize) -> Option<EncodedBool> {
        let last = self.len() - 1;
        if index == last {
            return Some(EncodedBool::Const(true));
        }
        match self.encoding {
            IntEncoding::Order | IntEncoding::Channelled => Some(self.signed_literal(index, true)),
            // Only the outermost bounds of a direct encoding are single values.
            IntEncoding::Direct if index == 0 => self.eager_eq(0),
            IntEncoding::Direct if index + 1 == last => self.eager_eq(last).map(|lit| !lit),
            IntEncoding::Direct => None,
            IntEncoding::Log if last == 1 => Some(self.signed_literal(0, false)),
            // Below half of the range the highest bit is 0.
            IntEncoding::Log if index + 1 == 1 << (self.bit_width() - 1) => {
                Some(self.signed_literal(self.bit_width() - 1, false))
            }
            IntEncoding::Log => None,
        }
    }

    /// Returns the literal made on demand for `x = value at index`, if any.
    pub(super) fn made_eq(&self, index: usize) -> Option<Lit> {
        match self.encoding {
            IntEncoding::Order | IntEncoding::Log => self.lazy.get(index).copied().flatten(),
            IntEncoding::Direct | IntEncoding::Channelled => None,
        }
    }

    /// Returns the number of bits of a log-encoded integer's place.
    pub(super) fn bit_width(&self) -> usize {
        bits_for(self.len())
    }

    /// Returns one bit of a log-encoded integer's place.
    pub(super) fn bit_literal(&self, bit: usize) -> Lit {
        self.literal_at(bit)
    }

    fn signed_literal(&self, offset: usize, positive: bool) -> EncodedBool {
        let lit = self.literal_at(offset);
        EncodedBool::Lit(if positive { lit } else { !lit })
    }
}

/// Returns the number of bits needed to number this many values.
pub(super) fn bits_for(values: usize) -> usize {
    (usize::BITS - values.saturating_sub(1).leading_zeros()) as usize
}
