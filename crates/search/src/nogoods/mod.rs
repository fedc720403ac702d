//! Nogoods from restarts (Lecoutre, Saïs, Tabary and Vidal, *Recording and minimizing nogoods from
//! restarts*, JSAT 1, 2007).
//!
//! When a run ends, its branch shows what it has refuted: each decision on the way whose opposite
//! is taken now has no solution below the decisions before it. Opposites among these need not be
//! named, because they follow. So a refuted decision and the decisions at the levels above it
//! cannot all hold: a *nogood*. A later run that makes all of these decisions but one takes the
//! opposite of that one at once, so no run repeats what an earlier one has refuted.
//!
//! Two decisions of a nogood are watched: as long as neither holds, it has no effect. Watches need
//! no undoing. What a search for a better solution refutes stays refuted, because the bound only
//! falls.

mod nogood_store;

pub(super) use nogood_store::RestartNogoods;

#[cfg(test)]
mod tests;
