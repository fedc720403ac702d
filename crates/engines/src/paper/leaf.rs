//! The search of a subproblem in which no attribute remains to be enforced: forward checking in
//! the order V1, V2, V3.

use parallax_model::engine_api::EnumerationEnd;
use parallax_reformulate::paper::{CardModel, PaperSubproblem};

use super::PaperRun;

/// Number of checks of `id≠` and of the order, made for every future value. Between disjoint
/// domains they cannot fail.
const CHECKS_PER_VALUE: u64 = 2;

/// Finds the sets of a subproblem.
pub(super) fn solve_subproblem(
    cards: &CardModel,
    leaf: &PaperSubproblem,
    run: &mut PaperRun<'_>,
) -> Result<(), EnumerationEnd> {
    let mut second = Vec::new();
    let mut third = Vec::new();
    let mut last = Vec::new();
    for &a in leaf.variable_domain(0) {
        run.check_clock()?;
        run.nodes += 1;
        // Forward checking: the first card filters both later domains, up to the first that gets
        // empty; the second card filters the third domain again.
        filter_future(cards, leaf, a, leaf.variable_domain(1), &mut second, run);
        if second.is_empty() {
            continue;
        }
        filter_future(cards, leaf, a, leaf.variable_domain(2), &mut third, run);
        if third.is_empty() {
            continue;
        }
        for &b in &second {
            run.nodes += 1;
            filter_future(cards, leaf, b, &third, &mut last, run);
            for &c in &last {
                run.nodes += 1;
                run.report_set([a, b, c])?;
            }
        }
    }
    Ok(())
}

/// Keeps the values of a future variable that are compatible with a card.
fn filter_future(
    cards: &CardModel,
    leaf: &PaperSubproblem,
    card: usize,
    future: &[usize],
    kept: &mut Vec<usize>,
    run: &mut PaperRun<'_>,
) {
    kept.clear();
    for &other in future {
        run.checks += CHECKS_PER_VALUE;
        // The cards of one domain come in ascending order.
        if leaf.same && other <= card {
            continue;
        }
        let passes = leaf.kept.iter().all(|&attribute| {
            run.checks += 1;
            cards.card_value(card, attribute) != cards.card_value(other, attribute)
        });
        if passes {
            kept.push(other);
        }
    }
}
