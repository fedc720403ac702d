//! The readers and writers of all forms, with the texts of their errors.

use crate::GridPuzzle;

/// Defines functions that give the texts of the errors of others.
macro_rules! texts {
    ($($name:ident($($argument:ident: $kind:ty),+) -> $found:ty = $function:path;)+) => {
        $(pub(crate) fn $name($($argument: $kind),+) -> Result<$found, String> {
            $function($($argument),+).map_err(|error| error.to_string())
        })+
    };
}

texts! {
    read_code(text: &str) -> GridPuzzle = crate::read_code;
    read_dzn(text: &str) -> GridPuzzle = crate::read_dzn;
    read_fpuzzles(text: &str, ignore_drawings: bool) -> GridPuzzle = crate::read_fpuzzles;
    read_iss(text: &str) -> GridPuzzle = crate::read_iss;
    read_puzz_link(text: &str) -> GridPuzzle = crate::read_puzz_link;
    read_tatham(text: &str) -> GridPuzzle = crate::read_tatham;
    write_fpuzzles(puzzle: &GridPuzzle) -> String = GridPuzzle::write_fpuzzles;
    write_iss(puzzle: &GridPuzzle) -> String = crate::write_iss;
    write_puzz_link(puzzle: &GridPuzzle) -> String = crate::write_puzz_link;
    write_tatham(puzzle: &GridPuzzle) -> String = crate::write_tatham;
}
