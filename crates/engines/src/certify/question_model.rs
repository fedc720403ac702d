//! The model of a question in the form of the checker.

use std::sync::Arc;

use parallax_certificates::CheckerModel as Flat;
use parallax_model::Given;

/// A model, and a copy with the givens of one question after the other.
pub(super) struct QuestionModel {
    plain: Arc<Flat>,
    copy: Option<Arc<Flat>>,
    /// The variables that have a given in the copy.
    given: Vec<usize>,
}

impl QuestionModel {
    pub(super) fn new(plain: Arc<Flat>) -> Self {
        QuestionModel { plain, copy: None, given: Vec::new() }
    }

    /// Returns the model in which each given is the only value of its variable; a variable has no
    /// value if the given is not in its domain.
    pub(super) fn with_givens(&mut self, givens: &[Given]) -> Arc<Flat> {
        if givens.is_empty() {
            return self.plain.clone();
        }
        // One copy serves all questions, and only the domains with givens are restored. A copy for
        // each question could take longer than its answer.
        let plain = &self.plain;
        let copy = self.copy.get_or_insert_with(|| Arc::new(Flat::clone(plain)));
        let variables = &mut Arc::make_mut(copy).variables;
        for variable in self.given.drain(..) {
            variables[variable].domain.clone_from(&plain.variables[variable].domain);
        }
        for given in givens {
            let variable = given.variable.index();
            variables[variable].domain.retain(|&value| value == i64::from(given.value));
            self.given.push(variable);
        }
        copy.clone()
    }
}
