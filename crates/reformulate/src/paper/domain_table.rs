//! The domain table of one domain.

use super::CardModel;

/// Column *l* of the domain table: the number of cards of a domain with each value of each
/// attribute (section 5.1, Tables 1 to 3). The columns of single cards are the cards themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperDomainTable {
    /// For each attribute that remains to be enforced, by index, the counts of its values.
    pub rows: Vec<(usize, [u32; 3])>,
}

impl PaperDomainTable {
    /// Builds the table of a domain, for the attributes that remain to be enforced.
    #[must_use]
    pub fn from_domain(cards: &CardModel, domain: &[usize], active: &[usize]) -> Self {
        let counted = |&attribute: &usize| {
            let mut counts = [0; 3];
            for &card in domain {
                counts[usize::from(cards.card_value(card, attribute))] += 1;
            }
            (attribute, counts)
        };
        PaperDomainTable { rows: active.iter().map(counted).collect() }
    }
}
