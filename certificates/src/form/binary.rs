//! A letter, then numbers of seven bits a byte, the sign in the lowest bit. Lists and words begin
//! with their length.

use std::io::{BufRead, Read};

use super::super::model::Value;
use super::super::step::{Literal, Step};
use super::{LONGEST, Raw, failed};

/// The signs of atoms, by their numbers.
const SIGNS: [&str; 4] = ["=", "!", "<", ">"];

/// How many numbers stand after a letter, before any list; whether a list follows.
fn shape(letter: u8) -> Option<(usize, bool)> {
    Some(match letter {
        b'd' | b'b' => (2, false),
        b'p' => (2, true),
        b'g' => (1, true),
        b'k' => (4, false),
        b'f' => (1, false),
        b's' | b'm' | b'w' => (0, true),
        b'c' | b'u' | b'r' | b'n' | b'e' => (0, false),
        _ => return None,
    })
}

pub(super) fn read(input: &mut dyn BufRead, raw: &mut Raw) -> Result<bool, String> {
    let start = input.fill_buf().map_err(|error| failed(&error))?;
    let Some(&letter) = start.first() else { return Ok(false) };
    input.consume(1);
    raw.letter = letter;
    match letter {
        b'l' => {
            for _ in 0..length(input)? {
                let sign = usize::try_from(number(input)?).ok();
                let sign = sign.and_then(|sign| SIGNS.get(sign)).ok_or("no sign of an atom")?;
                let (variable, value) = (number(input)?, number(input)?);
                raw.literals.push(Literal::read(sign, variable, value)?);
            }
        }
        b'j' | b'q' => {
            let length = length(input)?;
            let mut bytes = Vec::new();
            let read = input.take(length).read_to_end(&mut bytes);
            if read.map_err(|error| failed(&error))? as u64 != length {
                return Err("a step that is cut off".into());
            }
            raw.words = String::from_utf8(bytes).map_err(|_| "words that are not UTF-8")?;
        }
        _ => {
            let shape = shape(letter);
            let (fixed, list) =
                shape.ok_or_else(|| format!("there is no step '{}'", letter.escape_ascii()))?;
            for _ in 0..fixed {
                raw.numbers.push(number(input)?);
            }
            for _ in 0..if list { length(input)? } else { 0 } {
                raw.numbers.push(number(input)?);
            }
        }
    }
    Ok(true)
}

fn length(input: &mut dyn BufRead) -> Result<u64, String> {
    let length = u64::try_from(number(input)?).ok().filter(|&length| length < LONGEST);
    length.ok_or_else(|| "a list that is too long".to_owned())
}

fn number(input: &mut dyn BufRead) -> Result<Value, String> {
    // Most numbers are short and lie in the buffer.
    if let Ok(&[first, second, ..]) = input.fill_buf() {
        if first < 0x80 {
            input.consume(1);
            return Ok(i64::from(first >> 1) ^ -i64::from(first & 1));
        }
        if second < 0x80 {
            input.consume(2);
            let bits = i64::from(first & 0x7f) | i64::from(second) << 7;
            return Ok((bits >> 1) ^ -(bits & 1));
        }
    }
    let mut bits = 0u64;
    for place in 0..10 {
        let byte = match input.fill_buf() {
            Ok(&[byte, ..]) => byte,
            Ok(_) => return Err("a step that is cut off".into()),
            Err(error) => return Err(failed(&error)),
        };
        input.consume(1);
        let own = u64::from(byte & 0x7f);
        if place == 9 && own > 1 {
            break;
        }
        bits |= own << (7 * place);
        if byte < 0x80 {
            return Ok((bits >> 1) as i64 ^ -((bits & 1) as i64));
        }
    }
    Err("a number of more than 64 bits".into())
}

pub(super) fn write(step: &Step<'_>, out: &mut Vec<u8>) {
    let place = |place: usize| place as i64;
    match *step {
        Step::Branch(x, v) => all(out, b'd', &[place(x), v], None),
        Step::AtMost(x, v) => all(out, b'b', &[place(x), v], None),
        Step::Remove(k, x, values) => all(out, b'p', &[place(k), place(x)], Some(values)),
        Step::Keep(k, x, a, b) => all(out, b'k', &[place(k), place(x), a, b], None),
        Step::Group(k, list) => all(out, b'g', &[place(k)], Some(list)),
        Step::Fail(k) => all(out, b'f', &[place(k)], None),
        Step::Solution(values) => all(out, b's', &[], Some(values)),
        Step::All => out.push(b'c'),
        Step::Up => out.push(b'u'),
        Step::Restart => out.push(b'r'),
        Step::Split(parts) => all(out, b'm', &[], Some(parts)),
        Step::Next => out.push(b'n'),
        Step::Lemma(literals) => {
            out.push(b'l');
            push(out, literals.len() as i64);
            for own in literals {
                let sign = SIGNS.iter().position(|sign| sign.starts_with(own.sign()));
                push(out, sign.unwrap_or_default() as i64);
                push(out, place(own.variable()));
                push(out, own.value());
            }
        }
        Step::Shown => out.push(b'e'),
        Step::Listed(values) => all(out, b'w', &[], Some(values)),
        Step::Part(words) => named(out, b'j', words),
        Step::End(words) => named(out, b'q', words),
    }
}

fn named(out: &mut Vec<u8>, letter: u8, words: &str) {
    out.push(letter);
    push(out, words.len() as i64);
    out.extend(words.bytes());
}

fn all(out: &mut Vec<u8>, letter: u8, fixed: &[i64], list: Option<&[i64]>) {
    out.push(letter);
    fixed.iter().for_each(|&number| push(out, number));
    if let Some(list) = list {
        push(out, list.len() as i64);
        list.iter().for_each(|&number| push(out, number));
    }
}

fn push(out: &mut Vec<u8>, number: i64) {
    let mut bits = ((number << 1) ^ (number >> 63)) as u64;
    while bits >= 0x80 {
        out.push(bits as u8 | 0x80);
        bits >>= 7;
    }
    out.push(bits as u8);
}
