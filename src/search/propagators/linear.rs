//! Linear sums by bounds consistency.

use super::{Event, Propagator, Pruned, Store};
use crate::model::{self, Relation, VarId};
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
        let mut terms: Vec<(i64, VarId)> = Vec::new();
        for term in &c.terms {
            match terms.iter_mut().find(|(_, v)| *v == term.variable) {
                Some((coefficient, _)) => *coefficient += term.coefficient,
                None => terms.push((term.coefficient, term.variable)),
            }
        }
        terms.retain(|(coefficient, _)| *coefficient != 0);
        let (relation, constant) = match c.relation {
            Relation::Lt => (Relation::Le, c.constant - 1),
            Relation::Gt => (Relation::Ge, c.constant + 1),
            other => (other, c.constant),
        };
        Linear { terms, relation, constant }
    }

    /// The least and greatest value of a term.
    #[inline]
    fn bounds(&self, (a, v): (i64, VarId), store: &Store) -> (i64, i64) {
        let (low, high) = (a * i64::from(store.min(v)), a * i64::from(store.max(v)));
        if a < 0 { (high, low) } else { (low, high) }
    }

    /// The least and greatest value of the sum.
    fn sum_bounds(&self, store: &Store) -> (i64, i64) {
        self.terms.iter().fold((0, 0), |(low, high), &term| {
            let bounds = self.bounds(term, store);
            (low + bounds.0, high + bounds.1)
        })
    }

    /// Keeps `low <= a * v <= high`.
    #[inline]
    fn restrict(
        &self,
        (a, v): (i64, VarId),
        low: Option<i64>,
        high: Option<i64>,
        store: &mut Store,
    ) -> Pruned {
        let (below, above) = if a < 0 { (high, low) } else { (low, high) };
        if let Some(bound) = below {
            store.remove_below(v, ceil_div(bound, a))?;
        }
        if let Some(bound) = above {
            store.remove_above(v, floor_div(bound, a))?;
        }
        Ok(())
    }

    fn tighten(&self, store: &mut Store) -> Pruned {
        let at_least = self.relation != Relation::Le;
        let at_most = self.relation != Relation::Ge;
        loop {
            let (sum_low, sum_high) = self.sum_bounds(store);
            if at_most && sum_low > self.constant || at_least && sum_high < self.constant {
                return Err(Conflict);
            }
            let before = store.prunings;
            for &term in &self.terms {
                if store.is_fixed(term.1) {
                    continue;
                }
                let (low, high) = self.bounds(term, store);
                let least = self.constant - (sum_high - high);
                let most = self.constant - (sum_low - low);
                let low = (at_least && least > low).then_some(least);
                let high = (at_most && most < high).then_some(most);
                if low.is_some() || high.is_some() {
                    self.restrict(term, low, high, store)?;
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
        let event = if self.relation == Relation::Ne { Event::Fixed } else { Event::Bounds };
        self.scope().into_iter().map(|v| (v, event)).collect()
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
