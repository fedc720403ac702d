//! The encodings of an integer.

/// An integer of an [`IntegerStore`](super::IntegerStore).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntId(pub u32);

impl IntId {
    /// Returns its index: integers are numbered from 0 in the order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The literals that an integer starts with. The others are made on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntEncoding {
    /// A literal `x = v` for each value, exactly one of them true (Walsh 2000).
    Direct,
    /// A literal `x <= v` for each value but the last, each implying the next (Tamura, Taga,
    /// Kitagawa and Banbara 2009).
    Order,
    /// The bits of the place of the value in the domain, least bit first (Iwama and Miyazaki
    /// 1994); places beyond the domain are forbidden. If the values form an arithmetic
    /// progression, sums use the bits directly.
    Log,
    /// The literals of [`IntEncoding::Order`] and of [`IntEncoding::Direct`], where two bounds
    /// define each `x = v`.
    Channelled,
}

impl IntEncoding {
    /// Whether every bound `x <= v` is a literal from the start.
    #[must_use]
    pub fn has_bounds(self) -> bool {
        matches!(self, IntEncoding::Order | IntEncoding::Channelled)
    }
}
