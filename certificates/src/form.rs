//! Reads steps in their two forms: text, a line each, and binary.

use std::io::{self, BufRead, Read};

use super::model::Value;
use super::step::{Literal, Step, integer, place};

/// How steps are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A step a line, for reading.
    #[default]
    Text,
    /// A letter and numbers of seven bits a byte: a third to a half of the text.
    Binary,
}

/// The parts of a step that is read, used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    letter: u8,
    numbers: Vec<Value>,
    literals: Vec<Literal>,
    words: String,
}

/// How many numbers stand after a letter, before any list; whether a list follows.
fn shape(letter: u8) -> Option<(usize, bool)> {
    Some(match letter {
        b'd' => (2, false),
        b'p' => (2, true),
        b'g' => (1, true),
        b'k' => (4, false),
        b'f' => (1, false),
        b's' | b'm' | b'w' | b'l' => (0, true),
        b'c' | b'u' | b'r' | b'n' | b'e' => (0, false),
        _ => return None,
    })
}

impl Form {
    /// Reads the next step; false at the end. A step has at most `most` numbers, or bytes of words.
    pub(crate) fn read(
        self,
        input: &mut impl BufRead,
        most: usize,
        raw: &mut Raw,
    ) -> Result<bool, String> {
        raw.numbers.clear();
        raw.literals.clear();
        raw.words.clear();
        match self {
            Form::Text => raw.read_text(input, most),
            Form::Binary => raw.read_binary(input, most),
        }
    }
}

fn failed(error: &io::Error) -> String {
    format!("cannot read: {error}")
}

impl Raw {
    /// Reads a line, with one blank between numbers.
    fn read_text(&mut self, input: &mut impl BufRead, most: usize) -> Result<bool, String> {
        let mut line = std::mem::take(&mut self.words);
        // A number of 64 bits has at most 20 bytes.
        let longest = (most as u64).saturating_mul(21) + 2;
        let read = input.take(longest).read_line(&mut line).map_err(|error| failed(&error))?;
        if read == 0 {
            return Ok(false);
        }
        if line.pop() != Some('\n') {
            let is_long = read as u64 == longest;
            return Err(if is_long { too_long(most) } else { "a line that is cut off".into() });
        }
        let (letter, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let long = || format!("there is no step '{}'", letter.chars().take(20).collect::<String>());
        let &[byte] = letter.as_bytes() else { return Err(long()) };
        self.letter = byte;
        refuse_if!(rest.is_empty() && line.len() > 1, "a blank at the end of a line");
        match byte {
            b'j' | b'q' => {
                self.words.push_str(rest);
                return Ok(true);
            }
            _ if rest.is_empty() => {}
            b'l' => self.literals = Literal::read_all(rest)?,
            _ => {
                for word in rest.split(' ') {
                    self.numbers.push(integer(word)?);
                }
            }
        }
        // The buffer is used again.
        line.clear();
        self.words = line;
        Ok(true)
    }

    /// Reads a letter, then numbers of seven bits a byte, the sign in the lowest bit. Lists and words
    /// begin with their length.
    fn read_binary(&mut self, input: &mut impl BufRead, most: usize) -> Result<bool, String> {
        let start = input.fill_buf().map_err(|error| failed(&error))?;
        let Some(&letter) = start.first() else { return Ok(false) };
        input.consume(1);
        self.letter = letter;
        if matches!(letter, b'j' | b'q') {
            let mut bytes = vec![0; length(input, most)?];
            input.read_exact(&mut bytes).map_err(|_| "a step that is cut off")?;
            self.words = String::from_utf8(bytes).map_err(|_| "words that are not UTF-8")?;
            return Ok(true);
        }
        let shape = shape(letter);
        let (fixed, list) =
            shape.ok_or_else(|| format!("there is no step '{}'", letter.escape_ascii()))?;
        for _ in 0..fixed {
            self.numbers.push(number(input)?);
        }
        let mut left = if list { length(input, most)? } else { 0 };
        if letter != b'l' {
            // Most numbers have one byte, and most lists lie in the buffer.
            let start = input.fill_buf().map_err(|error| failed(&error))?;
            let short = start.iter().take(left).take_while(|byte| **byte < 0x80);
            self.numbers.extend(short.map(|&byte| value(byte.into())));
            let read = self.numbers.len() - fixed;
            input.consume(read);
            left -= read;
        }
        for _ in 0..left {
            if letter == b'l' {
                let (sign, variable, value) = (number(input)?, number(input)?, number(input)?);
                self.literals.push(Literal::of(sign, variable, value)?);
            } else {
                self.numbers.push(number(input)?);
            }
        }
        Ok(true)
    }

    /// The step that was read.
    pub(crate) fn step(&self) -> Result<Step<'_>, String> {
        let letter = char::from(self.letter);
        Ok(match (letter, &self.numbers[..]) {
            ('d', &[x, v]) => Step::Branch(place(x)?, v),
            ('p', &[k, x, _, ..]) => Step::Remove(place(k)?, place(x)?, &self.numbers[2..]),
            ('k', &[k, x, a, b]) => Step::Keep(place(k)?, place(x)?, a, b),
            ('g', &[k, _, ..]) => Step::Group(place(k)?, &self.numbers[1..]),
            ('f', &[k]) => Step::Fail(place(k)?),
            ('s', all) => Step::Solution(all),
            ('c', []) => Step::All,
            ('u', []) => Step::Up,
            ('r', []) => Step::Restart,
            ('m', all) => Step::Split(all),
            ('n', []) => Step::Next,
            ('l', _) => Step::Lemma(&self.literals),
            ('e', []) => Step::Shown,
            ('w', all) => Step::Listed(all),
            ('j', _) => Step::Part(&self.words),
            ('q', _) => Step::End(&self.words),
            (_, all) if shape(self.letter).is_some() => {
                return Err(format!("'{letter}' with {} numbers", all.len()));
            }
            _ => return Err(format!("there is no step '{letter}'")),
        })
    }

    /// The step as it would stand in a text, cut short.
    pub(crate) fn shown(&self) -> String {
        let mut words = vec![char::from(self.letter).to_string()];
        words.extend(self.numbers.iter().take(40).map(ToString::to_string));
        words.extend(self.literals.iter().take(20).map(ToString::to_string));
        words.extend((!self.words.is_empty()).then(|| self.words.clone()));
        words.join(" ").chars().take(80).collect()
    }
}

fn too_long(most: usize) -> String {
    format!("a step of more than {most} numbers, which no step of this model needs")
}

fn length(input: &mut impl BufRead, most: usize) -> Result<usize, String> {
    let length = usize::try_from(number(input)?).ok().filter(|&length| length <= most);
    length.ok_or_else(|| too_long(most))
}

fn number(input: &mut impl BufRead) -> Result<Value, String> {
    let mut bits = 0u64;
    for place in 0..10 {
        let start = input.fill_buf().map_err(|error| failed(&error))?;
        let &byte = start.first().ok_or("a step that is cut off")?;
        input.consume(1);
        let own = u64::from(byte & 0x7f);
        if place == 9 && own > 1 {
            break;
        }
        bits |= own << (7 * place);
        if byte < 0x80 {
            return Ok(value(bits));
        }
    }
    Err("a number of more than 64 bits".into())
}

fn value(bits: u64) -> Value {
    (bits >> 1) as i64 ^ -((bits & 1) as i64)
}
