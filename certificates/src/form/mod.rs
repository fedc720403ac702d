//! The two forms of steps: text, a line each, and binary.

mod binary;
mod text;

use std::io::{self, BufRead};

use super::model::Value;
use super::step::{Literal, Step};

/// The longest step, in bytes of text or in numbers.
const LONGEST: u64 = 1 << 26;

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
pub(super) struct Raw {
    letter: u8,
    numbers: Vec<Value>,
    literals: Vec<Literal>,
    words: String,
}

impl Form {
    /// Appends a step to a buffer.
    pub(super) fn write(self, step: &Step<'_>, out: &mut Vec<u8>) {
        match self {
            Form::Text => text::write(step, out),
            Form::Binary => binary::write(step, out),
        }
    }

    /// Reads the next step; false at the end.
    pub(super) fn read(self, input: &mut dyn BufRead, raw: &mut Raw) -> Result<bool, String> {
        raw.numbers.clear();
        raw.literals.clear();
        raw.words.clear();
        match self {
            Form::Text => text::read(input, raw),
            Form::Binary => binary::read(input, raw),
        }
    }
}

fn failed(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "a step that is cut off".to_owned(),
        _ => format!("cannot read: {error}"),
    }
}

impl Raw {
    /// The step that was read.
    pub(super) fn step(&self) -> Result<Step<'_>, String> {
        let place = |value: Value| {
            usize::try_from(value).map_err(|_| format!("{value} is no place in the model"))
        };
        let letter = char::from(self.letter);
        Ok(match (letter, &self.numbers[..]) {
            ('d', &[x, v]) => Step::Branch(place(x)?, v),
            ('b', &[x, v]) => Step::AtMost(place(x)?, v),
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
            ('d' | 'b' | 'p' | 'k' | 'g' | 'f' | 'c' | 'u' | 'r' | 'n' | 'e', all) => {
                return Err(format!("'{letter}' with {} numbers", all.len()));
            }
            _ => return Err(format!("there is no step '{letter}'")),
        })
    }

    /// The step as it would stand in a text, cut short.
    pub(super) fn shown(&self) -> String {
        let mut words = vec![char::from(self.letter).to_string()];
        words.extend(self.numbers.iter().take(40).map(ToString::to_string));
        words.extend(self.literals.iter().take(20).map(ToString::to_string));
        words.extend((!self.words.is_empty()).then(|| self.words.clone()));
        words.join(" ").chars().take(80).collect()
    }
}
