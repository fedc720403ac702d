//! Clauses of rule parts.

use parallax_model::engine_api::Control;
use parallax_solvers::{SatAnswer, SatSolver, bounded_solver};
use rustsat::types::{Lit, Var};

use super::CandidateLiteral;
use super::formula_error::FormulaError;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart};

/// Maximum number of decisions for a question. Parts without the facts that make them easy are
/// pigeonhole formulas, which are hard for a SAT solver.
const MAX_QUESTION_DECISIONS: u64 = 50_000;

/// A SAT solver over the live candidates of a state.
pub(super) struct CandidateFormula<'a> {
    rules: &'a CandidateRules,
    state: &'a CandidateState,
    solver: Box<dyn SatSolver>,
}

impl<'a> CandidateFormula<'a> {
    /// A formula of these parts; with `selected`, each has a selector that switches it on.
    ///
    /// # Errors
    /// Returns the solver's error.
    pub(super) fn new(
        rules: &'a CandidateRules,
        state: &'a CandidateState,
        parts: &[RulePart],
        selected: bool,
    ) -> Result<Self, FormulaError> {
        CandidateFormula::with_decisions(rules, state, parts, selected, MAX_QUESTION_DECISIONS)
    }

    /// As [`new`](CandidateFormula::new), with another limit for each question.
    ///
    /// # Errors
    /// Returns the solver's error.
    pub(super) fn with_decisions(
        rules: &'a CandidateRules,
        state: &'a CandidateState,
        parts: &[RulePart],
        selected: bool,
        decisions: u64,
    ) -> Result<Self, FormulaError> {
        let mut formula = CandidateFormula { rules, state, solver: bounded_solver(decisions) };
        for &part in parts {
            let selector = selected.then(|| formula.part_selector(part));
            formula.add_part(part, selector)?;
        }
        Ok(formula)
    }

    /// The solver's literal of a conclusion.
    pub(super) fn solver_literal(literal: CandidateLiteral) -> Lit {
        Lit::new(literal.candidate.index() as u32, !literal.holds)
    }

    /// The selector of a part; selectors are numbered after the candidates.
    pub(super) fn part_selector(&self, part: RulePart) -> Lit {
        let half = u32::from(matches!(part, RulePart::One(_)));
        Var::new((self.rules.len() + 2 * part.unit().index()) as u32 + half).pos_lit()
    }

    fn add_part(&mut self, part: RulePart, selector: Option<Lit>) -> Result<(), FormulaError> {
        let live = self.state.of_unit(self.rules, part.unit());
        let live: Vec<Lit> =
            live.map(|c| CandidateFormula::solver_literal(CandidateLiteral::positive(c))).collect();
        // The negated selector satisfies the clauses of a part that is not selected.
        let off = selector.map(|selector| !selector);
        match part {
            RulePart::Some(_) => {
                let clause: Vec<Lit> = live.into_iter().chain(off).collect();
                self.solver.add_clause(&clause)?;
                Ok(())
            }
            RulePart::One(_) => {
                // Units are small, so a clause for each pair is cheaper than an encoding with more
                // variables.
                for (index, &one) in live.iter().enumerate() {
                    for &other in &live[index + 1..] {
                        let clause: Vec<Lit> = [!one, !other].into_iter().chain(off).collect();
                        self.solver.add_clause(&clause)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether there is a solution under assumptions.
    ///
    /// # Errors
    /// Returns the reason if there is no answer.
    pub(super) fn is_satisfiable(
        &mut self,
        assumed: &[Lit],
        control: &Control,
    ) -> Result<bool, FormulaError> {
        match self.solver.solve_clauses(assumed, control)? {
            SatAnswer::Satisfiable => Ok(true),
            SatAnswer::Unsatisfiable => Ok(false),
            // The limit of decisions ends a single question, and not the whole work.
            SatAnswer::Stopped(stop) => Err(match control.stop_reason() {
                Some(_) => FormulaError::Stopped(stop),
                None => FormulaError::Hard,
            }),
        }
    }

    /// The assumptions of the last question that cannot hold together.
    pub(super) fn assumption_core(&self) -> Vec<Lit> {
        self.solver.failed_assumptions()
    }

    /// Whether a candidate is true in the last solution.
    pub(super) fn is_true(&self, candidate: CandidateId) -> bool {
        self.state.has_candidate(candidate)
            && self
                .solver
                .is_true(CandidateFormula::solver_literal(CandidateLiteral::positive(candidate)))
    }
}

/// Returns the parts that can conclude something in a state: the parts of units in which nothing is
/// placed.
pub(super) fn open_parts(rules: &CandidateRules, state: &CandidateState) -> Vec<RulePart> {
    let units = (0..rules.units().len()).map(crate::UnitId::new);
    let open = units.filter(|&unit| !state.is_done(rules, unit));
    let parts = open.flat_map(|unit| {
        let some = rules.unit(unit).is_some.then_some(RulePart::Some(unit));
        some.into_iter().chain([RulePart::One(unit)])
    });
    let mut parts: Vec<RulePart> = parts.collect();
    parts.sort_unstable();
    parts
}

/// Whether parts, with the candidates that the state no longer has, imply a literal.
///
/// # Errors
/// Returns the reason if it is not known.
pub fn parts_imply(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    literal: CandidateLiteral,
    control: &Control,
) -> Result<bool, FormulaError> {
    // Propagation alone answers most questions.
    if super::assumption_trail::follow_assumption(rules, state, parts, literal.opposite()).is_some()
    {
        return Ok(true);
    }
    let mut formula = CandidateFormula::new(rules, state, parts, false)?;
    Ok(!formula.is_satisfiable(&[CandidateFormula::solver_literal(literal.opposite())], control)?)
}
