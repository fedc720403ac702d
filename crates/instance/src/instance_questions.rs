//! Every question that the traits of an instance ask, with its answer as text, for tests of
//! wrappers.

use super::{
    ExcerptAnswer, ExplanationSource, Instance, InstanceExcerpt, PictureMark, PuzzleReduction,
    PuzzleSolution,
};
use parallax_model::engine_api::Control;
use parallax_model::{Model, PostedConstraint, Solution, VarId};

/// The name of a question, which is that of its method, and the answer to it.
pub type NamedAnswer = (&'static str, String);

/// Asks an instance every question of every trait that it has. The solution is one of its default
/// model; what cannot be asked, because the instance has no such ability, is answered `None`.
///
/// # Panics
/// Panics if the instance has no default model.
#[must_use]
pub fn list_answers(instance: &dyn Instance, solution: &Solution) -> Vec<NamedAnswer> {
    let viewpoint = instance.default_viewpoint();
    let model = instance.model(&viewpoint).expect("a model");
    let values = instance.solution(&viewpoint, solution);
    let asked = InstanceQuestions { instance, solution, values, model };
    let mut all = asked.ask_models();
    all.extend(asked.ask_rules());
    all.extend(asked.ask_notation());
    all.extend(asked.ask_picture());
    all.extend(asked.ask_explanations());
    all.extend(asked.ask_reductions());
    all
}

/// The instance and the solution that questions are about.
struct InstanceQuestions<'a> {
    instance: &'a dyn Instance,
    solution: &'a Solution,
    values: PuzzleSolution,
    model: Model,
}

impl InstanceQuestions<'_> {
    fn ask_models(&self) -> Vec<NamedAnswer> {
        let (instance, control) = (self.instance, Control::unlimited());
        let viewpoint = instance.default_viewpoint();
        let within = instance.model_within(&viewpoint, &control);
        let named =
            instance.model_options().first().map(|option| format!("{viewpoint}+{}", option.name));
        vec![
            ("puzzle_name", show_answer(instance.puzzle_name())),
            ("title", show_answer(instance.title())),
            ("model_names", show_answer(instance.model_names())),
            ("model_options", show_answer(instance.model_options())),
            ("viewpoint", show_answer(named.map(|name| instance.viewpoint(&name)))),
            ("default_viewpoint", show_answer(&viewpoint)),
            ("solution_weight", show_answer(instance.solution_weight(&viewpoint))),
            ("shape_key", show_answer(instance.shape_key(&viewpoint))),
            ("model", describe_model(&self.model)),
            ("model_within", show_answer(within.map(|model| describe_model(&model)))),
            ("givens", show_answer(instance.givens(&viewpoint))),
            ("solution", show_answer(&self.values)),
        ]
    }

    fn ask_rules(&self) -> Vec<NamedAnswer> {
        let (instance, values) = (self.instance, &self.values[..]);
        let completion = instance.completion(values).map(|model| describe_model(&model));
        vec![
            ("rules", show_answer(instance.rules(values))),
            ("rules_in_full", show_answer(instance.rules_in_full(self.solution, values))),
            ("completion", show_answer(completion)),
            ("objective_value", show_answer(instance.objective_value(values))),
            ("goal", show_answer(instance.goal())),
            ("default_task", show_answer(instance.default_task())),
            ("notation", show_answer("it has one")),
            ("picture", show_answer("it has one")),
            ("explanation_source", show_answer(instance.explanation_source().is_some())),
            ("puzzle_reduction", show_answer(instance.puzzle_reduction().is_some())),
        ]
    }

    fn ask_notation(&self) -> Vec<NamedAnswer> {
        let (notation, values) = (self.instance.notation(), &self.values[..]);
        let text = notation.write_solution(values);
        let form = notation.list_forms().first().copied().unwrap_or("a form");
        vec![
            ("write_instance", show_answer(notation.write_instance())),
            ("read_solutions", show_answer(notation.read_solutions("text", &text))),
            ("write_solution", show_answer(text)),
            ("write_structure", show_answer(notation.write_structure(values))),
            ("write_instantiation", show_answer(notation.write_instantiation(values))),
            ("list_forms", show_answer(notation.list_forms())),
            ("write_form", show_answer(notation.write_form(form))),
            ("decode_solution", show_answer(notation.decode_solution(values))),
            ("solver_language", show_answer(notation.solver_language())),
            ("reader_warnings", show_answer(notation.reader_warnings())),
            ("source_form", show_answer(notation.source_form())),
            ("setter_notes", show_answer(notation.setter_notes())),
        ]
    }

    fn ask_picture(&self) -> Vec<NamedAnswer> {
        let (picture, viewpoint) = (self.instance.picture(), self.instance.default_viewpoint());
        let solutions = std::slice::from_ref(&self.values);
        let marks = [PictureMark { variable: VarId::new(0), sign: '*' }];
        let marked = picture.draw_marks(&viewpoint, Some(&self.values), &marks);
        vec![
            ("draw_text", show_answer(picture.draw_text(solutions))),
            ("draw_svg", show_answer(picture.draw_svg(solutions))),
            ("draw_marks", show_answer(marked)),
            ("max_pictures", show_answer(picture.max_pictures())),
            ("board_layout", show_answer(picture.board_layout(&viewpoint))),
        ]
    }

    fn ask_explanations(&self) -> Vec<NamedAnswer> {
        let source = self.instance.explanation_source();
        let ask =
            |question: &dyn Fn(&dyn ExplanationSource) -> String| show_answer(source.map(question));
        let (viewpoint, control) = (self.instance.default_viewpoint(), Control::unlimited());
        let excerpt = InstanceExcerpt { labels: &[], givens: &[], excluded: &[] };
        let posted = |asks: &dyn Fn(&PostedConstraint) -> bool| {
            self.model.constraints().iter().map(asks).collect::<Vec<bool>>()
        };
        let form = |source: &dyn ExplanationSource| {
            source.explanation_form(&control).map(|form| form.map(|form| form.title()))
        };
        let explainable = |source: &dyn ExplanationSource| {
            let model = source.explainable_model(&viewpoint, &control);
            model.map(|model| describe_model(&model))
        };
        let answered =
            |source: &dyn ExplanationSource| match source.solve_excerpt(&excerpt, &control)? {
                ExcerptAnswer::Solved { satisfiable, by } => Some(format!("{satisfiable} by {by}")),
                ExcerptAnswer::Open(rest) => Some(rest.title()),
                ExcerptAnswer::Failed(why) => Some(why),
            };
        let chosen = self.values.get(..1).unwrap_or_default();
        vec![
            ("explainable_model", ask(&|source| show_answer(explainable(source)))),
            ("rule_sentences", ask(&|source| show_answer(source.rule_sentences()))),
            (
                "is_definition",
                ask(&|source| show_answer(posted(&|constraint| source.is_definition(constraint)))),
            ),
            (
                "is_always_posted",
                ask(&|source| {
                    show_answer(posted(&|constraint| source.is_always_posted(constraint)))
                }),
            ),
            ("explanation_form", ask(&|source| show_answer(form(source)))),
            ("solve_excerpt", ask(&|source| show_answer(answered(source)))),
            ("suggest_hint", ask(&|source| show_answer(source.suggest_hint(chosen)))),
        ]
    }

    fn ask_reductions(&self) -> Vec<NamedAnswer> {
        let reduction = self.instance.puzzle_reduction();
        let ask = |question: &dyn Fn(&dyn PuzzleReduction) -> String| {
            show_answer(reduction.map(question))
        };
        let title = |smaller: Option<Box<dyn Instance>>| smaller.map(|smaller| smaller.title());
        vec![
            ("list_cuts", ask(&|reduction| show_answer(reduction.list_cuts()))),
            ("make_cut", ask(&|reduction| show_answer(title(reduction.make_cut(0, 0..1))))),
            ("list_clues", ask(&|reduction| show_answer(reduction.list_clues()))),
            ("remove_clues", ask(&|reduction| show_answer(title(reduction.remove_clues(&[0]))))),
        ]
    }
}

/// Returns an answer as text.
fn show_answer(answer: impl std::fmt::Debug) -> String {
    format!("{answer:?}")
}

/// Returns the parts of a model as text, in their order.
fn describe_model(model: &Model) -> String {
    show_answer((model.name(), model.variables(), model.constraints(), model.objective()))
}
