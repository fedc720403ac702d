//! Wide bounds of the numbers that the glossary leaves open, for explanations: they follow from
//! no single rule, so that an explanation names the rules that bound a number.

use parallax_model::ComparisonOperator;
use parallax_model::flatten::{DagNode, ExpressionDag};

use super::compile::TableAssertions;
use super::int_range::{IntegerBounds, round_inwards};
use super::layout::SymbolLayout;
use super::range_propagation::{each_bound, node_ranges};

/// Number of rounds in which bounds that follow from others are computed.
const BOUND_ROUNDS: usize = 4;

/// Maximum number of values of a range that is wider than it must be.
const MAX_VALUES: i128 = 10_000;

/// Returns the range of each variable that contains every value that some rule gives it or compares
/// it with, and one more on either side. `stated` are the ranges without any rule, `exact` those
/// that follow from all rules. A result contains at least `exact`.
#[must_use]
pub(super) fn widen_ranges(
    terms: &ExpressionDag,
    layout: &SymbolLayout,
    assertions: &TableAssertions,
    (stated, exact): (&[IntegerBounds], &[IntegerBounds]),
) -> Vec<IntegerBounds> {
    let mut wide = stated.to_vec();
    for &(variable, value) in &layout.givens {
        include_range(&mut wide[variable], IntegerBounds::from_value(value));
    }
    // Each round may widen the ranges further, as in x = x + 1, so the number of rounds is fixed.
    for _ in 0..BOUND_ROUNDS {
        let before = wide.clone();
        let nodes = node_ranges(terms, &before);
        for (variable, list) in &assertions.among {
            let symbol_digits = layout.symbol_block(layout.find_symbol(*variable).0).digits;
            for (term, digits) in list {
                include_range(
                    &mut wide[*variable],
                    round_inwards(nodes[term.node_index()], digits - symbol_digits),
                );
            }
        }
        for &node in terms.all_nodes() {
            if let DagNode::Compare(a, _, b) = node {
                // A comparison contributes the value at which both sides are equal, whatever its
                // relation.
                each_bound(
                    terms,
                    (a, ComparisonOperator::Eq, b),
                    &nodes,
                    &mut |variable, bound| {
                        include_range(&mut wide[variable], bound);
                    },
                );
            }
        }
        // The types bound the ranges in every explanation.
        for (wide, stated) in wide.iter_mut().zip(stated) {
            *wide = wide.intersect_range(*stated);
        }
        if before == wide {
            break;
        }
    }
    let one = |((wide, stated), exact): ((&IntegerBounds, &IntegerBounds), &IntegerBounds)| {
        choose_range(*wide, *stated, *exact)
    };
    wide.iter().zip(stated).zip(exact).map(one).collect()
}

/// Extends a range by the known ends of another, and one more on either side.
fn include_range(range: &mut IntegerBounds, other: IntegerBounds) {
    let ends = [other.low, other.high].into_iter().flatten();
    for end in ends {
        let (below, above) = (end.saturating_sub(1), end.saturating_add(1));
        range.low = Some(range.low.map_or(below, |low| low.min(below)));
        range.high = Some(range.high.map_or(above, |high| high.max(above)));
    }
}

/// Returns the wide range within the stated one, unless it has too many values.
fn choose_range(wide: IntegerBounds, stated: IntegerBounds, exact: IntegerBounds) -> IntegerBounds {
    let is_empty =
        |range: IntegerBounds| matches!((range.low, range.high), (Some(a), Some(b)) if a > b);
    let missing = IntegerBounds { low: wide.low.or(exact.low), high: wide.high.or(exact.high) };
    // Contradictory rules leave no exact range to contain.
    if is_empty(exact) {
        return missing.intersect_range(stated);
    }
    // Explanations and solutions must agree on the solutions, so the exact range is contained.
    let both = missing.hull_range(exact).intersect_range(stated);
    match (both.low, both.high) {
        (Some(low), Some(high)) if high - low < MAX_VALUES => both,
        _ => exact,
    }
}
