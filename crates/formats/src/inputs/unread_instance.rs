//! An instance that a limit left unread.

use parallax_instance::{
    BrokenRuleError, InputError, Instance, ModelSource, PuzzleNotation, PuzzlePicture,
    PuzzleSolution, Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Given, Model, ModelError, Solution, Value};

use super::InputForm;

/// A placeholder for an instance that a limit left unread. Every engine answers unknown, because
/// there is no model.
pub(super) struct UnreadInstance {
    /// The form of the text, if that was clear.
    pub(super) form: Option<InputForm>,
    /// The limit that stopped the reading.
    pub(super) stop: StopReason,
}

const UNREAD_REASON: &str = "not read to its end";

impl ModelSource for UnreadInstance {
    fn puzzle_name(&self) -> &'static str {
        self.form.map_or("unrecognised", InputForm::name)
    }

    fn title(&self) -> String {
        format!("{}, {UNREAD_REASON}: {}", self.puzzle_name(), self.stop)
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.form.map_or(&["model"], InputForm::models)
    }

    /// There is no model, whatever the name.
    fn viewpoint(&self, _name: &str) -> Result<Viewpoint, ModelError> {
        Ok(self.default_viewpoint())
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        UNREAD_REASON.into()
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Err(ModelError::new(UNREAD_REASON))
    }

    fn model_within(&self, _: &Viewpoint, _control: &Control) -> Result<Model, PreparationError> {
        Err(PreparationError::Stopped(self.stop))
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, _: &Viewpoint, _solution: &Solution) -> PuzzleSolution {
        PuzzleSolution::new()
    }
}

impl Instance for UnreadInstance {
    fn rules(&self, _terms: &[Value]) -> Result<(), BrokenRuleError> {
        Err(BrokenRuleError::new("instance", UNREAD_REASON))
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }
}

impl PuzzleNotation for UnreadInstance {
    fn write_instance(&self) -> String {
        String::new()
    }

    fn write_solution(&self, _terms: &[Value]) -> String {
        String::new()
    }

    fn read_solutions(&self, source: &str, _text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        Err(InputError::new(source, UNREAD_REASON))
    }
}

impl PuzzlePicture for UnreadInstance {
    fn draw_text(&self, _solutions: &[PuzzleSolution]) -> String {
        format!("{}\n", self.title())
    }

    fn draw_svg(&self, _solutions: &[PuzzleSolution]) -> String {
        String::new()
    }
}
