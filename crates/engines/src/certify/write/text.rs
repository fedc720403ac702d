//! The text: a step a line, numbers with one blank between them.

use parallax_certificates::Step;

pub(super) fn write(step: &Step<'_>, out: &mut Vec<u8>) {
    let place = |place: usize| place as i64;
    match *step {
        Step::Branch(x, v) => line(out, b'd', &[place(x), v], &[]),
        Step::Remove(k, x, values) => line(out, b'p', &[place(k), place(x)], values),
        Step::Keep(k, x, a, b) => line(out, b'k', &[place(k), place(x), a, b], &[]),
        Step::Group(k, all) => line(out, b'g', &[place(k)], all),
        Step::Spread(k, x) => line(out, b'a', &[place(k), place(x)], &[]),
        Step::Fail(k) => line(out, b'f', &[place(k)], &[]),
        Step::Solution(values) => line(out, b's', &[], values),
        Step::All => line(out, b'c', &[], &[]),
        Step::Up => line(out, b'u', &[], &[]),
        Step::Restart => line(out, b'r', &[], &[]),
        Step::Split(parts) => line(out, b'm', &[], parts),
        Step::Next => line(out, b'n', &[], &[]),
        Step::Hold => line(out, b'h', &[], &[]),
        Step::Before(n, names) => line(out, b'b', &[place(n)], names),
        Step::Thin(constraints) => line(out, b't', &[], constraints),
        Step::Lemma(literals) => {
            out.push(b'l');
            for own in literals {
                out.extend(format!(" {own}").bytes());
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
