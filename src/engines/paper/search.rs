//! The basic search: forward checking for `id≠`, symmetry and the equalities, back-checking for
//! the inequalities (section 3.2).

use super::{Run, order};
use crate::ask::Ended;
use crate::reformulate::paper::Cards;

/// Runs the search.
pub(super) fn run(cards: &Cards, run: &mut Run<'_>) -> Result<(), Ended> {
    let order = order(cards);
    let all = cards.len() as u64;
    let (mut equal, mut unequal) = (Vec::new(), Vec::new());
    for first in 0..cards.len() {
        // V2 and V3 share one domain: one pass over it checks every card by id≠, and those that
        // pass by the order.
        run.nodes += 1;
        run.checks += all + (all - 1);
        for second in first + 1..cards.len() {
            run.look()?;
            run.nodes += 1;
            let same = |&attribute: &usize| {
                cards.value(first, attribute) == cards.value(second, attribute)
            };
            equal.clear();
            unequal.clear();
            order.iter().for_each(|&attribute| {
                if same(&attribute) { equal.push(attribute) } else { unequal.push(attribute) }
            });
            third(cards, [first, second], &equal, &unequal, run)?;
        }
    }
    Ok(())
}

/// The third variable, whose domain is the cards after the first.
fn third(
    cards: &Cards,
    [first, second]: [usize; 2],
    equal: &[usize],
    unequal: &[usize],
    run: &mut Run<'_>,
) -> Result<(), Ended> {
    let value = |card: usize, attribute: usize| cards.value(card, attribute);
    for third in first + 1..cards.len() {
        run.checks += 1;
        if third == second {
            continue;
        }
        run.checks += 1;
        if third < second {
            continue;
        }
        let passes = equal.iter().all(|&attribute| {
            run.checks += 1;
            value(third, attribute) == value(second, attribute)
        });
        let mut differs = |a: usize, b: usize, attribute: usize| {
            run.checks += 1;
            value(a, attribute) != value(b, attribute)
        };
        let consistent = passes
            && unequal.iter().all(|&attribute| {
                differs(first, second, attribute)
                    && differs(first, third, attribute)
                    && differs(second, third, attribute)
            });
        if consistent {
            run.nodes += 1;
            run.set([first, second, third])?;
        }
    }
    Ok(())
}
