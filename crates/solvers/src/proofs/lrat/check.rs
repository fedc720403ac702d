//! Checks the steps of an LRAT proof one by one.

use parallax_model::engine_api::StopReason;
use rustsat::types::Lit;

use super::super::{ProofError, StepError};
use super::clauses::LratClauses;

/// Checks each step against the clauses before it. It trusts nothing: ids that do not ascend,
/// hints that are not unit and deleted clauses are refused with the reason.
pub struct LratChecker {
    clauses: LratClauses,
    /// By literal: whether it is true in the current check.
    truth: Vec<bool>,
    /// The true literals.
    trail: Vec<Lit>,
    last: u64,
    refuted: bool,
    allowance: usize,
}

/// The result of unit propagation along hints.
enum HintPropagation {
    Conflict,
    Open,
}

impl LratChecker {
    /// Makes a checker without clauses that may hold this many bytes.
    #[must_use]
    pub fn new(allowance: usize) -> Self {
        LratChecker {
            clauses: LratClauses::default(),
            truth: Vec::new(),
            trail: Vec::new(),
            last: 0,
            refuted: false,
            allowance,
        }
    }

    /// Adds the next clause of the formula; the first has id 1.
    ///
    /// # Errors
    /// If the memory allowance is exceeded.
    pub fn add_given_clause(&mut self, clause: &[Lit]) -> Result<(), ProofError> {
        self.keep_clause(self.last + 1, clause)
    }

    /// Whether the empty clause has been derived: the formula has no model.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Checks a clause with its hints and adds it.
    ///
    /// # Errors
    /// If the clause does not follow, with the reason, or the memory allowance is exceeded.
    pub fn add_clause(&mut self, id: u64, clause: &[Lit], hints: &[i64]) -> Result<(), ProofError> {
        if id <= self.last {
            return Err(StepError::IdOrder { id, last: self.last }.into());
        }
        self.make_room(clause)?;
        let follows = self.check_clause(clause, hints);
        // Also after a failed check, because every check begins without assignments.
        self.undo_assignments(0);
        follows?;
        self.keep_clause(id, clause)
    }

    /// Deletes a clause.
    ///
    /// # Errors
    /// If no clause has this id.
    pub fn delete_clause(&mut self, id: u64) -> Result<(), ProofError> {
        if self.clauses.remove(id) { Ok(()) } else { Err(StepError::Deletion(id).into()) }
    }

    fn keep_clause(&mut self, id: u64, clause: &[Lit]) -> Result<(), ProofError> {
        self.make_room(clause)?;
        self.clauses.insert(id, clause);
        self.last = id;
        self.refuted |= clause.is_empty();
        Ok(())
    }

    /// Makes room for the truth values of the clause's variables, and for the clause.
    fn make_room(&mut self, clause: &[Lit]) -> Result<(), ProofError> {
        // Two literals for each variable up to the largest.
        let literals = clause.iter().map(|lit| 2 * (lit.vidx() + 1)).max().unwrap_or(0);
        let literals = literals.max(self.truth.len());
        if self.clauses.byte_count() + size_of_val(clause) + literals > self.allowance {
            return Err(StopReason::Memory.into());
        }
        self.truth.resize(literals, false);
        Ok(())
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.lidx()]
    }

    fn assign_literal(&mut self, lit: Lit) {
        self.truth[lit.lidx()] = true;
        self.trail.push(lit);
    }

    /// Retracts the assignments since the trail had this length.
    fn undo_assignments(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.truth[lit.lidx()] = false;
        }
    }

    /// Makes the literals false; returns whether one of them is already true.
    fn falsify_literals<'c>(&mut self, clause: impl Iterator<Item = &'c Lit>) -> bool {
        for &lit in clause {
            if self.is_true(lit) {
                return true;
            }
            if !self.is_true(!lit) {
                self.assign_literal(!lit);
            }
        }
        false
    }

    fn check_clause(&mut self, clause: &[Lit], hints: &[i64]) -> Result<(), StepError> {
        // A clause with a literal and its negation always holds.
        if self.falsify_literals(clause.iter()) {
            return Ok(());
        }
        let units = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        // The hints before the first negative one are for the clause itself; each negative one
        // begins the group of a resolvent.
        let (hints, groups) = hints.split_at(units);
        match (self.propagate_hints(hints)?, clause.first()) {
            (HintPropagation::Conflict, _) => Ok(()),
            (HintPropagation::Open, Some(&pivot)) => self.check_resolvents(pivot, groups),
            (HintPropagation::Open, None) if groups.is_empty() => Err(StepError::NoConflict),
            (HintPropagation::Open, None) => Err(StepError::NoPivot),
        }
    }

    /// Follows hints: each must have exactly one literal that is not false, or none as the last
    /// step.
    fn propagate_hints(&mut self, hints: &[i64]) -> Result<HintPropagation, StepError> {
        for &hint in hints {
            match self.find_unit_literal(hint)? {
                None => return Ok(HintPropagation::Conflict),
                // The literal was derived before, or the clause has its negation: CaDiCaL
                // sometimes names such hints, and they add nothing.
                Some(lit) if self.is_true(lit) => {}
                Some(lit) => self.assign_literal(lit),
            }
        }
        Ok(HintPropagation::Open)
    }

    /// Returns the one literal of a hint that is not false; `None` is a conflict.
    fn find_unit_literal(&self, hint: i64) -> Result<Option<Lit>, StepError> {
        let mut unit = None;
        for &lit in self.hinted_clause(hint)? {
            if !self.is_true(!lit) && *unit.get_or_insert(lit) != lit {
                return Err(StepError::NoUnit(hint));
            }
        }
        Ok(unit)
    }

    fn hinted_clause(&self, hint: i64) -> Result<&[Lit], StepError> {
        let clause = self.clauses.get(hint.unsigned_abs());
        clause.ok_or(StepError::UnknownHint(hint))
    }

    /// Runs the RAT check: every resolvent on the pivot must follow.
    fn check_resolvents(&mut self, pivot: Lit, hints: &[i64]) -> Result<(), StepError> {
        let mut groups: Vec<(u64, &[i64])> = Vec::new();
        for group in hints.chunk_by(|_, &next| next >= 0) {
            let (&first, rest) = group.split_first().ok_or(StepError::NoHints)?;
            if !self.hinted_clause(first)?.contains(&!pivot) {
                let literal = (!pivot).to_ipasir();
                return Err(StepError::NoPartner { hint: first, literal });
            }
            groups.push((first.unsigned_abs(), rest));
        }
        groups.sort_unstable_by_key(|&(id, _)| id);
        let mut partners: Vec<u64> = Vec::new();
        // Every live clause is searched for the pivot. Lists of occurrences would speed up the rare
        // steps of RAT, and slow down all others.
        let with_pivot = |&(_, clause): &(u64, &[Lit])| clause.contains(&!pivot);
        partners.extend(self.clauses.iter().filter(with_pivot).map(|(id, _)| id));
        // Sorted, so that every run reports the same error first.
        partners.sort_unstable();
        for id in partners {
            let group = groups.binary_search_by_key(&id, |&(id, _)| id);
            self.check_resolvent(pivot, id, group.ok().map(|index| groups[index].1))?;
        }
        Ok(())
    }

    /// Checks one resolvent, with its hints if it has any.
    fn check_resolvent(
        &mut self,
        pivot: Lit,
        id: u64,
        hints: Option<&[i64]>,
    ) -> Result<(), StepError> {
        // The assignments of the clause itself stay for the next resolvent.
        let before = self.trail.len();
        let partner = self.clauses.get(id).ok_or(StepError::DeletedPartner)?.to_vec();
        // A resolvent with a literal and its negation needs no hints.
        let holds = self.falsify_literals(partner.iter().filter(|&&lit| lit != !pivot));
        let result = match hints {
            _ if holds => Ok(HintPropagation::Conflict),
            Some(hints) => self.propagate_hints(hints),
            None => Err(StepError::NoResolvent(id)),
        };
        self.undo_assignments(before);
        match result? {
            HintPropagation::Conflict => Ok(()),
            HintPropagation::Open => Err(StepError::OpenResolvent(id)),
        }
    }
}
