//! Reads LRAT, in text or binary.

use std::fmt;
use std::io::{BufRead, Read};

use rustsat::types::Lit;

use super::super::{ProofError, StepError};
use super::numbers::{StepKind, clause_id, dimacs_literal, parse_step};

/// Maximum number of bytes of a line, and of eight-byte numbers of one step.
const MAX_STEP_BYTES: usize = 1 << 28;

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LratStep<'r> {
    /// Adds a clause that follows from the hints.
    Add {
        /// The new clause's id.
        id: u64,
        /// Its literals; the first is the pivot of a RAT step.
        clause: &'r [Lit],
        /// Ids of clauses; a negative one begins the hints for a resolvent.
        hints: &'r [i64],
    },
    /// Deletes clauses that are no longer needed.
    Delete {
        /// Their ids.
        ids: &'r [u64],
    },
}

/// The place of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofPosition {
    /// The line, counted from 1.
    Line(u64),
    /// The byte offset, counted from 0.
    Byte(u64),
}

impl fmt::Display for ProofPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofPosition::Line(line) => write!(f, "line {line}"),
            ProofPosition::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// Reads the steps of a proof one after the other.
pub struct LratReader<R> {
    input: R,
    place: ProofPosition,
    line: Vec<u8>,
    numbers: Vec<i64>,
    clause: Vec<Lit>,
    ids: Vec<u64>,
}

impl<R: BufRead> LratReader<R> {
    /// Makes a reader of a proof; its first byte shows whether it is text or binary.
    ///
    /// # Errors
    /// Returns the errors of `input`.
    pub fn new(mut input: R) -> Result<Self, ProofError> {
        let place = match input.fill_buf()?.first() {
            Some(b'a' | b'd') => ProofPosition::Byte(0),
            _ => ProofPosition::Line(1),
        };
        let (line, numbers, clause, ids) = Default::default();
        Ok(LratReader { input, place, line, numbers, clause, ids })
    }

    /// Returns the place of the next step.
    pub fn step_position(&self) -> ProofPosition {
        self.place
    }

    /// Returns the next step; `None` at the end.
    ///
    /// # Errors
    /// At text that cannot be read, with its place.
    pub fn next_step(&mut self) -> Result<Option<LratStep<'_>>, ProofError> {
        self.numbers.clear();
        let position = self.place;
        let kind = match position {
            ProofPosition::Line(_) => self.read_text_step(),
            ProofPosition::Byte(_) => self.read_binary_step(),
        };
        let Some(kind) = kind.map_err(|fault| fault.with_position(position))? else {
            return Ok(None);
        };
        self.finish_step(kind)
            .map_err(|why| ProofError::from(why).with_position(position))
            .map(Some)
    }

    /// Converts numbers to literals and ids.
    fn finish_step(&mut self, kind: StepKind) -> Result<LratStep<'_>, StepError> {
        match kind {
            StepKind::Delete => {
                self.ids.clear();
                for &number in &self.numbers {
                    self.ids.push(clause_id(number)?);
                }
                Ok(LratStep::Delete { ids: &self.ids })
            }
            StepKind::Add(id, literals) => {
                self.clause.clear();
                for &number in &self.numbers[..literals] {
                    self.clause.push(dimacs_literal(number)?);
                }
                Ok(LratStep::Add { id, clause: &self.clause, hints: &self.numbers[literals..] })
            }
        }
    }

    /// Reads a line with a step; skips comments and empty lines.
    fn read_text_step(&mut self) -> Result<Option<StepKind>, ProofError> {
        loop {
            self.line.clear();
            let mut limited = (&mut self.input).take(MAX_STEP_BYTES as u64);
            if limited.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            // A line of the maximum length may have been cut.
            if self.line.len() == MAX_STEP_BYTES {
                return Err(StepError::LongLine.into());
            }
            if let ProofPosition::Line(line) = &mut self.place {
                *line += 1;
            }
            let line = self.line.trim_ascii();
            if !line.is_empty() && line[0] != b'c' {
                return Ok(Some(parse_step(line, &mut self.numbers)?));
            }
        }
    }

    /// Reads a binary step.
    fn read_binary_step(&mut self) -> Result<Option<StepKind>, ProofError> {
        let Some(kind) = self.read_byte()? else { return Ok(None) };
        match kind {
            b'd' => {
                self.until_zero()?;
                Ok(Some(StepKind::Delete))
            }
            b'a' => {
                let number = self.read_number()?;
                let id = clause_id(number)?;
                self.until_zero()?;
                let literals = self.numbers.len();
                self.until_zero()?;
                Ok(Some(StepKind::Add(id, literals)))
            }
            other => Err(StepError::Kind(other).into()),
        }
    }

    fn read_byte(&mut self) -> Result<Option<u8>, ProofError> {
        let Some(&byte) = self.input.fill_buf()?.first() else { return Ok(None) };
        self.input.consume(1);
        if let ProofPosition::Byte(offset) = &mut self.place {
            *offset += 1;
        }
        Ok(Some(byte))
    }

    fn until_zero(&mut self) -> Result<(), ProofError> {
        loop {
            match self.read_number()? {
                0 => return Ok(()),
                number => self.numbers.push(number),
            }
            if self.numbers.len() > MAX_STEP_BYTES / 8 {
                return Err(StepError::LongStep.into());
            }
        }
    }

    fn read_number(&mut self) -> Result<i64, ProofError> {
        let mut value: u64 = 0;
        for shift in (0..64).step_by(7) {
            let Some(byte) = self.read_byte()? else {
                return Err(StepError::OpenStep.into());
            };
            let bits = u64::from(byte & 0x7f);
            // The shift would lose bits.
            if bits.leading_zeros() < shift {
                return Err(StepError::LongNumber.into());
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                // Half of the value fits the type.
                let half = (value >> 1) as i64;
                return match value {
                    1 => Err(StepError::MinusZero.into()),
                    _ if value & 1 == 1 => Ok(-half),
                    _ => Ok(half),
                };
            }
        }
        Err(StepError::LongNumber.into())
    }
}
