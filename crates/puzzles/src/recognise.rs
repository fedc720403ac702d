//! Recognises the puzzle of a text.

use parallax_model::instance::{InputError, Lines};

use super::token::{Field, is_idle, words};
use super::{Puzzle, json, keisuke, set, sudoku};

impl Puzzle {
    /// Recognises the puzzle of a text by its first lines. If these fit several puzzles or none,
    /// the extension of the file decides. Consumes nothing. Returns `None` if nothing fits.
    ///
    /// # Errors
    /// Returns an error if the text is empty or cannot be read.
    pub fn recognise(
        extension: Option<&str>,
        lines: &mut Lines<'_>,
    ) -> Result<Option<Puzzle>, InputError> {
        if lines.peek(0)?.is_none() {
            return Err(lines.error(format!(
                "empty; expected an instance of {}",
                Puzzle::ALL.map(Puzzle::name).join(", ")
            )));
        }
        let by_content = candidates(lines)?;
        let by_extension = extension.and_then(of_extension);
        Ok(match by_extension {
            Some(puzzle) if by_content.is_empty() || by_content.contains(&puzzle) => Some(puzzle),
            _ => by_content.first().copied(),
        })
    }
}

/// The puzzle whose files have this extension.
fn of_extension(extension: &str) -> Option<Puzzle> {
    match extension.to_lowercase().as_str() {
        "set" => Some(Puzzle::Set),
        "sudoku" | "sdk" | "sdm" | "ss" => Some(Puzzle::Sudoku),
        "latin" | "pls" => Some(Puzzle::Latin),
        "magic" | "dat" => Some(Puzzle::Magic),
        "keisuke" => Some(Puzzle::Keisuke),
        _ => None,
    }
}

/// Maximum number of lines to examine.
const FAR: usize = 64;

/// The puzzles that the first lines fit, the likeliest first.
fn candidates(lines: &mut Lines<'_>) -> Result<Vec<Puzzle>, InputError> {
    if json::starts(lines)? {
        return Ok(of_json(lines)?.into_iter().collect());
    }
    if keisuke::looks_like(lines)? {
        return Ok(vec![Puzzle::Keisuke]);
    }
    let first = first_lines(lines)?;
    let Some(line) = first.first() else { return Ok(Vec::new()) };
    let row = words(line);
    if row.len() == 2 && row[0].text.eq_ignore_ascii_case("order") && is_number(row[1].text) {
        return Ok(vec![Puzzle::Latin]);
    }
    let mut found = Vec::new();
    if is_set(&first) {
        found.push(Puzzle::Set);
    }
    if is_magic(&first) {
        found.push(Puzzle::Magic);
    }
    if is_holes(&first) {
        found.push(Puzzle::Latin);
    }
    if sudoku::looks_like(lines)? {
        // Lines of a few digits are cards, unless they make a whole board. Cards of nine attributes
        // have three values as a rule.
        let board = line.len() >= 16
            || line.len() == 9
                && first.iter().any(|line| line.contains(['4', '5', '6', '7', '8', '9']))
            || first.len() == line.len()
            || !first.iter().all(|line| is_number(line));
        let has_header = row.len() > 1;
        let place = if board && !has_header { 0 } else { found.len() };
        found.insert(place, Puzzle::Sudoku);
    }
    Ok(found)
}

/// The puzzle of a JSON text, by the first member that only one puzzle has.
fn of_json(lines: &mut Lines<'_>) -> Result<Option<Puzzle>, InputError> {
    let mut text = String::new();
    for distance in 0..FAR {
        match lines.peek(distance)? {
            Some(line) => text.push_str(&line.text),
            None => break,
        }
    }
    let place = |member: &str| {
        let behind = |(at, _): (usize, &str)| {
            let rest = text[at + member.len()..].trim_start();
            rest.strip_prefix(':')
                .is_some_and(|rest| rest.trim_start().starts_with('['))
                .then_some(at)
        };
        text.match_indices(member).find_map(behind)
    };
    let rows: String = text.chars().filter(|c| !c.is_whitespace()).take(2).collect();
    if rows == "[[" {
        return Ok(Some(Puzzle::Sudoku));
    }
    let model = place("\"variables\"").unwrap_or(usize::MAX);
    let found = [
        ("\"cards\"", Puzzle::Set),
        ("\"cells\"", Puzzle::Sudoku),
        ("\"grid\"", Puzzle::Keisuke),
        ("\"across\"", Puzzle::Keisuke),
    ];
    let found = found.into_iter().filter_map(|(member, puzzle)| Some((place(member)?, puzzle)));
    Ok(found.min().filter(|(at, _)| *at < model).map(|(_, puzzle)| puzzle))
}

/// The first lines that are neither blank nor comments.
fn first_lines(lines: &mut Lines<'_>) -> Result<Vec<String>, InputError> {
    let mut found = Vec::new();
    for distance in 0..FAR {
        let Some(line) = lines.peek(distance)? else { break };
        if !is_idle(&line.text, &['#', '%']) {
            found.push(line.text.trim_start().to_owned());
        }
    }
    Ok(found)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn all_numbers(row: &[Field<'_>]) -> bool {
    row.iter().all(|field| is_number(field.text))
}

/// Whether the lines are SET cards in words or in digits, or the header of such
/// cards.
fn is_set(first: &[String]) -> bool {
    let row = words(&first[0]);
    let known = first[0].split([' ', '\t', ',']).filter(|word| set::is_word(word)).count();
    let card = |line: &String, digits: usize| is_number(line) && line.len() == digits;
    match row[..] {
        [digits] if is_number(digits.text) => {
            first.len() >= 3 && first.iter().take(3).all(|line| card(line, digits.text.len()))
        }
        [attributes, _, cards] if all_numbers(&row) => {
            match (first.get(1), attributes.text.parse()) {
                (Some(line), Ok(attributes)) => card(line, attributes) || is_set(&first[1..2]),
                _ => cards.text == "0",
            }
        }
        _ => known >= 2,
    }
}

/// Whether the lines are the order and the number of clues, then three numbers
/// for each clue.
fn is_magic(first: &[String]) -> bool {
    let rows: Vec<Vec<Field<'_>>> = first.iter().map(|line| words(line)).collect();
    if !rows.iter().all(|row| all_numbers(row)) {
        return false;
    }
    let (clues, rest) = match (&rows[0][..], rows.get(1).map(|row| &row[..])) {
        ([_, clues], _) => (clues, &rows[1..]),
        ([_], Some([clues])) => (clues, &rows[2..]),
        _ => return false,
    };
    let triples = rest.iter().all(|row| row.len() == 3);
    triples && (clues.text.parse() == Ok(rest.len()) || first.len() >= FAR / 2)
}

/// Whether the lines are the order and the number of holes, then a row with `order` cells.
fn is_holes(first: &[String]) -> bool {
    let cell = |field: &Field<'_>| field.text == "." || is_number(field.text);
    let [order, holes] = words(&first[0])[..] else { return false };
    let row = first.get(1).map(|line| words(line)).unwrap_or_default();
    is_number(holes.text) && order.text.parse() == Ok(row.len()) && row.iter().all(cell)
}
