//! Locates a domain's bits among the words of the store.

use parallax_model::{Domain, Value};

/// The domain of one variable: a run of words in the store. Each word represents 64 values from
/// a multiple of 64 on, so that the words of different variables line up. A dense domain has
/// all words from `base` on: bit `b` of word `w` represents the value `base + 64 w + b`. A
/// sparse one has only the words with initial values; `blocks` locates their first values.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredDomain {
    pub(super) start: usize,
    pub(super) words: usize,
    /// The first value of the first word.
    pub(super) base: Value,
    pub(super) size: u32,
    pub(super) min: Value,
    pub(super) max: Value,
    /// For a sparse domain, the place in `blocks` of the first values of its words;
    /// [`DENSE_MARKER`] for other domains.
    pub(super) blocks: usize,
}

/// In [`StoredDomain::blocks`]: all words from `base` on exist.
pub(super) const DENSE_MARKER: usize = usize::MAX;

/// Maximum number of words of all bit sets together (512 MiB).
const MAX_WORDS: usize = 1 << 26;

/// Maximum number of words of one domain (4 million values), because propagators visit domains
/// value by value.
const MAX_SPAN: usize = 1 << 16;

/// Maximum number of words of a domain that is dense despite any holes.
const MAX_DENSE_WORDS: usize = 64;

/// The reason why a domain does not become a bit set. The text continues a sentence that names
/// the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainSizeError {
    /// It has too many values.
    #[error("has {values} values, and native search keeps domains as bit sets of at most {most}")]
    Values {
        /// The number of its values.
        values: u64,
        /// The maximum number of values of one domain.
        most: usize,
    },
    /// All domains together have too many words.
    #[error("does not fit: all domains together are too large for bit sets")]
    TotalSize,
}

impl StoredDomain {
    /// Appends the bits of a domain to `words`, and, if it is sparse, the first values of its
    /// words to `blocks`.
    ///
    /// # Errors
    /// Returns the reason why the domain is too large.
    pub(super) fn allocate_words(
        domain: &Domain,
        words: &mut Vec<u64>,
        blocks: &mut Vec<Value>,
    ) -> Result<Self, DomainSizeError> {
        let (min, max) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
        let base = block_of(min);
        let dense = ((max - base) / 64 + 1) as usize;
        let used = used_words(domain).max(1);
        // A sparse lookup is a binary search, so small domains stay dense whatever their holes;
        // larger ones become sparse if that saves three quarters of the words, or if no dense form
        // is allowed.
        let sparse = dense > MAX_DENSE_WORDS && (dense / 4 > used || dense > MAX_SPAN);
        let count = if sparse { used } else { dense };
        let start = words.len();
        if count > MAX_SPAN {
            return Err(DomainSizeError::Values { values: domain.len(), most: MAX_SPAN * 64 });
        }
        // Checked before the words are allocated, so that a huge model is refused instead of
        // exhausting memory.
        if start + count > MAX_WORDS {
            return Err(DomainSizeError::TotalSize);
        }
        let mut span = StoredDomain {
            start,
            words: count,
            base,
            size: domain.len() as u32,
            min,
            max,
            blocks: DENSE_MARKER,
        };
        words.resize(start + count, 0);
        if sparse {
            span.blocks = blocks.len();
            fill_sparse(domain, &mut words[start..], blocks);
        } else {
            span.fill_words(domain, words);
        }
        Ok(span)
    }

    fn fill_words(&self, domain: &Domain, words: &mut [u64]) {
        for (low, high) in domain.intervals() {
            let (low, high) = ((low - self.base) as usize, (high - self.base) as usize);
            for w in low / 64..=high / 64 {
                // Only the first and the last word of an interval are partial.
                let from = if w == low / 64 { u64::MAX << (low % 64) } else { u64::MAX };
                let to = if w == high / 64 { u64::MAX >> (63 - high % 64) } else { u64::MAX };
                words[self.start + w] |= from & to;
            }
        }
    }

    #[inline]
    pub(super) fn is_dense(&self) -> bool {
        self.blocks == DENSE_MARKER
    }

    /// Returns the word that holds a value, if there is one.
    #[inline]
    pub(super) fn word_of(&self, value: Value, blocks: &[Value]) -> Option<usize> {
        if self.is_dense() {
            // A value below the base becomes a word beyond all others.
            let word = (value.wrapping_sub(self.base) as u32 / 64) as usize;
            return (word < self.words).then_some(word);
        }
        // Intervals come in ascending order, so the blocks are sorted.
        blocks[self.blocks..][..self.words].binary_search(&block_of(value)).ok()
    }

    /// Returns the first word whose values are not all below `value`, which must not exceed the
    /// greatest value.
    #[inline]
    pub(super) fn first_from(&self, value: Value, blocks: &[Value]) -> usize {
        if self.is_dense() {
            // A value below the base belongs to no word; the first word is the first one not below
            // it.
            return ((value - self.base).max(0) / 64) as usize;
        }
        let block = block_of(value);
        blocks[self.blocks..][..self.words].partition_point(|&start| start < block)
    }

    /// Returns the first value of a word.
    #[inline]
    pub(super) fn start_of(&self, word: usize, blocks: &[Value]) -> Value {
        if self.is_dense() { self.base + (word * 64) as Value } else { blocks[self.blocks + word] }
    }
}

/// Returns the first value of the word that holds a value: the greatest multiple of 64 not above
/// it.
#[inline]
pub(super) fn block_of(value: Value) -> Value {
    value & !63
}

/// Returns the first and last word of each run of values, as multiples of 64.
fn word_runs(domain: &Domain) -> impl Iterator<Item = (Value, Value)> + '_ {
    domain.intervals().map(|(low, high)| (block_of(low), block_of(high)))
}

/// Returns the number of words that hold values.
fn used_words(domain: &Domain) -> usize {
    let mut last = None;
    let mut used = 0;
    for (low, high) in word_runs(domain) {
        // Two intervals may meet in one word, which counts once: {1, 2, 40} has one word, not two.
        used += ((high - low) / 64 + 1) as usize - usize::from(last == Some(low));
        last = Some(high);
    }
    used
}

fn fill_sparse(domain: &Domain, words: &mut [u64], blocks: &mut Vec<Value>) {
    let first = blocks.len();
    for (low, high) in domain.intervals() {
        for block in (block_of(low)..=block_of(high)).step_by(64) {
            // An interval may begin in the word where the previous one ended, which then exists.
            // The last block of another variable, below `first`, does not count.
            if blocks.len() == first || blocks.last() != Some(&block) {
                blocks.push(block);
            }
            let from = u64::MAX << (low.max(block) - block);
            // Clips the interval to this block: {60..=130} has bits 60 to 63 of block 0, all of
            // block 64, and bits 0 to 2 of block 128.
            let to = u64::MAX >> (63 - (high - block).min(63));
            words[blocks.len() - 1 - first] |= from & to;
        }
    }
}
