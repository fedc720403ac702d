//! The binary form: a letter, then numbers of seven bits a byte, the sign in the lowest bit. Lists and
//! words begin with their length.

use parallax_certificates::{SIGNS, Step};

pub(super) fn write(step: &Step<'_>, out: &mut Vec<u8>) {
    let place = |place: usize| place as i64;
    match *step {
        Step::Branch(x, v) => all(out, b'd', &[place(x), v], None),
        Step::Remove(k, x, values) => all(out, b'p', &[place(k), place(x)], Some(values)),
        Step::Keep(k, x, a, b) => all(out, b'k', &[place(k), place(x), a, b], None),
        Step::Group(k, list) => all(out, b'g', &[place(k)], Some(list)),
        Step::Spread(k, x) => all(out, b'a', &[place(k), place(x)], None),
        Step::Fail(k) => all(out, b'f', &[place(k)], None),
        Step::Solution(values) => all(out, b's', &[], Some(values)),
        Step::All => out.push(b'c'),
        Step::Up => out.push(b'u'),
        Step::Restart => out.push(b'r'),
        Step::Split(parts) => all(out, b'm', &[], Some(parts)),
        Step::Next => out.push(b'n'),
        Step::Hold => out.push(b'h'),
        Step::Before(n, names) => all(out, b'b', &[place(n)], Some(names)),
        Step::Thin(constraints) => all(out, b't', &[], Some(constraints)),
        Step::Lemma(literals) => {
            out.push(b'l');
            push(out, literals.len() as i64);
            for own in literals {
                let sign = SIGNS.iter().position(|sign| sign.1 == own.relation);
                let sign = sign.expect("an atom with one of the signs");
                let numbers = [place(sign), place(own.variable), own.value];
                numbers.iter().for_each(|&number| push(out, number));
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
