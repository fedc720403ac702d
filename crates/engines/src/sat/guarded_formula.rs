//! A formula whose constraints can be activated one by one.

use std::collections::HashSet;
use std::ops::Range;

use parallax_model::ask::{Answer, Control, Core, Refusal};
use parallax_model::{Given, Model};
use parallax_solvers::{SatAnswer, SatSolver};
use parallax_translate::Cnf;
use rustsat::types::Lit;

use super::{Recipe, fill};

/// A model's formula in which a literal activates each constraint, inside a solver of its own:
/// without the literals the solver can simplify more, so ordinary questions do without them.
pub(super) struct GuardedFormula {
    cnf: Cnf,
    /// For each constraint of the model, the literal that activates it.
    selectors: Vec<Lit>,
    solver: Box<dyn SatSolver>,
}

impl GuardedFormula {
    pub(super) fn new(model: &Model, recipe: &Recipe, control: &Control) -> Result<Self, Refusal> {
        let (cnf, selectors) = Cnf::with_selectors(model, &recipe.options, control)?;
        let mut solver =
            recipe.kind.create(recipe.seed).map_err(|why| Refusal::Unsupported(why.to_string()))?;
        fill(&mut *solver, &cnf, control)?;
        Ok(GuardedFormula { cnf, selectors, solver })
    }

    /// Returns constraints and givens that have no common solution, if all together have none, in
    /// the order in which they are passed.
    pub(super) fn core(
        &mut self,
        givens: &[Given],
        constraints: &[usize],
        control: &Control,
    ) -> Result<Option<Core>, Answer> {
        let mut assumptions: Vec<Lit> = constraints.iter().map(|&i| self.selectors[i]).collect();
        // The positions of the literals of each given.
        let mut spans = Vec::with_capacity(givens.len());
        for &given in givens {
            let start = assumptions.len();
            if !self.cnf.assume(&[given], &mut assumptions) {
                return Ok(Some(Core { constraints: Vec::new(), givens: vec![given] }));
            }
            spans.push(start..assumptions.len());
        }
        match self.solver.solve(&assumptions, control) {
            Err(why) => return Err(Answer::Unknown(why.to_string().into())),
            Ok(SatAnswer::Stopped(stop)) => return Err(stop.into()),
            Ok(SatAnswer::Satisfiable) => return Ok(None),
            Ok(SatAnswer::Unsatisfiable) => {}
        }
        let core: HashSet<Lit> = self.solver.core().into_iter().collect();
        let on = |i: &usize| core.contains(&self.selectors[*i]);
        let constraints: Vec<usize> = constraints.iter().copied().filter(on).collect();
        let named =
            |span: &Range<usize>| assumptions[span.clone()].iter().any(|l| core.contains(l));
        let pairs = givens.iter().zip(spans).filter(|(_, span)| named(span));
        let givens = pairs.map(|(&given, _)| given).collect();
        Ok(Some(Core { constraints, givens }))
    }
}
