//! The request that led to a change, and the request that was refused.

use parallax_model::{Value, VarId};

/// The request that a change granted. Two bits of a trail entry hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeRequest {
    /// To remove values one by one.
    Values,
    /// To fix the variable.
    Fix,
    /// To remove the values below a bound.
    Below,
    /// To remove the values above a bound.
    Above,
}

/// The position of the request's two bits, above the number of a word, which is below 2^16.
const REQUEST_SHIFT: u32 = 30;

impl ChangeRequest {
    /// Packs it with the number of a word.
    #[inline]
    pub(super) fn tag_word(self, word: usize) -> u32 {
        word as u32 | (self as u32) << REQUEST_SHIFT
    }

    /// Returns the request of a tagged word.
    #[inline]
    pub(super) fn from_tagged(tagged: u32) -> Self {
        // Two bits remain after the shift, so the last arm is `Above` alone.
        match tagged >> REQUEST_SHIFT {
            0 => ChangeRequest::Values,
            1 => ChangeRequest::Fix,
            2 => ChangeRequest::Below,
            _ => ChangeRequest::Above,
        }
    }

    /// Returns the number of a tagged word.
    #[inline]
    pub(super) fn word_number(tagged: u32) -> usize {
        // A domain has at most 2^16 words, so 16 bits hold every word number.
        (tagged & 0xffff) as usize
    }
}

/// The number of a propagator inside the running one, shifted to its place in a tagged word: above
/// the number of the word, below the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct InnerPropagator(u32);

impl InnerPropagator {
    /// Packs a number, counted from 1; 0 is the running propagator itself.
    #[inline]
    pub(super) fn from_number(number: usize) -> Self {
        // Bits 16 to 29 are free between the word and the request: enough for the few propagators
        // that one constraint posts. Another number would name the wrong one in explanations.
        assert!(number < 1 << 14, "a constraint posts fewer than 2^14 propagators");
        InnerPropagator((number as u32) << 16)
    }

    /// Adds it to a tagged word.
    #[inline]
    pub(super) fn tag_word(self, tagged: u32) -> u32 {
        tagged | self.0
    }

    /// Returns the number in a tagged word.
    #[inline]
    pub(super) fn number_in(tagged: u32) -> usize {
        (tagged >> 16 & 0x3fff) as usize
    }

    /// Returns the number.
    #[inline]
    pub(super) fn number(self) -> usize {
        InnerPropagator::number_in(self.0)
    }
}

/// The last change that a domain refused; if a conflict followed, the cause of the conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedChange {
    /// None since the last [`forget_refusal`](super::DomainStore::forget_refusal): a propagator
    /// failed by its own reasoning.
    Nothing,
    /// The variable was to take a value that it had lost.
    Fix(VarId, Value),
    /// The variable was to exceed its greatest value.
    Below(VarId),
    /// The variable was to fall below its least value.
    Above(VarId),
    /// The variable lost its last values one by one. The trail has this change.
    Emptied(VarId),
}
