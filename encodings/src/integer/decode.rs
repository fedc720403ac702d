//! From models back to integers, and from integers to the literals that force or forbid them.

use rustsat::types::Lit;

use super::{IntEncoding, IntId, IntegerStore, domain::IntegerDomain};
use crate::EncodedBool;

impl IntegerStore {
    /// Returns the value of an integer in a model, where `value_of` gives the truth value of a
    /// literal. `None` if the assignment gives the integer no value or several, which cannot happen
    /// in a model of the formula.
    pub fn decode_value(&self, x: IntId, value_of: &dyn Fn(Lit) -> bool) -> Option<i32> {
        let is_true = |literal| match literal {
            EncodedBool::Const(value) => value,
            EncodedBool::Lit(lit) => value_of(lit),
        };
        let root = self.root_of(x);
        let domain = &self.domains[root.index()];
        let place = match domain.encoding {
            IntEncoding::Log => domain.place_by_bits(value_of),
            _ => domain.place_by_scan(&is_true),
        }?;
        // A reversed view counts its places from the other end.
        let (_, place, _) = match self.domains[x.index()].view {
            Some(_) => self.place_in_root(x, place),
            None => (x, place, false),
        };
        Some(self.domains[x.index()].values[place])
    }

    /// Whether a partial truth assignment makes a single literal of `x != value` true; `is_true`
    /// returns which literals are true. Also true if the value is not in the domain.
    pub fn is_removed(&self, x: IntId, value: i32, is_true: &dyn Fn(Lit) -> bool) -> bool {
        let mut clause = Vec::new();
        if self.push_ne(x, value, &mut clause) || clause.iter().any(|&lit| is_true(lit)) {
            return true;
        }
        // An order-encoded or log-encoded value may be removed by its own literal, made on demand,
        // while the literals of `push_ne` are still open.
        let made = self.index_of(x, value.into()).and_then(|index| {
            let (root, place, _) = self.place_in_root(x, index);
            self.domains[root.index()].made_eq(place)
        });
        made.is_some_and(|eq| is_true(!eq))
    }

    /// Writes the clause that forbids these integers to take all these values, plus `not guard` if
    /// given; makes no new literal. Returns false and writes nothing if a value is not in its
    /// domain, so that the assignment is impossible anyway.
    pub fn forbid_clause(
        &self,
        assignment: &[(IntId, i32)],
        guard: Option<Lit>,
        out: &mut Vec<Lit>,
    ) -> bool {
        let start = out.len();
        for &(x, value) in assignment {
            if self.push_ne(x, value, out) {
                out.truncate(start);
                return false;
            }
        }
        out.extend(guard.map(|guard| !guard));
        true
    }

    /// Writes literals that together force `x = value`; makes no new literal. Returns false and
    /// writes nothing if the value is not in the domain.
    pub fn assume_value(&self, x: IntId, value: i32, out: &mut Vec<Lit>) -> bool {
        match self.index_of(x, value.into()) {
            Some(index) => {
                self.push_eq_at(x, index, out);
                true
            }
            None => false,
        }
    }
}

impl IntegerDomain {
    /// Returns the place whose index the bits encode, if the domain has it.
    fn place_by_bits(&self, value_of: &dyn Fn(Lit) -> bool) -> Option<usize> {
        let set = (0..self.bit_width()).filter(|&bit| value_of(self.bit_literal(bit)));
        let place = set.map(|bit| 1 << bit).sum();
        (place < self.len()).then_some(place)
    }

    /// Returns the single place whose value the literals of values, or of bounds, select.
    fn place_by_scan(&self, is_true: &dyn Fn(EncodedBool) -> bool) -> Option<usize> {
        let mut found = None;
        let mut below = false;
        for index in 0..self.len() {
            let here = match self.eager_eq(index) {
                Some(eq) => {
                    below |= is_true(eq);
                    is_true(eq)
                }
                None => {
                    let le = self.eager_le(index).is_some_and(is_true);
                    // Bounds are monotone, so the value is the first one whose bound is true.
                    let here = le && !below;
                    below |= le;
                    here
                }
            };
            if here && found.replace(index).is_some() {
                return None;
            }
        }
        found
    }
}
