//! Bounds that a disjunction states: the hull of the bounds of its parts.

use std::collections::BTreeMap;

use super::bounds::{VariableBounds, stated_bounds};
use super::{BoolExpression, DagNode, ExpressionDag};

/// The depth to which parts are inspected; a deeper one is treated as stating no bound.
const MAX_DEPTH: usize = 64;

/// Bounds by variable; a variable that is not listed has none.
type Stated = BTreeMap<u32, VariableBounds>;

/// Derives bounds from disjunctions, with an allowance for all of them together: parts may be
/// shared, and would be inspected once for each path to them.
pub(super) struct DisjunctionBounds<'a> {
    pub(super) terms: &'a ExpressionDag,
    remaining_steps: usize,
}

impl<'a> DisjunctionBounds<'a> {
    pub(super) fn new(terms: &'a ExpressionDag) -> Self {
        // Linear in the expression, so that sharing cannot make the analysis exponential.
        DisjunctionBounds { terms, remaining_steps: 1000 + 4 * terms.all_nodes().len() }
    }

    /// Returns the bounds of all values that variables have where one of the parts is true.
    pub(super) fn of_any(&mut self, parts: impl Iterator<Item = (BoolExpression, bool)>) -> Stated {
        self.any_bounds(parts, MAX_DEPTH)
    }

    fn any_bounds(
        &mut self,
        parts: impl Iterator<Item = (BoolExpression, bool)>,
        depth: usize,
    ) -> Stated {
        let mut hull: Option<Stated> = None;
        for (part, positive) in parts {
            // A part that is false adds no values.
            if matches!(self.terms.of_bool(part), DagNode::Truth(truth) if truth != positive) {
                continue;
            }
            let bounds = self.node_bounds(part, positive, depth);
            let joint = match hull.take() {
                None => bounds,
                Some(before) => join_bounds(before, &bounds),
            };
            // No variable is bounded by all parts so far, and more parts can only widen the hull.
            if joint.is_empty() {
                return joint;
            }
            hull = Some(joint);
        }
        hull.unwrap_or_default()
    }

    /// Returns the bounds that a term states by being true, or false.
    fn node_bounds(&mut self, term: BoolExpression, positive: bool, depth: usize) -> Stated {
        let (Some(left), Some(depth)) = (self.remaining_steps.checked_sub(1), depth.checked_sub(1))
        else {
            // No bounds are always sound, so the search for them may stop anywhere.
            return Stated::new();
        };
        self.remaining_steps = left;
        match (self.terms.of_bool(term), positive) {
            (DagNode::Not(inner), _) => self.node_bounds(inner, !positive, depth),
            (DagNode::And(list), true) | (DagNode::Or(list), false) => {
                let mut all = Stated::new();
                for part in self.terms.bool_operands(list) {
                    // All parts hold, so the bounds of a variable intersect.
                    for (variable, bounds) in self.node_bounds(part, positive, depth) {
                        all.entry(variable).or_default().meet_bounds(bounds);
                    }
                }
                all
            }
            (DagNode::Or(list), true) | (DagNode::And(list), false) => {
                self.any_bounds(self.terms.bool_operands(list).map(|part| (part, positive)), depth)
            }
            (DagNode::Compare(left, relation, right), _) => {
                let relation = if positive { relation } else { relation.negate_relation() };
                stated_bounds(self.terms, left, relation, right).into_iter().collect()
            }
            _ => Stated::new(),
        }
    }
}

/// Returns the bounds of values that are within either of two.
fn join_bounds(first: Stated, second: &Stated) -> Stated {
    let join = |(variable, bounds): (u32, VariableBounds)| {
        let other = second.get(&variable)?;
        // `None` orders before every number, so `min` yields it if either part has no lower bound;
        // for the upper bound, `zip` does.
        let joint = VariableBounds {
            low: bounds.low.min(other.low),
            high: bounds.high.zip(other.high).map(|(a, b)| a.max(b)),
        };
        (joint != VariableBounds::default()).then_some((variable, joint))
    };
    first.into_iter().filter_map(join).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{BoolExpression, ExpressionDag, find_bounds};
    use crate::ComparisonOperator;

    /// Returns the bounds of x and y in a term over them, as pairs.
    fn describe_bounds(
        build: impl Fn(
            &mut ExpressionDag,
            &dyn Fn(&mut ExpressionDag, usize, ComparisonOperator, i64) -> BoolExpression,
        ) -> BoolExpression,
    ) -> String {
        let mut terms = ExpressionDag::default();
        let literal = |terms: &mut ExpressionDag, variable: usize, relation, number| {
            let (left, right) = (terms.add_variable(variable), terms.add_number(number));
            terms.add_comparison(left, relation, right)
        };
        let term = build(&mut terms, &literal);
        let end = |end: Option<i128>| end.map_or("_".to_owned(), |end| end.to_string());
        let found = find_bounds(&terms, &[term], 2);
        let words: Vec<String> =
            found.iter().map(|one| format!("{}..{}", end(one.low), end(one.high))).collect();
        words.join(" ")
    }

    #[test]
    fn a_disjunction_states_what_each_part_states() {
        use ComparisonOperator::{Eq, Ge, Le, Lt, Ne};
        let or = |parts: &'static [(usize, ComparisonOperator, i64)]| {
            describe_bounds(move |terms, literal| {
                let parts: Vec<BoolExpression> =
                    parts.iter().map(|&(v, relation, n)| literal(terms, v, relation, n)).collect();
                terms.add_or(&parts)
            })
        };
        assert_eq!(or(&[(0, Eq, 5), (0, Eq, 1), (0, Eq, 3)]), "1..5 _.._");
        assert_eq!(or(&[(0, Eq, 5), (0, Ge, 1)]), "1.._ _.._");
        assert_eq!(or(&[(0, Lt, 5), (0, Eq, 7)]), "_..7 _.._");
        assert_eq!(or(&[(0, Le, 5), (0, Ge, 7)]), "_.._ _.._");
        assert_eq!(or(&[(0, Eq, 5), (1, Eq, 5)]), "_.._ _.._");
        assert_eq!(or(&[(0, Eq, 5), (0, Ne, 5)]), "_.._ _.._");
        assert_eq!(or(&[(0, Eq, 5), (0, Eq, 6), (1, Eq, 1), (0, Eq, 7)]), "_.._ _.._");
    }

    #[test]
    fn parts_are_nested() {
        use ComparisonOperator::{Eq, Ge, Le, Ne};
        // ((x = 1 and y = 2) or not (x != 4 or y != 6)) or (x = 9 and 3 <= y and y <= 4)
        let nested = describe_bounds(|terms, literal| {
            let (x, y) = (literal(terms, 0, Eq, 1), literal(terms, 1, Eq, 2));
            let first = terms.add_and(&[x, y]);
            let (x, y) = (literal(terms, 0, Ne, 4), literal(terms, 1, Ne, 6));
            let second = terms.add_or(&[x, y]);
            let second = terms.add_not(second);
            let inner = terms.add_or(&[first, second]);
            let parts =
                [literal(terms, 0, Eq, 9), literal(terms, 1, Ge, 3), literal(terms, 1, Le, 4)];
            let third = terms.add_and(&parts);
            terms.add_or(&[inner, third])
        });
        assert_eq!(nested, "1..9 2..6");
    }

    #[test]
    fn shared_parts_are_inspected_within_an_allowance() {
        let deep = describe_bounds(|terms, literal| {
            let x = literal(terms, 0, ComparisonOperator::Eq, 1);
            let mut term = literal(terms, 0, ComparisonOperator::Eq, 3);
            for step in 0..60 {
                let (flag, other) = (terms.add_flag(2 + step), terms.add_flag(100 + step));
                let (first, second) = (terms.add_and(&[term, flag]), terms.add_and(&[term, other]));
                term = terms.add_or(&[first, second]);
            }
            terms.add_or(&[term, x])
        });
        assert_eq!(deep, "_.._ _.._");
    }
}
