//! The encodings that keep model counts.

use crate::{
    AllDifferentKind, AmoKind, CardinalityKind, Options, SumKind, TableKind, names::named,
};

/// A kind of thing that can be encoded; decides whether model counts are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncodedKind {
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

named!(EncodedKind, "constraint kind", {
    Integer => "integer", Clause => "clause", AtMostOne => "at-most-one",
    ExactlyOne => "exactly-one", AllDifferent => "all-different", Cardinality => "cardinality",
    Linear => "linear", Compare => "compare", Table => "table", Element => "element",
    Lex => "lex", Extremum => "extremum", Product => "product", Inverse => "inverse",
    Image => "image", Classes => "classes",
});

impl Options {
    /// Whether the formula of such a constraint has exactly one model for each satisfying
    /// assignment of the integers (and of the guards), for every size. Some sizes may keep
    /// counts even if this returns false.
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
    pub fn keeps_counts(&self, kind: EncodedKind, guarded: bool) -> bool {
        if self.keep_counts {
            // Encoding refuses the exceptions.
            let refused = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog];
            return match kind {
                EncodedKind::Cardinality => self.cardinalities != CardinalityKind::Totalizer,
                EncodedKind::Linear => !refused.contains(&self.sums),
                _ => true,
            };
        }
        match kind {
            EncodedKind::Cardinality | EncodedKind::Lex => false,
            EncodedKind::Linear => match self.sums {
                SumKind::Adder | SumKind::Order => true,
                SumKind::Support => !guarded,
                _ => false,
            },
            EncodedKind::Table => match self.tables {
                TableKind::Support => true,
                TableKind::Auto | TableKind::Tuples => !guarded,
                TableKind::Mdd => false,
            },
            EncodedKind::AtMostOne => self.amo == AmoKind::Pairwise,
            // Intervals are counted by a cardinality encoding, and bits are compared in one
            // direction only.
            EncodedKind::AllDifferent => {
                let by_value =
                    matches!(self.all_different, AllDifferentKind::Auto | AllDifferentKind::Amo);
                by_value && self.amo == AmoKind::Pairwise
            }
            EncodedKind::ExactlyOne => !guarded || self.amo == AmoKind::Pairwise,
            EncodedKind::Integer
            | EncodedKind::Clause
            | EncodedKind::Compare
            | EncodedKind::Element
            | EncodedKind::Extremum
            | EncodedKind::Product
            | EncodedKind::Inverse
            | EncodedKind::Image
            | EncodedKind::Classes => true,
        }
    }
}
