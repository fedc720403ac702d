//! Value elimination and hidden singles of permutations within 64 values.

use crate::model::{self, Domain, VarId};
use crate::search::propagators::{Event, Past, Propagator, Pruned, Removal, Store};
use crate::search::store::{Conflict, Flat};

/// [`Elimination`](super::elimination::Elimination) and
/// [`Singles`](super::singles::Singles), its plain twins, in one, for as many
/// values as variables, all in one word: works on a copy of the domains until
/// nothing changes, then writes each changed domain back once.
pub(super) struct Permutation {
    scope: Vec<VarId>,
    flat: Flat,
    /// The values.
    all: u64,
    copy: Copy,
}

impl Permutation {
    /// `None` when the values are not as many as the variables, or too far
    /// apart, or a variable comes twice.
    pub(super) fn new(c: &model::AllDifferent, store: &Store) -> Option<Self> {
        let flat = Flat::of(&c.scope, store)?;
        let all = flat.words(store).fold(0, |all, word| all | word);
        let mut sorted = c.scope.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let permutation = all.count_ones() as usize == c.scope.len();
        let fits = permutation && sorted.len() == c.scope.len();
        let copy = Copy { words: [0; 64], open: [0; 64], len: 0, fixed: 0, changed: 0 };
        fits.then(|| Permutation { scope: c.scope.clone(), flat, all, copy })
    }
}

/// Domains at work.
struct Copy {
    words: [u64; 64],
    /// The places that are not known to be fixed, `len` of them.
    open: [u8; 64],
    len: usize,
    /// The values of the others.
    fixed: u64,
    /// The set of places that lost values.
    changed: u64,
}

impl Copy {
    /// Copies the domains.
    #[inline]
    fn look(&mut self, flat: &Flat, store: &Store) -> Pruned {
        (self.len, self.fixed, self.changed) = (0, 0, 0);
        for ((place, word), copy) in flat.words(store).enumerate().zip(&mut self.words) {
            *copy = word;
            if word & word.wrapping_sub(1) != 0 {
                self.open[self.len] = place as u8;
                self.len += 1;
            } else if self.fixed & word != 0 {
                return Err(Conflict);
            } else {
                self.fixed |= word;
            }
        }
        Ok(())
    }

    /// Eliminates values and assigns hidden singles until nothing changes.
    #[inline]
    fn reduce(&mut self, all: u64) -> Pruned {
        loop {
            let before = self.fixed;
            let (once, twice) = self.eliminate()?;
            if self.fixed != before {
                continue;
            }
            if once | self.fixed != all {
                return Err(Conflict);
            }
            let single = once & !twice;
            if single == 0 {
                return Ok(());
            }
            self.assign(single)?;
        }
    }

    /// Takes the fixed values from the open domains; gives the values left in
    /// some of these, and in more than one.
    #[inline]
    fn eliminate(&mut self) -> Result<(u64, u64), Conflict> {
        let (mut once, mut twice, mut i) = (0, 0, 0);
        while i < self.len {
            let place = self.open[i];
            let old = self.words[usize::from(place)];
            let new = old & !self.fixed;
            if new != old {
                self.words[usize::from(place)] = new;
                self.changed |= 1 << place;
            }
            if new & new.wrapping_sub(1) != 0 {
                twice |= once & new;
                once |= new;
                i += 1;
            } else if new == 0 {
                return Err(Conflict);
            } else {
                self.fixed |= new;
                self.len -= 1;
                self.open[i] = self.open[self.len];
            }
        }
        Ok((once, twice))
    }

    /// Gives each value of `single` to the one open domain that has it.
    #[inline]
    fn assign(&mut self, single: u64) -> Pruned {
        for &place in &self.open[..self.len] {
            let word = &mut self.words[usize::from(place)];
            let own = *word & single;
            if own != 0 {
                // Of two singles in one domain one would be without a place.
                if own & own.wrapping_sub(1) != 0 {
                    return Err(Conflict);
                }
                *word = own;
                self.changed |= 1 << place;
            }
        }
        Ok(())
    }
}

impl Propagator for Permutation {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope.iter().map(|&v| (v, Event::Domain)).collect()
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut Store) -> Pruned {
        let copy = &mut self.copy;
        copy.look(&self.flat, store)?;
        copy.reduce(self.all)?;
        while copy.changed != 0 {
            let place = copy.changed.trailing_zeros() as usize;
            self.flat.keep(place, copy.words[place], store)?;
            copy.changed &= copy.changed - 1;
        }
        Ok(())
    }

    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let others = self.scope.iter().copied().filter(|&v| v != removal.variable);
        match others.clone().find(|&v| past.fixed(v) == Some(removal.value)) {
            Some(taker) => vec![(taker, past.domain(taker))],
            None => others.map(|v| (v, past.domain(v))).collect(),
        }
    }
}
