//! An instance with its text. An attempt solves the instance that the text gives when it is read
//! back.

use std::ops::Range;
use std::sync::Arc;

use parallax_formats::ModelInstance;
use parallax_formats::inputs::{InputForm, from_bytes};
use parallax_instance::{Instance, PuzzleReduction, SourcedInstance};
use parallax_model::engine_api::catch_panic;
use parallax_model::{Model, NumberedCuts};

use super::reduce::CutSource;

/// An instance to make smaller.
#[derive(Clone)]
pub struct ShrinkSubject {
    /// The text of its file.
    pub text: String,
    /// The instance that the text holds.
    pub instance: Arc<dyn Instance>,
}

impl ShrinkSubject {
    /// Returns the subject of an instance; `None` if its text cannot be read back as one instance.
    #[must_use]
    pub fn from_instance(instance: &dyn Instance) -> Option<Self> {
        // Writing and reading back may be at fault themselves. Such an instance cannot be shrunk,
        // but it must not end the run.
        let text = catch_panic(|| instance.notation().write_instance()).ok()?;
        let instance = Arc::from(read_instance(instance.puzzle_name(), &text)?);
        Some(ShrinkSubject { text, instance })
    }

    /// Returns the subject of a model.
    #[must_use]
    pub fn from_model(model: Model) -> Option<Self> {
        ShrinkSubject::from_instance(&ModelInstance::new(model))
    }

    /// Reads the instance again, to be solved under this name.
    pub(super) fn read_again(&self, source: &str) -> Option<SourcedInstance> {
        let instance = read_instance(self.instance.puzzle_name(), &self.text)?;
        Some(SourcedInstance::from_boxed(source.to_owned(), instance))
    }

    /// Whether its instance names any cut.
    #[must_use]
    pub fn has_cuts(&self) -> bool {
        self.list_cuts().iter().any(|cuts| cuts.number > 0)
    }

    /// Returns the size of the instance.
    #[must_use]
    pub fn instance_size(&self) -> InstanceSize {
        let cuts = self.list_cuts().into_iter().filter(|cuts| cuts.number > 0);
        InstanceSize { title: self.instance.title(), bytes: self.text.len(), cuts: cuts.collect() }
    }
}

/// The size of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceSize {
    /// The title of the instance, which names its main numbers.
    pub title: String,
    /// The length of its text.
    pub bytes: usize,
    /// The kinds of cuts that its instance allows, with their numbers.
    pub cuts: Vec<NumberedCuts>,
}

/// Reads the text of an instance of this puzzle or format; `None` unless it holds exactly one.
fn read_instance(puzzle: &str, text: &str) -> Option<Box<dyn Instance>> {
    let form: InputForm = puzzle.parse().ok()?;
    let read = catch_panic(|| {
        let mut stream = from_bytes("shrunk", text.as_bytes().to_vec(), Some(form)).ok()?;
        let instance = stream.next()?.ok()?.instance;
        stream.next().is_none().then_some(instance)
    });
    read.ok().flatten()
}

impl CutSource for ShrinkSubject {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        self.instance.puzzle_reduction().map_or_else(Vec::new, PuzzleReduction::list_cuts)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        let smaller =
            catch_panic(|| self.instance.puzzle_reduction()?.make_cut(kind, run)).ok().flatten()?;
        // A cut that changes nothing in the text would be tried without end.
        ShrinkSubject::from_instance(&*smaller).filter(|smaller| smaller.text != self.text)
    }
}
