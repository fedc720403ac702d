//! Finds bounds of variables that assertions state directly.

use std::collections::{HashMap, HashSet};

use super::{Bool, Int, Node, Terms};
use crate::Relation;

/// The known bounds of a variable, inclusive; a lower bound above the upper one excludes every
/// value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The least value.
    pub low: Option<i128>,
    /// The greatest value.
    pub high: Option<i128>,
}

/// The depth to which a comparison is inspected; a deeper one is treated as stating no bound.
const DEEPEST: usize = 64;

/// Returns the bounds of each of `count` variables that the assertions, all of them true, state
/// by comparing a multiple of one variable, plus a number, with a number. They are exact: such
/// a comparison allows no value outside them.
#[must_use]
pub fn bounds(terms: &Terms, assertions: &[Bool], count: usize) -> Vec<Bounds> {
    let mut found = vec![Bounds::default(); count];
    let mut seen = HashSet::new();
    for &assertion in assertions {
        each_statement(terms, assertion, &mut seen, &mut |variable, relation, difference| {
            if let Some(bounds) = found.get_mut(variable as usize) {
                difference.state(relation, bounds);
            }
        });
    }
    found
}

/// Returns for each of `count` variables the weakest bounds that any single assertion states. Each
/// assertion that bounds the variable on one side excludes the values beyond the bound on that
/// side; other assertions may exclude more.
#[must_use]
pub fn weakest_bounds(terms: &Terms, assertions: &[Bool], count: usize) -> Vec<Bounds> {
    let mut found = vec![Bounds::default(); count];
    let mut seen = HashSet::new();
    for &assertion in assertions {
        let mut own: HashMap<u32, Bounds> = HashMap::new();
        each_statement(terms, assertion, &mut seen, &mut |variable, relation, difference| {
            difference.state(relation, own.entry(variable).or_default());
        });
        for (variable, Bounds { low, high }) in own {
            let Some(weakest) = found.get_mut(variable as usize) else { continue };
            weakest.low =
                weakest.low.map_or(low, |known| Some(low.map_or(known, |l| known.min(l))));
            weakest.high = weakest.high.max(high);
        }
    }
    found
}

/// Visits the comparisons of one variable with a number that hold if an assertion is true. Skips
/// nodes in `seen`.
fn each_statement(
    terms: &Terms,
    assertion: Bool,
    seen: &mut HashSet<(Bool, bool)>,
    visit: &mut dyn FnMut(u32, Relation, Affine),
) {
    let mut open: Vec<(Bool, bool)> = vec![(assertion, true)];
    while let Some((term, positive)) = open.pop() {
        if !seen.insert((term, positive)) {
            continue;
        }
        match (terms.of_bool(term), positive) {
            (Node::And(list), true) | (Node::Or(list), false) => {
                open.extend(terms.bools(list).map(|part| (part, positive)));
            }
            (Node::Or(list), true) | (Node::And(list), false) => {
                for (variable, relation, difference) in
                    alternatives(terms, terms.bools(list).map(|part| (part, positive)))
                {
                    visit(variable, relation, difference);
                }
            }
            (Node::Not(inner), _) => open.push((inner, !positive)),
            _ => {
                if let Some((variable, relation, difference)) = compared(terms, term, positive) {
                    visit(variable, relation, difference);
                }
            }
        }
    }
}

/// A variable, and the comparison of a multiple of it, plus a number, with 0.
type Compared = (u32, Relation, Affine);

/// Returns the comparison of one variable with a number that a term is, or that its negation is.
fn compared(terms: &Terms, term: Bool, positive: bool) -> Option<Compared> {
    let (mut term, mut positive) = (term, positive);
    for _ in 0..DEEPEST {
        let Node::Not(inner) = terms.of_bool(term) else { break };
        (term, positive) = (inner, !positive);
    }
    let Node::Compare(left, relation, right) = terms.of_bool(term) else { return None };
    let relation = if positive { relation } else { relation.negated() };
    let difference = affine(terms, left)?.plus(&affine(terms, right)?, -1)?;
    Some((difference.variable?, relation, difference))
}

/// Returns the bounds, as comparisons, that hold if one of some terms does: each compares one
/// variable with a number, all of them the same variable.
fn alternatives(terms: &Terms, parts: impl Iterator<Item = (Bool, bool)>) -> Vec<Compared> {
    let mut known: Option<(u32, Bounds)> = None;
    for (part, positive) in parts {
        let Some((variable, relation, difference)) = compared(terms, part, positive) else {
            return Vec::new();
        };
        let mut own = Bounds::default();
        difference.state(relation, &mut own);
        let (low, high) = (own.low, own.high);
        if low.zip(high).is_some_and(|(low, high)| low > high) {
            // No value satisfies this one.
            continue;
        }
        known = match known {
            None => Some((variable, own)),
            Some((same, all)) if same == variable => {
                let low = all.low.zip(low).map(|(a, b)| a.min(b));
                let high = all.high.zip(high).map(|(a, b)| a.max(b));
                Some((variable, Bounds { low, high }))
            }
            Some(_) => return Vec::new(),
        };
    }
    let Some((variable, all)) = known else { return Vec::new() };
    let bound = |value: Option<i128>, relation| {
        let plus = value?.checked_neg()?;
        Some((variable, relation, Affine { variable: Some(variable), factor: 1, plus }))
    };
    let bounds = [bound(all.low, Relation::Ge), bound(all.high, Relation::Le)];
    bounds.into_iter().flatten().collect()
}

/// `factor * variable + plus`; without a variable the factor is 0.
#[derive(Clone, Copy)]
struct Affine {
    variable: Option<u32>,
    factor: i128,
    plus: i128,
}

impl Affine {
    /// Returns the sum of this and a multiple of the other, if it has at most one variable.
    fn plus(self, other: &Affine, factor: i128) -> Option<Affine> {
        if let (Some(a), Some(b)) = (self.variable, other.variable)
            && a != b
        {
            return None;
        }
        Some(Affine {
            variable: self.variable.or(other.variable),
            factor: self.factor.checked_add(other.factor.checked_mul(factor)?)?,
            plus: self.plus.checked_add(other.plus.checked_mul(factor)?)?,
        })
    }

    /// Intersects the bounds of the variable with those that `self relation 0` states.
    fn state(self, relation: Relation, bounds: &mut Bounds) -> Option<()> {
        let number = self.plus.checked_neg()?;
        let (factor, number, relation) = match self.factor {
            0 => return None,
            1.. => (self.factor, number, relation),
            _ => (self.factor.checked_neg()?, number.checked_neg()?, relation.mirrored()),
        };
        let floor = number.div_euclid(factor);
        let exact = floor.checked_mul(factor)? == number;
        let ceiling = if exact { floor } else { floor.checked_add(1)? };
        let at_most = match relation {
            Relation::Le | Relation::Eq => Some(floor),
            Relation::Lt => Some(ceiling.checked_sub(1)?),
            _ => None,
        };
        let at_least = match relation {
            Relation::Ge | Relation::Eq => Some(ceiling),
            Relation::Gt => Some(floor.checked_add(1)?),
            _ => None,
        };
        bounds.low = bounds.low.max(at_least);
        bounds.high = match (bounds.high, at_most) {
            (Some(known), Some(bound)) => Some(known.min(bound)),
            (known, bound) => known.or(bound),
        };
        Some(())
    }
}

/// Returns an integer expression as a multiple of one variable plus a number, if it is one and is
/// not nested too deeply.
fn affine(terms: &Terms, term: Int) -> Option<Affine> {
    let (mut at, mut factor) = (term, 1i128);
    let mut total = Affine { variable: None, factor: 0, plus: 0 };
    for _ in 0..DEEPEST {
        let leaf = match terms.of_int(at) {
            Node::Number(number) => Affine { plus: number.into(), ..alone(None) },
            Node::Variable(variable) => alone(Some(variable)),
            Node::Scale(by, inner) => {
                (at, factor) = (inner, factor.checked_mul(by.into())?);
                continue;
            }
            Node::Add(list) => {
                let mut inner = None;
                for part in terms.ints(list) {
                    match terms.of_int(part) {
                        Node::Number(number) => {
                            let number = Affine { plus: number.into(), ..alone(None) };
                            total = total.plus(&number, factor)?;
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
        return total.plus(&leaf, factor);
    }
    None
}

/// Returns a variable alone, or 0.
fn alone(variable: Option<u32>) -> Affine {
    Affine { variable, factor: variable.is_some().into(), plus: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bounds that `factor * x + plus relation number` states.
    fn stated(factor: i64, plus: i64, relation: Relation, number: i64) -> Bounds {
        let mut terms = Terms::default();
        let x = terms.variable(0);
        let (scaled, plus) = (terms.scale(factor, x), terms.number(plus));
        let (left, right) = (terms.sum(&[plus, scaled]), terms.number(number));
        let term = terms.compare(left, relation, right);
        bounds(&terms, &[term], 1)[0]
    }

    #[test]
    fn bounds_are_exact() {
        for factor in [-3, -2, -1, 1, 2, 5] {
            for number in -7..8 {
                for relation in Relation::ALL {
                    let Bounds { low, high } = stated(factor, 1, relation, number);
                    let all = -40..=40i64;
                    let allowed = |x: &i64| relation.holds(factor * x + 1, number);
                    let within = |x: &i64| {
                        low.is_none_or(|low| low <= i128::from(*x))
                            && high.is_none_or(|high| i128::from(*x) <= high)
                    };
                    let expected: Vec<i64> = all.clone().filter(allowed).collect();
                    let found: Vec<i64> = all.clone().filter(within).collect();
                    match relation {
                        Relation::Ne => assert_eq!((low, high), (None, None)),
                        _ => assert_eq!(found, expected, "{factor} {relation:?} {number}"),
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_overflows_at_the_ends() {
        let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
        for factor in ends {
            for plus in ends {
                for number in ends {
                    for relation in Relation::ALL {
                        let Bounds { low, high } = stated(factor, plus, relation, number);
                        let holds = |x: i128| {
                            let value = i128::from(factor) * x + i128::from(plus);
                            relation.holds(value.cmp(&i128::from(number)) as i64, 0)
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
        let above = stated(1, 0, Relation::Gt, i64::MAX);
        assert_eq!(above.low, Some(i128::from(i64::MAX) + 1));
    }
}
