//! Bounds of the numbers that the glossary leaves open, propagated from the assertions of the
//! tables.

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int, Node, Terms};

use super::compile::Assertions;
use super::layout::Layout;
use super::range::{Range, divided, rounded};

/// Maximum number of rounds of propagation. Bounds that are unknown by then stay unknown.
const MAX_ROUNDS: usize = 64;

/// Narrows the ranges of variables by the assertions.
pub(super) fn propagate(
    terms: &Terms,
    layout: &Layout,
    assertions: &Assertions,
    ranges: &mut [Range],
) {
    for _ in 0..MAX_ROUNDS {
        let before = ranges.to_vec();
        let nodes = nodes(terms, ranges);
        for (variable, list) in &assertions.among {
            let own = layout.block(layout.symbol_at(*variable).0).digits;
            let found =
                list.iter().map(|(term, digits)| rounded(nodes[term.place()], digits - own));
            let range = &mut ranges[*variable];
            match found.reduce(Range::hull) {
                Some(hull) => *range = range.meet(hull),
                // No rule gives it a value, so no solution has one, and any bounds are right.
                None if *range == Range::default() => *range = Range::of(0),
                None => {}
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

/// Returns the range of every node that is a number.
pub(super) fn nodes(terms: &Terms, variables: &[Range]) -> Vec<Range> {
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

/// Narrows the ranges by an assertion that is a comparison, or a conjunction of comparisons.
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

fn compare(terms: &Terms, compared: Compared, nodes: &[Range], ranges: &mut [Range]) {
    each_bound(terms, compared, nodes, &mut |variable, bound| {
        ranges[variable] = ranges[variable].meet(bound);
    });
}

/// Two sides and their relation.
pub(super) type Compared = (Int, Relation, Int);

/// Visits each variable of a comparison with the range that the rest of the comparison leaves.
pub(super) fn each_bound(
    terms: &Terms,
    (a, relation, b): Compared,
    nodes: &[Range],
    visit: &mut dyn FnMut(usize, Range),
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
            visit(variable as usize, divided(Range { low, high }, summand.0));
        }
        before = before.plus(range(summand));
    }
}

/// Adds the summands of an expression, with their factors; splits one level of sums and of
/// multiples.
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
