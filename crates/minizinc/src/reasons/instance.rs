//! A MiniZinc model whose constraints are all posted, each with a switch.

use std::collections::HashSet;
use std::error::Error;

use parallax_formats::ModelInstance;
use parallax_formats::inputs::MinizincModel;
use parallax_instance::{
    BrokenRuleError, ExcerptAnswer, ExplanationSource, InputError, Instance, InstanceExcerpt,
    ModelSource, PuzzleNotation, PuzzlePicture, PuzzleSolution, Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Given, Model, ModelError,
    PostedConstraint, Solution, Value,
};

use super::excerpt_check::confirm_excerpt;
use super::files::ModelFiles;
use super::model_parts::{MinizincParts, PART_PREDICATE_DECLARATION};
use super::names::MinizincNames;
use crate::compile::{CompilerFolder, MinizincCompilation, compiler_error};
use crate::enums::EnumNames;
use crate::output::{MinizincInstance, OUTPUT_END};

/// A MiniZinc model in the form of explanations.
pub(crate) struct MinizincExplanationForm {
    printed: MinizincInstance,
    model: Model,
    parts: MinizincParts,
    wanted: MinizincModel,
    /// The labels of the parts that cannot be switched.
    fixed: HashSet<String>,
}

impl MinizincExplanationForm {
    /// Compiles a model with a switch for each part.
    ///
    /// # Errors
    /// If a file cannot be read, or the compiler refuses the copy as a whole.
    pub(crate) fn compile_switched(
        wanted: &MinizincModel,
        control: &Control,
    ) -> Result<Self, InputError> {
        let fault = |error: &dyn Error| InputError::new(&wanted.source, error.to_string());
        let mut parts = MinizincParts::new(
            ModelFiles::read_model(&wanted.model).map_err(|error| fault(&error))?,
        );
        let names = MinizincNames::read_names(wanted, &parts.files, control);
        let place = CompilerFolder::open_folder(&wanted.source)?;
        let switched =
            SwitchCompiler { wanted, place: &place, more: added_items(&parts, &names), control };
        // First every item gets a switch. If the compiler refuses this copy, the items that it
        // refuses alone are posted without a switch; if none is, the fault is in the model itself.
        if let Some(refused) = switched.compile_part(&parts, &|_| true)? {
            let fixed = switched.find_unswitchable(&parts)?;
            if fixed.is_empty() {
                return Err(refused);
            }
            parts.fix_items(fixed);
            if let Some(refused) = switched.compile_part(&parts, &|_| true)? {
                return Err(refused);
            }
        }
        // The last copy that was compiled has all items, so the outputs in the folder are those of
        // the whole model, not of a run of the search for refused items.
        let compilation = MinizincCompilation { wanted, model: &wanted.model, place: &place };
        let (inner, output) = compilation.read_outputs(control)?;
        parts.note_parts(&inner.part_names());
        let viewpoint = inner.default_viewpoint();
        let flat = match inner.explainable_model(&viewpoint, control) {
            Ok(flat) => flat,
            // With switched constraints, variables may be left without bounds. Then no part is
            // switched in explanations, and only a compiled excerpt of the text decides.
            Err(_) => {
                let all = parts.len();
                parts.fix_items(0..all);
                inner.model(&viewpoint).map_err(|error| fault(&error))?
            }
        };
        let model = names.name_variables(&inner, &flat).and_then(|model| {
            let label = |own: &str| {
                inner.part_name(own).and_then(|own| parts.find_label(own)).unwrap_or("")
            };
            with_fixed(model.with_labels(|own| label(own).into()), &parts)
        });
        let model = model.map_err(|error| fault(&error))?;
        let fixed = parts.fixed_labels().into_iter().map(str::to_owned).collect();
        let printed = MinizincInstance::new(inner, output, EnumNames::default(), wanted.clone());
        Ok(MinizincExplanationForm { printed, model, parts, wanted: wanted.clone(), fixed })
    }
}

/// Adds a constraint that always holds for each part that cannot be switched, so that it has a name
/// in the model.
fn with_fixed(mut model: Model, parts: &MinizincParts) -> Result<Model, ModelError> {
    let labels = parts.fixed_labels();
    if labels.is_empty() {
        return Ok(model);
    }
    // A hidden variable with the domain {1} makes `= 1` hold without touching the user's variables.
    let one = model.add_hidden("always posted", Domain::from_range(1, 1))?;
    for label in labels {
        let atoms = vec![AtomicConstraint::new(one, ComparisonOperator::Eq, 1)];
        model.post(label, Constraint::Clause(Clause { atoms }))?;
    }
    Ok(model)
}

/// Returns the items after the copy: the declaration of switches, and an output item that makes
/// all variables part of solutions where the author prints only some.
fn added_items(parts: &MinizincParts, names: &MinizincNames) -> String {
    let mut text = PART_PREDICATE_DECLARATION.to_owned();
    if parts.files.has_output() {
        let all: Vec<String> = names.declared.iter().map(|own| format!("show({own})")).collect();
        text += &format!("output [\"\\n{OUTPUT_END}\\n\"] ++ [{}];\n", all.join(", "));
    }
    text
}

/// The compiler of copies with switches.
struct SwitchCompiler<'s> {
    wanted: &'s MinizincModel,
    place: &'s CompilerFolder,
    more: String,
    control: &'s Control,
}

impl SwitchCompiler<'_> {
    /// Compiles the copy with only some items; returns the error if the compiler refuses it.
    ///
    /// # Errors
    /// If it cannot be written, or the compiler does not end.
    fn compile_part(
        &self,
        parts: &MinizincParts,
        is_kept: &dyn Fn(usize) -> bool,
    ) -> Result<Option<InputError>, InputError> {
        let edits = |at, item: &_| parts.switch_edits(at, item, is_kept);
        let model = parts.files.write_copies(self.place.folder_path(), &edits, &self.more);
        let model =
            model.map_err(|error| InputError::new(&self.wanted.source, error.to_string()))?;
        let compilation =
            MinizincCompilation { wanted: self.wanted, model: &model, place: self.place };
        let ran = compilation.run_compiler(self.control)?;
        Ok((!ran.status.success()).then(|| compiler_error(self.wanted, &ran)))
    }

    /// Finds the items that the compiler refuses with a switch, each alone.
    ///
    /// # Errors
    /// If a copy cannot be written, or the compiler does not end.
    fn find_unswitchable(&self, parts: &MinizincParts) -> Result<Vec<usize>, InputError> {
        let mut found = Vec::new();
        let all = 0..parts.len();
        let mut open = vec![all];
        while let Some(run) = open.pop() {
            if run.is_empty() || self.compile_part(parts, &|item| run.contains(&item))?.is_none() {
                continue;
            }
            if run.len() == 1 {
                found.push(run.start);
                continue;
            }
            // Halves a refused run until single items remain: k refused items among n take about 2
            // k log2 n compilations instead of n.
            let middle = run.start + run.len() / 2;
            open.extend([run.start..middle, middle..run.end]);
        }
        Ok(found)
    }
}

impl ModelSource for MinizincExplanationForm {
    fn puzzle_name(&self) -> &'static str {
        self.printed.puzzle_name()
    }

    fn title(&self) -> String {
        let plural = |number: usize, what: &str| match number {
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let shown = self.model.shown().len();
        let constraints = plural(self.parts.len(), "constraint");
        format!("MiniZinc, {}, {constraints}", plural(shown, "variable"))
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.printed.model_names()
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.printed.shape_key(viewpoint)
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Ok(self.model.clone())
    }

    fn model_within(&self, _: &Viewpoint, _: &Control) -> Result<Model, PreparationError> {
        Ok(self.model.clone())
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.printed.givens(viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.printed.solution(viewpoint, solution)
    }

    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        Some(&self.printed)
    }
}

impl Instance for MinizincExplanationForm {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        self.printed.rules(solution)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        &self.printed
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }
}

impl PuzzlePicture for MinizincExplanationForm {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.printed.draw_text(solutions)
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        ModelInstance::new(self.model.clone()).draw_svg(solutions)
    }
}

impl ExplanationSource for MinizincExplanationForm {
    fn explainable_model(&self, _: &Viewpoint, _: &Control) -> Result<Model, ModelError> {
        Ok(self.model.clone())
    }

    /// Only the switches have labels; the constraints that they switch are facts.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        posted.label.is_empty()
    }

    fn is_always_posted(&self, posted: &PostedConstraint) -> bool {
        self.fixed.contains(posted.label.as_str())
    }

    /// Returns `None`: the instance is already in that form.
    fn explanation_form(&self, _: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        None
    }

    fn solve_excerpt(
        &self,
        excerpt: &InstanceExcerpt<'_>,
        control: &Control,
    ) -> Option<ExcerptAnswer> {
        Some(confirm_excerpt(&self.wanted, &self.parts, &self.model, excerpt, control))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use parallax_formats::FlatzincInstance;
    use parallax_instance::{LineReader, list_answers};

    use super::*;

    /// Returns the questions that one instance answers in another way than the one inside.
    fn differences(outer: &dyn Instance, solution: &Solution) -> Vec<&'static str> {
        let inner = outer.wrapped_instance().expect("an instance inside");
        let of_inner = list_answers(inner, solution).into_iter();
        let both = list_answers(outer, solution).into_iter().zip(of_inner);
        both.filter(|(own, inner)| own != inner).map(|((name, _), _)| name).collect()
    }

    #[test]
    fn wrappers_change_only_what_they_are_about() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("model.mzn");
        let text = "var 1..3: x; var 1..3: y; constraint x < y; solve maximize x;";
        std::fs::write(&path, text).expect("written");
        let flat = "var 1..3: x :: output_var; var 1..3: y :: output_var; \
                    constraint int_lt(x, y); solve maximize x;";
        let mut lines = LineReader::new("model.fzn", Cursor::new(flat));
        let inner = FlatzincInstance::read_flatzinc(&mut lines).expect("an instance");
        let solution = inner.model(&inner.default_viewpoint()).expect("a model");
        let solution = solution.check(&[], &[2, 3]).expect("a solution");
        let (data, limit, memory) = (Vec::new(), None, None);
        let wanted = MinizincModel { source: "m".into(), model: path.clone(), data, limit, memory };
        let printed = MinizincInstance::new(inner, None, EnumNames::default(), wanted.clone());
        // The form of explanations is compiled, if there is a compiler.
        let of_printed = ["max_pictures", "explanation_form"];
        let found = differences(&printed, &solution);
        assert_eq!(found, of_printed);

        let parts = MinizincParts::new(ModelFiles::read_model(&path).expect("a model"));
        let model = printed.model(&printed.default_viewpoint()).expect("a model");
        let model = model.with_labels(|_| "its part".into());
        let fixed = HashSet::from(["its part".to_owned()]);
        let reasoned = MinizincExplanationForm { printed, model, parts, wanted, fixed };
        let of_reasoned = [
            "title",
            "model",
            "model_within",
            "draw_svg",
            "explainable_model",
            "is_definition",
            "is_always_posted",
            "explanation_form",
            "solve_excerpt",
        ];
        let found = differences(&reasoned, &solution);
        let others: Vec<_> = found.iter().filter(|name| !of_reasoned.contains(name)).collect();
        assert!(others.is_empty(), "{others:?}");
        assert!(found.contains(&"title") && found.contains(&"model"), "{found:?}");
    }
}
