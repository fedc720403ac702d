//! Compresses texts as lz-string's `compressToBase64` does.
//!
//! The dictionary grows by one entry with each code: the longest known text, and the unit after it.
//! A unit that occurs for the first time has a code of its own and is written out. Codes have as
//! many bits as the dictionary needs.
//!
//! The crate `lz-str` (0.2.1) writes other texts than lz-string where the last group is not full:
//! it pads an empty text to `Q====`. Its decompressor has no limit on what a text unpacks to.

use std::collections::{HashMap, HashSet};

use super::base64::base64_sign;

/// The code before a unit of 8 bits.
pub(super) const SHORT_UNIT_CODE: u32 = 0;
/// The code before a unit of 16 bits.
pub(super) const LONG_UNIT_CODE: u32 = 1;
/// The code at the end.
pub(super) const END_CODE: u32 = 2;

/// Compresses a text; each of its UTF-16 units counts.
pub(super) fn compress(text: &str) -> String {
    // The first code adds only the entry of its unit, all others also a longer one. Both are
    // counted in `write_entry`, so the count begins one higher.
    let mut packer = LzBitWriter { signs: String::new(), sign: 0, bits: 0, width: 2, left: 2 };
    // The entries: of a unit, and of an entry with a unit after it.
    let mut singles: HashMap<u16, u32> = HashMap::new();
    let mut longer: HashMap<(u32, u16), u32> = HashMap::new();
    let mut unwritten: HashSet<u32> = HashSet::new();
    // The first codes are `SHORT_UNIT_CODE`, `LONG_UNIT_CODE` and `END_CODE`.
    let mut count = 3;
    // The entry of the text that has been read and not written, with its first unit.
    let mut held: Option<(u32, u16)> = None;
    for unit in text.encode_utf16() {
        // A new unit has its entry as soon as it is read, but the reader gets to know it only when
        // it is written; until then it is `unwritten`.
        let single = *singles.entry(unit).or_insert_with(|| {
            unwritten.insert(count);
            count += 1;
            count - 1
        });
        let Some((entry, first)) = held else {
            held = Some((single, unit));
            continue;
        };
        // The held text and the unit are an entry already, so the held text becomes longer.
        if let Some(&known) = longer.get(&(entry, unit)) {
            held = Some((known, first));
            continue;
        }
        // Entries of several units are never in `unwritten`, so `first` is all of a new one.
        packer.write_entry(entry, unwritten.remove(&entry).then_some(first));
        // The reader makes the same entry from the written text and the first unit of the next one.
        longer.insert((entry, unit), count);
        count += 1;
        held = Some((single, unit));
    }
    if let Some((entry, first)) = held {
        packer.write_entry(entry, unwritten.remove(&entry).then_some(first));
    }
    packer.finish_text()
}

/// Writes codes bit by bit.
struct LzBitWriter {
    signs: String,
    /// The bits of the next sign, and their number.
    sign: u8,
    bits: u32,
    /// The number of bits of a code, and of the codes with that number.
    width: u32,
    left: u64,
}

impl LzBitWriter {
    /// Writes the code of an entry, or the unit that it is if it is new.
    fn write_entry(&mut self, entry: u32, new: Option<u16>) {
        match new {
            Some(unit) => {
                let is_short = unit < 256;
                self.write_bits(
                    if is_short { SHORT_UNIT_CODE } else { LONG_UNIT_CODE },
                    self.width,
                );
                self.write_bits(unit.into(), if is_short { 8 } else { 16 });
                self.count_entry();
            }
            None => self.write_bits(entry, self.width),
        }
        self.count_entry();
    }

    /// Counts an entry of the dictionary.
    fn count_entry(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.width;
            self.width += 1;
        }
    }

    /// Writes a number, the lowest bit first.
    fn write_bits(&mut self, number: u32, width: u32) {
        for place in 0..width {
            // Numbers begin with their lowest bit, and each sign is filled from its highest bit.
            self.sign = self.sign << 1 | (number >> place & 1) as u8;
            self.bits += 1;
            if self.bits == 6 {
                self.signs.push(base64_sign(self.sign));
                (self.sign, self.bits) = (0, 0);
            }
        }
    }

    /// Writes the end, and fills the last group of four signs. The last sign has a free bit at
    /// least, as lz-string writes it.
    fn finish_text(mut self) -> String {
        self.write_bits(END_CODE, self.width);
        // A full sign has been pushed, so `bits` is below 6 and at least one bit is free.
        self.signs.push(base64_sign(self.sign << (6 - self.bits)));
        while !self.signs.len().is_multiple_of(4) {
            self.signs.push('=');
        }
        self.signs
    }
}
