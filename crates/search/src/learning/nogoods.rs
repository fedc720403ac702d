//! The nogoods of a search, in one flat array with a bound.

use parallax_propagation::explain::DomainAtom;

/// Numbers before the atoms of a nogood: their number, its LBD with the mark of kept ones, the bits
/// of its activity, and the place where the last search for an atom to watch ended.
const NOGOOD_HEADER_WORDS: usize = 4;

/// In the LBD of a nogood: it is never forgotten.
const KEPT_NOGOOD_FLAG: u32 = 1 << 31;

/// Maximum LBD of a nogood that is not forgotten (Audemard and Simon 2009).
const MAX_PERMANENT_LBD: u32 = 2;

/// Activities are scaled down above this.
const MAX_ACTIVITY: f32 = 1e20;

/// Growth of the weight of a conflict in the activities of nogoods.
const NOGOOD_WEIGHT_GROWTH: f32 = 1.001;

/// Nogoods: sets of atoms that cannot all be true. The atom that a nogood has negated is its first.
#[derive(Clone, Debug)]
pub(super) struct NogoodArena {
    arena: Vec<u32>,
    /// Maximum length of the arena.
    max_words: usize,
    /// The weight of a conflict in activities.
    weight: f32,
    /// Number of nogoods that may be forgotten.
    learned: usize,
}

/// The memory for nogoods is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NogoodMemoryError;

impl NogoodArena {
    /// Keeps nogoods in at most this many bytes, but for the watches.
    pub(super) fn with_byte_limit(bytes: u64) -> Self {
        // References must fit into reasons, and stay below their two marks.
        let max_words = usize::try_from(bytes / 4).unwrap_or(usize::MAX).min((1 << 31) - 2);
        NogoodArena { arena: Vec::new(), max_words, weight: 1.0, learned: 0 }
    }

    /// Adds a nogood of at least one atom; `lbd` is the number of levels of its atoms, or `None` if
    /// it must be kept forever. Returns its index in the arena.
    ///
    /// # Errors
    /// Returns an error if the arena is full.
    pub(super) fn add_nogood(
        &mut self,
        atoms: &[DomainAtom],
        lbd: Option<u32>,
    ) -> Result<u32, NogoodMemoryError> {
        let place = self.arena.len();
        if place + NOGOOD_HEADER_WORDS + atoms.len() > self.max_words {
            return Err(NogoodMemoryError);
        }
        self.arena.push(atoms.len() as u32);
        // A new nogood starts with the weight of one conflict, or the next forgetting would take it
        // before it could be used.
        self.arena.push(lbd.unwrap_or(KEPT_NOGOOD_FLAG));
        self.arena.push(self.weight.to_bits());
        // The first two atoms are watched, so a search for another atom starts at index 2.
        self.arena.push(2);
        self.arena.extend(atoms.iter().map(|atom| atom.number()));
        self.learned += usize::from(lbd.is_some());
        Ok(place as u32)
    }

    /// Returns the number of nogoods that may be forgotten.
    pub(super) fn learned_count(&self) -> usize {
        self.learned
    }

    /// Returns the numbers of the atoms of a nogood.
    #[inline]
    pub(super) fn nogood_atoms(&self, place: u32) -> &[u32] {
        let start = place as usize + NOGOOD_HEADER_WORDS;
        &self.arena[start..start + self.arena[place as usize] as usize]
    }

    /// Returns the numbers of the atoms of a nogood, to reorder them, and the index from which to
    /// look for one to watch: in long nogoods, the atoms before it are true most often (Gent 2013).
    #[inline]
    pub(super) fn atoms_mut(&mut self, place: u32) -> (&mut u32, &mut [u32]) {
        let start = place as usize;
        let len = self.arena[start] as usize;
        let (header, atoms) =
            self.arena[start..start + NOGOOD_HEADER_WORDS + len].split_at_mut(NOGOOD_HEADER_WORDS);
        (&mut header[NOGOOD_HEADER_WORDS - 1], atoms)
    }

    /// Notes that a nogood took part in a conflict.
    pub(super) fn bump_activity(&mut self, place: u32) {
        let activity = f32::from_bits(self.arena[place as usize + 2]) + self.weight;
        self.arena[place as usize + 2] = activity.to_bits();
        if activity > MAX_ACTIVITY {
            self.scale_activities();
        }
    }

    /// Makes later conflicts weigh more.
    pub(super) fn decay_activities(&mut self) {
        self.weight *= NOGOOD_WEIGHT_GROWTH;
        if self.weight > MAX_ACTIVITY {
            self.scale_activities();
        }
    }

    fn scale_activities(&mut self) {
        // `f32` activities overflow after some 90,000 conflicts of growing weight. Dividing all of
        // them, and the weight, keeps their order.
        self.weight /= MAX_ACTIVITY;
        // The indices are collected because the iterator reads the lengths in the arena that the
        // loop writes to.
        for place in self.nogood_places().collect::<Vec<_>>() {
            let activity = &mut self.arena[place as usize + 2];
            *activity = (f32::from_bits(*activity) / MAX_ACTIVITY).to_bits();
        }
    }

    /// Returns the places of all nogoods, oldest first.
    pub(super) fn nogood_places(&self) -> impl Iterator<Item = u32> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            let place = next;
            let len = *self.arena.get(place)?;
            next += NOGOOD_HEADER_WORDS + len as usize;
            Some(place as u32)
        })
    }

    /// Whether more than half of the room is taken.
    pub(super) fn is_half_full(&self) -> bool {
        self.arena.len() > self.max_words / 2
    }

    /// Forgets half of the nogoods with an LBD above 2, those with large LBD and little activity
    /// first. `settle` returns the atoms that remain of a nogood, or `None` if it can never apply.
    /// All places change.
    pub(super) fn forget_nogoods(&mut self, mut settle: impl FnMut(&[u32]) -> Option<Vec<u32>>) {
        let mut rated: Vec<(u32, f32, u32)> = Vec::new();
        for place in self.nogood_places() {
            let at = place as usize;
            let lbd = self.arena[at + 1];
            if lbd & KEPT_NOGOOD_FLAG == 0 && lbd > MAX_PERMANENT_LBD {
                rated.push((lbd, f32::from_bits(self.arena[at + 2]), place));
            }
        }
        // Ties go to the younger.
        rated.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2)));
        let mut gone: Vec<u32> =
            rated[rated.len() / 2..].iter().map(|&(_, _, place)| place).collect();
        // Sorted by index for the binary search of the pass below, which copies what stays in one
        // sweep.
        gone.sort_unstable();
        let old = std::mem::take(&mut self.arena);
        self.learned = 0;
        let mut at = 0;
        while at < old.len() {
            let (place, len) = (at, old[at] as usize);
            at += NOGOOD_HEADER_WORDS + len;
            if gone.binary_search(&(place as u32)).is_ok() {
                continue;
            }
            // A nogood that shrinks keeps its LBD and activity, but its search position may lie
            // past its new end and starts again at 2.
            let Some(atoms) = settle(&old[place + NOGOOD_HEADER_WORDS..at]) else { continue };
            self.learned += usize::from(old[place + 1] & KEPT_NOGOOD_FLAG == 0);
            self.arena.push(atoms.len() as u32);
            self.arena.extend(&old[place + 1..place + 3]);
            self.arena.push(2);
            self.arena.extend(atoms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atoms(numbers: &[u32]) -> Vec<DomainAtom> {
        numbers.iter().map(|&number| DomainAtom::from_number(number)).collect()
    }

    #[test]
    fn half_of_the_less_useful_go() {
        let mut nogoods = NogoodArena::with_byte_limit(1 << 20);
        let kept = nogoods.add_nogood(&atoms(&[1, 2, 3]), None).unwrap();
        let useful = nogoods.add_nogood(&atoms(&[4, 5]), Some(2)).unwrap();
        let places: Vec<u32> = (0..10)
            .map(|i| nogoods.add_nogood(&atoms(&[10 + i, 30]), Some(3 + i / 4)).unwrap())
            .collect();
        nogoods.bump_activity(places[7]);
        assert_eq!(nogoods.nogood_atoms(kept), [1, 2, 3]);
        assert_eq!(nogoods.nogood_atoms(useful), [4, 5]);
        nogoods.forget_nogoods(|atoms| Some(atoms.to_vec()));
        let left: Vec<Vec<u32>> =
            nogoods.nogood_places().map(|place| nogoods.nogood_atoms(place).to_vec()).collect();
        let expected: [&[u32]; 7] =
            [&[1, 2, 3], &[4, 5], &[10, 30], &[11, 30], &[12, 30], &[13, 30], &[17, 30]];
        assert_eq!(left, expected);
        assert_eq!(nogoods.learned_count(), 6);
        nogoods.forget_nogoods(|atoms| (atoms[0] != 4).then(|| atoms[1..].to_vec()));
        assert_eq!(nogoods.nogood_atoms(0), [2, 3]);
    }

    #[test]
    fn the_arena_has_a_bound() {
        let mut nogoods = NogoodArena::with_byte_limit(4 * 14);
        assert!(nogoods.add_nogood(&atoms(&[1, 2, 3]), Some(1)).is_ok());
        assert!(!nogoods.is_half_full());
        assert!(nogoods.add_nogood(&atoms(&[1, 2, 3]), None).is_ok());
        assert_eq!(nogoods.add_nogood(&atoms(&[1]), Some(1)), Err(NogoodMemoryError));
    }
}
