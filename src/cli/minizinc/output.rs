//! Solutions as the output item of a MiniZinc model prints them.

use std::time::Duration;

use parallax_formats::FlatzincInstance;
use parallax_model::Value;
use parallax_model::ask::Control;
use parallax_model::forward_instance;
use parallax_model::instance::{InputError, Instance, PuzzleSolution};
use parallax_solvers::process::{Input, Program, Run, run};

use super::compile::COMPILER;

/// Maximum size of a printed text, in bytes.
const MAX_PRINTED: usize = 64 << 20;

/// Maximum time of printing.
const TIME: Duration = Duration::from_secs(20);

/// The line between two printed solutions. No output item prints it.
const BETWEEN: &str = "%%%%-parallax-next-solution-%%%%";

/// A solution of FlatZinc without variables.
const NOTHING: &str = "----------";

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
    fn print(&self, solutions: &[String]) -> Option<Vec<String>> {
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
}

impl Printed {
    pub(super) fn new(inner: FlatzincInstance, output: Option<OutputModel>) -> Self {
        Printed { inner, output }
    }

    /// Returns solutions as the output item prints them.
    fn printed(&self, solutions: &[PuzzleSolution]) -> Option<String> {
        let output = self.output.as_ref().filter(|_| !solutions.is_empty())?;
        let texts: Vec<String> =
            solutions.iter().map(|solution| self.inner.solution_text(solution)).collect();
        let mut printed = output.print(&texts)?;
        for text in &mut printed {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
        let joint = if printed.len() > 1 { "----------\n" } else { "" };
        Some(printed.join(joint))
    }
}

impl Instance for Printed {
    forward_instance!(
        inner:
        puzzle, title, warnings, found_as, notes, models, options, viewpoint, default_viewpoint,
        weight, shape, model, model_within, explainable, is_definition, own_hint, board, givens,
        added_givens, solution, rules, rules_in_full, completion, tree, instantiation, objective,
        language, goal, default_task, write, forms, write_form, cuts, cut, clues, without_clues,
        structure, meaning, most_pictures, svg, marked
    );

    fn wrapped(&self) -> Option<&dyn Instance> {
        Some(&self.inner)
    }

    /// Writes the values of the variables that the compiler left, on one line; if it left none,
    /// what the output item prints.
    fn write_solution(&self, solution: &[Value]) -> String {
        let own = self.inner.write_solution(solution);
        let fixed = (own == NOTHING).then(|| self.printed(&[solution.to_vec()])).flatten();
        fixed.map(|text| on_one_line(&text)).filter(|line| !line.is_empty()).unwrap_or(own)
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
}
