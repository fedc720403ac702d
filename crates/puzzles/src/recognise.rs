//! Recognises the puzzle of a text.

use parallax_instance::{InputError, LineReader};

use super::line_fields::{LineField, is_idle};
use super::{Puzzle, TextLikeness, json};

impl Puzzle {
    /// Recognises the puzzle of a text by its first lines. If these fit several puzzles or none,
    /// the extension of the file decides. Consumes nothing. Returns `None` if nothing fits.
    ///
    /// # Errors
    /// Returns an error if the text is empty or cannot be read.
    pub fn recognise_puzzle(
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<Option<Puzzle>, InputError> {
        if lines.peek_line(0)?.is_none() {
            return Err(lines.make_error(format!(
                "empty; expected an instance of {}",
                Puzzle::ALL.map(Puzzle::name).join(", ")
            )));
        }
        let by_content = candidate_puzzles(lines)?;
        let by_extension = extension.and_then(of_extension);
        Ok(match by_extension {
            // The extension decides only among the puzzles that the content fits, or if it fits
            // none.
            Some(puzzle) if by_content.is_empty() || by_content.contains(&puzzle) => Some(puzzle),
            _ => by_content.first().copied(),
        })
    }
}

/// Returns the puzzle whose files have this extension.
fn of_extension(extension: &str) -> Option<Puzzle> {
    let extension = extension.to_lowercase();
    let has = |puzzle: &Puzzle| puzzle.entry().extensions.contains(&extension.as_str());
    Puzzle::ALL.into_iter().find(has)
}

/// Maximum number of lines to examine.
pub(crate) const MAX_EXAMINED_LINES: usize = 64;

/// Returns the puzzles that the first lines fit, the likeliest first.
fn candidate_puzzles(lines: &mut LineReader<'_>) -> Result<Vec<Puzzle>, InputError> {
    if json::starts_json(lines)? {
        return Ok(of_json(lines)?.into_iter().collect());
    }
    for puzzle in Puzzle::ALL {
        if (puzzle.entry().is_certain)(lines)? {
            return Ok(vec![puzzle]);
        }
    }
    let first = first_lines(lines)?;
    if first.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    // Backwards, because the last puzzles of the list look at the fewest lines.
    for puzzle in Puzzle::ALL.into_iter().rev() {
        match (puzzle.entry().resembles)(&first, lines)? {
            Some(TextLikeness::Certain) => return Ok(vec![puzzle]),
            Some(likeness) => found.push((likeness, puzzle)),
            None => {}
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, puzzle)| puzzle).collect())
}

/// Returns the puzzle of a JSON text, by the first member that only one puzzle has.
fn of_json(lines: &mut LineReader<'_>) -> Result<Option<Puzzle>, InputError> {
    let mut text = String::new();
    for distance in 0..MAX_EXAMINED_LINES {
        match lines.peek_line(distance)? {
            Some(line) => text.push_str(&line.text),
            None => break,
        }
    }
    let find_member = |member: &str| {
        let behind = |(at, _): (usize, &str)| {
            let rest = text[at + member.len()..].trim_start();
            rest.strip_prefix(':')
                .is_some_and(|rest| rest.trim_start().starts_with('['))
                .then_some(at)
        };
        text.match_indices(member).find_map(behind)
    };
    let start: String = text.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    let is_nested = |puzzle: &Puzzle| puzzle.entry().nested == Some(start.as_str());
    if let Some(puzzle) = Puzzle::ALL.into_iter().find(is_nested) {
        return Ok(Some(puzzle));
    }
    // The file of a model has this member. Members of puzzles count only before it.
    let model = find_member("\"variables\"").unwrap_or(usize::MAX);
    let each = |puzzle: Puzzle| puzzle.entry().members.iter().map(move |member| (*member, puzzle));
    let found = Puzzle::ALL.into_iter().flat_map(each);
    let found = found.filter_map(|(member, puzzle)| Some((find_member(member)?, puzzle)));
    Ok(found.min().filter(|(at, _)| *at < model).map(|(_, puzzle)| puzzle))
}

/// Returns the first lines that are neither blank nor comments.
fn first_lines(lines: &mut LineReader<'_>) -> Result<Vec<String>, InputError> {
    let mut found = Vec::new();
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        if !is_idle(&line.text, &['#', '%']) {
            found.push(line.text.trim_start().to_owned());
        }
    }
    Ok(found)
}

/// Whether a text has digits only, one at least.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether all fields are numbers.
pub(crate) fn is_row_of_numbers(row: &[LineField<'_>]) -> bool {
    row.iter().all(|field| is_number(field.text))
}
