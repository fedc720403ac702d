//! From a conflict to a nogood: resolves atoms, newest first, until one of the conflict's level is
//! left (the first unique implication point; Marques-Silva and Sakallah 1999).

use std::collections::BinaryHeap;

use super::minimise::Marks;
use super::nogoods::Nogoods;
use super::reasons::{Broken, Date, Dated, Explained, Facts};
use super::watches::Watches;
use crate::explain::Atom;
use crate::store::{Reason, Store};

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

/// The starts of the levels of the trail, after the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels(Vec<u32>);

impl Levels {
    /// Opens a level at the end of the trail.
    pub(super) fn open(&mut self, store: &Store) {
        self.0.push(store.trail.len() as u32);
    }

    /// Closes the innermost level.
    pub(super) fn close(&mut self) {
        self.0.pop();
    }

    /// Returns the number of levels.
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Returns the level of a date; 0 is the root.
    #[inline]
    pub(super) fn of(&self, date: Date) -> usize {
        self.0.partition_point(|&start| start <= date.time())
    }

    /// Returns the end of the root on the trail.
    pub(super) fn end_of_root(&self, store: &Store) -> u32 {
        self.0.first().map_or(store.trail.len() as u32, |&start| start)
    }
}

/// Buffers of the analysis.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) marks: Marks,
    heap: BinaryHeap<(Date, Atom)>,
    premises: Vec<Dated>,
    /// The atoms resolved or kept in the last conflict.
    pub(super) touched: Vec<Atom>,
    /// The nogoods that took part in the last conflict.
    pub(super) used: Vec<u32>,
    /// Explanations so far.
    pub(super) explanations: u64,
}

impl Analysis {
    pub(super) fn new(watches: &Watches) -> Self {
        Analysis {
            marks: Marks::new(watches.atoms()),
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
        levels: &Levels,
        watches: &Watches,
    ) -> Result<Option<Found>, Broken> {
        self.marks.next_conflict();
        self.heap.clear();
        self.touched.clear();
        self.used.clear();
        self.add(failure, facts, watches);
        let Some(&(newest, _)) = self.heap.peek() else { return Ok(None) };
        let level = levels.of(newest);
        let mut nogood = Vec::new();
        while let Some((date, atom)) = self.heap.pop() {
            let more = self.heap.peek().is_some_and(|&(next, _)| levels.of(next) == level);
            if !more {
                nogood.push(Dated { atom, date });
                break;
            }
            if let Reason::Nogood(place) = facts.store.trail[date.time() as usize].reason() {
                self.used.push(place);
            }
            let mut premises = std::mem::take(&mut self.premises);
            premises.clear();
            self.explanations += 1;
            let explained = facts.explain(Dated { atom, date }, &mut premises);
            self.add(&premises, facts, watches);
            self.premises = premises;
            if explained? == Explained::Decided {
                return Err(Broken);
            }
        }
        nogood.extend(self.heap.drain().map(|(date, atom)| Dated { atom, date }));
        // A heap has no order of its own that is worth keeping.
        nogood[1..].sort_unstable_by_key(|own| std::cmp::Reverse((own.date, own.atom)));
        self.minimise(&mut nogood, facts, levels, watches);
        Ok(Some(found(&nogood, levels)))
    }

    /// Adds premises that were not added yet in this conflict.
    fn add(&mut self, premises: &[Dated], facts: &Facts<'_>, watches: &Watches) {
        for own in premises {
            let rank = watches.rank(own.atom, facts.root);
            if self.marks.add(rank) {
                self.heap.push((own.date, own.atom));
                self.touched.push(own.atom);
            }
        }
    }
}

/// Returns a nogood with the atom of the second highest level in the second place.
fn found(nogood: &[Dated], levels: &Levels) -> Found {
    let mut all: Vec<(usize, Atom)> =
        nogood.iter().map(|own| (levels.of(own.date), own.atom)).collect();
    let second = (1..all.len()).max_by_key(|&at| (all[at].0, std::cmp::Reverse(at)));
    let level = second.map_or(0, |at| all[at].0);
    if let Some(at) = second {
        all.swap(1, at);
    }
    let mut distinct: Vec<usize> = all.iter().map(|own| own.0).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let atoms = all.into_iter().map(|own| own.1).collect();
    Found { atoms, level, lbd: distinct.len() as u32 }
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
