//! Decompresses texts of lz-string's `compressToBase64`.
//!
//! Each entry of the dictionary is a piece of what was written so far: the piece of the last code
//! and the unit after it. So an entry is a place and a length, and time and memory are linear in
//! the text and in what it unpacks to, which has a limit.

use super::base64::base64_value;
use super::compress::{END_CODE, LONG_UNIT_CODE, SHORT_UNIT_CODE};
use crate::errors::LinkError;

/// Decompresses a text to a limited number of UTF-16 units.
///
/// # Errors
/// Returns an error if a sign is none of the 64, the text ends too early, goes on after its end,
/// names an entry that does not exist, is too long or no Unicode.
pub(super) fn decompress(text: &str, limit: usize) -> Result<String, LinkError> {
    let mut bits = LzBitReader { text: text.as_bytes(), sign: 0, left: 0, at: 0 };
    let mut units: Vec<u16> = Vec::new();
    // The start and the length of each entry, from the code 3.
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    // The first code adds one entry, and each later one as many as are counted here.
    let (mut width, mut left) = (2u32, 1u64);
    loop {
        let code = bits.read_bits(width)?;
        let start = units.len();
        let length = match code {
            END_CODE => break,
            SHORT_UNIT_CODE | LONG_UNIT_CODE => {
                units.push(bits.read_bits(if code == SHORT_UNIT_CODE { 8 } else { 16 })? as u16);
                entries.push((start, 1));
                // The unit itself is an entry, and with the piece before it another one, which is
                // counted below. Nothing is before the first unit.
                if last.is_some() {
                    grow_dictionary(&mut width, &mut left);
                }
                1
            }
            _ => {
                // The three codes below 3 are matched above.
                let number = code as usize - 3;
                // The next entry is the last piece and its own first unit.
                let next = last.map(|(start, length)| (start, length + 1));
                let entry = entries.get(number).copied();
                let is_next = number == entries.len();
                let (from, length) = entry
                    .or(next.filter(|_| is_next))
                    .ok_or(LinkError::UnknownEntry { code, sign: bits.at })?;
                // Checked before the copy, so that a short text cannot fill the memory.
                if length > limit - start.min(limit) {
                    return Err(LinkError::Length { limit });
                }
                // Unit by unit: if the entry is the next one, its last unit is the first that is
                // copied.
                for place in from..from + length {
                    units.push(units[place]);
                }
                length
            }
        };
        if units.len() > limit {
            return Err(LinkError::Length { limit });
        }
        if let Some((start, length)) = last {
            entries.push((start, length + 1));
        }
        grow_dictionary(&mut width, &mut left);
        last = Some((start, length));
    }
    bits.expect_end()?;
    String::from_utf16(&units).map_err(|_| LinkError::Unicode)
}

/// Counts an entry of the dictionary, which widens the codes when they are used up.
fn grow_dictionary(width: &mut u32, left: &mut u64) {
    *left -= 1;
    if *left == 0 {
        *left = 1 << *width;
        *width += 1;
    }
}

/// Reads numbers bit by bit.
struct LzBitReader<'a> {
    text: &'a [u8],
    /// The bits of the last sign, and how many are left to read.
    sign: u8,
    left: u32,
    /// The number of signs that were read.
    at: usize,
}

impl LzBitReader<'_> {
    /// Reads a number, the lowest bit first.
    fn read_bits(&mut self, width: u32) -> Result<u32, LinkError> {
        let mut number = 0;
        for place in 0..width.min(32) {
            if self.left == 0 {
                self.sign = self.read_sign()?;
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.sign >> self.left & 1) << place;
        }
        Ok(number)
    }

    fn read_sign(&mut self) -> Result<u8, LinkError> {
        let sign = *self.text.get(self.at).ok_or(LinkError::End)?;
        self.at += 1;
        match base64_value(sign) {
            Some(value) => Ok(value),
            None if sign == b'=' => Err(LinkError::End),
            None => Err(LinkError::Sign { sign: self.at }),
        }
    }

    /// Requires that nothing follows but a blank sign and signs that fill up.
    fn expect_end(mut self) -> Result<(), LinkError> {
        let after = self.at;
        // The unread bits of the last sign are padding.
        let rest = self.sign & ((1 << self.left) - 1);
        // The writer adds one more sign of six zero bits if the last one is full.
        let blank = if self.left == 0 && self.text.get(self.at) == Some(&b'A') { 1 } else { 0 };
        self.at += blank;
        if rest == 0 && self.text[self.at..].iter().all(|sign| *sign == b'=') {
            return Ok(());
        }
        Err(LinkError::AfterEnd { sign: after })
    }
}
