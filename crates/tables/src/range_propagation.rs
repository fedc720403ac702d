//! Bounds of the numbers that the glossary leaves open, propagated from the assertions of the
//! tables.

use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, DagNode, ExpressionDag, IntExpression};

use super::compile::TableAssertions;
use super::int_range::{IntegerBounds, divide_range, round_inwards};
use super::layout::SymbolLayout;

/// Maximum number of rounds of propagation. Bounds that are unknown by then stay unknown.
const MAX_ROUNDS: usize = 64;

/// Narrows the ranges of variables by the assertions.
pub(super) fn propagate_ranges(
    terms: &ExpressionDag,
    layout: &SymbolLayout,
    assertions: &TableAssertions,
    ranges: &mut [IntegerBounds],
) {
    for _ in 0..MAX_ROUNDS {
        // A round uses the ranges of the previous one for all expressions, which are computed once.
        let before = ranges.to_vec();
        let nodes = node_ranges(terms, ranges);
        for (variable, list) in &assertions.among {
            let symbol_digits = layout.symbol_block(layout.find_symbol(*variable).0).digits;
            // A variable lies between the extremes of the values that its rules may give it.
            let found = list.iter().map(|(term, digits)| {
                round_inwards(nodes[term.node_index()], digits - symbol_digits)
            });
            let range = &mut ranges[*variable];
            match found.reduce(IntegerBounds::hull_range) {
                Some(hull) => *range = range.intersect_range(hull),
                // No rule gives it a value, so no solution has one, and any bounds are right.
                None if *range == IntegerBounds::default() => *range = IntegerBounds::from_value(0),
                None => {}
            }
        }
        for &(_, truth) in &assertions.all {
            narrow_by_assertion(terms, truth, &nodes, ranges);
        }
        if before == *ranges {
            break;
        }
    }
}

/// Returns the range of every node that is a number.
pub(super) fn node_ranges(
    terms: &ExpressionDag,
    variables: &[IntegerBounds],
) -> Vec<IntegerBounds> {
    let mut found: Vec<IntegerBounds> = Vec::with_capacity(terms.all_nodes().len());
    // Operands come before the terms that use them, so their ranges are known.
    for &node in terms.all_nodes() {
        let of = |term: IntExpression| found[term.node_index()];
        let range = match node {
            DagNode::Number(number) => IntegerBounds::from_value(number),
            DagNode::Variable(variable) => variables[variable as usize],
            DagNode::Add(list) => terms
                .int_operands(list)
                .map(of)
                .fold(IntegerBounds::from_value(0), IntegerBounds::add_range),
            DagNode::Scale(factor, term) => of(term).scale_range(factor.into()),
            DagNode::Select(_, a, b) => of(a).hull_range(of(b)),
            DagNode::Mul(a, b) => of(a).product_hull(of(b)),
            DagNode::Min(list) | DagNode::Max(list) => terms
                .int_operands(list)
                .map(of)
                .reduce(IntegerBounds::hull_range)
                .unwrap_or_default(),
            DagNode::Abs(a) => IntegerBounds { low: Some(0), high: of(a).max_magnitude() },
            // Neither a quotient nor a remainder of integers exceeds the dividend in magnitude.
            DagNode::Div(a, _) | DagNode::Mod(a, _) => {
                let magnitude = of(a).max_magnitude();
                IntegerBounds { low: magnitude.map(|magnitude| -magnitude), high: magnitude }
            }
            _ => IntegerBounds::default(),
        };
        found.push(range);
    }
    found
}

/// Narrows the ranges by an assertion that is a comparison, or a conjunction of comparisons.
fn narrow_by_assertion(
    terms: &ExpressionDag,
    truth: BoolExpression,
    nodes: &[IntegerBounds],
    ranges: &mut [IntegerBounds],
) {
    // Only what certainly holds may narrow a range: the assertion itself, and the parts of a
    // conjunction.
    match terms.of_bool(truth) {
        DagNode::And(list) => terms.bool_operands(list).for_each(|part| {
            if let DagNode::Compare(a, relation, b) = terms.of_bool(part) {
                narrow_by_comparison(terms, (a, relation, b), nodes, ranges);
            }
        }),
        DagNode::Compare(a, relation, b) => {
            narrow_by_comparison(terms, (a, relation, b), nodes, ranges);
        }
        _ => {}
    }
}

fn narrow_by_comparison(
    terms: &ExpressionDag,
    compared: Compared,
    nodes: &[IntegerBounds],
    ranges: &mut [IntegerBounds],
) {
    each_bound(terms, compared, nodes, &mut |variable, bound| {
        ranges[variable] = ranges[variable].intersect_range(bound);
    });
}

/// Two sides and their relation.
pub(super) type Compared = (IntExpression, ComparisonOperator, IntExpression);

/// Visits each variable of a comparison with the range that the rest of the comparison leaves.
pub(super) fn each_bound(
    terms: &ExpressionDag,
    (a, relation, b): Compared,
    nodes: &[IntegerBounds],
    visit: &mut dyn FnMut(usize, IntegerBounds),
) {
    // a - b relation 0: every variable of the sum is bounded by the rest.
    let mut summands = Vec::new();
    add_summands(terms, a, 1, &mut summands);
    add_summands(terms, b, -1, &mut summands);
    let (up, down) = match relation {
        ComparisonOperator::Eq => (true, true),
        ComparisonOperator::Le | ComparisonOperator::Lt => (true, false),
        ComparisonOperator::Ge | ComparisonOperator::Gt => (false, true),
        ComparisonOperator::Ne => return,
    };
    let strict = i128::from(matches!(relation, ComparisonOperator::Lt | ComparisonOperator::Gt));
    let range =
        |&(factor, term): &(i128, IntExpression)| nodes[term.node_index()].scale_range(factor);
    // Sums of all but one, from the front and from the back.
    let mut behind = vec![IntegerBounds::from_value(0); summands.len() + 1];
    for (index, summand) in summands.iter().enumerate().rev() {
        behind[index] = behind[index + 1].add_range(range(summand));
    }
    let mut before = IntegerBounds::from_value(0);
    for (index, summand) in summands.iter().enumerate() {
        if let DagNode::Variable(variable) = terms.of_int(summand.1) {
            // factor * x lies between -high and -low of the rest.
            let rest = before.add_range(behind[index + 1]).scale_range(-1);
            // Upper bounds follow from <= and =, lower bounds from >= and =.
            let high = rest.high.filter(|_| up).map(|high| high - strict);
            let low = rest.low.filter(|_| down).map(|low| low + strict);
            visit(variable as usize, divide_range(IntegerBounds { low, high }, summand.0));
        }
        before = before.add_range(range(summand));
    }
}

/// Adds the summands of an expression, with their factors; splits one level of sums and of
/// multiples.
fn add_summands(
    terms: &ExpressionDag,
    term: IntExpression,
    factor: i128,
    found: &mut Vec<(i128, IntExpression)>,
) {
    match terms.of_int(term) {
        DagNode::Add(list) => {
            found.extend(terms.int_operands(list).map(|part| split_factor(terms, part, factor)));
        }
        _ => found.push(split_factor(terms, term, factor)),
    }
}

fn split_factor(terms: &ExpressionDag, term: IntExpression, factor: i128) -> (i128, IntExpression) {
    match terms.of_int(term) {
        // A factor beyond 128 bits leaves the multiple as one term.
        DagNode::Scale(by, inner) => match factor.checked_mul(by.into()) {
            Some(factor) => (factor, inner),
            None => (factor, term),
        },
        _ => (factor, term),
    }
}
