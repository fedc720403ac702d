//! Methods of a wrapper that ask the instance inside.

/// Writes the named methods of an `impl Instance` so that they ask the instance in a field.
///
/// ```ignore
/// impl Instance for Renamed {
///     forward_instance!(inner: puzzle, models, options);
/// }
/// ```
///
/// A method that a wrapper forgets gets the default of the trait, without a word. So a test of the
/// workspace compares the methods that each wrapper has with those of the trait.
#[macro_export]
macro_rules! forward_instance {
    ($inner:ident: $($method:ident),+ $(,)?) => {
        $($crate::forward_instance!(@ $method $inner);)+
    };
    (@ puzzle $inner:ident) => {
        fn puzzle(&self) -> &'static str {
            self.$inner.puzzle()
        }
    };
    (@ title $inner:ident) => {
        fn title(&self) -> String {
            self.$inner.title()
        }
    };
    (@ warnings $inner:ident) => {
        fn warnings(&self) -> &[$crate::instance::InputError] {
            self.$inner.warnings()
        }
    };
    (@ found_as $inner:ident) => {
        fn found_as(&self) -> Option<&'static str> {
            self.$inner.found_as()
        }
    };
    (@ notes $inner:ident) => {
        fn notes(&self) -> &[String] {
            self.$inner.notes()
        }
    };
    (@ models $inner:ident) => {
        fn models(&self) -> &'static [&'static str] {
            self.$inner.models()
        }
    };
    (@ options $inner:ident) => {
        fn options(&self) -> &'static [$crate::instance::ModelOption] {
            self.$inner.options()
        }
    };
    (@ viewpoint $inner:ident) => {
        fn viewpoint(&self, name: &str) -> Result<$crate::instance::Viewpoint, $crate::ModelError> {
            self.$inner.viewpoint(name)
        }
    };
    (@ default_viewpoint $inner:ident) => {
        fn default_viewpoint(&self) -> $crate::instance::Viewpoint {
            self.$inner.default_viewpoint()
        }
    };
    (@ weight $inner:ident) => {
        fn weight(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
        ) -> Option<$crate::instance::Weight> {
            self.$inner.weight(viewpoint)
        }
    };
    (@ shape $inner:ident) => {
        fn shape(&self, viewpoint: &$crate::instance::Viewpoint) -> String {
            self.$inner.shape(viewpoint)
        }
    };
    (@ model $inner:ident) => {
        fn model(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
        ) -> Result<$crate::Model, $crate::ModelError> {
            self.$inner.model(viewpoint)
        }
    };
    (@ model_within $inner:ident) => {
        fn model_within(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
            control: &$crate::ask::Control,
        ) -> Result<$crate::Model, $crate::ask::Refusal> {
            self.$inner.model_within(viewpoint, control)
        }
    };
    (@ explainable $inner:ident) => {
        fn explainable(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
            control: &$crate::ask::Control,
        ) -> Result<$crate::Model, $crate::ModelError> {
            self.$inner.explainable(viewpoint, control)
        }
    };
    (@ sentences $inner:ident) => {
        fn sentences(&self) -> Vec<String> {
            self.$inner.sentences()
        }
    };
    (@ is_definition $inner:ident) => {
        fn is_definition(&self, posted: &$crate::Posted) -> bool {
            self.$inner.is_definition(posted)
        }
    };
    (@ is_always_posted $inner:ident) => {
        fn is_always_posted(&self, posted: &$crate::Posted) -> bool {
            self.$inner.is_always_posted(posted)
        }
    };
    (@ excerpt $inner:ident) => {
        fn excerpt(
            &self,
            excerpt: &$crate::instance::Excerpt<'_>,
            control: &$crate::ask::Control,
        ) -> Option<$crate::instance::Excerpted> {
            self.$inner.excerpt(excerpt, control)
        }
    };
    (@ explanation_form $inner:ident) => {
        fn explanation_form(
            &self,
            control: &$crate::ask::Control,
        ) -> Option<Result<Box<dyn $crate::instance::Instance>, $crate::instance::InputError>> {
            self.$inner.explanation_form(control)
        }
    };
    (@ own_hint $inner:ident) => {
        fn own_hint(
            &self,
            chosen: &[$crate::Value],
        ) -> Option<Result<$crate::instance::OwnHint, String>> {
            self.$inner.own_hint(chosen)
        }
    };
    (@ board $inner:ident) => {
        fn board(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
        ) -> Option<$crate::instance::Board> {
            self.$inner.board(viewpoint)
        }
    };
    (@ givens $inner:ident) => {
        fn givens(&self, viewpoint: &$crate::instance::Viewpoint) -> Vec<$crate::Given> {
            self.$inner.givens(viewpoint)
        }
    };
    (@ wrapped $inner:ident) => {
        fn wrapped(&self) -> Option<&dyn $crate::instance::Instance> {
            self.$inner.wrapped()
        }
    };
    (@ added_givens $inner:ident) => {
        fn added_givens(&self) -> &[String] {
            self.$inner.added_givens()
        }
    };
    (@ solution $inner:ident) => {
        fn solution(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
            solution: &$crate::Solution,
        ) -> $crate::instance::PuzzleSolution {
            self.$inner.solution(viewpoint, solution)
        }
    };
    (@ rules $inner:ident) => {
        fn rules(&self, solution: &[$crate::Value]) -> Result<(), $crate::instance::BrokenRule> {
            self.$inner.rules(solution)
        }
    };
    (@ rules_in_full $inner:ident) => {
        fn rules_in_full(
            &self,
            all: &$crate::Solution,
            solution: &[$crate::Value],
        ) -> Result<(), $crate::instance::BrokenRule> {
            self.$inner.rules_in_full(all, solution)
        }
    };
    (@ completion $inner:ident) => {
        fn completion(&self, solution: &[$crate::Value]) -> Option<$crate::Model> {
            self.$inner.completion(solution)
        }
    };
    (@ tree $inner:ident) => {
        fn tree(&self) -> Option<$crate::flatten::Tree<'_>> {
            self.$inner.tree()
        }
    };
    (@ instantiation $inner:ident) => {
        fn instantiation(&self, solution: &[$crate::Value]) -> Option<String> {
            self.$inner.instantiation(solution)
        }
    };
    (@ objective $inner:ident) => {
        fn objective(&self, solution: &[$crate::Value]) -> Option<i128> {
            self.$inner.objective(solution)
        }
    };
    (@ language $inner:ident) => {
        fn language(&self) -> Option<$crate::instance::Language> {
            self.$inner.language()
        }
    };
    (@ goal $inner:ident) => {
        fn goal(&self) -> Option<$crate::instance::Goal> {
            self.$inner.goal()
        }
    };
    (@ default_task $inner:ident) => {
        fn default_task(&self) -> $crate::ask::Task {
            self.$inner.default_task()
        }
    };
    (@ write $inner:ident) => {
        fn write(&self) -> String {
            self.$inner.write()
        }
    };
    (@ forms $inner:ident) => {
        fn forms(&self) -> &'static [&'static str] {
            self.$inner.forms()
        }
    };
    (@ write_form $inner:ident) => {
        fn write_form(&self, name: &str) -> Result<String, String> {
            self.$inner.write_form(name)
        }
    };
    (@ cuts $inner:ident) => {
        fn cuts(&self) -> Vec<$crate::Cuts> {
            self.$inner.cuts()
        }
    };
    (@ cut $inner:ident) => {
        fn cut(
            &self,
            kind: usize,
            run: ::std::ops::Range<usize>,
        ) -> Option<Box<dyn $crate::instance::Instance>> {
            self.$inner.cut(kind, run)
        }
    };
    (@ clues $inner:ident) => {
        fn clues(&self) -> Vec<String> {
            self.$inner.clues()
        }
    };
    (@ without_clues $inner:ident) => {
        fn without_clues(&self, places: &[usize]) -> Option<Box<dyn $crate::instance::Instance>> {
            self.$inner.without_clues(places)
        }
    };
    (@ write_solution $inner:ident) => {
        fn write_solution(&self, solution: &[$crate::Value]) -> String {
            self.$inner.write_solution(solution)
        }
    };
    (@ structure $inner:ident) => {
        fn structure(&self, solution: &[$crate::Value]) -> String {
            self.$inner.structure(solution)
        }
    };
    (@ read_solutions $inner:ident) => {
        fn read_solutions(
            &self,
            source: &str,
            text: &str,
        ) -> Result<Vec<$crate::instance::PuzzleSolution>, $crate::instance::InputError> {
            self.$inner.read_solutions(source, text)
        }
    };
    (@ meaning $inner:ident) => {
        fn meaning(
            &self,
            solution: &[$crate::Value],
        ) -> Option<Result<Vec<(String, $crate::Value)>, String>> {
            self.$inner.meaning(solution)
        }
    };
    (@ most_pictures $inner:ident) => {
        fn most_pictures(&self) -> usize {
            self.$inner.most_pictures()
        }
    };
    (@ text $inner:ident) => {
        fn text(&self, solutions: &[$crate::instance::PuzzleSolution]) -> String {
            self.$inner.text(solutions)
        }
    };
    (@ svg $inner:ident) => {
        fn svg(&self, solutions: &[$crate::instance::PuzzleSolution]) -> String {
            self.$inner.svg(solutions)
        }
    };
    (@ marked $inner:ident) => {
        fn marked(
            &self,
            viewpoint: &$crate::instance::Viewpoint,
            solution: Option<&$crate::instance::PuzzleSolution>,
            marks: &[$crate::instance::Mark],
        ) -> Option<$crate::instance::Marked> {
            self.$inner.marked(viewpoint, solution, marks)
        }
    };
}
