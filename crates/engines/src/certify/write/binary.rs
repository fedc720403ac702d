//! The binary form: a letter, then numbers of seven bits a byte, the sign in the lowest bit. Lists
//! and words begin with their length.

use parallax_certificates::{CertificateStep, RELATION_SIGNS};

pub(super) fn write_binary(step: &CertificateStep<'_>, out: &mut Vec<u8>) {
    let as_number = |index: usize| index as i64;
    match *step {
        CertificateStep::Branch(x, v) => write_numbers(out, b'd', &[as_number(x), v], None),
        CertificateStep::Remove(k, x, values) => {
            write_numbers(out, b'p', &[as_number(k), as_number(x)], Some(values));
        }
        CertificateStep::Keep(k, x, a, b) => {
            write_numbers(out, b'k', &[as_number(k), as_number(x), a, b], None);
        }
        CertificateStep::Group(k, list) => write_numbers(out, b'g', &[as_number(k)], Some(list)),
        CertificateStep::Spread(k, x) => {
            write_numbers(out, b'a', &[as_number(k), as_number(x)], None);
        }
        CertificateStep::Fail(k) => write_numbers(out, b'f', &[as_number(k)], None),
        CertificateStep::Solution(values) => write_numbers(out, b's', &[], Some(values)),
        CertificateStep::All => out.push(b'c'),
        CertificateStep::Up => out.push(b'u'),
        CertificateStep::Restart => out.push(b'r'),
        CertificateStep::Split(parts) => write_numbers(out, b'm', &[], Some(parts)),
        CertificateStep::Next => out.push(b'n'),
        CertificateStep::Hold => out.push(b'h'),
        CertificateStep::Before(n, names) => write_numbers(out, b'b', &[as_number(n)], Some(names)),
        CertificateStep::Thin(constraints) => write_numbers(out, b't', &[], Some(constraints)),
        CertificateStep::Lemma(literals) => {
            out.push(b'l');
            push_number(out, literals.len() as i64);
            for atom in literals {
                let sign = RELATION_SIGNS.iter().position(|sign| sign.1 == atom.relation);
                let sign = sign.expect("an atom with one of the signs");
                let numbers = [as_number(sign), as_number(atom.variable), atom.value];
                numbers.iter().for_each(|&number| push_number(out, number));
            }
        }
        CertificateStep::Shown => out.push(b'e'),
        CertificateStep::Listed(values) => write_numbers(out, b'w', &[], Some(values)),
        CertificateStep::Part(words) => write_words(out, b'j', words),
        CertificateStep::End(words) => write_words(out, b'q', words),
    }
}

fn write_words(out: &mut Vec<u8>, letter: u8, words: &str) {
    out.push(letter);
    push_number(out, words.len() as i64);
    out.extend(words.bytes());
}

fn write_numbers(out: &mut Vec<u8>, letter: u8, fixed: &[i64], list: Option<&[i64]>) {
    out.push(letter);
    fixed.iter().for_each(|&number| push_number(out, number));
    if let Some(list) = list {
        push_number(out, list.len() as i64);
        list.iter().for_each(|&number| push_number(out, number));
    }
}

fn push_number(out: &mut Vec<u8>, number: i64) {
    // Zigzag: 0, -1, 1, -2 become 0, 1, 2, 3, so that numbers near zero of either sign are one
    // byte.
    let mut bits = ((number << 1) ^ (number >> 63)) as u64;
    while bits >= 0x80 {
        out.push(bits as u8 | 0x80);
        bits >>= 7;
    }
    out.push(bits as u8);
}
