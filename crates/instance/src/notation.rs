//! The texts of an instance and of its solutions: the questions of readers and writers.

use thiserror::Error;

use super::{InputError, Instance, PuzzleSolution};
use parallax_model::Value;

/// The notation of an instance and of its solutions.
///
/// A wrapper with its own notation writes what has no default; the rest asks the instance inside.
pub trait PuzzleNotation: Instance {
    /// Writes the instance in a form that its reader reads back, with a final
    /// line break.
    fn write_instance(&self) -> String;

    /// Writes a solution on one line, in a form that
    /// [`read_solutions`](PuzzleNotation::read_solutions) reads back.
    fn write_solution(&self, solution: &[Value]) -> String;

    /// Reads at least one solution, as
    /// [`write_solution`](PuzzleNotation::write_solution) writes it or in the usual
    /// forms of the puzzle. Checks the range of values, but not the rules.
    ///
    /// # Errors
    /// Returns an error at the first place that is not as expected.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError>;

    /// Writes a solution as a structure, `name := {...}` for each symbol, if the instance has
    /// symbols; otherwise as [`write_solution`](PuzzleNotation::write_solution).
    fn write_structure(&self, solution: &[Value]) -> String {
        match self.wrapped_instance() {
            Some(inner) => inner.notation().write_structure(solution),
            None => self.write_solution(solution) + "\n",
        }
    }

    /// Writes a solution as XCSP3 has it: `<instantiation> … </instantiation>` on one line. `None`,
    /// the default, if the variables have no names there.
    fn write_instantiation(&self, solution: &[Value]) -> Option<String> {
        self.wrapped_instance()?.notation().write_instantiation(solution)
    }

    /// Returns the names of further forms in which the instance may be written, those of other
    /// programs. None by default.
    fn list_forms(&self) -> &'static [&'static str] {
        self.wrapped_instance().map_or(&[], |inner| inner.notation().list_forms())
    }

    /// Writes the instance in one of its [forms](PuzzleNotation::list_forms), with a final line
    /// break.
    ///
    /// # Errors
    /// Returns an error if there is no such form, or it has no place for a part of the instance.
    fn write_form(&self, name: &str) -> Result<String, InstanceFormError> {
        match self.wrapped_instance() {
            Some(inner) => inner.notation().write_form(name),
            None => Err(InstanceFormError::NoForms {
                puzzle: self.puzzle_name(),
                name: name.to_owned(),
            }),
        }
    }

    /// Decodes a solution into the names and values of the model that the
    /// instance was exported from. `None`, the default, when the instance has no record of that
    /// model.
    ///
    /// # Errors
    /// The inner error states where the solution contradicts that record.
    fn decode_solution(&self, solution: &[Value]) -> Option<Result<NamedValues, DecodeError>> {
        self.wrapped_instance()?.notation().decode_solution(solution)
    }

    /// Returns the solver language of the instance's own file, if any. A solver's output for the
    /// file then applies to the instance directly. `None` by default.
    fn solver_language(&self) -> Option<SolverLanguage> {
        self.wrapped_instance()?.notation().solver_language()
    }

    /// Returns what is allowed in the text of the instance but hardly meant, such as an empty
    /// range, each with its place. Commands print it before they solve. None by default.
    fn reader_warnings(&self) -> &[InputError] {
        self.wrapped_instance().map_or(&[], |inner| inner.notation().reader_warnings())
    }

    /// Returns the form in which the text was found, in words, where the puzzle has several. `None`
    /// by default.
    fn source_form(&self) -> Option<&'static str> {
        self.wrapped_instance()?.notation().source_form()
    }

    /// Returns the notes of the setter and the reader for people: title, author, rules in prose,
    /// drawings that were left out. None by default.
    fn setter_notes(&self) -> &[String] {
        self.wrapped_instance().map_or(&[], |inner| inner.notation().setter_notes())
    }
}

/// The values of variables by their names.
pub type NamedValues = Vec<(String, Value)>;

/// Why an instance is not written in a form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InstanceFormError {
    /// The instance has no further forms.
    #[error("a {puzzle} has no form '{name}'")]
    NoForms {
        /// The short name of the puzzle.
        puzzle: &'static str,
        /// The name of the form.
        name: String,
    },
    /// There are other forms.
    #[error("no form '{name}'; expected one of {}", .forms.join(", "))]
    Unknown {
        /// The name of the form.
        name: String,
        /// The names of the forms that there are.
        forms: &'static [&'static str],
    },
    /// The form has no place for a part of the instance, which the text names.
    #[error("{0}")]
    Unwritable(String),
}

/// Why a solution has no meaning in the model that an instance was exported from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The variables that represent an integer contradict each other.
    #[error("the variables of '{name}' do not agree on a value")]
    Disagreement {
        /// The name of the integer.
        name: String,
    },
}

/// An input language of solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverLanguage {
    /// DIMACS CNF.
    Dimacs,
    /// Pseudo-Boolean constraints.
    Opb,
    /// SMT-LIB.
    Smtlib,
}
