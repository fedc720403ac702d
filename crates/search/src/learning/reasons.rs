//! The reason of one atom: premises that became true earlier.

use std::cell::Cell;

use parallax_model::VarId;
use parallax_propagation::Test;
use parallax_propagation::explain::{Atom, Change, Claim, Premises, Root, Standing};
use parallax_propagation::propagators::Propagator;
use parallax_propagation::store::{Asked, Reason, Refused, Store};

use super::history::History;
use super::nogoods::Nogoods;
use super::watches::is_true;

/// The time at which an atom became true. One change makes several atoms true: first the one that
/// was requested, then those that follow from it, last that the variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Date(u64);

impl Date {
    /// Returns the date of a place on the trail, and an order from 0 to 2 there.
    pub(super) fn of(time: u32, order: u64) -> Self {
        Date(u64::from(time) * 4 + order)
    }

    /// Returns the place on the trail.
    pub(super) fn time(self) -> u32 {
        (self.0 / 4) as u32
    }

    /// After all changes on the trail.
    pub(super) const NOW: Date = Date(u64::MAX);
}

/// A true atom, its date and the change that made it true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dated {
    pub(super) atom: Atom,
    /// Its number among all atoms of the root.
    pub(super) rank: u32,
    pub(super) date: Date,
}

/// An explanation that cannot be used: a premise is not true, or not earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// The reason of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explained {
    /// The search decided it.
    Decided,
    /// The premises give it.
    Follows,
}

/// All that explanations are read from.
pub(super) struct Facts<'a> {
    pub(super) store: &'a Store,
    pub(super) propagators: &'a [Box<dyn Propagator>],
    pub(super) history: &'a History,
    pub(super) root: &'a Root,
    pub(super) nogoods: &'a Nogoods,
    /// Room for the atoms of an explanation.
    pub(super) buffer: &'a Cell<Vec<Atom>>,
    /// The length of the trail at the first decision: what came before needs no reason.
    pub(super) settled: u32,
}

impl Facts<'_> {
    /// Returns the date of an atom that is true now; `None` if it holds without any decision.
    #[inline]
    fn date(&self, atom: Atom, rank: usize) -> Option<Date> {
        let date = if atom.test() == Test::Not {
            self.history.removal(rank / 4)
        } else {
            let change = self.history.chains.became(self.store, self.root.claim(atom))?;
            Date::of(change.time, self.order(atom, change))
        };
        (date.time() >= self.settled).then_some(date)
    }

    /// Returns the place of an atom among those that one change made true.
    fn order(&self, atom: Atom, change: Change) -> u64 {
        let asked = self.store.trail()[change.time as usize].asked();
        if matches!((asked, atom.test()), (Asked::Values, Test::Not) | (Asked::Fix, Test::Is)) {
            return 0;
        }
        let claim = self.root.claim(atom);
        if self.root.size(claim.variable) == 2 {
            return 0;
        }
        match (asked, claim.test) {
            (Asked::Values, Test::Not) | (Asked::Fix, Test::Is) => 0,
            (Asked::Fix, _) | (Asked::Values, Test::AtMost | Test::Above) => 1,
            (_, Test::Is) => 2,
            (Asked::Below | Asked::Above, Test::Not) => 1,
            (Asked::Below | Asked::Above, Test::AtMost | Test::Above) => {
                let requested = self.history.chains.requested(self.store, change, claim.value);
                let is_it = self.root.standing(self.store, requested) == Standing::Open(atom);
                u64::from(!is_it)
            }
        }
    }

    /// Appends the premises of an atom, each dated before it; those that hold without any decision
    /// are left out.
    ///
    /// # Errors
    /// Returns an error if there is no usable explanation.
    pub(super) fn explain(&self, own: Dated, into: &mut Vec<Dated>) -> Result<Explained, Broken> {
        let claim = self.root.claim(own.atom);
        let time = own.date.time();
        let change = Change { time, entry: time };
        let asked = self.store.trail()[time as usize].asked();
        if self.root.size(claim.variable) == 2 {
            let requested = self.request_of_two(claim, change, asked);
            return self.ask(requested, own.date, into);
        }
        let requested = || self.history.chains.requested(self.store, change, claim.value);
        if own.date == Date::of(time, 0) {
            return self.ask(requested(), own.date, into);
        }
        let mut atoms = self.empty_buffer();
        let mut premises = Premises::new(self.store, self.root, &mut atoms);
        let Claim { variable: v, test, value } = claim;
        let (old_min, old_max) = self.store.trail()[time as usize].bounds();
        match (asked, test) {
            (Asked::Fix, _) => premises.claim(requested()),
            (_, Test::Is) => self.single(v, value, &mut premises),
            (Asked::Below | Asked::Above, Test::Not) => premises.claim(requested()),
            (Asked::Values, Test::AtMost) => {
                premises.at_most(v, old_max.into());
                premises.none_between(v, i64::from(value) + 1, old_max.into());
            }
            (Asked::Values, Test::Above) => {
                premises.at_least(v, old_min.into());
                premises.none_between(v, old_min.into(), value.into());
            }
            (Asked::Below, _) => {
                let requested = requested();
                premises.claim(requested);
                premises.none_between(v, i64::from(requested.value) + 1, value.into());
            }
            (Asked::Above, _) => {
                let requested = requested();
                premises.claim(requested);
                premises.none_between(v, i64::from(value) + 1, requested.value.into());
            }
            (Asked::Values, Test::Not) => return Err(Broken),
        }
        if premises.is_impossible() {
            return self.broken("a variable", claim);
        }
        let taken = self.take(&atoms, own.date, into);
        self.buffer.set(atoms);
        match taken {
            Ok(()) => Ok(Explained::Follows),
            Err(Broken) => self.broken("a variable", claim),
        }
    }

    fn empty_buffer(&self) -> Vec<Atom> {
        let mut atoms = self.buffer.take();
        atoms.clear();
        atoms
    }

    /// Returns the request that decided a variable with two values.
    fn request_of_two(&self, claim: Claim, change: Change, asked: Asked) -> Claim {
        let v = claim.variable;
        let (low, high) = self.root.bounds(v);
        // The atom names the greater value; it is gone if the claim says so.
        let gone = if claim.test == Test::Not { high } else { low };
        match asked {
            Asked::Values => Claim::new(v, Test::Not, gone),
            _ => self.history.chains.requested(self.store, change, gone),
        }
    }

    /// Adds why a value is the only one: its bounds, if the domain was cut by bounds, else the loss
    /// of all others.
    fn single(&self, v: VarId, value: i32, premises: &mut Premises<'_>) {
        if self.is_cut_by_bounds(v) {
            premises.at_least(v, value.into());
            premises.at_most(v, value.into());
        } else {
            for other in self.root.values(v).filter(|&other| other != value) {
                premises.not(v, other);
            }
        }
    }

    /// Whether a bound of a variable was requested since the root.
    fn is_cut_by_bounds(&self, v: VarId) -> bool {
        let entries = self.history.chains.of_variable(v).take_while(|&place| place >= self.settled);
        entries.into_iter().any(|place| {
            let asked = self.store.trail()[place as usize].asked();
            matches!(asked, Asked::Below | Asked::Above)
        })
    }

    /// Asks the author of the change at a date for the premises of its request.
    fn ask(
        &self,
        requested: Claim,
        date: Date,
        into: &mut Vec<Dated>,
    ) -> Result<Explained, Broken> {
        match self.store.trail()[date.time() as usize].reason() {
            Reason::Decision | Reason::Given => Ok(Explained::Decided),
            Reason::Nogood(place) => {
                let atoms = self.nogoods.atoms(place);
                self.take_numbers(&atoms[1..], date, into)?;
                Ok(Explained::Follows)
            }
            Reason::Propagator(number) => {
                self.ask_propagator(number, Some(requested), date, into)?;
                Ok(Explained::Follows)
            }
        }
    }

    /// Asks a propagator for the premises of a request, or of a conflict of its own, at a date.
    fn ask_propagator(
        &self,
        number: u32,
        requested: Option<Claim>,
        date: Date,
        into: &mut Vec<Dated>,
    ) -> Result<(), Broken> {
        let propagator = &self.propagators[number as usize];
        let past = match date {
            Date::NOW => self.history.chains.now(self.store),
            date => self.history.chains.before(self.store, date.time()),
        };
        let mut atoms = self.empty_buffer();
        let mut premises = Premises::new(self.store, self.root, &mut atoms);
        match requested {
            Some(requested) => propagator.explain_atom(requested, &past, &mut premises),
            None => propagator.explain_failure(&past, &mut premises),
        }
        let possible = !premises.is_impossible();
        let limit = Date(date.0 & !3);
        let kept = into.len();
        if possible && self.take(&atoms, limit, into).is_ok() {
            self.buffer.set(atoms);
            return Ok(());
        }
        if cfg!(any(test, debug_assertions)) {
            panic!(
                "propagator {number} explains {requested:?} by premises that are not earlier: {:?}",
                atoms.iter().map(|&atom| self.root.claim(atom)).collect::<Vec<_>>()
            );
        }
        into.truncate(kept);
        atoms.clear();
        let mut premises = Premises::new(self.store, self.root, &mut atoms);
        premises.scope(&propagator.scope(), &past);
        self.take(&atoms, limit, into)
    }

    /// Appends the premises of a conflict: those of a propagator's own, or of the change that a
    /// domain refused, and what contradicts it.
    ///
    /// # Errors
    /// Returns an error if there is no usable explanation.
    pub(super) fn explain_conflict(
        &self,
        number: u32,
        into: &mut Vec<Dated>,
    ) -> Result<(), Broken> {
        let mut contradicted = Vec::new();
        let mut premises = Premises::new(self.store, self.root, &mut contradicted);
        let requested = match self.store.refused() {
            Refused::Nothing => None,
            Refused::Fix(v, value) => {
                premises.not(v, value);
                Some(Claim::new(v, Test::Is, value))
            }
            Refused::Below(v) => {
                let max = self.store.max(v);
                premises.at_most(v, max.into());
                Some(Claim::new(v, Test::Above, max))
            }
            Refused::Above(v) => {
                let Some(less) = self.store.min(v).checked_sub(1) else {
                    return Err(Broken);
                };
                premises.at_least(v, i64::from(less) + 1);
                Some(Claim::new(v, Test::AtMost, less))
            }
            Refused::Emptied(v) => return self.explain_emptied(v, into),
        };
        if premises.is_impossible() {
            return self.broken("a refused change", requested);
        }
        self.take(&contradicted, Date::NOW, into)?;
        self.ask_propagator(number, requested, Date::NOW, into)
    }

    /// Appends why a variable has lost its last values: its domain before, and the reason of each
    /// value that went then.
    fn explain_emptied(&self, v: VarId, into: &mut Vec<Dated>) -> Result<(), Broken> {
        let Some(entry) = self.history.chains.of_variable(v).next() else { return Err(Broken) };
        let time = self.history.chains.time(entry);
        let Reason::Propagator(number) = self.store.trail()[time as usize].reason() else {
            return Err(Broken);
        };
        let past = self.history.chains.before(self.store, time);
        let mut atoms = Vec::new();
        let mut premises = Premises::new(self.store, self.root, &mut atoms);
        if past.size(v) > 1 && !self.is_cut_by_bounds(v) {
            for value in self.root.values(v).filter(|&value| !past.contains(v, value)) {
                premises.not(v, value);
            }
        } else {
            premises.domain(v, &past);
        }
        let date = Date::of(time, 0);
        self.take(&atoms, date, into)?;
        for value in past.values(v) {
            let gone = Claim::new(v, Test::Not, value);
            self.ask_propagator(number, Some(gone), date, into)?;
        }
        Ok(())
    }

    /// Appends atoms with their dates, without those that hold at the root.
    fn take(&self, atoms: &[Atom], limit: Date, into: &mut Vec<Dated>) -> Result<(), Broken> {
        atoms.iter().try_for_each(|&atom| self.take_one(atom, limit, into))
    }

    #[inline]
    fn take_one(&self, atom: Atom, limit: Date, into: &mut Vec<Dated>) -> Result<(), Broken> {
        if !self.is_true(atom) {
            return Err(Broken);
        }
        let rank = self.root.atom_rank(atom);
        match self.date(atom, rank) {
            Some(date) if date >= limit => return Err(Broken),
            Some(date) => into.push(Dated { atom, rank: rank as u32, date }),
            None => {}
        }
        Ok(())
    }

    /// Appends the atoms of a nogood with their dates.
    pub(super) fn take_numbers(
        &self,
        atoms: &[u32],
        limit: Date,
        into: &mut Vec<Dated>,
    ) -> Result<(), Broken> {
        atoms.iter().try_for_each(|&number| self.take_one(Atom::from_number(number), limit, into))
    }

    /// Whether an atom is true, in a variable that has lost all values just before that.
    #[inline]
    fn is_true(&self, atom: Atom) -> bool {
        // A value that went last has a date and a reason like others.
        if atom.test() == Test::Not {
            return is_true(atom, self.store, self.root);
        }
        let variable = self.root.variable(atom);
        if self.store.size(variable) > 0 {
            return is_true(atom, self.store, self.root);
        }
        let last = self.history.chains.of_variable(variable).next();
        let emptied = last.map_or(0, |entry| self.history.chains.time(entry));
        self.history.chains.before(self.store, emptied).holds(self.root.claim(atom))
    }

    /// Stops tests and debug builds on a wrong explanation.
    fn broken<T>(&self, by: &str, about: impl std::fmt::Debug) -> Result<T, Broken> {
        if cfg!(any(test, debug_assertions)) {
            panic!("{by} explains {about:?} wrongly");
        }
        Err(Broken)
    }
}
