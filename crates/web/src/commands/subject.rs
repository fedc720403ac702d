//! The instance of a request.

use parallax_formats::inputs::InputForm;

use super::super::fields::Fields;
use super::super::refusal::Refusal;
use super::{Command, Shape, checked, option};

/// The instance of a request: its text, its form and place if the text does not determine them, and
/// whether drawings that no rule explains are left out.
pub(super) struct Subject {
    text: String,
    form: Option<String>,
    index: Option<u64>,
    ignore_drawings: bool,
}

impl Subject {
    /// Takes the members that name the instance.
    ///
    /// # Errors
    /// If the text is missing, or the form is unknown.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, Refusal> {
        let text: String = fields.need("instance")?;
        let form: Option<String> = fields.take("puzzle")?;
        if let Some(name) = &form {
            name.parse::<InputForm>()
                .map_err(|error| Refusal::unusable(format!("'puzzle': {error}")))?;
        }
        let index = fields.take("index")?;
        let ignore_drawings = fields.take("ignore_drawings")? == Some(true);
        Ok(Subject { text, form, index, ignore_drawings })
    }

    /// Appends a solution, as commands read both from standard input, so that no file is needed.
    ///
    /// # Errors
    /// If the text or the solution contains a zero byte, which separates them.
    pub(super) fn with(mut self, solution: &str) -> Result<Self, Refusal> {
        if self.text.contains('\0') || solution.contains('\0') {
            return Err(Refusal::unusable("a text with a zero byte"));
        }
        self.text.push('\0');
        self.text.push_str(solution);
        Ok(self)
    }

    /// Makes a command on this instance: its name, `-` for the instance, and more words.
    ///
    /// # Errors
    /// If a word is too long, or contains a zero byte.
    pub(super) fn command(
        self,
        name: &str,
        words: Vec<String>,
        good: &'static [i32],
        shape: Shape,
    ) -> Result<Command, Refusal> {
        let mut all = vec![name.to_owned(), "-".to_owned()];
        all.extend(self.form.map(|form| option("puzzle", form)));
        all.extend(self.index.map(|index| option("index", index)));
        all.extend(self.ignore_drawings.then(|| "--ignore-drawings".to_owned()));
        all.extend(words);
        let input = self.text.into_bytes();
        checked(Command { words: all, input, good, shape, long: false })
    }
}
