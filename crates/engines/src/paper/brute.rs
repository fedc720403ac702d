//! Three nested loops.

use parallax_model::engine_api::EnumerationEnd;
use parallax_reformulate::paper::CardModel;

use super::{AttributeOrder, PaperRun};

/// The binary checks of one attribute: three for `A=` and three for `A≠`, all of which are
/// made.
const CHECKS_PER_ATTRIBUTE: u64 = 6;

/// Generates all combinations of three cards and tests the attributes of each in order, up
/// to the first that fails.
pub(super) fn run_brute_force(
    cards: &CardModel,
    run: &mut PaperRun<'_>,
) -> Result<(), EnumerationEnd> {
    let order = AttributeOrder::Fitted.attribute_indices(cards);
    for i in 0..cards.len() {
        for j in i + 1..cards.len() {
            run.check_clock()?;
            for k in j + 1..cards.len() {
                run.nodes += 1;
                let holds = order.iter().all(|&attribute| {
                    run.checks += CHECKS_PER_ATTRIBUTE;
                    let [a, b, c] = [i, j, k].map(|card| cards.card_value(card, attribute));
                    a == b && b == c || a != b && b != c && a != c
                });
                if holds {
                    run.report_set([i, j, k])?;
                }
            }
        }
    }
    Ok(())
}
