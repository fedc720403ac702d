//! Terms in four bytes each.

use super::document::{List, Var};

/// An integer, a truth value or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A constant; truth values are 0 and 1.
    Value(i64),
    /// A variable.
    Var(Var),
}

/// Set in the code of a variable; its place is in the other bits.
const VARIABLE: u32 = 1 << 31;

/// Set in the code of a constant that does not fit; its place among these is in the other bits.
const LARGE: u32 = 1 << 30;

/// The number that is added to a constant that fits, to make it positive.
const SHIFT: i64 = 1 << 29;

/// A sequence of terms.
///
/// Texts are shorter than 4 GB and a large constant takes 10 bytes of them, a variable 11 bytes, so
/// places fit into their bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    codes: Vec<u32>,
    large: Vec<i64>,
}

impl Terms {
    /// Returns the number of terms.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Adds a term at the end.
    pub(crate) fn push(&mut self, term: Term) {
        self.codes.push(match term {
            Term::Var(Var(place)) => VARIABLE | place,
            Term::Value(value) if (-SHIFT..SHIFT).contains(&value) => (value + SHIFT) as u32,
            Term::Value(value) => {
                self.large.push(value);
                LARGE | (self.large.len() - 1) as u32
            }
        });
    }

    /// Returns the terms of a list.
    pub(crate) fn list(&self, list: List) -> Elements<'_> {
        let codes = self.codes.get(list.start as usize..list.end as usize).unwrap_or_default();
        Elements { codes, large: &self.large }
    }
}

/// The terms of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements<'d> {
    codes: &'d [u32],
    large: &'d [i64],
}

impl<'d> Elements<'d> {
    /// Returns their number.
    pub(crate) fn len(self) -> usize {
        self.codes.len()
    }

    /// Returns a term by its place, from 0.
    pub(crate) fn get(self, place: usize) -> Option<Term> {
        self.codes.get(place).map(|&code| self.term(code))
    }

    /// Returns the terms in order.
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = Term> + DoubleEndedIterator + 'd {
        self.codes.iter().map(move |&code| self.term(code))
    }

    /// Returns the term of a code.
    fn term(self, code: u32) -> Term {
        if code & VARIABLE != 0 {
            Term::Var(Var(code & !VARIABLE))
        } else if code & LARGE != 0 {
            let place = (code & !LARGE) as usize;
            Term::Value(self.large.get(place).copied().unwrap_or_default())
        } else {
            Term::Value(i64::from(code) - SHIFT)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_went() {
        let edges = [0, 1, -1, SHIFT, SHIFT - 1, -SHIFT, -SHIFT - 1, i64::MIN, i64::MAX];
        let mut all: Vec<Term> = edges.into_iter().map(Term::Value).collect();
        all.extend([0, 1, LARGE, LARGE - 1, VARIABLE - 1].map(|place| Term::Var(Var(place))));
        let mut terms = Terms::default();
        for &term in &all {
            terms.push(term);
        }
        let list = terms.list(List { start: 0, end: all.len() as u32 });
        assert_eq!(list.iter().collect::<Vec<_>>(), all);
        assert_eq!((list.len(), list.get(7)), (all.len(), Some(Term::Value(i64::MIN))));
        assert_eq!(list.get(all.len()), None);
        assert_eq!(terms.list(List { start: 3, end: 3 }).len(), 0);
        assert_eq!(terms.list(List { start: 3, end: 4 }).get(0), Some(all[3]));
    }
}
