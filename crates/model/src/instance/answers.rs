//! Every question that the traits of an instance ask, with its answer as text, for tests of wrappers.

use super::{
    Excerpt, Excerpted, ExplanationSource, Instance, Mark, PuzzleReduction, PuzzleSolution,
};
use crate::ask::Control;
use crate::{Model, Posted, Solution, VarId};

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
    let asked = Asked { instance, solution, values, model };
    let mut all = asked.ask_models();
    all.extend(asked.ask_rules());
    all.extend(asked.ask_notation());
    all.extend(asked.ask_picture());
    all.extend(asked.ask_explanations());
    all.extend(asked.ask_reductions());
    all
}

/// The instance and the solution that questions are about.
struct Asked<'a> {
    instance: &'a dyn Instance,
    solution: &'a Solution,
    values: PuzzleSolution,
    model: Model,
}

impl Asked<'_> {
    fn ask_models(&self) -> Vec<NamedAnswer> {
        let (instance, control) = (self.instance, Control::unlimited());
        let viewpoint = instance.default_viewpoint();
        let within = instance.model_within(&viewpoint, &control);
        let named = instance.options().first().map(|own| format!("{viewpoint}+{}", own.name));
        vec![
            ("puzzle", show(instance.puzzle())),
            ("title", show(instance.title())),
            ("models", show(instance.models())),
            ("options", show(instance.options())),
            ("viewpoint", show(named.map(|name| instance.viewpoint(&name)))),
            ("default_viewpoint", show(&viewpoint)),
            ("weight", show(instance.weight(&viewpoint))),
            ("shape", show(instance.shape(&viewpoint))),
            ("model", describe(&self.model)),
            ("model_within", show(within.map(|model| describe(&model)))),
            ("givens", show(instance.givens(&viewpoint))),
            ("solution", show(&self.values)),
        ]
    }

    fn ask_rules(&self) -> Vec<NamedAnswer> {
        let (instance, values) = (self.instance, &self.values[..]);
        vec![
            ("rules", show(instance.rules(values))),
            ("rules_in_full", show(instance.rules_in_full(self.solution, values))),
            ("completion", show(instance.completion(values).map(|model| describe(&model)))),
            ("objective", show(instance.objective(values))),
            ("goal", show(instance.goal())),
            ("default_task", show(instance.default_task())),
            ("notation", show("it has one")),
            ("picture", show("it has one")),
            ("explanations", show(instance.explanations().is_some())),
            ("reductions", show(instance.reductions().is_some())),
        ]
    }

    fn ask_notation(&self) -> Vec<NamedAnswer> {
        let (notation, values) = (self.instance.notation(), &self.values[..]);
        let text = notation.write_solution(values);
        let form = notation.list_forms().first().copied().unwrap_or("a form");
        vec![
            ("write", show(notation.write())),
            ("read_solutions", show(notation.read_solutions("text", &text))),
            ("write_solution", show(text)),
            ("write_structure", show(notation.write_structure(values))),
            ("write_instantiation", show(notation.write_instantiation(values))),
            ("list_forms", show(notation.list_forms())),
            ("write_form", show(notation.write_form(form))),
            ("decode_solution", show(notation.decode_solution(values))),
            ("language", show(notation.language())),
            ("warnings", show(notation.warnings())),
            ("source_form", show(notation.source_form())),
            ("notes", show(notation.notes())),
        ]
    }

    fn ask_picture(&self) -> Vec<NamedAnswer> {
        let (picture, viewpoint) = (self.instance.picture(), self.instance.default_viewpoint());
        let solutions = std::slice::from_ref(&self.values);
        let marks = [Mark { variable: VarId::new(0), sign: '*' }];
        let marked = picture.draw_marks(&viewpoint, Some(&self.values), &marks);
        vec![
            ("draw_text", show(picture.draw_text(solutions))),
            ("draw_svg", show(picture.draw_svg(solutions))),
            ("draw_marks", show(marked)),
            ("max_pictures", show(picture.max_pictures())),
            ("board", show(picture.board(&viewpoint))),
        ]
    }

    fn ask_explanations(&self) -> Vec<NamedAnswer> {
        let own = self.instance.explanations();
        let ask = |question: &dyn Fn(&dyn ExplanationSource) -> String| show(own.map(question));
        let (viewpoint, control) = (self.instance.default_viewpoint(), Control::unlimited());
        let excerpt = Excerpt { labels: &[], givens: &[], excluded: &[] };
        let posted = |asks: &dyn Fn(&Posted) -> bool| {
            self.model.constraints().iter().map(asks).collect::<Vec<bool>>()
        };
        let form = |own: &dyn ExplanationSource| {
            own.explanation_form(&control).map(|form| form.map(|form| form.title()))
        };
        let explainable = |own: &dyn ExplanationSource| {
            let model = own.explainable_model(&viewpoint, &control);
            model.map(|model| describe(&model))
        };
        let answered = |own: &dyn ExplanationSource| match own.solve_excerpt(&excerpt, &control)? {
            Excerpted::Solved { satisfiable, by } => Some(format!("{satisfiable} by {by}")),
            Excerpted::Open(rest) => Some(rest.title()),
            Excerpted::Failed(why) => Some(why),
        };
        let chosen = self.values.get(..1).unwrap_or_default();
        vec![
            ("explainable_model", ask(&|own| show(explainable(own)))),
            ("rule_sentences", ask(&|own| show(own.rule_sentences()))),
            ("is_definition", ask(&|own| show(posted(&|one| own.is_definition(one))))),
            ("is_always_posted", ask(&|own| show(posted(&|one| own.is_always_posted(one))))),
            ("explanation_form", ask(&|own| show(form(own)))),
            ("solve_excerpt", ask(&|own| show(answered(own)))),
            ("suggest_hint", ask(&|own| show(own.suggest_hint(chosen)))),
        ]
    }

    fn ask_reductions(&self) -> Vec<NamedAnswer> {
        let own = self.instance.reductions();
        let ask = |question: &dyn Fn(&dyn PuzzleReduction) -> String| show(own.map(question));
        let title = |smaller: Option<Box<dyn Instance>>| smaller.map(|smaller| smaller.title());
        vec![
            ("list_cuts", ask(&|own| show(own.list_cuts()))),
            ("make_cut", ask(&|own| show(title(own.make_cut(0, 0..1))))),
            ("list_clues", ask(&|own| show(own.list_clues()))),
            ("remove_clues", ask(&|own| show(title(own.remove_clues(&[0]))))),
        ]
    }
}

/// Returns an answer as text.
fn show(answer: impl std::fmt::Debug) -> String {
    format!("{answer:?}")
}

/// Returns the parts of a model as text, in their order.
fn describe(model: &Model) -> String {
    show((model.name(), model.variables(), model.constraints(), model.objective()))
}
