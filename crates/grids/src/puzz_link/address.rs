//! The parts of an address.

use parallax_instance::{LineField, shorten_text};

use super::PuzzLinkCode;
use crate::errors::{AddressError, LocatedTextError};
use crate::shape::{GridShape, MAX_SIDE};
use crate::symbols::SymbolCursor;

/// The sites, each with the text before its puzzles.
const PUZZLE_SITES: [(&str, &[&str]); 4] = [
    ("puzz.link/", &["p?", "p.html?"]),
    ("pzv.jp/", &["p.html?", "p?"]),
    ("pzprxs.vercel.app/", &["p?", "p.html?"]),
    ("pzplus.tck.mn/", &["p?", "p.html?"]),
];

/// Returns the site of an address, and the byte after its name.
pub(super) fn find_site(text: &str) -> Option<(usize, usize)> {
    let mut rest = text;
    for start in ["http://", "https://", "www."] {
        rest = rest.strip_prefix(start).unwrap_or(rest);
    }
    // The prefixes have been cut off the front, so the difference in length is the start of the
    // name.
    let from = text.len() - rest.len();
    let site = PUZZLE_SITES.iter().position(|(name, _)| rest.starts_with(name))?;
    Some((site, from + PUZZLE_SITES[site].0.len()))
}

/// Splits an address into its kind and its code.
pub(super) fn split_address(text: &str) -> Result<(LineField<'_>, PuzzLinkCode), LocatedTextError> {
    let address = text.trim();
    let (site, at) =
        find_site(address).ok_or_else(|| AddressError::Form { found: shorten_text(address) })?;
    let rest = &address[at..];
    let puzzle = PUZZLE_SITES[site].1.iter().find_map(|before| rest.strip_prefix(before));
    let Some(puzzle) = puzzle else {
        return Err(AddressError::NoPuzzle { found: shorten_text(address) }.into());
    };
    // Columns count the characters of the whole text: blanks before the address, then its site.
    let mut next = text[..text.len() - text.trim_start().len()].chars().count() + 1;
    next += address[..address.len() - puzzle.len()].chars().count();
    let mut parts = puzzle.splitn(4, '/');
    let mut part = || -> Result<LineField<'_>, LocatedTextError> {
        let text = parts.next().ok_or(AddressError::Length)?;
        let column = next;
        next += text.chars().count() + 1;
        Ok(LineField { column, text })
    };
    let kind = part()?;
    let mut side = |sides: &'static str| {
        let LineField { column, text: found } = part()?;
        if found.starts_with("v:") {
            return Err(LocatedTextError::at_column(
                column,
                AddressError::Variant { found: shorten_text(found) },
            ));
        }
        let is_number = !found.is_empty() && found.bytes().all(|b| b.is_ascii_digit());
        match found.parse::<usize>() {
            Ok(side @ 1..=MAX_SIDE) if is_number => Ok(side),
            _ => Err(LocatedTextError::at_column(
                column,
                AddressError::Side { found: shorten_text(found), sides },
            )),
        }
    };
    let (columns, rows) = (side("columns")?, side("rows")?);
    let body = part()?;
    let symbols = SymbolCursor::new(body.text, body.column - 1);
    Ok((kind, PuzzLinkCode { shape: GridShape { rows, columns }, symbols }))
}
