//! Propagation of nogoods: two atoms of each are watched.
//!
//! A nogood needs no visit while one of two of its atoms is not true (Moskewicz and others 2001).
//! The watches are visited when an atom becomes true: for each value that a change removed, each
//! bound that it passed, and when it fixed the variable.

use parallax_model::{Value, VarId};
use parallax_propagation::explain::{Atom, Root, Standing};
use parallax_propagation::store::{Reason, Store, bits};
use parallax_propagation::{Decision, Test};

use super::nogoods::Nogoods;
use crate::unsupported::UnsupportedModel;

/// A watched nogood, and another of its atoms: while that is false, the nogood needs no visit.
#[derive(Clone, Copy, Debug)]
struct Watch {
    nogood: u32,
    blocker: Atom,
}

/// The watches of all atoms.
#[derive(Clone, Debug)]
pub(super) struct Watches {
    /// For each atom, by its rank, the nogoods that watch it.
    lists: Vec<Vec<Watch>>,
    /// For each variable, the number of watches of its bounds so far.
    bounds: Vec<u32>,
    /// The length of the trail up to which atoms were visited.
    seen: usize,
    /// Watches visited so far.
    pub(super) visits: u64,
}

/// Maximum number of values of all variables: there are watch lists for four atoms of each.
const MOST_VALUES: usize = 1_000_000;

impl Watches {
    /// Makes empty lists for all atoms over a root.
    ///
    /// # Errors
    /// Returns an error if the domains have too many values.
    pub(super) fn new(root: &Root, variables: usize) -> Result<Self, UnsupportedModel> {
        let values = root.values_in_all();
        if values > MOST_VALUES {
            return Err(UnsupportedModel::LearningValues { most: MOST_VALUES });
        }
        Ok(Watches {
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
    pub(super) fn cut(&mut self, trail: usize) {
        self.seen = self.seen.min(trail);
    }

    /// Removes all watches.
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.bounds.fill(0);
    }

    /// Watches the first two atoms of a nogood of at least two.
    pub(super) fn watch(&mut self, nogood: u32, nogoods: &Nogoods, root: &Root) {
        let atoms = nogoods.atoms(nogood);
        let [first, second] = [atoms[0], atoms[1]].map(Atom::from_number);
        self.add(first, Watch { nogood, blocker: second }, root);
        self.add(second, Watch { nogood, blocker: first }, root);
    }

    #[inline]
    fn add(&mut self, atom: Atom, watch: Watch, root: &Root) {
        if matches!(atom.test(), Test::AtMost | Test::Above) {
            self.bounds[root.variable(atom).index()] += 1;
        }
        let rank = root.atom_rank(atom);
        self.lists[rank].push(watch);
    }

    /// Visits the watches of all atoms that have become true. Returns a nogood whose atoms are all
    /// true, if one is found.
    pub(super) fn propagate(
        &mut self,
        nogoods: &mut Nogoods,
        store: &mut Store,
        root: &Root,
    ) -> Option<u32> {
        while self.seen < store.trail().len() {
            let entry = store.trail()[self.seen];
            self.seen += 1;
            let v = entry.variable();
            let (place, old) = store.changed(&entry);
            if root.size(v) == 2 {
                let gone = bits(old & !store.all_words()[place]).next();
                let Some(bit) = gone else { continue };
                let value = store.value_at(v, place) + bit as Value;
                let Standing::Open(atom) = root.is(store, v, value).opposite() else { continue };
                if let Some(nogood) = self.visit(atom, nogoods, store, root) {
                    return Some(nogood);
                }
                continue;
            }
            for bit in bits(old & !store.all_words()[place]) {
                let atom = Atom::new(place * 64 + bit as usize, Test::Not);
                if let Some(nogood) = self.visit(atom, nogoods, store, root) {
                    return Some(nogood);
                }
            }
            if let Some(fixed) = store.fixed(v)
                && entry.sizes() > 1
                && let Standing::Open(atom) = root.is(store, v, fixed)
                && let Some(nogood) = self.visit(atom, nogoods, store, root)
            {
                return Some(nogood);
            }
            if self.bounds[v.index()] > 0 {
                let found = self.visit_bounds(v, entry.bounds(), nogoods, store, root);
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
        nogoods: &mut Nogoods,
        store: &mut Store,
        root: &Root,
    ) -> Option<u32> {
        let (min, max) = (store.min(v), store.max(v));
        // From the new bound outwards: `v <= max` first.
        for value in root.values_from(store, v, max).take_while(|&value| value < old_max) {
            let atom = root.bound(store, v, value, Test::AtMost)?;
            if let Some(nogood) = self.visit(atom, nogoods, store, root) {
                return Some(nogood);
            }
        }
        for value in root.values_from(store, v, old_min).take_while(|&value| value < min) {
            let atom = root.bound(store, v, value, Test::Above)?;
            if let Some(nogood) = self.visit(atom, nogoods, store, root) {
                return Some(nogood);
            }
        }
        None
    }

    /// Visits the nogoods that watch an atom which has become true.
    fn visit(
        &mut self,
        atom: Atom,
        nogoods: &mut Nogoods,
        store: &mut Store,
        root: &Root,
    ) -> Option<u32> {
        let rank = root.atom_rank(atom);
        if self.lists[rank].is_empty() {
            return None;
        }
        let mut list = std::mem::take(&mut self.lists[rank]);
        self.visits += list.len() as u64;
        let (mut kept, mut conflict) = (0, None);
        let mut next = 0;
        while next < list.len() {
            let watch = list[next];
            next += 1;
            if is_false(watch.blocker, store, root) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let (from, atoms) = nogoods.atoms_mut(watch.nogood);
            if atoms[0] == atom.number() {
                atoms.swap(0, 1);
            }
            let first = Atom::from_number(atoms[0]);
            let own = Watch { nogood: watch.nogood, blocker: first };
            if first != watch.blocker && is_false(first, store, root) {
                list[kept] = own;
                kept += 1;
                continue;
            }
            let is_open = |at: &usize| !is_true(Atom::from_number(atoms[*at]), store, root);
            let start = *from as usize;
            let open = (start..atoms.len()).find(is_open).or_else(|| (2..start).find(is_open));
            if let Some(at) = open {
                *from = at as u32;
                atoms.swap(1, at);
                let other = Atom::from_number(atoms[1]);
                self.add(other, own, root);
                continue;
            }
            list[kept] = own;
            kept += 1;
            if is_true(first, store, root) {
                conflict = Some(watch.nogood);
                break;
            }
            negate(first, watch.nogood, store, root);
        }
        list.copy_within(next.., kept);
        list.truncate(kept + list.len() - next);
        self.lists[rank] = list;
        conflict
    }
}

/// Makes an atom that is not true false, because of a nogood.
pub(super) fn negate(atom: Atom, nogood: u32, store: &mut Store, root: &Root) {
    let claim = root.claim(atom.negated());
    store.because(Reason::Nogood(nogood));
    let decision = Decision { variable: claim.variable, value: claim.value, test: claim.test };
    let negated = decision.apply(store);
    debug_assert!(negated.is_ok(), "an atom that is not true can be negated");
}

/// Whether an atom is true for all values of its variable.
#[inline]
pub(super) fn is_true(atom: Atom, store: &Store, root: &Root) -> bool {
    let place = atom.place();
    let (word, bit) = (store.all_words()[place / 64], 1 << (place % 64));
    match atom.test() {
        Test::Not => word & bit == 0,
        // Most often another bit of the word decides it.
        Test::Is => word == bit && store.size(root.variable(atom)) == 1,
        Test::AtMost | Test::Above => root.claim(atom).is_true(store),
    }
}

/// Whether an atom is false for all values of its variable.
#[inline]
pub(super) fn is_false(atom: Atom, store: &Store, root: &Root) -> bool {
    is_true(atom.negated(), store, root)
}
