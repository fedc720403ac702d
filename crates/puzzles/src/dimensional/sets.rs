//! SET with any number of attributes, values per attribute and cards per set.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use parallax_model::{
    ClassRelation, Compare, ComparisonOperator, Constraint, Domain, Model, ModelError, Value,
    ValueDimension, VarId,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::post_relation;
use crate::errors::{GeneratorNameError, ProblemError};
use crate::name::{parse_number, split_seed};

/// Maximum number of attributes.
const MAX_ATTRIBUTES: usize = 100;
/// Maximum number of values of an attribute.
const MAX_ATTRIBUTE_VALUES: usize = 100;
/// Maximum number of cards of a set.
const MAX_SET_CARDS: usize = 20;
/// Maximum number of cards on the table.
const MAX_TABLE_CARDS: usize = 59_049;

const SETS_EXAMPLE: &str = "sets:4x3x3 or sets:3x4x4:20@7";
const SETS_FORM: &str = "sets:ATTRIBUTESxVALUESxCARDS[:TABLE][@SEED]";

/// The search for sets: cards that are all the same or all different in every
/// attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetSearchProblem {
    /// The number of values of each attribute.
    pub values: Vec<usize>,
    /// The number of cards of a set.
    pub cards: usize,
    /// The number of cards on the table; `None` for the whole deck.
    pub table: Option<usize>,
    /// The seed that shuffles the deck. With `None` a full deck is in order,
    /// and a part of a deck is dealt with seed 0.
    pub seed: Option<u64>,
}

impl SetSearchProblem {
    /// Builds the model: a variable for each card of a set, whose value is the number of a card on
    /// the table, in ascending order; and a dimension for each attribute.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn build_model(&self) -> Result<Model, ModelError> {
        self.check_sizes().map_err(|error| ModelError::new(error.to_string()))?;
        let table = self.deal_cards();
        let mut model = Model::new(self.to_string());
        let last = table.len() as Value;
        let scope = (1..=self.cards)
            .map(|i| model.add_shown(format!("card{i}"), Domain::from_range(1, last)))
            .collect::<Result<Vec<VarId>, _>>()?;
        // A set has many orders; only the ascending one is a solution.
        for pair in scope.windows(2) {
            let order = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
            model.post("order", Constraint::Compare(order))?;
        }
        for (i, &values) in self.values.iter().enumerate() {
            let name = format!("a{}", i + 1);
            let classes = (0..values).map(|value| value.to_string()).collect();
            let members: Vec<(Value, usize)> = (1..).zip(table.iter().map(|c| c[i])).collect();
            let dimension = model.add_dimension(ValueDimension::new(&name, classes, &members)?)?;
            post_relation(
                &mut model,
                name,
                &scope,
                dimension,
                ClassRelation::AllSameOrAllDifferent,
            )?;
        }
        Ok(model)
    }

    fn check_sizes(&self) -> Result<(), ProblemError> {
        let within = |parts: &'static str, number: usize, low: usize, high: usize| match number {
            n if (low..=high).contains(&n) => Ok(()),
            number => Err(ProblemError::SetsRange { number, parts, low, high, form: SETS_FORM }),
        };
        within("attributes", self.values.len(), 1, MAX_ATTRIBUTES)?;
        self.values
            .iter()
            .try_for_each(|&v| within("values of an attribute", v, 1, MAX_ATTRIBUTE_VALUES))?;
        within("cards of a set", self.cards, 2, MAX_SET_CARDS)?;
        // A deck beyond the limit is refused before its size is cast.
        match (self.table, self.deck_size()) {
            (None, deck) if deck > MAX_TABLE_CARDS as u128 => {
                Err(ProblemError::Deck { deck, most: MAX_TABLE_CARDS, form: SETS_FORM })
            }
            (Some(table), deck) if table as u128 > deck => {
                Err(ProblemError::Table { table, deck, form: SETS_FORM })
            }
            (table, deck) => {
                let table = table.unwrap_or(deck as usize);
                within("cards on the table", table, self.cards, MAX_TABLE_CARDS)
            }
        }
    }

    /// Returns the number of different cards, saturating at `u128::MAX`.
    fn deck_size(&self) -> u128 {
        self.values.iter().fold(1, |deck: u128, &v| deck.saturating_mul(v as u128))
    }

    /// Deals the cards on the table. In an ordered deck the last attribute changes fastest.
    fn deal_cards(&self) -> Vec<Vec<usize>> {
        let deck = self.deck_size();
        let size = self.table.unwrap_or(deck as usize);
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed.unwrap_or(0));
        // So large a deck is not built: a random card is new with a probability of at least one
        // half.
        if deck > 2 * MAX_TABLE_CARDS as u128 {
            return self.draw_cards(size, &mut rng);
        }
        let mut cards: Vec<Vec<usize>> =
            (0..deck as usize).map(|card| self.card_at(card)).collect();
        // Only a whole deck without a seed stays in order.
        if self.table.or(self.seed.map(|_| size)).is_some() {
            cards.shuffle(&mut rng);
        }
        cards.truncate(size);
        cards
    }

    /// Draws `size` different random cards of a deck that has at least twice
    /// as many.
    fn draw_cards(&self, size: usize, rng: &mut impl Rng) -> Vec<Vec<usize>> {
        let (mut seen, mut cards) = (HashSet::new(), Vec::with_capacity(size));
        while cards.len() < size {
            let card: Vec<usize> = self.values.iter().map(|&v| rng.random_range(0..v)).collect();
            if seen.insert(card.clone()) {
                cards.push(card);
            }
        }
        cards
    }

    /// Returns the card at this position of the ordered deck, from 0.
    fn card_at(&self, mut position: usize) -> Vec<usize> {
        let mut card: Vec<usize> = Vec::with_capacity(self.values.len());
        // The values are the digits of the position in a mixed base, the last attribute lowest.
        for &values in self.values.iter().rev() {
            card.push(position % values);
            position /= values;
        }
        card.reverse();
        card
    }
}

impl fmt::Display for SetSearchProblem {
    /// Writes the name, with the seed if one is used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alike = self.values.windows(2).all(|pair| pair[0] == pair[1]);
        let sizes = if alike { &self.values[..self.values.len().min(1)] } else { &self.values[..] };
        let values: Vec<String> = sizes.iter().map(usize::to_string).collect();
        write!(f, "sets:{}x{}x{}", self.values.len(), values.join(","), self.cards)?;
        self.table.map_or(Ok(()), |table| write!(f, ":{table}"))?;
        match self.seed.or(self.table.map(|_| 0)) {
            Some(seed) => write!(f, "@{seed}"),
            None => Ok(()),
        }
    }
}

impl FromStr for SetSearchProblem {
    type Err = GeneratorNameError;

    /// Parses the text after `sets:`. `VALUES` is one number, or one for each
    /// attribute, separated by commas.
    fn from_str(text: &str) -> Result<Self, GeneratorNameError> {
        let (text, seed) = split_seed(text, SETS_EXAMPLE)?;
        let (numbers, table) = match text.split_once(':') {
            Some((numbers, table)) => {
                (numbers, Some(parse_number(table, "a number of cards", SETS_EXAMPLE)?))
            }
            None => (text, None),
        };
        let fault = || {
            let text = numbers.to_owned();
            GeneratorNameError::SetsForm { text, form: SETS_FORM, example: SETS_EXAMPLE }
        };
        let [attributes, values, cards] = numbers.split('x').collect::<Vec<_>>()[..] else {
            return Err(fault());
        };
        let whole = |text: &str| parse_number(text, "", "").map_err(|_| fault());
        let (attributes, cards) = (whole(attributes)?, whole(cards)?);
        let mut values = values.split(',').map(whole).collect::<Result<Vec<usize>, _>>()?;
        if let [all] = values[..] {
            // `check_sizes` refuses more than the limit, so one entry beyond it suffices.
            values = vec![all; attributes.min(MAX_ATTRIBUTES + 1)];
        }
        if values.len() != attributes.min(MAX_ATTRIBUTES + 1) {
            return Err(GeneratorNameError::SetsValues { values: values.len(), attributes });
        }
        Ok(SetSearchProblem { values, cards, table, seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(text: &str) -> SetSearchProblem {
        text.parse().unwrap()
    }

    #[test]
    fn cards_on_the_table_differ_and_belong_to_the_deck() {
        for text in ["3x2,3,4x3", "3x2,3,4x3@5", "4x3x3:40@1", "20x7x3:500@2", "17x2x3:59049"] {
            let sets = sets(text);
            let table = sets.deal_cards();
            assert_eq!(table.len(), sets.table.unwrap_or(24), "{text}");
            let fits = |card: &Vec<usize>| {
                card.len() == sets.values.len()
                    && card.iter().zip(&sets.values).all(|(value, values)| value < values)
            };
            assert!(table.iter().all(fits), "{text}");
            assert_eq!(table.iter().collect::<HashSet<_>>().len(), table.len(), "{text}");
            assert_eq!(sets.deal_cards(), table);
        }
        let deck = sets("2x2,3x2").deal_cards();
        assert_eq!(deck, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_ne!(sets("2x2,3x2@1").deal_cards(), deck);
    }

    #[test]
    fn the_full_deck_has_a_set_for_any_two_cards() {
        let model = sets("2x3x3").build_model().unwrap();
        let mut found = 0;
        for place in 0..9i32.pow(3) {
            let cards = [place / 81 + 1, place / 9 % 9 + 1, place % 9 + 1];
            found += u32::from(model.check(&[], &cards).is_ok());
        }
        // 9 first cards, 8 second cards; the third follows. Each set has 3! = 6 orders.
        assert_eq!(found, 9 * 8 / 6);
    }
}
