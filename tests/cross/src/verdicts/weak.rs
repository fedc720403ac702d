//! The rules of a puzzle catch a model that is too weak.

use super::{Fault, compared, found, made};
use parallax_compare::Verdict;
use parallax_instance::{
    BrokenRuleError, Instance, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleSolution,
    Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError, Task};
use parallax_model::{Given, Model, ModelError, Solution, Value};

/// A puzzle whose model has lost its constraints.
struct Weak(Box<dyn Instance>);

impl ModelSource for Weak {
    fn puzzle_name(&self) -> &'static str {
        self.0.puzzle_name()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.0.model_names()
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.0.shape_key(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let mut weak = Model::new("weak");
        for variable in self.0.model(viewpoint)?.variables() {
            weak.add_shown(variable.name.clone(), variable.domain.clone())?;
        }
        Ok(weak)
    }

    fn model_within(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, PreparationError> {
        Ok(self.model(viewpoint)?)
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        self.0.givens(viewpoint)
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.0.solution(viewpoint, solution)
    }

    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        Some(&*self.0)
    }
}

impl Instance for Weak {
    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRuleError> {
        self.0.rules(terms)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self.0.notation()
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self.0.picture()
    }
}

#[test]
fn the_rules_of_the_puzzle_catch_a_model_that_is_too_weak() {
    let weak = || found(Box::new(Weak(made("latin:3").instance)), 0);
    for task in [Task::First, Task::All, Task::Count] {
        let compared = compared(&[Fault::None, Fault::None], task, weak());
        assert_eq!(compared.verdict, Verdict::WrongSolution);
        let row = &compared.rows[0];
        assert!(!row.checked && row.count == 0 && row.kept.is_empty(), "{row:?}");
        assert!(row.reason_words().is_some_and(|why| why.contains("row 1")), "{row:?}");
    }
}
