//! The 64 signs of compressed texts, six bits each.

/// The signs in the order of their values.
const BASE64_ALPHABET: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the value of a sign.
pub(super) fn base64_value(sign: u8) -> Option<u8> {
    match sign {
        b'A'..=b'Z' => Some(sign - b'A'),
        b'a'..=b'z' => Some(sign - b'a' + 26),
        b'0'..=b'9' => Some(sign - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Returns the sign of the lower six bits of a value.
pub(super) fn base64_sign(value: u8) -> char {
    char::from(BASE64_ALPHABET[usize::from(value & 63)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_values_are_inverse() {
        for number in 0..64 {
            assert_eq!(base64_value(base64_sign(number) as u8), Some(number));
        }
        let known = (0..=255).filter(|&sign| base64_value(sign).is_some()).count();
        assert_eq!(known, 64);
    }
}
