//! The reason of a conflict of plain search, for people.

use std::cell::Cell;

use parallax_propagation::explain::{Claim, Root};

use super::history::History;
use super::nogoods::Nogoods;
use super::reasons::{Dated, Facts};
use crate::Search;

/// Returns the tests that cannot all hold, by the propagator that has just failed; `settled` is the
/// length of the trail at `root`, whose domains need no reason. `None` if there is no short reason.
pub(crate) fn reason_of_conflict(
    search: &Search,
    root: &Root,
    settled: usize,
) -> Option<Vec<Claim>> {
    let mut history = History::default();
    history.follow(&search.store, root);
    let buffer = Cell::default();
    let nogoods = Nogoods::within(0);
    let facts = Facts {
        store: &search.store,
        propagators: &search.propagators,
        history: &history,
        buffer: &buffer,
        root,
        nogoods: &nogoods,
        settled: u32::try_from(settled).ok()?,
    };
    let mut atoms: Vec<Dated> = Vec::new();
    facts.explain_conflict(search.failed?, &mut atoms).ok()?;
    let mut claims: Vec<Claim> = atoms.iter().map(|own| root.claim(own.atom)).collect();
    claims.sort_unstable_by_key(|claim| (claim.variable, claim.test.sign(), claim.value));
    claims.dedup();
    Some(claims)
}
