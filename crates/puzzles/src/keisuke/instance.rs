//! A Keisuke as an instance.

use std::collections::BTreeMap;
use std::ops::Range;

use parallax_instance::{
    BoardLayout, BrokenRuleError, ExplanationSource, InputError, Instance, MarkedPicture,
    ModelOption, ModelSource, OptionEffect, PictureMark, PuzzleNotation, PuzzlePicture,
    PuzzleReduction, PuzzleSolution, Viewpoint,
};
use parallax_model::engine_api::Control;
use parallax_model::{Given, Model, ModelError, NumberedCuts, Solution, Value, VarId};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::line_fields::count_noun;
use super::board::{
    ENTRIES_LIST_NAME, KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle, RunDirection,
};
use super::generate::{KeisukeGenerationError, RandomOptions, random_keisuke};
use super::layout::RunLayout;
use super::solutions::{BLACK_VALUE, BLANK_VALUE};
use super::{cuts, draw, model, rules, solutions};

/// The models of a known grid, in the order of [`KeisukeViewpoint`]. An unknown grid has
/// the first.
const MODEL_NAMES: &[&str] = &["cells", "slots", "channelled", "words"];

/// The meaning of a model's variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeisukeViewpoint {
    /// The digits of the covered cells; a table links those of a run with its entry.
    Cells,
    /// The entries of the runs.
    Slots,
    /// The digits of the covered cells; each is linked with the entries of its runs.
    Channelled,
    /// The entries of the runs, with digits as dimensions.
    Words,
}

impl KeisukeViewpoint {
    const ALL: [KeisukeViewpoint; MODEL_NAMES.len()] = [
        KeisukeViewpoint::Cells,
        KeisukeViewpoint::Slots,
        KeisukeViewpoint::Channelled,
        KeisukeViewpoint::Words,
    ];

    fn from_viewpoint(viewpoint: &Viewpoint) -> Self {
        KeisukeViewpoint::ALL[viewpoint.model_index()]
    }

    /// Whether the cells are variables. Otherwise clues are part of the model.
    fn are_cells(self) -> bool {
        matches!(self, KeisukeViewpoint::Cells | KeisukeViewpoint::Channelled)
    }
}

/// The option that compares runs in pairs.
const PAIRS_OPTION: ModelOption = ModelOption {
    name: "pairs",
    words: "of cells, without an entry listed twice: runs differ in pairs, no hidden variables",
    effect: OptionEffect::Same,
};

/// The options of the models of a known grid.
const MODEL_OPTIONS: &[ModelOption] = &[PAIRS_OPTION];

/// Draws a random puzzle with `side` rows and columns, as `keisuke:5@7` names it: digits 1 to 9, a
/// quarter of the cells black.
///
/// # Errors
/// Returns an error if the size is out of range.
pub(in super::super) fn random_square(
    side: usize,
    seed: u64,
) -> Result<KeisukePuzzle, KeisukeGenerationError> {
    let options = RandomOptions { height: side, width: side, ..RandomOptions::default() };
    let drawn = random_keisuke(&mut ChaCha8Rng::seed_from_u64(seed), &options);
    drawn.map(|drawn| drawn.puzzle)
}

impl KeisukePuzzle {
    /// Returns the text of the puzzle; without clues, their cells are white.
    fn write_puzzle(&self, with_clues: bool) -> String {
        let mut text = String::new();
        match self.pattern() {
            KeisukePattern::Known(cells) => {
                for row in cells.chunks(self.width()) {
                    text.extend(row.iter().map(|cell| match cell {
                        KeisukeCell::Black => '#',
                        KeisukeCell::Clue(digit) if with_clues => (b'0' + digit) as char,
                        _ => '.',
                    }));
                    text.push('\n');
                }
            }
            KeisukePattern::Unknown { apart } => {
                let apart = if *apart { ", apart" } else { "" };
                text.push_str(&format!("size: {}x{}{apart}\n", self.height(), self.width()));
            }
        }
        for list in self.write_lists() {
            text.push_str(&list);
            text.push('\n');
        }
        text
    }

    /// Returns the lists, one in a line; a list of both directions has a line for each length.
    pub(super) fn write_lists(&self) -> Vec<String> {
        let line = |name: String, entries: Vec<&KeisukeEntry>| {
            let entries: Vec<String> = entries.into_iter().map(ToString::to_string).collect();
            format!("{name}: {}", entries.join(", ")).trim_end().to_owned()
        };
        if !self.is_fill_in() {
            let list = |direction: RunDirection| {
                line(direction.to_string(), self.entries(direction).iter().collect())
            };
            return RunDirection::BOTH.map(list).into();
        }
        let mut lengths: BTreeMap<usize, Vec<&KeisukeEntry>> = BTreeMap::new();
        for entry in self.entries(RunDirection::Across) {
            lengths.entry(entry.digits().len()).or_default().push(entry);
        }
        if lengths.is_empty() {
            return vec![line(ENTRIES_LIST_NAME.to_owned(), Vec::new())];
        }
        lengths.into_iter().map(|(length, own)| line(length.to_string(), own)).collect()
    }

    /// Builds the model of a known grid.
    fn known_model(&self, layout: &RunLayout, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let variables = KeisukeViewpoint::from_viewpoint(viewpoint);
        if viewpoint.has_option(&PAIRS_OPTION) {
            return match variables {
                KeisukeViewpoint::Cells => model::pairs_model(self, layout),
                _ => Err(ModelError::new("'+pairs' is about cells: 'cells+pairs'")),
            };
        }
        match variables {
            KeisukeViewpoint::Cells => model::cells_model(self, layout),
            KeisukeViewpoint::Slots => model::slots_model(self, layout),
            KeisukeViewpoint::Channelled => model::channelled_model(self, layout),
            KeisukeViewpoint::Words => model::words_model(self, layout),
        }
    }
}

impl ModelSource for KeisukePuzzle {
    fn puzzle_name(&self) -> &'static str {
        "keisuke"
    }

    fn title(&self) -> String {
        let list = |direction: &RunDirection| {
            format!("{} {}", self.entries(*direction).len(), self.list_name(*direction))
        };
        let lists: Vec<String> = self.list_directions().iter().map(list).collect();
        let clues = match (self.pattern(), self.clues().count()) {
            (KeisukePattern::Unknown { .. }, _) => ", unknown grid".to_owned(),
            (KeisukePattern::Known(_), 0) => String::new(),
            (KeisukePattern::Known(_), clues) => {
                format!(", {}", count_noun(clues, "clue", "clues"))
            }
        };
        format!("keisuke {}x{}, {}{clues}", self.height(), self.width(), lists.join(", "))
    }

    fn model_names(&self) -> &'static [&'static str] {
        match self.pattern() {
            // A word of one list may go both ways, and has a digit at each place for each.
            KeisukePattern::Known(_) if self.is_fill_in() => &MODEL_NAMES[..3],
            KeisukePattern::Known(_) => MODEL_NAMES,
            KeisukePattern::Unknown { .. } => &MODEL_NAMES[..1],
        }
    }

    fn model_options(&self) -> &'static [ModelOption] {
        match self.pattern() {
            KeisukePattern::Known(_) => MODEL_OPTIONS,
            KeisukePattern::Unknown { .. } => &[],
        }
    }

    /// The lists are part of the model. Clues are givens where cells are variables;
    /// in `slots` and `words` they are also part of the model.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        let with_clues = !KeisukeViewpoint::from_viewpoint(viewpoint).are_cells();
        let lines: Vec<String> = self.write_puzzle(with_clues).lines().map(str::to_owned).collect();
        format!("keisuke:{}/{viewpoint}", lines.join(" "))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        match self.run_layout() {
            Some(layout) => self.known_model(layout, viewpoint),
            None => model::unknown(self),
        }
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        let (Some(layout), true) =
            (self.run_layout(), KeisukeViewpoint::from_viewpoint(viewpoint).are_cells())
        else {
            return Vec::new();
        };
        let given = |(cell, digit)| {
            // The models of cells add the variables of the covered cells first, in this order.
            let variable = VarId::new(layout.covered_index(cell)?);
            Some(Given { variable, value: Value::from(digit) })
        };
        self.clues().filter_map(given).collect()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        let values = solution.values().iter().copied();
        let Some(layout) = self.run_layout() else {
            return values.take(self.height() * self.width()).collect();
        };
        match KeisukeViewpoint::from_viewpoint(viewpoint) {
            KeisukeViewpoint::Slots => return model::of_slots(self, layout, solution),
            KeisukeViewpoint::Words => return model::of_words(self, layout, solution),
            KeisukeViewpoint::Cells | KeisukeViewpoint::Channelled => {}
        }
        let blank = |cell: &KeisukeCell| {
            if *cell == KeisukeCell::Black { BLACK_VALUE } else { BLANK_VALUE }
        };
        let mut grid: PuzzleSolution = self.known_cells().iter().map(blank).collect();
        // The shown variables are the covered cells; hidden ones follow them.
        for (&cell, value) in layout.covered.iter().zip(values) {
            grid[cell] = value;
        }
        grid
    }
}

impl Instance for KeisukePuzzle {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        rules::check_rules(self, solution)
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

impl PuzzleNotation for KeisukePuzzle {
    fn write_instance(&self) -> String {
        self.write_puzzle(true)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        solutions::write_filled_grid(self, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        solutions::read_filled_grids(self, source, text)
    }
}

impl PuzzlePicture for KeisukePuzzle {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        draw::grid_drawing(self, solutions).draw_text()
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        draw::grid_drawing(self, solutions).draw_svg(&self.title())
    }

    fn draw_marks(
        &self,
        viewpoint: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        if !KeisukeViewpoint::from_viewpoint(viewpoint).are_cells() {
            return None;
        }
        let cell = |mark: &PictureMark| {
            let index = mark.variable.index();
            // An unknown grid has a variable for every cell, a known one for the covered cells.
            let cell = self.run_layout().map_or(Some(index), |l| l.covered.get(index).copied());
            cell.map(|cell| (cell, mark.sign))
        };
        let grid = draw::grid_drawing(self, solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(marks.iter().filter_map(cell)).draw_both(&self.title()))
    }

    fn board_layout(&self, viewpoint: &Viewpoint) -> Option<BoardLayout> {
        let layout = KeisukeViewpoint::from_viewpoint(viewpoint)
            .are_cells()
            .then(|| self.run_layout())??;
        let (rows, columns) = (self.height(), self.width());
        Some(BoardLayout { rows, columns, boxes: None, cells: layout.covered.clone() })
    }
}

impl ExplanationSource for KeisukePuzzle {
    /// Builds the model `cells` with open domains, if this is the viewpoint.
    fn explainable_model(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, ModelError> {
        match self.run_layout() {
            Some(layout) if *viewpoint == self.default_viewpoint() => {
                model::explainable_model(self, layout)
            }
            _ => self.model(viewpoint),
        }
    }
}

impl PuzzleReduction for KeisukePuzzle {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        cuts::list_cuts(self)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(cuts::apply_cuts(self, kind, run)?))
    }
}
