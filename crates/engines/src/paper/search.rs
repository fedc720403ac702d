//! The basic search: forward checking for `id≠`, symmetry and the equalities, back-checking for
//! the inequalities (section 3.2).

use parallax_model::Value;
use parallax_model::engine_api::{EnumerationEnd, SolverTrace, TraceDomain, TraceStep};
use parallax_reformulate::paper::CardModel;

use super::super::trace::full_trace;
use super::session::record_leaf;
use super::{AttributeOrder, PaperRun};

/// Runs the search, and records its tree if requested: a step for each first card, and one for each
/// pair of cards below it.
pub(super) fn run_search(
    cards: &CardModel,
    order: AttributeOrder,
    run: &mut PaperRun<'_>,
    trace: &mut Option<SolverTrace>,
) -> Result<(), EnumerationEnd> {
    let order = order.attribute_indices(cards);
    let root = trace.as_mut().map(|trace| begin_trace(trace, cards));
    let all = cards.len() as u64;
    let (mut equal, mut unequal) = (Vec::new(), Vec::new());
    for first in 0..cards.len() {
        // V2 and V3 share one domain: one pass over it checks every card by id≠, and those that
        // pass by the order.
        run.nodes += 1;
        run.checks += all + (all - 1);
        let above = trace.as_mut().map(|trace| first_card(trace, cards, root, first, 2 * all - 1));
        for second in first + 1..cards.len() {
            run.check_clock()?;
            let before = (run.nodes, run.checks);
            run.nodes += 1;
            let same = |&attribute: &usize| {
                cards.card_value(first, attribute) == cards.card_value(second, attribute)
            };
            equal.clear();
            unequal.clear();
            order.iter().for_each(|&attribute| {
                if same(&attribute) { equal.push(attribute) } else { unequal.push(attribute) }
            });
            let ended = third_variable(cards, [first, second], &equal, &unequal, run);
            if let Some(trace) = trace {
                let open = open_thirds(cards, [first, second], &equal);
                let branch = format!("card2 = {}", cards.card_id(second));
                let domains = vec![TraceDomain::new("card3", open)];
                let leaf = trace.add_step(TraceStep { domains, ..TraceStep::new(above, branch) });
                record_leaf(trace, cards, leaf, "back-checking", run, before);
                if trace.left_out > 0 {
                    return Err(full_trace(trace));
                }
            }
            ended?;
        }
    }
    Ok(())
}

/// Records the root of a trace.
fn begin_trace(trace: &mut SolverTrace, cards: &CardModel) -> usize {
    let all: Vec<_> = (0..cards.len()).map(|card| cards.card_id(card)).collect();
    let domains = vec![TraceDomain::new("card1 = card2 = card3", all)];
    let root = trace.add_step(TraceStep { domains, ..TraceStep::new(None, "") });
    trace.record_choice(root, "card1", "the first variable, every card in turn", None);
    root
}

/// Records the step of a first card, after which forward checking keeps the later cards.
fn first_card(
    trace: &mut SolverTrace,
    cards: &CardModel,
    root: Option<usize>,
    first: usize,
    checks: u64,
) -> usize {
    let after: Vec<_> = (first + 1..cards.len()).map(|card| cards.card_id(card)).collect();
    let domains = vec![TraceDomain::new("card2 = card3", after.clone())];
    let step = trace.add_step(TraceStep {
        domains,
        ..TraceStep::new(root, format!("card1 = {}", cards.card_id(first)))
    });
    if after.is_empty() {
        trace.record_failure(step, "no card comes after it");
    } else {
        trace.record_choice(step, "card2", "the next variable, every card in turn", None);
    }
    trace.change_step(step, |step| {
        step.counters.add_amount("nodes", 1);
        step.counters.add_amount("checks", checks);
    });
    step
}

/// Returns the third cards that forward checking keeps: later ones with the values that two cards
/// share.
fn open_thirds(cards: &CardModel, [_, second]: [usize; 2], equal: &[usize]) -> Vec<Value> {
    let fits = |&third: &usize| {
        equal.iter().all(|&attribute| {
            cards.card_value(third, attribute) == cards.card_value(second, attribute)
        })
    };
    (second + 1..cards.len()).filter(fits).map(|card| cards.card_id(card)).collect()
}

/// Tries the third variable, whose domain is the cards after the first.
fn third_variable(
    cards: &CardModel,
    [first, second]: [usize; 2],
    equal: &[usize],
    unequal: &[usize],
    run: &mut PaperRun<'_>,
) -> Result<(), EnumerationEnd> {
    let value = |card: usize, attribute: usize| cards.card_value(card, attribute);
    for third in first + 1..cards.len() {
        // One check of id≠, and for other cards one of the order, which the loop must count as the
        // paper does even if it could skip the card.
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
            run.report_set([first, second, third])?;
        }
    }
    Ok(())
}
