//! The search of a subproblem in which no attribute remains to be enforced: forward checking in
//! the order V1, V2, V3.

use parallax_model::ask::Ended;
use parallax_reformulate::paper::{Cards, Subproblem};

use super::Run;

/// Number of checks of `id≠` and of the order, made for every future value. Between disjoint
/// domains they cannot fail.
const BOTH: u64 = 2;

/// Finds the sets of a subproblem.
pub(super) fn run(cards: &Cards, leaf: &Subproblem, run: &mut Run<'_>) -> Result<(), Ended> {
    let mut second = Vec::new();
    let mut third = Vec::new();
    let mut last = Vec::new();
    for &a in leaf.domain(0) {
        run.look()?;
        run.nodes += 1;
        filter(cards, leaf, a, leaf.domain(1), &mut second, run);
        if second.is_empty() {
            continue;
        }
        filter(cards, leaf, a, leaf.domain(2), &mut third, run);
        if third.is_empty() {
            continue;
        }
        for &b in &second {
            run.nodes += 1;
            filter(cards, leaf, b, &third, &mut last, run);
            for &c in &last {
                run.nodes += 1;
                run.set([a, b, c])?;
            }
        }
    }
    Ok(())
}

/// Keeps the values of a future variable that are compatible with a card.
fn filter(
    cards: &Cards,
    leaf: &Subproblem,
    card: usize,
    future: &[usize],
    kept: &mut Vec<usize>,
    run: &mut Run<'_>,
) {
    kept.clear();
    for &other in future {
        run.checks += BOTH;
        // The cards of one domain come in ascending order.
        if leaf.same && other <= card {
            continue;
        }
        let passes = leaf.kept.iter().all(|&attribute| {
            run.checks += 1;
            cards.value(card, attribute) != cards.value(other, attribute)
        });
        if passes {
            kept.push(other);
        }
    }
}
