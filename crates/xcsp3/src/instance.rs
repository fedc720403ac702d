//! An instance of XCSP3.

use std::io::Cursor;
use std::ops::Range;

use parallax_instance::{
    BrokenRuleError, ExcerptAnswer, ExplanationSource, InputError, Instance, InstanceExcerpt,
    LineReader, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    Viewpoint,
};
use parallax_json::ModelInstance;
use parallax_model::engine_api::{Control, Task};
use parallax_model::{Given, Model, ModelError, NumberedCuts, PostedConstraint, Solution, Value};

use super::{Xcsp3Document, instantiation_text, reductions, solutions};

/// Maximum size of a file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An instance of XCSP3. Its puzzle solution lists the values of the variables that are used, in
/// the order of the file.
#[derive(Clone, Debug)]
pub struct Xcsp3Instance {
    document: Xcsp3Document,
    inner: ModelInstance,
    text: String,
}

impl Xcsp3Instance {
    /// Reads an instance.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first element that is not supported or not as
    /// expected.
    pub fn read_xcsp3(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        let text = lines.read_rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            let message = "empty; expected an <instance format=\"XCSP3\">";
            return Err(lines.make_error(message).at_line(1));
        }
        let (document, model) =
            Xcsp3Document::read_text(lines.source_name(), &text, &|| lines.check_stop())?;
        Ok(Xcsp3Instance { document, inner: ModelInstance::new(model), text })
    }

    /// Returns the content of the file.
    #[must_use]
    pub fn document(&self) -> &Xcsp3Document {
        &self.document
    }

    /// Returns the values of all variables of the file; unused ones have the least value of their
    /// domain.
    fn all_values(&self, solution: &[Value]) -> Option<Vec<Value>> {
        let mut given = solution.iter();
        let mut all = Vec::with_capacity(self.document.variables().len());
        for variable in self.document.variables() {
            let value = if variable.used { *given.next()? } else { variable.domain.min()? };
            all.push(value);
        }
        // A solution with too many values is also wrong.
        given.next().is_none().then_some(all)
    }
}

impl ModelSource for Xcsp3Instance {
    fn puzzle_name(&self) -> &'static str {
        "xcsp3"
    }

    fn title(&self) -> String {
        let used = self.document.variables().iter().filter(|variable| variable.used).count();
        let constraints = self.document.constraint_count();
        let kinds = self.document.kind_names().join(", ");
        let objective = if self.document.has_objective() { ", with an objective" } else { "" };
        let kinds = if kinds.is_empty() { kinds } else { format!(" ({kinds})") };
        let plural = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let (used, constraints) = (plural(used, "variable"), plural(constraints, "constraint"));
        format!("XCSP3 instance, {used}, {constraints}{kinds}{objective}")
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

impl Instance for Xcsp3Instance {
    /// Checks every constraint of the file by its meaning, without the model.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        match self.all_values(solution) {
            Some(values) => self.document.check_values(&values),
            None => {
                let expected =
                    self.document.variables().iter().filter(|variable| variable.used).count();
                let rule = format!("{} values for {expected} variables", solution.len());
                Err(BrokenRuleError::new("solution", rule))
            }
        }
    }

    fn objective_value(&self, solution: &[Value]) -> Option<i128> {
        self.document.objective_value(&self.all_values(solution)?)
    }

    fn default_task(&self) -> Task {
        if self.document.has_objective() { Task::Optimise } else { Task::Limit(2) }
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

impl PuzzleNotation for Xcsp3Instance {
    fn write_instance(&self) -> String {
        let mut text = self.text.clone();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        self.inner.write_solution(solution)
    }

    /// Reads the output of a solver, an `<instantiation>`, or `name = value` pairs.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        match solutions::last_instantiation(text) {
            Some(found) => Ok(vec![solutions::read_solution(source, &found, &self.document)?]),
            None => self.inner.read_solutions(source, text),
        }
    }

    fn write_instantiation(&self, solution: &[Value]) -> Option<String> {
        Some(instantiation_text::print_instantiation(&self.document, &self.all_values(solution)?))
    }
}

impl PuzzlePicture for Xcsp3Instance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            format!("{}\n", self.title())
        } else {
            self.inner.draw_text(solutions)
        }
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.inner.draw_svg(solutions)
    }
}

impl ExplanationSource for Xcsp3Instance {
    /// The model with the domains of the file: instantiations are constraints only.
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stop_reason().is_some();
        // The wider domains may make the model too large; explanations then use the model for
        // solving.
        self.document.build_model(false, &stop).or_else(|_| self.model(viewpoint))
    }

    /// A constraint without a label defines hidden variables.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        posted.label.is_empty()
    }

    /// The model of these constraints alone, with what they make of the domains.
    fn solve_excerpt(
        &self,
        excerpt: &InstanceExcerpt<'_>,
        control: &Control,
    ) -> Option<ExcerptAnswer> {
        let document = self.document.with_labels(excerpt.labels);
        let stop = || control.stop_reason().is_some();
        Some(match document.build_model(true, &stop) {
            Ok(model) => {
                let mut model = model.restrict_givens(excerpt.givens);
                for given in excerpt.excluded {
                    model = model.without_value(given.variable, given.value);
                }
                let (inner, text) = (ModelInstance::new(model), self.text.clone());
                ExcerptAnswer::Open(Box::new(Xcsp3Instance { document, inner, text }))
            }
            Err(error) => ExcerptAnswer::Failed(error.to_string()),
        })
    }
}

impl PuzzleReduction for Xcsp3Instance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        reductions::list_cuts(&self.text)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let text = reductions::apply_cuts(&self.text, kind, run)?;
        let mut lines = LineReader::new("instance", Cursor::new(text));
        // A cut may leave a template without arguments or a reference to a removed element: then
        // there is no such cut.
        Xcsp3Instance::read_xcsp3(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }
}
