//! Damage to texts.

use std::ops::Range;

use rand::Rng;
use rand::seq::IndexedRandom;

/// Maximum length of a damaged text, in bytes.
const MOST: usize = 1 << 16;

/// Numbers at the limits of types and readers.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "00",
    "127",
    "255",
    "256",
    "65536",
    "1000000",
    "16777217",
    "1073741823",
    "1073741824",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "1e400",
    "0.5",
    "+7",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999999999999999999",
];

/// Fragments that have a meaning in some format.
const PIECES: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "0",
    "-",
    "--",
    "+",
    "=",
    "<=",
    ">=",
    ";",
    ",",
    ":",
    ".",
    "..",
    "*",
    "x",
    "x1",
    "~x1",
    "c ",
    "p cnf 3 3\n",
    "* #variable= 2 #constraint= 1\n",
    "s SATISFIABLE\n",
    "v 1 -2 0\n",
    "d",
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    "\"",
    "null",
    "true",
    "(",
    ")",
    "|",
    "\\",
    "\u{feff}",
    "ä",
    "\u{10ffff}",
    "#",
    "@",
    "min: ",
    "max:",
    "soft: 3 ;\n",
    "x1 ~x2",
    "h 1 0\n",
    "c p show 1 0\n",
    "order 5\n",
    "int shown x in 1..5\n",
];

/// Makes one to four changes to a text; a splice appends the end of `other`.
pub(crate) fn damaged(rng: &mut impl Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        change(rng, &mut bytes, other);
        bytes.truncate(MOST);
    }
    bytes
}

fn change(rng: &mut impl Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    let at = rng.random_range(0..=bytes.len());
    let piece = run(rng, bytes.len());
    match rng.random_range(0..10) {
        0 => {
            let bit = 1 << rng.random_range(0..8);
            bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= bit);
        }
        1 => bytes.get_mut(at).into_iter().for_each(|byte| *byte = rng.random()),
        2 => drop(bytes.drain(piece)),
        3 => {
            let new = PIECES.choose(rng).map_or(&b" "[..], |text| text.as_bytes());
            bytes.splice(at..at, new.iter().copied());
        }
        4 => {
            let copies = bytes[piece].repeat(rng.random_range(1..=3));
            bytes.splice(at..at, copies);
        }
        5 => {
            bytes.truncate(at);
            bytes.extend_from_slice(&other[rng.random_range(0..=other.len())..]);
        }
        6 => bytes.truncate(at),
        7 => number(rng, bytes, at),
        8 => lines(rng, bytes),
        _ => {
            let new: Vec<u8> = (0..rng.random_range(1..=8)).map(|_| rng.random()).collect();
            bytes.splice(at..at, new);
        }
    }
}

/// Draws a run of indices, more often short than long.
fn run(rng: &mut impl Rng, length: usize) -> Range<usize> {
    let start = rng.random_range(0..=length);
    let longest = if rng.random_bool(0.7) { 8 } else { length };
    start..length.min(start + rng.random_range(0..=longest))
}

/// Replaces the number at or after `at`.
fn number(rng: &mut impl Rng, bytes: &mut Vec<u8>, at: usize) {
    let is_digit = |place: &usize| bytes[*place].is_ascii_digit();
    let Some(start) = (at..bytes.len()).find(is_digit) else { return };
    let end = (start..bytes.len()).find(|place| !is_digit(place)).unwrap_or(bytes.len());
    let new = NUMBERS.choose(rng).map_or(&b"0"[..], |text| text.as_bytes());
    bytes.splice(start..end, new.iter().copied());
}

/// Swaps two lines.
fn lines(rng: &mut impl Rng, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.len() >= 2 {
        let (a, b) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
        lines.swap(a, b);
        *bytes = lines.concat();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_fuzz::cases::case_rng;

    #[test]
    fn damage_is_the_same_for_a_case_and_seldom_none() {
        let text = b"p cnf 2 2\n1 -2 0\n2 0\n";
        let damage = |case| damaged(&mut case_rng(7, case), text, b"[1, 2]");
        assert!((0..1000).all(|case| damage(case) == damage(case)));
        let untouched = (0..1000).filter(|&case| damage(case) == text).count();
        assert!(untouched < 200, "{untouched}");
        assert!((0..1000).any(|case| damage(case).ends_with(b"2]")));
    }

    #[test]
    fn empty_texts_can_be_damaged() {
        (0..1000).for_each(|case| drop(damaged(&mut case_rng(8, case), b"", b"")));
    }
}
