//! A SET board as an instance.

use std::ops::Range;

use parallax_model::ask::Task;
use parallax_model::instance::{
    BrokenRule, ExplanationSource, HintError, InputError, Instance, ModelOption, ModelSource,
    OwnHint, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint, Weight,
};
use parallax_model::{Cuts, Given, Model, ModelError, Posted, Solution, Value, VarId};

use super::super::symmetry;
use super::super::token::counted;
use super::{SetBoard, draw, hint, json, model, read, rules, words};

/// The models of SET, in the order of [`Variables`].
const MODELS: &[&str] = &["cards", "selected"];

/// The meaning of the variables of a model.
#[derive(Clone, Copy)]
enum Variables {
    /// The three cards of a set.
    Cards,
    /// A boolean for each card of the board: whether it is in the set.
    Selected,
}

impl Variables {
    const ALL: [Variables; MODELS.len()] = [Variables::Cards, Variables::Selected];

    fn of(viewpoint: &Viewpoint) -> Self {
        Variables::ALL[viewpoint.place()]
    }
}

const SYMMETRY: ModelOption =
    symmetry::option("of a full deck: the sets with the first card, which stand for all");

/// The options of the models.
const OPTIONS: &[ModelOption] = &[SYMMETRY];

impl SetBoard {
    /// A card, counted from 0, as text: words for the printed game, digits for numbered attributes,
    /// otherwise the names of its values.
    #[must_use]
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

impl ModelSource for SetBoard {
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

    fn weight(&self, viewpoint: &Viewpoint) -> Option<Weight> {
        if viewpoint.has(&SYMMETRY) {
            super::symmetry::weight(self).ok()
        } else {
            Some(Weight::one())
        }
    }

    /// The models contain the cards, so the key contains them too.
    fn shape(&self, viewpoint: &Viewpoint) -> String {
        let lines: Vec<String> = self.write().lines().map(str::to_owned).collect();
        format!("set:{}/{viewpoint}", lines.join(" "))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let mut model = match Variables::of(viewpoint) {
            Variables::Cards => model::cards(self)?,
            Variables::Selected => model::selected(self)?,
        };
        if viewpoint.has(&SYMMETRY) {
            super::symmetry::weight(self)?;
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
        match Variables::of(viewpoint) {
            Variables::Selected => {
                let cards = values.iter().take(self.cards().len()).enumerate();
                cards.filter(|(_, value)| **value == 1).map(|(card, _)| card as Value + 1).collect()
            }
            Variables::Cards => {
                let mut set: PuzzleSolution = values.iter().copied().take(3).collect();
                set.sort_unstable();
                set
            }
        }
    }
}

impl Instance for SetBoard {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        rules::check(self, solution)
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

    fn explanations(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for SetBoard {
    /// Writes a header and a line of digits for each card, or JSON if attributes have other names.
    fn write(&self) -> String {
        let values = if self.is_standard() { Some(3) } else { self.numbered() };
        let Some(values) = values else { return json::write(self) };
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
        read::solutions(self.cards().len(), source, text)
    }
}

impl PuzzlePicture for SetBoard {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        draw::text(self, solutions)
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        draw::svg(self, solutions)
    }

    /// A picture shows each set on one line, so the number of sets is unlimited.
    fn max_pictures(&self) -> usize {
        usize::MAX
    }
}

impl ExplanationSource for SetBoard {
    /// Whether a constraint only makes the variables three different cards.
    fn is_definition(&self, posted: &Posted) -> bool {
        [model::ORDER, model::THREE].contains(&posted.label.as_str())
    }

    fn suggest_hint(&self, chosen: &[Value]) -> Option<Result<OwnHint, HintError>> {
        Some(hint::hint(self, chosen).map_err(|why| HintError::Refused(why.to_string())))
    }
}

impl PuzzleReduction for SetBoard {
    fn list_cuts(&self) -> Vec<Cuts> {
        vec![
            Cuts::new("cards", self.cards().len()),
            Cuts::new("attributes", self.attributes().len()),
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
