//! Bounds of the numbers that the glossary leaves open, from what the tables assert.

use super::compile::Assertions;
use super::layout::Layout;
use crate::model::Relation;
use crate::model::flatten::{Bool, Int, Node, Terms};

/// The most rounds of propagation. Bounds that are not known by then are not looked for.
const MAX_ROUNDS: usize = 64;

/// The least and the greatest value, where known. What is known is certain: no solution has a
/// value outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub low: Option<i128>,
    /// The greatest value.
    pub high: Option<i128>,
}

impl Range {
    /// One value.
    #[must_use]
    pub fn of(value: i64) -> Self {
        Range { low: Some(value.into()), high: Some(value.into()) }
    }

    /// Both ends.
    #[must_use]
    pub fn between(low: i64, high: i64) -> Self {
        Range { low: Some(low.into()), high: Some(high.into()) }
    }

    fn plus(self, other: Range) -> Range {
        let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Range { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    fn times(self, factor: i128) -> Range {
        let scale = |end: Option<i128>| end?.checked_mul(factor);
        let (low, high) = (scale(self.low), scale(self.high));
        match factor {
            0 => Range::of(0),
            1.. => Range { low, high },
            _ => Range { low: high, high: low },
        }
    }

    /// The ends of both together.
    fn hull(self, other: Range) -> Range {
        let ends = |a: Option<i128>, b: Option<i128>| Some((a?, b?));
        Range {
            low: ends(self.low, other.low).map(|(a, b)| a.min(b)),
            high: ends(self.high, other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// What both allow.
    fn meet(self, other: Range) -> Range {
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Range { low: self.low.max(other.low), high }
    }

    /// The products of a value of each, where both are bounded.
    fn product(self, other: Range) -> Range {
        let ends = || {
            let (a, b, c, d) = (self.low?, self.high?, other.low?, other.high?);
            let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        ends().map_or_else(Range::default, |(low, high)| Range { low: Some(low), high: Some(high) })
    }

    fn magnitude(self) -> Option<i128> {
        Some(self.low?.checked_abs()?.max(self.high?.checked_abs()?))
    }
}

/// Narrows the ranges of variables by what is asserted.
pub fn propagate(terms: &Terms, layout: &Layout, assertions: &Assertions, ranges: &mut [Range]) {
    for _ in 0..MAX_ROUNDS {
        let before = ranges.to_vec();
        let nodes = nodes(terms, ranges);
        for (variable, list) in &assertions.among {
            let own = layout.block(layout.symbol_at(*variable).0).digits;
            let found =
                list.iter().map(|(term, digits)| rounded(nodes[term.place()], digits - own));
            if let Some(hull) = found.reduce(Range::hull) {
                ranges[*variable] = ranges[*variable].meet(hull);
            }
        }
        for &(_, truth) in &assertions.all {
            assert(terms, truth, &nodes, ranges);
        }
        if before == *ranges {
            break;
        }
    }
}

/// The whole units inside a range of smaller units.
pub fn rounded(range: Range, digits: u32) -> Range {
    let one = 10i128.pow(digits);
    Range {
        low: range.low.map(|low| -((-low).div_euclid(one))),
        high: range.high.map(|high| high.div_euclid(one)),
    }
}

/// The range of every node that is a number.
fn nodes(terms: &Terms, variables: &[Range]) -> Vec<Range> {
    let mut found: Vec<Range> = Vec::with_capacity(terms.nodes().len());
    for &node in terms.nodes() {
        let of = |term: Int| found[term.place()];
        let range = match node {
            Node::Number(number) => Range::of(number),
            Node::Variable(variable) => variables[variable as usize],
            Node::Add(list) => terms.ints(list).map(of).fold(Range::of(0), Range::plus),
            Node::Scale(factor, term) => of(term).times(factor.into()),
            Node::Select(_, a, b) => of(a).hull(of(b)),
            Node::Mul(a, b) => of(a).product(of(b)),
            Node::Min(list) | Node::Max(list) => {
                terms.ints(list).map(of).reduce(Range::hull).unwrap_or_default()
            }
            Node::Abs(a) => Range { low: Some(0), high: of(a).magnitude() },
            Node::Div(a, _) | Node::Mod(a, _) => {
                let most = of(a).magnitude();
                Range { low: most.map(|most| -most), high: most }
            }
            _ => Range::default(),
        };
        found.push(range);
    }
    found
}

/// Narrows the ranges by an assertion that is a comparison, or a conjunction of some.
fn assert(terms: &Terms, truth: Bool, nodes: &[Range], ranges: &mut [Range]) {
    match terms.of_bool(truth) {
        Node::And(list) => terms.bools(list).for_each(|part| {
            if let Node::Compare(a, relation, b) = terms.of_bool(part) {
                compare(terms, (a, relation, b), nodes, ranges);
            }
        }),
        Node::Compare(a, relation, b) => compare(terms, (a, relation, b), nodes, ranges),
        _ => {}
    }
}

fn compare(
    terms: &Terms,
    (a, relation, b): (Int, Relation, Int),
    nodes: &[Range],
    ranges: &mut [Range],
) {
    // a - b relation 0: every variable of the sum is bounded by the rest.
    let mut summands = Vec::new();
    add(terms, a, 1, &mut summands);
    add(terms, b, -1, &mut summands);
    let (up, down) = match relation {
        Relation::Eq => (true, true),
        Relation::Le | Relation::Lt => (true, false),
        Relation::Ge | Relation::Gt => (false, true),
        Relation::Ne => return,
    };
    let strict = i128::from(matches!(relation, Relation::Lt | Relation::Gt));
    let range = |&(factor, term): &(i128, Int)| nodes[term.place()].times(factor);
    // Sums of all but one, from the front and from the back.
    let mut behind = vec![Range::of(0); summands.len() + 1];
    for (place, summand) in summands.iter().enumerate().rev() {
        behind[place] = behind[place + 1].plus(range(summand));
    }
    let mut before = Range::of(0);
    for (place, summand) in summands.iter().enumerate() {
        if let Node::Variable(variable) = terms.of_int(summand.1) {
            // factor * x lies between -high and -low of the rest.
            let rest = before.plus(behind[place + 1]).times(-1);
            let high = rest.high.filter(|_| up).map(|high| high - strict);
            let low = rest.low.filter(|_| down).map(|low| low + strict);
            let own = divided(Range { low, high }, summand.0);
            ranges[variable as usize] = ranges[variable as usize].meet(own);
        }
        before = before.plus(range(summand));
    }
}

/// The summands of an expression, nested sums taken apart a little.
fn add(terms: &Terms, term: Int, factor: i128, found: &mut Vec<(i128, Int)>) {
    match terms.of_int(term) {
        Node::Add(list) => found.extend(terms.ints(list).map(|part| scaled(terms, part, factor))),
        _ => found.push(scaled(terms, term, factor)),
    }
}

fn scaled(terms: &Terms, term: Int, factor: i128) -> (i128, Int) {
    match terms.of_int(term) {
        Node::Scale(by, inner) => match factor.checked_mul(by.into()) {
            Some(factor) => (factor, inner),
            None => (factor, term),
        },
        _ => (factor, term),
    }
}

/// The integers that, times a factor, lie in a range.
fn divided(range: Range, factor: i128) -> Range {
    let floor = |end: i128, by: i128| end.div_euclid(by);
    let ceiling = |end: i128, by: i128| -((-end).div_euclid(by));
    match factor {
        0 => Range::default(),
        1.. => Range {
            low: range.low.map(|low| ceiling(low, factor)),
            high: range.high.map(|high| floor(high, factor)),
        },
        _ => Range {
            low: range.high.map(|high| ceiling(-high, -factor)),
            high: range.low.map(|low| floor(-low, -factor)),
        },
    }
}
