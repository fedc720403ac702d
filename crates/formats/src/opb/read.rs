//! Reads OPB.
//!
//! The format is that of Roussel and Manquinho, "Input/Output Format and Solver Requirements for
//! the Competitions of Pseudo-Boolean Solvers", linear or with products, with `~x1`, `<=` and
//! `max:` as later files write them. The numbers of variables and constraints in a header must
//! match the constraints; a file may lack the header. Blanks are needed only between numbers and
//! variables.

use std::collections::HashMap;

use parallax_instance::literals::parse_variable;
use parallax_instance::{InputError, LineField, LineReader, iterate_fields};

use super::error::OpbError;
use super::formula::all_literals;
use super::words::split_words;
use super::{OpbFormula, OpbInequality, OpbRelation};

/// Maximum number of variables.
pub(super) const MAX_VARIABLES: usize = 10_000_000;

/// Maximum number of terms.
pub(super) const MAX_TERMS: usize = 50_000_000;

/// The beginning of the header, after its `*`.
const HEADER_PREFIX: &str = "#variable=";

/// Maximum length of a line, in bytes. An objective is on one line.
const LONGEST_LINE: usize = 256 << 20;

/// Bound on the magnitude of sums: the limit of models.
const MAX_SUM: i128 = 1 << 61;

/// The number of words to read between two checks of the clock.
const POLL_INTERVAL: usize = 1 << 12;

/// The number of lines to inspect before a text counts as comments only.
const MAX_EXAMINED_LINES: usize = 64;

/// Whether a text looks like OPB: its header, or an objective or a
/// constraint after comments.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_opb(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        let text = line.text.trim_start();
        if let Some(comment) = text.strip_prefix('*') {
            if comment.trim_start().starts_with(HEADER_PREFIX) {
                return Ok(true);
            }
        } else if !text.is_empty() {
            // The first two words decide: a coefficient and a literal, or the beginning of an
            // objective.
            let mut words = iterate_fields(text, char::is_whitespace).flat_map(split_words);
            let mut next = || words.next().map_or("", |word| word.text);
            let (first, second) = (next(), next());
            // The format wants a coefficient before each literal.
            let plain = second.strip_prefix('~').unwrap_or(second);
            let term = first.parse::<i64>().is_ok()
                && plain.strip_prefix('x').is_some_and(|digits| parse_variable(digits).is_some());
            return Ok(term || matches!(first, "min:" | "max:"));
        }
    }
    Ok(false)
}

/// Reads a problem. Calls `comment` with every comment, without its `*`.
///
/// # Errors
/// Returns the first syntax error, with its place, or an error for soft constraints, numbers that
/// are too large, and a header that does not match the constraints.
pub fn read_problem(
    lines: &mut LineReader<'_>,
    comment: &mut dyn FnMut(&str),
) -> Result<OpbFormula, InputError> {
    lines.allow_lines_of(LONGEST_LINE);
    let mut reader = OpbReader::default();
    let mut end = (1, 1);
    while let Some(line) = lines.next_line()? {
        let at = |field: &LineField<'_>, fault: OpbError| {
            lines.make_error(fault.to_string()).at_position(line.number, field.column)
        };
        if let Some(text) = line.text.trim_start().strip_prefix('*') {
            if reader.is_fresh() && text.trim_start().starts_with(HEADER_PREFIX) {
                let column = line.text.chars().count() - text.chars().count();
                let header = reader.read_header(text);
                header.map_err(|fault| {
                    lines.make_error(fault.to_string()).at_position(line.number, column)
                })?;
            }
            comment(text);
            continue;
        }
        for field in iterate_fields(&line.text, char::is_whitespace) {
            end = (line.number, field.column + field.text.chars().count());
            for piece in split_words(field) {
                reader.take_word(&piece).map_err(|fault| at(&piece, fault))?;
                reader.taken += 1;
                if reader.taken.is_multiple_of(POLL_INTERVAL) {
                    lines.check_stop()?;
                }
            }
        }
    }
    reader
        .finish_problem()
        .map_err(|fault| lines.make_error(fault.to_string()).at_position(end.0, end.1))
}

/// The kind of word that is expected next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ExpectedWord {
    /// A coefficient, or a comparison.
    #[default]
    Coefficient,
    /// The variable of a coefficient.
    Variable(i64),
    /// A further factor of a product, or what may follow a term.
    Factor(i64),
    /// The right side of a comparison.
    Bound(OpbRelation),
    /// The semicolon.
    End(OpbRelation, i64),
}

#[derive(Default)]
struct OpbReader {
    problem: OpbFormula,
    /// The numbers of variables and constraints that the header states.
    header: Option<(usize, usize)>,
    terms: Vec<(i64, i32)>,
    /// The literals of the term that is being read.
    factors: Vec<i32>,
    /// The indices of the products. Their literals count from `MAX_VARIABLES` until the number of
    /// variables is known.
    products: HashMap<Vec<i32>, usize>,
    total_terms: usize,
    /// The number of words read so far.
    taken: usize,
    next: ExpectedWord,
    /// Whether a constraint or the objective has begun.
    started: bool,
    in_objective: bool,
}

impl OpbReader {
    fn is_fresh(&self) -> bool {
        self.header.is_none() && !self.started && self.problem.constraints.is_empty()
    }

    /// Reads `#variable= 4 #constraint= 5 ...`.
    fn read_header(&mut self, text: &str) -> Result<(), OpbError> {
        let number = |key: &'static str| {
            let rest = text.split_once(key).map_or("", |(_, rest)| rest);
            let word = rest.split_whitespace().next().unwrap_or("");
            let plain = word.bytes().all(|b| b.is_ascii_digit());
            let found = word.parse::<usize>().ok().filter(|_| plain);
            found.ok_or_else(|| OpbError::Header { word: word.to_owned(), key })
        };
        let (variables, constraints) = (number(HEADER_PREFIX)?, number("#constraint=")?);
        if variables > MAX_VARIABLES {
            return Err(OpbError::TooManyVariables { variables });
        }
        self.header = Some((variables, constraints));
        Ok(())
    }

    fn take_word(&mut self, field: &LineField<'_>) -> Result<(), OpbError> {
        let text = field.text;
        let fault = |expected: &'static str| OpbError::unexpected_word(text, expected);
        // `min:` and `soft:` begin a statement, so they count only where none has begun.
        if !self.started && matches!(text, "min:" | "max:") {
            return self.begin_objective(text);
        }
        if !self.started && (text == "soft:" || text.starts_with('[')) {
            return Err(OpbError::SoftConstraint);
        }
        self.started = true;
        // After a literal, another literal continues the product, and any other word ends the term.
        // `end_term` then expects a coefficient, so the match below never sees `Factor`.
        if let ExpectedWord::Factor(coefficient) = self.next {
            if text.starts_with(['x', '~']) {
                return self.read_factor(text);
            }
            self.end_term(coefficient);
        }
        self.next = match self.next {
            // An objective ends with its terms; a comparison is an error there.
            ExpectedWord::Coefficient if self.in_objective && text == ";" => {
                self.end_objective()?;
                ExpectedWord::Coefficient
            }
            ExpectedWord::Coefficient if self.in_objective && matches!(text, ">=" | "=" | "<=") => {
                return Err(fault("a coefficient or ';'"));
            }
            ExpectedWord::Coefficient => match text {
                ">=" => ExpectedWord::Bound(OpbRelation::AtLeast),
                "=" => ExpectedWord::Bound(OpbRelation::Exactly),
                "<=" => ExpectedWord::Bound(OpbRelation::AtMost),
                _ => ExpectedWord::Variable(parse_integer(text, "a coefficient, >=, = or <=")?),
            },
            ExpectedWord::Variable(coefficient) | ExpectedWord::Factor(coefficient) => {
                self.read_factor(text)?;
                ExpectedWord::Factor(coefficient)
            }
            ExpectedWord::Bound(sign) => {
                ExpectedWord::End(sign, parse_integer(text, "an integer")?)
            }
            ExpectedWord::End(sign, bound) if text == ";" => {
                self.close_inequality(sign, bound)?;
                ExpectedWord::Coefficient
            }
            ExpectedWord::End(..) => return Err(fault("';'")),
        };
        Ok(())
    }

    /// Reads a literal of a term.
    fn read_factor(&mut self, text: &str) -> Result<(), OpbError> {
        let literal = self.parse_literal(text)?;
        self.total_terms += 1;
        if self.total_terms > MAX_TERMS {
            return Err(OpbError::TooManyTerms);
        }
        self.factors.push(literal);
        Ok(())
    }

    /// Adds the term whose factors have been read.
    fn end_term(&mut self, coefficient: i64) {
        self.next = ExpectedWord::Coefficient;
        if let [literal] = self.factors[..] {
            self.factors.clear();
            return self.terms.push((coefficient, literal));
        }
        let mut factors = std::mem::take(&mut self.factors);
        // Sorted and without repetitions, equal products have equal keys: x2 ~x4, ~x4 x2, x2 x2
        // ~x4.
        factors.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal < 0));
        factors.dedup();
        // x1 x1 is x1.
        if let [literal] = factors[..] {
            return self.terms.push((coefficient, literal));
        }
        // `or_insert_with_key` adds the product on its first use, at the index that
        // `products.len()` gives.
        let (all, next) = (&mut self.problem.products, self.products.len());
        let index = *self.products.entry(factors).or_insert_with_key(|factors| {
            all.push(factors.clone());
            next
        });
        // Terms are fewer than `MAX_TERMS`, so the number fits.
        self.terms.push((coefficient, (MAX_VARIABLES + 1 + index) as i32));
    }

    /// Reads a variable or its negation.
    fn parse_literal(&mut self, text: &str) -> Result<i32, OpbError> {
        let plain = text.strip_prefix('~').unwrap_or(text);
        let fault = || OpbError::unexpected_word(text, "a variable such as x1 or ~x1");
        let digits = plain.strip_prefix('x').ok_or_else(fault)?;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(fault());
        }
        // A number that is too large for `parse_variable` fails the check against the limit.
        let number = parse_variable(digits).map_or(usize::MAX, |number| number as usize);
        if number == 0 {
            return Err(fault());
        }
        match self.header {
            Some((most, _)) if number > most => {
                return Err(OpbError::OtherVariable { variable: plain.to_owned(), most });
            }
            _ if number > MAX_VARIABLES => {
                return Err(OpbError::LargeVariable { variable: plain.to_owned() });
            }
            _ => {}
        }
        self.problem.variables = self.problem.variables.max(number);
        // `number` is at most MAX_VARIABLES, which fits.
        let number = number as i32;
        Ok(if plain.len() < text.len() { -number } else { number })
    }

    fn begin_objective(&mut self, sense: &str) -> Result<(), OpbError> {
        if self.problem.objective.is_some() || !self.problem.constraints.is_empty() {
            return Err(OpbError::LateObjective { sense: sense.to_owned() });
        }
        self.problem.maximise = sense == "max:";
        (self.started, self.in_objective) = (true, true);
        Ok(())
    }

    fn end_objective(&mut self) -> Result<(), OpbError> {
        let terms = std::mem::take(&mut self.terms);
        check_range(&terms, 0)?;
        self.problem.objective = Some(terms);
        (self.started, self.in_objective) = (false, false);
        Ok(())
    }

    fn close_inequality(&mut self, sign: OpbRelation, bound: i64) -> Result<(), OpbError> {
        let terms = std::mem::take(&mut self.terms);
        check_range(&terms, bound)?;
        if self.header.is_some_and(|(_, constraints)| self.problem.constraints.len() >= constraints)
        {
            return Err(OpbError::TooManyConstraints);
        }
        self.problem.constraints.push(OpbInequality { terms, sign, bound });
        self.started = false;
        Ok(())
    }

    fn finish_problem(mut self) -> Result<OpbFormula, OpbError> {
        if self.started {
            let part = if self.in_objective { "the objective" } else { "a constraint" };
            return Err(OpbError::CutOff { part });
        }
        let found = self.problem.constraints.len();
        match self.header {
            Some((_, expected)) if found != expected => {
                return Err(OpbError::TooFewConstraints { found, expected });
            }
            // A header may state 0 constraints, but a text without a header, constraint and
            // objective is probably in another form.
            None if found == 0 && self.problem.objective.is_none() => {
                return Err(OpbError::NoConstraints);
            }
            // The header may count variables that nothing mentions.
            Some((variables, _)) => self.problem.variables = variables,
            None => {}
        }
        if !self.problem.products.is_empty() {
            // `variables` is at most `MAX_VARIABLES`, and products are counted from there.
            let down = (MAX_VARIABLES - self.problem.variables) as i32;
            let products = all_literals(&mut self.problem).filter(|l| **l > MAX_VARIABLES as i32);
            products.for_each(|literal| *literal -= down);
        }
        Ok(self.problem)
    }
}

/// Checks that a sum stays well within 64 bits.
fn check_range(terms: &[(i64, i32)], bound: i64) -> Result<(), OpbError> {
    let reach = terms.iter().map(|(c, _)| i128::from(*c).abs()).sum::<i128>();
    // Replacing ~x by 1 - x moves its coefficient to the right side, which can reach the bound plus
    // the sum of the coefficients.
    if 2 * reach + i128::from(bound).abs() > MAX_SUM {
        Err(OpbError::LargeSum { reach })
    } else {
        Ok(())
    }
}

/// An integer with an optional sign.
fn parse_integer(text: &str, expected: &'static str) -> Result<i64, OpbError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(OpbError::unexpected_word(text, expected));
    }
    // `parse` accepts both signs, so only the size can be wrong here.
    text.parse().map_err(|_| OpbError::LargeNumber { word: text.to_owned() })
}
