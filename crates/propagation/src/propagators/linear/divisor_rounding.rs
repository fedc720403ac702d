//! Rounds the bounds of a sum's terms by divisibility.

use parallax_model::VarId;

use crate::propagators::PastDomains;
use crate::store::{DomainStore, PropagationConflict};

/// Rounds the bounds of the open terms of `sum = constant`: a term equals the constant minus the
/// fixed terms, modulo the greatest common divisor of the coefficients of the other open terms.
#[derive(Clone)]
pub(super) struct DivisorRounding {
    /// The open terms, and the greatest common divisor of the coefficients from each term on.
    open: Vec<(i64, VarId)>,
    divisors: Vec<i64>,
}

impl DivisorRounding {
    /// Returns `None` if all coefficients are 1 or -1: then there is nothing to round.
    pub(super) fn for_terms(terms: &[(i64, VarId)]) -> Option<Self> {
        let some = terms.iter().any(|(a, _)| a.unsigned_abs() != 1);
        some.then(|| DivisorRounding { open: Vec::new(), divisors: Vec::new() })
    }

    /// Moves bounds to the next numbers that the sum allows.
    ///
    /// # Errors
    /// Returns a conflict if there are none.
    pub(super) fn round_bounds(
        &mut self,
        terms: &[(i64, VarId)],
        constant: i64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.open.clear();
        let mut rest = i128::from(constant);
        let mut units = 0;
        for &(a, v) in terms {
            match store.fixed_value(v) {
                Some(value) => rest -= i128::from(a) * i128::from(value),
                None => {
                    units += u32::from(a.unsigned_abs() == 1);
                    self.open.push((a, v));
                }
            }
        }
        // With two coefficients of 1 or -1, the divisor of the others is 1, whichever term is
        // omitted.
        if units >= 2 || self.open.is_empty() {
            return Ok(());
        }
        // `divisors[i]` is the divisor of all coefficients from term `i` on; `before`, in the loop
        // below, is that of the earlier ones. Together they give the divisor of all others in one
        // step per term.
        self.divisors.clear();
        self.divisors.resize(self.open.len() + 1, 0);
        for i in (0..self.open.len()).rev() {
            self.divisors[i] = gcd(self.divisors[i + 1], self.open[i].0);
        }
        // The open terms only produce multiples of the common divisor.
        if rest % i128::from(self.divisors[0]) != 0 {
            return Err(PropagationConflict);
        }
        let mut before = 0;
        for (i, &(a, v)) in self.open.iter().enumerate() {
            let others = gcd(before, self.divisors[i + 1]);
            before = gcd(before, a);
            // E.g. in `3x + 6y + 2z = 12` the coefficients other than that of `z` have divisor 3,
            // so `2z` and therefore `z` is a multiple of 3.
            if let Some((remainder, modulus)) = solve_congruence(a, rest, others) {
                round_bounds(v, remainder, modulus, store)?;
            }
        }
        Ok(())
    }
}

impl DivisorRounding {
    /// Returns a variable without a value between its bounds that the fixed terms allow; `None` if
    /// the divisor of all open terms is reason enough for the conflict.
    pub(super) fn without_value(
        &self,
        terms: &[(i64, VarId)],
        constant: i64,
        past: &PastDomains<'_>,
    ) -> Option<VarId> {
        let mut rest = i128::from(constant);
        let mut open = Vec::new();
        for &(a, v) in terms {
            match past.fixed_value(v) {
                Some(value) => rest -= i128::from(a) * i128::from(value),
                None => open.push((a, v)),
            }
        }
        let all = open.iter().fold(0, |divisor, &(a, _)| gcd(divisor, a));
        if open.is_empty() || rest % i128::from(all) != 0 {
            return None;
        }
        let is_empty = |&(a, v): &(i64, VarId)| {
            let others = open.iter().filter(|&&(_, other)| other != v);
            let others = others.fold(0, |divisor, &(a, _)| gcd(divisor, a));
            let (low, high) = past.wide_bounds(v);
            solve_congruence(a, rest, others).is_some_and(|(remainder, modulus)| {
                let low = i128::from(low);
                low + (remainder - low).rem_euclid(modulus) > i128::from(high)
            })
        };
        open.iter().find(|term| is_empty(term)).map(|&(_, v)| v)
    }
}

/// Solves `a x = rest` modulo `others`, which has solutions: returns the residue and the modulus of
/// `x`; `None` if every `x` is a solution.
fn solve_congruence(a: i64, rest: i128, others: i64) -> Option<(i128, i128)> {
    let common = gcd(a, others);
    // A single open term is left to the bounds. With a coefficient that is a multiple of the
    // divisor, every value solves the congruence.
    if others == 0 || common == others {
        return None;
    }
    let modulus = i128::from(others / common);
    let inverse = modular_inverse(i128::from(a / common).rem_euclid(modulus), modulus);
    // Exact: `common` divides all coefficients, and the caller has checked that they divide the
    // rest.
    let rest = (rest / i128::from(common)).rem_euclid(modulus);
    Some(((rest * inverse).rem_euclid(modulus), modulus))
}

fn round_bounds(
    v: VarId,
    remainder: i128,
    modulus: i128,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    let (min, max) = (i128::from(store.min(v)), i128::from(store.max(v)));
    // The least number from `min` on, and the greatest up to `max`, with the required remainder.
    let low = min + (remainder - min).rem_euclid(modulus);
    let high = max - (max - remainder).rem_euclid(modulus);
    if low > high {
        return Err(PropagationConflict);
    }
    // Now between the bounds.
    store.remove_below(v, low as i64)?;
    store.remove_above(v, high as i64)
}

/// Returns the greatest common divisor, not negative; `gcd(0, b)` is `b`. Coefficients are far from
/// the limits of their type.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the inverse of `a` modulo `modulus`; `a` and `modulus` are coprime.
fn modular_inverse(a: i128, modulus: i128) -> i128 {
    let (mut old, mut new) = ((a, 1), (modulus, 0));
    while new.0 != 0 {
        // Euclid's algorithm; in both pairs the first number is `a` times the second, modulo
        // `modulus`.
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congruences_are_those_of_the_definition() {
        for others in 1..=12 {
            for a in (-9..=9).filter(|&a| a != 0) {
                for rest in (-20..=20i128).filter(|rest| rest % i128::from(gcd(a, others)) == 0) {
                    let solves =
                        |x: i128| (i128::from(a) * x - rest).rem_euclid(others.into()) == 0;
                    for x in -15..=15i128 {
                        let solved = solve_congruence(a, rest, others)
                            .is_none_or(|(r, m)| (x - r).rem_euclid(m) == 0);
                        assert_eq!(solved, solves(x), "{a} x = {rest} modulo {others}, x = {x}");
                    }
                }
            }
        }
    }

    #[test]
    fn divisors_are_not_negative() {
        assert_eq!((gcd(0, -6), gcd(4, 6), gcd(i64::MAX, 0)), (6, 2, i64::MAX));
    }
}
