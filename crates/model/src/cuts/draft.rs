//! The parts of a model that is being made smaller.

use std::ops::Range;

use super::super::{
    Constraint, DimensionId, Domain, Kind as _, Model, ModelError, Objective, PostedConstraint,
    ValueDimension, VarId, Variable,
};
use super::MAX_CUT_DOMAIN;

/// The parts of a model, which need not be consistent.
pub(super) struct ModelDraft {
    name: String,
    variables: Vec<Variable>,
    dimensions: Vec<ValueDimension>,
    pub(super) constraints: Vec<PostedConstraint>,
    pub(super) objective: Option<Objective>,
    pub(super) grid: Option<usize>,
}

/// A list of items of a constraint that can be removed.
pub(super) struct RemovableItems {
    constraint: usize,
    list: usize,
    pub(super) number: usize,
}

impl ModelDraft {
    pub(super) fn from_model(model: &Model) -> Self {
        ModelDraft {
            name: model.name().to_owned(),
            variables: model.variables().to_vec(),
            dimensions: model.dimensions().to_vec(),
            constraints: model.constraints().to_vec(),
            objective: model.objective().cloned(),
            grid: model.grid_order(),
        }
    }

    /// Builds the model of these parts.
    ///
    /// # Errors
    /// Returns an error if they do not fit together.
    pub(super) fn build_model(self) -> Result<Model, ModelError> {
        let mut model = Model::new(self.name);
        for Variable { name, domain, shown } in self.variables {
            if shown {
                model.add_shown(name, domain)?
            } else {
                model.add_hidden(name, domain)?
            };
        }
        for dimension in self.dimensions {
            model.add_dimension(dimension)?;
        }
        for PostedConstraint { label, constraint } in self.constraints {
            model.post(label, constraint)?;
        }
        if let Some(objective) = self.objective {
            model.set_objective(objective)?;
        }
        if let Some(order) = self.grid {
            model.set_grid(order)?;
        }
        Ok(model)
    }

    /// Returns the places of the constraints that contain another.
    pub(super) fn list_conditions(&self) -> Vec<usize> {
        let outer = |(place, posted): (usize, &PostedConstraint)| {
            inner_constraint(&posted.constraint).map(|_| place)
        };
        self.constraints.iter().enumerate().filter_map(outer).collect()
    }

    /// Returns the lists of items of all constraints.
    pub(super) fn list_pieces(&self) -> Vec<RemovableItems> {
        let of = |(constraint, posted): (usize, &PostedConstraint)| {
            let lists = posted.constraint.pieces().into_iter().enumerate();
            lists.map(move |(list, number)| RemovableItems { constraint, list, number })
        };
        self.constraints.iter().enumerate().flat_map(of).collect()
    }

    /// Removes a run of the items of all constraints.
    pub(super) fn without_pieces(&mut self, run: &Range<usize>) {
        let mut start = 0;
        // The lists are numbered one after the other. Their lengths were taken before any removal,
        // and each list is cut at most once.
        for RemovableItems { constraint, list, number } in self.list_pieces() {
            if let Some(items) = within_run(run, start, number) {
                self.constraints[constraint].constraint.remove(list, items);
            }
            start += number;
        }
    }

    /// Returns the variables that nothing mentions, ascending.
    pub(super) fn unused_variables(&self) -> Vec<usize> {
        let mut used = vec![false; self.variables.len()];
        for posted in &self.constraints {
            posted.constraint.each_variable(&mut |v| used[v.index()] = true);
        }
        for term in self.objective.iter().flat_map(|objective| &objective.terms) {
            used[term.variable.index()] = true;
        }
        (0..used.len()).filter(|&place| !used[place]).collect()
    }

    /// Returns the dimensions that nothing mentions, ascending.
    pub(super) fn unused_dimensions(&self) -> Vec<usize> {
        let mut used = vec![false; self.dimensions.len()];
        for posted in &self.constraints {
            let mut mark = |id: &DimensionId| {
                used[id.0 as usize] = true;
                Ok::<_, ()>(*id)
            };
            // Renaming visits every dimension; the renamed constraint is not needed.
            let _ =
                posted.constraint.rename(&mut |v| Ok(*v), &mut mark, &mut |_, &class| Ok(class));
        }
        (0..used.len()).filter(|&place| !used[place]).collect()
    }

    /// Removes unused variables.
    pub(super) fn without_variables(&mut self, gone: &[usize]) -> Option<()> {
        let places = new_places(self.variables.len(), gone);
        // Nothing mentions the removed variables, so the renaming meets none of them.
        self.rename_parts(&|v| places[v.index()].map(VarId::new).ok_or(()), &|&d| Ok(d))?;
        keep_items(&mut self.variables, &places);
        Some(())
    }

    /// Removes unused dimensions.
    pub(super) fn without_dimensions(&mut self, gone: &[usize]) -> Option<()> {
        let places = new_places(self.dimensions.len(), gone);
        let renamed =
            |d: &DimensionId| places[d.0 as usize].map(|place| DimensionId(place as u32)).ok_or(());
        self.rename_parts(&|&v| Ok(v), &renamed)?;
        keep_items(&mut self.dimensions, &places);
        Some(())
    }

    /// Renumbers variables and dimensions; `None` if one was removed.
    fn rename_parts(
        &mut self,
        variable: &dyn Fn(&VarId) -> Result<VarId, ()>,
        dimension: &dyn Fn(&DimensionId) -> Result<DimensionId, ()>,
    ) -> Option<()> {
        for posted in &mut self.constraints {
            let renamed = posted.constraint.rename(
                &mut |v| variable(v),
                &mut |d| dimension(d),
                &mut |_, &class| Ok(class),
            );
            posted.constraint = renamed.ok()?;
        }
        for term in self.objective.iter_mut().flat_map(|objective| &mut objective.terms) {
            term.variable = variable(&term.variable).ok()?;
        }
        Some(())
    }

    /// Returns the variables whose domains are too wide to remove single values.
    pub(super) fn wide_variables(&self) -> Vec<usize> {
        let is_wide = |&place: &usize| self.variables[place].domain.len() > MAX_CUT_DOMAIN;
        (0..self.variables.len()).filter(is_wide).collect()
    }

    /// Reduces a domain to its two ends.
    pub(super) fn keep_ends(&mut self, variable: VarId) {
        let domain = &mut self.variables[variable.index()].domain;
        *domain = Domain::from_values([domain.min(), domain.max()].into_iter().flatten());
    }

    /// Returns the other variables, with the lengths of their domains.
    pub(super) fn domain_lengths(&self) -> impl Iterator<Item = (usize, usize)> {
        let lengths = self.variables.iter().map(|variable| variable.domain.len()).enumerate();
        lengths
            .filter(|(_, length)| *length <= MAX_CUT_DOMAIN)
            .map(|(place, length)| (place, length as usize))
    }

    /// Removes a run of the values of these variables.
    pub(super) fn without_values(&mut self, run: &Range<usize>) {
        // Collected first, because the domains change below.
        let lengths: Vec<(usize, usize)> = self.domain_lengths().collect();
        let mut start = 0;
        for (place, length) in lengths {
            if let Some(values) = within_run(run, start, length) {
                let domain = &mut self.variables[place].domain;
                let mut kept = domain.to_vec();
                kept.drain(values);
                *domain = Domain::from_values(kept);
            }
            start += length;
        }
    }
}

/// Returns the constraint inside another.
pub(super) fn inner_constraint(constraint: &Constraint) -> Option<Constraint> {
    match constraint {
        Constraint::Implies(kind) => Some((*kind.then).clone()),
        _ => None,
    }
}

/// Returns the part of a run that lies in the `number` items from `start` on, counted from `start`.
fn within_run(run: &Range<usize>, start: usize, number: usize) -> Option<Range<usize>> {
    // E.g. the run 3..8 covers 0..2 of the two items from 5 on.
    let from = run.start.max(start);
    let to = run.end.min(start + number);
    (from < to).then(|| from - start..to - start)
}

/// Returns the new places of `number` items after some are removed.
fn new_places(number: usize, gone: &[usize]) -> Vec<Option<usize>> {
    let mut places = vec![Some(0); number];
    gone.iter().for_each(|&place| places[place] = None);
    // `flatten` passes over the removed items, so the others are numbered without gaps.
    for (place, kept) in places.iter_mut().flatten().enumerate() {
        *kept = place;
    }
    places
}

/// Keeps the items that have a new place.
fn keep_items<T>(items: &mut Vec<T>, places: &[Option<usize>]) {
    let mut places = places.iter();
    items.retain(|_| places.next().is_some_and(Option::is_some));
}
