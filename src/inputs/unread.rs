//! An instance that could not be read in time.

use super::Form;
use crate::ask::{Control, Refusal, Stop};
use crate::instance::{BrokenRule, InputError, Instance, Terms};
use crate::model::{Given, Model, ModelError, Solution, Value};

/// Stands for a text in a general format that a time limit left unread: an
/// answer of every engine is unknown, since no model exists in time.
pub(super) struct Unread(pub(super) Form);

const WHY: &str = "not read in time";

impl Instance for Unread {
    fn puzzle(&self) -> &'static str {
        self.0.name()
    }

    fn title(&self) -> String {
        format!("{}, {WHY}", self.0)
    }

    fn models(&self) -> &'static [&'static str] {
        self.0.models()
    }

    fn shape(&self, _model: &str) -> String {
        WHY.into()
    }

    fn model(&self, _model: &str) -> Result<Model, ModelError> {
        Err(ModelError::new(WHY))
    }

    fn model_within(&self, _model: &str, _control: &Control) -> Result<Model, Refusal> {
        Err(Refusal::Stopped(Stop::Timeout))
    }

    fn givens(&self, _model: &str) -> Vec<Given> {
        Vec::new()
    }

    fn terms(&self, _model: &str, _solution: &Solution) -> Terms {
        Terms::new()
    }

    fn rules(&self, _terms: &[Value]) -> Result<(), BrokenRule> {
        Err(BrokenRule::new("instance", WHY))
    }

    fn write(&self) -> String {
        String::new()
    }

    fn write_terms(&self, _terms: &[Value]) -> String {
        String::new()
    }

    fn read_terms(&self, source: &str, _text: &str) -> Result<Vec<Terms>, InputError> {
        Err(InputError::new(source, WHY))
    }

    fn text(&self, _solutions: &[Terms]) -> String {
        format!("{}\n", self.title())
    }

    fn svg(&self, _solutions: &[Terms]) -> String {
        String::new()
    }
}
