//! An instance of FlatZinc.

use std::io::Cursor;
use std::ops::Range;

use parallax_general::ModelInstance;
use parallax_model::ask::{Control, Task};
use parallax_model::instance::{
    BrokenRule, InputError, Instance, Lines, PuzzleSolution, Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Solution, Value, VarId};

use super::assigned::Assigned;
use super::build::{Built, Site};
use super::builtins::Entry;
use super::document::{Argument, Document, Goal, Term, Values, Var};
use super::draft::Place;
use super::int_set::has;
use super::{smaller, solutions};

/// Maximum size of a file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An instance of FlatZinc. Its puzzle solution lists the values of the variables that are output,
/// of equal ones once, in the order of the file.
#[derive(Clone, Debug)]
pub struct FlatzincInstance {
    document: Document,
    entries: Vec<Entry>,
    places: Vec<Place>,
    inner: ModelInstance,
    shown: Vec<VarId>,
    text: String,
}

impl FlatzincInstance {
    /// Reads an instance.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first item that is not supported or not as
    /// expected.
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        let text = lines.rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            return Err(lines.error("empty; expected FlatZinc").at_line(1));
        }
        Self::of_text(lines.source(), text, &|| lines.check())
    }

    fn of_text(
        source: &str,
        text: String,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let document = Document::read(source, &text, check)?;
        let stop = || check().is_err();
        let built = document.entries(&stop).and_then(|entries| {
            let built = document.model(&entries, true, &stop)?;
            Ok((entries, built))
        });
        let (entries, Built { model, places }) = built.map_err(|(site, message)| {
            check().err().unwrap_or_else(|| fault(&document, source, &text, site, &message))
        })?;
        let shown = model.shown().to_vec();
        let inner = ModelInstance::new(model);
        Ok(FlatzincInstance { document, entries, places, inner, shown, text })
    }

    /// Returns the content of the file.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns whether the objective is maximised.
    #[must_use]
    pub fn maximises(&self) -> bool {
        matches!(self.document.goal, Goal::Maximize(_))
    }

    /// Returns whether the model has a search plan, from the search annotations of the file.
    #[must_use]
    pub fn has_search_plan(&self) -> bool {
        let model = self.inner.model(&self.inner.default_viewpoint());
        model.is_ok_and(|model| model.search_plan().is_some())
    }

    /// Returns the instance without the search annotations of the file.
    #[must_use]
    pub fn without_search_plan(mut self) -> Self {
        if let Ok(model) = self.inner.model(&self.inner.default_viewpoint()) {
            self.inner = ModelInstance::new(model.without_search_plan());
        }
        self
    }

    /// Returns a solution as MiniZinc reads it: a line for each output item, and `----------`.
    /// Values beyond the end of a solution that is too short are 0.
    #[must_use]
    pub fn solution_text(&self, solution: &[Value]) -> String {
        self.document.solution_text(|var| self.known(var, solution).unwrap_or_default())
    }

    /// Returns the value of a variable of the file, if the shown variables determine it.
    fn known(&self, var: Var, solution: &[Value]) -> Option<i64> {
        match self.places.get(var.0 as usize)? {
            Place::Number(number) => Some((*number).into()),
            Place::Variable(variable) => {
                let place = self.shown.binary_search(variable).ok()?;
                solution.get(place).map(|&value| value.into())
            }
            Place::Sum(parts, constant) => {
                parts.iter().try_fold(*constant, |sum, &(factor, term)| {
                    let value = match term {
                        Term::Value(value) => value,
                        // The variables of sums are no sums.
                        Term::Var(var) => match self.places.get(var.0 as usize)? {
                            Place::Sum(..) => return None,
                            _ => self.known(var, solution)?,
                        },
                    };
                    sum.checked_add(factor.checked_mul(value)?)
                })
            }
        }
    }

    /// Returns the values of all variables of the file in a solution of the model.
    fn all_values(&self, solution: &Solution) -> Vec<i64> {
        let single = |place: &Place| match place {
            Place::Number(number) => i64::from(*number),
            Place::Variable(variable) => solution.value(*variable).into(),
            Place::Sum(..) => 0,
        };
        let value = |term: Term| match term {
            Term::Value(value) => value,
            Term::Var(var) => self.places.get(var.0 as usize).map_or(0, single),
        };
        let of = |place: &Place| match place {
            Place::Sum(parts, constant) => parts.iter().fold(*constant, |sum, &(factor, term)| {
                sum.saturating_add(factor.saturating_mul(value(term)))
            }),
            other => single(other),
        };
        self.places.iter().map(of).collect()
    }

    /// Checks the values of the file's variables by the declarations and the meaning of the
    /// constraints, without the model. Constraints with a variable that has no value are left out.
    fn check(&self, values: &[Option<i64>]) -> Result<(), BrokenRule> {
        let document = &self.document;
        let known = |var: Var| values.get(var.0 as usize).copied().flatten();
        for (place, variable) in (0u32..).zip(&document.variables) {
            let Some(value) = known(Var(place)) else { continue };
            let is_in = match variable.values {
                Values::Bool => value == 0 || value == 1,
                Values::Unbounded => true,
                Values::Of(set) => has(document.ranges(set), value),
            };
            let equal = match variable.equals {
                Some(Term::Value(own)) => Some(own),
                Some(Term::Var(other)) => known(other),
                None => None,
            };
            let name = document.word(variable.name);
            if !is_in {
                return Err(BrokenRule::new(name, format!("{value} is outside its domain")));
            }
            if let Some(other) = equal.filter(|&other| other != value) {
                return Err(BrokenRule::new(name, format!("{value}, declared equal to {other}")));
            }
        }
        let is_known = |term: Term| match term {
            Term::Value(_) => true,
            Term::Var(var) => known(var).is_some(),
        };
        let full: Vec<i64> = values.iter().map(|value| value.unwrap_or_default()).collect();
        let assigned = Assigned::new(document, &full);
        for (place, (entry, call)) in self.entries.iter().zip(&document.constraints).enumerate() {
            let is_decided = document.arguments(call).iter().all(|argument| match argument {
                Argument::Term(term) => is_known(*term),
                Argument::List(list) => document.list(*list).iter().all(is_known),
                Argument::Set(_) | Argument::Sets(_) => true,
            });
            if is_decided && !entry.holds(&assigned) {
                let label = document.label(place);
                return Err(BrokenRule::new(label, "the constraint does not hold"));
            }
        }
        Ok(())
    }

    /// Returns the term of the goal.
    fn goal(&self) -> Option<Term> {
        match self.document.goal {
            Goal::Satisfy => None,
            Goal::Minimize(term) | Goal::Maximize(term) => Some(term),
        }
    }
}

#[cfg(test)]
impl FlatzincInstance {
    /// Whether values of all variables of the file are a solution.
    pub(super) fn holds(&self, values: &[i64]) -> bool {
        let values: Vec<_> = values.iter().copied().map(Some).collect();
        self.check(&values).is_ok()
    }

    /// Returns the puzzle solution that values of all variables of the file give.
    pub(super) fn shown_of(&self, values: &[i64]) -> PuzzleSolution {
        let mut solution = vec![0; self.shown.len()];
        for (place, &value) in self.places.iter().zip(values) {
            if let Place::Variable(variable) = place
                && let Ok(at) = self.shown.binary_search(variable)
            {
                solution[at] = value as Value;
            }
        }
        solution
    }
}

/// Returns the error of a part of a file, at its place.
fn fault(document: &Document, source: &str, text: &str, site: Site, message: &str) -> InputError {
    let (place, message) = match site {
        Site::Goal => return InputError::new(source, message),
        Site::Variable(place) => {
            (document.variables.get(place).map(|own| own.place), message.to_owned())
        }
        Site::Constraint(place) => {
            let call = document.constraints.get(place);
            let name = call.map_or("", |call| document.name(call));
            let label = call.and_then(|call| call.label);
            let label = label.map(|own| format!(" (in '{}')", document.word(own)));
            (call.map(|call| call.place), format!("{name}{}: {message}", label.unwrap_or_default()))
        }
    };
    let place = place.unwrap_or_default() as usize;
    let before = text.get(..place).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    InputError::new(source, message).at(line, column)
}

impl Instance for FlatzincInstance {
    fn puzzle(&self) -> &'static str {
        "fzn"
    }

    fn title(&self) -> String {
        let plural = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let kinds = self.document.kinds().join(", ");
        let kinds = if kinds.is_empty() { kinds } else { format!(" ({kinds})") };
        let objective = if self.goal().is_some() { ", with an objective" } else { "" };
        let variables = plural(self.document.variables.len(), "variable");
        let constraints = plural(self.document.constraints.len(), "constraint");
        format!("FlatZinc, {variables}, {constraints}{kinds}{objective}")
    }

    fn models(&self) -> &'static [&'static str] {
        self.inner.models()
    }

    fn shape(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.inner.model(viewpoint)
    }

    /// The model whose domains are those of the file, as far as it has bounds.
    fn explainable(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, ModelError> {
        let stop = || control.stopped().is_some();
        let built = self.document.model(&self.entries, false, &stop);
        built.map(|built| built.model).or_else(|_| self.model(viewpoint))
    }

    fn default_task(&self) -> Task {
        if self.goal().is_some() { Task::Optimise } else { Task::Limit(2) }
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }

    /// Checks the constraints whose variables are all output, or equal to one that is; the
    /// [`completion`](Instance::completion) has the others.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        if solution.len() != self.shown.len() {
            let (found, expected) = (solution.len(), self.shown.len());
            let rule = format!("{found} values for {expected} variables");
            return Err(BrokenRule::new("solution", rule));
        }
        let variables = 0..self.document.variables.len() as u32;
        let values: Vec<_> = variables.map(|place| self.known(Var(place), solution)).collect();
        self.check(&values)
    }

    /// Checks every constraint of the file by its meaning, without the model.
    fn rules_in_full(&self, all: &Solution, _: &[Value]) -> Result<(), BrokenRule> {
        let values: Vec<_> = self.all_values(all).into_iter().map(Some).collect();
        self.check(&values)
    }

    fn completion(&self, solution: &[Value]) -> Option<Model> {
        self.inner.completion(solution)
    }

    fn objective(&self, solution: &[Value]) -> Option<i128> {
        match self.goal()? {
            Term::Value(value) => Some(value.into()),
            Term::Var(var) => self.known(var, solution).map(i128::from),
        }
    }

    fn write(&self) -> String {
        let mut text = self.text.clone();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn cuts(&self) -> Vec<Cuts> {
        smaller::cuts(&self.text)
    }

    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let text = smaller::cut(&self.text, kind, run)?;
        let mut lines = Lines::new("instance", Cursor::new(text));
        FlatzincInstance::read(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }

    /// Writes the output items on one line.
    fn write_solution(&self, solution: &[Value]) -> String {
        let text = self.solution_text(solution);
        match text.strip_suffix("----------\n") {
            Some("") | None => "----------".into(),
            Some(items) => items.trim_end().replace('\n', " "),
        }
    }

    /// Reads what solvers print for MiniZinc, or `name = value` pairs of the shown variables.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        if !solutions::is_listing(&self.document, text) {
            return self.inner.read_solutions(source, text);
        }
        let mut all = Vec::new();
        for given in solutions::read(source, &self.document, text)? {
            let mut values: Vec<Option<Value>> = vec![None; self.shown.len()];
            for (var, number) in given {
                let fault = |message: String| InputError::new(source, message);
                let name = self.document.word(self.document.variables[var as usize].name);
                let known = match &self.places[var as usize] {
                    Place::Variable(variable) => {
                        let value = Value::try_from(number)
                            .map_err(|_| fault(format!("{number} for '{name}' is too large")))?;
                        let place = self.shown.binary_search(variable).ok();
                        place.and_then(|place| values[place].replace(value)).map(i64::from)
                    }
                    Place::Number(own) => Some(i64::from(*own)),
                    Place::Sum(..) => None,
                };
                if let Some(other) = known.filter(|&other| other != number) {
                    let message = format!("'{name}' has the values {number} and {other}");
                    return Err(fault(message));
                }
            }
            all.push(values.into_iter().map(Option::unwrap_or_default).collect());
        }
        Ok(all)
    }

    /// Returns the solutions as MiniZinc reads them.
    fn text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            return format!("{}\n", self.title());
        }
        let text = |solution: &PuzzleSolution| self.solution_text(solution);
        match solutions {
            [only] => text(only).trim_end_matches("----------\n").to_owned(),
            _ => solutions.iter().map(text).collect(),
        }
    }

    fn svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.inner.svg(solutions)
    }
}
