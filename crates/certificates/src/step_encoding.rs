//! Reads steps in their two forms: text, a line each, and binary.

use std::io::{self, BufRead, Read};

use super::faults::FormFault;
use super::model::{Atom, Value};
use super::step::{self, CertificateStep, parse_index, parse_integer};

/// How steps are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepEncoding {
    /// A step a line, for reading.
    #[default]
    Text,
    /// A letter and numbers of seven bits a byte: a third to a half of the size of the text.
    Binary,
}

/// The raw parts of a step. The buffers are used again for the next step.
#[derive(Debug, Default)]
pub(crate) struct RawStep {
    letter: u8,
    numbers: Vec<Value>,
    atoms: Vec<Atom>,
    /// In text the line; in the binary form the letter, a blank and the words, if the step has
    /// words.
    pub(crate) words: String,
}

impl StepEncoding {
    /// Reads the next step; false at the end. A step has at most `most` numbers, or bytes of words.
    pub(crate) fn read_step(
        self,
        input: &mut impl BufRead,
        most: usize,
        raw: &mut RawStep,
    ) -> Result<bool, FormFault> {
        raw.letter = 0;
        raw.numbers.clear();
        raw.atoms.clear();
        raw.words.clear();
        let is_read = match self {
            StepEncoding::Text => raw.read_text(input, most),
            StepEncoding::Binary => raw.read_binary(input, most),
        };
        // Checked here for both forms: a binary list is bounded by its length, but an atom in it
        // has three numbers.
        refuse_if!(raw.numbers.len() + 3 * raw.atoms.len() > most, FormFault::TooLong { most });
        is_read
    }
}

impl RawStep {
    /// Reads a line, with one blank between numbers.
    fn read_text(&mut self, input: &mut impl BufRead, most: usize) -> Result<bool, FormFault> {
        // A number of 64 bits has at most 20 bytes, and a blank before it. The bound comes before
        // reading, so that a line without an end takes no more memory.
        let longest = (most as u64).saturating_mul(21) + 2;
        let read = input.take(longest).read_line(&mut self.words);
        if read.map_err(read_error)? == 0 {
            return Ok(false);
        }
        let is_whole = self.words.pop() == Some('\n');
        refuse_if!(!is_whole, FormFault::LineCutOff { most });
        let (letter, rest) = self.words.split_once(' ').unwrap_or((&self.words, ""));
        let &[byte] = letter.as_bytes() else {
            return Err(FormFault::UnknownStep { letter: letter.to_owned() });
        };
        self.letter = byte;
        // `c ` would otherwise read as `c`. After numbers, a blank at the end leaves an empty word,
        // which is no number.
        refuse_if!(rest.is_empty() && self.words.len() > 1, FormFault::LastBlank);
        match byte {
            _ if rest.is_empty() => {}
            b'j' | b'q' => {}
            b'l' => self.atoms = step::parse_atoms(rest)?,
            _ => {
                for word in rest.split(' ') {
                    self.numbers.push(parse_integer(word)?);
                }
            }
        }
        Ok(true)
    }

    /// Reads a letter, then numbers of seven bits a byte, the sign in the lowest bit. Lists and
    /// words begin with their length.
    fn read_binary(&mut self, input: &mut impl BufRead, most: usize) -> Result<bool, FormFault> {
        let Some(letter) = read_byte(input)? else { return Ok(false) };
        self.letter = letter;
        if matches!(letter, b'j' | b'q') {
            // `read_length` refuses a length above `most`, so the buffer is bounded.
            let mut bytes = vec![0; read_length(input, most)?];
            input.read_exact(&mut bytes).map_err(|_| FormFault::StepCutOff)?;
            let words = String::from_utf8(bytes).map_err(|_| FormFault::Encoding)?;
            self.words = format!("{} {words}", char::from(letter));
            return Ok(true);
        }
        // E.g. `p k x v…` has two numbers, then a list with its length. An unknown letter has none,
        // and `parse_step` refuses it.
        let fixed = match letter {
            b'd' | b'p' | b'a' => 2,
            b'k' => 4,
            b'f' | b'g' | b'b' => 1,
            _ => 0,
        };
        for _ in 0..fixed {
            self.numbers.push(read_number(input)?);
        }
        for _ in 0..if b"pgsmwlbt".contains(&letter) { read_length(input, most)? } else { 0 } {
            if letter == b'l' {
                let numbers = [read_number(input)?, read_number(input)?, read_number(input)?];
                self.atoms.push(step::parse_atom(numbers)?);
            } else {
                self.numbers.push(read_number(input)?);
            }
        }
        Ok(true)
    }

    /// Interprets the raw parts as a step.
    pub(crate) fn parse_step(&self) -> Result<CertificateStep<'_>, FormFault> {
        let letter = char::from(self.letter);
        // Both forms keep `words` as the letter, a blank and the words.
        let words = self.words.get(2..).unwrap_or_default();
        Ok(match (letter, &self.numbers[..]) {
            ('d', &[x, v]) => CertificateStep::Branch(parse_index(x)?, v),
            ('p', &[k, x, _, ..]) => {
                CertificateStep::Remove(parse_index(k)?, parse_index(x)?, &self.numbers[2..])
            }
            ('k', &[k, x, a, b]) => CertificateStep::Keep(parse_index(k)?, parse_index(x)?, a, b),
            ('g', &[k, _, ..]) => CertificateStep::Group(parse_index(k)?, &self.numbers[1..]),
            ('a', &[k, x]) => CertificateStep::Spread(parse_index(k)?, parse_index(x)?),
            ('f', &[k]) => CertificateStep::Fail(parse_index(k)?),
            ('s', all) => CertificateStep::Solution(all),
            ('c', []) => CertificateStep::All,
            ('u', []) => CertificateStep::Up,
            ('r', []) => CertificateStep::Restart,
            ('m', all) => CertificateStep::Split(all),
            ('n', []) => CertificateStep::Next,
            ('h', []) => CertificateStep::Hold,
            ('b', &[n, ..]) => CertificateStep::Before(parse_index(n)?, &self.numbers[1..]),
            ('t', all) => CertificateStep::Thin(all),
            ('l', _) => CertificateStep::Lemma(&self.atoms),
            ('e', []) => CertificateStep::Shown,
            ('w', all) => CertificateStep::Listed(all),
            ('j', _) => CertificateStep::Part(words),
            ('q', _) => CertificateStep::End(words),
            (_, all) => return Err(FormFault::OtherStep { letter, numbers: all.len() }),
        })
    }

    /// The step as text, cut to 80 characters.
    pub(crate) fn shortened_text(&self) -> String {
        if !self.words.is_empty() {
            return self.words.trim_end().chars().take(80).collect();
        }
        let numbers = self.numbers.iter().take(40).map(ToString::to_string);
        let words = numbers.chain(self.atoms.iter().take(20).map(ToString::to_string));
        let words = words.fold(char::from(self.letter).to_string(), |all, own| all + " " + &own);
        words.chars().take(80).collect()
    }
}

fn read_error(error: io::Error) -> FormFault {
    FormFault::Unreadable { error: error.to_string() }
}

fn read_length(input: &mut impl BufRead, most: usize) -> Result<usize, FormFault> {
    let length = usize::try_from(read_number(input)?).ok().filter(|&length| length <= most);
    length.ok_or(FormFault::TooLong { most })
}

#[inline]
fn read_byte(input: &mut impl BufRead) -> Result<Option<u8>, FormFault> {
    let byte = input.fill_buf().map_err(read_error)?.first().copied();
    input.consume(usize::from(byte.is_some()));
    Ok(byte)
}

fn read_number(input: &mut impl BufRead) -> Result<Value, FormFault> {
    let mut bits = 0u64;
    for place in 0..10 {
        let byte = read_byte(input)?.ok_or(FormFault::StepCutOff)?;
        let own = u64::from(byte & 0x7f);
        // Nine bytes hold 63 bits, so the tenth has one bit left.
        if place == 9 && own > 1 {
            break;
        }
        bits |= own << (7 * place);
        if byte < 0x80 {
            // The sign is in the lowest bit: 0, 1, 2, 3 are 0, -1, 1, -2.
            return Ok((bits >> 1) as i64 ^ -((bits & 1) as i64));
        }
    }
    Err(FormFault::LongNumber)
}
