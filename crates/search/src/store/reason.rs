//! The cause of a change, packed into four bytes.

/// The cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The search tried or excluded a value.
    Decision,
    /// A given of the question.
    Given,
    /// The propagator with this number.
    Propagator(u32),
}

/// A [`Reason`] packed into the four bytes of a trail entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedReason(u32);

const DECISION: u32 = u32::MAX;
const GIVEN: u32 = u32::MAX - 1;

impl PackedReason {
    #[inline]
    pub(super) fn of(reason: Reason) -> Self {
        PackedReason(match reason {
            Reason::Decision => DECISION,
            Reason::Given => GIVEN,
            Reason::Propagator(number) => number,
        })
    }

    pub(super) fn unpack(self) -> Reason {
        match self.0 {
            DECISION => Reason::Decision,
            GIVEN => Reason::Given,
            number => Reason::Propagator(number),
        }
    }
}
