//! Linear sums by bounds consistency.

use crate::model::{self, Domain, Relation, VarId};
use crate::search::propagators::{Event, Past, Propagator, Pruned, Removal, Store};
use crate::search::store::Conflict;

/// Bounds consistency of a weighted sum (Harvey and Schimpf 2002): each term
/// is bounded by what the others leave. `!=` acts when one variable is left.
pub(super) struct Linear {
    /// Each variable once, coefficients not 0.
    terms: Vec<(i64, VarId)>,
    relation: Relation,
    constant: i64,
}

impl Linear {
    pub(super) fn new(c: &model::Linear) -> Self {
        let (relation, constant) = match c.relation {
            Relation::Lt => (Relation::Le, c.constant - 1),
            Relation::Gt => (Relation::Ge, c.constant + 1),
            other => (other, c.constant),
        };
        Linear { terms: merged(c), relation, constant }
    }

    /// The least and greatest value of a term.
    #[inline]
    fn bounds(&self, (a, v): (i64, VarId), store: &Store) -> (i64, i64) {
        let (min, max) = (i64::from(store.min(v)), i64::from(store.max(v)));
        match a {
            1 => (min, max),
            0.. => (a * min, a * max),
            _ => (a * max, a * min),
        }
    }

    /// Keeps `low <= a * v <= high`.
    #[inline]
    fn restrict(&self, (a, v): (i64, VarId), low: i64, high: i64, store: &mut Store) -> Pruned {
        match a {
            1 => {
                store.remove_below(v, low)?;
                store.remove_above(v, high)
            }
            0.. => {
                store.remove_below(v, ceil_div(low, a))?;
                store.remove_above(v, floor_div(high, a))
            }
            _ => {
                store.remove_below(v, ceil_div(high, a))?;
                store.remove_above(v, floor_div(low, a))
            }
        }
    }

    fn tighten(&self, store: &mut Store) -> Pruned {
        let at_least = self.relation != Relation::Le;
        let at_most = self.relation != Relation::Ge;
        store.spend(self.terms.len())?;
        let (mut sum_low, mut sum_high, mut widest) = (0, 0, 0);
        for &term in &self.terms {
            let (low, high) = self.bounds(term, store);
            sum_low += low;
            sum_high += high;
            widest = widest.max(high - low);
        }
        loop {
            // How far any term may stand above its least, below its greatest.
            let above = if at_most { self.constant - sum_low } else { i64::MAX };
            let below = if at_least { sum_high - self.constant } else { i64::MAX };
            if above < 0 || below < 0 {
                return Err(Conflict);
            }
            if above >= widest && below >= widest {
                return Ok(());
            }
            let before = store.prunings;
            for &term in &self.terms {
                let (low, high) = self.bounds(term, store);
                let least = if at_least { self.constant - (sum_high - high) } else { low };
                let most = if at_most { self.constant - (sum_low - low) } else { high };
                if least > low || most < high {
                    self.restrict(term, least.max(low), most.min(high), store)?;
                    let (new_low, new_high) = self.bounds(term, store);
                    sum_low += new_low - low;
                    sum_high += new_high - high;
                }
            }
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    fn differ(&self, store: &mut Store) -> Pruned {
        let mut open = None;
        let mut sum = 0;
        for &(a, v) in &self.terms {
            match store.fixed(v) {
                Some(value) => sum += a * i64::from(value),
                None if open.is_some() => return Ok(()),
                None => open = Some((a, v)),
            }
        }
        let left = self.constant - sum;
        match open {
            None if left == 0 => Err(Conflict),
            Some((a, v)) if left % a == 0 => match (left / a).try_into() {
                Ok(value) => store.remove(v, value),
                Err(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// The terms of a sum with each variable once and no coefficient 0.
pub(in crate::search::propagators) fn merged(c: &model::Linear) -> Vec<(i64, VarId)> {
    let mut terms: Vec<(i64, VarId)> =
        c.terms.iter().map(|term| (term.coefficient, term.variable)).collect();
    terms.sort_by_key(|&(_, v)| v);
    terms.dedup_by(|next, kept| {
        let same = next.1 == kept.1;
        if same {
            kept.0 += next.0;
        }
        same
    });
    terms.retain(|(coefficient, _)| *coefficient != 0);
    terms
}

fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient }
}

impl Propagator for Linear {
    fn scope(&self) -> Vec<VarId> {
        self.terms.iter().map(|&(_, v)| v).collect()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        // The end of a term that tightens what the others are left.
        let event = |a: i64| match (self.relation, a > 0) {
            (Relation::Ne, _) => Event::Fixed,
            (Relation::Le, true) | (Relation::Ge, false) => Event::Min,
            (Relation::Le, false) | (Relation::Ge, true) => Event::Max,
            _ => Event::Bounds,
        };
        self.terms.iter().map(|&(a, v)| (v, event(a))).collect()
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        match self.relation {
            Relation::Ne => self.differ(store),
            _ => self.tighten(store),
        }
    }

    /// The bounds of the other variables; what lies between does not matter.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let others = self.terms.iter().map(|&(_, v)| v).filter(|&v| v != removal.variable);
        let hull = |v| past.bounds(v).map(|(low, high)| (v, Domain::range(low, high)));
        let mut because: Vec<(VarId, Domain)> = others.filter_map(hull).collect();
        // Its own bounds count where a bound moved past a hole.
        because.extend(hull(removal.variable));
        because
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_down_and_up() {
        for a in -20..=20i64 {
            for b in (-6..=6i64).filter(|&b| b != 0) {
                let exact = a as f64 / b as f64;
                assert_eq!(floor_div(a, b), exact.floor() as i64);
                assert_eq!(ceil_div(a, b), exact.ceil() as i64);
            }
        }
    }
}
