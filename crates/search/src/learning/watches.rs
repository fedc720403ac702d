//! Propagation of nogoods: two atoms of each are watched.
//!
//! A nogood needs no visit while one of two of its atoms is not true (Moskewicz and others 2001).
//! The watches are visited when an atom becomes true: for each value that a change removed, each
//! bound that it passed, and when it fixed the variable.

use parallax_model::{Value, VarId};
use parallax_propagation::explain::{DomainAtom, RootClaimStatus, RootDomains};
use parallax_propagation::store::{ChangeReason, DomainStore, set_bits};
use parallax_propagation::{SearchDecision, ValueTest};

use super::nogoods::NogoodArena;
use crate::unsupported::UnsupportedModel;

/// A watched nogood, and another of its atoms: while that is false, the nogood needs no visit.
#[derive(Clone, Copy, Debug)]
struct AtomWatch {
    nogood: u32,
    blocker: DomainAtom,
}

/// The watches of all atoms.
#[derive(Clone, Debug)]
pub(super) struct AtomWatchLists {
    /// For each atom, by its rank, the nogoods that watch it.
    lists: Vec<Vec<AtomWatch>>,
    /// For each variable, the number of watches of its bounds so far.
    bounds: Vec<u32>,
    /// The length of the trail up to which atoms were visited.
    seen: usize,
    /// Watches visited so far.
    pub(super) visits: u64,
}

/// Maximum number of values of all variables: there are watch lists for four atoms of each.
const MAX_LEARNING_VALUES: usize = 1_000_000;

impl AtomWatchLists {
    /// Makes empty lists for all atoms over a root.
    ///
    /// # Errors
    /// Returns an error if the domains have too many values.
    pub(super) fn new(root: &RootDomains, variables: usize) -> Result<Self, UnsupportedModel> {
        let values = root.values_in_all();
        if values > MAX_LEARNING_VALUES {
            return Err(UnsupportedModel::LearningValues { most: MAX_LEARNING_VALUES });
        }
        Ok(AtomWatchLists {
            lists: vec![Vec::new(); values * 4],
            bounds: vec![0; variables],
            seen: 0,
            visits: 0,
        })
    }

    /// Visits atoms from this length of the trail on.
    pub(super) fn see_from(&mut self, trail: usize) {
        self.seen = trail;
    }

    /// Forgets the changes from this length of the trail on, which are about to be undone.
    pub(super) fn forget_changes(&mut self, trail: usize) {
        self.seen = self.seen.min(trail);
    }

    /// Removes all watches.
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.bounds.fill(0);
    }

    /// Watches the first two atoms of a nogood of at least two.
    pub(super) fn watch_nogood(&mut self, nogood: u32, nogoods: &NogoodArena, root: &RootDomains) {
        let atoms = nogoods.nogood_atoms(nogood);
        let [first, second] = [atoms[0], atoms[1]].map(DomainAtom::from_number);
        self.add_watch(first, AtomWatch { nogood, blocker: second }, root);
        self.add_watch(second, AtomWatch { nogood, blocker: first }, root);
    }

    #[inline]
    fn add_watch(&mut self, atom: DomainAtom, watch: AtomWatch, root: &RootDomains) {
        if matches!(atom.value_test(), ValueTest::AtMost | ValueTest::Above) {
            self.bounds[root.atom_variable(atom).index()] += 1;
        }
        let rank = root.atom_rank(atom);
        self.lists[rank].push(watch);
    }

    /// Visits the watches of all atoms that have become true. Returns a nogood whose atoms are all
    /// true, if one is found.
    pub(super) fn propagate_nogoods(
        &mut self,
        nogoods: &mut NogoodArena,
        store: &mut DomainStore,
        root: &RootDomains,
    ) -> Option<u32> {
        // Negations inside the loop lengthen the trail, so the loop also visits the atoms that they
        // make true.
        while self.seen < store.trail().len() {
            let entry = store.trail()[self.seen];
            // An entry counts as visited even if a conflict ends its visit: the jump that follows
            // undoes it.
            self.seen += 1;
            let v = entry.variable();
            let (place, old) = store.changed_word(&entry);
            if root.domain_size(v) == 2 {
                // With two values, all four tests are one atom or its negation.
                let gone = set_bits(old & !store.all_words()[place]).next();
                let Some(bit) = gone else { continue };
                let value = store.value_at(v, place) + bit as Value;
                let RootClaimStatus::Open(atom) = root.equality_status(store, v, value).opposite()
                else {
                    continue;
                };
                if let Some(nogood) = self.visit_watches(atom, nogoods, store, root) {
                    return Some(nogood);
                }
                continue;
            }
            // The current word, not the one after this entry: values that later entries removed are
            // visited early, which is harmless because their atoms hold now.
            for bit in set_bits(old & !store.all_words()[place]) {
                let atom = DomainAtom::new(place * 64 + bit as usize, ValueTest::Not);
                if let Some(nogood) = self.visit_watches(atom, nogoods, store, root) {
                    return Some(nogood);
                }
            }
            if let Some(fixed) = store.fixed_value(v)
                && entry.previous_size() > 1
                && let RootClaimStatus::Open(atom) = root.equality_status(store, v, fixed)
                && let Some(nogood) = self.visit_watches(atom, nogoods, store, root)
            {
                return Some(nogood);
            }
            // A bound may pass thousands of values of a wide domain. Variables whose bounds have no
            // watches skip them all.
            if self.bounds[v.index()] > 0 {
                let found = self.visit_bounds(v, entry.previous_bounds(), nogoods, store, root);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Visits the bounds that a variable has passed since it had other bounds.
    fn visit_bounds(
        &mut self,
        v: VarId,
        (old_min, old_max): (Value, Value),
        nogoods: &mut NogoodArena,
        store: &mut DomainStore,
        root: &RootDomains,
    ) -> Option<u32> {
        let (min, max) = (store.min(v), store.max(v));
        // From the new bound outwards: `v <= max` first.
        for value in root.values_from(store, v, max).take_while(|&value| value < old_max) {
            let atom = root.bound_atom(store, v, value, ValueTest::AtMost)?;
            if let Some(nogood) = self.visit_watches(atom, nogoods, store, root) {
                return Some(nogood);
            }
        }
        for value in root.values_from(store, v, old_min).take_while(|&value| value < min) {
            let atom = root.bound_atom(store, v, value, ValueTest::Above)?;
            if let Some(nogood) = self.visit_watches(atom, nogoods, store, root) {
                return Some(nogood);
            }
        }
        None
    }

    /// Visits the nogoods that watch an atom which has become true.
    fn visit_watches(
        &mut self,
        atom: DomainAtom,
        nogoods: &mut NogoodArena,
        store: &mut DomainStore,
        root: &RootDomains,
    ) -> Option<u32> {
        let rank = root.atom_rank(atom);
        if self.lists[rank].is_empty() {
            return None;
        }
        // Taken out, because a moved watch is pushed to another list while this one is walked. It
        // never returns to this one, whose atom is true.
        let mut list = std::mem::take(&mut self.lists[rank]);
        self.visits += list.len() as u64;
        let (mut kept, mut conflict) = (0, None);
        let mut next = 0;
        while next < list.len() {
            let watch = list[next];
            next += 1;
            // A false blocker satisfies the nogood without a look into the arena.
            if is_false(watch.blocker, store, root) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let (from, atoms) = nogoods.atoms_mut(watch.nogood);
            // The atom that has become true goes to index 1, so that index 0 is the one that may be
            // negated. A nogood that is a reason keeps its negated atom there.
            if atoms[0] == atom.number() {
                atoms.swap(0, 1);
            }
            let first = DomainAtom::from_number(atoms[0]);
            let own = AtomWatch { nogood: watch.nogood, blocker: first };
            if first != watch.blocker && is_false(first, store, root) {
                list[kept] = own;
                kept += 1;
                continue;
            }
            let is_open = |at: &usize| !is_true(DomainAtom::from_number(atoms[*at]), store, root);
            // The search continues where the last one ended and wraps around, so that true atoms at
            // the front are not tested each time.
            let start = *from as usize;
            let open = (start..atoms.len()).find(is_open).or_else(|| (2..start).find(is_open));
            if let Some(at) = open {
                *from = at as u32;
                atoms.swap(1, at);
                let other = DomainAtom::from_number(atoms[1]);
                self.add_watch(other, own, root);
                continue;
            }
            // No other atom is open: all but the first are true, so the watch stays and the first
            // atom decides.
            list[kept] = own;
            kept += 1;
            if is_true(first, store, root) {
                conflict = Some(watch.nogood);
                break;
            }
            negate_atom(first, watch.nogood, store, root);
        }
        // After a conflict, the unvisited rest closes the gap after the kept ones.
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        self.lists[rank] = list;
        conflict
    }
}

/// Makes an atom that is not true false, because of a nogood.
pub(super) fn negate_atom(
    atom: DomainAtom,
    nogood: u32,
    store: &mut DomainStore,
    root: &RootDomains,
) {
    let claim = root.atom_claim(atom.opposite_atom());
    store.set_reason(ChangeReason::Nogood(nogood));
    let decision =
        SearchDecision { variable: claim.variable, value: claim.value, test: claim.test };
    let negated = decision.apply(store);
    debug_assert!(negated.is_ok(), "an atom that is not true can be negated");
}

/// Whether an atom is true for all values of its variable.
#[inline]
pub(super) fn is_true(atom: DomainAtom, store: &DomainStore, root: &RootDomains) -> bool {
    let place = atom.bit_index();
    let (word, bit) = (store.all_words()[place / 64], 1 << (place % 64));
    match atom.value_test() {
        ValueTest::Not => word & bit == 0,
        // Most often another bit of the word decides it.
        ValueTest::Is => word == bit && store.domain_size(root.atom_variable(atom)) == 1,
        ValueTest::AtMost | ValueTest::Above => root.atom_claim(atom).is_true(store),
    }
}

/// Whether an atom is false for all values of its variable.
#[inline]
pub(super) fn is_false(atom: DomainAtom, store: &DomainStore, root: &RootDomains) -> bool {
    is_true(atom.opposite_atom(), store, root)
}
