//! Pencil marks from a file.

use std::fs;

use parallax_hints::{CandidateId, CandidateRules, PersonEntries};
use parallax_instance::InputError;
use parallax_model::{Given, VarId};

use super::person_entries::state_of;
use crate::cli::CliError;

/// Maximum number of bytes of a file of marks.
const MAX_MARK_BYTES: u64 = 1 << 20;

/// Reads the marks of every cell and rules out the other candidates of the cell. A cell with one
/// mark that no other cell of its units has counts as filled in.
pub(super) fn read_marks(
    name: &str,
    rules: &CandidateRules,
    givens: &[Given],
    entries: &mut PersonEntries,
) -> Result<(), CliError> {
    let text = read_text(name)?;
    let Some(board) = rules.board() else {
        return Err(CliError(format!("{name}: this puzzle has no cells; use --remove")));
    };
    let tokens = split_tokens(&text);
    if tokens.len() != board.cells.len() {
        return Err(CliError(format!(
            "{name}: marks of {} cells, expected {}",
            tokens.len(),
            board.cells.len()
        )));
    }
    let marks: Vec<Option<Vec<CandidateId>>> = tokens
        .iter()
        .enumerate()
        .map(|(place, token)| cell_candidates(name, rules, VarId::new(place), token))
        .collect::<Result<_, _>>()?;
    // A single mark may be a placed value or merely the last candidate. It counts as placed if no
    // other cell of its units has the same mark, as a person would have erased those after placing
    // it.
    let has = |candidate: CandidateId| {
        let place = rules.given(candidate).variable.index();
        marks.get(place).and_then(Option::as_ref).is_some_and(|own| own.contains(&candidate))
    };
    let known: Vec<Given> = givens.iter().chain(&entries.placed).copied().collect();
    for own in marks.iter().flatten() {
        let [only] = own[..] else { continue };
        let given = rules.given(only);
        let is_open = !known.iter().any(|known| known.variable == given.variable);
        let seen = rules.units_of(only).iter().any(|&unit| {
            rules.unit(unit).candidates.iter().any(|&other| other != only && has(other))
        });
        if is_open && !seen {
            entries.placed.push(given);
        }
    }
    // The state after all placed values already excludes the candidates that they rule out, so only
    // marks that a person erased beyond those count as removed.
    let Some(state) = state_of(rules, givens, entries) else { return Ok(()) };
    for (place, own) in marks.iter().enumerate() {
        let Some(own) = own else { continue };
        let gone = rules
            .of_variable(VarId::new(place))
            .filter(|c| state.has_candidate(*c) && !own.contains(c));
        entries.removed.extend(gone.map(|candidate| rules.given(candidate)));
    }
    Ok(())
}

fn read_text(name: &str) -> Result<String, CliError> {
    let fail = |error: std::io::Error| InputError::from_io_error(name, &error);
    let size = fs::metadata(name).map_err(fail)?.len();
    if size > MAX_MARK_BYTES {
        return Err(CliError(format!("{name}: {size} bytes; marks take up to {MAX_MARK_BYTES}")));
    }
    Ok(fs::read_to_string(name).map_err(fail)?)
}

/// A cell's marks and their position in the file.
struct PencilMarkToken<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// Splits a text at blanks and bars, and skips lines that only draw the grid.
fn split_tokens(text: &str) -> Vec<PencilMarkToken<'_>> {
    let mut tokens = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        // A line such as `+-------+` or `├───┼───┤` only draws the grid. The test for two dashes
        // keeps a row of dots, which are empty cells.
        let is_rule = |c: char| " \t|+-=:*'.─│┌┬┐├┼┤└┴┘".contains(c);
        let has_dashes = content.contains("--") || content.contains("──");
        if has_dashes && content.chars().all(is_rule) {
            continue;
        }
        let mut rest = content;
        let mut column = 1;
        while let Some(start) = rest.find(|c: char| !" \t|│".contains(c)) {
            // Columns count characters, because bars such as `│` have several bytes.
            column += rest[..start].chars().count();
            rest = &rest[start..];
            let end = rest.find(|c: char| " \t|│".contains(c)).unwrap_or(rest.len());
            tokens.push(PencilMarkToken { line, column, text: &rest[..end] });
            column += rest[..end].chars().count();
            rest = &rest[end..];
        }
    }
    tokens
}

/// Returns the candidates of a cell; `None` without marks.
fn cell_candidates(
    name: &str,
    rules: &CandidateRules,
    variable: VarId,
    token: &PencilMarkToken<'_>,
) -> Result<Option<Vec<CandidateId>>, CliError> {
    if token.text == "." || token.text == "0" {
        return Ok(None);
    }
    let model = rules.model();
    let word =
        |candidate: CandidateId| model.describe_value(variable, rules.given(candidate).value);
    let inner = token.text.trim_start_matches(['{', '(', '[']).trim_end_matches(['}', ')', ']']);
    let single = rules.of_variable(variable).all(|c| word(c).chars().count() == 1);
    let pieces: Vec<String> = if single && !inner.contains(',') {
        inner.chars().map(String::from).collect()
    } else {
        inner.split(',').map(|piece| piece.trim().to_owned()).collect()
    };
    let one = |piece: &String| {
        rules.of_variable(variable).find(|&candidate| word(candidate) == *piece).ok_or_else(|| {
            let (cell, domain) = (model.name_of(variable), model.domain(variable));
            let message = format!("mark '{piece}' of {cell}; expected some of {domain}");
            CliError::from(InputError::new(name, message).at_position(token.line, token.column))
        })
    };
    pieces.iter().map(one).collect::<Result<Vec<_>, _>>().map(Some)
}
