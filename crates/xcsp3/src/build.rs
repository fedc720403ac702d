//! Makes the model of a document from what its constraints posted.

use std::collections::HashMap;

use parallax_model::flatten::{ExpressionFlattener, FlattenError, IntExpression};
use parallax_model::{
    Constraint, Domain, LinearTerm, Model, ModelError, Objective, ObjectiveSense, VarId,
};

use super::blame;
use super::document::Xcsp3Document;
use super::draft::{ModelSlot, Xcsp3ModelDraft};
use super::error::{Xcsp3BuildError, Xcsp3PostError};

/// Constraints between two calls of `stop`.
const POLL_EVERY: usize = 1 << 10;

impl Xcsp3Document {
    /// Returns the model. If `is_narrow` is set, instantiations narrow the domains; otherwise the
    /// constraints of each label mean the same without the others, and what defines hidden
    /// variables has no label. Gives up once `stop` returns true.
    pub(super) fn build_model(
        &self,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, Xcsp3BuildError> {
        // All constraints post before the model exists, because instantiations narrow its domains.
        let (draft, goal) = self.draft_constraints(stop)?;
        let in_objective =
            |fault: Xcsp3PostError| Xcsp3BuildError::at_entry(self.entries.len(), fault);
        let mut model = Model::new("xcsp3");
        self.add_variables(&mut model, &draft, is_narrow)
            .map_err(Xcsp3BuildError::without_place)?;
        let Xcsp3ModelDraft { arena, hidden, terms, asserted, posted, .. } = draft;
        let mut flattener = ExpressionFlattener::new(&mut model, &arena.terms).with_stop(stop);
        if !is_narrow {
            // Explanations leave constraints out.
            flattener = flattener.with_separate_assertions();
        }
        let blamed = |place: u32, term: usize, fault: FlattenError| {
            let term = blame::blamed_term(&arena.terms, &self.variables, term);
            Xcsp3BuildError::at_entry(place as usize, Xcsp3PostError::Expression { fault, term })
        };
        for (place, bool) in asserted {
            let label = self.label_at(place);
            let asserted = flattener.assert_whole(&label, bool);
            asserted.map_err(|fault| blamed(place, bool.node_index(), fault))?;
        }
        let mut variables: HashMap<ModelSlot, VarId> = HashMap::new();
        for (place, int) in terms {
            // For explanations, every constraint that uses the expression asserts under its own
            // label that it is defined.
            if is_narrow && variables.contains_key(&ModelSlot::Term(int)) {
                continue;
            }
            let variable = flattener.whole_variable(&self.label_at(place), int);
            let variable = variable.map_err(|fault| blamed(place, int.node_index(), fault))?;
            variables.entry(ModelSlot::Term(int)).or_insert(variable);
        }
        let sum = match &goal {
            Some(goal) => {
                let sum = flattener.whole_sum("objective", goal.int);
                let place = self.entries.len() as u32;
                Some(sum.map_err(|fault| blamed(place, goal.int.node_index(), fault))?)
            }
            None => None,
        };
        // The expressions are the largest part of the draft, and the constraints posted next do not
        // need them.
        drop(flattener);
        drop(arena);
        let mut slots = SlotVariables { model: &mut model, variables };
        for (number, domain) in hidden.into_iter().enumerate() {
            slots
                .add_slot(
                    ModelSlot::Hidden(number as u32),
                    format!("hidden {}", number + 1),
                    domain,
                )
                .map_err(Xcsp3BuildError::without_place)?;
        }
        for (number, (place, constraint)) in posted.into_iter().enumerate() {
            if number % POLL_EVERY == 0 && stop() {
                return Err(Xcsp3BuildError::without_place(Xcsp3PostError::Stopped));
            }
            let label = self.label_at(place);
            slots
                .post_constraint(&label, &constraint)
                .map_err(|fault| Xcsp3BuildError::at_entry(place as usize, fault))?;
        }
        if let (Some(goal), Some((terms, constant))) = (goal, sum) {
            slots.set_objective(&goal, terms, constant).map_err(in_objective)?;
        }
        Ok(model)
    }

    /// Returns what all constraints and the objective post.
    fn draft_constraints(
        &self,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Xcsp3ModelDraft<'_>, Option<DraftObjective>), Xcsp3BuildError> {
        let mut draft = Xcsp3ModelDraft::new(self);
        for (index, entry) in self.entries.iter().enumerate() {
            if index % POLL_EVERY == 0 && stop() {
                return Err(Xcsp3BuildError::without_place(Xcsp3PostError::Stopped));
            }
            draft.entry = index as u32;
            entry
                .constraint
                .rule()
                .post_rule(&mut draft)
                .map_err(|fault| Xcsp3BuildError::at_entry(index, fault))?;
        }
        let goal = self
            .objective
            .as_ref()
            .map(|objective| objective.post_objective(&mut draft))
            .transpose();
        let goal = goal.map_err(|fault| Xcsp3BuildError::at_entry(self.entries.len(), fault))?;
        Ok((draft, goal))
    }

    fn label_at(&self, place: u32) -> String {
        self.entries
            .get(place as usize)
            .map(|entry| self.constraint_label(entry))
            .unwrap_or_default()
    }

    /// Adds the variables of the document, in order. Unused ones are hidden and have one value, so
    /// that they add no solutions.
    fn add_variables(
        &self,
        model: &mut Model,
        draft: &Xcsp3ModelDraft<'_>,
        is_narrow: bool,
    ) -> Result<(), Xcsp3PostError> {
        for (index, variable) in (0u32..).zip(&self.variables) {
            let fixed = draft.fixed.get(&index).filter(|_| is_narrow);
            let domain = fixed.unwrap_or(&variable.domain);
            let name = variable.name.as_str();
            let added = if variable.used {
                model.add_shown(name, domain.clone())
            } else {
                model.add_hidden(name, Domain::from_values(domain.min()))
            };
            added?;
        }
        Ok(())
    }
}

/// An objective of the model to be.
pub(super) struct DraftObjective {
    pub(super) sense: ObjectiveSense,
    /// The value, as an expression.
    pub(super) int: IntExpression,
    /// A slot that is added to it.
    pub(super) plus: Option<ModelSlot>,
}

/// The variables of slots.
struct SlotVariables<'m> {
    model: &'m mut Model,
    variables: HashMap<ModelSlot, VarId>,
}

impl SlotVariables<'_> {
    fn add_slot(
        &mut self,
        slot: ModelSlot,
        name: String,
        domain: Domain,
    ) -> Result<VarId, Xcsp3PostError> {
        let added = self.model.add_hidden(name, domain)?;
        self.variables.insert(slot, added);
        Ok(added)
    }

    /// Returns the variable of a slot; the first use of a number adds one with this value.
    fn slot_variable(&mut self, slot: ModelSlot) -> Result<VarId, Xcsp3PostError> {
        match (slot, self.variables.get(&slot)) {
            (_, Some(&known)) => Ok(known),
            // The variables of the document were added first and in order, so their numbers agree.
            (ModelSlot::Variable(variable), None) => Ok(VarId::new(variable as usize)),
            (ModelSlot::Number(number), None) => {
                self.add_slot(slot, format!("number {number}"), Domain::from_range(number, number))
            }
            (ModelSlot::Term(_) | ModelSlot::Hidden(_), None) => Err(Xcsp3PostError::NoVariable),
        }
    }

    fn post_constraint(
        &mut self,
        label: &str,
        constraint: &Constraint<ModelSlot>,
    ) -> Result<(), Xcsp3PostError> {
        let named = constraint.rename(
            &mut |&slot| self.slot_variable(slot),
            &mut |&dimension| Ok(dimension),
            &mut |_, &class| Ok(class),
        )?;
        self.model.post(label, named).map_err(|error| match error {
            // The caller names the constraint.
            ModelError::Constraint { label, fault, .. } if !label.is_empty() => fault.into(),
            other => other.into(),
        })
    }

    fn set_objective(
        &mut self,
        goal: &DraftObjective,
        mut terms: Vec<LinearTerm>,
        constant: i64,
    ) -> Result<(), Xcsp3PostError> {
        if let Some(slot) = goal.plus {
            terms.push(LinearTerm { coefficient: 1, variable: self.slot_variable(slot)? });
        }
        // An objective has no constant, so a variable with the value 1 carries it.
        if constant != 0 {
            let one = self.slot_variable(ModelSlot::Number(1))?;
            terms.push(LinearTerm { coefficient: constant, variable: one });
        }
        let objective = Objective::new(goal.sense, terms);
        Ok(self.model.set_objective(objective)?)
    }
}
