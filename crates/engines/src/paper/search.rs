//! The basic search: forward checking for `id≠`, symmetry and the equalities, back-checking for
//! the inequalities (section 3.2).

use parallax_model::Value;
use parallax_model::ask::{Domains, Ended, Step, Trace};
use parallax_reformulate::paper::Cards;

use super::super::trace::full;
use super::session::record_leaf;
use super::{AttributeOrder, Run};

/// Runs the search, and records its tree if requested: a step for each first card, and one for each
/// pair of cards below it.
pub(super) fn run(
    cards: &Cards,
    order: AttributeOrder,
    run: &mut Run<'_>,
    trace: &mut Option<Trace>,
) -> Result<(), Ended> {
    let order = order.of(cards);
    let root = trace.as_mut().map(|trace| begin(trace, cards));
    let all = cards.len() as u64;
    let (mut equal, mut unequal) = (Vec::new(), Vec::new());
    for first in 0..cards.len() {
        // V2 and V3 share one domain: one pass over it checks every card by id≠, and those that
        // pass by the order.
        run.nodes += 1;
        run.checks += all + (all - 1);
        let above = trace.as_mut().map(|trace| first_card(trace, cards, root, first, 2 * all - 1));
        for second in first + 1..cards.len() {
            run.look()?;
            let before = (run.nodes, run.checks);
            run.nodes += 1;
            let same = |&attribute: &usize| {
                cards.value(first, attribute) == cards.value(second, attribute)
            };
            equal.clear();
            unequal.clear();
            order.iter().for_each(|&attribute| {
                if same(&attribute) { equal.push(attribute) } else { unequal.push(attribute) }
            });
            let ended = third(cards, [first, second], &equal, &unequal, run);
            if let Some(trace) = trace {
                let open = open_thirds(cards, [first, second], &equal);
                let branch = format!("card2 = {}", cards.id(second));
                let domains = vec![Domains::new("card3", open)];
                let leaf = trace.add(Step { domains, ..Step::new(above, branch) });
                record_leaf(trace, cards, leaf, "back-checking", run, before);
                if trace.left_out > 0 {
                    return Err(full(trace));
                }
            }
            ended?;
        }
    }
    Ok(())
}

/// Records the root of a trace.
fn begin(trace: &mut Trace, cards: &Cards) -> usize {
    let all: Vec<_> = (0..cards.len()).map(|card| cards.id(card)).collect();
    let domains = vec![Domains::new("card1 = card2 = card3", all)];
    let root = trace.add(Step { domains, ..Step::new(None, "") });
    trace.branch(root, "card1", "the first variable, every card in turn", None);
    root
}

/// Records the step of a first card, after which forward checking keeps the later cards.
fn first_card(
    trace: &mut Trace,
    cards: &Cards,
    root: Option<usize>,
    first: usize,
    checks: u64,
) -> usize {
    let after: Vec<_> = (first + 1..cards.len()).map(|card| cards.id(card)).collect();
    let domains = vec![Domains::new("card2 = card3", after.clone())];
    let step =
        trace.add(Step { domains, ..Step::new(root, format!("card1 = {}", cards.id(first))) });
    if after.is_empty() {
        trace.prune(step, "no card comes after it");
    } else {
        trace.branch(step, "card2", "the next variable, every card in turn", None);
    }
    trace.at(step, |step| {
        step.counters.add("nodes", 1);
        step.counters.add("checks", checks);
    });
    step
}

/// Returns the third cards that forward checking keeps: later ones with the values that two cards
/// share.
fn open_thirds(cards: &Cards, [_, second]: [usize; 2], equal: &[usize]) -> Vec<Value> {
    let fits = |&third: &usize| {
        equal
            .iter()
            .all(|&attribute| cards.value(third, attribute) == cards.value(second, attribute))
    };
    (second + 1..cards.len()).filter(fits).map(|card| cards.id(card)).collect()
}

/// Describes the third variable, whose domain is the cards after the first.
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
