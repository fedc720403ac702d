//! Bounds consistency of products.

use parallax_model::{self as model, Value, VarId};

use super::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
};
use crate::decision::ValueTest;
use crate::store::PropagationConflict;

/// Propagates `left * right = result` by intervals: the result lies within the products of the
/// factors' bounds, and a factor's bound moves while no real number within the other factor's
/// bounds gives a product within the result's. No domain is scanned. Once two of three different
/// variables are fixed, the third is fixed as well, unless every value satisfies the product.
#[derive(Clone)]
pub(super) struct ProductPropagator {
    left: VarId,
    right: VarId,
    result: VarId,
}

/// All numbers from the first to the second, inclusive.
type Interval = (i64, i64);

/// Returns the factors `x` for which `x * other` meets `result` somewhere within the intervals:
/// those up to the first number, and those from the second to the third. Values stay below 10^9 in
/// magnitude, so nothing overflows.
fn meeting_factors(other: Interval, result: Interval) -> (i64, i64, i64) {
    const ALL: (i64, i64, i64) = (i64::MIN, i64::MIN, i64::MAX);
    const NONE: (i64, i64, i64) = (i64::MIN, i64::MAX, i64::MAX);
    let ((c, d), (low, high)) = (other, result);
    // Negating both intervals maps the case of a negative other factor to the positive one.
    if d < 0 {
        return meeting_factors((-d, -c), (-high, -low));
    }
    // The other factor is positive, so the possible factors are one interval. Each end divides the
    // result's end by the bound that reaches farthest: e.g. for [2, 3] and result [6, 7], from 2 to
    // 3.
    if c > 0 {
        // A quotient is greatest with the small divisor if it is positive, and with the large one
        // if it is negative.
        let most = high.div_euclid(if high >= 0 { c } else { d });
        let least = -(-low).div_euclid(if low >= 0 { d } else { c });
        return (i64::MIN, least, most);
    }
    // The other factor may be 0, and so may the result: every factor meets it.
    if low <= 0 && high >= 0 {
        return ALL;
    }
    // The result excludes 0, so factors of one sign need a positive other factor, and factors of
    // the other sign a negative one. The smallest magnitude is where the largest such factor
    // reaches the end of the result that is nearest to 0.
    let (above, below, nearest) = if low > 0 { (d, -c, low) } else { (-c, d, -high) };
    let reach = |end: i64| (end > 0).then(|| -(-nearest).div_euclid(end));
    let from = reach(above).unwrap_or(NONE.1);
    let to = reach(below).map_or(NONE.0, |steps| -steps);
    (to, from, i64::MAX)
}

impl ProductPropagator {
    pub(super) fn new(c: &model::Product) -> Self {
        ProductPropagator { left: c.left, right: c.right, result: c.result }
    }

    /// Moves the bounds of a factor.
    fn shave_bounds(
        &self,
        v: VarId,
        other: VarId,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let (to, from, last) =
            meeting_factors(wide_bounds(other, store), wide_bounds(self.result, store));
        store.remove_above(v, last.max(to))?;
        // The lower part is out of reach, so the variable lies in the upper one.
        if i64::from(store.min(v)) > to {
            store.remove_below(v, from)?;
        }
        // The greatest value may lie between the two parts.
        if i64::from(store.max(v)) < from { store.remove_above(v, to) } else { Ok(()) }
    }

    /// Checks the product once all variables are fixed.
    fn check_product(&self, store: &DomainStore) -> Result<(), PropagationConflict> {
        let [left, right, result] =
            [self.left, self.right, self.result].map(|v| store.fixed_value(v));
        let (Some(left), Some(right), Some(result)) = (left, right, result) else {
            return Ok(());
        };
        if i64::from(left) * i64::from(right) == i64::from(result) {
            Ok(())
        } else {
            Err(PropagationConflict)
        }
    }

    /// Fixes a factor by a fixed nonzero other factor and a fixed result.
    fn fix_factor(
        &self,
        v: VarId,
        other: VarId,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let (Some(by), Some(result)) = (store.fixed_value(other), store.fixed_value(self.result))
        else {
            return Ok(());
        };
        match by {
            // Zero times any value is zero, so the factor stays open.
            0 if result == 0 => Ok(()),
            0 => Err(PropagationConflict),
            _ if result % by != 0 => Err(PropagationConflict),
            _ => match Value::try_from(i64::from(result) / i64::from(by)) {
                Ok(value) => store.fix_value(v, value),
                Err(_) => Err(PropagationConflict),
            },
        }
    }
}

fn wide_bounds(v: VarId, store: &DomainStore) -> Interval {
    (store.min(v).into(), store.max(v).into())
}

impl ConstraintPropagator for ProductPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = vec![self.left, self.right, self.result];
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.scope().into_iter().map(|v| (v, DomainEvent::Bounds)).collect()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let ([a, b], [c, d]) = (
            [store.min(self.left), store.max(self.left)].map(i64::from),
            [store.min(self.right), store.max(self.right)].map(i64::from),
        );
        // First the result from the factors, then each factor from the result, then exact values
        // once two of the three are fixed.
        let (low, high) = interval_product((a, b), (c, d));
        store.remove_below(self.result, low)?;
        store.remove_above(self.result, high)?;
        self.shave_bounds(self.left, self.right, store)?;
        self.shave_bounds(self.right, self.left, store)?;
        self.fix_factor(self.left, self.right, store)?;
        self.fix_factor(self.right, self.left, store)?;
        self.check_product(store)
    }

    /// Names the needed bounds of the others, and bounds of the variable between which the product
    /// has no solution; or the two values that give the third.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let is_own = |v: VarId| v == claim.variable;
        let all = [self.left, self.right, self.result];
        // With a repeated variable the bounds of one place are also those of another: only the
        // whole scope is a sound premise then.
        if all.iter().filter(|&&v| is_own(v)).count() == 1 {
            let part = match claim.test {
                ValueTest::AtMost => (i64::from(claim.value) + 1, i64::MAX),
                ValueTest::Above => (i64::MIN, i64::from(claim.value)),
                ValueTest::Not | ValueTest::Is => (claim.value.into(), claim.value.into()),
            };
            if claim.test != ValueTest::Is && self.explain_part(claim.variable, part, past, into) {
                return;
            }
            let others: Vec<VarId> = all.into_iter().filter(|&v| !is_own(v)).collect();
            if let [Some(_), Some(_)] = [past.fixed_value(others[0]), past.fixed_value(others[1])] {
                others.iter().for_each(|&v| into.add_domain(v, past));
                return;
            }
        }
        into.left_to_refute(claim, past);
        all.iter().for_each(|&v| into.add_bounds(v, past));
    }

    /// Names the values of all variables, or of a factor and the result.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        let result = past.fixed_value(self.result).map(i64::from);
        for factor in [self.left, self.right] {
            let by = past.fixed_value(factor).map(i64::from);
            if by.zip(result).is_some_and(|(by, result)| match by {
                0 => result != 0,
                _ => result % by != 0,
            }) {
                into.add_domain(factor, past);
                return into.add_domain(self.result, past);
            }
        }
        into.add_scope(&[self.left, self.right, self.result], past);
    }
}

impl ProductPropagator {
    /// Explains why a variable has no value in a part of its domain: tries each bound at the root
    /// instead, and adds those that are needed.
    fn explain_part(
        &self,
        own: VarId,
        part: Interval,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let [first, second] = match own {
            v if v == self.left => [self.right, self.result],
            v if v == self.right => [self.left, self.result],
            _ => [self.left, self.right],
        };
        let is_result = own == self.result;
        let excludes = |[own, first, second]: [Interval; 3]| {
            let own = (own.0.max(part.0), own.1.min(part.1));
            if is_result {
                let (low, high) = interval_product(first, second);
                return own.0 > own.1 || own.1 < low || own.0 > high;
            }
            let (to, from, last) = meeting_factors(first, second);
            own.0 > own.1 || (own.0 > to && (own.1 < from || own.0 > last))
        };
        let all = [own, first, second];
        let mut ends = all.map(|v| past.wide_bounds(v));
        if !excludes(ends) {
            return false;
        }
        // Each end is relaxed to the root for good if the remaining premises still exclude the
        // part.
        for place in 0..3 {
            let (low, high) = into.root_ends(all[place]);
            let before = ends;
            ends[place].0 = low;
            if !excludes(ends) {
                ends = before;
            }
            let before = ends;
            ends[place].1 = high;
            if !excludes(ends) {
                ends = before;
            }
            into.at_least(all[place], ends[place].0);
            into.at_most(all[place], ends[place].1);
        }
        true
    }
}

/// Returns the least and the greatest product of two intervals.
fn interval_product((a, b): Interval, (c, d): Interval) -> Interval {
    let products = [a * c, a * d, b * c, b * d];
    products.iter().fold((i64::MAX, i64::MIN), |(a, b), &p| (a.min(p), b.max(p)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `x * y` can meet the result for some real `y` in an interval.
    fn meets(x: i64, (c, d): Interval, (low, high): Interval) -> bool {
        (x * c).min(x * d) <= high && (x * c).max(x * d) >= low
    }

    #[test]
    fn factors_are_those_that_meet_the_result() {
        let intervals = || (-7..=7i64).flat_map(|a| (a..=7).map(move |b| (a, b)));
        for other in intervals() {
            for result in intervals().map(|(a, b)| (a * 3 - 1, b * 3 + 1)) {
                let (to, from, last) = meeting_factors(other, result);
                for x in -30..=30 {
                    let within = x <= to || (from..=last).contains(&x);
                    assert_eq!(within, meets(x, other, result), "{x} {other:?} {result:?}");
                }
            }
        }
    }
}
