//! Positions of floating-point numbers in the user's files, for errors.
//!
//! MiniZinc names the line of a constraint on floats, but not of an objective or of a variable
//! without constraints. This module finds those lines.

use std::fs;
use std::path::Path;

use parallax_formats::inputs::MinizincModel;
use parallax_instance::InputError;

use super::model_source;

/// The message of the library for a constraint on floats.
pub(super) const FLOAT_CONSTRAINT_MESSAGE: &str = "Parallax has no variables of type float";

/// The words of the reader of FlatZinc for a float.
const IS_FLOAT: &str = " is a float";

/// The end of every error about floats.
const SUPPORTED_TYPES_NOTE: &str = "Parallax has integers and truth values";

/// Returns the error about an objective that the library refuses: the compiler names a line of a
/// user's file for everything else. `library` is the folder of our own files.
pub(super) fn objective_fault(
    wanted: &MinizincModel,
    said: &str,
    library: &Path,
) -> Option<InputError> {
    let library = library.display().to_string();
    // A line such as `file.mzn:3.12-22`, of neither library, already names the fault for the user.
    let is_place = |line: &str| {
        let is_library = line.starts_with(&library) || line.contains("/share/minizinc/std/");
        line.contains(".mzn:") && !is_library
    };
    if !said.contains(FLOAT_CONSTRAINT_MESSAGE) || said.lines().any(is_place) {
        return None;
    }
    fault_at_goal(wanted)
}

/// Returns the error about a float that the reader of FlatZinc refuses by `error`. `paths` compiles
/// again and returns the table of the places of all variables.
pub(super) fn variable_fault(
    wanted: &MinizincModel,
    error: &InputError,
    flat: &str,
    paths: impl FnOnce() -> Option<String>,
) -> Option<InputError> {
    let error = error.to_string();
    // The reader's message has the form `…'NAME' is a float…`, where NAME is the identifier in
    // FlatZinc.
    let (before, _) = error.split_once(IS_FLOAT)?;
    let name = before.strip_suffix('\'')?.rsplit('\'').next()?;
    // `solve minimize NAME;` ends FlatZinc: an objective has its position at the solve item, and
    // the compiler need not run again.
    let goal = flat.rsplit("solve").next()?.trim_end().trim_end_matches(';');
    if goal.split_whitespace().last() == Some(name) {
        return fault_at_goal(wanted);
    }
    let paths = paths()?;
    let row = paths.lines().find(|line| line.split('\t').next() == Some(name))?;
    // A row is `name in FlatZinc TAB name in the model TAB path`. The steps of a path are separated
    // by `;`, and a step is `file|line|column|…`; the first is the declaration's item.
    let (own, steps) = row.split_once('\t')?.1.split_once('\t')?;
    let mut place = steps.split(';').next()?.split('|');
    let (file, line, column) = (place.next()?, place.next()?, place.next()?);
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    let message = format!("the variable '{own}' is a float; {SUPPORTED_TYPES_NOTE}");
    Some(InputError::new(display_name(wanted, file), message).at_position(line, column))
}

/// Returns the error about the objective of a model, at its solve item.
fn fault_at_goal(wanted: &MinizincModel) -> Option<InputError> {
    let (file, text, place) =
        model_source::included_files(&wanted.model).into_iter().find_map(|(file, text)| {
            let place =
                model_source::split_words(&text).into_iter().find(|word| word.1 == "solve")?.0;
            Some((file, text, place))
        })?;
    let before = text.get(..place)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
    let message = format!("the objective is a float; {SUPPORTED_TYPES_NOTE}");
    let file = display_name(wanted, &file.display().to_string());
    Some(InputError::new(file, message).at_position(line, column))
}

/// Returns the name of a file as the user gave it.
fn display_name(wanted: &MinizincModel, file: &str) -> String {
    let own = fs::canonicalize(&wanted.model);
    let is_own = own.is_ok_and(|own| fs::canonicalize(file).is_ok_and(|file| file == own));
    if is_own { wanted.model.display().to_string() } else { file.to_owned() }
}
