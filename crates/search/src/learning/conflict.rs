//! The reason of a conflict of plain search, for people.

use std::cell::Cell;

use parallax_propagation::explain::{DomainClaim, RootDomains};

use super::history::ChangeHistory;
use super::nogoods::NogoodArena;
use super::reasons::{DatedAtom, ReasonSources};
use crate::SearchState;

/// Returns the tests that cannot all hold, by the propagator that has just failed; `settled` is the
/// length of the trail at `root`, whose domains need no reason. `None` if there is no short reason.
pub(crate) fn reason_of_conflict(
    search: &SearchState,
    root: &RootDomains,
    settled: usize,
) -> Option<Vec<DomainClaim>> {
    let mut history = ChangeHistory::default();
    history.read_trail(&search.store, root);
    let buffer = Cell::default();
    // Plain search stores no nogoods, so no change on the trail refers to this empty arena.
    let nogoods = NogoodArena::with_byte_limit(0);
    let facts = ReasonSources {
        store: &search.store,
        propagators: &search.propagators,
        history: &history,
        buffer: &buffer,
        root,
        nogoods: &nogoods,
        settled: u32::try_from(settled).ok()?,
    };
    let mut atoms: Vec<DatedAtom> = Vec::new();
    facts.explain_conflict(search.failed?, &mut atoms).ok()?;
    let mut claims: Vec<DomainClaim> = atoms.iter().map(|own| root.atom_claim(own.atom)).collect();
    // The list may repeat an atom, and its order depends on the propagator. People should read one
    // order.
    claims.sort_unstable_by_key(|claim| (claim.variable, claim.test.trace_sign(), claim.value));
    claims.dedup();
    Some(claims)
}
