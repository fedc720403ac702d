//! A general model as an instance.

use std::ops::Range;

use parallax_model::ask::{Task, did_you_mean};
use parallax_model::instance::{
    BrokenRule, InputError, Instance, Lines, ModelSource, PuzzleNotation, PuzzlePicture,
    PuzzleReduction, PuzzleSolution, Unique, Viewpoint, json_message,
};
use parallax_model::{Assignment, Cuts, Given, Kind, Model, ModelError, Solution, Value, VarId};

use super::picture::Picture;
use super::presentation::{Presentation, distinguishing};
use super::solution_error::SolutionError;
use super::{Data, digest, pairs, read_with, write_presented};

/// Maximum size of a model file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An instance that consists of a model only. Its puzzle solution lists the
/// values of the shown variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInstance {
    model: Model,
    presentation: Presentation,
}

impl ModelInstance {
    /// An instance with this model.
    #[must_use]
    pub fn new(model: Model) -> Self {
        ModelInstance { model, presentation: Presentation::default() }
    }

    /// Reads a model in JSON.
    ///
    /// # Errors
    /// Returns the first fault, with its place.
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        ModelInstance::read_with(lines, None)
    }

    /// Reads a model in JSON. With `data`, the name and the text of a file with values of
    /// parameters, those of a model by hand have these values.
    ///
    /// # Errors
    /// Returns the first fault of the model or of the values, with its place.
    pub fn read_with(
        lines: &mut Lines<'_>,
        data: Option<(&str, &str)>,
    ) -> Result<Self, InputError> {
        let text = lines.rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            return Err(lines.error("empty; expected a model as JSON").at_line(1));
        }
        let data = data.map(|(source, text)| Data { source, text });
        let (model, presentation) = read_with(lines.source(), &text, data, &|| lines.check())?;
        Ok(ModelInstance { model, presentation })
    }

    fn picture<'a>(&'a self, solutions: &'a [PuzzleSolution]) -> Picture<'a> {
        let dimensions = distinguishing(&self.model);
        Picture { model: &self.model, presentation: &self.presentation, solutions, dimensions }
    }

    /// Finds the variable that a solution names.
    fn find(&self, name: &str) -> Result<VarId, SolutionError> {
        let names = || self.model.variables().iter().take(10_000).map(|v| v.name.as_str());
        let missing = || SolutionError::NoVariable {
            name: name.to_owned(),
            near: did_you_mean(name, names()),
        };
        let variable = self.model.find(name).ok_or_else(missing)?;
        // A hidden variable's value would be neither checked nor compared.
        if !self.model.variables()[variable.index()].shown {
            return Err(SolutionError::HiddenVariable { name: name.to_owned() });
        }
        Ok(variable)
    }

    /// Reads one assignment from `name = value` pairs.
    fn read_pairs(
        &self,
        source: &str,
        line: usize,
        text: &str,
    ) -> Result<PuzzleSolution, InputError> {
        let fail = |fault: SolutionError| InputError::new(source, fault.to_string()).at_line(line);
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for pair in pairs::split(text) {
            let (name, value) = pairs::pair(pair).map_err(fail)?;
            let variable = self.find(&name).map_err(fail)?;
            let number = self.presentation.value(&self.model, variable, value);
            let number = number.map_err(|fault| fail(fault.into()))?;
            if values[variable.index()].replace(number).is_some() {
                return Err(fail(SolutionError::TwoValues { name: name.into_owned() }));
            }
        }
        self.collect(&values).map_err(fail)
    }

    fn collect(&self, values: &[Option<Value>]) -> Result<PuzzleSolution, SolutionError> {
        let missing = self.model.shown().iter().find(|v| values[v.index()].is_none());
        match missing {
            Some(&v) => Err(SolutionError::NoValue { name: self.model.name_of(v).to_owned() }),
            None => Ok(self.model.shown().iter().filter_map(|v| values[v.index()]).collect()),
        }
    }

    fn read_object(&self, source: &str, text: &str) -> Result<PuzzleSolution, InputError> {
        let expected = || InputError::new(source, "expected an object of names and values");
        let object = serde_json::from_str(text);
        let Unique(object) = object.map_err(|error: serde_json::Error| {
            let message = json_message(&error);
            let is_repeat = message.starts_with("duplicate");
            let fault = if is_repeat { InputError::new(source, message) } else { expected() };
            fault.at(error.line(), error.column())
        })?;
        let serde_json::Value::Object(object) = object else { return Err(expected()) };
        let fail = |fault: SolutionError| InputError::new(source, fault.to_string());
        let mut values = vec![None; self.model.variables().len()];
        for (name, value) in object {
            let variable = self.find(&name).map_err(fail)?;
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let value = self.presentation.value(&self.model, variable, &word);
            let value = value.map_err(|fault| fail(fault.into()))?;
            values[variable.index()] = Some(value);
        }
        self.collect(&values).map_err(fail)
    }
}

impl ModelSource for ModelInstance {
    fn puzzle(&self) -> &'static str {
        "model"
    }

    fn title(&self) -> String {
        let (variables, constraints) =
            (self.model.variables().len(), self.model.constraints().len());
        let name = if self.model.name().is_empty() { "model" } else { self.model.name() };
        format!("{name}, {variables} variables, {constraints} constraints")
    }

    fn models(&self) -> &'static [&'static str] {
        &["model"]
    }

    fn shape(&self, _: &Viewpoint) -> String {
        format!("{:032x}", digest(&self.model))
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Ok(self.model.clone())
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.model.shown().iter().map(|&v| solution.value(v)).collect()
    }
}

impl Instance for ModelInstance {
    /// Checks the domains and every constraint over shown variables only: a puzzle solution has no
    /// values for hidden ones, which [`completion`](Instance::completion) leaves open.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        if solution.len() != self.model.shown().len() {
            let (found, expected) = (solution.len(), self.model.shown().len());
            return Err(BrokenRule::new(
                "solution",
                format!("{found} values for {expected} variables"),
            ));
        }
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for (&v, &value) in self.model.shown().iter().zip(solution) {
            if !self.model.domain(v).contains(value) {
                let domain = self.model.domain(v);
                return Err(BrokenRule::new(
                    self.model.name_of(v),
                    format!("{} is outside its domain {domain}", self.model.word(v, value)),
                ));
            }
            values[v.index()] = Some(value);
        }
        let full: Vec<Value> = values.iter().map(|value| value.unwrap_or_default()).collect();
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let known = |v: &VarId| values[v.index()].is_some();
            let decided = posted.constraint.scope().iter().all(known);
            if decided && !posted.constraint.holds(Assignment::new(&full, &self.model)) {
                let place = match posted.label.as_str() {
                    "" => format!("constraint {}", i + 1),
                    label => label.to_owned(),
                };
                return Err(BrokenRule::new(place, posted.constraint.description(&self.model)));
            }
        }
        Ok(())
    }

    /// The constraints that touch hidden variables, with the values of the shown ones. A hidden
    /// variable without constraints also needs a value.
    fn completion(&self, solution: &[Value]) -> Option<Model> {
        let is_hidden = |v: &VarId| !self.model.variables()[v.index()].shown;
        if self.model.shown().len() == self.model.variables().len() {
            return None;
        }
        let given = |(&variable, &value): (&VarId, &Value)| Given { variable, value };
        let givens: Vec<Given> = self.model.shown().iter().zip(solution).map(given).collect();
        let constraints = self.model.constraints().iter().enumerate();
        let open: Vec<usize> = constraints
            .filter(|(_, posted)| posted.constraint.scope().iter().any(is_hidden))
            .map(|(place, _)| place)
            .collect();
        Some(self.model.only(&open).restricted(&givens))
    }

    /// [`Task::Optimise`] if the model has an objective.
    fn default_task(&self) -> Task {
        match self.model.objective() {
            Some(_) => Task::Optimise,
            None => Task::Limit(2),
        }
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for ModelInstance {
    fn write(&self) -> String {
        write_presented(&self.model, &self.presentation)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        let pair = |(&v, &value): (&VarId, &Value)| {
            let name = pairs::quoted(self.model.name_of(v));
            format!("{name} = {}", self.model.word(v, value))
        };
        self.model.shown().iter().zip(solution).map(pair).collect::<Vec<_>>().join(", ")
    }

    /// Reads a line of `name = value` pairs for each solution, one JSON object, or the output of
    /// MiniZinc for the model that `encode` writes.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        if text.trim_start().starts_with('{') {
            return Ok(vec![self.read_object(source, text)?]);
        }
        if let Some(solutions) = pairs::of_minizinc(text) {
            let read = |(line, text): &(usize, String)| self.read_pairs(source, *line, text);
            return solutions.iter().map(read).collect();
        }
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        match lines.first() {
            None if self.model.shown().is_empty() => Ok(vec![Vec::new()]),
            None => Err(InputError::new(source, "empty; expected 'name = value' pairs")),
            // Lines with one pair each form a single solution, unless one variable is all.
            Some(_)
                if self.model.shown().len() != 1
                    && lines.iter().all(|(_, line)| pairs::split(line).count() == 1) =>
            {
                Ok(vec![self.read_pairs(source, 1, text)?])
            }
            Some(_) => lines.iter().map(|(n, line)| self.read_pairs(source, *n, line)).collect(),
        }
    }

    fn warnings(&self) -> &[InputError] {
        self.presentation.warnings()
    }
}

impl PuzzlePicture for ModelInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if !solutions.is_empty() {
            return self.picture(solutions).text();
        }
        let names = self.presentation.names().iter();
        let names: Vec<String> = names.map(|(name, value)| format!("{name} = {value}")).collect();
        if names.is_empty() {
            self.model.to_string()
        } else {
            format!("{}  values: {}\n", self.model, names.join(", "))
        }
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.picture(solutions).svg()
    }
}

impl PuzzleReduction for ModelInstance {
    fn list_cuts(&self) -> Vec<Cuts> {
        self.model.cuts()
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(ModelInstance::new(self.model.cut(kind, run)?)))
    }
}
