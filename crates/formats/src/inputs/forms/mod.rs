//! The forms of files: a closed set, with one file each.
//!
//! A file has the extensions of its form, its recognition, its reader, and texts that the tests of
//! readers damage (`InputFormat`). To add a form: its file, its `mod` line, and its
//! line in `forms!`. Names,
//! lists, recognition, help and tests take it from there. Puzzles have a list of their own, in the
//! head of the crate `puzzles`.

mod cnf;
mod flatzinc;
mod form_recognition;
mod grid;
mod input_form;
mod input_format;
mod model;
mod opb;
mod smt;
mod tables;
#[cfg(test)]
mod tests;
mod xcsp3;

use parallax_puzzles::Puzzle;

pub(super) use input_form::{names, unknown_form_error};
pub(super) use model::has_variables;

use input_format::{FormEntry, FormKind};

/// Defines [`InputForm`] with the entry of each general form. Lists show
/// forms in this order; of forms that a text is equally like, the first counts.
macro_rules! forms {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal: $module:ident::$format:ident;)+) => {
        /// The form of a file's content.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum InputForm {
            /// Instances of a puzzle.
            Puzzle(Puzzle),
            $($(#[$doc])+ $variant),+
        }

        impl InputForm {
            /// The forms besides the puzzles of [`Puzzle`].
            const GENERAL: &[InputForm] = &[$(InputForm::$variant),+];

            /// Returns the puzzle, or the entry of the form in the list.
            fn kind(self) -> FormKind {
                match self {
                    InputForm::Puzzle(puzzle) => FormKind::Puzzle(puzzle),
                    $(InputForm::$variant => {
                        const ENTRY: &FormEntry =
                            &FormEntry::from_format::<$module::$format>($name);
                        FormKind::General(ENTRY)
                    })+
                }
            }
        }
    };
}

forms! {
    /// Puzzles on grids, in one of their forms.
    Grid = "grid": grid::GridFormat;
    /// A model as JSON.
    Model = "model": model::ModelFormat;
    /// A formula in DIMACS CNF.
    Cnf = "cnf": cnf::CnfFormat;
    /// A pseudo-Boolean problem in OPB.
    Opb = "opb": opb::OpbFormat;
    /// A script in SMT-LIB 2.
    Smt = "smt2": smt::SmtFormat;
    /// An instance in XCSP3.
    Xcsp3 = "xcsp3": xcsp3::Xcsp3Format;
    /// A model in FlatZinc.
    FlatZinc = "fzn": flatzinc::FlatzincFormat;
    /// Tables of cDMN or DMN.
    Tables = "cdmn": tables::TablesFormat;
}
