//! Reads DRAT, in text or binary, and writes it again in text.
//!
//! A checker gets the copy: whatever the solver left, all checkers read the same steps, and a file
//! that is not a proof reaches none.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

use parallax_model::engine_api::Control;

use super::super::detect::{MAX_DETECTION_BYTES, is_binary};
use super::super::lrat::ProofPosition;
use super::super::{InvalidProofError, ProofError, StepError};

/// Bytes read between two checks of the clock.
const BYTES_BETWEEN_POLLS: u64 = 1 << 16;

/// Maximum number of characters of a word in text: `-2147483648`.
const MAX_WORD: usize = 11;

/// Copies the steps of a proof as text; returns their number.
///
/// # Errors
/// If the proof has no step, or something else than steps, with the place; at an error of a file;
/// at a limit of `control`.
pub(super) fn copy_steps(
    proof: impl Read,
    out: &mut dyn Write,
    control: &Control,
) -> Result<u64, ProofError> {
    let mut input = BufReader::with_capacity(1 << 16, proof);
    let mut start = Vec::new();
    (&mut input).take(MAX_DETECTION_BYTES).read_to_end(&mut start)?;
    let binary = is_binary(&start);
    // The bytes that decide the form are put back in front of the others.
    let input = Cursor::new(start).chain(input);
    let mut reader = StepReader { input, control, read: 0, line: 1 };
    let mut steps = 0;
    loop {
        let is_step =
            if binary { reader.copy_binary_step(out) } else { reader.copy_text_step(out) };
        match is_step {
            Ok(true) => steps += 1,
            Ok(false) if steps == 0 => return Err(InvalidProofError::Empty.into()),
            Ok(false) => return Ok(steps),
            Err(fault) => {
                let place = if binary {
                    ProofPosition::Byte(reader.read)
                } else {
                    ProofPosition::Line(reader.line)
                };
                return Err(fault.with_position(place));
            }
        }
    }
}

/// Reads the steps of a proof one after the other.
struct StepReader<'c, R> {
    input: R,
    control: &'c Control,
    /// The number of bytes that have been read.
    read: u64,
    line: u64,
}

impl<R: BufRead> StepReader<'_, R> {
    /// Copies a step in text; returns false at the end.
    fn copy_text_step(&mut self, out: &mut dyn Write) -> Result<bool, ProofError> {
        let mut word = self.read_word()?;
        while word.as_deref().is_some_and(|word| word.starts_with('c')) {
            self.skip_line()?;
            word = self.read_word()?;
        }
        let Some(mut first) = word else { return Ok(false) };
        if first == "d" {
            out.write_all(b"d ")?;
            first = self.read_word()?.unwrap_or_default();
        }
        loop {
            match first.parse::<i32>() {
                Ok(0) => return end_step(out),
                // `i32::MIN` cannot be negated, so it is no literal.
                Ok(number) if number != i32::MIN => write!(out, "{number} ")?,
                _ if first.is_empty() => return Err(StepError::OpenStep.into()),
                _ => return Err(StepError::Literal(first).into()),
            }
            first = self.read_word()?.unwrap_or_default();
        }
    }

    /// Copies a step in binary; returns false at the end.
    fn copy_binary_step(&mut self, out: &mut dyn Write) -> Result<bool, ProofError> {
        match self.read_byte()? {
            None => return Ok(false),
            Some(b'a') => {}
            Some(b'd') => out.write_all(b"d ")?,
            Some(other) => return Err(StepError::Kind(other).into()),
        }
        loop {
            let number = self.read_number()?;
            let variable = i32::try_from(number >> 1);
            match (number, variable) {
                (0, _) => return end_step(out),
                (1, _) => return Err(StepError::MinusZeroLiteral.into()),
                (_, Err(_)) => return Err(StepError::LargeLiteral.into()),
                (_, Ok(variable)) if number & 1 == 1 => write!(out, "-{variable} ")?,
                (_, Ok(variable)) => write!(out, "{variable} ")?,
            }
        }
    }

    /// Reads a number of seven bits a byte.
    fn read_number(&mut self) -> Result<u64, ProofError> {
        let mut value = 0;
        // Five bytes hold 35 bits; a literal of 32 bits needs no sixth.
        for shift in (0..35).step_by(7) {
            let Some(byte) = self.read_byte()? else { return Err(StepError::OpenStep.into()) };
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(StepError::LargeLiteral.into())
    }

    /// Reads the next word; `None` at the end.
    fn read_word(&mut self) -> Result<Option<String>, ProofError> {
        let mut word = Vec::new();
        while let Some(&byte) = self.input.fill_buf()?.first() {
            if byte.is_ascii_whitespace() && !word.is_empty() {
                break;
            }
            self.read_byte()?;
            if byte.is_ascii_whitespace() {
                continue;
            }
            word.push(byte);
            // A longer word cannot be a literal, and of a comment the first letter is enough: the
            // caller skips the line.
            if word.len() > MAX_WORD || word[0] == b'c' {
                break;
            }
        }
        let text = String::from_utf8_lossy(&word).into_owned();
        Ok(Some(text).filter(|text| !text.is_empty()))
    }

    fn skip_line(&mut self) -> Result<(), ProofError> {
        while self.read_byte()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }

    fn read_byte(&mut self) -> Result<Option<u8>, ProofError> {
        if self.read.is_multiple_of(BYTES_BETWEEN_POLLS) {
            self.control.check_stop()?;
        }
        let Some(&byte) = self.input.fill_buf()?.first() else { return Ok(None) };
        self.input.consume(1);
        self.read += 1;
        self.line += u64::from(byte == b'\n');
        Ok(Some(byte))
    }
}

fn end_step(out: &mut dyn Write) -> Result<bool, ProofError> {
    let written: io::Result<()> = out.write_all(b"0\n");
    Ok(written.map(|()| true)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copied(proof: &[u8]) -> Result<String, String> {
        let mut out = Vec::new();
        match copy_steps(proof, &mut out, &Control::unlimited()) {
            Ok(_) => Ok(String::from_utf8(out).expect("text")),
            Err(fault) => Err(fault.to_string()),
        }
    }

    #[test]
    fn a_copy_has_the_steps() {
        for (proof, expected) in [
            (&b"0"[..], "0\n"),
            (b"0\n0\n", "0\n0\n"),
            (b"c by a solver\n-1 2 0\nd 1 2 0\n0\n", "-1 2 0\nd 1 2 0\n0\n"),
            (b"  1\n 2 0 d 1 0\r\n", "1 2 0\nd 1 0\n"),
            (b"1 0\ncomment 1 2 0\nd 0\n", "1 0\nd 0\n"),
            (b"2147483647 -2147483647 0", "2147483647 -2147483647 0\n"),
            (b"a\x04\x03\0d\x04\0a\0", "2 -1 0\nd 2 0\n0\n"),
            (b"a\xfe\xff\xff\xff\x0f\0", "2147483647 0\n"),
        ] {
            assert_eq!(copied(proof), Ok(expected.to_owned()), "{proof:?}");
        }
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        for (proof, expected) in [
            (&b""[..], "the proof is empty"),
            (b" \n\n", "the proof is empty"),
            (b"c nothing but a comment", "the proof is empty"),
            (b"s UNSATISFIABLE\n", "line 1: 's' is not a literal"),
            (b"1 0\n1 x 0\n", "line 2: 'x' is not a literal"),
            (b"1 2", "line 1: the proof ends within a step"),
            (b"1 0\nd", "line 2: the proof ends within a step"),
            (b"d d 1 0", "line 1: 'd' is not a literal"),
            (b"d1 0", "line 1: 'd1' is not a literal"),
            (b"1 d 2 0", "line 1: 'd' is not a literal"),
            (b"2147483648 0", "line 1: '2147483648' is not a literal"),
            (b"-2147483648 0", "line 1: '-2147483648' is not a literal"),
            (b"99999999999999999999 0", "line 1: '999999999999' is not a literal"),
            (b"<html>\n", "line 1: '<html>' is not a literal"),
            (b"a\x04", "byte 2: the proof ends within a step"),
            (b"a\x04\0x", "byte 4: a step begins with 'a' or 'd', not with the byte 120"),
            (b"a\x01\0", "byte 2: a literal is minus zero"),
            (b"a\xff\xff\xff\xff\x1f\0", "byte 6: a literal is larger than a checker reads"),
            (b"a\xff\xff\xff\xff\xff\x01\0", "byte 6: a literal is larger than a checker reads"),
            (
                b"\x7fELF\x02\x01\x01\0",
                "byte 1: a step begins with 'a' or 'd', not with the byte 127",
            ),
        ] {
            assert_eq!(copied(proof), Err(expected.to_owned()), "{proof:?}");
        }
    }
}
