//! Solutions as the competition has them.

use std::fmt::Write as _;

use parallax_model::Value;

use super::document::Xcsp3Document;
use super::names::{NO_VARIABLE, NameMeaning};

/// Returns `<instantiation> <list> … </list> <values> … </values> </instantiation>` on one line:
/// arrays as a whole, in the order of the file, and `*` for cells that are no variable or are not
/// used.
pub(super) fn print_instantiation(document: &Xcsp3Document, values: &[Value]) -> String {
    // The names come from a hash map, so they are sorted by their first variable, which gives the
    // order of the file.
    let mut names: Vec<(u32, &str, &NameMeaning)> = document
        .names
        .iter()
        .map(|(name, own)| (first_variable(own), name.as_str(), own))
        .collect();
    names.sort_unstable_by_key(|&(first, name, _)| (first, name));
    let (mut list, mut text) = (String::new(), String::new());
    for (_, name, own) in names {
        let cells = match own {
            NameMeaning::Variable(variable) => {
                let _ = write!(list, "{name} ");
                std::slice::from_ref(variable)
            }
            NameMeaning::Array(array) => {
                let _ = write!(list, "{name}{} ", "[]".repeat(array.sizes.len()));
                &array.cells[..]
            }
        };
        for &cell in cells {
            let variable = document.variables.get(cell as usize);
            let _ = match variable.filter(|variable| variable.used).and(values.get(cell as usize)) {
                Some(value) => write!(text, "{value} "),
                None => write!(text, "* "),
            };
        }
    }
    format!("<instantiation> <list> {list}</list> <values> {text}</values> </instantiation>")
}

/// Returns the first variable that a name covers.
fn first_variable(name: &NameMeaning) -> u32 {
    match name {
        NameMeaning::Variable(variable) => *variable,
        // The mark of a missing cell is the largest number, so it is the minimum only of an array
        // without variables.
        NameMeaning::Array(array) => array.cells.iter().copied().min().unwrap_or(NO_VARIABLE),
    }
}
