//! Collects the atoms of an explanation.

use parallax_model::{Domain, Value, VarId};

use super::{DomainAtom, DomainClaim, PastDomains, RootClaimStatus, RootDomains};
use crate::decision::ValueTest;
use crate::store::DomainStore;

/// The premises of an explanation, as atoms. Claims that hold for all values of the root are
/// dropped, among them bounds beyond the values of the root, so propagators need not test for
/// that. Each premise must hold just before the change that it explains.
pub struct ExplanationPremises<'a> {
    pub(super) store: &'a DomainStore,
    pub(super) root: &'a RootDomains,
    atoms: &'a mut Vec<DomainAtom>,
    /// Whether a claim was given that holds for no value of the root.
    impossible: bool,
}

impl<'a> ExplanationPremises<'a> {
    /// Collects premises at the end of `atoms`.
    #[must_use]
    pub fn new(
        store: &'a DomainStore,
        root: &'a RootDomains,
        atoms: &'a mut Vec<DomainAtom>,
    ) -> Self {
        ExplanationPremises { store, root, atoms, impossible: false }
    }

    /// Whether a premise was given that never holds: then the explanation is wrong.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Returns the atoms collected so far, after the caller's own.
    #[must_use]
    pub fn atoms(&self) -> &[DomainAtom] {
        self.atoms
    }

    /// Returns the number of atoms collected so far, for
    /// [`take_back`](ExplanationPremises::take_back).
    #[must_use]
    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    /// Drops the atoms collected since a mark.
    pub fn take_back(&mut self, mark: usize) {
        self.atoms.truncate(mark);
    }

    #[inline]
    fn push_status(&mut self, standing: RootClaimStatus) {
        // A test that always holds at the root needs no premise. One that never holds cannot have
        // been true before the change, so the propagator is wrong; the caller tests the flag.
        match standing {
            RootClaimStatus::Always => {}
            RootClaimStatus::Never => self.impossible = true,
            RootClaimStatus::Open(atom) => self.atoms.push(atom),
        }
    }

    /// Adds a claim.
    #[inline]
    pub fn add_claim(&mut self, claim: DomainClaim) {
        self.push_status(self.root.claim_status(self.store, claim));
    }

    /// Adds `v = value`.
    #[inline]
    pub fn add_equality(&mut self, v: VarId, value: Value) {
        self.push_status(self.root.equality_status(self.store, v, value));
    }

    /// Adds `v != value`.
    #[inline]
    pub fn add_disequality(&mut self, v: VarId, value: Value) {
        self.push_status(self.root.equality_status(self.store, v, value).opposite());
    }

    /// Adds `v <= bound`.
    #[inline]
    pub fn at_most(&mut self, v: VarId, bound: i64) {
        self.push_status(self.root.at_most(self.store, v, bound));
    }

    /// Adds `v >= bound`.
    #[inline]
    pub fn at_least(&mut self, v: VarId, bound: i64) {
        // `v >= bound` is the negation of `v <= bound - 1`, so both directions share one atom.
        self.push_status(self.root.at_most(self.store, v, bound - 1).opposite());
    }

    /// Adds the least value of a variable at that time.
    #[inline]
    pub fn add_min(&mut self, v: VarId, past: &PastDomains<'_>) {
        if let Some((min, _)) = past.bounds(v) {
            self.at_least(v, min.into());
        }
    }

    /// Adds the greatest value of a variable at that time.
    #[inline]
    pub fn add_max(&mut self, v: VarId, past: &PastDomains<'_>) {
        if let Some((_, max)) = past.bounds(v) {
            self.at_most(v, max.into());
        }
    }

    /// Adds both bounds of a variable at that time.
    #[inline]
    pub fn add_bounds(&mut self, v: VarId, past: &PastDomains<'_>) {
        self.add_min(v, past);
        self.add_max(v, past);
    }

    /// Adds the whole domain of a variable at that time: its bounds, and the values between them
    /// that are missing; `v = value` if it was fixed.
    pub fn add_domain(&mut self, v: VarId, past: &PastDomains<'_>) {
        if let Some(value) = past.fixed_value(v) {
            return self.add_equality(v, value);
        }
        // Bounds and holes describe the domain; values beyond the bounds need no atoms.
        let Some((min, max)) = past.bounds(v) else { return };
        self.add_bounds(v, past);
        // Values that the root lacks were never there: no atom names them.
        let root = self.root;
        for value in root.domain_values(v).skip_while(|&x| x < min).take_while(|&x| x <= max) {
            if !past.contains(v, value) {
                self.add_disequality(v, value);
            }
        }
    }

    /// Adds the whole domains of several variables at that time.
    pub fn add_scope(&mut self, scope: &[VarId], past: &PastDomains<'_>) {
        for &v in scope {
            self.add_domain(v, past);
        }
    }

    /// Adds that a variable takes no value outside a domain.
    pub fn add_membership(&mut self, v: VarId, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else { return };
        if min == max {
            return self.add_equality(v, min);
        }
        self.at_least(v, min.into());
        self.at_most(v, max.into());
        let root = self.root;
        for value in root.domain_values(v).skip_while(|&x| x < min).take_while(|&x| x <= max) {
            if !domain.contains(value) {
                self.add_disequality(v, value);
            }
        }
    }

    /// Adds that a variable has lost all values of the root between two bounds, both included.
    pub fn none_between(&mut self, v: VarId, low: i64, high: i64) {
        let root = self.root;
        // Values that the root lacks have no atom and need none.
        let from = root.domain_values(v).skip_while(|&x| i64::from(x) < low);
        for value in from.take_while(|&x| i64::from(x) <= high) {
            self.add_claim(DomainClaim::new(v, ValueTest::Not, value));
        }
    }
}
