//! Unit propagation, to measure how much it finds in an encoding.

use rustsat::types::Lit;

use crate::PropositionalFormula;

/// Unit propagation over the clauses of a formula, with retractable assumptions.
///
/// Each clause watches two of its literals (Moskewicz, Madigan, Zhao, Zhang and Malik 2001).
#[derive(Debug)]
pub struct UnitPropagation {
    literals: Vec<Lit>,
    /// The begin and the end in `literals` of each clause of two literals or more; it watches its
    /// first two literals.
    clauses: Vec<(u32, u32)>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: whether it is true.
    known: Vec<bool>,
    trail: Vec<Lit>,
    /// The length of the prefix of the trail that has been propagated.
    head: usize,
    /// The length of the trail before each assumption.
    levels: Vec<usize>,
    refuted: bool,
}

impl UnitPropagation {
    /// Takes the clauses of a formula and propagates its unit clauses.
    #[must_use]
    pub fn new(formula: &PropositionalFormula) -> Self {
        let mut new = UnitPropagation {
            literals: Vec::with_capacity(formula.n_literals()),
            clauses: Vec::with_capacity(formula.n_clauses()),
            watches: vec![Vec::new(); 2 * formula.n_vars()],
            known: vec![false; 2 * formula.n_vars()],
            trail: Vec::new(),
            head: 0,
            levels: Vec::new(),
            refuted: false,
        };
        for clause in formula.clauses() {
            match *clause {
                [] => new.refuted = true,
                [unit] => new.refuted |= !new.set_literal(unit),
                [first, second, ..] => new.watch_clause(clause, [first, second]),
            }
        }
        new.refuted |= !new.propagate_units();
        new
    }

    /// Whether the clauses alone lead to a contradiction.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Whether a literal is true.
    #[must_use]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.known[lit.lidx()]
    }

    /// Assumes literals and propagates; returns false on a conflict. In either case
    /// [`UnitPropagation::take_back`] retracts them.
    pub fn assume_literals(&mut self, literals: &[Lit]) -> bool {
        self.levels.push(self.trail.len());
        !self.refuted && literals.iter().all(|&lit| self.set_literal(lit)) && self.propagate_units()
    }

    /// Retracts the latest assumptions.
    pub fn take_back(&mut self) {
        let length = self.levels.pop().unwrap_or(0);
        // Watches need no repair: a watched literal that was not false is not false with fewer
        // assignments either.
        for lit in self.trail.drain(length..) {
            self.known[lit.lidx()] = false;
        }
        self.head = length;
    }

    fn watch_clause(&mut self, clause: &[Lit], watched: [Lit; 2]) {
        // A formula has fewer than 2^32 literals.
        let index = self.clauses.len() as u32;
        let start = self.literals.len() as u32;
        self.literals.extend(clause);
        self.clauses.push((start, self.literals.len() as u32));
        watched.into_iter().for_each(|lit| self.watches[lit.lidx()].push(index));
    }

    /// Makes a literal true; returns false if it is already false.
    fn set_literal(&mut self, lit: Lit) -> bool {
        if !self.known[lit.lidx()] {
            self.known[lit.lidx()] = true;
            self.trail.push(lit);
        }
        !self.known[(!lit).lidx()]
    }

    fn propagate_units(&mut self) -> bool {
        while self.head < self.trail.len() {
            let lost = !self.trail[self.head];
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[lost.lidx()]);
            let mut holds = true;
            // After a conflict the remaining clauses keep their watches unvisited.
            watching.retain(|&clause| !holds || self.visit_clause(clause, lost, &mut holds));
            // No new watches of this literal can have been added meanwhile, because it is
            // false.
            self.watches[lost.lidx()] = watching;
            if !holds {
                return false;
            }
        }
        true
    }

    /// Visits a clause whose watched literal `lost` became false; returns whether it keeps
    /// watching it.
    fn visit_clause(&mut self, clause: u32, lost: Lit, holds: &mut bool) -> bool {
        let (start, end) = self.clauses[clause as usize];
        let (start, end) = (start as usize, end as usize);
        // The false literal moves to the second place, so the first is the other watch.
        if self.literals[start] == lost {
            self.literals.swap(start, start + 1);
        }
        let other = self.literals[start];
        // The clause holds, so nothing has to move.
        if self.known[other.lidx()] {
            return true;
        }
        for place in start + 2..end {
            let candidate = self.literals[place];
            if !self.known[(!candidate).lidx()] {
                self.literals.swap(start + 1, place);
                self.watches[candidate.lidx()].push(clause);
                return false;
            }
        }
        // All other literals are false: `other` must be true, and is a conflict if it is false.
        *holds = self.set_literal(other);
        true
    }
}
