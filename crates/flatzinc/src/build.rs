//! Makes the model of a document.

use std::collections::{HashMap, HashSet};

use parallax_model::flatten::ExpressionFlattener;
use parallax_model::{LinearTerm as Part, Model, ModelError, Objective, ObjectiveSense, VarId};

use super::builtins::{Builtin, BuiltinEntry, CheckedLists, read_builtin};
use super::document::{
    FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVarId, OutputItemShape, SolveGoal,
    TermSlice,
};
use super::domains::ClassDomains;
use super::draft::{FlatzincModelDraft, VariableMapping};
use super::equality_classes::EqualityClasses;
use super::plan;
use super::substitute::{self, SubstitutedSum};
use crate::error::{FaultSite, FlatzincBuildError, FlatzincPostError};

/// Constraints between two calls of `stop`.
const POLL_EVERY: usize = 1 << 10;

/// The beginning of the labels of assumptions.
pub(super) const ASSUMPTION_LABEL_PREFIX: &str = "assumption ";

/// The beginning of the labels of parts.
pub(super) const PART_LABEL_PREFIX: &str = "part ";

/// A model, and what each variable of the file is in it.
#[derive(Clone, Debug)]
pub(super) struct MappedModel {
    pub(super) model: Model,
    pub(super) places: Vec<VariableMapping>,
}

impl FlatzincDocument {
    /// Reads the arguments of all constraints.
    ///
    /// # Errors
    /// Returns the first constraint that is not supported or not as expected.
    pub(super) fn read_entries(
        &self,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<BuiltinEntry>, FlatzincBuildError> {
        let mut checked = CheckedLists::default();
        let mut entries = Vec::with_capacity(self.constraints.len());
        for (place, call) in self.constraints.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err(FlatzincBuildError::new(FaultSite::Goal, FlatzincPostError::Stopped));
            }
            let entry = read_builtin(self, call, &mut checked);
            entries.push(
                entry.map_err(|fault| {
                    FlatzincBuildError::new(FaultSite::Constraint(place), fault)
                })?,
            );
        }
        Ok(entries)
    }

    /// Returns the model. If `is_narrow` is set, domains are narrowed by the constraints; otherwise
    /// only where the file gives no bounds. Gives up once `stop` returns true.
    ///
    /// # Errors
    /// Returns the first part that a model cannot have.
    pub(super) fn build_model(
        &self,
        entries: &[BuiltinEntry],
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<MappedModel, FlatzincBuildError> {
        self.model_of(entries, &EqualityClasses::from_entries(self, entries), is_narrow, stop)
    }

    /// Returns the model to explain, with a separate variable for each that the declarations do not
    /// make equal to another one.
    ///
    /// # Errors
    /// Returns the first part that a model cannot have.
    pub(super) fn model_apart(
        &self,
        entries: &[BuiltinEntry],
        stop: &dyn Fn() -> bool,
    ) -> Result<MappedModel, FlatzincBuildError> {
        self.model_of(entries, &EqualityClasses::from_entries(self, &[]), false, stop)
    }

    fn model_of(
        &self,
        entries: &[BuiltinEntry],
        classes: &EqualityClasses,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<MappedModel, FlatzincBuildError> {
        let domains = ClassDomains::from_entries(self, entries, classes, is_narrow, stop);
        let shown = self.shown_variables(classes);
        let sums =
            substitute::substitute_sums(self, entries, classes, &domains.wide_classes(&shown));
        let (model, places) = self.with_variables(classes, &domains, &shown, &sums, is_narrow)?;
        let mut draft = FlatzincModelDraft::new(self, model, places, stop);
        domains.keep_declared(&mut draft, &sums)?;
        for (place, entry) in entries.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err(FlatzincBuildError::new(FaultSite::Goal, FlatzincPostError::Stopped));
            }
            // Everything that the rule posts is attributed to this constraint.
            draft.entry = place as u32;
            draft.label = self.constraint_label(place);
            entry
                .post_rule(&mut draft)
                .map_err(|fault| FlatzincBuildError::new(FaultSite::Constraint(place), fault))?;
        }
        let in_goal = |fault: FlatzincPostError| FlatzincBuildError::new(FaultSite::Goal, fault);
        let objective = self.build_objective(&mut draft).map_err(in_goal)?;
        // One flattener for all expressions, so that constraints share the truth values of equal
        // comparisons.
        let FlatzincModelDraft { places, mut model, terms, asserted, .. } = draft;
        let mut flattener =
            ExpressionFlattener::new(&mut model, &terms).with_stop(stop).with_shapes();
        // Explanations leave out constraints by label, so none may rest on the parts of another.
        if !is_narrow {
            flattener = flattener.with_separate_assertions();
        }
        for (place, bool) in asserted {
            let place = place as usize;
            let asserted = flattener.assert_expression(&self.constraint_label(place), bool);
            asserted.map_err(|fault| {
                FlatzincBuildError::new(
                    FaultSite::Constraint(place),
                    FlatzincPostError::from(fault),
                )
            })?;
        }
        // Ends the borrow of the model.
        drop(flattener);
        if let Some(objective) = objective {
            model.set_objective(objective).map_err(|fault| in_goal(fault.into()))?;
        }
        let plan = plan::build_search_plan(self, &places, &model);
        model.set_search_plan(plan).map_err(|fault| in_goal(fault.into()))?;
        Ok(MappedModel { model, places })
    }

    /// Returns the document and its constraints without some.
    pub(super) fn without_labels(
        &self,
        entries: &[BuiltinEntry],
        labels: &HashSet<&str>,
    ) -> (Self, Vec<BuiltinEntry>) {
        let is_kept = |place: &usize| !labels.contains(self.constraint_label(*place).as_str());
        let places: Vec<usize> = (0..entries.len()).filter(is_kept).collect();
        let mut document = self.clone();
        document.constraints = places.iter().map(|&place| self.constraints[place]).collect();
        // An excerpt is asked only whether it has a solution.
        document.goal = SolveGoal::Satisfy;
        (document, places.into_iter().map(|place| entries[place]).collect())
    }

    /// Returns the label of a constraint: the user's, or its number, and its name.
    pub(super) fn constraint_label(&self, place: usize) -> String {
        let Some(call) = self.constraints.get(place) else { return String::new() };
        let name = self.call_name(call);
        match call.label {
            Some(label) => format!("{}: {name}", self.word_text(label)),
            None => format!("constraint {}: {name}", place + 1),
        }
    }

    /// Returns the label of an assumption, by its name in the file.
    pub(super) fn assumption_label(&self, term: FlatzincTerm) -> String {
        format!("{ASSUMPTION_LABEL_PREFIX}{}", self.assumption_name(term))
    }

    /// Returns the name of an assumption in the file.
    pub(super) fn assumption_name(&self, term: FlatzincTerm) -> &str {
        match term {
            FlatzincTerm::Value(0) => "false",
            FlatzincTerm::Value(_) => "true",
            FlatzincTerm::Var(var) => self.word_text(self.variables[var.0 as usize].name),
        }
    }

    /// Returns the label of a part, by its name in the file.
    pub(super) fn part_label(&self, place: usize) -> String {
        let name = self.constraints.get(place).and_then(|call| call.label);
        format!("{PART_LABEL_PREFIX}{}", name.map_or("", |name| self.word_text(name)))
    }

    /// Returns the labels of the parts of the file.
    pub(super) fn part_labels(&self, entries: &[BuiltinEntry]) -> HashSet<String> {
        let is_part = |entry: &BuiltinEntry| matches!(entry.builtin, Builtin::Part(_));
        let places = (0..entries.len()).filter(|&place| is_part(&entries[place]));
        places.map(|place| self.part_label(place)).collect()
    }

    /// Returns the terms that the file assumes.
    pub(super) fn assumed_terms<'d>(
        &'d self,
        entries: &'d [BuiltinEntry],
    ) -> impl Iterator<Item = FlatzincTerm> + 'd {
        let lists = entries.iter().filter_map(|entry| match entry.builtin {
            Builtin::Assume(own) => Some(own.bools),
            _ => None,
        });
        lists.flat_map(|list| self.list_terms(list).iter())
    }

    /// Returns the variables that are output.
    pub(super) fn output_variables(&self) -> impl Iterator<Item = FlatzincVarId> + '_ {
        let terms = self.outputs.iter().flat_map(|output| {
            let (scalar, list) = match &output.shape {
                OutputItemShape::Scalar(term) => (Some(*term), None),
                OutputItemShape::Array(_, list) => (None, Some(self.list_terms(*list))),
            };
            scalar.into_iter().chain(list.into_iter().flat_map(TermSlice::iter))
        });
        terms.filter_map(|term| match term {
            FlatzincTerm::Var(var) => Some(var),
            FlatzincTerm::Value(_) => None,
        })
    }

    /// Returns whether a constraint or the goal mentions each class, by root.
    fn used_classes(&self, classes: &EqualityClasses) -> Vec<bool> {
        let mut used = vec![false; self.variables.len()];
        let mut mention = |term: FlatzincTerm| {
            if let FlatzincTerm::Var(var) = term {
                used[classes.class_root(var) as usize] = true;
            }
        };
        for call in &self.constraints {
            for argument in self.call_arguments(call) {
                match argument {
                    FlatzincArgument::Term(term) => mention(*term),
                    FlatzincArgument::List(list) => {
                        self.list_terms(*list).iter().for_each(&mut mention);
                    }
                    FlatzincArgument::Set(_) | FlatzincArgument::Sets(_) => {}
                }
            }
        }
        if let SolveGoal::Minimize(term) | SolveGoal::Maximize(term) = self.goal {
            mention(term);
        }
        used
    }

    /// Returns the first variable of each class that is output, by root.
    fn shown_variables(&self, classes: &EqualityClasses) -> Vec<Option<FlatzincVarId>> {
        let mut shown: Vec<Option<FlatzincVarId>> = vec![None; self.variables.len()];
        for var in self.output_variables() {
            shown[classes.class_root(var) as usize].get_or_insert(var);
        }
        shown
    }

    /// Adds a variable for each class of equal ones, first those that are output, which are shown.
    /// A hidden class with one value, or that nothing mentions, is a number, and one that is a sum
    /// has no variable.
    fn with_variables(
        &self,
        classes: &EqualityClasses,
        domains: &ClassDomains<'_>,
        shown: &[Option<FlatzincVarId>],
        sums: &HashMap<u32, SubstitutedSum>,
        is_narrow: bool,
    ) -> Result<(Model, Vec<VariableMapping>), FlatzincBuildError> {
        let mut model = Model::new("flatzinc");
        let mut added: Vec<Option<VarId>> = vec![None; self.variables.len()];
        let name = |var: FlatzincVarId| self.word_text(self.variables[var.0 as usize].name);
        let fault = |place: usize, error: ModelError| {
            FlatzincBuildError::new(FaultSite::Variable(place), FlatzincPostError::from(error))
        };
        for (place, var) in shown.iter().enumerate() {
            if let Some(var) = *var {
                let variable = model.add_shown(name(var), domains.get(place)?);
                added[place] = Some(variable.map_err(|error| fault(place, error))?);
            }
        }
        let used = self.used_classes(classes);
        let mut places: Vec<VariableMapping> = Vec::with_capacity(self.variables.len());
        for (place, shown) in added.into_iter().enumerate() {
            let root = classes.class_root(FlatzincVarId(place as u32)) as usize;
            // The root is the first variable of its class, so its mapping is already there.
            if root < place {
                places.push(places[root].clone());
                continue;
            }
            if let Some(variable) = shown {
                places.push(VariableMapping::Variable(variable));
                continue;
            }
            if let Some((parts, constant)) = sums.get(&(place as u32)) {
                places.push(VariableMapping::Sum(parts.clone(), *constant));
                continue;
            }
            // Neither shown nor constrained: every allowed value is as good as any other.
            if !used[place]
                && let Some(any) = domains.any_value(place)
            {
                places.push(VariableMapping::Number(any));
                continue;
            }
            let domain = domains.get(place)?;
            // In a model to explain, a fixed variable stays a variable that explanations can name.
            if let (Some(only), 1, true) = (domain.min(), domain.len(), is_narrow) {
                places.push(VariableMapping::Number(only));
                continue;
            }
            let variable = model.add_hidden(name(FlatzincVarId(place as u32)), domain);
            places.push(VariableMapping::Variable(variable.map_err(|error| fault(place, error))?));
        }
        Ok((model, places))
    }

    /// Returns the objective of the model.
    fn build_objective(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
    ) -> Result<Option<Objective>, FlatzincPostError> {
        let (sense, term) = match self.goal {
            SolveGoal::Satisfy => return Ok(None),
            SolveGoal::Minimize(term) => (ObjectiveSense::Minimize, term),
            SolveGoal::Maximize(term) => (ObjectiveSense::Maximize, term),
        };
        let (mut terms, constant) = draft.merge_sum([(1, term)].into_iter())?;
        if constant != 0 {
            // The objective of a model has no constant: it becomes the coefficient of a hidden 1.
            let one: VarId = draft.term_variable(FlatzincTerm::Value(1))?;
            terms.push(Part { coefficient: constant, variable: one });
        }
        Ok(Some(Objective::new(sense, terms)))
    }

    /// Returns the names of the constraints, each once.
    pub(super) fn constraint_names(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.constraints.iter().filter(|call| seen.insert(call.name));
        let mut names: Vec<&str> = names.map(|call| self.call_name(call)).collect();
        names.sort_unstable();
        names
    }
}
