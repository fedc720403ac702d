//! A formula whose constraints can be activated one by one.

use std::collections::HashSet;
use std::ops::Range;

use parallax_model::engine_api::{Answer, Control, PreparationError, UnsatCore};
use parallax_model::{Given, Model};
use parallax_solvers::{SatAnswer, SatSolver};
use parallax_translate::ModelClauses;
use rustsat::types::Lit;

use super::{SatRecipe, add_formula};

/// A model's formula in which a literal activates each constraint, in a separate solver: without
/// the literals the solver can simplify more, so ordinary questions use a formula without them.
pub(super) struct GuardedFormula {
    cnf: ModelClauses,
    /// For each constraint of the model, the literal that activates it.
    selectors: Vec<Lit>,
    solver: Box<dyn SatSolver>,
}

impl GuardedFormula {
    pub(super) fn new(
        model: &Model,
        recipe: &SatRecipe,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let (cnf, selectors) = ModelClauses::with_selectors(model, &recipe.options, control)?;
        let mut solver = recipe
            .kind
            .create_solver(recipe.seed)
            .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        add_formula(&mut *solver, &cnf, control)?;
        Ok(GuardedFormula { cnf, selectors, solver })
    }

    /// Returns constraints and givens that have no common solution, if all together have none, in
    /// the order in which they are passed.
    pub(super) fn find_core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<UnsatCore>, Answer> {
        let mut assumptions: Vec<Lit> = constraints.iter().map(|&i| self.selectors[i]).collect();
        // The positions of the literals of each given.
        let mut spans = Vec::with_capacity(givens.len());
        for &given in givens {
            let start = assumptions.len();
            if !self.cnf.assume_givens(&[given], &mut assumptions) {
                // The value is not in the domain, which no constraint is needed to show.
                return Ok(Some(UnsatCore { constraints: Vec::new(), givens: vec![given] }));
            }
            spans.push(start..assumptions.len());
        }
        match self.solver.solve_clauses(&assumptions, control) {
            Err(why) => return Err(Answer::Unknown(why.to_string().into())),
            Ok(SatAnswer::Stopped(stop)) => return Err(stop.into()),
            Ok(SatAnswer::Satisfiable) => return Ok(None),
            Ok(SatAnswer::Unsatisfiable) => {}
        }
        let core: HashSet<Lit> = self.solver.failed_assumptions().into_iter().collect();
        let on = |i: &usize| core.contains(&self.selectors[*i]);
        let constraints: Vec<usize> = constraints.iter().copied().filter(on).collect();
        let named =
            |span: &Range<usize>| assumptions[span.clone()].iter().any(|l| core.contains(l));
        let pairs = givens.iter().zip(spans).filter(|(_, span)| named(span));
        let givens = pairs.map(|(&given, _)| given).collect();
        Ok(Some(UnsatCore { constraints, givens }))
    }
}
