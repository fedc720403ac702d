//! From a conflict to a nogood: resolves atoms, newest first, until one of the conflict's level is
//! left (the first unique implication point; Marques-Silva and Sakallah 1999).

use std::collections::BinaryHeap;

use parallax_propagation::explain::{DomainAtom, RootDomains};
use parallax_propagation::store::ChangeReason;

use super::minimise::AtomMarks;
use super::nogoods::NogoodArena;
use super::reasons::{AtomDate, AtomReason, DatedAtom, PremiseError, ReasonSources};

/// A nogood found by analysis.
#[derive(Debug)]
pub(super) struct ConflictNogood {
    /// Its atoms: first the one that is negated after the jump, then one of the level jumped to.
    pub(super) atoms: Vec<DomainAtom>,
    /// The level to jump to.
    pub(super) level: usize,
    /// The number of levels of its atoms.
    pub(super) lbd: u32,
}

/// Buffers of the analysis.
#[derive(Debug)]
pub(super) struct ConflictAnalysis {
    pub(super) marks: AtomMarks,
    /// Atoms of the conflict's level that are still to be resolved.
    heap: BinaryHeap<(AtomDate, DomainAtom, u32)>,
    /// A stack of premises under examination.
    pub(super) premises: Vec<DatedAtom>,
    /// The atoms resolved or kept in the last conflict.
    pub(super) touched: Vec<DomainAtom>,
    /// The nogoods that took part in the last conflict.
    pub(super) used: Vec<u32>,
    /// Explanations so far.
    pub(super) explanations: u64,
}

impl ConflictAnalysis {
    pub(super) fn new(root: &RootDomains) -> Self {
        ConflictAnalysis {
            marks: AtomMarks::new(4 * root.values_in_all()),
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
    pub(super) fn learn_nogood(
        &mut self,
        failure: &[DatedAtom],
        facts: &ReasonSources<'_>,
    ) -> Result<Option<ConflictNogood>, PremiseError> {
        self.marks.next_conflict();
        self.heap.clear();
        self.touched.clear();
        self.used.clear();
        // Propagation may notice a conflict late, with no atom of the innermost level. The newest
        // atom, not the depth of the search, then names the level to resolve in.
        let Some(newest) = failure.iter().map(|own| own.date).max() else { return Ok(None) };
        let start = facts.history.level_start(facts.history.date_level(newest));
        let mut nogood = Vec::new();
        self.add_premises(failure, start, &mut nogood);
        // The heap holds the unresolved atoms of the conflict's level. Reasons are strictly older
        // than what they explain, so an atom that is popped cannot come back.
        while let Some((date, atom, rank)) = self.heap.pop() {
            // All paths from the level's decision to the conflict pass through this atom: it is the
            // first unique implication point.
            if self.heap.is_empty() {
                nogood.push(DatedAtom { atom, rank, date });
                break;
            }
            if let ChangeReason::Nogood(place) =
                facts.store.trail()[date.trail_time() as usize].change_reason()
            {
                self.used.push(place);
            }
            let mut premises = std::mem::take(&mut self.premises);
            premises.clear();
            self.explanations += 1;
            // The `?` waits until the buffer is back: otherwise an error would lose its allocation.
            let explained = facts.explain_atom(DatedAtom { atom, rank, date }, &mut premises);
            self.add_premises(&premises, start, &mut nogood);
            self.premises = premises;
            // The decision is the oldest atom of its level. It is popped while others remain only
            // if a date is wrong.
            if explained? == AtomReason::Decided {
                return Err(PremiseError);
            }
        }
        // The implication point is the only atom of its level and comes first; the newest of the
        // rest, second, names the level to jump to. Both become the watched atoms.
        nogood.sort_unstable_by_key(|own| std::cmp::Reverse((own.date, own.atom)));
        self.minimise_nogood(&mut nogood, facts);
        Ok(Some(build_nogood(&nogood, facts)))
    }

    /// Adds premises that were not added yet in this conflict: those of its level, which begins at
    /// `start`, to the heap, others to the nogood.
    fn add_premises(
        &mut self,
        premises: &[DatedAtom],
        start: AtomDate,
        nogood: &mut Vec<DatedAtom>,
    ) {
        for own in premises {
            if self.marks.mark_added(own.rank as usize) {
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
fn build_nogood(nogood: &[DatedAtom], facts: &ReasonSources<'_>) -> ConflictNogood {
    let atoms: Vec<DomainAtom> = nogood.iter().map(|own| own.atom).collect();
    // The newest come first, so levels fall.
    let mut levels: Vec<usize> =
        nogood.iter().map(|own| facts.history.date_level(own.date)).collect();
    // A nogood of one atom has no second level: its negation belongs to the root.
    let level = levels.get(1).copied().unwrap_or(0);
    levels.dedup();
    ConflictNogood { atoms, level, lbd: levels.len() as u32 }
}

/// Returns the nogood of the decisions of the first levels, for a conflict that cannot be
/// explained.
pub(super) fn of_decisions(decisions: &[DomainAtom]) -> Option<ConflictNogood> {
    let atoms: Vec<DomainAtom> = decisions.iter().rev().copied().collect();
    // Without the last decision the others stay true, so the search backtracks by one level and
    // takes the opposite of that decision.
    let level = atoms.len().checked_sub(1)?;
    Some(ConflictNogood { lbd: atoms.len() as u32, atoms, level })
}

/// Returns the atoms of a nogood that are all true, with their dates.
pub(super) fn conflict_of(
    nogood: u32,
    nogoods: &NogoodArena,
    facts: &ReasonSources<'_>,
    into: &mut Vec<DatedAtom>,
) -> Result<(), PremiseError> {
    facts.take_numbers(nogoods.nogood_atoms(nogood), AtomDate::NOW, into)
}
