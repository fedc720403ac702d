//! Which encodings keep model counts.

use crate::{
    AllDifferentKind, AmoKind, CardinalityKind, Options, SumKind, TableKind, names::named,
};

/// What can be encoded, as far as model counts are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An integer by itself, and the literals made for it on demand.
    Integer,
    /// [`Encoder::clause`](crate::Encoder::clause) and [`Encoder::reify`](crate::Encoder::reify).
    Clause,
    /// [`Encoder::at_most_one`](crate::Encoder::at_most_one).
    AtMostOne,
    /// [`Encoder::exactly_one`](crate::Encoder::exactly_one).
    ExactlyOne,
    /// [`Encoder::all_different`](crate::Encoder::all_different).
    AllDifferent,
    /// [`Encoder::cardinality`](crate::Encoder::cardinality).
    Cardinality,
    /// [`Encoder::linear`](crate::Encoder::linear).
    Linear,
    /// [`Encoder::compare`](crate::Encoder::compare).
    Compare,
    /// [`Encoder::table`](crate::Encoder::table).
    Table,
    /// [`Encoder::element`](crate::Encoder::element).
    Element,
    /// [`Encoder::lex`](crate::Encoder::lex).
    Lex,
    /// [`Encoder::extremum`](crate::Encoder::extremum).
    Extremum,
    /// [`Encoder::product`](crate::Encoder::product).
    Product,
    /// [`Encoder::inverse`](crate::Encoder::inverse).
    Inverse,
    /// [`Encoder::image`](crate::Encoder::image).
    Image,
    /// [`Encoder::same_class`](crate::Encoder::same_class) and
    /// [`Encoder::different_classes`](crate::Encoder::different_classes).
    Classes,
}

named!(Kind, "constraint kind", {
    Integer => "integer", Clause => "clause", AtMostOne => "at-most-one",
    ExactlyOne => "exactly-one", AllDifferent => "all-different", Cardinality => "cardinality",
    Linear => "linear", Compare => "compare", Table => "table", Element => "element",
    Lex => "lex", Extremum => "extremum", Product => "product", Inverse => "inverse",
    Image => "image", Classes => "classes",
});

impl Options {
    /// Whether the formula of such a constraint has exactly one model for each assignment of the
    /// integers (and of the guards) that satisfies it, whatever its size. Some sizes may keep
    /// counts although this says no.
    ///
    /// | kind | unguarded | guarded |
    /// |---|---|---|
    /// | integer, clause, compare, element, extremum, product, inverse, image, classes | yes | yes |
    /// | exactly-one | yes | pairwise only |
    /// | at-most-one | pairwise only | pairwise only |
    /// | all-different | by value, pairwise only | by value, pairwise only |
    /// | table | not by diagrams | by support only |
    /// | linear | adder, order, support | adder, order |
    /// | cardinality, lex | no | no |
    /// | any, with [`Options::keep_counts`] | yes | yes |
    #[must_use]
    pub fn keeps_counts(&self, kind: Kind, guarded: bool) -> bool {
        if self.keep_counts {
            // The exceptions are refused when encoding.
            let refused = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog];
            return match kind {
                Kind::Cardinality => self.cardinalities != CardinalityKind::Totalizer,
                Kind::Linear => !refused.contains(&self.sums),
                _ => true,
            };
        }
        match kind {
            Kind::Cardinality | Kind::Lex => false,
            Kind::Linear => match self.sums {
                SumKind::Adder | SumKind::Order => true,
                SumKind::Support => !guarded,
                _ => false,
            },
            Kind::Table => match self.tables {
                TableKind::Support => true,
                TableKind::Auto | TableKind::Tuples => !guarded,
                TableKind::Mdd => false,
            },
            Kind::AtMostOne => self.amo == AmoKind::Pairwise,
            // Intervals are counted, and bits are compared in one direction.
            Kind::AllDifferent => {
                let by_value =
                    matches!(self.all_different, AllDifferentKind::Auto | AllDifferentKind::Amo);
                by_value && self.amo == AmoKind::Pairwise
            }
            Kind::ExactlyOne => !guarded || self.amo == AmoKind::Pairwise,
            Kind::Integer
            | Kind::Clause
            | Kind::Compare
            | Kind::Element
            | Kind::Extremum
            | Kind::Product
            | Kind::Inverse
            | Kind::Image
            | Kind::Classes => true,
        }
    }
}
