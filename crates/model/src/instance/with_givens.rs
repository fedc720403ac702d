//! An instance with values that the user gives.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::{
    BrokenRule, Effect, ExplanationSource, HintError, InputError, Instance, Language, ModelSource,
    NamedValueError, OwnHint, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    Viewpoint, Weight, downcast, parse_given,
};
use crate::ask::{Control, Refusal};
use crate::{Given, Model, ModelError, Solution, Value};

/// An instance whose solutions have these values, too. They are givens of its models, next to the
/// instance's own, so engines get them and every check of a solution knows them.
pub struct WithGivens {
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

impl WithGivens {
    /// Creates the instance with these givens; each is `NAME=VALUE`, as
    /// [`parse_given`] reads it.
    #[must_use]
    pub fn new(inner: Box<dyn Instance>, texts: Arc<[String]>) -> Self {
        WithGivens { inner, texts, known: Mutex::default() }
    }

    /// Returns another instance with these givens.
    fn around(&self, inner: Box<dyn Instance>) -> Box<dyn Instance> {
        Box::new(WithGivens::new(inner, self.texts.clone()))
    }

    /// Checks that the givens fit a model. Does not judge a model that cannot be built under
    /// `control`.
    ///
    /// # Errors
    /// Returns the name or value that does not fit, or the reason why this model takes no givens.
    pub fn check(&self, viewpoint: &Viewpoint, control: &Control) -> Result<(), GivenError> {
        plain(viewpoint)?;
        let model = self.inner.model_within(viewpoint, control);
        model.map_or(Ok(()), |model| self.fitted(viewpoint, &model).map(drop))
    }

    /// Returns all givens of a model of this viewpoint.
    fn fitted(&self, viewpoint: &Viewpoint, model: &Model) -> Fitted {
        if let Some(known) = self.known(viewpoint) {
            return known;
        }
        let fitted = plain(viewpoint).and_then(|()| self.fit(viewpoint, model));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((viewpoint.clone(), fitted.clone()));
        fitted
    }

    fn known(&self, viewpoint: &Viewpoint) -> Option<Fitted> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(own, _)| own == viewpoint).map(|(_, fitted)| fitted.clone())
    }

    fn fit(&self, viewpoint: &Viewpoint, model: &Model) -> Fitted {
        let mut givens = self.inner.givens(viewpoint);
        for text in &*self.texts {
            let given = parse_given(model, &self.named(text));
            let viewpoint = viewpoint.clone();
            let given =
                given.map_err(|fault| GivenError::Unread { viewpoint, fault: Box::new(fault) })?;
            match givens.iter().find(|other| other.variable == given.variable) {
                None => givens.push(given),
                Some(other) if other.value == given.value => {}
                Some(other) => {
                    let name = model.name_of(other.variable).to_owned();
                    let value = model.word(other.variable, other.value).into_owned();
                    return Err(GivenError::Contradiction { text: text.clone(), name, value });
                }
            }
        }
        Ok(givens)
    }

    /// Returns a text with the variable's name in the model: DIMACS has numbers, and `3` is `x3`.
    fn named<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_number = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if is_number && self.inner.notation().language() == Some(Language::Dimacs) {
            Cow::Owned(format!("x{}", text.trim_start()))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn fitting(&self, viewpoint: &Viewpoint, model: Model) -> Result<Model, ModelError> {
        self.fitted(viewpoint, &model).map_err(|fault| ModelError::new(fault.to_string()))?;
        Ok(model)
    }
}

/// Refuses a model that drops solutions: it may drop those with the given values.
fn plain(viewpoint: &Viewpoint) -> Result<(), GivenError> {
    match viewpoint.effect() {
        Effect::Same => Ok(()),
        Effect::Orbits | Effect::Part => Err(GivenError::DropsSolutions(viewpoint.clone())),
    }
}

/// Names the model before a message, where there are several.
fn in_model(viewpoint: &Viewpoint) -> String {
    if viewpoint.place() == 0 { String::new() } else { format!("in the model {viewpoint} ") }
}

/// Returns those of an instance's givens that do not come from the instance itself, each as
/// `NAME=VALUE`.
#[must_use]
pub fn added_givens(instance: &dyn Instance) -> &[String] {
    downcast::<WithGivens>(instance).map_or(&[], |own| &own.texts)
}

impl ModelSource for WithGivens {
    fn puzzle(&self) -> &'static str {
        self.inner.puzzle()
    }

    fn title(&self) -> String {
        format!("{}, given {}", self.inner.title(), self.texts.join(", "))
    }

    fn models(&self) -> &'static [&'static str] {
        self.inner.models()
    }

    /// `None` for a model that drops solutions, because it takes no givens.
    fn weight(&self, viewpoint: &Viewpoint) -> Option<Weight> {
        plain(viewpoint).ok().and_then(|()| self.inner.weight(viewpoint))
    }

    fn shape(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.fitting(viewpoint, self.inner.model(viewpoint)?)
    }

    fn model_within(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, Refusal> {
        Ok(self.fitting(viewpoint, self.inner.model_within(viewpoint, control)?)?)
    }

    /// Empty for a model that [`model`](ModelSource::model) refuses.
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        if self.known(viewpoint).is_none() {
            // Building the model also notes its givens.
            let _ = self.model(viewpoint);
        }
        self.known(viewpoint).and_then(Result::ok).unwrap_or_default()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }

    fn wrapped(&self) -> Option<&dyn Instance> {
        Some(&*self.inner)
    }
}

impl Instance for WithGivens {
    /// Checks the rules only: a puzzle solution need not have the variables of a model, so checks
    /// of a model's solution check the givens.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        self.inner.rules(solution)
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self.inner.notation()
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self.inner.picture()
    }

    fn explanations(&self) -> Option<&dyn ExplanationSource> {
        self.inner.explanations().map(|_| self as &dyn ExplanationSource)
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        self.inner.reductions().map(|_| self as &dyn PuzzleReduction)
    }
}

impl ExplanationSource for WithGivens {
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let own = self.model(viewpoint)?;
        let inner = self.inner.explanations();
        inner.map_or(Ok(own), |inner| inner.explainable_model(viewpoint, control))
    }

    fn explanation_form(&self, control: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        let form = self.inner.explanations()?.explanation_form(control)?;
        Some(form.map(|form| self.around(form)))
    }

    /// A puzzle that words its hints itself knows nothing about these givens.
    fn suggest_hint(&self, chosen: &[Value]) -> Option<Result<OwnHint, HintError>> {
        let hint = self.inner.explanations()?.suggest_hint(chosen)?;
        Some(hint.and(Err(HintError::Givens)))
    }
}

impl PuzzleReduction for WithGivens {
    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let smaller = self.inner.reductions()?.make_cut(kind, run);
        smaller.map(|smaller| self.around(smaller))
    }

    fn remove_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        let smaller = self.inner.reductions()?.remove_clues(places);
        smaller.map(|smaller| self.around(smaller))
    }
}
