//! The strength of unit propagation, as declared by each encoding.

use crate::{
    AllDifferentKind, CardinalityKind, EncodedKind, EncodingOptions, IntEncoding, SumKind,
    TableKind, names::named,
};

/// A lower bound on how much unit propagation finds of the consequences of a constraint and the
/// domains. Each level includes the levels before it.
///
/// A domain is the knowledge of an integer in single literals: values removed by their literals,
/// bounds, or bits. Guards are true, and the integers are different, each listed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropagationStrength {
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

named!(PropagationStrength, "propagation strength", {
    Unstated => "unstated", Checking => "checking", ForwardChecking => "forward-checking",
    Parts => "parts", Bounds => "bounds", Domain => "domain",
});

impl EncodingOptions {
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
    pub fn propagation_strength(&self, kind: EncodedKind) -> PropagationStrength {
        let strength = match kind {
            // The strength is about literals, not integers.
            EncodedKind::AtMostOne | EncodedKind::ExactlyOne => return PropagationStrength::Domain,
            EncodedKind::AllDifferent => match self.all_different {
                AllDifferentKind::Auto | AllDifferentKind::Amo => PropagationStrength::Parts,
                AllDifferentKind::Hall if self.cardinalities == CardinalityKind::Diagram => {
                    PropagationStrength::Parts
                }
                AllDifferentKind::Hall => PropagationStrength::Bounds,
                AllDifferentKind::Bits => PropagationStrength::Checking,
            },
            EncodedKind::Cardinality => match self.cardinalities {
                CardinalityKind::Auto
                | CardinalityKind::Totalizer
                | CardinalityKind::Sequential
                | CardinalityKind::Network => PropagationStrength::Parts,
                CardinalityKind::Diagram => PropagationStrength::ForwardChecking,
            },
            EncodedKind::Linear => match self.sums {
                SumKind::Support => PropagationStrength::Domain,
                // Forward checking except for `!=`, which is split into less and greater.
                SumKind::Order
                | SumKind::Auto
                | SumKind::Mdd
                | SumKind::Adder
                | SumKind::GeneralizedTotalizer => PropagationStrength::Checking,
                // The padding to a power of two stays free in both halves of `!=`.
                SumKind::DynamicPolyWatchdog => PropagationStrength::Unstated,
            },
            EncodedKind::Classes => PropagationStrength::Parts,
            EncodedKind::Table => match self.tables {
                TableKind::Auto | TableKind::Tuples | TableKind::Mdd => PropagationStrength::Domain,
                TableKind::Support => PropagationStrength::ForwardChecking,
            },
            EncodedKind::Integer
            | EncodedKind::Clause
            | EncodedKind::Compare
            | EncodedKind::Element
            | EncodedKind::Lex
            | EncodedKind::Extremum
            | EncodedKind::Product
            | EncodedKind::Inverse
            | EncodedKind::Image => PropagationStrength::Unstated,
        };
        match self.integers {
            IntEncoding::Log => strength.min(PropagationStrength::Checking),
            IntEncoding::Direct | IntEncoding::Order | IntEncoding::Channelled => strength,
        }
    }
}
