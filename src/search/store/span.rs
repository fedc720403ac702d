//! Where the bits of a domain stand.

use crate::model::{Domain, Value};

/// The domain of one variable: a run of words in the store. Bit `b` of word
/// `w` stands for the value `base + 64 w + b`; `base` is a multiple of 64, so
/// that the words of different variables line up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) words: usize,
    pub(super) base: Value,
    pub(super) size: u32,
    pub(super) min: Value,
    pub(super) max: Value,
}

/// Bit sets above this number of words in all are refused (512 MiB).
const MAX_WORDS: usize = 1 << 26;

/// A domain whose values span more than this many words is refused (4 million
/// values): propagators walk through domains value by value.
const MAX_SPAN: usize = 1 << 16;

impl Span {
    /// Appends the bits of a domain to `words`; `None` when that is too much.
    pub(super) fn allocate(domain: &Domain, words: &mut Vec<u64>) -> Option<Self> {
        let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
        let base = min.div_euclid(64) * 64;
        let count = ((max - base) / 64 + 1) as usize;
        let start = words.len();
        if count > MAX_SPAN || start + count > MAX_WORDS {
            return None;
        }
        words.resize(start + count, 0);
        for (low, high) in domain.intervals() {
            let (low, high) = ((low - base) as usize, (high - base) as usize);
            for w in low / 64..=high / 64 {
                let from = if w == low / 64 { u64::MAX << (low % 64) } else { u64::MAX };
                let to = if w == high / 64 { u64::MAX >> (63 - high % 64) } else { u64::MAX };
                words[start + w] |= from & to;
            }
        }
        Some(Span { start, words: count, base, size: domain.len() as u32, min, max })
    }
}
