//! The decisions, inputs and knowledge models of a file.

use parallax_instance::InputError;

use super::decision_logic::DecisionLogic;
use super::evaluation::EvaluationPlan;
use super::feel_type::FeelType;
use super::given_inputs::list_names;
use crate::feel::{NameBinding, NameScope, normal_name};

/// The decisions of a file, with all that they need.
#[derive(Clone, Debug)]
pub struct DecisionModel {
    pub(super) source: String,
    pub(super) inputs: Vec<ModelInput>,
    pub(super) decisions: Vec<ModelDecision>,
    pub(super) knowledge: Vec<KnowledgeModel>,
    /// The names of inputs and decisions.
    pub(super) names: NameScope,
}

/// An input: input data, or a name in a table that nothing else has.
#[derive(Clone, Debug)]
pub struct ModelInput {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: FeelType,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct ModelDecision {
    /// Its name.
    pub name: String,
    pub(super) kind: FeelType,
    /// The slots of inputs and decisions that its logic uses.
    pub(super) used: Vec<usize>,
    /// Its logic, or why it is not understood.
    pub(super) logic: Result<DecisionLogic, InputError>,
}

/// A business knowledge model: a function.
#[derive(Clone, Debug)]
pub(super) struct KnowledgeModel {
    pub name: String,
    pub parameters: Vec<(String, FeelType)>,
    pub kind: FeelType,
    /// The knowledge models that it calls.
    pub calls: Vec<usize>,
    pub logic: Result<DecisionLogic, InputError>,
}

impl DecisionModel {
    /// Returns the inputs: the input data of the file, then the names that its tables use as such.
    #[must_use]
    pub fn inputs(&self) -> &[ModelInput] {
        &self.inputs
    }

    /// Returns the decisions, in the order of the file.
    #[must_use]
    pub fn decisions(&self) -> &[ModelDecision] {
        &self.decisions
    }

    /// Returns the number of slots of inputs and decisions.
    pub(super) fn slot_count(&self) -> usize {
        self.inputs.len() + self.decisions.len()
    }

    /// Returns the index of the decision with this name, or that of its result or its output.
    ///
    /// # Errors
    /// Returns an error that lists the decisions if there is none, or several have the name.
    pub fn find_decision(&self, name: &str) -> Result<usize, InputError> {
        let plain = normal_name(name);
        // Names that are no expressions, such as those with quotation marks, are no names in scope.
        let named: Vec<usize> = (0..self.decisions.len())
            .filter(|&index| normal_name(&self.decisions[index].name) == plain)
            .collect();
        if let [only] = named[..] {
            return Ok(only);
        }
        if named.is_empty() {
            match self.names.find_name(&plain) {
                Some(NameBinding::Slot(slot)) if *slot >= self.inputs.len() => {
                    return Ok(slot - self.inputs.len());
                }
                _ => {}
            }
        }
        let names = self.decisions.iter().map(|decision| decision.name.as_str());
        let known = list_names("decision", names);
        let found = if named.len() > 1 { "several decisions" } else { "no decision" };
        let message = format!("{found} with the name '{plain}'; {known}");
        Err(InputError::new(&self.source, message))
    }

    /// Returns the decision whose result has this name, and the output of it, if the name is that of
    /// one of several.
    #[must_use]
    pub fn find_result(&self, name: &str) -> Option<(usize, Option<String>)> {
        let decision = |slot: &usize| slot.checked_sub(self.inputs.len());
        match self.names.find_name(name) {
            Some(NameBinding::Slot(slot)) => return Some((decision(slot)?, None)),
            Some(NameBinding::Output(slot, output)) => {
                return Some((decision(slot)?, Some(output.to_string())));
            }
            _ => {}
        }
        let (decision, output) = name.rsplit_once('.')?;
        let decision = self.find_decision(decision).ok()?;
        let outputs = self.output_names(decision);
        let output = outputs.into_iter().find(|other| *other == output)?;
        Some((decision, Some(output.to_owned())))
    }

    /// Returns the input with this name.
    #[must_use]
    pub fn input_index(&self, name: &str) -> Option<usize> {
        match self.names.find_name(name) {
            Some(NameBinding::Slot(slot)) if *slot < self.inputs.len() => Some(*slot),
            _ => None,
        }
    }

    /// Returns the names of the outputs of a decision whose result is a context of a table's
    /// outputs; none for other results.
    #[must_use]
    pub fn output_names(&self, decision: usize) -> Vec<&str> {
        match &self.decisions[decision].logic {
            Ok(DecisionLogic::Table(table)) => table.context_names(),
            _ => Vec::new(),
        }
    }

    /// Returns the decisions that no other decision uses.
    #[must_use]
    pub fn final_decisions(&self) -> Vec<usize> {
        let mut is_used = vec![false; self.slot_count()];
        for decision in &self.decisions {
            decision.used.iter().for_each(|&slot| is_used[slot] = true);
        }
        let unused = |index: &usize| !is_used[self.inputs.len() + index];
        (0..self.decisions.len()).filter(unused).collect()
    }

    /// Returns a decision and those that it needs, by index, each after those that it needs itself.
    ///
    /// # Errors
    /// Returns the errors of [`DecisionModel::plan_evaluation`].
    pub fn needed_decisions(&self, decision: usize) -> Result<Vec<usize>, InputError> {
        Ok(self.plan_evaluation(&[decision])?.order)
    }

    /// Plans the evaluation of decisions.
    ///
    /// # Errors
    /// Returns the first reason why one of them, or a decision or knowledge model that it needs, is
    /// not understood; and an error for decisions that need themselves.
    pub fn plan_evaluation(&self, asked: &[usize]) -> Result<EvaluationPlan<'_>, InputError> {
        /// The progress on a decision: not seen, waiting for those that it uses, in the order.
        #[derive(Clone, Copy, PartialEq)]
        enum PlanProgress {
            Unseen,
            Open,
            Done,
        }
        let mut progress = vec![PlanProgress::Unseen; self.decisions.len()];
        let mut needs_input = vec![false; self.inputs.len()];
        let (mut order, mut stack) = (Vec::new(), Vec::new());
        for &first in asked {
            stack.push((first, 0));
            while let Some((index, next)) = stack.pop() {
                let decision = &self.decisions[index];
                if next == 0 {
                    match progress[index] {
                        PlanProgress::Done => continue,
                        PlanProgress::Unseen => progress[index] = PlanProgress::Open,
                        PlanProgress::Open => {
                            let name = &decision.name;
                            let message = format!(
                                "decision '{name}' requires itself, through other decisions"
                            );
                            return Err(InputError::new(&self.source, message));
                        }
                    }
                    if let Err(error) = &decision.logic {
                        return Err(error.clone());
                    }
                }
                match decision.used.get(next) {
                    None => {
                        progress[index] = PlanProgress::Done;
                        order.push(index);
                    }
                    Some(&slot) => {
                        stack.push((index, next + 1));
                        match slot.checked_sub(self.inputs.len()) {
                            Some(other) => stack.push((other, 0)),
                            None => needs_input[slot] = true,
                        }
                    }
                }
            }
        }
        let inputs = (0..self.inputs.len()).filter(|&index| needs_input[index]).collect();
        Ok(EvaluationPlan { model: self, asked: asked.to_vec(), order, inputs })
    }

    /// Marks as not understood what calls knowledge models that are not. `calls` has the models that
    /// each decision calls.
    pub(super) fn refuse_calls(&mut self, calls: &[Vec<usize>]) {
        let mut called_by = vec![Vec::new(); self.knowledge.len()];
        for (index, model) in self.knowledge.iter().enumerate() {
            model.calls.iter().for_each(|&call| called_by[call].push(index));
        }
        let mut open: Vec<usize> = (0..self.knowledge.len())
            .filter(|&index| self.knowledge[index].logic.is_err())
            .collect();
        while let Some(refused) = open.pop() {
            let Err(error) = self.knowledge[refused].logic.clone() else { continue };
            for &caller in &called_by[refused] {
                if self.knowledge[caller].logic.is_ok() {
                    self.knowledge[caller].logic = Err(error.clone());
                    open.push(caller);
                }
            }
        }
        for (decision, calls) in self.decisions.iter_mut().zip(calls) {
            let refused = calls.iter().find_map(|&call| self.knowledge[call].logic.as_ref().err());
            if let (Ok(_), Some(error)) = (&decision.logic, refused) {
                decision.logic = Err(error.clone());
            }
        }
    }
}
