//! The text form: one step per line, with one blank before each number.

use parallax_certificates::CertificateStep;

pub(super) fn write_text(step: &CertificateStep<'_>, out: &mut Vec<u8>) {
    let as_number = |index: usize| index as i64;
    match *step {
        CertificateStep::Branch(x, v) => write_line(out, b'd', &[as_number(x), v], &[]),
        CertificateStep::Remove(k, x, values) => {
            write_line(out, b'p', &[as_number(k), as_number(x)], values);
        }
        CertificateStep::Keep(k, x, a, b) => {
            write_line(out, b'k', &[as_number(k), as_number(x), a, b], &[]);
        }
        CertificateStep::Group(k, all) => write_line(out, b'g', &[as_number(k)], all),
        CertificateStep::Spread(k, x) => write_line(out, b'a', &[as_number(k), as_number(x)], &[]),
        CertificateStep::Fail(k) => write_line(out, b'f', &[as_number(k)], &[]),
        CertificateStep::Solution(values) => write_line(out, b's', &[], values),
        CertificateStep::All => write_line(out, b'c', &[], &[]),
        CertificateStep::Up => write_line(out, b'u', &[], &[]),
        CertificateStep::Restart => write_line(out, b'r', &[], &[]),
        CertificateStep::Split(parts) => write_line(out, b'm', &[], parts),
        CertificateStep::Next => write_line(out, b'n', &[], &[]),
        CertificateStep::Hold => write_line(out, b'h', &[], &[]),
        CertificateStep::Before(n, names) => write_line(out, b'b', &[as_number(n)], names),
        CertificateStep::Thin(constraints) => write_line(out, b't', &[], constraints),
        CertificateStep::Lemma(literals) => {
            out.push(b'l');
            for atom in literals {
                out.extend(format!(" {atom}").bytes());
            }
            out.push(b'\n');
        }
        CertificateStep::Shown => write_line(out, b'e', &[], &[]),
        CertificateStep::Listed(values) => write_line(out, b'w', &[], values),
        CertificateStep::Part(words) => write_words(out, b'j', words),
        CertificateStep::End(words) => write_words(out, b'q', words),
    }
}

fn write_words(out: &mut Vec<u8>, letter: u8, words: &str) {
    out.push(letter);
    if !words.is_empty() {
        out.push(b' ');
        out.extend(words.bytes());
    }
    out.push(b'\n');
}

fn write_line(out: &mut Vec<u8>, letter: u8, first: &[i64], rest: &[i64]) {
    out.push(letter);
    append_numbers(out, first);
    append_numbers(out, rest);
    out.push(b'\n');
}

/// Appends numbers, each after a blank.
fn append_numbers(out: &mut Vec<u8>, all: &[i64]) {
    for &number in all {
        out.push(b' ');
        if number < 0 {
            out.push(b'-');
        }
        // 2^64 - 1 has 20 digits. They are made from the right, without an allocation for each
        // number.
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
