//! The first line: `puzzle: sudoku 9`, `puzzle: kakuro 10x16`.

use parallax_model::instance::words;

use super::HEAD;
use crate::GridPuzzle;
use crate::board::Base;
use crate::fault::Fault;
use crate::shape::Shape;

/// Reads the first line: an empty puzzle.
pub(super) fn read(text: &str) -> Result<GridPuzzle, Fault> {
    let start = text.find(HEAD).map_or(0, |at| at + HEAD.len());
    let before = text[..start].chars().count();
    let expected = "expected 'puzzle: sudoku 9' or 'puzzle: kakuro 10x16'";
    let [name, size] = words(&text[start..])[..] else { return Err(Fault::new(expected)) };
    let base = Base::ALL.into_iter().find(|base| base.name() == name.text).ok_or_else(|| {
        let names: Vec<&str> = Base::ALL.iter().map(|base| base.name()).collect();
        let found = parallax_model::instance::shorten(name.text);
        let message = format!("there is no puzzle '{found}'; expected one of {}", names.join(", "));
        Fault::at(before + name.column, message)
    })?;
    let column = before + size.column;
    let side = |text: &str| -> Result<usize, Fault> {
        let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let message = || format!("'{}'; {expected}", parallax_model::instance::shorten(size.text));
        is_number
            .then(|| text.parse().unwrap_or(usize::MAX))
            .ok_or_else(|| Fault::at(column, message()))
    };
    let (rows, columns) = match size.text.split_once('x') {
        Some((rows, columns)) => (side(rows)?, side(columns)?),
        None => (side(size.text)?, side(size.text)?),
    };
    GridPuzzle::new(base, Shape { rows, columns }).map_err(|m| Fault::at(column, m))
}
