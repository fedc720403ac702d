//! A SET board as an instance.

use crate::ask::Task;
use crate::instance::{BrokenRule, InputError, Instance, ModelOption, Terms, Weight};
use crate::model::{Given, Model, ModelError, Solution, Value, VarId};

use super::super::symmetry;
use super::super::token::counted;
use super::{SetBoard, draw, json, model, read, rules, words};

/// The models of SET.
const MODELS: &[&str] = &["cards", SELECTED];

/// The model with a variable for each card.
const SELECTED: &str = "selected";

/// The options of the models.
const OPTIONS: &[ModelOption] =
    &[symmetry::option("of a full deck: the sets with the first card, which stand for all")];

impl SetBoard {
    /// A card, counted from 0, as people read it: in words, in digits, or the
    /// names of its values.
    pub fn card(&self, card: usize) -> String {
        let values = || (0..self.attributes().len()).map(|attribute| self.value(card, attribute));
        if self.is_standard() {
            words::card(&self.cards()[card])
        } else if self.numbered().is_some() {
            values().collect()
        } else {
            values().collect::<Vec<_>>().join(" ")
        }
    }
}

impl Instance for SetBoard {
    fn puzzle(&self) -> &'static str {
        "set"
    }

    fn title(&self) -> String {
        let cards = counted(self.cards().len(), "card", "cards");
        let attributes = counted(self.attributes().len(), "attribute", "attributes");
        let sizes: Vec<usize> =
            self.attributes().iter().map(|attribute| attribute.values.len()).collect();
        match sizes[..] {
            [first, ..] if sizes.iter().all(|&size| size == first) => {
                format!("set {cards}, {attributes} of {}", counted(first, "value", "values"))
            }
            _ => format!("set {cards}, {attributes}"),
        }
    }

    fn models(&self) -> &'static [&'static str] {
        MODELS
    }

    fn options(&self) -> &'static [ModelOption] {
        OPTIONS
    }

    fn weight(&self, model: &str) -> Option<Weight> {
        match self.choose(model).is_ok_and(|choice| choice.has(symmetry::NAME)) {
            true => super::symmetry::weight(self).ok(),
            false => Some(Weight::ONE),
        }
    }

    /// The cards are part of the models, so they are part of the key.
    fn shape(&self, model: &str) -> String {
        let lines: Vec<String> = self.write().lines().map(str::to_owned).collect();
        format!("set:{}/{model}", lines.join(" "))
    }

    fn model(&self, model: &str) -> Result<Model, ModelError> {
        let choice = self.choose(model)?;
        let mut model = match choice.base() {
            SELECTED => model::selected(self)?,
            _ => model::cards(self)?,
        };
        if choice.has(symmetry::NAME) {
            super::symmetry::weight(self)?;
            // In both models the first variable is 1 exactly when the first
            // card is in the set.
            symmetry::post_fixed(&mut model, VarId::new(0), 1)?;
        }
        Ok(model)
    }

    fn givens(&self, _model: &str) -> Vec<Given> {
        Vec::new()
    }

    fn terms(&self, model: &str, solution: &Solution) -> Terms {
        let values = solution.values();
        let base = self.choose(model).map(|choice| choice.base());
        match base {
            Ok(SELECTED) => {
                let cards = values.iter().take(self.cards().len()).enumerate();
                cards.filter(|(_, value)| **value == 1).map(|(card, _)| card as Value + 1).collect()
            }
            _ => {
                let mut terms: Terms = values.iter().copied().take(3).collect();
                terms.sort_unstable();
                terms
            }
        }
    }

    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRule> {
        rules::check(self, terms)
    }

    /// All sets of a board are of interest.
    fn default_task(&self) -> Task {
        Task::All
    }

    /// A header and a line of digits a card, or JSON for cards whose
    /// attributes have other names.
    fn write(&self) -> String {
        let values = match self.is_standard() {
            true => Some(3),
            false => self.numbered(),
        };
        let Some(values) = values else { return json::write(self) };
        let mut text = format!("{} {values} {}\n", self.attributes().len(), self.cards().len());
        for card in self.cards() {
            text.extend(card.iter().map(u16::to_string));
            text.push('\n');
        }
        text
    }

    fn write_terms(&self, terms: &[Value]) -> String {
        let numbers: Vec<String> = terms.iter().map(Value::to_string).collect();
        numbers.join(" ")
    }

    fn read_terms(&self, source: &str, text: &str) -> Result<Vec<Terms>, InputError> {
        read::solutions(self.cards().len(), source, text)
    }

    fn text(&self, solutions: &[Terms]) -> String {
        draw::text(self, solutions)
    }

    fn svg(&self, solutions: &[Terms]) -> String {
        draw::svg(self, solutions)
    }
}
