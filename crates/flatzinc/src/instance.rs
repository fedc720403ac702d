//! An instance of FlatZinc.

use std::collections::HashSet;
use std::io::Cursor;
use std::ops::Range;

use parallax_instance::{
    BrokenRuleError, ExcerptAnswer, ExplanationSource, InputError, Instance, InstanceExcerpt,
    LineReader, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    Viewpoint,
};
use parallax_json::ModelInstance;
use parallax_model::engine_api::{Control, Task};
use parallax_model::{
    Given, Model, ModelError, NumberedCuts, PostedConstraint, Solution, Value, VarId,
};

use super::build::{ASSUMPTION_LABEL_PREFIX, MappedModel, PART_LABEL_PREFIX};
use super::builtins::BuiltinEntry;
use super::document::{FlatzincDocument, FlatzincTerm, FlatzincVarId, OutputItemShape, SolveGoal};
use super::draft::VariableMapping;
use super::{solutions, text_cuts};

/// Maximum size of a file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An output item of a file.
#[derive(Clone, Debug)]
pub struct OutputItem<'d> {
    /// Its name.
    pub name: &'d str,
    /// The first and last index of each dimension; none for a single value.
    pub dimensions: &'d [(i64, i64)],
    /// Its variables by their names in the file, the last index fastest; `None` for a constant.
    pub variables: Vec<Option<&'d str>>,
}

/// An instance of FlatZinc. Its puzzle solution lists the values of the variables that are output,
/// of equal ones once, in the order of the file.
#[derive(Clone, Debug)]
pub struct FlatzincInstance {
    document: FlatzincDocument,
    entries: Vec<BuiltinEntry>,
    places: Vec<VariableMapping>,
    inner: ModelInstance,
    shown: Vec<VarId>,
    /// The names of the assumptions.
    assumptions: HashSet<String>,
    /// The labels of the parts.
    parts: HashSet<String>,
    /// Whether the model is the one to explain.
    is_explanation_form: bool,
    text: String,
}

impl FlatzincInstance {
    /// Reads an instance.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first item that is not supported or not as
    /// expected.
    pub fn read_flatzinc(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        let text = lines.read_rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            return Err(lines.make_error("empty; expected FlatZinc").at_line(1));
        }
        Self::of_text(lines.source_name(), text, &|| lines.check_stop())
    }

    fn of_text(
        source: &str,
        text: String,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let document = FlatzincDocument::read_text(source, &text, check)?;
        let stop = || check().is_err();
        let built = document.read_entries(&stop).and_then(|entries| {
            let built = document.build_model(&entries, true, &stop)?;
            Ok((entries, built))
        });
        let (entries, MappedModel { model, places }) = built.map_err(|error| {
            let fault = || document.part_error(source, &text, error.site, &error.fault);
            // A stop appears as a fault of building; the caller's own error has its reason.
            check().err().unwrap_or_else(fault)
        })?;
        let shown = model.shown().to_vec();
        let inner = ModelInstance::new(model);
        let assumed = document.assumed_terms(&entries);
        let assumptions = assumed.map(|term| document.assumption_name(term).to_owned()).collect();
        let parts = document.part_labels(&entries);
        let is_apart = false;
        Ok(FlatzincInstance {
            document,
            entries,
            places,
            inner,
            shown,
            assumptions,
            parts,
            is_explanation_form: is_apart,
            text,
        })
    }

    /// Returns the content of the file.
    #[must_use]
    pub fn document(&self) -> &FlatzincDocument {
        &self.document
    }

    /// Returns whether the objective is maximised.
    #[must_use]
    pub fn is_maximised(&self) -> bool {
        matches!(self.document.goal, SolveGoal::Maximize(_))
    }

    /// Whether the file has assumptions, which a core names.
    #[must_use]
    pub fn has_assumptions(&self) -> bool {
        !self.assumptions.is_empty()
    }

    /// Returns the name in the file of the assumption with this label; `None` for other labels.
    #[must_use]
    pub fn assumption_name<'l>(&self, label: &'l str) -> Option<&'l str> {
        label.strip_prefix(ASSUMPTION_LABEL_PREFIX).filter(|&name| self.assumptions.contains(name))
    }

    /// Returns the name in the file of the part with this label; `None` for other labels.
    #[must_use]
    pub fn part_name<'l>(&self, label: &'l str) -> Option<&'l str> {
        label.strip_prefix(PART_LABEL_PREFIX).filter(|_| self.parts.contains(label))
    }

    /// Returns the names in the file of all parts, in order.
    #[must_use]
    pub fn part_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.parts.iter().filter_map(|label| label.strip_prefix(PART_LABEL_PREFIX)).collect();
        names.sort_unstable();
        names
    }

    /// Returns the output items, in the order of the file.
    #[must_use]
    pub fn output_items(&self) -> Vec<OutputItem<'_>> {
        let name = |term: FlatzincTerm| match term {
            FlatzincTerm::Var(var) => {
                Some(self.document.word_text(self.document.variables[var.0 as usize].name))
            }
            FlatzincTerm::Value(_) => None,
        };
        let items = self.document.outputs.iter().map(|output| {
            let (dimensions, variables) = match &output.shape {
                OutputItemShape::Scalar(term) => (&[][..], vec![name(*term)]),
                OutputItemShape::Array(dimensions, list) => (
                    dimensions.as_slice(),
                    self.document.list_terms(*list).iter().map(name).collect(),
                ),
            };
            OutputItem { name: self.document.word_text(output.name), dimensions, variables }
        });
        items.collect()
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
        self.document.solution_text(|var| self.determined_value(var, solution).unwrap_or_default())
    }

    /// Returns the value of a variable of the file, if the shown variables determine it.
    fn determined_value(&self, var: FlatzincVarId, solution: &[Value]) -> Option<i64> {
        match self.places.get(var.0 as usize)? {
            VariableMapping::Number(number) => Some((*number).into()),
            VariableMapping::Variable(variable) => {
                // The shown variables ascend; a hidden one is not among them and is not determined.
                let place = self.shown.binary_search(variable).ok()?;
                solution.get(place).map(|&value| value.into())
            }
            VariableMapping::Sum(parts, constant) => {
                parts.iter().try_fold(*constant, |sum, &(factor, term)| {
                    let value = match term {
                        FlatzincTerm::Value(value) => value,
                        // The variables of sums are no sums.
                        FlatzincTerm::Var(var) => match self.places.get(var.0 as usize)? {
                            VariableMapping::Sum(..) => return None,
                            _ => self.determined_value(var, solution)?,
                        },
                    };
                    sum.checked_add(factor.checked_mul(value)?)
                })
            }
        }
    }

    /// Returns the values of all variables of the file in a solution of the model.
    fn all_values(&self, solution: &Solution) -> Vec<i64> {
        let single = |place: &VariableMapping| match place {
            VariableMapping::Number(number) => i64::from(*number),
            VariableMapping::Variable(variable) => solution.value(*variable).into(),
            VariableMapping::Sum(..) => 0,
        };
        let value = |term: FlatzincTerm| match term {
            FlatzincTerm::Value(value) => value,
            FlatzincTerm::Var(var) => self.places.get(var.0 as usize).map_or(0, single),
        };
        // The terms of a sum are never sums, so one level of look-ups is enough.
        let of = |place: &VariableMapping| match place {
            VariableMapping::Sum(parts, constant) => {
                parts.iter().fold(*constant, |sum, &(factor, term)| {
                    sum.saturating_add(factor.saturating_mul(value(term)))
                })
            }
            other => single(other),
        };
        self.places.iter().map(of).collect()
    }

    /// Returns the term of the goal.
    fn goal_term(&self) -> Option<FlatzincTerm> {
        match self.document.goal {
            SolveGoal::Satisfy => None,
            SolveGoal::Minimize(term) | SolveGoal::Maximize(term) => Some(term),
        }
    }
}

#[cfg(test)]
impl FlatzincInstance {
    /// Whether values of all variables of the file are a solution.
    pub(super) fn accepts_values(&self, values: &[i64]) -> bool {
        let values: Vec<_> = values.iter().copied().map(Some).collect();
        self.document.check_values(&self.entries, &values).is_ok()
    }

    /// Returns the puzzle solution that values of all variables of the file give.
    pub(super) fn shown_of(&self, values: &[i64]) -> PuzzleSolution {
        let mut solution = vec![0; self.shown.len()];
        for (place, &value) in self.places.iter().zip(values) {
            if let VariableMapping::Variable(variable) = place
                && let Ok(at) = self.shown.binary_search(variable)
            {
                solution[at] = value as Value;
            }
        }
        solution
    }
}

impl ModelSource for FlatzincInstance {
    fn puzzle_name(&self) -> &'static str {
        "fzn"
    }

    fn title(&self) -> String {
        let plural = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let kinds = self.document.constraint_names().join(", ");
        let kinds = if kinds.is_empty() { kinds } else { format!(" ({kinds})") };
        let objective = if self.goal_term().is_some() { ", with an objective" } else { "" };
        let variables = plural(self.document.variables.len(), "variable");
        let constraints = plural(self.document.constraints.len(), "constraint");
        format!("FlatZinc, {variables}, {constraints}{kinds}{objective}")
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.inner.model_names()
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape_key(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.inner.model(viewpoint)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }
}

impl Instance for FlatzincInstance {
    /// Checks the constraints whose variables are all output, or equal to one that is; the
    /// [`completion`](Instance::completion) has the others.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        if solution.len() != self.shown.len() {
            let (found, expected) = (solution.len(), self.shown.len());
            let rule = format!("{found} values for {expected} variables");
            return Err(BrokenRuleError::new("solution", rule));
        }
        let variables = 0..self.document.variables.len() as u32;
        let values: Vec<_> =
            variables.map(|place| self.determined_value(FlatzincVarId(place), solution)).collect();
        self.document.check_values(&self.entries, &values)
    }

    /// Checks every constraint of the file by its meaning, without the model.
    fn rules_in_full(&self, all: &Solution, _: &[Value]) -> Result<(), BrokenRuleError> {
        let values: Vec<_> = self.all_values(all).into_iter().map(Some).collect();
        self.document.check_values(&self.entries, &values)
    }

    fn completion(&self, solution: &[Value]) -> Option<Model> {
        self.inner.completion(solution)
    }

    fn objective_value(&self, solution: &[Value]) -> Option<i128> {
        match self.goal_term()? {
            FlatzincTerm::Value(value) => Some(value.into()),
            FlatzincTerm::Var(var) => self.determined_value(var, solution).map(i128::from),
        }
    }

    fn default_task(&self) -> Task {
        if self.goal_term().is_some() { Task::Optimise } else { Task::Limit(2) }
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for FlatzincInstance {
    fn write_instance(&self) -> String {
        let mut text = self.text.clone();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// Writes the output items on one line.
    fn write_solution(&self, solution: &[Value]) -> String {
        let text = self.solution_text(solution);
        match text.strip_suffix("----------\n") {
            Some("") | None => "----------".into(),
            Some(items) => items.trim_end().replace('\n', " "),
        }
    }

    /// Reads what solvers print for MiniZinc; commas and line breaks may separate items as well.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        let mut all = Vec::new();
        for given in solutions::read_solutions(source, &self.document, text)? {
            let mut values: Vec<Option<Value>> = vec![None; self.shown.len()];
            for (var, number) in given {
                let fault = |message: String| InputError::new(source, message);
                let variable = &self.document.variables[var as usize];
                let name = self.document.word_text(variable.name);
                if !self.document.allows_value(variable, number) {
                    return Err(fault(format!("{number} is not in the domain of '{name}'")));
                }
                let known = match &self.places[var as usize] {
                    VariableMapping::Variable(variable) => {
                        let value = Value::try_from(number)
                            .map_err(|_| fault(format!("{number} for '{name}' is too large")))?;
                        let place = self.shown.binary_search(variable).ok();
                        // Equal variables may be output several times and must agree.
                        place.and_then(|place| values[place].replace(value)).map(i64::from)
                    }
                    VariableMapping::Number(own) => Some(i64::from(*own)),
                    VariableMapping::Sum(..) => None,
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
}

impl PuzzlePicture for FlatzincInstance {
    /// Returns the solutions as MiniZinc reads them.
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            return format!("{}\n", self.title());
        }
        let text = |solution: &PuzzleSolution| self.solution_text(solution);
        match solutions {
            [only] => text(only).trim_end_matches("----------\n").to_owned(),
            _ => solutions.iter().map(text).collect(),
        }
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.inner.draw_svg(solutions)
    }
}

impl ExplanationSource for FlatzincInstance {
    /// The model whose domains are those of the file, where it has bounds. With assumptions, bounds
    /// follow from the other constraints alone.
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stop_reason().is_some();
        if self.is_explanation_form {
            return self.model(viewpoint);
        }
        match self.document.build_model(&self.entries, false, &stop) {
            Ok(built) => Ok(built.model),
            Err(why) if self.has_assumptions() => {
                Err(ModelError::new(format!("without the assumptions: {why}")))
            }
            Err(why) if !self.parts.is_empty() => {
                Err(ModelError::new(format!("without its parts: {why}")))
            }
            // Without the bounds that follow from constraints, a variable may have more values than
            // models allow. The narrowed model is then the only one.
            Err(_) => self.model(viewpoint),
        }
    }

    /// A constraint without a label defines hidden variables. With assumptions or parts, every
    /// other constraint is a fact.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        if posted.label.is_empty() {
            return true;
        }
        let has_parts = self.has_assumptions() || !self.parts.is_empty();
        has_parts
            && self.assumption_name(&posted.label).is_none()
            && self.part_name(&posted.label).is_none()
    }

    /// The instance whose variables are those of the file one by one, so that a constraint that
    /// makes two of them equal may also be left out. With parts or assumptions such constraints are
    /// facts.
    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        if self.is_explanation_form || self.has_assumptions() || !self.parts.is_empty() {
            return None;
        }
        let stop = || control.stop_reason().is_some();
        let MappedModel { model, places } = self.document.model_apart(&self.entries, &stop).ok()?;
        let shown = model.shown().to_vec();
        let inner = ModelInstance::new(model);
        let form =
            FlatzincInstance { places, inner, shown, is_explanation_form: true, ..self.clone() };
        Some(Ok(Box::new(form)))
    }

    /// The model of the file without the other constraints, with what the rest makes of the
    /// domains; `None` if the file names parts or assumptions: then the other constraints are
    /// facts.
    fn solve_excerpt(
        &self,
        excerpt: &InstanceExcerpt<'_>,
        control: &Control,
    ) -> Option<ExcerptAnswer> {
        if self.has_assumptions() || !self.parts.is_empty() {
            return None;
        }
        let viewpoint = self.default_viewpoint();
        let whole = self.explainable_model(&viewpoint, control).ok()?;
        let kept: HashSet<&str> = excerpt.labels.iter().copied().collect();
        // The labels that the excerpt lacks. Constraints without a label are made again with those
        // that need them.
        let all = whole.constraints().iter().map(|posted| posted.label.as_str());
        let gone: HashSet<&str> =
            all.filter(|label| !label.is_empty() && !kept.contains(label)).collect();
        let (document, entries) = self.document.without_labels(&self.entries, &gone);
        let stop = || control.stop_reason().is_some();
        let MappedModel { model, places } = match document.build_model(&entries, true, &stop) {
            Ok(built) => built,
            Err(error) => return Some(ExcerptAnswer::Failed(error.to_string())),
        };
        let find_variable = |given: &Given| model.find(whole.name_of(given.variable));
        let mut domains = model.clone();
        for (givens, is_value) in [(excerpt.givens, true), (excerpt.excluded, false)] {
            for given in givens {
                let Some(variable) = find_variable(given) else {
                    let name = whole.name_of(given.variable);
                    return Some(ExcerptAnswer::Failed(format!("'{name}' has one value there")));
                };
                let given = Given { variable, ..*given };
                domains = if is_value {
                    domains.restrict_givens(&[given])
                } else {
                    domains.without_value(given.variable, given.value)
                };
            }
        }
        let shown = domains.shown().to_vec();
        let inner = ModelInstance::new(domains);
        Some(ExcerptAnswer::Open(Box::new(FlatzincInstance {
            document,
            entries,
            places,
            inner,
            shown,
            is_explanation_form: false,
            ..self.clone()
        })))
    }
}

impl PuzzleReduction for FlatzincInstance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        text_cuts::list_cuts(&self.text)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let text = text_cuts::apply_cuts(&self.text, kind, run)?;
        // Read like a file: a cut whose text is not valid FlatZinc is no cut.
        let mut lines = LineReader::new("instance", Cursor::new(text));
        FlatzincInstance::read_flatzinc(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }
}
