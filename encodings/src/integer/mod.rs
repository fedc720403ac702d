//! Integers over finite domains, as literals.

mod decode;
mod domain;
mod literals;
mod store;

pub use store::Ints;

use crate::names::named;

/// An integer of an [`Ints`] store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntId(pub u32);

impl IntId {
    /// Its index: integers are numbered from 0 in the order in which they were made.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which literals an integer starts with. The others are made when first asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntEncoding {
    /// A literal `x = v` for each value, exactly one of them true (Walsh 2000).
    Direct,
    /// A literal `x <= v` for each value but the last, each implying the next (Tamura, Taga,
    /// Kitagawa and Banbara 2009).
    Order,
}

named!(IntEncoding, "integer encoding", { Direct => "direct", Order => "order" });
