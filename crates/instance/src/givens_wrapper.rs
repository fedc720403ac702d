//! An instance with values that the user gives.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::{
    BrokenRuleError, ExplanationSource, InputError, Instance, ModelSource, NamedValueError,
    OptionEffect, PuzzleHint, PuzzleHintError, PuzzleNotation, PuzzlePicture, PuzzleReduction,
    PuzzleSolution, SolutionWeight, SolverLanguage, Viewpoint, downcast_instance, parse_given,
};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Given, Model, ModelError, Solution, Value};

/// An instance whose solutions also have these values. They are givens of its models, next to the
/// instance's own, so engines get them and every check of a solution knows them.
pub struct GivensWrapper {
    inner: Box<dyn Instance>,
    texts: Arc<[String]>,
    /// All givens of the models that are known so far.
    known: Mutex<Vec<(Viewpoint, Fitted)>>,
}

/// The givens of a model, or why the texts do not fit it.
type Fitted = Result<Vec<Given>, GivenError>;

/// Why values that the user gives do not fit a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenError {
    /// The model drops solutions.
    #[error("the model {0} drops solutions, perhaps those with these values")]
    DropsSolutions(Viewpoint),
    /// A text names no variable of the model with a value of it.
    #[error("{}{fault}", in_model(.viewpoint))]
    Unread {
        /// The model.
        viewpoint: Viewpoint,
        /// The fault of the text.
        fault: Box<NamedValueError>,
    },
    /// The instance has another value for the variable, or the user.
    #[error("'{text}': {name} is given as {value}")]
    Contradiction {
        /// The text.
        text: String,
        /// The name of the variable.
        name: String,
        /// The other value.
        value: String,
    },
}

impl GivensWrapper {
    /// Creates the instance with these givens; each is `NAME=VALUE`, as
    /// [`parse_given`] reads it.
    #[must_use]
    pub fn new(inner: Box<dyn Instance>, texts: Arc<[String]>) -> Self {
        GivensWrapper { inner, texts, known: Mutex::default() }
    }

    /// Returns another instance with these givens.
    fn wrap_instance(&self, inner: Box<dyn Instance>) -> Box<dyn Instance> {
        Box::new(GivensWrapper::new(inner, self.texts.clone()))
    }

    /// Checks that the givens fit a model. Does not judge a model that cannot be built under
    /// `control`.
    ///
    /// # Errors
    /// Returns the name or value that does not fit, or the reason why this model takes no givens.
    pub fn check_givens(&self, viewpoint: &Viewpoint, control: &Control) -> Result<(), GivenError> {
        refuse_dropping(viewpoint)?;
        let model = self.inner.model_within(viewpoint, control);
        model.map_or(Ok(()), |model| self.fit_givens(viewpoint, &model).map(drop))
    }

    /// Returns all givens of a model of this viewpoint.
    fn fit_givens(&self, viewpoint: &Viewpoint, model: &Model) -> Fitted {
        if let Some(known) = self.known_givens(viewpoint) {
            return known;
        }
        let fitted = refuse_dropping(viewpoint).and_then(|()| self.parse_givens(viewpoint, model));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock was open while the texts were parsed, so another thread may have added the same
        // result. A second copy is harmless.
        known.push((viewpoint.clone(), fitted.clone()));
        fitted
    }

    fn known_givens(&self, viewpoint: &Viewpoint) -> Option<Fitted> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .find(|(known_viewpoint, _)| known_viewpoint == viewpoint)
            .map(|(_, fitted)| fitted.clone())
    }

    fn parse_givens(&self, viewpoint: &Viewpoint, model: &Model) -> Fitted {
        // The instance's own givens come first. A text may repeat one, but not contradict it.
        let mut givens = self.inner.givens(viewpoint);
        for text in &*self.texts {
            let given = parse_given(model, &self.model_name_of(text));
            let viewpoint = viewpoint.clone();
            let given =
                given.map_err(|fault| GivenError::Unread { viewpoint, fault: Box::new(fault) })?;
            match givens.iter().find(|other| other.variable == given.variable) {
                None => givens.push(given),
                Some(other) if other.value == given.value => {}
                Some(other) => {
                    let name = model.name_of(other.variable).to_owned();
                    let value = model.describe_value(other.variable, other.value).into_owned();
                    return Err(GivenError::Contradiction { text: text.clone(), name, value });
                }
            }
        }
        Ok(givens)
    }

    /// Returns a text with the variable's name in the model: DIMACS has numbers, and `3` is `x3`.
    fn model_name_of<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_number = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if is_number && self.inner.notation().solver_language() == Some(SolverLanguage::Dimacs) {
            Cow::Owned(format!("x{}", text.trim_start()))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn check_model(&self, viewpoint: &Viewpoint, model: Model) -> Result<Model, ModelError> {
        self.fit_givens(viewpoint, &model).map_err(|fault| ModelError::new(fault.to_string()))?;
        Ok(model)
    }
}

/// Refuses a model that drops solutions: it may drop those with the given values.
fn refuse_dropping(viewpoint: &Viewpoint) -> Result<(), GivenError> {
    match viewpoint.combined_effect() {
        OptionEffect::Same => Ok(()),
        OptionEffect::Orbits | OptionEffect::Part => {
            Err(GivenError::DropsSolutions(viewpoint.clone()))
        }
    }
}

/// Names the model before a message, where there are several.
fn in_model(viewpoint: &Viewpoint) -> String {
    if viewpoint.model_index() == 0 { String::new() } else { format!("in the model {viewpoint} ") }
}

/// Returns those of an instance's givens that do not come from the instance itself, each as
/// `NAME=VALUE`.
#[must_use]
pub fn added_givens(instance: &dyn Instance) -> &[String] {
    downcast_instance::<GivensWrapper>(instance).map_or(&[], |wrapper| &wrapper.texts)
}

impl ModelSource for GivensWrapper {
    fn puzzle_name(&self) -> &'static str {
        self.inner.puzzle_name()
    }

    fn title(&self) -> String {
        format!("{}, given {}", self.inner.title(), self.texts.join(", "))
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.inner.model_names()
    }

    /// `None` for a model that drops solutions, because it takes no givens.
    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        refuse_dropping(viewpoint).ok().and_then(|()| self.inner.solution_weight(viewpoint))
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape_key(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.check_model(viewpoint, self.inner.model(viewpoint)?)
    }

    fn model_within(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, PreparationError> {
        Ok(self.check_model(viewpoint, self.inner.model_within(viewpoint, control)?)?)
    }

    /// Empty for a model that [`model`](ModelSource::model) refuses.
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        if self.known_givens(viewpoint).is_none() {
            // Building the model also notes its givens.
            let _ = self.model(viewpoint);
        }
        self.known_givens(viewpoint).and_then(Result::ok).unwrap_or_default()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }

    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        Some(&*self.inner)
    }
}

impl Instance for GivensWrapper {
    /// Checks the rules only: a puzzle solution need not have the variables of a model, so checks
    /// of a model's solution check the givens.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        self.inner.rules(solution)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self.inner.notation()
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self.inner.picture()
    }

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        self.inner.explanation_source().map(|_| self as &dyn ExplanationSource)
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        self.inner.puzzle_reduction().map(|_| self as &dyn PuzzleReduction)
    }
}

impl ExplanationSource for GivensWrapper {
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        // This model is built first, because that refuses givens that do not fit.
        let model = self.model(viewpoint)?;
        let inner = self.inner.explanation_source();
        inner.map_or(Ok(model), |inner| inner.explainable_model(viewpoint, control))
    }

    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        let form = self.inner.explanation_source()?.explanation_form(control)?;
        Some(form.map(|form| self.wrap_instance(form)))
    }

    /// A puzzle that words its hints itself knows nothing about these givens.
    fn suggest_hint(&self, chosen: &[Value]) -> Option<Result<PuzzleHint, PuzzleHintError>> {
        let hint = self.inner.explanation_source()?.suggest_hint(chosen)?;
        Some(hint.and(Err(PuzzleHintError::Givens)))
    }
}

impl PuzzleReduction for GivensWrapper {
    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let smaller = self.inner.puzzle_reduction()?.make_cut(kind, run);
        smaller.map(|smaller| self.wrap_instance(smaller))
    }

    fn remove_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        let smaller = self.inner.puzzle_reduction()?.remove_clues(places);
        smaller.map(|smaller| self.wrap_instance(smaller))
    }
}
