//! An instance of XCSP3.

use std::io::Cursor;
use std::ops::Range;

use parallax_json::ModelInstance;
use parallax_model::ask::{Control, Task};
use parallax_model::instance::{
    BrokenRule, Excerpt, Excerpted, ExplanationSource, InputError, Instance, Lines, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Posted, Solution, Value};

use super::{Document, printed, smaller, solutions};

/// Maximum size of a file, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// An instance of XCSP3. Its puzzle solution lists the values of the variables that are used, in
/// the order of the file.
#[derive(Clone, Debug)]
pub struct Xcsp3Instance {
    document: Document,
    inner: ModelInstance,
    text: String,
}

impl Xcsp3Instance {
    /// Reads an instance.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first element that is not supported or not as
    /// expected.
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        let text = lines.rest(MAX_BYTES)?;
        if text.trim().is_empty() {
            let message = "empty; expected an <instance format=\"XCSP3\">";
            return Err(lines.error(message).at_line(1));
        }
        let (document, model) = Document::read(lines.source(), &text, &|| lines.check())?;
        Ok(Xcsp3Instance { document, inner: ModelInstance::new(model), text })
    }

    /// Returns what the file says.
    #[must_use]
    pub fn document(&self) -> &Document {
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
        given.next().is_none().then_some(all)
    }
}

impl ModelSource for Xcsp3Instance {
    fn puzzle(&self) -> &'static str {
        "xcsp3"
    }

    fn title(&self) -> String {
        let used = self.document.variables().iter().filter(|own| own.used).count();
        let constraints = self.document.constraints();
        let kinds = self.document.kinds().join(", ");
        let objective = if self.document.has_objective() { ", with an objective" } else { "" };
        let kinds = if kinds.is_empty() { kinds } else { format!(" ({kinds})") };
        let plural = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let (used, constraints) = (plural(used, "variable"), plural(constraints, "constraint"));
        format!("XCSP3 instance, {used}, {constraints}{kinds}{objective}")
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

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }
}

impl Instance for Xcsp3Instance {
    /// Checks every constraint of the file by its meaning, without the model.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        match self.all_values(solution) {
            Some(values) => self.document.check(&values),
            None => {
                let expected = self.document.variables().iter().filter(|own| own.used).count();
                let rule = format!("{} values for {expected} variables", solution.len());
                Err(BrokenRule::new("solution", rule))
            }
        }
    }

    fn objective(&self, solution: &[Value]) -> Option<i128> {
        self.document.value(&self.all_values(solution)?)
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

    fn explanations(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for Xcsp3Instance {
    fn write(&self) -> String {
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
        match solutions::instantiation(text) {
            Some(found) => Ok(vec![solutions::read(source, &found, &self.document)?]),
            None => self.inner.read_solutions(source, text),
        }
    }

    fn write_instantiation(&self, solution: &[Value]) -> Option<String> {
        Some(printed::instantiation(&self.document, &self.all_values(solution)?))
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
    /// The model whose domains are those of the file: instantiations are constraints only.
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stopped().is_some();
        self.document.model(false, &stop).or_else(|_| self.model(viewpoint))
    }

    /// A constraint without a label defines hidden variables.
    fn is_definition(&self, posted: &Posted) -> bool {
        posted.label.is_empty()
    }

    /// The model of these constraints alone, with what they make of the domains.
    fn solve_excerpt(&self, excerpt: &Excerpt<'_>, control: &Control) -> Option<Excerpted> {
        let document = self.document.only(excerpt.labels);
        let stop = || control.stopped().is_some();
        Some(match document.model(true, &stop) {
            Ok(model) => {
                let mut model = model.restricted(excerpt.givens);
                for given in excerpt.excluded {
                    model = model.without_value(given.variable, given.value);
                }
                let (inner, text) = (ModelInstance::new(model), self.text.clone());
                Excerpted::Open(Box::new(Xcsp3Instance { document, inner, text }))
            }
            Err(error) => Excerpted::Failed(error.to_string()),
        })
    }
}

impl PuzzleReduction for Xcsp3Instance {
    fn list_cuts(&self) -> Vec<Cuts> {
        smaller::cuts(&self.text)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let text = smaller::cut(&self.text, kind, run)?;
        let mut lines = Lines::new("instance", Cursor::new(text));
        Xcsp3Instance::read(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }
}
