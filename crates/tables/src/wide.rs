//! Wide bounds of the numbers that the glossary leaves open, for explanations: they follow from
//! no single rule, so that an explanation names the rules that bound a number.

use parallax_model::Relation;
use parallax_model::flatten::{Node, Terms};

use super::compile::Assertions;
use super::layout::Layout;
use super::range::{Range, rounded};
use super::ranges::{each_bound, nodes};

/// Number of rounds in which bounds that follow from others are computed.
const ROUNDS: usize = 4;

/// Maximum number of values of a range that is wider than it must be.
const MAX_VALUES: i128 = 10_000;

/// Returns the range of each variable that contains every value that some rule gives it or compares
/// it with, and one more on either side. `stated` are the ranges without any rule, `exact` those
/// that follow from all rules. A result contains at least `exact`.
#[must_use]
pub(super) fn widened(
    terms: &Terms,
    layout: &Layout,
    assertions: &Assertions,
    (stated, exact): (&[Range], &[Range]),
) -> Vec<Range> {
    let mut wide = stated.to_vec();
    for &(variable, value) in &layout.givens {
        include(&mut wide[variable], Range::of(value));
    }
    for _ in 0..ROUNDS {
        let before = wide.clone();
        let nodes = nodes(terms, &before);
        for (variable, list) in &assertions.among {
            let own = layout.block(layout.symbol_at(*variable).0).digits;
            for (term, digits) in list {
                include(&mut wide[*variable], rounded(nodes[term.place()], digits - own));
            }
        }
        for &node in terms.nodes() {
            if let Node::Compare(a, _, b) = node {
                // A comparison contributes the value at which both sides are equal, whatever its
                // relation.
                each_bound(terms, (a, Relation::Eq, b), &nodes, &mut |variable, bound| {
                    include(&mut wide[variable], bound);
                });
            }
        }
        for (wide, stated) in wide.iter_mut().zip(stated) {
            *wide = wide.meet(*stated);
        }
        if before == wide {
            break;
        }
    }
    let one = |((wide, stated), exact): ((&Range, &Range), &Range)| chosen(*wide, *stated, *exact);
    wide.iter().zip(stated).zip(exact).map(one).collect()
}

/// Extends a range by the known ends of another, and one more on either side.
fn include(range: &mut Range, other: Range) {
    let ends = [other.low, other.high].into_iter().flatten();
    for end in ends {
        let (below, above) = (end.saturating_sub(1), end.saturating_add(1));
        range.low = Some(range.low.map_or(below, |low| low.min(below)));
        range.high = Some(range.high.map_or(above, |high| high.max(above)));
    }
}

/// Returns the wide range within the stated one, unless it has too many values.
fn chosen(wide: Range, stated: Range, exact: Range) -> Range {
    let is_empty = |range: Range| matches!((range.low, range.high), (Some(a), Some(b)) if a > b);
    let missing = Range { low: wide.low.or(exact.low), high: wide.high.or(exact.high) };
    if is_empty(exact) {
        return missing.meet(stated);
    }
    let both = missing.hull(exact).meet(stated);
    match (both.low, both.high) {
        (Some(low), Some(high)) if high - low < MAX_VALUES => both,
        _ => exact,
    }
}
