//! The flat clause store.

use rustsat::{
    OutOfMemory,
    encodings::CollectClauses,
    types::{Clause, Lit},
};

use crate::{FormulaBudget, HaltReason};

/// Units of work (clauses and literals) between two calls of the budget's `stop`.
const POLL_EVERY: usize = 8192;

/// Maximum length of a clause whose duplicates are found by looking back; longer ones are sorted.
const MAX_LOOKBACK: usize = 16;

/// Clauses in two vectors: the literals of all clauses in a row, and the end of each clause.
///
/// RustSAT's encoders write into it. It adds the active guards to each clause. When the budget
/// is spent it halts, and answers RustSAT with [`OutOfMemory`], the only way to stop an
/// encoder.
#[derive(Debug)]
pub struct ClauseStore {
    literals: Vec<Lit>,
    ends: Vec<u32>,
    guards: Vec<Lit>,
    budget: FormulaBudget,
    halt: Option<HaltReason>,
    /// Units of work since the last call of `stop`.
    work: usize,
    /// Bytes held elsewhere for the formula: variables, labels.
    other_bytes: usize,
}

impl ClauseStore {
    pub(crate) fn new(budget: FormulaBudget) -> Self {
        ClauseStore {
            literals: Vec::new(),
            ends: Vec::new(),
            guards: Vec::new(),
            budget,
            halt: None,
            work: 0,
            other_bytes: 0,
        }
    }

    pub(crate) fn halt_reason(&self) -> Option<HaltReason> {
        self.halt
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn n_literals(&self) -> usize {
        self.literals.len()
    }

    /// Returns the number of bytes of the clauses alone.
    pub(crate) fn clause_bytes(&self) -> usize {
        size_of_val(self.literals.as_slice()) + size_of_val(self.ends.as_slice())
    }

    pub(crate) fn set_other_bytes(&mut self, bytes: usize) {
        self.other_bytes = bytes;
    }

    pub(crate) fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.literals[start..self.ends[index] as usize]
    }

    pub(crate) fn guards_mut(&mut self) -> &mut Vec<Lit> {
        &mut self.guards
    }

    pub(crate) fn is_guarded(&self) -> bool {
        !self.guards.is_empty()
    }

    /// Counts `work` units and checks the budget; a stop or a spent budget is latched.
    pub(crate) fn spend_work(&mut self, work: usize) -> Result<(), HaltReason> {
        if let Some(halt) = self.halt {
            return Err(halt);
        }
        self.work += work;
        // `stop` may read a clock, which costs more than a clause.
        if self.work >= POLL_EVERY {
            self.work = 0;
            if self.budget.stop.as_ref().is_some_and(|stop| stop()) {
                return Err(self.latch_halt(HaltReason::Stopped));
            }
        }
        self.check_bytes(0)
    }

    /// Halts for an external reason, such as variables running out.
    pub(crate) fn latch_halt(&mut self, halt: HaltReason) -> HaltReason {
        *self.halt.get_or_insert(halt)
    }

    fn check_bytes(&mut self, more: usize) -> Result<(), HaltReason> {
        let bytes = (self.clause_bytes() + self.other_bytes).saturating_add(more);
        // Clause ends are 32 bits wide: a limit of the store itself, independent of the budget.
        let own = (u32::MAX as usize).saturating_mul(size_of::<Lit>());
        let limit = self.budget.max_bytes.min(own);
        if bytes > limit {
            return Err(self.latch_halt(HaltReason::TooLarge { bytes, limit }));
        }
        Ok(())
    }

    /// Adds one clause and, if `guarded`, the negations of the active guards. Drops repeated
    /// literals, and clauses that always hold.
    pub(crate) fn push_clause(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        length: usize,
        guarded: bool,
    ) -> Result<(), HaltReason> {
        let length = length + if guarded { self.guards.len() } else { 0 };
        self.spend_work(1 + length)?;
        // Checked before the clause is stored, so a formula never exceeds its limit, even by one
        // long clause.
        self.check_bytes(length * size_of::<Lit>() + size_of::<u32>())?;
        let start = self.literals.len();
        self.literals.extend(clause);
        if guarded {
            self.literals.extend(self.guards.iter().map(|&guard| !guard));
        }
        if self.normalize_clause(start) {
            self.literals.truncate(start);
        } else {
            // `check_bytes` keeps the number of literals below 2^32.
            self.ends.push(self.literals.len() as u32);
        }
        Ok(())
    }

    /// Drops repeated literals from `start` on; returns whether the clause always holds.
    fn normalize_clause(&mut self, start: usize) -> bool {
        // Looking back is quadratic in the length, but keeps the order of the literals.
        if self.literals.len() - start > MAX_LOOKBACK {
            return self.normalize_long(start);
        }
        let mut kept = start;
        for next in start..self.literals.len() {
            let lit = self.literals[next];
            let before = &self.literals[start..kept];
            if before.contains(&!lit) {
                return true;
            }
            if !before.contains(&lit) {
                self.literals[kept] = lit;
                kept += 1;
            }
        }
        self.literals.truncate(kept);
        false
    }

    fn normalize_long(&mut self, start: usize) -> bool {
        // Sorted, a literal has its copies and its negation as neighbours.
        self.literals[start..].sort_unstable();
        let mut kept = start;
        for next in start..self.literals.len() {
            let lit = self.literals[next];
            if kept > start && self.literals[kept - 1] == lit {
                continue;
            }
            if kept > start && self.literals[kept - 1] == !lit {
                return true;
            }
            self.literals[kept] = lit;
            kept += 1;
        }
        self.literals.truncate(kept);
        false
    }
}

impl CollectClauses for ClauseStore {
    fn n_clauses(&self) -> usize {
        self.ends.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        for clause in clauses {
            self.push_clause(clause.iter().copied(), clause.len(), true)
                .map_err(|_| OutOfMemory::ExternalApi)?;
        }
        Ok(())
    }
}
