//! The instance of a request.

use parallax_formats::inputs::InputForm;

use super::super::fields::RequestFields;
use super::super::refusal::HttpError;
use super::{CommandOutputShape, CommandRequest, check_words, option_word};

/// The instance of a request: its text, its form and place if the text does not determine them, and
/// whether drawings that no rule explains are left out.
pub(super) struct RequestInstance {
    text: String,
    form: Option<String>,
    index: Option<u64>,
    ignore_drawings: bool,
}

impl RequestInstance {
    /// Takes the members that name the instance.
    ///
    /// # Errors
    /// If the text is missing, or the form is unknown.
    pub(super) fn take_instance(fields: &mut RequestFields) -> Result<Self, HttpError> {
        let text: String = fields.need_field("instance")?;
        let form: Option<String> = fields.take_field("puzzle")?;
        if let Some(name) = &form {
            name.parse::<InputForm>()
                .map_err(|error| HttpError::unusable_content(format!("'puzzle': {error}")))?;
        }
        let index = fields.take_field("index")?;
        let ignore_drawings = fields.take_field("ignore_drawings")? == Some(true);
        Ok(RequestInstance { text, form, index, ignore_drawings })
    }

    /// Appends a solution, as commands read both from standard input, so that no file is needed.
    ///
    /// # Errors
    /// If the text or the solution contains a zero byte, which separates them.
    pub(super) fn with_solution(mut self, solution: &str) -> Result<Self, HttpError> {
        if self.text.contains('\0') || solution.contains('\0') {
            return Err(HttpError::unusable_content("a text with a zero byte"));
        }
        self.text.push('\0');
        self.text.push_str(solution);
        Ok(self)
    }

    /// Makes a command on this instance: its name, `-` for the instance, and more words.
    ///
    /// # Errors
    /// If a word is too long, or contains a zero byte.
    pub(super) fn instance_command(
        self,
        name: &str,
        words: Vec<String>,
        good: &'static [i32],
        shape: CommandOutputShape,
    ) -> Result<CommandRequest, HttpError> {
        let mut all = vec![name.to_owned(), "-".to_owned()];
        all.extend(self.form.map(|form| option_word("puzzle", form)));
        all.extend(self.index.map(|index| option_word("index", index)));
        all.extend(self.ignore_drawings.then(|| "--ignore-drawings".to_owned()));
        all.extend(words);
        let input = self.text.into_bytes();
        check_words(CommandRequest { words: all, input, good, shape, long: false })
    }
}
