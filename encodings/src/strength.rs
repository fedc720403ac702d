//! What unit propagation finds, as each encoding declares it.

use crate::{
    AllDifferentKind, CardinalityKind, IntEncoding, Kind, Options, SumKind, TableKind, names::named,
};

/// How much of what follows from a constraint and the domains unit propagation finds, at least.
/// Each level has what the levels before it have.
///
/// Domains are what single literals say of the integers: values removed by their literals, bounds,
/// or bits. Guards are known to be true; integers are different ones, each listed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Nothing is stated.
    Unstated,
    /// Once all integers have values that break the constraint, there is a conflict.
    Checking,
    /// Once all integers but one have values, those of the last that break the constraint are
    /// removed.
    ForwardChecking,
    /// Each part into which the constraint is taken apart is made domain consistent by itself: the
    /// pairs of an all-different, the count of each value of a cardinality.
    Parts,
    /// In addition the bounds are made consistent: the smallest and the largest value of each
    /// integer occur in a solution in which the other integers may have all values between their
    /// bounds that occur in any domain.
    Bounds,
    /// Every value that is left occurs in a solution within the domains (generalised arc
    /// consistency).
    Domain,
}

named!(Strength, "propagation strength", {
    Unstated => "unstated", Checking => "checking", ForwardChecking => "forward-checking",
    Parts => "parts", Bounds => "bounds", Domain => "domain",
});

impl Options {
    /// What unit propagation finds at least of such a constraint.
    ///
    /// | kind | choice | strength |
    /// |---|---|---|
    /// | at-most-one, exactly-one | any | domain, over literals |
    /// | all-different | auto, amo | parts |
    /// | | hall | bounds; parts where the diagram counts |
    /// | | bits | checking |
    /// | cardinality | auto, totalizer, sequential, network | parts: domain for a single value |
    /// | | diagram, which has not become too large | forward checking |
    /// | linear | support | domain |
    /// | | auto, mdd, adder, gte, order | checking |
    /// | | dpw | unstated |
    /// | classes | any | parts |
    /// | table | auto, tuples, mdd | domain |
    /// | | support | forward checking |
    ///
    /// Over log-encoded integers only checking is declared: they do not notice that one value or
    /// none is left, unless their bits say so.
    #[must_use]
    pub fn strength(&self, kind: Kind) -> Strength {
        let strength = match kind {
            // Of literals, not of integers.
            Kind::AtMostOne | Kind::ExactlyOne => return Strength::Domain,
            Kind::AllDifferent => match self.all_different {
                AllDifferentKind::Auto | AllDifferentKind::Amo => Strength::Parts,
                AllDifferentKind::Hall if self.cardinalities == CardinalityKind::Diagram => {
                    Strength::Parts
                }
                AllDifferentKind::Hall => Strength::Bounds,
                AllDifferentKind::Bits => Strength::Checking,
            },
            Kind::Cardinality => match self.cardinalities {
                CardinalityKind::Auto
                | CardinalityKind::Totalizer
                | CardinalityKind::Sequential
                | CardinalityKind::Network => Strength::Parts,
                CardinalityKind::Diagram => Strength::ForwardChecking,
            },
            Kind::Linear => match self.sums {
                SumKind::Support => Strength::Domain,
                // Forward checking but for `!=`, which is split into less and more.
                SumKind::Order
                | SumKind::Auto
                | SumKind::Mdd
                | SumKind::Adder
                | SumKind::GeneralizedTotalizer => Strength::Checking,
                // What it adds to reach a power of two is left free in both halves of `!=`.
                SumKind::DynamicPolyWatchdog => Strength::Unstated,
            },
            Kind::Classes => Strength::Parts,
            Kind::Table => match self.tables {
                TableKind::Auto | TableKind::Tuples | TableKind::Mdd => Strength::Domain,
                TableKind::Support => Strength::ForwardChecking,
            },
            Kind::Integer
            | Kind::Clause
            | Kind::Compare
            | Kind::Element
            | Kind::Lex
            | Kind::Extremum
            | Kind::Product
            | Kind::Inverse
            | Kind::Image => Strength::Unstated,
        };
        match self.integers {
            IntEncoding::Log => strength.min(Strength::Checking),
            IntEncoding::Direct | IntEncoding::Order | IntEncoding::Channelled => strength,
        }
    }
}
