//! A SET board as an instance.

use std::ops::Range;

use parallax_instance::{
    BrokenRuleError, ExplanationSource, InputError, Instance, ModelOption, ModelSource, PuzzleHint,
    PuzzleHintError, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    SolutionWeight, Viewpoint,
};
use parallax_model::engine_api::Task;
use parallax_model::{
    Given, Model, ModelError, NumberedCuts, PostedConstraint, Solution, Value, VarId,
};

use super::super::line_fields::count_noun;
use super::super::symmetry;
use super::{SetBoard, draw, hint, json, model, read, rules, words};

/// The models of SET, in the order of [`SetViewpoint`].
const MODEL_NAMES: &[&str] = &["cards", "selected"];

/// The meaning of the variables of a model.
#[derive(Clone, Copy)]
enum SetViewpoint {
    /// The three cards of a set.
    Cards,
    /// A boolean for each card of the board: whether it is in the set.
    Selected,
}

impl SetViewpoint {
    const ALL: [SetViewpoint; MODEL_NAMES.len()] = [SetViewpoint::Cards, SetViewpoint::Selected];

    fn from_viewpoint(viewpoint: &Viewpoint) -> Self {
        SetViewpoint::ALL[viewpoint.model_index()]
    }
}

const SYMMETRY_OPTION: ModelOption =
    symmetry::symmetry_option("of a full deck: the sets with the first card, which stand for all");

/// The options of the models.
const MODEL_OPTIONS: &[ModelOption] = &[SYMMETRY_OPTION];

impl SetBoard {
    /// Returns a card, counted from 0, as text: words for the printed game, digits for numbered
    /// attributes, otherwise the names of its values.
    #[must_use]
    pub fn card_text(&self, card: usize) -> String {
        let values =
            || (0..self.attributes().len()).map(|attribute| self.value_name(card, attribute));
        if self.is_standard() {
            words::card_name(&self.cards()[card])
        } else if self.numbered_values().is_some() {
            values().collect()
        } else {
            values().collect::<Vec<_>>().join(" ")
        }
    }
}

impl ModelSource for SetBoard {
    fn puzzle_name(&self) -> &'static str {
        "set"
    }

    fn title(&self) -> String {
        let cards = count_noun(self.cards().len(), "card", "cards");
        let attributes = count_noun(self.attributes().len(), "attribute", "attributes");
        let sizes: Vec<usize> =
            self.attributes().iter().map(|attribute| attribute.values.len()).collect();
        match sizes[..] {
            [first, ..] if sizes.iter().all(|&size| size == first) => {
                format!("set {cards}, {attributes} of {}", count_noun(first, "value", "values"))
            }
            _ => format!("set {cards}, {attributes}"),
        }
    }

    fn model_names(&self) -> &'static [&'static str] {
        MODEL_NAMES
    }

    fn model_options(&self) -> &'static [ModelOption] {
        MODEL_OPTIONS
    }

    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            super::symmetry::solution_weight(self).ok()
        } else {
            Some(SolutionWeight::unit_weight())
        }
    }

    /// The models contain the cards, so the key contains them as well.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        let lines: Vec<String> = self.write_instance().lines().map(str::to_owned).collect();
        format!("set:{}/{viewpoint}", lines.join(" "))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let mut model = match SetViewpoint::from_viewpoint(viewpoint) {
            SetViewpoint::Cards => model::cards_model(self)?,
            SetViewpoint::Selected => model::selected_model(self)?,
        };
        if viewpoint.has_option(&SYMMETRY_OPTION) {
            super::symmetry::solution_weight(self)?;
            // In both models the first variable is 1 exactly if the first card is in the set.
            symmetry::post_fixed(&mut model, VarId::new(0), 1)?;
        }
        Ok(model)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        let values = solution.values();
        match SetViewpoint::from_viewpoint(viewpoint) {
            SetViewpoint::Selected => {
                let cards = values.iter().take(self.cards().len()).enumerate();
                cards.filter(|(_, value)| **value == 1).map(|(card, _)| card as Value + 1).collect()
            }
            SetViewpoint::Cards => {
                let mut set: PuzzleSolution = values.iter().copied().take(3).collect();
                set.sort_unstable();
                set
            }
        }
    }
}

impl Instance for SetBoard {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        rules::check_rules(self, solution)
    }

    /// The task of SET is to find all sets of a board.
    fn default_task(&self) -> Task {
        Task::All
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for SetBoard {
    /// Writes a header and a line of digits for each card, or JSON if attributes have other names.
    fn write_instance(&self) -> String {
        let values = if self.is_standard() { Some(3) } else { self.numbered_values() };
        let Some(values) = values else { return json::write_board(self) };
        let mut text = format!("{} {values} {}\n", self.attributes().len(), self.cards().len());
        for card in self.cards() {
            text.extend(card.iter().map(u16::to_string));
            text.push('\n');
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        let numbers: Vec<String> = solution.iter().map(Value::to_string).collect();
        numbers.join(" ")
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        read::read_solutions(self.cards().len(), source, text)
    }
}

impl PuzzlePicture for SetBoard {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        draw::draw_text(self, solutions)
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        draw::draw_svg(self, solutions)
    }

    /// A picture shows each set on one line, so the number of sets is unlimited.
    fn max_pictures(&self) -> usize {
        usize::MAX
    }
}

impl ExplanationSource for SetBoard {
    /// Whether a constraint only makes the variables three different cards.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        [model::ORDER_LABEL, model::THREE_CARDS_LABEL].contains(&posted.label.as_str())
    }

    fn suggest_hint(&self, chosen: &[Value]) -> Option<Result<PuzzleHint, PuzzleHintError>> {
        Some(hint::find_hint(self, chosen).map_err(|why| PuzzleHintError::Refused(why.to_string())))
    }
}

impl PuzzleReduction for SetBoard {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        vec![
            NumberedCuts::new("cards", self.cards().len()),
            NumberedCuts::new("attributes", self.attributes().len()),
        ]
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let board = match kind {
            0 => self.without_cards(run),
            _ => self.without_attributes(run),
        };
        Some(Box::new(board?))
    }
}
