//! Terms in four bytes each.

use super::document::{ElementRange, FlatzincVarId};

/// An integer, a truth value or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FlatzincTerm {
    /// A constant; truth values are 0 and 1.
    Value(i64),
    /// A variable.
    Var(FlatzincVarId),
}

/// Set in the code of a variable; its place is in the other bits.
const VARIABLE_FLAG: u32 = 1 << 31;

/// Set in the code of a constant that does not fit; its place among these is in the other bits.
const LARGE_CONSTANT_FLAG: u32 = 1 << 30;

/// The number that is added to a constant that fits, to make it positive.
const CONSTANT_OFFSET: i64 = 1 << 29;

/// A sequence of terms.
///
/// Texts are shorter than 4 GB and a large constant takes 10 bytes of them, a variable 11 bytes, so
/// places fit into their bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct TermSequence {
    codes: Vec<u32>,
    large: Vec<i64>,
}

impl TermSequence {
    /// Returns the number of terms.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Adds a term at the end.
    pub(crate) fn push_term(&mut self, term: FlatzincTerm) {
        self.codes.push(match term {
            FlatzincTerm::Var(FlatzincVarId(place)) => VARIABLE_FLAG | place,
            FlatzincTerm::Value(value) if (-CONSTANT_OFFSET..CONSTANT_OFFSET).contains(&value) => {
                // Below 2^30, so that neither flag is set.
                (value + CONSTANT_OFFSET) as u32
            }
            FlatzincTerm::Value(value) => {
                self.large.push(value);
                LARGE_CONSTANT_FLAG | (self.large.len() - 1) as u32
            }
        });
    }

    /// Returns the terms of a list.
    pub(crate) fn list_terms(&self, list: ElementRange) -> TermSlice<'_> {
        let codes = self.codes.get(list.start as usize..list.end as usize).unwrap_or_default();
        TermSlice { codes, large: &self.large }
    }
}

/// The terms of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TermSlice<'d> {
    codes: &'d [u32],
    large: &'d [i64],
}

impl<'d> TermSlice<'d> {
    /// Returns their number.
    pub(crate) fn len(self) -> usize {
        self.codes.len()
    }

    /// Returns a term by its place, from 0.
    pub(crate) fn get(self, index: usize) -> Option<FlatzincTerm> {
        self.codes.get(index).map(|&code| self.decode_term(code))
    }

    /// Returns the terms in order.
    pub(crate) fn iter(
        self,
    ) -> impl ExactSizeIterator<Item = FlatzincTerm> + DoubleEndedIterator + 'd {
        self.codes.iter().map(move |&code| self.decode_term(code))
    }

    /// Returns the term of a code.
    fn decode_term(self, code: u32) -> FlatzincTerm {
        // Tested first, because the place of a variable may have the bit of `LARGE_CONSTANT_FLAG`.
        if code & VARIABLE_FLAG != 0 {
            FlatzincTerm::Var(FlatzincVarId(code & !VARIABLE_FLAG))
        } else if code & LARGE_CONSTANT_FLAG != 0 {
            let index = (code & !LARGE_CONSTANT_FLAG) as usize;
            FlatzincTerm::Value(self.large.get(index).copied().unwrap_or_default())
        } else {
            FlatzincTerm::Value(i64::from(code) - CONSTANT_OFFSET)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_went() {
        let edges = [
            0,
            1,
            -1,
            CONSTANT_OFFSET,
            CONSTANT_OFFSET - 1,
            -CONSTANT_OFFSET,
            -CONSTANT_OFFSET - 1,
            i64::MIN,
            i64::MAX,
        ];
        let mut all: Vec<FlatzincTerm> = edges.into_iter().map(FlatzincTerm::Value).collect();
        all.extend(
            [0, 1, LARGE_CONSTANT_FLAG, LARGE_CONSTANT_FLAG - 1, VARIABLE_FLAG - 1]
                .map(|place| FlatzincTerm::Var(FlatzincVarId(place))),
        );
        let mut terms = TermSequence::default();
        for &term in &all {
            terms.push_term(term);
        }
        let list = terms.list_terms(ElementRange { start: 0, end: all.len() as u32 });
        assert_eq!(list.iter().collect::<Vec<_>>(), all);
        assert_eq!((list.len(), list.get(7)), (all.len(), Some(FlatzincTerm::Value(i64::MIN))));
        assert_eq!(list.get(all.len()), None);
        assert_eq!(terms.list_terms(ElementRange { start: 3, end: 3 }).len(), 0);
        assert_eq!(terms.list_terms(ElementRange { start: 3, end: 4 }).get(0), Some(all[3]));
    }
}
