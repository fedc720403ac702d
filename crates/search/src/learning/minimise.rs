//! Shorter nogoods: atoms that follow from the others go.

use parallax_propagation::ValueTest;
use parallax_propagation::explain::DomainAtom;

use super::analysis::ConflictAnalysis;
use super::reasons::{AtomReason, DatedAtom, ReasonSources};

/// Maximum depth of the recursion.
const MAX_RECURSION_DEPTH: usize = 60;

/// Marks of atoms, by rank, that the next conflict forgets.
#[derive(Debug)]
pub(super) struct AtomMarks {
    marks: Vec<u32>,
    conflict: u32,
}

/// The mark of an atom in the current conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtomMark {
    None,
    /// It was added.
    Added,
    /// It follows from the nogood.
    Redundant,
    /// It was not shown to follow.
    Needed,
}

impl AtomMarks {
    pub(super) fn new(atoms: usize) -> Self {
        AtomMarks { marks: vec![0; atoms], conflict: 0 }
    }

    /// Forgets all marks.
    pub(super) fn next_conflict(&mut self) {
        // A mark is `conflict` plus 1, 2 or 3, so every older mark is below the new `conflict` and
        // reads as none: forgetting is one addition instead of a pass over all atoms.
        self.conflict += 4;
        if self.conflict > u32::MAX - 8 {
            self.marks.fill(0);
            self.conflict = 4;
        }
    }

    /// Marks an atom as added; returns whether it was not.
    #[inline]
    pub(super) fn mark_added(&mut self, rank: usize) -> bool {
        let new = self.marks[rank] < self.conflict;
        if new {
            self.marks[rank] = self.conflict + 1;
        }
        new
    }

    fn get(&self, rank: usize) -> AtomMark {
        match self.marks[rank].checked_sub(self.conflict) {
            None | Some(0) => AtomMark::None,
            Some(1) => AtomMark::Added,
            Some(2) => AtomMark::Redundant,
            Some(_) => AtomMark::Needed,
        }
    }

    fn set_mark(&mut self, rank: usize, mark: AtomMark) {
        self.marks[rank] = self.conflict + mark as u32;
    }
}

/// The atoms of a nogood: which levels it has.
struct NogoodLevels<'a> {
    facts: &'a ReasonSources<'a>,
    /// For each level, whether an atom of the nogood belongs to it.
    present: Vec<bool>,
}

impl ConflictAnalysis {
    /// Drops atoms, but not the first one, that follow from the others: through their reasons
    /// (Sörensson and Biere 2009), then as weaker tests of one variable.
    pub(super) fn minimise_nogood(
        &mut self,
        nogood: &mut Vec<DatedAtom>,
        facts: &ReasonSources<'_>,
    ) {
        let mut present = vec![false; facts.history.depth() + 1];
        for own in nogood.iter() {
            present[facts.history.date_level(own.date)] = true;
        }
        let kept = NogoodLevels { facts, present };
        let first = nogood[0].atom;
        // The test below walks reasons down to marked atoms, which must be exactly the nogood's.
        // Atoms that were resolved away must not count as members.
        self.marks.next_conflict();
        for own in nogood.iter() {
            self.marks.mark_added(own.rank as usize);
        }
        self.premises.clear();
        // A dropped atom keeps its mark, and others may still rest on it. This is not circular:
        // reasons are older than what they explain, so the chain ends at atoms that stay.
        nogood.retain(|&own| own.atom == first || !self.reason_follows(own, &kept, 0));
        drop_weaker(nogood, facts);
    }

    /// Whether the reason of an atom follows from the nogood.
    fn reason_follows(&mut self, own: DatedAtom, kept: &NogoodLevels<'_>, depth: usize) -> bool {
        // Giving up only keeps an atom that could go; it never drops one that is needed.
        if depth >= MAX_RECURSION_DEPTH {
            return false;
        }
        // The buffer is a stack: nested calls push above `to` and truncate back to it. The loop
        // copies by index because they may move the buffer.
        let from = self.premises.len();
        self.explanations += 1;
        let explained = kept.facts.explain_atom(own, &mut self.premises);
        let to = self.premises.len();
        let follows = explained == Ok(AtomReason::Follows)
            && (from..to).all(|at| {
                let premise = self.premises[at];
                self.is_covered(premise, kept, depth)
            });
        self.premises.truncate(from);
        follows
    }

    /// Whether an atom is in the nogood or follows from it.
    fn is_covered(&mut self, own: DatedAtom, kept: &NogoodLevels<'_>, depth: usize) -> bool {
        let rank = own.rank as usize;
        match self.marks.get(rank) {
            AtomMark::Added | AtomMark::Redundant => true,
            AtomMark::Needed => false,
            // An atom of a level without a member of the nogood is given up at once (as in
            // MiniSat): its reasons normally lead to that level's decision, which no member covers.
            AtomMark::None => {
                let redundant = kept.present[kept.facts.history.date_level(own.date)]
                    && self.reason_follows(own, kept, depth + 1);
                let mark = if redundant { AtomMark::Redundant } else { AtomMark::Needed };
                self.marks.set_mark(rank, mark);
                redundant
            }
        }
    }
}

/// Drops atoms that another one of the same variable implies; the first one stays.
fn drop_weaker(nogood: &mut Vec<DatedAtom>, facts: &ReasonSources<'_>) {
    let first = nogood[0].atom;
    // The places of a variable follow each other, so its atoms do as well.
    let mut all: Vec<DomainAtom> = nogood.iter().map(|own| own.atom).collect();
    all.sort_unstable();
    let mut weaker: Vec<DomainAtom> = Vec::new();
    for group in all.chunk_by(|&a, &b| facts.root.atom_variable(a) == facts.root.atom_variable(b)) {
        // e.g. `x <= 3` goes when `x = 2` is there. No two different atoms imply each other, so at
        // least one of a group stays.
        let is_weaker = |&&atom: &&DomainAtom| {
            group.iter().any(|&other| other != atom && implies_atom(other, atom))
        };
        weaker.extend(group.iter().filter(is_weaker));
    }
    if !weaker.is_empty() {
        nogood.retain(|own| own.atom == first || weaker.binary_search(&own.atom).is_err());
    }
}

/// Whether one atom implies another of the same variable, by their places.
fn implies_atom(stronger: DomainAtom, weaker: DomainAtom) -> bool {
    // Bits of one variable are in the order of its values: `x = 2` has a smaller index than `x =
    // 5`.
    let (at, other) = (stronger.bit_index(), weaker.bit_index());
    match (stronger.value_test(), weaker.value_test()) {
        (ValueTest::Is, ValueTest::Not) => at != other,
        (ValueTest::Is | ValueTest::AtMost, ValueTest::AtMost) => at <= other,
        (ValueTest::AtMost, ValueTest::Not) => at < other,
        (ValueTest::Is, ValueTest::Above) => at > other,
        (ValueTest::Above, ValueTest::Above | ValueTest::Not) => at >= other,
        (ValueTest::Not, _) | (ValueTest::AtMost | ValueTest::Above, ValueTest::Is) => false,
        (ValueTest::Is, ValueTest::Is)
        | (ValueTest::AtMost, ValueTest::Above)
        | (ValueTest::Above, ValueTest::AtMost) => false,
    }
}
