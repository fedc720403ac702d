//! A smallest set of parts, proved by hitting sets.

use fixedbitset::FixedBitSet;
use parallax_model::ask::{Answer, Control};

use super::Literal;
use super::counting::counting;
use super::formula::{Formula, imply, open_parts};
use super::formula_error::FormulaError;
use super::minimal::{minimal, shrink};
use super::program::Program;
use crate::rules::Rules;
use crate::state::State;
use crate::unit::{Candidate, RulePart};

/// Maximum number of nodes of a program for a hitting set.
const NODES: u64 = 5_000;

/// The best set that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
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
pub fn smallest(
    rules: &Rules,
    state: &State,
    literal: Literal,
    rounds: usize,
    control: &Control,
) -> Result<Option<Smallest>, Answer> {
    let Some(mut best) = minimal(rules, state, literal, control)? else { return Ok(None) };
    if let Some(found) = counting(rules, state, literal, best.len().checked_sub(1)) {
        best = shrink(rules, state, found, literal, control)?;
    }
    below(rules, state, literal, best, rounds, control).map(Some)
}

/// Starts from a set that suffices, perhaps for another literal, and searches for smaller sets
/// only; returns that set if there is none.
///
/// # Errors
/// Returns unknown if a minimal set cannot be found.
pub(super) fn below(
    rules: &Rules,
    state: &State,
    literal: Literal,
    mut best: Vec<RulePart>,
    rounds: usize,
    control: &Control,
) -> Result<Smallest, Answer> {
    let parts = open_parts(rules, state);
    let unproved = |parts: Vec<RulePart>| Ok(Smallest { parts, proved: false });
    let Ok(mut search) = Search::new(rules, state, &parts, literal) else { return unproved(best) };
    loop {
        if search.sets.len() >= rounds || control.stopped().is_some() {
            return unproved(best);
        }
        let Some((hitting, is_best)) = search.hitting(best.len()) else {
            // No set with fewer parts hits them all, unless the program gave up.
            return Ok(Smallest { proved: search.none_smaller(best.len()), parts: best });
        };
        let set: Vec<RulePart> = hitting.iter().map(|&item| parts[item]).collect();
        match imply(rules, state, &set, literal, control) {
            Ok(true) => {
                best = shrink(rules, state, set, literal, control)?;
                if is_best {
                    return Ok(Smallest { parts: best, proved: true });
                }
            }
            Ok(false) => {
                if search.correct(hitting, control).is_err() {
                    return unproved(best);
                }
            }
            Err(_) => return unproved(best),
        }
    }
}

/// A search for a smallest set, with the correction sets so far.
struct Search<'a> {
    rules: &'a Rules,
    state: &'a State,
    parts: &'a [RulePart],
    literal: Literal,
    formula: Formula<'a>,
    sets: Vec<FixedBitSet>,
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a Rules,
        state: &'a State,
        parts: &'a [RulePart],
        literal: Literal,
    ) -> Result<Self, FormulaError> {
        let formula = Formula::new(rules, state, parts, true)?;
        Ok(Search { rules, state, parts, literal, formula, sets: Vec::new() })
    }

    fn program(&self, below: usize) -> Program {
        let mut program = Program::new(self.parts.len());
        for set in &self.sets {
            let terms: Vec<(usize, i64)> = set.ones().map(|item| (item, 1)).collect();
            program.at_least(&terms, 1);
        }
        program.at_most(below.saturating_sub(1));
        program
    }

    /// Returns a smallest set of fewer than `below` items that hits every correction set, and
    /// whether none is smaller.
    fn hitting(&self, below: usize) -> Option<(Vec<usize>, bool)> {
        self.program(below).solve(NODES)
    }

    /// Whether it is certain that no set of fewer than `below` items hits every correction set, by
    /// the minimum of the relaxed program or by disjoint sets.
    fn none_smaller(&self, below: usize) -> bool {
        let mut program = Program::new(self.parts.len());
        for set in &self.sets {
            let terms: Vec<(usize, i64)> = set.ones().map(|item| (item, 1)).collect();
            program.at_least(&terms, 1);
        }
        program.solve(NODES).is_some_and(|(chosen, is_best)| is_best && chosen.len() >= below)
    }

    /// Adds correction sets that the items miss: one, then others disjoint from it, until the items
    /// together with all of these suffice.
    fn correct(&mut self, mut items: Vec<usize>, control: &Control) -> Result<(), FormulaError> {
        loop {
            let Some(set) = self.correction(&items, control)? else { return Ok(()) };
            items.extend(set.ones());
            items.sort_unstable();
            items.dedup();
            self.sets.push(set);
        }
    }

    /// Returns the parts that a solution of some items and the opposite breaks, after as many as
    /// possible are satisfied. `None` if the items suffice.
    fn correction(
        &mut self,
        items: &[usize],
        control: &Control,
    ) -> Result<Option<FixedBitSet>, FormulaError> {
        let opposite = Formula::lit(self.literal.opposite());
        let mut assumed: Vec<_> =
            items.iter().map(|&item| self.formula.selector(self.parts[item])).collect();
        assumed.push(opposite);
        if !self.formula.holds(&assumed, control)? {
            return Ok(None);
        }
        let mut satisfied = self.satisfied();
        for item in 0..self.parts.len() {
            if satisfied.contains(item) {
                continue;
            }
            let with = satisfied.ones().chain([item]);
            let mut assumed: Vec<_> =
                with.map(|item| self.formula.selector(self.parts[item])).collect();
            assumed.push(opposite);
            // A question that takes too long leaves the part out; the correction set stays right.
            if self.formula.holds(&assumed, control).is_ok_and(|holds| holds) {
                satisfied.union_with(&self.satisfied());
            }
        }
        let mut broken = FixedBitSet::with_capacity(self.parts.len());
        broken.insert_range(..);
        broken.difference_with(&satisfied);
        Ok(Some(broken))
    }

    /// The parts that hold in the last solution.
    fn satisfied(&self) -> FixedBitSet {
        let mut satisfied = FixedBitSet::with_capacity(self.parts.len());
        for (item, part) in self.parts.iter().enumerate() {
            let candidates = &self.rules.unit(part.unit()).candidates;
            let live = candidates.iter().filter(|&&c: &&Candidate| self.state.has(c));
            let number = live.filter(|&&c| self.formula.is_true(c)).count();
            let holds = match part {
                RulePart::Some(_) => number > 0,
                RulePart::One(_) => number < 2,
            };
            satisfied.set(item, holds);
        }
        satisfied
    }
}
