//! Shorter nogoods: atoms that follow from the others go.

use parallax_propagation::Test;
use parallax_propagation::explain::Atom;

use super::analysis::Analysis;
use super::reasons::{Dated, Explained, Facts};

/// Maximum depth of the recursion.
const DEPTH: usize = 60;

/// Marks of atoms, by rank, that the next conflict forgets.
#[derive(Debug)]
pub(super) struct Marks {
    marks: Vec<u32>,
    conflict: u32,
}

/// The mark of an atom in the current conflict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// It was added.
    Added,
    /// It follows from the nogood.
    Redundant,
    /// It was not shown to follow.
    Needed,
}

impl Marks {
    pub(super) fn new(atoms: usize) -> Self {
        Marks { marks: vec![0; atoms], conflict: 0 }
    }

    /// Forgets all marks.
    pub(super) fn next_conflict(&mut self) {
        self.conflict += 4;
        if self.conflict > u32::MAX - 8 {
            self.marks.fill(0);
            self.conflict = 4;
        }
    }

    /// Marks an atom as added; returns whether it was not.
    #[inline]
    pub(super) fn add(&mut self, rank: usize) -> bool {
        let new = self.marks[rank] < self.conflict;
        if new {
            self.marks[rank] = self.conflict + 1;
        }
        new
    }

    fn get(&self, rank: usize) -> Mark {
        match self.marks[rank].checked_sub(self.conflict) {
            None | Some(0) => Mark::None,
            Some(1) => Mark::Added,
            Some(2) => Mark::Redundant,
            Some(_) => Mark::Needed,
        }
    }

    fn set(&mut self, rank: usize, mark: Mark) {
        self.marks[rank] = self.conflict + mark as u32;
    }
}

/// The atoms of a nogood: which levels it has.
struct Kept<'a> {
    facts: &'a Facts<'a>,
    /// For each level, whether an atom of the nogood belongs to it.
    present: Vec<bool>,
}

impl Analysis {
    /// Drops atoms, but not the first one, that follow from the others: through their reasons
    /// (Sörensson and Biere 2009), then as weaker tests of one variable.
    pub(super) fn minimise(&mut self, nogood: &mut Vec<Dated>, facts: &Facts<'_>) {
        let mut present = vec![false; facts.history.depth() + 1];
        for own in nogood.iter() {
            present[facts.history.level(own.date)] = true;
        }
        let kept = Kept { facts, present };
        let first = nogood[0].atom;
        // Atoms that were resolved away must not count as members.
        self.marks.next_conflict();
        for own in nogood.iter() {
            self.marks.add(own.rank as usize);
        }
        self.premises.clear();
        nogood.retain(|&own| own.atom == first || !self.follows(own, &kept, 0));
        drop_weaker(nogood, facts);
    }

    /// Whether the reason of an atom follows from the nogood.
    fn follows(&mut self, own: Dated, kept: &Kept<'_>, depth: usize) -> bool {
        if depth >= DEPTH {
            return false;
        }
        let from = self.premises.len();
        self.explanations += 1;
        let explained = kept.facts.explain(own, &mut self.premises);
        let to = self.premises.len();
        let follows = explained == Ok(Explained::Follows)
            && (from..to).all(|at| {
                let premise = self.premises[at];
                self.is_covered(premise, kept, depth)
            });
        self.premises.truncate(from);
        follows
    }

    /// Whether an atom is in the nogood or follows from it.
    fn is_covered(&mut self, own: Dated, kept: &Kept<'_>, depth: usize) -> bool {
        let rank = own.rank as usize;
        match self.marks.get(rank) {
            Mark::Added | Mark::Redundant => true,
            Mark::Needed => false,
            Mark::None => {
                let redundant = kept.present[kept.facts.history.level(own.date)]
                    && self.follows(own, kept, depth + 1);
                let mark = if redundant { Mark::Redundant } else { Mark::Needed };
                self.marks.set(rank, mark);
                redundant
            }
        }
    }
}

/// Drops atoms that another one of the same variable implies; the first one stays.
fn drop_weaker(nogood: &mut Vec<Dated>, facts: &Facts<'_>) {
    let first = nogood[0].atom;
    // The places of a variable follow each other, so its atoms do as well.
    let mut all: Vec<Atom> = nogood.iter().map(|own| own.atom).collect();
    all.sort_unstable();
    let mut weaker: Vec<Atom> = Vec::new();
    for group in all.chunk_by(|&a, &b| facts.root.variable(a) == facts.root.variable(b)) {
        let is_weaker =
            |&&atom: &&Atom| group.iter().any(|&other| other != atom && implies(other, atom));
        weaker.extend(group.iter().filter(is_weaker));
    }
    if !weaker.is_empty() {
        nogood.retain(|own| own.atom == first || weaker.binary_search(&own.atom).is_err());
    }
}

/// Whether one atom implies another of the same variable, by their places.
fn implies(stronger: Atom, weaker: Atom) -> bool {
    let (at, other) = (stronger.place(), weaker.place());
    match (stronger.test(), weaker.test()) {
        (Test::Is, Test::Not) => at != other,
        (Test::Is | Test::AtMost, Test::AtMost) => at <= other,
        (Test::AtMost, Test::Not) => at < other,
        (Test::Is, Test::Above) => at > other,
        (Test::Above, Test::Above | Test::Not) => at >= other,
        (Test::Not, _) | (Test::AtMost | Test::Above, Test::Is) => false,
        (Test::Is, Test::Is) | (Test::AtMost, Test::Above) | (Test::Above, Test::AtMost) => false,
    }
}
