//! The cause of a change, packed into four bytes.

/// The cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeReason {
    /// The search tried or excluded a value.
    Decision,
    /// A given of the question.
    Given,
    /// The propagator with this number.
    Propagator(u32),
    /// The nogood at this index of the arena, below 2^31 - 2.
    Nogood(u32),
}

/// A [`ChangeReason`] packed into the four bytes of a trail entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedReason(u32);

const DECISION_CODE: u32 = u32::MAX;
const GIVEN_CODE: u32 = u32::MAX - 1;
const NOGOOD_BIT: u32 = 1 << 31;

impl PackedReason {
    #[inline]
    pub(super) fn from_reason(reason: ChangeReason) -> Self {
        PackedReason(match reason {
            ChangeReason::Decision => DECISION_CODE,
            ChangeReason::Given => GIVEN_CODE,
            ChangeReason::Propagator(number) => number,
            ChangeReason::Nogood(index) => index | NOGOOD_BIT,
        })
    }

    #[inline]
    pub(super) fn unpack(self) -> ChangeReason {
        // The two constants have the nogood bit as well, so they are tested first. No nogood
        // reaches them, because its index is below 2^31 - 2.
        match self.0 {
            DECISION_CODE => ChangeReason::Decision,
            GIVEN_CODE => ChangeReason::Given,
            number if number & NOGOOD_BIT != 0 => ChangeReason::Nogood(number & !NOGOOD_BIT),
            number => ChangeReason::Propagator(number),
        }
    }
}
