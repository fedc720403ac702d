//! The strength of unit propagation, as declared by each encoding.

use crate::{
    AllDifferentKind, CardinalityKind, EncodedKind, IntEncoding, Options, SumKind, TableKind,
    names::named,
};

/// A lower bound on how much unit propagation finds of the consequences of a constraint and the
/// domains. Each level includes the levels before it.
///
/// A domain is the knowledge of an integer in single literals: values removed by their literals,
/// bounds, or bits. Guards are true, and the integers are different, each listed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Nothing is guaranteed.
    Unstated,
    /// A conflict, once all integers have values that violate the constraint.
    Checking,
    /// Once all integers but one have values, the values of the last one that violate the
    /// constraint are removed.
    ForwardChecking,
    /// Each part of the decomposed constraint is made domain consistent on its own: the pairs
    /// of an all-different, the count of each value of a cardinality.
    Parts,
    /// In addition the bounds are made consistent: the smallest and the largest value of each
    /// integer occur in a solution in which the other integers may have all values between their
    /// bounds that occur in any domain.
    Bounds,
    /// Every remaining value occurs in a solution within the domains (generalised arc
    /// consistency).
    Domain,
}

named!(Strength, "propagation strength", {
    Unstated => "unstated", Checking => "checking", ForwardChecking => "forward-checking",
    Parts => "parts", Bounds => "bounds", Domain => "domain",
});

impl Options {
    /// Returns a lower bound on how much unit propagation finds for such a constraint.
    ///
    /// | kind | choice | strength |
    /// |---|---|---|
    /// | at-most-one, exactly-one | any | domain, over literals |
    /// | all-different | auto, amo | parts |
    /// | | hall | bounds; parts where the diagram counts |
    /// | | bits | checking |
    /// | cardinality | auto, totalizer, sequential, network | parts: domain for a single value |
    /// | | diagram, unless it became too large | forward checking |
    /// | linear | support | domain |
    /// | | auto, mdd, adder, gte, order | checking |
    /// | | dpw | unstated |
    /// | classes | any | parts |
    /// | table | auto, tuples, mdd | domain |
    /// | | support | forward checking |
    ///
    /// For log-encoded integers only checking is declared: they do not detect that one value or
    /// none remains, unless their bits imply it.
    #[must_use]
    pub fn strength(&self, kind: EncodedKind) -> Strength {
        let strength = match kind {
            // The strength is about literals, not integers.
            EncodedKind::AtMostOne | EncodedKind::ExactlyOne => return Strength::Domain,
            EncodedKind::AllDifferent => match self.all_different {
                AllDifferentKind::Auto | AllDifferentKind::Amo => Strength::Parts,
                AllDifferentKind::Hall if self.cardinalities == CardinalityKind::Diagram => {
                    Strength::Parts
                }
                AllDifferentKind::Hall => Strength::Bounds,
                AllDifferentKind::Bits => Strength::Checking,
            },
            EncodedKind::Cardinality => match self.cardinalities {
                CardinalityKind::Auto
                | CardinalityKind::Totalizer
                | CardinalityKind::Sequential
                | CardinalityKind::Network => Strength::Parts,
                CardinalityKind::Diagram => Strength::ForwardChecking,
            },
            EncodedKind::Linear => match self.sums {
                SumKind::Support => Strength::Domain,
                // Forward checking except for `!=`, which is split into less and greater.
                SumKind::Order
                | SumKind::Auto
                | SumKind::Mdd
                | SumKind::Adder
                | SumKind::GeneralizedTotalizer => Strength::Checking,
                // The padding to a power of two stays free in both halves of `!=`.
                SumKind::DynamicPolyWatchdog => Strength::Unstated,
            },
            EncodedKind::Classes => Strength::Parts,
            EncodedKind::Table => match self.tables {
                TableKind::Auto | TableKind::Tuples | TableKind::Mdd => Strength::Domain,
                TableKind::Support => Strength::ForwardChecking,
            },
            EncodedKind::Integer
            | EncodedKind::Clause
            | EncodedKind::Compare
            | EncodedKind::Element
            | EncodedKind::Lex
            | EncodedKind::Extremum
            | EncodedKind::Product
            | EncodedKind::Inverse
            | EncodedKind::Image => Strength::Unstated,
        };
        match self.integers {
            IntEncoding::Log => strength.min(Strength::Checking),
            IntEncoding::Direct | IntEncoding::Order | IntEncoding::Channelled => strength,
        }
    }
}
