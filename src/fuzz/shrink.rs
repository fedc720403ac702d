//! Shrinks a model on which something fails.
//!
//! Greedy, to a fixpoint: removes runs of constraints, then parts of constraints and of the
//! objective, variables and dimensions that nothing mentions, and values of domains. Long runs
//! are tried before short ones (Zeller and Hildebrandt, *Simplifying and isolating
//! failure-inducing input*, 2002).

use std::ops::Range;

use super::smaller::{pieces, within, without};
use crate::model::{
    Constraint, Dimension, DimensionId, Domain, Model, ModelError, Objective, Posted, VarId,
    Variable,
};

/// Returns a model that is no larger and on which `fails` is still true, after at most `steps`
/// calls of it. Assumes that `fails` is true of `model` itself.
pub fn shrink(model: &Model, steps: usize, fails: &mut dyn FnMut(&Model) -> bool) -> Model {
    let mut shrinker = Shrinker { best: Draft::of(model), left: steps, fails };
    loop {
        let passes = [
            Shrinker::constraints,
            Shrinker::pieces,
            Shrinker::objective,
            Shrinker::unmentioned,
            Shrinker::values,
        ];
        // Makes every pass, even after a successful one.
        let smaller = passes.into_iter().filter(|pass| pass(&mut shrinker)).count();
        if smaller == 0 || shrinker.left == 0 {
            return shrinker.best.model().unwrap_or_else(|_| model.clone());
        }
    }
}

struct Shrinker<'f> {
    best: Draft,
    left: usize,
    fails: &'f mut dyn FnMut(&Model) -> bool,
}

impl Shrinker<'_> {
    /// Accepts a draft if it is a model that fails.
    fn attempt(&mut self, draft: Option<Draft>) -> bool {
        let Some((draft, model)) = draft.and_then(|d| d.model().ok().map(|m| (d, m))) else {
            return false;
        };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let fails = (self.fails)(&model);
        if fails {
            self.best = draft;
        }
        fails
    }

    /// Tries to remove runs of items, the longest first.
    fn runs(
        &mut self,
        length: &dyn Fn(&Draft) -> usize,
        without: &dyn Fn(&Draft, Range<usize>) -> Option<Draft>,
    ) -> bool {
        let mut changed = false;
        let mut run = length(&self.best);
        while run > 0 {
            let mut at = 0;
            while at < length(&self.best) && self.left > 0 {
                let end = (at + run).min(length(&self.best));
                if self.attempt(without(&self.best, at..end)) { changed = true } else { at += run }
            }
            run /= 2;
        }
        changed
    }

    fn constraints(&mut self) -> bool {
        self.runs(&|draft| draft.constraints.len(), &|draft, run| {
            let mut draft = draft.clone();
            draft.constraints.drain(run);
            Some(draft)
        })
    }

    fn pieces(&mut self) -> bool {
        let mut changed = false;
        for place in 0..self.best.constraints.len() {
            while let Some(inner) = within(self.best.constraint(place)) {
                if !self.attempt(Some(self.best.with(place, inner))) {
                    break;
                }
                changed = true;
            }
            for list in 0..pieces(self.best.constraint(place)).len() {
                let length =
                    |draft: &Draft| pieces(draft.constraint(place)).get(list).copied().unwrap_or(0);
                changed |= self.runs(&length, &|draft, run| {
                    Some(draft.with(place, without(draft.constraint(place), list, run)?))
                });
            }
        }
        changed
    }

    fn objective(&mut self) -> bool {
        let plain = Draft { objective: None, ..self.best.clone() };
        let gone = self.best.objective.is_some() && self.attempt(Some(plain));
        let length = |draft: &Draft| draft.objective.as_ref().map_or(0, |o| o.terms.len());
        gone | self.runs(&length, &|draft, run| {
            let mut draft = draft.clone();
            draft.objective.as_mut()?.terms.drain(run);
            Some(draft)
        })
    }

    fn unmentioned(&mut self) -> bool {
        let plain = Draft { grid: None, ..self.best.clone() };
        let gridless = self.best.grid.is_some() && self.attempt(Some(plain));
        let variables =
            self.runs(&|draft| draft.variables.len(), &|draft, run| draft.without_variables(run));
        let dimensions =
            self.runs(&|draft| draft.dimensions.len(), &|draft, run| draft.without_dimensions(run));
        gridless | variables | dimensions
    }

    fn values(&mut self) -> bool {
        let mut changed = false;
        for place in 0..self.best.variables.len() {
            changed |= self.wide(place);
            if self.best.variables[place].domain.len() > WIDE {
                continue;
            }
            let length = |draft: &Draft| draft.variables[place].domain.len() as usize;
            changed |= self.runs(&length, &|draft, run| {
                let mut values = draft.variables[place].domain.to_vec();
                values.drain(run);
                let mut draft = draft.clone();
                draft.variables[place].domain = Domain::of(values);
                Some(draft)
            });
        }
        changed
    }

    /// Reduces a domain that is too wide to enumerate to its two ends, if it still fails.
    fn wide(&mut self, place: usize) -> bool {
        let domain = &self.best.variables[place].domain;
        if domain.len() <= WIDE {
            return false;
        }
        let ends = Domain::of([domain.min(), domain.max()].into_iter().flatten());
        let mut draft = self.best.clone();
        draft.variables[place].domain = ends;
        self.attempt(Some(draft))
    }
}

/// The largest domain from which single values are removed.
const WIDE: u64 = 4096;

/// The parts of a model, which need not be consistent.
#[derive(Clone)]
struct Draft {
    name: String,
    variables: Vec<Variable>,
    dimensions: Vec<Dimension>,
    constraints: Vec<Posted>,
    objective: Option<Objective>,
    grid: Option<usize>,
}

impl Draft {
    fn of(model: &Model) -> Self {
        Draft {
            name: model.name().to_owned(),
            variables: model.variables().to_vec(),
            dimensions: model.dimensions().to_vec(),
            constraints: model.constraints().to_vec(),
            objective: model.objective().cloned(),
            grid: model.grid(),
        }
    }

    fn model(&self) -> Result<Model, ModelError> {
        let mut model = Model::new(self.name.clone());
        for Variable { name, domain, shown } in self.variables.iter().cloned() {
            if shown {
                model.add_shown(name, domain)?
            } else {
                model.add_hidden(name, domain)?
            };
        }
        for dimension in self.dimensions.iter().cloned() {
            model.add_dimension(dimension)?;
        }
        for Posted { label, constraint } in self.constraints.iter().cloned() {
            model.post(label, constraint)?;
        }
        if let Some(objective) = self.objective.clone() {
            model.set_objective(objective)?;
        }
        if let Some(order) = self.grid {
            model.set_grid(order)?;
        }
        Ok(model)
    }

    fn constraint(&self, place: usize) -> &Constraint {
        &self.constraints[place].constraint
    }

    fn with(&self, place: usize, constraint: Constraint) -> Draft {
        let mut draft = self.clone();
        draft.constraints[place].constraint = constraint;
        draft
    }

    fn without_variables(&self, run: Range<usize>) -> Option<Draft> {
        let variable = |v: &VarId| left(v.index(), &run).map(VarId::new).ok_or(());
        let mut draft = self.renamed(&variable, &|&d| Ok(d))?;
        draft.variables.drain(run);
        Some(draft)
    }

    fn without_dimensions(&self, run: Range<usize>) -> Option<Draft> {
        let dimension = |d: &DimensionId| {
            left(d.0 as usize, &run).map(|place| DimensionId(place as u32)).ok_or(())
        };
        let mut draft = self.renamed(&|&v| Ok(v), &dimension)?;
        draft.dimensions.drain(run);
        Some(draft)
    }

    /// Renumbers variables and dimensions; `None` if one was removed.
    fn renamed(
        &self,
        variable: &dyn Fn(&VarId) -> Result<VarId, ()>,
        dimension: &dyn Fn(&DimensionId) -> Result<DimensionId, ()>,
    ) -> Option<Draft> {
        let mut draft = self.clone();
        for posted in &mut draft.constraints {
            let renamed = posted.constraint.rename(
                &mut |v| variable(v),
                &mut |d| dimension(d),
                &mut |_, &class| Ok(class),
            );
            posted.constraint = renamed.ok()?;
        }
        for term in draft.objective.iter_mut().flat_map(|objective| &mut objective.terms) {
            term.variable = variable(&term.variable).ok()?;
        }
        Some(draft)
    }
}

/// The new index of an item after a run is removed; `None` for items of the run.
fn left(place: usize, run: &Range<usize>) -> Option<usize> {
    match place {
        _ if place < run.start => Some(place),
        _ if place < run.end => None,
        _ => Some(place - run.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::{draw, rng};
    use crate::model::ConstraintKind;
    use crate::model::Kind;

    fn sizes(model: &Model) -> (usize, usize, u64) {
        let values = model.variables().iter().map(|v| v.domain.len()).sum();
        (model.variables().len(), model.constraints().len(), values)
    }

    #[test]
    fn what_a_failure_needs_is_left() {
        let sums = |model: &Model| {
            model
                .constraints()
                .iter()
                .filter(
                    |p| matches!(&p.constraint, Constraint::Linear(kind) if kind.terms.len() >= 2),
                )
                .count()
        };
        let mut shrunk = 0;
        for case in 0..200 {
            let model = draw::model(&mut rng(3, case));
            if sums(&model) == 0 {
                continue;
            }
            shrunk += 1;
            let small = shrink(&model, usize::MAX, &mut |model| sums(model) > 0);
            let (variables, constraints, values) = sizes(&small);
            assert!(variables <= 2 && values == 0, "{small}");
            assert_eq!((constraints, sums(&small), small.dimensions().len()), (1, 1, 0), "{small}");
            assert_eq!((small.objective(), small.grid()), (None, None), "{small}");
        }
        assert!(shrunk > 10, "{shrunk}");
    }

    #[test]
    fn every_model_on_the_way_is_sound_and_the_steps_end() {
        for case in 0..100 {
            let model = draw::model(&mut rng(4, case));
            let mut calls = 0;
            let small = shrink(&model, 50, &mut |smaller| {
                calls += 1;
                assert!(
                    smaller.constraints().iter().all(|p| p.constraint.validate(smaller).is_ok())
                );
                calls % 3 != 0
            });
            assert!(calls <= 50 && sizes(&small) <= sizes(&model));
        }
    }

    #[test]
    fn each_kind_shrinks_to_nothing_and_can_be_kept() {
        for &kind in ConstraintKind::ALL {
            let has =
                |model: &Model| model.constraints().iter().any(|p| p.constraint.kind() == kind);
            let model = (0..).map(|case| draw::model(&mut rng(5, case))).find(has);
            let model = model.expect("every kind is drawn");
            assert_eq!(sizes(&shrink(&model, usize::MAX, &mut |_| true)), (0, 0, 0));
            let kept = shrink(&model, usize::MAX, &mut |model| has(model));
            assert_eq!(kept.constraints().len(), 1, "{kept}");
        }
    }
}
