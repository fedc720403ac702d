//! The recognition of forms: by the content, by the extension, and by the forms of other programs.

use parallax_instance::{InputError, LineReader};
use parallax_puzzles::Puzzle;

use super::InputForm;
use super::input_format::{ExtensionWeight, FormEntry, FormKind, FormLikeness};
use crate::inputs::foreign;

impl InputForm {
    /// Recognises the form of a text: a general format by the extension or the first lines,
    /// otherwise as the puzzles recognise it. Consumes nothing. Returns `None` if no form fits.
    ///
    /// # Errors
    /// Returns an error if the text is empty, cannot be read, or is in a form of other programs.
    pub(in crate::inputs) fn recognise(
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<Option<InputForm>, InputError> {
        // Forms that other programs' forms would hide come first: a FlatZinc model reads like a
        // MiniZinc model, and a workbook is a zip archive.
        if let Some(form) = find_resembled_form(FormLikeness::Unmistakable, extension, lines)? {
            return Ok(Some(form));
        }
        // The content shows a form of another program, whatever the extension promises.
        if let Some(foreign) = foreign::shown_form(lines, extension)? {
            return Err(foreign.refusal_error(lines));
        }
        // The content is certainly in a form that is read, although the extension may be that of
        // another program, such as `.dzn` with the data of a Kakuro.
        for likeness in [FormLikeness::Binary, FormLikeness::Certain] {
            if let Some(form) = find_resembled_form(likeness, extension, lines)? {
                return Ok(Some(form));
            }
        }
        // The extension of another program counts before the mere likeness of the first lines.
        if let Some(foreign) = foreign::by_name(extension) {
            return Err(foreign.refusal_error(lines));
        }
        if let Some(form) = find_form_by_extension(ExtensionWeight::Decides, extension) {
            return Ok(Some(form));
        }
        // An unknown or a weak extension: the first lines decide, then the weak extension, and at
        // last the puzzles.
        if let Some(form) = find_resembled_form(FormLikeness::Likely, extension, lines)? {
            return Ok(Some(form));
        }
        if let Some(form) = find_form_by_extension(ExtensionWeight::Suggests, extension) {
            return Ok(Some(form));
        }
        Ok(Puzzle::recognise_puzzle(extension, lines)?.map(InputForm::Puzzle))
    }

    /// Whether files with this extension, in lower case, are expected to be in one of the forms.
    pub(in crate::inputs) fn has_extension(extension: &str) -> bool {
        InputForm::all().any(|form| match form.kind() {
            FormKind::Puzzle(puzzle) => puzzle.file_extension() == extension,
            FormKind::General(entry) => entry.extensions.contains(&extension),
        })
    }
}

/// Returns the general forms with their entries.
fn general() -> impl Iterator<Item = (InputForm, &'static FormEntry)> {
    InputForm::GENERAL.iter().filter_map(|form| match form.kind() {
        FormKind::Puzzle(_) => None,
        FormKind::General(entry) => Some((*form, entry)),
    })
}

/// Returns the first form that a text resembles in this degree.
fn find_resembled_form(
    likeness: FormLikeness,
    extension: Option<&str>,
    lines: &mut LineReader<'_>,
) -> Result<Option<InputForm>, InputError> {
    for (form, entry) in general() {
        if (entry.resembles)(likeness, extension, lines)? {
            return Ok(Some(form));
        }
    }
    Ok(None)
}

/// Returns the form with this extension, if the extension has this weight.
fn find_form_by_extension(weight: ExtensionWeight, extension: Option<&str>) -> Option<InputForm> {
    let extension = extension?;
    let has = |entry: &FormEntry| {
        entry.extension_weight == weight && entry.extensions.contains(&extension)
    };
    general().find(|(_, entry)| has(entry)).map(|(form, _)| form)
}
