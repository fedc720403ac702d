//! A wrapper passes on every question that it does not answer itself.

use std::collections::BTreeMap;
use std::ops::Range;

use super::*;
use parallax_model::engine_api::{Control, PreparationError, Task};
use parallax_model::{
    Compare, ComparisonOperator, Constraint, Domain, Given, Model, ModelError, NumberedCuts,
    PostedConstraint, Solution, Value, VarId,
};

const OPTION: ModelOption =
    ModelOption { name: "option", words: "of the probe", effect: OptionEffect::Same };

/// An instance whose every answer is another one than that of the traits.
#[derive(Default)]
struct Probe {
    notes: Vec<String>,
    warnings: Vec<InputError>,
}

impl Probe {
    fn new() -> Self {
        let warnings = vec![InputError::new("probe", "a warning")];
        Probe { notes: vec!["a note".into()], warnings }
    }
}

/// Returns a model of two variables, with a constraint of this label.
fn two(label: &str) -> Result<Model, ModelError> {
    let mut model = Model::new(label);
    let x = model.add_shown("x", Domain::from_range(1, 3))?;
    let y = model.add_shown("y", Domain::from_range(1, 3))?;
    model.post(label, Constraint::Compare(Compare::new(x, ComparisonOperator::Lt, y)))?;
    Ok(model)
}

impl ModelSource for Probe {
    fn puzzle_name(&self) -> &'static str {
        "probe"
    }

    fn title(&self) -> String {
        "the title of the probe".into()
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["other", "default"]
    }

    fn model_options(&self) -> &'static [ModelOption] {
        &[OPTION]
    }

    fn viewpoint(&self, name: &str) -> Result<Viewpoint, ModelError> {
        Err(ModelError::new(format!("the probe has no '{name}'")))
    }

    fn default_viewpoint(&self) -> Viewpoint {
        Viewpoint::parse_name(self, "default").expect("a viewpoint")
    }

    fn solution_weight(&self, _: &Viewpoint) -> Option<SolutionWeight> {
        Some(SolutionWeight::from_factor(7u64.into()))
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        "the shape of the probe".into()
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        two("of the probe")
    }

    fn model_within(&self, _: &Viewpoint, _: &Control) -> Result<Model, PreparationError> {
        Ok(two("of the probe in time")?)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        vec![Given { variable: VarId::new(0), value: 1 }]
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values().iter().rev().copied().collect()
    }
}

impl Instance for Probe {
    fn rules(&self, _: &[Value]) -> Result<(), BrokenRuleError> {
        Err(BrokenRuleError::new("probe", "a rule"))
    }

    fn rules_in_full(&self, _: &Solution, _: &[Value]) -> Result<(), BrokenRuleError> {
        Err(BrokenRuleError::new("probe", "a rule in full"))
    }

    fn completion(&self, _: &[Value]) -> Option<Model> {
        two("completed").ok()
    }

    fn objective_value(&self, _: &[Value]) -> Option<i128> {
        Some(7)
    }

    fn goal(&self) -> Option<InstanceGoal> {
        Some(InstanceGoal::Consequences)
    }

    fn default_task(&self) -> Task {
        Task::Count
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

impl PuzzleNotation for Probe {
    fn write_instance(&self) -> String {
        "the text of the probe".into()
    }

    fn write_solution(&self, _: &[Value]) -> String {
        "a solution of the probe".into()
    }

    fn read_solutions(&self, _: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        Err(InputError::new("probe", text))
    }

    fn write_structure(&self, _: &[Value]) -> String {
        "a structure of the probe".into()
    }

    fn write_instantiation(&self, _: &[Value]) -> Option<String> {
        Some("an instantiation of the probe".into())
    }

    fn list_forms(&self) -> &'static [&'static str] {
        &["the form of the probe"]
    }

    fn write_form(&self, name: &str) -> Result<String, InstanceFormError> {
        Ok(format!("the probe as {name}"))
    }

    fn decode_solution(&self, _: &[Value]) -> Option<Result<NamedValues, DecodeError>> {
        Some(Ok(vec![("probe".into(), 7)]))
    }

    fn solver_language(&self) -> Option<SolverLanguage> {
        Some(SolverLanguage::Opb)
    }

    fn reader_warnings(&self) -> &[InputError] {
        &self.warnings
    }

    fn source_form(&self) -> Option<&'static str> {
        Some("a probe")
    }

    fn setter_notes(&self) -> &[String] {
        &self.notes
    }
}

impl PuzzlePicture for Probe {
    fn draw_text(&self, _: &[PuzzleSolution]) -> String {
        "a picture of the probe".into()
    }

    fn draw_svg(&self, _: &[PuzzleSolution]) -> String {
        "an SVG document of the probe".into()
    }

    fn draw_marks(
        &self,
        _: &Viewpoint,
        _: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        Some(MarkedPicture { text: format!("{marks:?}"), svg: "marks of the probe".into() })
    }

    fn max_pictures(&self) -> usize {
        7
    }

    fn board_layout(&self, _: &Viewpoint) -> Option<BoardLayout> {
        Some(BoardLayout::square_board(7))
    }
}

impl ExplanationSource for Probe {
    fn explainable_model(&self, _: &Viewpoint, _: &Control) -> Result<Model, ModelError> {
        two("explainable")
    }

    fn rule_sentences(&self) -> Vec<String> {
        vec!["A rule of the probe.".into()]
    }

    fn is_definition(&self, _: &PostedConstraint) -> bool {
        true
    }

    fn is_always_posted(&self, _: &PostedConstraint) -> bool {
        true
    }

    fn explanation_form(&self, _: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        Some(Ok(Box::new(Probe::new())))
    }

    fn solve_excerpt(&self, _: &InstanceExcerpt<'_>, _: &Control) -> Option<ExcerptAnswer> {
        Some(ExcerptAnswer::Failed("an excerpt of the probe".into()))
    }

    fn suggest_hint(&self, _: &[Value]) -> Option<Result<PuzzleHint, PuzzleHintError>> {
        let (tiers, choices) = Default::default();
        Some(Ok(PuzzleHint { kind: PuzzleHintKind::Done, tiers, choices }))
    }
}

impl PuzzleReduction for Probe {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        vec![NumberedCuts::new("cuts of the probe", 7)]
    }

    fn make_cut(&self, _: usize, _: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(Probe::new()))
    }

    fn list_clues(&self) -> Vec<String> {
        vec!["a clue of the probe".into()]
    }

    fn remove_clues(&self, _: &[usize]) -> Option<Box<dyn Instance>> {
        Some(Box::new(Probe::new()))
    }
}

/// An instance that answers only what it must, as the probe does; around the probe, or alone.
struct Plain {
    probe: Probe,
    wraps: bool,
}

impl ModelSource for Plain {
    fn puzzle_name(&self) -> &'static str {
        self.probe.puzzle_name()
    }

    fn title(&self) -> String {
        self.probe.title()
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.probe.model_names()
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.probe.shape_key(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.probe.model(viewpoint)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.probe.givens(viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.probe.solution(viewpoint, solution)
    }

    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        self.wraps.then_some(&self.probe as &dyn Instance)
    }
}

impl Instance for Plain {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        self.probe.rules(solution)
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

impl PuzzleNotation for Plain {
    fn write_instance(&self) -> String {
        self.probe.write_instance()
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        self.probe.write_solution(solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        self.probe.read_solutions(source, text)
    }
}

impl PuzzlePicture for Plain {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        self.probe.draw_text(solutions)
    }
}

impl ExplanationSource for Plain {}

impl PuzzleReduction for Plain {}

/// Returns the questions to which two instances have different answers.
fn differences(one: &dyn Instance, other: &dyn Instance) -> Vec<&'static str> {
    let model = one.model(&one.default_viewpoint()).expect("a model");
    let solution = model.check(&[], &[1, 2]).expect("a solution");
    let others: BTreeMap<_, _> = list_answers(other, &solution).into_iter().collect();
    let own = list_answers(one, &solution).into_iter();
    own.filter(|(name, answer)| others[name] != *answer).map(|(name, _)| name).collect()
}

#[test]
fn every_answer_of_the_probe_is_another_than_the_default() {
    let alone = Plain { probe: Probe::new(), wraps: false };
    let must = [
        "puzzle_name",
        "title",
        "model_names",
        "shape_key",
        "model",
        "givens",
        "solution",
        "rules",
        "notation",
        "picture",
        "explanation_source",
        "puzzle_reduction",
        "write_instance",
        "write_solution",
        "read_solutions",
        "draw_text",
    ];
    let model = two("").expect("a model");
    let solution = model.check(&[], &[1, 2]).expect("a solution");
    let all = list_answers(&Probe::new(), &solution).into_iter().map(|(name, _)| name);
    let optional: Vec<&str> = all.filter(|name| !must.contains(name)).collect();
    assert_eq!(differences(&Probe::new(), &alone), optional);
}

#[test]
fn a_wrapper_that_answers_only_what_it_must_passes_on_the_rest() {
    let plain = Plain { probe: Probe::new(), wraps: true };
    assert_eq!(differences(&Probe::new(), &plain), Vec::<&str>::new());
}

#[test]
fn givens_change_only_what_they_are_about() {
    let given = GivensWrapper::new(Box::new(Probe::new()), ["y=2".to_owned()].into());
    let own = ["title", "givens", "explanation_form", "suggest_hint", "make_cut", "remove_clues"];
    assert_eq!(differences(&Probe::new(), &given), own);
    assert_eq!(added_givens(&given), ["y=2"]);
}
