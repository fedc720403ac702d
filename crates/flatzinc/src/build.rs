//! Makes the model of a document.

use std::collections::HashSet;

use parallax_model::flatten::Flattener;
use parallax_model::{Domain, MAX_VALUE, Model, Objective, Sense, Term as Part, VarId};

use super::bounds::{Bounds, Span};
use super::builtins::{Builtin, Checked, Entry, Mode, read};
use super::classes::Classes;
use super::document::{Document, Goal, Shape, Term, Values, Var};
use super::draft::{Draft, Made, Place};
use super::int_set::{ends, meet, values};
use super::plan;

/// Constraints between two calls of `stop`.
const POLL_EVERY: usize = 1 << 10;

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    Constraint(usize),
    Variable(usize),
    /// The goal, or the model as a whole.
    Goal,
}

/// An error of a model, with its place.
pub(super) type Faulty<T> = Result<T, (Site, String)>;

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
    pub(super) fn entries(&self, stop: &dyn Fn() -> bool) -> Faulty<Vec<Entry>> {
        let mut checked = Checked::default();
        let mut entries = Vec::with_capacity(self.constraints.len());
        for (place, call) in self.constraints.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err((Site::Goal, "stopped".into()));
            }
            let entry = read(self, call, &mut checked);
            entries.push(entry.map_err(|fault| (Site::Constraint(place), fault))?);
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
    ) -> Faulty<Built> {
        let classes = Classes::of(self, entries);
        let domains = Domains::of(self, entries, &classes, is_narrow, stop)?;
        let (model, places) = self.with_variables(&classes, domains, is_narrow)?;
        let mut draft = Draft::new(self, model, places, stop);
        for (place, entry) in entries.iter().enumerate() {
            if place % POLL_EVERY == 0 && stop() {
                return Err((Site::Goal, "stopped".into()));
            }
            draft.entry = place as u32;
            draft.label = self.label(place);
            entry.post(&mut draft).map_err(|fault| (Site::Constraint(place), fault))?;
        }
        let objective = self.objective(&mut draft).map_err(|fault| (Site::Goal, fault))?;
        let Draft { places, mut model, terms, asserted, .. } = draft;
        let mut flattener = Flattener::new(&mut model, &terms).until(stop).with_shapes();
        for (place, bool) in asserted {
            let place = place as usize;
            let asserted = flattener.assert(&self.label(place), bool);
            asserted.map_err(|fault| (Site::Constraint(place), fault))?;
        }
        drop(flattener);
        if let Some(objective) = objective {
            let set = model.set_objective(objective);
            set.map_err(|error| (Site::Goal, error.to_string()))?;
        }
        let plan = plan::of(self, &places, &model);
        model.set_search_plan(plan).map_err(|error| (Site::Goal, error.to_string()))?;
        Ok(Built { model, places })
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

    /// Returns the variables that are output.
    pub(super) fn output_variables(&self) -> impl Iterator<Item = Var> + '_ {
        let terms = self.outputs.iter().flat_map(|output| {
            let (scalar, list) = match &output.shape {
                Shape::Scalar(term) => (Some(*term), None),
                Shape::Array(_, list) => (None, Some(self.list(*list))),
            };
            scalar.into_iter().chain(list.into_iter().flat_map(|list| list.iter()))
        });
        terms.filter_map(|term| match term {
            Term::Var(var) => Some(var),
            Term::Value(_) => None,
        })
    }

    /// Adds a variable for each class of equal ones, shown if one is output. A hidden class with
    /// one value is a number.
    fn with_variables(
        &self,
        classes: &Classes,
        domains: Vec<Option<Domain>>,
        is_narrow: bool,
    ) -> Faulty<(Model, Vec<Place>)> {
        let mut shown: Vec<Option<Var>> = vec![None; self.variables.len()];
        for var in self.output_variables() {
            shown[classes.root(var) as usize].get_or_insert(var);
        }
        let mut model = Model::new("flatzinc");
        let mut places: Vec<Place> = Vec::with_capacity(self.variables.len());
        for (place, domain) in domains.into_iter().enumerate() {
            let root = classes.root(Var(place as u32)) as usize;
            if root < place {
                places.push(places[root].clone());
                continue;
            }
            let domain = domain.unwrap_or_else(|| Domain::of([]));
            if let (Some(only), 1, None, true) =
                (domain.min(), domain.len(), shown[root], is_narrow)
            {
                places.push(Place::Number(only));
                continue;
            }
            let name = |var: Var| self.word(self.variables[var.0 as usize].name);
            let added = match shown[root] {
                Some(var) => model.add_shown(name(var), domain),
                None => model.add_hidden(name(Var(place as u32)), domain),
            };
            let added = added.map_err(|error| (Site::Variable(place), error.to_string()))?;
            places.push(Place::Variable(added));
        }
        Ok((model, places))
    }

    /// Returns the objective of the model.
    fn objective(&self, draft: &mut Draft<'_>) -> Made<Option<Objective>> {
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
}

/// The domains of classes.
struct Domains<'d> {
    document: &'d Document,
    /// By root: the values that declarations and memberships allow; `None` for all integers.
    ranges: Vec<Option<Vec<(i64, i64)>>>,
}

impl<'d> Domains<'d> {
    /// Returns the domain of each root, `None` for other variables.
    fn of(
        document: &'d Document,
        entries: &[Entry],
        classes: &Classes,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Faulty<Vec<Option<Domain>>> {
        let mut domains = Domains { document, ranges: vec![None; document.variables.len()] };
        for (place, variable) in document.variables.iter().enumerate() {
            let root = classes.root(Var(place as u32)) as usize;
            match variable.values {
                Values::Bool => domains.restrict(root, &[(0, 1)]),
                Values::Unbounded => {}
                Values::Of(set) => domains.restrict(root, document.ranges(set)),
            }
            if let Some(Term::Value(value)) = variable.equals {
                domains.restrict(root, &[(value, value)]);
            }
        }
        for entry in entries.iter().filter(|_| is_narrow) {
            if let (Builtin::SetIn(own), Mode::Plain) = (&entry.builtin, entry.mode)
                && let Term::Var(var) = own.term
            {
                domains.restrict(classes.root(var) as usize, document.ranges(own.set));
            }
        }
        let (mut bounds, empty) = Bounds::declared(document, classes);
        let fault = if empty.is_none() { bounds.settle(entries, stop) } else { None };
        let has_solutions = empty.is_none() && fault.is_none();
        let mut found = Vec::with_capacity(document.variables.len());
        for place in 0..document.variables.len() {
            let is_root = classes.root(Var(place as u32)) as usize == place;
            found.push(match is_root {
                true => Some(domains.domain(place, &bounds, is_narrow, has_solutions)?),
                false => None,
            });
        }
        Ok(found)
    }

    fn restrict(&mut self, root: usize, set: &[(i64, i64)]) {
        self.ranges[root] = Some(match &self.ranges[root] {
            Some(own) => meet(own, set),
            None => set.to_vec(),
        });
    }

    /// Returns the domain of a root. Where there are no solutions, variables without bounds have
    /// one value, which adds none.
    fn domain(
        &mut self,
        root: usize,
        bounds: &Bounds<'_>,
        is_narrow: bool,
        has_solutions: bool,
    ) -> Faulty<Domain> {
        let span = bounds.of_root(root as u32);
        let most = i64::from(MAX_VALUE);
        let is_value = |low: i64, high: i64| low >= -most && high <= most;
        let declared = self.ranges[root].take();
        let declared = declared.unwrap_or_else(|| vec![(Span::ALL.low, Span::ALL.high)]);
        let fits = ends(&declared).is_none_or(|(low, high)| is_value(low, high));
        if fits && !is_narrow {
            return Ok(values(&declared));
        }
        let kept = meet(&declared, &[(span.low, span.high)]);
        match ends(&kept) {
            Some((low, high)) if is_value(low, high) => Ok(values(&kept)),
            None => Ok(Domain::of([])),
            Some(_) if !has_solutions => Ok(Domain::range(0, 0)),
            Some((low, high)) => Err((Site::Variable(root), self.refusal(root, low, high))),
        }
    }

    fn refusal(&self, root: usize, low: i64, high: i64) -> String {
        let name = self.document.word(self.document.variables[root].name);
        let label = self.document.label_of_use(Var(root as u32));
        let label = label.map(|own| format!(" (in '{own}')")).unwrap_or_default();
        let is_open = low <= Span::ALL.low || high >= Span::ALL.high;
        let found = if is_open { "no bounds".into() } else { format!("the values {low}..{high}") };
        format!(
            "the variable '{name}'{label} has {found}, and the constraints give it none within \
             -{MAX_VALUE}..{MAX_VALUE}; declare such bounds"
        )
    }
}

impl Document {
    /// Returns the user's label of the first constraint that mentions a variable and has one.
    fn label_of_use(&self, var: Var) -> Option<&str> {
        let labelled = self.constraints.iter().filter(|call| call.label.is_some());
        let mentions = |call: &&super::document::Call| {
            self.arguments(call).iter().any(|argument| match argument {
                super::document::Argument::Term(term) => *term == Term::Var(var),
                super::document::Argument::List(list) => {
                    self.list(*list).iter().any(|term| term == Term::Var(var))
                }
                _ => false,
            })
        };
        labelled.filter(mentions).find_map(|call| call.label).map(|label| self.word(label))
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
