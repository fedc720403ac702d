//! Makes the model of a document from what its constraints posted.

use std::collections::HashMap;

use parallax_model::flatten::{FlattenError, Flattener, Int};
use parallax_model::{Constraint, Domain, Model, ModelError, Objective, Sense, Term, VarId};

use super::blame;
use super::document::Document;
use super::draft::{Draft, Slot};
use super::error::{BuildError, PostError};

/// Constraints between two calls of `stop`.
const POLL_EVERY: usize = 1 << 10;

impl Document {
    /// Returns the model. If `is_narrow` is set, instantiations narrow the domains; otherwise the
    /// constraints of each label mean the same without the others, and what defines hidden variables
    /// has no label. Gives up once `stop` returns true.
    pub(super) fn model(
        &self,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, BuildError> {
        let (draft, goal) = self.drafted(stop)?;
        let in_objective = |fault: PostError| BuildError::at(self.entries.len(), fault);
        let mut model = Model::new("xcsp3");
        self.add_variables(&mut model, &draft, is_narrow).map_err(BuildError::unplaced)?;
        let Draft { arena, hidden, terms, asserted, posted, .. } = draft;
        let mut flattener = Flattener::new(&mut model, &arena.terms).until(stop);
        if !is_narrow {
            // Explanations leave constraints out.
            flattener = flattener.apart();
        }
        let blamed = |place: u32, term: usize, fault: FlattenError| {
            let term = blame::term(&arena.terms, &self.variables, term);
            BuildError::at(place as usize, PostError::Expression { fault, term })
        };
        for (place, bool) in asserted {
            let label = self.label_at(place);
            let asserted = flattener.assert_whole(&label, bool);
            asserted.map_err(|fault| blamed(place, bool.place(), fault))?;
        }
        let mut variables: HashMap<Slot, VarId> = HashMap::new();
        for (place, int) in terms {
            if is_narrow && variables.contains_key(&Slot::Term(int)) {
                continue;
            }
            let variable = flattener.whole_variable(&self.label_at(place), int);
            let variable = variable.map_err(|fault| blamed(place, int.place(), fault))?;
            variables.entry(Slot::Term(int)).or_insert(variable);
        }
        let sum = match &goal {
            Some(goal) => {
                let sum = flattener.whole_sum("objective", goal.int);
                let place = self.entries.len() as u32;
                Some(sum.map_err(|fault| blamed(place, goal.int.place(), fault))?)
            }
            None => None,
        };
        drop(flattener);
        drop(arena);
        let mut slots = Slots { model: &mut model, variables };
        for (number, domain) in hidden.into_iter().enumerate() {
            slots
                .add(Slot::Hidden(number as u32), format!("hidden {}", number + 1), domain)
                .map_err(BuildError::unplaced)?;
        }
        for (number, (place, constraint)) in posted.into_iter().enumerate() {
            if number % POLL_EVERY == 0 && stop() {
                return Err(BuildError::unplaced(PostError::Stopped));
            }
            let label = self.label_at(place);
            slots
                .post(&label, &constraint)
                .map_err(|fault| BuildError::at(place as usize, fault))?;
        }
        if let (Some(goal), Some((terms, constant))) = (goal, sum) {
            slots.optimise(&goal, terms, constant).map_err(in_objective)?;
        }
        Ok(model)
    }

    /// Returns what all constraints and the objective post.
    fn drafted(&self, stop: &dyn Fn() -> bool) -> Result<(Draft<'_>, Option<Goal>), BuildError> {
        let mut draft = Draft::new(self);
        for (place, entry) in self.entries.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err(BuildError::unplaced(PostError::Stopped));
            }
            draft.entry = place as u32;
            entry
                .constraint
                .rule()
                .post(&mut draft)
                .map_err(|fault| BuildError::at(place, fault))?;
        }
        let goal = self.objective.as_ref().map(|own| own.post(&mut draft)).transpose();
        let goal = goal.map_err(|fault| BuildError::at(self.entries.len(), fault))?;
        Ok((draft, goal))
    }

    fn label_at(&self, place: u32) -> String {
        self.entries.get(place as usize).map(|entry| self.label(entry)).unwrap_or_default()
    }

    /// Adds the variables of the document, in order. Unused ones are hidden and have one value, so
    /// that they add no solutions.
    fn add_variables(
        &self,
        model: &mut Model,
        draft: &Draft<'_>,
        is_narrow: bool,
    ) -> Result<(), PostError> {
        for (place, variable) in (0u32..).zip(&self.variables) {
            let fixed = draft.fixed.get(&place).filter(|_| is_narrow);
            let domain = fixed.unwrap_or(&variable.domain);
            let name = variable.name.as_str();
            let added = if variable.used {
                model.add_shown(name, domain.clone())
            } else {
                model.add_hidden(name, Domain::of(domain.min()))
            };
            added?;
        }
        Ok(())
    }
}

/// An objective of the model to be.
pub(super) struct Goal {
    pub(super) sense: Sense,
    /// The value, as an expression.
    pub(super) int: Int,
    /// A slot that is added to it.
    pub(super) plus: Option<Slot>,
}

/// The variables of slots.
struct Slots<'m> {
    model: &'m mut Model,
    variables: HashMap<Slot, VarId>,
}

impl Slots<'_> {
    fn add(&mut self, slot: Slot, name: String, domain: Domain) -> Result<VarId, PostError> {
        let added = self.model.add_hidden(name, domain)?;
        self.variables.insert(slot, added);
        Ok(added)
    }

    /// Returns the variable of a slot; the first use of a number adds one with this value.
    fn variable(&mut self, slot: Slot) -> Result<VarId, PostError> {
        match (slot, self.variables.get(&slot)) {
            (_, Some(&known)) => Ok(known),
            (Slot::Variable(variable), None) => Ok(VarId::new(variable as usize)),
            (Slot::Number(number), None) => {
                self.add(slot, format!("number {number}"), Domain::range(number, number))
            }
            (Slot::Term(_) | Slot::Hidden(_), None) => Err(PostError::NoVariable),
        }
    }

    fn post(&mut self, label: &str, constraint: &Constraint<Slot>) -> Result<(), PostError> {
        let named = constraint.rename(
            &mut |&slot| self.variable(slot),
            &mut |&dimension| Ok(dimension),
            &mut |_, &class| Ok(class),
        )?;
        self.model.post(label, named).map_err(|error| match error {
            // The caller names the constraint.
            ModelError::Constraint { label, fault, .. } if !label.is_empty() => fault.into(),
            other => other.into(),
        })
    }

    fn optimise(
        &mut self,
        goal: &Goal,
        mut terms: Vec<Term>,
        constant: i64,
    ) -> Result<(), PostError> {
        if let Some(slot) = goal.plus {
            terms.push(Term { coefficient: 1, variable: self.variable(slot)? });
        }
        if constant != 0 {
            let one = self.variable(Slot::Number(1))?;
            terms.push(Term { coefficient: constant, variable: one });
        }
        let objective = Objective::new(goal.sense, terms);
        Ok(self.model.set_objective(objective)?)
    }
}
