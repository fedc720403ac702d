//! Solutions as the output item of a MiniZinc model prints them.

use std::ops::Range;
use std::time::Duration;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_model::ask::{Control, Refusal, Task};
use parallax_model::instance::{
    BrokenRule, Goal, InputError, Instance, Language, ModelOption, PuzzleSolution, Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Posted, Solution, Value};
use parallax_solvers::process::{Input, Program, Run, run};

use super::compile::COMPILER;
use super::reasons::Reasoned;

/// Maximum size of a printed text, in bytes.
const MAX_PRINTED: usize = 64 << 20;

/// Maximum time of printing.
const TIME: Duration = Duration::from_secs(20);

/// The line between two printed solutions. No output item prints it.
const BETWEEN: &str = "%%%%-parallax-next-solution-%%%%";

/// A solution of FlatZinc without variables.
const NOTHING: &str = "----------";

/// The mark in a printed solution behind which the text is not the author's.
pub(super) const END: &str = "%%%%-parallax-end-%%%%";

fn on_one_line(text: &str) -> String {
    text.trim_end().replace('\n', " ")
}

/// The output item of a model, as the compiler writes it.
pub(super) struct OutputModel(String);

impl OutputModel {
    pub(super) fn new(text: String) -> Self {
        OutputModel(text)
    }

    /// Prints solutions, each given as FlatZinc solvers print it. Returns nothing if that fails.
    pub(super) fn print(&self, solutions: &[String]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().ok()?;
        let file = folder.path().join("model.ozn");
        std::fs::write(&file, &self.0).ok()?;
        let words = ["--ozn-file".as_ref(), file.as_os_str()];
        let more = ["--soln-sep", BETWEEN, "--search-complete-msg", ""];
        let program = Program::with(COMPILER, &words).and(&more);
        let input = Input::Bytes(solutions.concat().into_bytes());
        let control = Control::unlimited().within(Some(TIME));
        let asked = Run { input, ..Run::of(&program, Vec::new()) };
        let ran = run(&asked, MAX_PRINTED, &control).ok()?;
        let text = String::from_utf8(ran.out).ok().filter(|_| ran.status.success())?;
        let mut texts: Vec<String> =
            text.split(&format!("{BETWEEN}\n")).map(String::from).collect();
        // Behind the last line is the message of a complete search, which is empty.
        let rest = texts.pop()?;
        (texts.len() == solutions.len() && rest.trim().is_empty()).then_some(texts)
    }
}

/// An instance of FlatZinc whose solutions are shown by the model that it comes from.
pub(super) struct Printed {
    inner: FlatzincInstance,
    output: Option<OutputModel>,
    /// The model that it comes from.
    wanted: MinizincModel,
}

impl Printed {
    pub(super) fn new(
        inner: FlatzincInstance,
        output: Option<OutputModel>,
        wanted: MinizincModel,
    ) -> Self {
        Printed { inner, output, wanted }
    }

    /// Returns solutions as the output item prints them.
    fn printed(&self, solutions: &[PuzzleSolution]) -> Option<String> {
        let output = self.output.as_ref().filter(|_| !solutions.is_empty())?;
        let texts: Vec<String> =
            solutions.iter().map(|solution| self.inner.solution_text(solution)).collect();
        let mut printed = output.print(&texts)?;
        for text in &mut printed {
            // Behind the mark is what only makes variables part of solutions.
            if let Some(end) = text.find(END) {
                text.truncate(end);
            }
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
        let joint = if printed.len() > 1 { "----------\n" } else { "" };
        Some(printed.join(joint))
    }
}

impl Instance for Printed {
    fn puzzle(&self) -> &'static str {
        self.inner.puzzle()
    }

    fn title(&self) -> String {
        self.inner.title()
    }

    fn warnings(&self) -> &[InputError] {
        self.inner.warnings()
    }

    fn models(&self) -> &'static [&'static str] {
        self.inner.models()
    }

    fn options(&self) -> &'static [ModelOption] {
        self.inner.options()
    }

    fn shape(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.inner.model(viewpoint)
    }

    fn model_within(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, Refusal> {
        self.inner.model_within(viewpoint, control)
    }

    fn explainable(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, ModelError> {
        self.inner.explainable(viewpoint, control)
    }

    fn is_definition(&self, posted: &Posted) -> bool {
        self.inner.is_definition(posted)
    }

    /// The model compiled in such a way that no constraint is folded into a domain. With
    /// assumptions, the author has named the parts.
    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        if self.inner.has_assumptions() {
            return None;
        }
        let made = Reasoned::compile(&self.wanted, control);
        Some(made.map(|made| Box::new(made) as Box<dyn Instance>))
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.inner.givens(viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }

    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        self.inner.rules(solution)
    }

    fn rules_in_full(&self, all: &Solution, solution: &[Value]) -> Result<(), BrokenRule> {
        self.inner.rules_in_full(all, solution)
    }

    fn completion(&self, solution: &[Value]) -> Option<Model> {
        self.inner.completion(solution)
    }

    fn objective(&self, solution: &[Value]) -> Option<i128> {
        self.inner.objective(solution)
    }

    fn language(&self) -> Option<Language> {
        self.inner.language()
    }

    fn goal(&self) -> Option<Goal> {
        self.inner.goal()
    }

    fn default_task(&self) -> Task {
        self.inner.default_task()
    }

    fn write(&self) -> String {
        self.inner.write()
    }

    fn cuts(&self) -> Vec<Cuts> {
        self.inner.cuts()
    }

    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        self.inner.cut(kind, run)
    }

    /// Writes the values of the variables that the compiler left, on one line; if it left none,
    /// what the output item prints.
    fn write_solution(&self, solution: &[Value]) -> String {
        let own = self.inner.write_solution(solution);
        let fixed = (own == NOTHING).then(|| self.printed(&[solution.to_vec()])).flatten();
        fixed.map(|text| on_one_line(&text)).filter(|line| !line.is_empty()).unwrap_or(own)
    }

    fn structure(&self, solution: &[Value]) -> String {
        self.inner.structure(solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        let read = self.inner.read_solutions(source, text);
        if read.is_err()
            && let Ok(nothing) = self.inner.read_solutions(source, NOTHING)
            && let [own] = nothing.as_slice()
            && self.inner.write_solution(own) == NOTHING
            && self.write_solution(own) == on_one_line(text.trim_end().trim_end_matches(NOTHING))
        {
            return Ok(nothing);
        }
        read
    }

    /// Shows solutions as the model's output item prints them, and without solutions the title.
    fn text(&self, solutions: &[PuzzleSolution]) -> String {
        self.printed(solutions).unwrap_or_else(|| self.inner.text(solutions))
    }

    fn svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.inner.svg(solutions)
    }
}
