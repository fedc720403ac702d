//! Reads DIMACS CNF.
//!
//! The format is that of the second DIMACS challenge (1993) as the SAT competitions use it: comment
//! lines start with `c` and may occur anywhere, a clause ends with its 0 and may span several
//! lines. The reader accepts a quirk of published files: SATLIB's last lines `%` and `0`. The
//! numbers of the header must match the clauses, and the last clause must end with a 0. Otherwise a
//! truncated file would be read as another formula.

use parallax_instance::{InputError, LineField, LineReader, iterate_fields, split_words};

use super::CnfFormula;
use super::counting::CountingComment;
use super::error::CnfError;

/// Maximum number of variables.
pub(super) const MAX_VARIABLES: u64 = 10_000_000;

/// Maximum number of literals.
pub(super) const MAX_LITERALS: usize = 100_000_000;

/// Maximum length of a line, in bytes. Most files have each clause on one line.
const LONGEST_LINE: usize = 256 << 20;

/// The number of literals and zeros to read between two checks of the clock.
const POLL_INTERVAL: usize = 1 << 12;

/// The number of lines to inspect before a text counts as comments only.
const MAX_EXAMINED_LINES: usize = 64;

/// Whether a text looks like DIMACS: comments, then a line `p ...`.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_dimacs(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let mut comments = 0;
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        // Any kind of header counts: the reader's error names the supported one.
        match line.text.split_whitespace().next() {
            None => {}
            Some("c") => comments += 1,
            Some("p") => return Ok(true),
            Some(_) => return Ok(false),
        }
    }
    // A text of comments alone counts, so that the reader reports the missing header.
    Ok(comments > 0)
}

/// The error of a formula with weights.
pub(super) const WEIGHTS_MESSAGE: &str = "weights of literals; without them the count would be another one. Remove \
    these comments to solve and count without weights, or count with ganak or d4";

pub(super) const PROJECTION_MESSAGE: &str = "variables to project on; a count over all variables would be another one. \
    Remove these comments to solve and count over all variables, or count with ganak or d4";

/// Reads a formula. Calls `comment` with every comment, without its `c`.
///
/// # Errors
/// Returns the first syntax error, with its place, or an error if the numbers of the header do not
/// match the clauses, or if comments give literals a weight.
pub fn read_formula(
    lines: &mut LineReader<'_>,
    comment: &mut dyn FnMut(&str),
) -> Result<CnfFormula, InputError> {
    lines.allow_lines_of(LONGEST_LINE);
    let mut reader = CnfReader::default();
    while let Some(line) = lines.next_line()? {
        let mut fields = iterate_fields(&line.text, char::is_whitespace);
        let Some(first) = fields.next() else { continue };
        // No literal begins with `c`, so the blank after it may be missing.
        if let Some(text) = line.text.trim_start().strip_prefix('c') {
            if let Some(asked) = CountingComment::from_comment(text) {
                let fault = match asked {
                    CountingComment::Weights => CnfError::Weights,
                    CountingComment::Projection => CnfError::Projection,
                };
                return Err(lines
                    .make_error(fault.to_string())
                    .at_position(line.number, first.column));
            }
            comment(text);
            continue;
        }
        let at = |field: &LineField<'_>, fault: CnfError| {
            lines.make_error(fault.to_string()).at_position(line.number, field.column)
        };
        reader.end = (line.number, line.text.chars().count() + 1);
        match (&mut reader.header, first.text) {
            (None, "p") => {
                let fields = split_words(&line.text);
                reader.header = Some(parse_header(&fields).map_err(|(f, m)| at(f, m))?);
            }
            (None, _) => return Err(at(&first, CnfError::NoHeader)),
            (Some(_), "p") => return Err(at(&first, CnfError::TwoHeaders)),
            // `w 1 0.3` weighs a literal in the input of the model counter Cachet.
            (Some(_), "w") => return Err(at(&first, CnfError::Weights)),
            (Some(_), "%") => {
                reader.after_percent(lines)?;
                break;
            }
            (Some(_), _) => {
                let mut all = std::iter::once(first).chain(fields);
                all.try_for_each(|f| {
                    reader.read_number(&f).map_err(|m| at(&f, m))?;
                    reader.poll_clock(lines)
                })?;
            }
        }
    }
    reader.finish_formula(lines)
}

/// The numbers of variables and clauses that the header states.
#[derive(Clone, Copy)]
struct CnfHeader {
    variables: usize,
    clauses: u64,
}

fn parse_header<'f, 'a>(
    fields: &'f [LineField<'a>],
) -> Result<CnfHeader, (&'f LineField<'a>, CnfError)> {
    // A line with a header has the word `p`, so index 0 exists. An error about a missing number
    // points to the kind.
    let kind = fields.get(1).unwrap_or(&fields[0]);
    if kind.text != "cnf" {
        return Err((kind, CnfError::OtherKind { kind: kind.text.to_owned() }));
    }
    let number = |index: usize, what: &'static str| {
        let field = fields.get(index).unwrap_or(kind);
        // `parse` alone would also accept `+3`.
        let plain = field.text.bytes().all(|b| b.is_ascii_digit());
        let number = field.text.parse::<u64>().ok().filter(|_| plain);
        number.ok_or_else(|| (field, CnfError::NoNumber { word: field.text.to_owned(), what }))
    };
    let (variables, clauses) = (number(2, "variables")?, number(3, "clauses")?);
    if variables > MAX_VARIABLES {
        return Err((&fields[2], CnfError::TooManyVariables { variables }));
    }
    match fields.get(4) {
        Some(more) => Err((more, CnfError::LongHeader)),
        None => Ok(CnfHeader { variables: variables as usize, clauses }),
    }
}

#[derive(Default)]
struct CnfReader {
    header: Option<CnfHeader>,
    formula: Option<CnfFormula>,
    /// The number of literals and zeros read so far.
    taken: usize,
    /// The line and column where the last line with content ends.
    end: (usize, usize),
}

impl CnfReader {
    /// Reads one number of a clause.
    fn read_number(&mut self, field: &LineField<'_>) -> Result<(), CnfError> {
        // `read_formula` calls this only after the header.
        let Some(header) = self.header else { return Ok(()) };
        let formula = self.formula.get_or_insert_with(|| CnfFormula::new(header.variables));
        // The check comes at the first word of a clause, so the error points to the clause in
        // excess.
        if !formula.is_open() && formula.len() as u64 == header.clauses {
            return Err(CnfError::TooManyClauses { clauses: header.clauses });
        }
        let digits = field.text.strip_prefix('-').unwrap_or(field.text);
        // `parse` would also accept `+1`, and read `-0` as the end of a clause.
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let fault = || CnfError::NoLiteral { word: field.text.to_owned() };
        if !plain || (digits.len() < field.text.len() && digits.bytes().all(|b| b == b'0')) {
            return Err(fault());
        }
        match field.text.parse::<i32>() {
            Ok(0) => formula.close_clause(),
            Ok(literal) if literal.unsigned_abs() as usize <= header.variables => {
                if formula.literal_count() >= MAX_LITERALS {
                    return Err(CnfError::TooManyLiterals);
                }
                formula.push_literal(literal);
            }
            // A number beyond 32 bits also exceeds every header.
            _ => {
                let (word, most) = (field.text.to_owned(), header.variables);
                return Err(CnfError::OtherVariable { word, most });
            }
        }
        Ok(())
    }

    /// Checks the clock every [`POLL_INTERVAL`] calls.
    fn poll_clock(&mut self, lines: &LineReader<'_>) -> Result<(), InputError> {
        self.taken += 1;
        if self.taken.is_multiple_of(POLL_INTERVAL) { lines.check_stop() } else { Ok(()) }
    }

    /// Reads to the end after SATLIB's `%`; only a `0` may follow.
    fn after_percent(&mut self, lines: &mut LineReader<'_>) -> Result<(), InputError> {
        while let Some(line) = lines.next_line()? {
            let text = line.text.trim();
            if !text.is_empty() && text != "0" {
                let message = "more after '%'; expected the end of the file";
                return Err(lines.make_error(message).at_position(line.number, 1));
            }
        }
        Ok(())
    }

    fn finish_formula(self, lines: &LineReader<'_>) -> Result<CnfFormula, InputError> {
        let Some(header) = self.header else {
            return Err(lines.make_error(CnfError::NoHeader.to_string()));
        };
        let formula = self.formula.unwrap_or_else(|| CnfFormula::new(header.variables));
        if formula.is_open() {
            // In a truncated file, the clause may have had further literals.
            let message = "the file ends within a clause; expected its 0";
            return Err(lines.make_error(message).at_position(self.end.0, self.end.1));
        }
        if formula.len() as u64 != header.clauses {
            let (found, expected) = (formula.len(), header.clauses);
            let message =
                format!("the file ends after {found} clauses; its header says {expected}");
            return Err(lines.make_error(message).at_position(self.end.0, self.end.1));
        }
        Ok(formula)
    }
}
