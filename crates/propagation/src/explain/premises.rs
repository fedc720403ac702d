//! Collects the atoms of an explanation.

use parallax_model::{Domain, Value, VarId};

use super::{Atom, Claim, Past, Root, Standing};
use crate::decision::Test;
use crate::store::Store;

/// The premises of an explanation, as atoms. Claims that hold for all values of the root are
/// dropped, among them bounds beyond the values of the root, so propagators need not test for
/// that. Each premise must hold just before the change that it explains.
pub struct Premises<'a> {
    pub(super) store: &'a Store,
    pub(super) root: &'a Root,
    atoms: &'a mut Vec<Atom>,
    /// Whether a claim was given that holds for no value of the root.
    impossible: bool,
}

impl<'a> Premises<'a> {
    /// Collects premises at the end of `atoms`.
    #[must_use]
    pub fn new(store: &'a Store, root: &'a Root, atoms: &'a mut Vec<Atom>) -> Self {
        Premises { store, root, atoms, impossible: false }
    }

    /// Whether a premise was given that never holds: then the explanation is wrong.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Returns the atoms collected so far, and those of the caller before them.
    #[must_use]
    pub fn atoms(&self) -> &[Atom] {
        self.atoms
    }

    /// Returns the number of atoms collected so far, for [`take_back`](Premises::take_back).
    #[must_use]
    pub fn mark(&self) -> usize {
        self.atoms.len()
    }

    /// Drops the atoms collected since a mark.
    pub fn take_back(&mut self, mark: usize) {
        self.atoms.truncate(mark);
    }

    #[inline]
    fn push(&mut self, standing: Standing) {
        match standing {
            Standing::Always => {}
            Standing::Never => self.impossible = true,
            Standing::Open(atom) => self.atoms.push(atom),
        }
    }

    /// Adds a claim.
    #[inline]
    pub fn claim(&mut self, claim: Claim) {
        self.push(self.root.standing(self.store, claim));
    }

    /// Adds `v = value`.
    #[inline]
    pub fn is(&mut self, v: VarId, value: Value) {
        self.push(self.root.is(self.store, v, value));
    }

    /// Adds `v != value`.
    #[inline]
    pub fn not(&mut self, v: VarId, value: Value) {
        self.push(self.root.is(self.store, v, value).opposite());
    }

    /// Adds `v <= bound`.
    #[inline]
    pub fn at_most(&mut self, v: VarId, bound: i64) {
        self.push(self.root.at_most(self.store, v, bound));
    }

    /// Adds `v >= bound`.
    #[inline]
    pub fn at_least(&mut self, v: VarId, bound: i64) {
        self.push(self.root.at_most(self.store, v, bound - 1).opposite());
    }

    /// Adds the least value of a variable at that time.
    #[inline]
    pub fn min(&mut self, v: VarId, past: &Past<'_>) {
        if let Some((min, _)) = past.bounds(v) {
            self.at_least(v, min.into());
        }
    }

    /// Adds the greatest value of a variable at that time.
    #[inline]
    pub fn max(&mut self, v: VarId, past: &Past<'_>) {
        if let Some((_, max)) = past.bounds(v) {
            self.at_most(v, max.into());
        }
    }

    /// Adds both bounds of a variable at that time.
    #[inline]
    pub fn bounds(&mut self, v: VarId, past: &Past<'_>) {
        self.min(v, past);
        self.max(v, past);
    }

    /// Adds the whole domain of a variable at that time: its bounds, and the values between them
    /// that are missing; `v = value` if it was fixed.
    pub fn domain(&mut self, v: VarId, past: &Past<'_>) {
        if let Some(value) = past.fixed(v) {
            return self.is(v, value);
        }
        let Some((min, max)) = past.bounds(v) else { return };
        self.bounds(v, past);
        let root = self.root;
        for value in root.values(v).skip_while(|&x| x < min).take_while(|&x| x <= max) {
            if !past.contains(v, value) {
                self.not(v, value);
            }
        }
    }

    /// Adds the whole domains of several variables at that time.
    pub fn scope(&mut self, scope: &[VarId], past: &Past<'_>) {
        for &v in scope {
            self.domain(v, past);
        }
    }

    /// Adds that a variable takes no value outside a domain.
    pub fn within(&mut self, v: VarId, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return };
        if min == max {
            return self.is(v, min);
        }
        self.at_least(v, min.into());
        self.at_most(v, max.into());
        let root = self.root;
        for value in root.values(v).skip_while(|&x| x < min).take_while(|&x| x <= max) {
            if !domain.contains(value) {
                self.not(v, value);
            }
        }
    }

    /// Adds that a variable has none of the values of the root between two bounds, both included.
    pub fn none_between(&mut self, v: VarId, low: i64, high: i64) {
        let root = self.root;
        let from = root.values(v).skip_while(|&x| i64::from(x) < low);
        for value in from.take_while(|&x| i64::from(x) <= high) {
            self.claim(Claim::new(v, Test::Not, value));
        }
    }
}
