//! From models back to integers, and from integers to the literals that force or forbid them.

use rustsat::types::Lit;

use super::{IntId, Ints};
use crate::Bool;

impl Ints {
    /// The value of an integer in a model, where `value_of` gives the truth value of a literal.
    /// `None` if the model gives it no value or several, which no model of the formula does.
    pub fn decode(&self, x: IntId, value_of: &dyn Fn(Lit) -> bool) -> Option<i32> {
        let is_true = |literal| match literal {
            Bool::Const(value) => value,
            Bool::Lit(lit) => value_of(lit),
        };
        let domain = &self.domains[x.index()];
        let mut found = None;
        let mut below = false;
        for index in 0..domain.len() {
            let here = match domain.eager_eq(index) {
                Some(eq) => {
                    below |= is_true(eq);
                    is_true(eq)
                }
                None => {
                    let le = domain.eager_le(index).is_some_and(is_true);
                    let here = le && !below;
                    below |= le;
                    here
                }
            };
            if here && found.replace(domain.values[index]).is_some() {
                return None;
            }
        }
        found
    }

    /// Writes the clause that forbids these integers to have all these values, and `not guard` if
    /// there is one; it makes no literals. Returns false, writing nothing, if the assignment is
    /// impossible anyway because a value is not in its domain.
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

    /// Writes literals which together force `x = value`; it makes none. Returns false, writing
    /// nothing, if the value is not in the domain.
    pub fn assume(&self, x: IntId, value: i32, out: &mut Vec<Lit>) -> bool {
        match self.index_of(x, value.into()) {
            Some(index) => {
                self.push_eq_at(x, index, out);
                true
            }
            None => false,
        }
    }
}
