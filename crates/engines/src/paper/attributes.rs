//! The order in which attributes are checked.

use parallax_model::named;
use parallax_reformulate::paper::CardModel;

/// The order in which the search checks attributes. The paper does not define it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttributeOrder {
    /// Positions 0, 2, 3, 1 if there are four attributes, otherwise the given order. It is fitted
    /// to the paper: with it the checks of the search are reproduced exactly.
    #[default]
    Fitted,
    /// The given order. It takes 0.27 % more checks on the full deck.
    Natural,
}

named!(AttributeOrder, "order of attributes", {
    Fitted => "fitted",
    Natural => "natural",
});

impl AttributeOrder {
    /// Returns the indices of the attributes in this order.
    pub(super) fn attribute_indices(self, cards: &CardModel) -> Vec<usize> {
        match (self, cards.attributes().len()) {
            (AttributeOrder::Fitted, 4) => vec![0, 2, 3, 1],
            (_, count) => (0..count).collect(),
        }
    }
}
