//! From a conflict to a nogood: resolves atoms, newest first, until one of the conflict's level is
//! left (the first unique implication point; Marques-Silva and Sakallah 1999).

use std::collections::BinaryHeap;

use parallax_propagation::explain::{Atom, Root};
use parallax_propagation::store::Reason;

use super::minimise::Marks;
use super::nogoods::Nogoods;
use super::reasons::{Broken, Date, Dated, Explained, Facts};

/// A nogood found by analysis.
#[derive(Debug)]
pub(super) struct Found {
    /// Its atoms: first the one that is negated after the jump, then one of the level jumped to.
    pub(super) atoms: Vec<Atom>,
    /// The level to jump to.
    pub(super) level: usize,
    /// The number of levels of its atoms.
    pub(super) lbd: u32,
}

/// Buffers of the analysis.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) marks: Marks,
    /// Atoms of the conflict's level that are still to be resolved.
    heap: BinaryHeap<(Date, Atom, u32)>,
    /// Premises that are being looked at.
    pub(super) premises: Vec<Dated>,
    /// The atoms resolved or kept in the last conflict.
    pub(super) touched: Vec<Atom>,
    /// The nogoods that took part in the last conflict.
    pub(super) used: Vec<u32>,
    /// Explanations so far.
    pub(super) explanations: u64,
}

impl Analysis {
    pub(super) fn new(root: &Root) -> Self {
        Analysis {
            marks: Marks::new(4 * root.values_in_all()),
            heap: BinaryHeap::new(),
            premises: Vec::new(),
            touched: Vec::new(),
            used: Vec::new(),
            explanations: 0,
        }
    }

    /// Returns the nogood of a conflict, whose atoms are all true; `None` if they hold at the root.
    ///
    /// # Errors
    /// Returns an error if an explanation cannot be used.
    pub(super) fn learn(
        &mut self,
        failure: &[Dated],
        facts: &Facts<'_>,
    ) -> Result<Option<Found>, Broken> {
        self.marks.next_conflict();
        self.heap.clear();
        self.touched.clear();
        self.used.clear();
        let Some(newest) = failure.iter().map(|own| own.date).max() else { return Ok(None) };
        let start = facts.history.start(facts.history.level(newest));
        let mut nogood = Vec::new();
        self.add(failure, start, &mut nogood);
        while let Some((date, atom, rank)) = self.heap.pop() {
            if self.heap.is_empty() {
                nogood.push(Dated { atom, rank, date });
                break;
            }
            if let Reason::Nogood(place) = facts.store.trail()[date.time() as usize].reason() {
                self.used.push(place);
            }
            let mut premises = std::mem::take(&mut self.premises);
            premises.clear();
            self.explanations += 1;
            let explained = facts.explain(Dated { atom, rank, date }, &mut premises);
            self.add(&premises, start, &mut nogood);
            self.premises = premises;
            if explained? == Explained::Decided {
                return Err(Broken);
            }
        }
        nogood.sort_unstable_by_key(|own| std::cmp::Reverse((own.date, own.atom)));
        self.minimise(&mut nogood, facts);
        Ok(Some(found(&nogood, facts)))
    }

    /// Adds premises that were not added yet in this conflict: those of its level, which begins at
    /// `start`, to the heap, others to the nogood.
    fn add(&mut self, premises: &[Dated], start: Date, nogood: &mut Vec<Dated>) {
        for own in premises {
            if self.marks.add(own.rank as usize) {
                self.touched.push(own.atom);
                if own.date >= start {
                    self.heap.push((own.date, own.atom, own.rank));
                } else {
                    nogood.push(*own);
                }
            }
        }
    }
}

/// Returns a nogood with the atom of the second highest level in the second place.
fn found(nogood: &[Dated], facts: &Facts<'_>) -> Found {
    let atoms: Vec<Atom> = nogood.iter().map(|own| own.atom).collect();
    // The newest come first, so levels fall.
    let mut levels: Vec<usize> = nogood.iter().map(|own| facts.history.level(own.date)).collect();
    let level = levels.get(1).copied().unwrap_or(0);
    levels.dedup();
    Found { atoms, level, lbd: levels.len() as u32 }
}

/// Returns the nogood of the decisions of the first levels, for a conflict that cannot be
/// explained.
pub(super) fn of_decisions(decisions: &[Atom]) -> Option<Found> {
    let atoms: Vec<Atom> = decisions.iter().rev().copied().collect();
    let level = atoms.len().checked_sub(1)?;
    Some(Found { lbd: atoms.len() as u32, atoms, level })
}

/// Returns the atoms of a nogood that are all true, with their dates.
pub(super) fn conflict_of(
    nogood: u32,
    nogoods: &Nogoods,
    facts: &Facts<'_>,
    into: &mut Vec<Dated>,
) -> Result<(), Broken> {
    facts.take_numbers(nogoods.atoms(nogood), Date::NOW, into)
}
