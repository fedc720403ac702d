//! Recognises a model of SET.

use parallax_model::{ClassRelation, ComparisonOperator, Constraint, Kind, Model, Value, VarId};

use super::CardsError;

/// A model of the form that the published algorithms take: three variables with one domain of
/// cards, in strictly ascending order, and every attribute all the same or all different
/// (Swearngin, Choueiry and Freuder 2011, section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardModel {
    /// The variables in ascending order of their cards.
    variables: [VarId; 3],
    /// The cards in ascending order: the pseudo-attribute *id*.
    ids: Vec<Value>,
    attributes: Vec<PaperAttribute>,
}

/// An attribute of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperAttribute {
    /// Its name.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
    /// The index of the value of each card.
    pub of: Vec<u8>,
}

/// Maximum number of values of an attribute.
const MAX_ATTRIBUTE_VALUES: usize = 3;

/// Maximum number of cards of a model.
const MAX_CARDS: u64 = 1_000_000;

impl CardModel {
    /// Recognises a model of this form.
    ///
    /// # Errors
    /// Names the first feature that the published algorithms do not support.
    pub fn from_model(model: &Model) -> Result<Self, CardsError> {
        let number = model.shown().len();
        let shown: [VarId; 3] =
            model.shown().try_into().map_err(|_| CardsError::Variables(number))?;
        if model.variables().len() != 3 {
            return Err(CardsError::Hidden);
        }
        let domain = model.domain(shown[0]);
        if shown.iter().any(|&v| model.domain(v) != domain) {
            return Err(CardsError::Domains);
        }
        if domain.len() > MAX_CARDS {
            return Err(CardsError::Cards { found: domain.len(), most: MAX_CARDS });
        }
        let mut cards = domain.to_vec();
        let mut ascending = Vec::new();
        let mut relations = Vec::new();
        for posted in model.constraints() {
            match &posted.constraint {
                Constraint::Compare(c) if c.relation == ComparisonOperator::Lt && c.offset == 0 => {
                    ascending.push([c.left, c.right]);
                }
                Constraint::Dimension(c)
                    if c.relation == ClassRelation::AllSameOrAllDifferent
                        && is_all(&c.scope, shown) =>
                {
                    let dimension = model.dimension(c.dimension);
                    // Values without a class are forbidden.
                    cards.retain(|&card| dimension.class_of_value(card).is_some());
                    relations.push(dimension);
                }
                other => {
                    let words = other.description(model);
                    return Err(CardsError::Constraint { label: posted.label.to_string(), words });
                }
            }
        }
        let [x, y, z] = shown;
        let variables = [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]]
            .into_iter()
            .find(|&order| is_ascending(&ascending, order))
            .ok_or(CardsError::Order)?;
        let mut attributes = Vec::new();
        for dimension in relations {
            let values = dimension.class_names().to_vec();
            if values.len() > MAX_ATTRIBUTE_VALUES {
                let (name, found) = (dimension.name().to_owned(), values.len());
                return Err(CardsError::Values { name, found, most: MAX_ATTRIBUTE_VALUES });
            }
            let of = cards.iter().filter_map(|&card| dimension.class_of_value(card));
            let of = of.map(|class| class as u8).collect();
            attributes.push(PaperAttribute { name: dimension.name().to_owned(), values, of });
        }
        if attributes.is_empty() {
            Err(CardsError::NoDimensions)
        } else {
            Ok(CardModel { variables, ids: cards, attributes })
        }
    }

    /// Returns the number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Returns the attributes in the order of the model's constraints.
    #[must_use]
    pub fn attributes(&self) -> &[PaperAttribute] {
        &self.attributes
    }

    /// Returns the value of a card in the model.
    #[must_use]
    pub fn card_id(&self, card: usize) -> Value {
        self.ids[card]
    }

    /// Returns the value of a card in an attribute, both by index.
    #[must_use]
    pub fn card_value(&self, card: usize, attribute: usize) -> u8 {
        self.attributes[attribute].of[card]
    }

    /// Returns three cards as values of the model's variables, in the model's order.
    #[must_use]
    pub fn candidate_values(&self, mut cards: [usize; 3]) -> [Value; 3] {
        cards.sort_unstable();
        let mut values = [0; 3];
        for (v, card) in self.variables.iter().zip(cards) {
            values[v.index()] = self.ids[card];
        }
        values
    }
}

fn is_all(scope: &[VarId], variables: [VarId; 3]) -> bool {
    scope.len() == 3 && variables.iter().all(|v| scope.contains(v))
}

/// Whether pairs that ascend make these variables ascend, and none contradicts that.
fn is_ascending(ascending: &[[VarId; 2]], order: [VarId; 3]) -> bool {
    let rank = |variable| order.iter().position(|&v| v == variable);
    order.windows(2).all(|pair| ascending.iter().any(|own| own == pair))
        && ascending.iter().all(|&[left, right]| rank(left) < rank(right))
}
