//! An instance with its text. An attempt solves the instance that the text gives when it is read
//! back.

use std::ops::Range;
use std::sync::Arc;

use parallax_formats::ModelInstance;
use parallax_formats::inputs::{InputForm, from_bytes};
use parallax_model::ask::caught;
use parallax_model::instance::{Instance, PuzzleReduction, SourcedInstance};
use parallax_model::{Cuts, Model};

use super::reduce::Shrinkable;

/// An instance to make smaller.
#[derive(Clone)]
pub struct Subject {
    /// The text of its file.
    pub text: String,
    /// The instance that the text holds.
    pub instance: Arc<dyn Instance>,
}

impl Subject {
    /// Returns the subject of an instance; `None` if its text cannot be read back as one instance.
    #[must_use]
    pub fn of(instance: &dyn Instance) -> Option<Self> {
        let text = caught(|| instance.notation().write()).ok()?;
        let instance = Arc::from(read(instance.puzzle(), &text)?);
        Some(Subject { text, instance })
    }

    /// Returns the subject of a model.
    #[must_use]
    pub fn of_model(model: Model) -> Option<Self> {
        Subject::of(&ModelInstance::new(model))
    }

    /// Reads the instance again, to be solved under this name.
    pub(super) fn found(&self, source: &str) -> Option<SourcedInstance> {
        let instance = read(self.instance.puzzle(), &self.text)?;
        Some(SourcedInstance::made(source.to_owned(), instance))
    }

    /// Whether its instance names any cut.
    #[must_use]
    pub fn has_cuts(&self) -> bool {
        self.cuts().iter().any(|cuts| cuts.number > 0)
    }

    /// Returns the size of the instance.
    #[must_use]
    pub fn size(&self) -> Size {
        let cuts = self.cuts().into_iter().filter(|cuts| cuts.number > 0);
        Size { title: self.instance.title(), bytes: self.text.len(), cuts: cuts.collect() }
    }
}

/// The size of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The title of the instance, which names its main numbers.
    pub title: String,
    /// The length of its text.
    pub bytes: usize,
    /// The kinds of cuts that its instance allows, with their numbers.
    pub cuts: Vec<Cuts>,
}

/// Reads the text of an instance of this puzzle or format; `None` unless it holds exactly one.
fn read(puzzle: &str, text: &str) -> Option<Box<dyn Instance>> {
    let form: InputForm = puzzle.parse().ok()?;
    let read = caught(|| {
        let mut stream = from_bytes("shrunk", text.as_bytes().to_vec(), Some(form)).ok()?;
        let instance = stream.next()?.ok()?.instance;
        stream.next().is_none().then_some(instance)
    });
    read.ok().flatten()
}

impl Shrinkable for Subject {
    fn cuts(&self) -> Vec<Cuts> {
        self.instance.reductions().map_or_else(Vec::new, PuzzleReduction::list_cuts)
    }

    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        let smaller = caught(|| self.instance.reductions()?.make_cut(kind, run)).ok().flatten()?;
        Subject::of(&*smaller).filter(|smaller| smaller.text != self.text)
    }
}
