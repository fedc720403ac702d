//! Solutions as the output item of a MiniZinc model prints them.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;
use std::time::Duration;

use parallax_formats::FlatzincInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_instance::{
    BrokenRuleError, ExplanationSource, InputError, Instance, ModelSource, PuzzleNotation,
    PuzzlePicture, PuzzleSolution, Viewpoint,
};
use parallax_model::engine_api::{Control, Session, Task};
use parallax_model::{Given, Model, ModelError, Solution, Value};
use parallax_search::{SearchSettings, SearchState};
use parallax_solvers::process::{CommandTemplate, ProgramRun, ProgramStdin, run_program};

use super::bundled_files;
use super::compile::{COMPILER_PROGRAM, model_words};
use super::enums::EnumNames;
use super::reasons::MinizincExplanationForm;

/// Maximum size of a printed text, in bytes.
const MAX_PRINTED: usize = 64 << 20;

/// Maximum time of printing.
const PRINT_TIME: Duration = Duration::from_secs(20);

/// Maximum time of compiling a model again to print its solutions, if it has no limit.
const COMPILE_TIME: Duration = Duration::from_secs(120);

/// Maximum number of solutions that are printed; more are listed by their values.
const MAX_PRINTED_SOLUTIONS: usize = 1_000;

/// Maximum time of the search for a printed solution.
const SEARCH_TIME: Duration = Duration::from_secs(5);

/// Maximum number of solutions that are compared with a printed one.
const MAX_TRIED: u64 = 1_000;

/// The line between two printed solutions. No output item prints it.
const SOLUTION_SEPARATOR: &str = "%%%%-parallax-next-solution-%%%%";

/// A solution of FlatZinc without variables.
const EMPTY_SOLUTION: &str = "----------";

/// The mark in a printed solution after which the text is not the author's.
pub(super) const OUTPUT_END: &str = "%%%%-parallax-end-%%%%";

fn on_one_line(text: &str) -> String {
    text.trim_end().replace('\n', " ")
}

/// The output item of a model.
pub(super) enum OutputModel {
    /// As the compiler writes it, without the types of enums.
    Written(String),
    /// The model itself, which is compiled again so that MiniZinc knows the names of enums.
    Model(MinizincModel),
}

impl OutputModel {
    /// Prints solutions, each given as FlatZinc solvers print it. Returns nothing if that fails.
    pub(super) fn print_solutions(&self, solutions: &[String]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().ok()?;
        let mut words: Vec<OsString> = Vec::new();
        let mut input = ProgramStdin::Empty;
        let time = match self {
            OutputModel::Written(text) => {
                let file = folder.path().join("model.ozn");
                std::fs::write(&file, text).ok()?;
                words.extend(["--ozn-file".into(), file.into()]);
                input = ProgramStdin::Bytes(solutions.concat().into_bytes());
                PRINT_TIME
            }
            OutputModel::Model(model) => {
                // MiniZinc prints names of enums only for a solver that it runs itself. This one
                // replays the solutions from a file; `--non-unique` keeps those that print alike.
                let file = folder.path().join("solutions");
                std::fs::write(&file, solutions.concat()).ok()?;
                let solver = bundled_files::unpack_printer(folder.path(), &file).ok()?;
                words.extend(["--non-unique".into(), "--solver".into(), solver.into()]);
                words.extend(model_words(&model.model, &model.data));
                PRINT_TIME.max(model.limit.unwrap_or(COMPILE_TIME))
            }
        };
        words.extend(
            ["--soln-sep", SOLUTION_SEPARATOR, "--search-complete-msg", ""].map(OsString::from),
        );
        let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
        let program = CommandTemplate::with_arguments(COMPILER_PROGRAM, &words);
        let control = Control::unlimited().with_timeout(Some(time));
        let asked = ProgramRun { input, ..ProgramRun::new(&program, Vec::new()) };
        let ran = run_program(&asked, MAX_PRINTED, &control).ok()?;
        let text = String::from_utf8(ran.out).ok().filter(|_| ran.status.success())?;
        let mut texts: Vec<String> =
            text.split(&format!("{SOLUTION_SEPARATOR}\n")).map(String::from).collect();
        // A separator follows each solution, and the last one is followed by the message of a
        // complete search, which is set to the empty text above.
        let rest = texts.pop()?;
        (texts.len() == solutions.len() && rest.trim().is_empty()).then_some(texts)
    }
}

/// An instance of FlatZinc whose solutions are shown by the model that it comes from.
pub(super) struct MinizincInstance {
    inner: FlatzincInstance,
    output: Option<OutputModel>,
    names: EnumNames,
    /// The model that it comes from.
    wanted: MinizincModel,
}

impl MinizincInstance {
    pub(super) fn new(
        inner: FlatzincInstance,
        output: Option<OutputModel>,
        names: EnumNames,
        wanted: MinizincModel,
    ) -> Self {
        MinizincInstance { inner, output, names, wanted }
    }

    /// Returns each solution as the output item prints it.
    fn solution_texts(&self, solutions: &[PuzzleSolution]) -> Option<Vec<String>> {
        let output = self.output.as_ref().filter(|_| !solutions.is_empty())?;
        let texts: Vec<String> =
            solutions.iter().map(|solution| self.inner.solution_text(solution)).collect();
        output.print_solutions(&texts)
    }

    /// Returns solutions as the output item prints them.
    fn print_joined(&self, solutions: &[PuzzleSolution]) -> Option<String> {
        let mut printed = self.solution_texts(solutions)?;
        for text in &mut printed {
            // The text after the mark only serves to keep variables in solutions.
            if let Some(end) = text.find(OUTPUT_END) {
                text.truncate(end);
            }
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
        let joint = if printed.len() > 1 { "----------\n" } else { "" };
        Some(printed.join(joint))
    }

    /// Finds the solution that the output item prints as this text, among the first ones of the
    /// model. If there is none, returns whether these were all.
    fn find_printed(&self, text: &str) -> Result<PuzzleSolution, bool> {
        let wanted = strip_end(text);
        let viewpoint = self.inner.default_viewpoint();
        let control = Control::unlimited().with_timeout(Some(SEARCH_TIME));
        let model = self.inner.model(&viewpoint).map_err(|_| false)?;
        let mut found = Vec::new();
        // An output item cannot be inverted, so the solutions are enumerated and printed until one
        // of the texts matches.
        let outcome = SearchState::new(&model, &SearchSettings::default(), 0, &control)
            .map_err(|_| false)?
            .ask(&[], Task::Limit(MAX_TRIED), &control, &mut |values| {
                if let Ok(solution) = model.check(&[], values) {
                    found.push(self.inner.solution(&viewpoint, &solution));
                }
                ControlFlow::Continue(())
            });
        let texts = self.solution_texts(&found).ok_or(false)?;
        let index = texts.iter().position(|text| strip_end(text) == wanted);
        index.map(|index| found.swap_remove(index)).ok_or(outcome.complete)
    }
}

/// Returns the words of a printed solution, without the separator lines after it.
fn strip_end(text: &str) -> Vec<&str> {
    let text = text.trim_end().trim_end_matches("==========").trim_end();
    text.trim_end_matches(EMPTY_SOLUTION).split_whitespace().collect()
}

impl ModelSource for MinizincInstance {
    fn puzzle_name(&self) -> &'static str {
        self.inner.puzzle_name()
    }

    fn title(&self) -> String {
        self.inner.title()
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

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.inner.givens(viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }

    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        Some(&self.inner)
    }
}

impl Instance for MinizincInstance {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        self.inner.rules(solution)
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
}

impl PuzzleNotation for MinizincInstance {
    fn write_instance(&self) -> String {
        self.inner.write_instance()
    }

    /// Writes the values of the variables in FlatZinc on one line, with the names of enums; if it
    /// has no variables, the text of the output item.
    fn write_solution(&self, solution: &[Value]) -> String {
        // FlatZinc has no variables if the compiler has fixed all of them: only the output item
        // still prints the solution.
        let own = self.names.put_names(&self.inner.write_solution(solution));
        let fixed =
            (own == EMPTY_SOLUTION).then(|| self.print_joined(&[solution.to_vec()])).flatten();
        fixed.map(|text| on_one_line(&text)).filter(|line| !line.is_empty()).unwrap_or(own)
    }

    /// Reads the values of the variables in FlatZinc, or the text of the output item.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        let read = self.inner.read_solutions(source, &self.names.put_numbers(text));
        let Err(fault) = read else { return read };
        match self.find_printed(text) {
            Ok(solution) => Ok(vec![solution]),
            Err(true) => Err(InputError::new(
                source,
                "no solution of the model prints this text; values of variables are read as well, \
                 such as x = 1; y = 2;",
            )),
            Err(false) => Err(fault),
        }
    }

    fn write_structure(&self, solution: &[Value]) -> String {
        self.write_solution(solution) + "\n"
    }
}

impl PuzzlePicture for MinizincInstance {
    /// Shows solutions as the model's output item prints them, and without solutions the title.
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.print_joined(solutions).unwrap_or_else(|| self.inner.draw_text(solutions))
    }

    fn max_pictures(&self) -> usize {
        MAX_PRINTED_SOLUTIONS
    }
}

impl ExplanationSource for MinizincInstance {
    /// Compiles the model so that no constraint is folded into a domain. Returns `None` for a model
    /// with assumptions, whose author has named the parts.
    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        if self.inner.has_assumptions() {
            return None;
        }
        let made = MinizincExplanationForm::compile_switched(&self.wanted, control);
        Some(made.map(|made| Box::new(made) as Box<dyn Instance>))
    }
}
