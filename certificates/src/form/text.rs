//! A step a line, numbers with one blank between them.

use std::io::{BufRead, Read};

use super::super::step::{Literal, Step};
use super::{LONGEST, Raw, failed};

pub(super) fn read(input: &mut dyn BufRead, raw: &mut Raw) -> Result<bool, String> {
    let read = input.take(LONGEST).read_line(&mut raw.words);
    if read.map_err(|error| failed(&error))? == 0 {
        return Ok(false);
    }
    if raw.words.pop() != Some('\n') {
        return Err("a line that is cut off".into());
    }
    let line = std::mem::take(&mut raw.words);
    let fate = parse(&line, raw);
    if raw.words.is_empty() && fate.is_ok() {
        // The buffer is used again.
        raw.words = line;
        raw.words.clear();
    }
    fate.map(|()| true)
}

fn parse(line: &str, raw: &mut Raw) -> Result<(), String> {
    let (letter, rest) = line.split_once(' ').unwrap_or((line, ""));
    let &[byte] = letter.as_bytes() else {
        return Err(format!("there is no step '{}'", letter.chars().take(20).collect::<String>()));
    };
    raw.letter = byte;
    if letter.len() < line.len() && rest.is_empty() {
        return Err("a blank at the end of a line".into());
    }
    let number = |word: &str| {
        let plain = !word.starts_with('+');
        let number = word.parse().ok().filter(|_| plain);
        number.ok_or_else(|| format!("'{word}' is no number of 64 bits"))
    };
    match byte {
        b'j' | b'q' => raw.words.push_str(rest),
        _ if rest.is_empty() => {}
        b'l' => {
            let mut words = rest.split(' ');
            while let Some(sign) = words.next() {
                let mut next = || number(words.next().ok_or("an atom that is cut off")?);
                let (variable, value) = (next()?, next()?);
                raw.literals.push(Literal::read(sign, variable, value)?);
            }
        }
        _ => {
            for word in rest.split(' ') {
                raw.numbers.push(number(word)?);
            }
        }
    }
    Ok(())
}

pub(super) fn write(step: &Step<'_>, out: &mut Vec<u8>) {
    let place = |place: usize| place as i64;
    match *step {
        Step::Branch(x, v) => line(out, b'd', &[place(x), v], &[]),
        Step::AtMost(x, v) => line(out, b'b', &[place(x), v], &[]),
        Step::Remove(k, x, values) => line(out, b'p', &[place(k), place(x)], values),
        Step::Keep(k, x, a, b) => line(out, b'k', &[place(k), place(x), a, b], &[]),
        Step::Group(k, all) => line(out, b'g', &[place(k)], all),
        Step::Fail(k) => line(out, b'f', &[place(k)], &[]),
        Step::Solution(values) => line(out, b's', &[], values),
        Step::All => line(out, b'c', &[], &[]),
        Step::Up => line(out, b'u', &[], &[]),
        Step::Restart => line(out, b'r', &[], &[]),
        Step::Split(parts) => line(out, b'm', &[], parts),
        Step::Next => line(out, b'n', &[], &[]),
        Step::Lemma(literals) => {
            out.push(b'l');
            for own in literals {
                out.extend([b' ', own.sign() as u8]);
                numbers(out, &[place(own.variable()), own.value()]);
            }
            out.push(b'\n');
        }
        Step::Shown => line(out, b'e', &[], &[]),
        Step::Listed(values) => line(out, b'w', &[], values),
        Step::Part(words) => named(out, b'j', words),
        Step::End(words) => named(out, b'q', words),
    }
}

fn named(out: &mut Vec<u8>, letter: u8, words: &str) {
    out.push(letter);
    if !words.is_empty() {
        out.push(b' ');
        out.extend(words.bytes());
    }
    out.push(b'\n');
}

fn line(out: &mut Vec<u8>, letter: u8, first: &[i64], rest: &[i64]) {
    out.push(letter);
    numbers(out, first);
    numbers(out, rest);
    out.push(b'\n');
}

/// Appends numbers, each after a blank.
fn numbers(out: &mut Vec<u8>, all: &[i64]) {
    for &number in all {
        out.push(b' ');
        if number < 0 {
            out.push(b'-');
        }
        let mut digits = [0; 20];
        let mut start = digits.len();
        let mut left = number.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        out.extend(&digits[start..]);
    }
}
