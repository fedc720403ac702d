//! Finds bounds of variables that assertions state directly.

use std::collections::{HashMap, HashSet};

use super::disjunction_bounds::DisjunctionBounds;
use super::{BoolExpression, DagNode, ExpressionDag, IntExpression};
use crate::ComparisonOperator;

/// The known bounds of a variable, inclusive; a lower bound above the upper one excludes every
/// value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariableBounds {
    /// The least value.
    pub low: Option<i128>,
    /// The greatest value.
    pub high: Option<i128>,
}

impl VariableBounds {
    /// Adds other bounds of the same variable.
    pub(super) fn meet_bounds(&mut self, other: VariableBounds) {
        // `None` orders before every number: `max` ignores it as it should, but `min` would prefer
        // it.
        self.low = self.low.max(other.low);
        self.high = match (self.high, other.high) {
            (Some(known), Some(bound)) => Some(known.min(bound)),
            (known, bound) => known.or(bound),
        };
    }
}

/// The depth to which a comparison is inspected; a deeper one is treated as stating no bound.
const MAX_DEPTH: usize = 64;

/// Returns the bounds of each of `count` variables that the assertions, all of them true, state
/// by comparing a multiple of one variable, plus a number, with a number, or by a disjunction of
/// such statements about it. They are exact: the assertions allow no value outside them.
#[must_use]
pub fn find_bounds(
    terms: &ExpressionDag,
    assertions: &[BoolExpression],
    count: usize,
) -> Vec<VariableBounds> {
    let mut found = vec![VariableBounds::default(); count];
    let (mut seen, mut hulls) = (HashSet::new(), DisjunctionBounds::new(terms));
    for &assertion in assertions {
        each_statement(&mut hulls, assertion, &mut seen, &mut |variable, bounds| {
            if let Some(known) = found.get_mut(variable as usize) {
                known.meet_bounds(bounds);
            }
        });
    }
    found
}

/// Returns for each of `count` variables the weakest bounds that any single assertion states. Each
/// assertion that bounds the variable on one side excludes the values beyond the bound on that
/// side; other assertions may exclude more.
#[must_use]
pub fn weakest_bounds(
    terms: &ExpressionDag,
    assertions: &[BoolExpression],
    count: usize,
) -> Vec<VariableBounds> {
    let mut found = vec![VariableBounds::default(); count];
    let mut hulls = DisjunctionBounds::new(terms);
    for &assertion in assertions {
        // Each assertion states its bounds by itself, also those of nodes that an earlier one
        // shares.
        let (mut seen, mut stated) = (HashSet::new(), HashMap::<u32, VariableBounds>::new());
        each_statement(&mut hulls, assertion, &mut seen, &mut |variable, bounds| {
            stated.entry(variable).or_default().meet_bounds(bounds);
        });
        for (variable, VariableBounds { low, high }) in stated {
            let Some(weakest) = found.get_mut(variable as usize) else { continue };
            // The weaker lower bound is the smaller one, which `min` on options would lose to
            // `None`.
            weakest.low =
                weakest.low.map_or(low, |known| Some(low.map_or(known, |l| known.min(l))));
            weakest.high = weakest.high.max(high);
        }
    }
    found
}

/// Visits the bounds that an assertion states by being true. Skips nodes in `seen`.
fn each_statement(
    hulls: &mut DisjunctionBounds<'_>,
    assertion: BoolExpression,
    seen: &mut HashSet<(BoolExpression, bool)>,
    visit: &mut dyn FnMut(u32, VariableBounds),
) {
    let terms = hulls.terms;
    let mut open: Vec<(BoolExpression, bool)> = vec![(assertion, true)];
    while let Some((term, positive)) = open.pop() {
        if !seen.insert((term, positive)) {
            continue;
        }
        match (terms.of_bool(term), positive) {
            (DagNode::And(list), true) | (DagNode::Or(list), false) => {
                open.extend(terms.bool_operands(list).map(|part| (part, positive)));
            }
            (DagNode::Or(list), true) | (DagNode::And(list), false) => {
                // A disjunction states the hull of the bounds that its parts state.
                let parts = terms.bool_operands(list).map(|part| (part, positive));
                hulls
                    .of_any(parts)
                    .into_iter()
                    .for_each(|(variable, bounds)| visit(variable, bounds));
            }
            (DagNode::Not(inner), _) => open.push((inner, !positive)),
            (DagNode::Compare(left, relation, right), _) => {
                let relation = if positive { relation } else { relation.negate_relation() };
                if let Some((variable, bounds)) = stated_bounds(terms, left, relation, right) {
                    visit(variable, bounds);
                }
            }
            _ => {}
        }
    }
}

/// Returns the variable that a comparison compares with a number, and the bounds that it states.
pub(super) fn stated_bounds(
    terms: &ExpressionDag,
    left: IntExpression,
    relation: ComparisonOperator,
    right: IntExpression,
) -> Option<(u32, VariableBounds)> {
    let difference = affine_form(terms, left)?.add_multiple(&affine_form(terms, right)?, -1)?;
    let mut bounds = VariableBounds::default();
    difference.intersect_bounds(relation, &mut bounds);
    Some((difference.variable?, bounds))
}

/// `factor * variable + plus`; without a variable the factor is 0.
#[derive(Clone, Copy)]
struct AffineForm {
    variable: Option<u32>,
    factor: i128,
    plus: i128,
}

impl AffineForm {
    /// Returns the sum of this and a multiple of the other, if it has at most one variable.
    fn add_multiple(self, other: &AffineForm, factor: i128) -> Option<AffineForm> {
        if let (Some(a), Some(b)) = (self.variable, other.variable)
            && a != b
        {
            return None;
        }
        Some(AffineForm {
            variable: self.variable.or(other.variable),
            factor: self.factor.checked_add(other.factor.checked_mul(factor)?)?,
            plus: self.plus.checked_add(other.plus.checked_mul(factor)?)?,
        })
    }

    /// Intersects the bounds of the variable with those that `self relation 0` states.
    fn intersect_bounds(
        self,
        relation: ComparisonOperator,
        bounds: &mut VariableBounds,
    ) -> Option<()> {
        let number = self.plus.checked_neg()?;
        // Solves `factor * x + plus relation 0` for x: `factor * x relation number` with a positive
        // factor, where a negative one mirrors the relation.
        let (factor, number, relation) = match self.factor {
            0 => return None,
            1.. => (self.factor, number, relation),
            _ => (self.factor.checked_neg()?, number.checked_neg()?, relation.mirror_relation()),
        };
        let floor = number.div_euclid(factor);
        // `floor` and `ceiling` enclose number / factor, e.g. 2x < 7 gives x <= 3, but 2x < 6 gives
        // x <= 2.
        let exact = floor.checked_mul(factor)? == number;
        let ceiling = if exact { floor } else { floor.checked_add(1)? };
        let at_most = match relation {
            ComparisonOperator::Le | ComparisonOperator::Eq => Some(floor),
            ComparisonOperator::Lt => Some(ceiling.checked_sub(1)?),
            _ => None,
        };
        let at_least = match relation {
            ComparisonOperator::Ge | ComparisonOperator::Eq => Some(ceiling),
            ComparisonOperator::Gt => Some(floor.checked_add(1)?),
            _ => None,
        };
        bounds.meet_bounds(VariableBounds { low: at_least, high: at_most });
        Some(())
    }
}

/// Returns an integer expression as a multiple of one variable plus a number, if it is one and is
/// not nested too deeply.
fn affine_form(terms: &ExpressionDag, term: IntExpression) -> Option<AffineForm> {
    let (mut at, mut factor) = (term, 1i128);
    let mut total = AffineForm { variable: None, factor: 0, plus: 0 };
    // Descends through multiples and through sums with one open operand; `factor` is the product of
    // the multiples on the way.
    for _ in 0..MAX_DEPTH {
        let leaf = match terms.of_int(at) {
            DagNode::Number(number) => AffineForm { plus: number.into(), ..single_variable(None) },
            DagNode::Variable(variable) => single_variable(Some(variable)),
            DagNode::Scale(by, inner) => {
                (at, factor) = (inner, factor.checked_mul(by.into())?);
                continue;
            }
            DagNode::Add(list) => {
                // Follows the only operand that is not a number. With two of them the sum is not
                // treated as affine, not even `x + x`.
                let mut inner = None;
                for part in terms.int_operands(list) {
                    match terms.of_int(part) {
                        DagNode::Number(number) => {
                            let number =
                                AffineForm { plus: number.into(), ..single_variable(None) };
                            total = total.add_multiple(&number, factor)?;
                        }
                        _ if inner.replace(part).is_some() => return None,
                        _ => {}
                    }
                }
                match inner {
                    None => return Some(total),
                    Some(inner) => at = inner,
                }
                continue;
            }
            _ => return None,
        };
        return total.add_multiple(&leaf, factor);
    }
    None
}

/// Returns a variable alone, or 0.
fn single_variable(variable: Option<u32>) -> AffineForm {
    AffineForm { variable, factor: variable.is_some().into(), plus: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bounds that `factor * x + plus relation number` states.
    fn stated(factor: i64, plus: i64, relation: ComparisonOperator, number: i64) -> VariableBounds {
        let mut terms = ExpressionDag::default();
        let x = terms.add_variable(0);
        let (scaled, plus) = (terms.add_multiple(factor, x), terms.add_number(plus));
        let (left, right) = (terms.add_sum(&[plus, scaled]), terms.add_number(number));
        let term = terms.add_comparison(left, relation, right);
        find_bounds(&terms, &[term], 1)[0]
    }

    #[test]
    fn bounds_are_exact() {
        for factor in [-3, -2, -1, 1, 2, 5] {
            for number in -7..8 {
                for relation in ComparisonOperator::ALL {
                    let VariableBounds { low, high } = stated(factor, 1, relation, number);
                    let all = -40..=40i64;
                    let allowed = |x: &i64| relation.holds_between(factor * x + 1, number);
                    let within = |x: &i64| {
                        low.is_none_or(|low| low <= i128::from(*x))
                            && high.is_none_or(|high| i128::from(*x) <= high)
                    };
                    let expected: Vec<i64> = all.clone().filter(allowed).collect();
                    let found: Vec<i64> = all.clone().filter(within).collect();
                    match relation {
                        ComparisonOperator::Ne => assert_eq!((low, high), (None, None)),
                        _ => assert_eq!(found, expected, "{factor} {relation:?} {number}"),
                    }
                }
            }
        }
    }

    #[test]
    fn an_assertion_states_the_bounds_that_an_earlier_one_shares() {
        let mut terms = ExpressionDag::default();
        let x = terms.add_variable(0);
        let relation = |terms: &mut ExpressionDag, relation, number| {
            let number = terms.add_number(number);
            terms.add_comparison(x, relation, number)
        };
        let weak = relation(&mut terms, ComparisonOperator::Le, 5);
        let strong = relation(&mut terms, ComparisonOperator::Le, 3);
        let both = terms.add_and(&[weak, strong]);
        for assertions in [[both, weak], [weak, both]] {
            assert_eq!(weakest_bounds(&terms, &assertions, 1)[0].high, Some(5));
            assert_eq!(find_bounds(&terms, &assertions, 1)[0].high, Some(3));
        }
    }

    #[test]
    fn nothing_overflows_at_the_ends() {
        let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
        for factor in ends {
            for plus in ends {
                for number in ends {
                    for relation in ComparisonOperator::ALL {
                        let VariableBounds { low, high } = stated(factor, plus, relation, number);
                        let holds = |x: i128| {
                            let value = i128::from(factor) * x + i128::from(plus);
                            relation.holds_between(value.cmp(&i128::from(number)) as i64, 0)
                        };
                        for bound in [low, high].into_iter().flatten() {
                            assert!(low > high || holds(bound), "{bound} is allowed");
                        }
                        assert!(low.is_none_or(|low| !holds(low - 1)));
                        assert!(high.is_none_or(|high| !holds(high + 1)));
                    }
                }
            }
        }
        let above = stated(1, 0, ComparisonOperator::Gt, i64::MAX);
        assert_eq!(above.low, Some(i128::from(i64::MAX) + 1));
    }
}
