//! The reason of one atom: premises that became true earlier.

use std::cell::Cell;

use parallax_model::VarId;
use parallax_propagation::ValueTest;
use parallax_propagation::explain::{
    DomainAtom, DomainChange, DomainClaim, ExplanationPremises, RootClaimStatus, RootDomains,
};
use parallax_propagation::propagators::ConstraintPropagator;
use parallax_propagation::store::{ChangeReason, ChangeRequest, DomainStore, RefusedChange};

use super::history::ChangeHistory;
use super::nogoods::NogoodArena;
use super::watches::is_true;

/// The time at which an atom became true. One change makes several atoms true: first the one that
/// was requested, then those that follow from it, last that the variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AtomDate(u64);

impl AtomDate {
    /// Returns the date of a place on the trail, and an order from 0 to 2 there.
    pub(super) fn new(time: u32, order: u64) -> Self {
        AtomDate(u64::from(time) * 4 + order)
    }

    /// Returns the place on the trail.
    pub(super) fn trail_time(self) -> u32 {
        (self.0 / 4) as u32
    }

    /// After all changes on the trail.
    pub(super) const NOW: AtomDate = AtomDate(u64::MAX);
}

/// A true atom, its date and the change that made it true.
#[derive(Clone, Copy, Debug)]
pub(super) struct DatedAtom {
    pub(super) atom: DomainAtom,
    /// Its number among all atoms of the root.
    pub(super) rank: u32,
    pub(super) date: AtomDate,
}

/// An explanation that cannot be used: a premise is not true, or not earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PremiseError;

/// The reason of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomReason {
    /// The search decided it.
    Decided,
    /// The premises give it.
    Follows,
}

/// All that explanations are read from.
pub(super) struct ReasonSources<'a> {
    pub(super) store: &'a DomainStore,
    pub(super) propagators: &'a [Box<dyn ConstraintPropagator>],
    pub(super) history: &'a ChangeHistory,
    pub(super) root: &'a RootDomains,
    pub(super) nogoods: &'a NogoodArena,
    /// Room for the atoms of an explanation.
    pub(super) buffer: &'a Cell<Vec<DomainAtom>>,
    /// The length of the trail at the first decision: what came before needs no reason.
    pub(super) settled: u32,
}

impl ReasonSources<'_> {
    /// Returns the date of an atom that is true now; `None` if it holds without any decision.
    #[inline]
    fn atom_date(&self, atom: DomainAtom, rank: usize) -> Option<AtomDate> {
        // Removed values are asked for most often and have their dates in an array; `rank / 4` is
        // the rank of the value. Bounds and equalities walk the chain of the variable.
        let date = if atom.value_test() == ValueTest::Not {
            self.history.removal_date(rank / 4)
        } else {
            let change = self.history.chains.find_change(self.store, self.root.atom_claim(atom))?;
            AtomDate::new(change.time, self.atom_order(atom, change))
        };
        // An atom that the root made true needs no premise in any nogood of the question.
        (date.trail_time() >= self.settled).then_some(date)
    }

    /// Returns the place of an atom among those that one change made true.
    fn atom_order(&self, atom: DomainAtom, change: DomainChange) -> u64 {
        let asked = self.store.trail()[change.time as usize].change_request();
        // The common cases come first, before the claim is unpacked.
        if matches!(
            (asked, atom.value_test()),
            (ChangeRequest::Values, ValueTest::Not) | (ChangeRequest::Fix, ValueTest::Is)
        ) {
            return 0;
        }
        let claim = self.root.atom_claim(atom);
        // With two values, both claims are one atom and its negation: nothing else follows.
        if self.root.domain_size(claim.variable) == 2 {
            return 0;
        }
        match (asked, claim.test) {
            (ChangeRequest::Values, ValueTest::Not) | (ChangeRequest::Fix, ValueTest::Is) => 0,
            (ChangeRequest::Fix, _)
            | (ChangeRequest::Values, ValueTest::AtMost | ValueTest::Above) => 1,
            (_, ValueTest::Is) => 2,
            (ChangeRequest::Below | ChangeRequest::Above, ValueTest::Not) => 1,
            (ChangeRequest::Below | ChangeRequest::Above, ValueTest::AtMost | ValueTest::Above) => {
                let requested =
                    self.history.chains.requested_claim(self.store, change, claim.value);
                // Of the bounds that the change made true, the requested one comes first: the
                // author of the change explains it, and the weaker bounds follow from it.
                let is_it =
                    self.root.claim_status(self.store, requested) == RootClaimStatus::Open(atom);
                u64::from(!is_it)
            }
        }
    }

    /// Appends the premises of an atom, each dated before it; those that hold without any decision
    /// are left out.
    ///
    /// # Errors
    /// Returns an error if there is no usable explanation.
    pub(super) fn explain_atom(
        &self,
        own: DatedAtom,
        into: &mut Vec<DatedAtom>,
    ) -> Result<AtomReason, PremiseError> {
        let claim = self.root.atom_claim(own.atom);
        let time = own.date.trail_time();
        let change = DomainChange { time, entry: time };
        let asked = self.store.trail()[time as usize].change_request();
        // With two values, the request is the atom itself, in one of several spellings.
        if self.root.domain_size(claim.variable) == 2 {
            let requested = self.request_of_two(claim, change, asked);
            return self.ask_author(requested, own.date, into);
        }
        let requested = || self.history.chains.requested_claim(self.store, change, claim.value);
        // Order 0 is the request itself, which its author explains. All later orders follow from
        // the request, or from other atoms of the same variable.
        if own.date == AtomDate::new(time, 0) {
            return self.ask_author(requested(), own.date, into);
        }
        let mut atoms = self.empty_buffer();
        let mut premises = ExplanationPremises::new(self.store, self.root, &mut atoms);
        let DomainClaim { variable: v, test, value } = claim;
        let (old_min, old_max) = self.store.trail()[time as usize].previous_bounds();
        match (asked, test) {
            (ChangeRequest::Fix, _) => premises.add_claim(requested()),
            // Order 2: the bounds and removals it needs have order 0 or 1, or an earlier time.
            (_, ValueTest::Is) => self.explain_single(v, value, &mut premises),
            (ChangeRequest::Below | ChangeRequest::Above, ValueTest::Not) => {
                premises.add_claim(requested());
            }
            (ChangeRequest::Values, ValueTest::AtMost) => {
                // e.g. values 5 and 6 go from {1, 4, 5, 6}: `x <= 4` follows from `x <= 6`, `x !=
                // 5` and `x != 6`.
                premises.at_most(v, old_max.into());
                premises.none_between(v, i64::from(value) + 1, old_max.into());
            }
            (ChangeRequest::Values, ValueTest::Above) => {
                premises.at_least(v, old_min.into());
                premises.none_between(v, old_min.into(), value.into());
            }
            (ChangeRequest::Below, _) => {
                // Older holes above the removed values carry the bound further: e.g. 1 and 2 go
                // from {1, 2, 6}; `x > 2` is the request, and `x > 5` also needs that 3, 4 and 5
                // are gone.
                let requested = requested();
                premises.add_claim(requested);
                premises.none_between(v, i64::from(requested.value) + 1, value.into());
            }
            (ChangeRequest::Above, _) => {
                let requested = requested();
                premises.add_claim(requested);
                premises.none_between(v, i64::from(value) + 1, requested.value.into());
            }
            // A requested removal has order 0, which was handled above.
            (ChangeRequest::Values, ValueTest::Not) => return Err(PremiseError),
        }
        let possible = !premises.is_impossible();
        let taken =
            if possible { self.take_atoms(&atoms, own.date, into) } else { Err(PremiseError) };
        self.buffer.set(atoms);
        match taken {
            Ok(()) => Ok(AtomReason::Follows),
            Err(PremiseError) => self.report_broken("a variable", claim),
        }
    }

    fn empty_buffer(&self) -> Vec<DomainAtom> {
        let mut atoms = self.buffer.take();
        atoms.clear();
        atoms
    }

    /// Returns the request that decided a variable with two values.
    fn request_of_two(
        &self,
        claim: DomainClaim,
        change: DomainChange,
        asked: ChangeRequest,
    ) -> DomainClaim {
        let v = claim.variable;
        let (low, high) = self.root.domain_bounds(v);
        // The atom names the greater value; a claim that it is not taken means that it is gone.
        let gone = if claim.test == ValueTest::Not { high } else { low };
        match asked {
            ChangeRequest::Values => DomainClaim::new(v, ValueTest::Not, gone),
            _ => self.history.chains.requested_claim(self.store, change, gone),
        }
    }

    /// Adds why a value is the only one: its bounds, if the domain was cut by bounds, else the loss
    /// of all others.
    fn explain_single(&self, v: VarId, value: i32, premises: &mut ExplanationPremises<'_>) {
        // Two bounds make a short reason where bounds were requested. Where only values were
        // removed, bounds would have to be explained by those removals again.
        if self.is_cut_by_bounds(v) {
            premises.at_least(v, value.into());
            premises.at_most(v, value.into());
        } else {
            for other in self.root.domain_values(v).filter(|&other| other != value) {
                premises.add_disequality(v, other);
            }
        }
    }

    /// Whether a bound of a variable was requested since the root.
    fn is_cut_by_bounds(&self, v: VarId) -> bool {
        let entries = self.history.chains.of_variable(v).take_while(|&place| place >= self.settled);
        entries.into_iter().any(|place| {
            let asked = self.store.trail()[place as usize].change_request();
            matches!(asked, ChangeRequest::Below | ChangeRequest::Above)
        })
    }

    /// Asks the author of the change at a date for the premises of its request.
    fn ask_author(
        &self,
        requested: DomainClaim,
        date: AtomDate,
        into: &mut Vec<DatedAtom>,
    ) -> Result<AtomReason, PremiseError> {
        match self.store.trail()[date.trail_time() as usize].change_reason() {
            ChangeReason::Decision | ChangeReason::Given => Ok(AtomReason::Decided),
            // The first atom of a nogood is the one that it negated; watches do not reorder the
            // first two of a nogood that is a reason.
            ChangeReason::Nogood(place) => {
                let atoms = self.nogoods.nogood_atoms(place);
                self.take_numbers(&atoms[1..], date, into)?;
                Ok(AtomReason::Follows)
            }
            ChangeReason::Propagator(number) => {
                self.ask_propagator(number, Some(requested), date, into)?;
                Ok(AtomReason::Follows)
            }
        }
    }

    /// Asks a propagator for the premises of a request, or of its conflict, at a date.
    fn ask_propagator(
        &self,
        number: u32,
        requested: Option<DomainClaim>,
        date: AtomDate,
        into: &mut Vec<DatedAtom>,
    ) -> Result<(), PremiseError> {
        let propagator = &self.propagators[number as usize];
        let past = match date {
            AtomDate::NOW => self.history.chains.current_domains(self.store),
            date => self.history.chains.domains_before(self.store, date.trail_time()),
        };
        let mut atoms = self.empty_buffer();
        let mut premises = ExplanationPremises::new(self.store, self.root, &mut atoms);
        match requested {
            Some(requested) => propagator.explain_atom(requested, &past, &mut premises),
            None => propagator.explain_failure(&past, &mut premises),
        }
        let possible = !premises.is_impossible();
        // The start of the change: no atom of the same change may explain its request.
        let limit = AtomDate(date.0 & !3);
        // `take_atoms` may have appended some atoms before it fails.
        let kept = into.len();
        let mut taken =
            if possible { self.take_atoms(&atoms, limit, into) } else { Err(PremiseError) };
        if taken.is_err() {
            if cfg!(any(test, debug_assertions)) {
                panic!(
                    "propagator {number} explains {requested:?} by premises that are not earlier: \
                     {:?}",
                    atoms.iter().map(|&atom| self.root.atom_claim(atom)).collect::<Vec<_>>()
                );
            }
            // The domains of the whole scope before the change always explain it: a propagator sees
            // nothing else.
            into.truncate(kept);
            atoms.clear();
            let mut premises = ExplanationPremises::new(self.store, self.root, &mut atoms);
            premises.add_scope(&propagator.scope(), &past);
            taken = self.take_atoms(&atoms, limit, into);
        }
        self.buffer.set(atoms);
        taken
    }

    /// Appends the premises of a conflict: the propagator's, or, if a domain refused a change, the
    /// premises of that change and the atoms that contradict it.
    ///
    /// # Errors
    /// Returns an error if there is no usable explanation.
    pub(super) fn explain_conflict(
        &self,
        number: u32,
        into: &mut Vec<DatedAtom>,
    ) -> Result<(), PremiseError> {
        let mut contradicted = Vec::new();
        let mut premises = ExplanationPremises::new(self.store, self.root, &mut contradicted);
        let requested = match self.store.refused_change() {
            RefusedChange::Nothing => None,
            // e.g. a propagator fixes `x = 3` when 3 is gone: `x != 3` and the reason for `x = 3`
            // conflict.
            RefusedChange::Fix(v, value) => {
                premises.add_disequality(v, value);
                Some(DomainClaim::new(v, ValueTest::Is, value))
            }
            RefusedChange::Below(v) => {
                let max = self.store.max(v);
                premises.at_most(v, max.into());
                Some(DomainClaim::new(v, ValueTest::Above, max))
            }
            RefusedChange::Above(v) => {
                // The claim `x <= min - 1` cannot be written if the minimum is the least integer.
                let Some(less) = self.store.min(v).checked_sub(1) else {
                    return Err(PremiseError);
                };
                premises.at_least(v, i64::from(less) + 1);
                Some(DomainClaim::new(v, ValueTest::AtMost, less))
            }
            RefusedChange::Emptied(v) => return self.explain_emptied(v, into),
        };
        if premises.is_impossible() {
            return self.report_broken("a refused change", requested);
        }
        self.take_atoms(&contradicted, AtomDate::NOW, into)?;
        self.ask_propagator(number, requested, AtomDate::NOW, into)
    }

    /// Appends why a variable has lost its last values: its domain before, and the reason of each
    /// value that went then.
    fn explain_emptied(&self, v: VarId, into: &mut Vec<DatedAtom>) -> Result<(), PremiseError> {
        // The newest change of the variable is the one that removed its last values.
        let Some(entry) = self.history.chains.of_variable(v).next() else {
            return Err(PremiseError);
        };
        let time = self.history.chains.change_time(entry);
        let ChangeReason::Propagator(number) = self.store.trail()[time as usize].change_reason()
        else {
            return Err(PremiseError);
        };
        let past = self.history.chains.domains_before(self.store, time);
        let mut atoms = Vec::new();
        let mut premises = ExplanationPremises::new(self.store, self.root, &mut atoms);
        // The values that were gone before need reasons too. Where no bound was requested, they are
        // named one by one; a last value or a range is shorter by equality or bounds.
        if past.domain_size(v) > 1 && !self.is_cut_by_bounds(v) {
            for value in self.root.domain_values(v).filter(|&value| !past.contains(v, value)) {
                premises.add_disequality(v, value);
            }
        } else {
            premises.add_domain(v, &past);
        }
        let date = AtomDate::new(time, 0);
        self.take_atoms(&atoms, date, into)?;
        // Each of the last values was refuted by the same propagator in one change, perhaps for
        // different reasons.
        for value in past.values(v) {
            let gone = DomainClaim::new(v, ValueTest::Not, value);
            self.ask_propagator(number, Some(gone), date, into)?;
        }
        Ok(())
    }

    /// Appends atoms with their dates, without those that hold at the root.
    fn take_atoms(
        &self,
        atoms: &[DomainAtom],
        limit: AtomDate,
        into: &mut Vec<DatedAtom>,
    ) -> Result<(), PremiseError> {
        atoms.iter().try_for_each(|&atom| self.take_one(atom, limit, into))
    }

    #[inline]
    fn take_one(
        &self,
        atom: DomainAtom,
        limit: AtomDate,
        into: &mut Vec<DatedAtom>,
    ) -> Result<(), PremiseError> {
        // A premise that does not hold, or holds only since the change, would make a wrong nogood.
        if !self.is_true(atom) {
            return Err(PremiseError);
        }
        let rank = self.root.atom_rank(atom);
        match self.atom_date(atom, rank) {
            Some(date) if date >= limit => return Err(PremiseError),
            Some(date) => into.push(DatedAtom { atom, rank: rank as u32, date }),
            None => {}
        }
        Ok(())
    }

    /// Appends the atoms of a nogood with their dates.
    pub(super) fn take_numbers(
        &self,
        atoms: &[u32],
        limit: AtomDate,
        into: &mut Vec<DatedAtom>,
    ) -> Result<(), PremiseError> {
        atoms
            .iter()
            .try_for_each(|&number| self.take_one(DomainAtom::from_number(number), limit, into))
    }

    /// Whether an atom is true, in a variable that has lost all values just before that.
    #[inline]
    fn is_true(&self, atom: DomainAtom) -> bool {
        // A value that went last has a date and a reason like others.
        if atom.value_test() == ValueTest::Not {
            return is_true(atom, self.store, self.root);
        }
        let variable = self.root.atom_variable(atom);
        if self.store.domain_size(variable) > 0 {
            return is_true(atom, self.store, self.root);
        }
        // Bounds and size of an emptied domain mean nothing, so they are read as they were before
        // the last change.
        let last = self.history.chains.of_variable(variable).next();
        let emptied = last.map_or(0, |entry| self.history.chains.change_time(entry));
        self.history
            .chains
            .domains_before(self.store, emptied)
            .claim_holds(self.root.atom_claim(atom))
    }

    /// Stops tests and debug builds on a wrong explanation.
    fn report_broken<T>(&self, by: &str, about: impl std::fmt::Debug) -> Result<T, PremiseError> {
        if cfg!(any(test, debug_assertions)) {
            panic!("{by} explains {about:?} wrongly");
        }
        Err(PremiseError)
    }
}
