//! Relations between the classes of values in one dimension.

use super::{Cost, Propagator, Pruned, Store};
use crate::model::{self, ClassRelation, Model, VarId};
use crate::search::store::Conflict;

/// Scopes up to this size are made consistent on all-different classes by
/// trying; larger ones by eliminating single classes.
const SMALL_SCOPE: usize = 4;

/// Works on the set of classes that each variable can still take (a bit a
/// class): removes the classes that the relation excludes, with all their
/// values. Consistent on classes for all-same, and for the others when the
/// scope has at most four variables.
pub(super) struct Dimension {
    scope: Vec<VarId>,
    relation: ClassRelation,
    /// `masks[i][c]`: the words of the values of `scope[i]` in class `c`.
    masks: Vec<Vec<Vec<u64>>>,
    present: Vec<u64>,
    allowed: Vec<u64>,
}

impl Dimension {
    /// `None` when there are more than 64 classes, or the scope names a
    /// variable twice.
    pub(super) fn new(c: &model::DimensionRelation, model: &Model, store: &Store) -> Option<Self> {
        let dimension = model.dimension(c.dimension);
        let repeated = (1..c.scope.len()).any(|i| c.scope[..i].contains(&c.scope[i]));
        if dimension.classes().len() > 64 || repeated {
            return None;
        }
        let masks = c.scope.iter().map(|&v| {
            let mut masks = vec![vec![0u64; store.words(v).len()]; dimension.classes().len()];
            for value in store.values(v) {
                if let Some(class) = dimension.class(value) {
                    let place = (value - store.base(v)) as usize;
                    masks[class as usize][place / 64] |= 1 << (place % 64);
                }
            }
            masks
        });
        Some(Dimension {
            masks: masks.collect(),
            present: vec![0; c.scope.len()],
            allowed: vec![0; c.scope.len()],
            scope: c.scope.clone(),
            relation: c.relation,
        })
    }

    /// The classes that each variable can still take.
    fn look(&mut self, store: &Store) {
        for (i, &v) in self.scope.iter().enumerate() {
            let words = store.words(v);
            self.present[i] = self.masks[i].iter().enumerate().fold(0, |set, (class, mask)| {
                let any = words.iter().zip(mask).any(|(word, mask)| word & mask != 0);
                set | u64::from(any) << class
            });
        }
    }

    /// Adds to `allowed` the classes in which all variables can meet.
    fn allow_same(&mut self) {
        let common = self.present.iter().fold(u64::MAX, |common, set| common & set);
        self.allowed.iter_mut().for_each(|set| *set |= common);
    }

    /// Adds to `allowed` the classes with which all variables can differ.
    fn allow_different(&mut self) {
        if self.scope.len() <= SMALL_SCOPE {
            for i in 0..self.scope.len() {
                let mut left = self.present[i] & !self.allowed[i];
                while left != 0 {
                    let class = left & left.wrapping_neg();
                    left ^= class;
                    if can_differ(&self.present, i, 0, class) {
                        self.allowed[i] |= class;
                    }
                }
            }
        } else if let Some(sets) = eliminate(&self.present) {
            self.allowed.iter_mut().zip(sets).for_each(|(set, left)| *set |= left);
        }
    }

    /// Removes the values outside the allowed classes (and those without a
    /// class, which are in no mask).
    fn prune(&self, store: &mut Store) -> Pruned {
        for (i, &v) in self.scope.iter().enumerate() {
            for w in 0..store.words(v).len() {
                let mut kept = 0;
                let mut classes = self.allowed[i];
                while classes != 0 {
                    kept |= self.masks[i][classes.trailing_zeros() as usize][w];
                    classes &= classes - 1;
                }
                store.keep(v, w, kept)?;
            }
        }
        Ok(())
    }
}

/// Whether the variables from `next` on (but `fixed`, whose class is in
/// `used`) can take classes that differ from each other and from `used`.
fn can_differ(present: &[u64], fixed: usize, next: usize, used: u64) -> bool {
    if next == present.len() {
        return true;
    }
    if next == fixed {
        return can_differ(present, fixed, next + 1, used);
    }
    let mut left = present[next] & !used;
    while left != 0 {
        let class = left & left.wrapping_neg();
        left ^= class;
        if can_differ(present, fixed, next + 1, used | class) {
            return true;
        }
    }
    false
}

/// Takes single classes from the other sets until nothing changes; `None`
/// when a set becomes empty.
fn eliminate(present: &[u64]) -> Option<Vec<u64>> {
    let mut sets = present.to_vec();
    let mut taken = vec![false; sets.len()];
    while let Some(i) = (0..sets.len()).find(|&i| !taken[i] && sets[i].count_ones() <= 1) {
        if sets[i] == 0 {
            return None;
        }
        taken[i] = true;
        let class = sets[i];
        for (j, set) in sets.iter_mut().enumerate() {
            if j != i {
                *set &= !class;
            }
        }
    }
    sets.iter().all(|&set| set != 0).then_some(sets)
}

impl Propagator for Dimension {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        self.look(store);
        self.allowed.fill(0);
        let few = self.scope.len() < 2;
        if few || self.relation != ClassRelation::AllDifferent {
            self.allow_same();
        }
        if !few && self.relation != ClassRelation::AllSame {
            self.allow_different();
        }
        if self.allowed.contains(&0) {
            return Err(Conflict);
        }
        self.prune(store)
    }
}
