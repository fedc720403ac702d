//! The questions of explanations and hints to an instance, beyond its model.

use thiserror::Error;

use super::{InputError, Instance, Viewpoint};
use parallax_model::engine_api::Control;
use parallax_model::{Given, Model, ModelError, PostedConstraint, Value};

/// An instance that knows more about its reasons than its model states.
pub trait ExplanationSource: Instance {
    /// Returns the model for explanations, with the same variables: every rule is a constraint with
    /// a label that people understand, and the domains follow from no rule and no given. By
    /// default, and when `control` stops the work, it is the model itself.
    ///
    /// # Errors
    /// Returns the errors of [`model`](super::ModelSource::model).
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        match inner_explanations(self) {
            Some(inner) => inner.explainable_model(viewpoint, control),
            None => self.model(viewpoint),
        }
    }

    /// Returns the rules in sentences for a person who solves the instance. None, the default, if
    /// the kind of puzzle states them.
    fn rule_sentences(&self) -> Vec<String> {
        inner_explanations(self).map_or_else(Vec::new, ExplanationSource::rule_sentences)
    }

    /// Whether a constraint of that model only defines hidden variables, so that no explanation
    /// names it. By default, none does.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        inner_explanations(self).is_some_and(|inner| inner.is_definition(posted))
    }

    /// Whether a constraint of the [explainable model](ExplanationSource::explainable_model) is
    /// only there for a part that holds in this model always, because nothing can take it out.
    /// Excerpts leave it out.
    fn is_always_posted(&self, posted: &PostedConstraint) -> bool {
        inner_explanations(self).is_some_and(|inner| inner.is_always_posted(posted))
    }

    /// Returns the instance in the form whose reasons people understand, if it is another one: a
    /// compiler may have folded constraints into domains. `None`, the default, if this is that
    /// form.
    ///
    /// # Errors
    /// Returns an error if that form cannot be made, or `control` stops the work.
    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        inner_explanations(self)?.explanation_form(control)
    }

    /// Answers whether a part of the instance's own text has a solution, read again without the
    /// rest. `None`, the default, if the [explainable model](ExplanationSource::explainable_model)
    /// is what people wrote.
    fn solve_excerpt(
        &self,
        excerpt: &InstanceExcerpt<'_>,
        control: &Control,
    ) -> Option<ExcerptAnswer> {
        inner_explanations(self)?.solve_excerpt(excerpt, control)
    }

    /// Returns a hint in the puzzle's own words, after some values of a solution are chosen.
    /// `None`, the default, if hints are steps derived from rules.
    ///
    /// # Errors
    /// The inner error states why there is no hint for this choice.
    fn suggest_hint(&self, chosen: &[Value]) -> Option<Result<PuzzleHint, PuzzleHintError>> {
        inner_explanations(self)?.suggest_hint(chosen)
    }
}

/// Returns the explanations of the instance inside a wrapper.
fn inner_explanations(instance: &(impl Instance + ?Sized)) -> Option<&dyn ExplanationSource> {
    instance.wrapped_instance()?.explanation_source()
}

/// A part of an instance's text alone, the ground on which an explanation is confirmed: some of the
/// constraints of its [explainable model](ExplanationSource::explainable_model), and values of
/// variables of that model.
#[derive(Clone, Copy, Debug)]
pub struct InstanceExcerpt<'e> {
    /// The labels of the constraints that stay. Facts, which no explanation names, stay always.
    pub labels: &'e [&'e str],
    /// The values that variables have.
    pub givens: &'e [Given],
    /// The values that variables do not have.
    pub excluded: &'e [Given],
}

/// The answer to the question whether an [`InstanceExcerpt`] has a solution.
pub enum ExcerptAnswer {
    /// This program has answered it: whether there is a solution.
    Solved {
        /// Whether there is a solution.
        satisfiable: bool,
        /// The program.
        by: String,
    },
    /// The instance that is left. Engines answer it.
    Open(Box<dyn Instance>),
    /// It cannot be answered, for this reason.
    Failed(String),
}

/// A hint in the puzzle's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleHint {
    /// The situation that it describes.
    pub kind: PuzzleHintKind,
    /// Four tiers, each with the content of the one before and more; the last has the reason, one
    /// line for each of its parts.
    pub tiers: [Vec<String>; 4],
    /// The values that each tier chooses, in order; all belong to one solution.
    pub choices: [Vec<Value>; 4],
}

/// The situation that a hint in the puzzle's own words describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleHintKind {
    /// The choice is part of a solution.
    Solution,
    /// The choice is a solution.
    Done,
    /// The choice is in no solution, but there are others.
    Wrong,
    /// There is no solution.
    None,
}

/// Why an instance gives no hint in its own words for a choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleHintError {
    /// The puzzle refuses, for this reason: the choice is wrong, or the instance too large.
    #[error("{0}")]
    Refused(String),
    /// Values are given that the puzzle's own hints do not know.
    #[error("hints of this puzzle take no givens")]
    Givens,
}
