//! Detects the form of a proof from its content.

use std::io::{self, Read};

use super::ProofFormat;

/// Maximum number of bytes to read.
pub(super) const MAX_DETECTION_BYTES: u64 = 1 << 16;

/// Detects the form of a proof in DRAT or LRAT. A step of LRAT in text has two zeros, one after its
/// clause and one after its hints, and a deletion begins with a number; a step of DRAT has one
/// zero. In binary DRAT, the zero of a step is followed by another step. What is neither counts as
/// DRAT, whose reader refuses it.
///
/// # Errors
/// Returns the errors of the reader.
pub fn detect_form(proof: impl Read) -> io::Result<ProofFormat> {
    let mut start = Vec::new();
    proof.take(MAX_DETECTION_BYTES).read_to_end(&mut start)?;
    let binary = is_binary(&start);
    let form = match binary {
        _ if !binary && is_lrat(&start) => ProofFormat::Lrat,
        _ if binary && !is_binary_drat(&start) => ProofFormat::BinaryLrat,
        _ => ProofFormat::Drat,
    };
    Ok(form)
}

/// Whether a proof that begins so is in binary.
pub(super) fn is_binary(start: &[u8]) -> bool {
    start.first() == Some(&b'a')
        || start.iter().any(|&byte| byte >= 0x80 || (byte < b' ' && !byte.is_ascii_whitespace()))
}

/// Whether the first step of a text is one of LRAT.
fn is_lrat(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let mut steps = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('c'));
    let Some(step) = steps.next() else { return false };
    // E.g. `9 -1 2 0 3 4 0` is a step of LRAT, `-1 2 0` one of DRAT.
    let words: Vec<&str> = step.split_whitespace().collect();
    // The line may be cut at the end, where the second zero is.
    let zeros = words.iter().filter(|word| **word == "0").count();
    words.get(1) == Some(&"d") || (words[0] != "d" && zeros > 1)
}

/// Whether bytes are steps of binary DRAT; the last one may be cut.
fn is_binary_drat(start: &[u8]) -> bool {
    let mut bytes = start.iter().copied();
    while let Some(kind) = bytes.next() {
        if kind != b'a' && kind != b'd' {
            return false;
        }
        loop {
            let mut first = true;
            // A number ends with the first byte below 128; the number 0 ends the step.
            let zero = loop {
                match bytes.next() {
                    None => return true,
                    Some(byte) if byte < 0x80 => break first && byte == 0,
                    Some(_) => first = false,
                }
            };
            if zero {
                break;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_from_the_first_steps() {
        for (proof, expected) in [
            (&b""[..], ProofFormat::Drat),
            (b"0\n", ProofFormat::Drat),
            (b"c by a solver\n-1 2 0\nd 1 2 0\n0\n", ProofFormat::Drat),
            (b"d 1 2 0\n0\n", ProofFormat::Drat),
            (b"9 0 1 2 0\n", ProofFormat::Lrat),
            (b"9 -1 2 0 3 4 0\n", ProofFormat::Lrat),
            (b"8 d 1 2 0\n9 0 3 4 0\n", ProofFormat::Lrat),
            (b"a\x04\x03\0d\x04\0a\0", ProofFormat::Drat),
            (b"a\x12\x04\0\x02\x04\0d\x02\x04\0", ProofFormat::BinaryLrat),
            (b"a\x92\x01\0\x02\x84\x01\0", ProofFormat::BinaryLrat),
        ] {
            assert_eq!(detect_form(proof).expect("bytes"), expected, "{proof:?}");
        }
    }
}
