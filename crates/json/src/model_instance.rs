//! A general model as an instance.

use std::ops::Range;

use parallax_instance::{
    BrokenRuleError, InputError, Instance, LineReader, ModelSource, PuzzleNotation, PuzzlePicture,
    PuzzleReduction, PuzzleSolution, UniqueKeyJson, Viewpoint, json_message,
};
use parallax_model::engine_api::{Task, did_you_mean};
use parallax_model::{
    Given, Kind, Model, ModelAssignment, ModelError, NumberedCuts, Solution, Value, VarId,
};

use super::picture::ModelPicture;
use super::presentation::{SolutionPresentation, distinguishing_dimensions};
use super::solution_error::NamedSolutionError;
use super::{ParameterSource, model_digest, pairs, read_with, write_presented};

/// Maximum size of a model file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An instance that consists of a model only. Its puzzle solution lists the
/// values of the shown variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInstance {
    model: Model,
    presentation: SolutionPresentation,
}

impl ModelInstance {
    /// An instance with this model.
    #[must_use]
    pub fn new(model: Model) -> Self {
        ModelInstance { model, presentation: SolutionPresentation::default() }
    }

    /// Reads a model in JSON.
    ///
    /// # Errors
    /// Returns the first fault, with its place.
    pub fn read_lines(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        ModelInstance::read_with(lines, None)
    }

    /// Reads a model in JSON. With `data`, the name and the text of a file with values of
    /// parameters, those of a model by hand have these values.
    ///
    /// # Errors
    /// Returns the first fault of the model or of the values, with its place.
    pub fn read_with(
        lines: &mut LineReader<'_>,
        data: Option<(&str, &str)>,
    ) -> Result<Self, InputError> {
        let text = lines.read_rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            return Err(lines.make_error("empty; expected a model as JSON").at_line(1));
        }
        let data = data.map(|(source, text)| ParameterSource { source, text });
        let (model, presentation) =
            read_with(lines.source_name(), &text, data, &|| lines.check_stop())?;
        Ok(ModelInstance { model, presentation })
    }

    fn solution_picture<'a>(&'a self, solutions: &'a [PuzzleSolution]) -> ModelPicture<'a> {
        let dimensions = distinguishing_dimensions(&self.model);
        ModelPicture { model: &self.model, presentation: &self.presentation, solutions, dimensions }
    }

    /// Finds the variable that a solution names.
    fn find_variable(&self, name: &str) -> Result<VarId, NamedSolutionError> {
        let names = || self.model.variables().iter().take(10_000).map(|v| v.name.as_str());
        let missing = || NamedSolutionError::NoVariable {
            name: name.to_owned(),
            near: did_you_mean(name, names()),
        };
        let variable = self.model.find(name).ok_or_else(missing)?;
        // A hidden variable's value would be neither checked nor compared.
        if !self.model.variables()[variable.index()].shown {
            return Err(NamedSolutionError::HiddenVariable { name: name.to_owned() });
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
        let fail =
            |fault: NamedSolutionError| InputError::new(source, fault.to_string()).at_line(line);
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for pair in pairs::split_pairs(text) {
            let (name, value) = pairs::split_pair(pair).map_err(fail)?;
            let variable = self.find_variable(&name).map_err(fail)?;
            let number = self.presentation.parse_value(&self.model, variable, value);
            let number = number.map_err(|fault| fail(fault.into()))?;
            if values[variable.index()].replace(number).is_some() {
                return Err(fail(NamedSolutionError::TwoValues { name: name.into_owned() }));
            }
        }
        self.collect_solution(&values).map_err(fail)
    }

    fn collect_solution(
        &self,
        values: &[Option<Value>],
    ) -> Result<PuzzleSolution, NamedSolutionError> {
        let missing = self.model.shown().iter().find(|v| values[v.index()].is_none());
        match missing {
            Some(&v) => Err(NamedSolutionError::NoValue { name: self.model.name_of(v).to_owned() }),
            None => Ok(self.model.shown().iter().filter_map(|v| values[v.index()]).collect()),
        }
    }

    fn read_object(&self, source: &str, text: &str) -> Result<PuzzleSolution, InputError> {
        let expected = || InputError::new(source, "expected an object of names and values");
        let object = serde_json::from_str(text);
        let UniqueKeyJson(object) = object.map_err(|error: serde_json::Error| {
            let message = json_message(&error);
            // A repeated name is a fault inside an object; every other error means that there is no
            // object.
            let is_repeat = message.starts_with("duplicate");
            let fault = if is_repeat { InputError::new(source, message) } else { expected() };
            fault.at_position(error.line(), error.column())
        })?;
        let serde_json::Value::Object(object) = object else { return Err(expected()) };
        let fail = |fault: NamedSolutionError| InputError::new(source, fault.to_string());
        let mut values = vec![None; self.model.variables().len()];
        for (name, value) in object {
            let variable = self.find_variable(&name).map_err(fail)?;
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let value = self.presentation.parse_value(&self.model, variable, &word);
            let value = value.map_err(|fault| fail(fault.into()))?;
            values[variable.index()] = Some(value);
        }
        self.collect_solution(&values).map_err(fail)
    }
}

impl ModelSource for ModelInstance {
    fn puzzle_name(&self) -> &'static str {
        "model"
    }

    fn title(&self) -> String {
        let (variables, constraints) =
            (self.model.variables().len(), self.model.constraints().len());
        let name = if self.model.name().is_empty() { "model" } else { self.model.name() };
        format!("{name}, {variables} variables, {constraints} constraints")
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["model"]
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        format!("{:032x}", model_digest(&self.model))
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
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        if solution.len() != self.model.shown().len() {
            let (found, expected) = (solution.len(), self.model.shown().len());
            return Err(BrokenRuleError::new(
                "solution",
                format!("{found} values for {expected} variables"),
            ));
        }
        let mut values: Vec<Option<Value>> = vec![None; self.model.variables().len()];
        for (&v, &value) in self.model.shown().iter().zip(solution) {
            if !self.model.domain(v).contains(value) {
                let domain = self.model.domain(v);
                return Err(BrokenRuleError::new(
                    self.model.name_of(v),
                    format!(
                        "{} is outside its domain {domain}",
                        self.model.describe_value(v, value)
                    ),
                ));
            }
            values[v.index()] = Some(value);
        }
        // Hidden variables get 0, which is never used: only constraints without them are checked.
        let full: Vec<Value> = values.iter().map(|value| value.unwrap_or_default()).collect();
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let known = |v: &VarId| values[v.index()].is_some();
            let decided = posted.constraint.scope().iter().all(known);
            if decided && !posted.constraint.holds(ModelAssignment::new(&full, &self.model)) {
                let place = match posted.label.as_str() {
                    "" => format!("constraint {}", i + 1),
                    label => label.to_owned(),
                };
                return Err(BrokenRuleError::new(
                    place,
                    posted.constraint.description(&self.model),
                ));
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
        Some(self.model.with_constraints(&open).restrict_givens(&givens))
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

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for ModelInstance {
    fn write_instance(&self) -> String {
        write_presented(&self.model, &self.presentation)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        let pair = |(&v, &value): (&VarId, &Value)| {
            let name = pairs::quote_name(self.model.name_of(v));
            format!("{name} = {}", self.model.describe_value(v, value))
        };
        self.model.shown().iter().zip(solution).map(pair).collect::<Vec<_>>().join(", ")
    }

    /// Reads a line of `name = value` pairs for each solution, one JSON object, or the output of
    /// MiniZinc for the model that `encode` writes.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        if text.trim_start().starts_with('{') {
            return Ok(vec![self.read_object(source, text)?]);
        }
        // Tried before lines of pairs, because each solution of MiniZinc has several lines.
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
                    && lines.iter().all(|(_, line)| pairs::split_pairs(line).count() == 1) =>
            {
                Ok(vec![self.read_pairs(source, 1, text)?])
            }
            Some(_) => lines.iter().map(|(n, line)| self.read_pairs(source, *n, line)).collect(),
        }
    }

    fn reader_warnings(&self) -> &[InputError] {
        self.presentation.warnings()
    }
}

impl PuzzlePicture for ModelInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if !solutions.is_empty() {
            return self.solution_picture(solutions).draw_text();
        }
        let names = self.presentation.values_by_name().iter();
        let names: Vec<String> = names.map(|(name, value)| format!("{name} = {value}")).collect();
        if names.is_empty() {
            self.model.to_string()
        } else {
            format!("{}  values: {}\n", self.model, names.join(", "))
        }
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.solution_picture(solutions).draw_svg()
    }
}

impl PuzzleReduction for ModelInstance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        self.model.list_cuts()
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(ModelInstance::new(self.model.apply_cuts(kind, run)?)))
    }
}
