//! A smallest set of parts, proved by hitting sets.

use fixedbitset::FixedBitSet;
use parallax_model::engine_api::{Answer, Control};

use super::CandidateLiteral;
use super::counting::counting_parts;
use super::formula::{CandidateFormula, open_parts, parts_imply};
use super::formula_error::FormulaError;
use super::minimal::{minimal_parts, shrink_parts};
use super::program::ZeroOneProgram;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart};

/// Maximum number of nodes of a program for a hitting set.
const MAX_HITTING_SET_NODES: u64 = 5_000;

/// The best set that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallestPartSet {
    /// The parts, ascending.
    pub parts: Vec<RulePart>,
    /// Whether it is proved that no set is smaller.
    pub proved: bool,
}

/// Finds a smallest set of parts that implies a literal: a set must contain a part of every
/// correction set (the parts that a solution of the rest breaks), so a smallest set that hits all
/// of these and suffices is a smallest one (Ignatiev, Previti, Liffiton and Marques-Silva,
/// "Smallest MUS extraction with minimal hitting set dualization", 2015). Returns the best set so
/// far after `rounds` correction sets, or when `control` stops the work; `None` if the parts do not
/// imply the literal.
///
/// # Errors
/// Returns unknown if no set was found.
pub fn smallest_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    rounds: usize,
    control: &Control,
) -> Result<Option<SmallestPartSet>, Answer> {
    let Some(mut best) = minimal_parts(rules, state, literal, control)? else { return Ok(None) };
    if let Some(found) = counting_parts(rules, state, literal, best.len().checked_sub(1)) {
        best = shrink_parts(rules, state, found, literal, control)?;
    }
    smallest_below(rules, state, literal, best, rounds, control).map(Some)
}

/// Starts from a set that suffices, possibly for another literal, and searches for smaller sets
/// only; returns that set if there is none.
///
/// # Errors
/// Returns unknown if a minimal set cannot be found.
pub(super) fn smallest_below(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    mut best: Vec<RulePart>,
    rounds: usize,
    control: &Control,
) -> Result<SmallestPartSet, Answer> {
    let parts = open_parts(rules, state);
    let unproved = |parts: Vec<RulePart>| Ok(SmallestPartSet { parts, proved: false });
    let Ok(mut search) = SmallestSetSearch::new(rules, state, &parts, literal) else {
        return unproved(best);
    };
    loop {
        if search.sets.len() >= rounds || control.stop_reason().is_some() {
            return unproved(best);
        }
        // Only sets smaller than the best one are searched for.
        let Some((hitting, is_best)) = search.hitting_set(best.len()) else {
            // No set with fewer parts hits them all, unless the program gave up.
            return Ok(SmallestPartSet { proved: search.none_smaller(best.len()), parts: best });
        };
        let set: Vec<RulePart> = hitting.iter().map(|&item| parts[item]).collect();
        // Every sufficient set hits all correction sets, so a smallest hitting set that suffices is
        // a smallest sufficient set.
        match parts_imply(rules, state, &set, literal, control) {
            Ok(true) => {
                best = shrink_parts(rules, state, set, literal, control)?;
                if is_best {
                    return Ok(SmallestPartSet { parts: best, proved: true });
                }
            }
            // The set does not suffice: a solution breaks some other parts, one of which every
            // sufficient set contains.
            Ok(false) => {
                if search.add_corrections(hitting, control).is_err() {
                    return unproved(best);
                }
            }
            Err(_) => return unproved(best),
        }
    }
}

/// A search for a smallest set, with the correction sets so far.
struct SmallestSetSearch<'a> {
    rules: &'a CandidateRules,
    state: &'a CandidateState,
    parts: &'a [RulePart],
    literal: CandidateLiteral,
    formula: CandidateFormula<'a>,
    sets: Vec<FixedBitSet>,
}

impl<'a> SmallestSetSearch<'a> {
    fn new(
        rules: &'a CandidateRules,
        state: &'a CandidateState,
        parts: &'a [RulePart],
        literal: CandidateLiteral,
    ) -> Result<Self, FormulaError> {
        let formula = CandidateFormula::new(rules, state, parts, true)?;
        Ok(SmallestSetSearch { rules, state, parts, literal, formula, sets: Vec::new() })
    }

    fn hitting_program(&self, below: usize) -> ZeroOneProgram {
        let mut program = ZeroOneProgram::new(self.parts.len());
        for set in &self.sets {
            let terms: Vec<(usize, i64)> = set.ones().map(|item| (item, 1)).collect();
            program.at_least(&terms, 1);
        }
        program.at_most(below.saturating_sub(1));
        program
    }

    /// Returns a smallest set of fewer than `below` items that hits every correction set, and
    /// whether none is smaller.
    fn hitting_set(&self, below: usize) -> Option<(Vec<usize>, bool)> {
        self.hitting_program(below).solve_program(MAX_HITTING_SET_NODES)
    }

    /// Whether it is certain that no set of fewer than `below` items hits every correction set: the
    /// program for a minimum is solved to its end, and has no smaller result.
    fn none_smaller(&self, below: usize) -> bool {
        let mut program = ZeroOneProgram::new(self.parts.len());
        for set in &self.sets {
            let terms: Vec<(usize, i64)> = set.ones().map(|item| (item, 1)).collect();
            program.at_least(&terms, 1);
        }
        program
            .solve_program(MAX_HITTING_SET_NODES)
            .is_some_and(|(chosen, is_best)| is_best && chosen.len() >= below)
    }

    /// Adds correction sets that the items miss: one, then others disjoint from it, until the items
    /// together with all of these suffice.
    fn add_corrections(
        &mut self,
        mut items: Vec<usize>,
        control: &Control,
    ) -> Result<(), FormulaError> {
        loop {
            let Some(set) = self.correction_set(&items, control)? else { return Ok(()) };
            // The next correction set is disjoint from this one, since its parts are now satisfied.
            items.extend(set.ones());
            items.sort_unstable();
            items.dedup();
            self.sets.push(set);
        }
    }

    /// Returns the parts that a solution of some items and the opposite breaks, after as many as
    /// possible are satisfied. `None` if the items suffice.
    fn correction_set(
        &mut self,
        items: &[usize],
        control: &Control,
    ) -> Result<Option<FixedBitSet>, FormulaError> {
        let opposite = CandidateFormula::solver_literal(self.literal.opposite());
        let mut assumed: Vec<_> =
            items.iter().map(|&item| self.formula.part_selector(self.parts[item])).collect();
        assumed.push(opposite);
        if !self.formula.is_satisfiable(&assumed, control)? {
            return Ok(None);
        }
        // Satisfies one part after the other, so that the broken ones become few and the correction
        // set strong.
        let mut satisfied = self.satisfied_parts();
        for item in 0..self.parts.len() {
            if satisfied.contains(item) {
                continue;
            }
            let with = satisfied.ones().chain([item]);
            let mut assumed: Vec<_> =
                with.map(|item| self.formula.part_selector(self.parts[item])).collect();
            assumed.push(opposite);
            // A question that takes too long leaves the part out; the correction set stays right.
            if self.formula.is_satisfiable(&assumed, control).is_ok_and(|holds| holds) {
                satisfied.union_with(&self.satisfied_parts());
            }
        }
        let mut broken = FixedBitSet::with_capacity(self.parts.len());
        broken.insert_range(..);
        broken.difference_with(&satisfied);
        Ok(Some(broken))
    }

    /// The parts that hold in the last solution.
    fn satisfied_parts(&self) -> FixedBitSet {
        let mut satisfied = FixedBitSet::with_capacity(self.parts.len());
        for (item, part) in self.parts.iter().enumerate() {
            let candidates = &self.rules.unit(part.unit()).candidates;
            let live = candidates.iter().filter(|&&c: &&CandidateId| self.state.has_candidate(c));
            let count = live.filter(|&&c| self.formula.is_true(c)).count();
            let holds = match part {
                RulePart::Some(_) => count > 0,
                RulePart::One(_) => count < 2,
            };
            satisfied.set(item, holds);
        }
        satisfied
    }
}
