//! One integer: its values, and the literals it has from the start.

use std::sync::Arc;

use rustsat::types::{Lit, Var};

use super::IntId;
use crate::{Bool, IntEncoding};

/// An integer's domain and literals.
///
/// With three values or more, the eager literals are consecutive variables from `first`: `x = v`
/// for each value (direct), `x <= v` for each value but the last (order), both with `x = v` of the
/// inner values last (channelled), or the bits of the place (log). Two values need one variable:
/// direct and log take `x = larger value`, so that a 0/1 integer is its literal; the others take
/// `x <= smaller value`. One value or none needs no variable, a view has none of its own.
#[derive(Debug)]
pub(super) struct Domain {
    pub(super) values: Arc<[i32]>,
    pub(super) encoding: IntEncoding,
    pub(super) first: u32,
    /// Literals made on demand, by place: `x <= v` (direct), `x = v` (order), or both, first all
    /// `x = v` (log).
    pub(super) lazy: Vec<Option<Lit>>,
    /// Whose literals a view uses.
    pub(super) view: Option<View>,
}

/// Whose literals a view uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct View {
    /// The integer with the literals; not a view itself.
    pub(super) root: IntId,
    pub(super) scale: i64,
    pub(super) offset: i64,
}

impl Domain {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The place of a value.
    pub(super) fn index_of(&self, value: i128) -> Option<usize> {
        let count = self.count_up_to(value);
        (count > 0 && i128::from(self.values[count - 1]) == value).then(|| count - 1)
    }

    /// How many values are at most `bound`.
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
            // An interval: the place is a subtraction away, and below the length.
            (bound - first) as usize + 1
        } else {
            self.values.partition_point(|&value| i128::from(value) <= bound)
        }
    }

    fn variable(&self, offset: usize) -> Lit {
        // Offsets stay below the number of variables, which fits.
        Var::new(self.first + offset as u32).pos_lit()
    }

    /// `x = value at index`, if no literal has to be made for it.
    pub(super) fn eager_eq(&self, index: usize) -> Option<Bool> {
        let last = self.len() - 1;
        match (self.encoding, self.len()) {
            (_, 1) => Some(Bool::Const(true)),
            (IntEncoding::Direct | IntEncoding::Log, 2) => Some(self.signed(0, index == 1)),
            (_, 2) => Some(self.signed(0, index == 0)),
            (IntEncoding::Direct, _) => Some(self.signed(index, true)),
            (IntEncoding::Log, _) => None,
            (_, _) if index == 0 => Some(self.signed(0, true)),
            (_, _) if index == last => Some(self.signed(last - 1, false)),
            (IntEncoding::Channelled, _) => Some(self.signed(last + index - 1, true)),
            (IntEncoding::Order, _) => None,
        }
    }

    /// `x <= value at index`, if no literal has to be made for it.
    pub(super) fn eager_le(&self, index: usize) -> Option<Bool> {
        let last = self.len() - 1;
        if index == last {
            return Some(Bool::Const(true));
        }
        match self.encoding {
            IntEncoding::Order | IntEncoding::Channelled => Some(self.signed(index, true)),
            IntEncoding::Direct if index == 0 => self.eager_eq(0),
            IntEncoding::Direct if index + 1 == last => self.eager_eq(last).map(|lit| !lit),
            IntEncoding::Direct => None,
            IntEncoding::Log if last == 1 => Some(self.signed(0, false)),
            // Below the half of all numbers the highest bit is 0.
            IntEncoding::Log if index + 1 == 1 << (self.width() - 1) => {
                Some(self.signed(self.width() - 1, false))
            }
            IntEncoding::Log => None,
        }
    }

    /// The literal that was made on demand for `x = value at index`, if any.
    pub(super) fn made_eq(&self, index: usize) -> Option<Lit> {
        match self.encoding {
            IntEncoding::Order | IntEncoding::Log => self.lazy.get(index).copied().flatten(),
            IntEncoding::Direct | IntEncoding::Channelled => None,
        }
    }

    /// Number of bits of a log-encoded integer's places.
    pub(super) fn width(&self) -> usize {
        bits_for(self.len())
    }

    /// A bit of a log-encoded integer's place.
    pub(super) fn bit(&self, bit: usize) -> Lit {
        self.variable(bit)
    }

    fn signed(&self, offset: usize, positive: bool) -> Bool {
        let lit = self.variable(offset);
        Bool::Lit(if positive { lit } else { !lit })
    }
}

/// How many bits the places of so many values need.
pub(super) fn bits_for(values: usize) -> usize {
    (usize::BITS - values.saturating_sub(1).leading_zeros()) as usize
}
