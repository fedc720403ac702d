//! Makes the model of a document.

use std::collections::{HashMap, HashSet};

use parallax_model::flatten::Flattener;
use parallax_model::{Model, ModelError, Objective, Sense, Term as Part, VarId};

use super::builtins::{Builtin, Checked, Entry, read};
use super::classes::Classes;
use super::document::{Argument, Document, Elements, Goal, Shape, Term, Var};
use super::domains::Domains;
use super::draft::{Draft, Place};
use super::plan;
use super::substitute::{self, Sum};
use crate::error::{BuildError, FaultSite, PostError};

/// Constraints between two calls of `stop`.
const POLL_EVERY: usize = 1 << 10;

/// The beginning of the labels of assumptions.
pub(super) const ASSUMPTION: &str = "assumption ";

/// The beginning of the labels of parts.
pub(super) const PART: &str = "part ";

/// A model, and what each variable of the file is in it.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub(super) model: Model,
    pub(super) places: Vec<Place>,
}

impl Document {
    /// Reads the arguments of all constraints.
    ///
    /// # Errors
    /// Returns the first constraint that is not supported or not as expected.
    pub(super) fn entries(&self, stop: &dyn Fn() -> bool) -> Result<Vec<Entry>, BuildError> {
        let mut checked = Checked::default();
        let mut entries = Vec::with_capacity(self.constraints.len());
        for (place, call) in self.constraints.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err(BuildError::new(FaultSite::Goal, PostError::Stopped));
            }
            let entry = read(self, call, &mut checked);
            entries
                .push(entry.map_err(|fault| BuildError::new(FaultSite::Constraint(place), fault))?);
        }
        Ok(entries)
    }

    /// Returns the model. If `is_narrow` is set, domains are narrowed by the constraints; otherwise
    /// only where the file gives no bounds. Gives up once `stop` returns true.
    ///
    /// # Errors
    /// Returns the first part that a model cannot have.
    pub(super) fn model(
        &self,
        entries: &[Entry],
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Built, BuildError> {
        self.model_of(entries, &Classes::of(self, entries), is_narrow, stop)
    }

    /// Returns the model to explain, with a variable of its own for each that the declarations do not
    /// make equal to another one.
    ///
    /// # Errors
    /// Returns the first part that a model cannot have.
    pub(super) fn model_apart(
        &self,
        entries: &[Entry],
        stop: &dyn Fn() -> bool,
    ) -> Result<Built, BuildError> {
        self.model_of(entries, &Classes::of(self, &[]), false, stop)
    }

    fn model_of(
        &self,
        entries: &[Entry],
        classes: &Classes,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Built, BuildError> {
        let domains = Domains::of(self, entries, classes, is_narrow, stop);
        let shown = self.shown(classes);
        let sums = substitute::sums(self, entries, classes, &domains.wide(&shown));
        let (model, places) = self.with_variables(classes, &domains, &shown, &sums, is_narrow)?;
        let mut draft = Draft::new(self, model, places, stop);
        domains.keep_declared(&mut draft, &sums)?;
        for (place, entry) in entries.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err(BuildError::new(FaultSite::Goal, PostError::Stopped));
            }
            draft.entry = place as u32;
            draft.label = self.label(place);
            entry
                .post(&mut draft)
                .map_err(|fault| BuildError::new(FaultSite::Constraint(place), fault))?;
        }
        let in_goal = |fault: PostError| BuildError::new(FaultSite::Goal, fault);
        let objective = self.objective(&mut draft).map_err(in_goal)?;
        let Draft { places, mut model, terms, asserted, .. } = draft;
        let mut flattener = Flattener::new(&mut model, &terms).until(stop).with_shapes();
        if !is_narrow {
            flattener = flattener.apart();
        }
        for (place, bool) in asserted {
            let place = place as usize;
            let asserted = flattener.assert(&self.label(place), bool);
            asserted.map_err(|fault| {
                BuildError::new(FaultSite::Constraint(place), PostError::from(fault))
            })?;
        }
        drop(flattener);
        if let Some(objective) = objective {
            model.set_objective(objective).map_err(|fault| in_goal(fault.into()))?;
        }
        let plan = plan::of(self, &places, &model);
        model.set_search_plan(plan).map_err(|fault| in_goal(fault.into()))?;
        Ok(Built { model, places })
    }

    /// Returns the document and its constraints without some.
    pub(super) fn without(&self, entries: &[Entry], labels: &HashSet<&str>) -> (Self, Vec<Entry>) {
        let is_kept = |place: &usize| !labels.contains(self.label(*place).as_str());
        let places: Vec<usize> = (0..entries.len()).filter(is_kept).collect();
        let mut document = self.clone();
        document.constraints = places.iter().map(|&place| self.constraints[place]).collect();
        document.goal = Goal::Satisfy;
        (document, places.into_iter().map(|place| entries[place]).collect())
    }

    /// Returns the label of a constraint: the user's, or its number, and its name.
    pub(super) fn label(&self, place: usize) -> String {
        let Some(call) = self.constraints.get(place) else { return String::new() };
        let name = self.name(call);
        match call.label {
            Some(label) => format!("{}: {name}", self.word(label)),
            None => format!("constraint {}: {name}", place + 1),
        }
    }

    /// Returns the label of an assumption, by its name in the file.
    pub(super) fn assumption_label(&self, term: Term) -> String {
        format!("{ASSUMPTION}{}", self.assumption_name(term))
    }

    /// Returns the name of an assumption in the file.
    pub(super) fn assumption_name(&self, term: Term) -> &str {
        match term {
            Term::Value(0) => "false",
            Term::Value(_) => "true",
            Term::Var(var) => self.word(self.variables[var.0 as usize].name),
        }
    }

    /// Returns the label of a part, by its name in the file.
    pub(super) fn part_label(&self, place: usize) -> String {
        let name = self.constraints.get(place).and_then(|call| call.label);
        format!("{PART}{}", name.map_or("", |name| self.word(name)))
    }

    /// Returns the labels of the parts of the file.
    pub(super) fn part_labels(&self, entries: &[Entry]) -> HashSet<String> {
        let is_part = |entry: &Entry| matches!(entry.builtin, Builtin::Part(_));
        let places = (0..entries.len()).filter(|&place| is_part(&entries[place]));
        places.map(|place| self.part_label(place)).collect()
    }

    /// Returns the terms that the file assumes.
    pub(super) fn assumed<'d>(&'d self, entries: &'d [Entry]) -> impl Iterator<Item = Term> + 'd {
        let lists = entries.iter().filter_map(|entry| match entry.builtin {
            Builtin::Assume(own) => Some(own.bools),
            _ => None,
        });
        lists.flat_map(|list| self.list(list).iter())
    }

    /// Returns the variables that are output.
    pub(super) fn output_variables(&self) -> impl Iterator<Item = Var> + '_ {
        let terms = self.outputs.iter().flat_map(|output| {
            let (scalar, list) = match &output.shape {
                Shape::Scalar(term) => (Some(*term), None),
                Shape::Array(_, list) => (None, Some(self.list(*list))),
            };
            scalar.into_iter().chain(list.into_iter().flat_map(Elements::iter))
        });
        terms.filter_map(|term| match term {
            Term::Var(var) => Some(var),
            Term::Value(_) => None,
        })
    }

    /// Returns whether a constraint or the goal mentions each class, by root.
    fn used(&self, classes: &Classes) -> Vec<bool> {
        let mut used = vec![false; self.variables.len()];
        let mut mention = |term: Term| {
            if let Term::Var(var) = term {
                used[classes.root(var) as usize] = true;
            }
        };
        for call in &self.constraints {
            for argument in self.arguments(call) {
                match argument {
                    Argument::Term(term) => mention(*term),
                    Argument::List(list) => self.list(*list).iter().for_each(&mut mention),
                    Argument::Set(_) | Argument::Sets(_) => {}
                }
            }
        }
        if let Goal::Minimize(term) | Goal::Maximize(term) = self.goal {
            mention(term);
        }
        used
    }

    /// Returns the first variable of each class that is output, by root.
    fn shown(&self, classes: &Classes) -> Vec<Option<Var>> {
        let mut shown: Vec<Option<Var>> = vec![None; self.variables.len()];
        for var in self.output_variables() {
            shown[classes.root(var) as usize].get_or_insert(var);
        }
        shown
    }

    /// Adds a variable for each class of equal ones, first those that are output, which are shown.
    /// A hidden class with one value, or that nothing mentions, is a number, and one that is a sum
    /// has no variable.
    fn with_variables(
        &self,
        classes: &Classes,
        domains: &Domains<'_>,
        shown: &[Option<Var>],
        sums: &HashMap<u32, Sum>,
        is_narrow: bool,
    ) -> Result<(Model, Vec<Place>), BuildError> {
        let mut model = Model::new("flatzinc");
        let mut added: Vec<Option<VarId>> = vec![None; self.variables.len()];
        let name = |var: Var| self.word(self.variables[var.0 as usize].name);
        let fault = |place: usize, error: ModelError| {
            BuildError::new(FaultSite::Variable(place), PostError::from(error))
        };
        for (place, var) in shown.iter().enumerate() {
            if let Some(var) = *var {
                let variable = model.add_shown(name(var), domains.get(place)?);
                added[place] = Some(variable.map_err(|error| fault(place, error))?);
            }
        }
        let used = self.used(classes);
        let mut places: Vec<Place> = Vec::with_capacity(self.variables.len());
        for (place, shown) in added.into_iter().enumerate() {
            let root = classes.root(Var(place as u32)) as usize;
            if root < place {
                places.push(places[root].clone());
                continue;
            }
            if let Some(variable) = shown {
                places.push(Place::Variable(variable));
                continue;
            }
            if let Some((parts, constant)) = sums.get(&(place as u32)) {
                places.push(Place::Sum(parts.clone(), *constant));
                continue;
            }
            if !used[place]
                && let Some(any) = domains.any(place)
            {
                places.push(Place::Number(any));
                continue;
            }
            let domain = domains.get(place)?;
            if let (Some(only), 1, true) = (domain.min(), domain.len(), is_narrow) {
                places.push(Place::Number(only));
                continue;
            }
            let variable = model.add_hidden(name(Var(place as u32)), domain);
            places.push(Place::Variable(variable.map_err(|error| fault(place, error))?));
        }
        Ok((model, places))
    }

    /// Returns the objective of the model.
    fn objective(&self, draft: &mut Draft<'_>) -> Result<Option<Objective>, PostError> {
        let (sense, term) = match self.goal {
            Goal::Satisfy => return Ok(None),
            Goal::Minimize(term) => (Sense::Minimize, term),
            Goal::Maximize(term) => (Sense::Maximize, term),
        };
        let (mut terms, constant) = draft.merged([(1, term)].into_iter())?;
        if constant != 0 {
            let one: VarId = draft.variable(Term::Value(1))?;
            terms.push(Part { coefficient: constant, variable: one });
        }
        Ok(Some(Objective::new(sense, terms)))
    }

    /// Returns the names of the constraints, each once.
    pub(super) fn kinds(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.constraints.iter().filter(|call| seen.insert(call.name));
        let mut names: Vec<&str> = names.map(|call| self.name(call)).collect();
        names.sort_unstable();
        names
    }
}
