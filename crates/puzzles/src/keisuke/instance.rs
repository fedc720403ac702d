//! A Keisuke as an instance.

use std::collections::BTreeMap;
use std::ops::Range;

use parallax_model::ask::Control;
use parallax_model::instance::{
    Board, BrokenRule, Effect, ExplanationSource, InputError, Instance, Mark, Marked, ModelOption,
    ModelSource, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Solution, Value, VarId};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::token::counted;
use super::board::{Cell, Direction, ENTRIES, Entry, Keisuke, Pattern};
use super::generate::{RandomOptions, Ungenerated, random};
use super::layout::Layout;
use super::solutions::{BLACK, BLANK};
use super::{draw, model, rules, smaller, solutions};

/// The models of a known grid, in the order of [`Variables`]. An unknown grid has
/// the first.
const MODELS: &[&str] = &["cells", "slots", "channelled", "words"];

/// The meaning of a model's variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variables {
    /// The digits of the covered cells; a table links those of a run with its entry.
    Cells,
    /// The entries of the runs.
    Slots,
    /// The digits of the covered cells; each is linked with the entries of its runs.
    Channelled,
    /// The entries of the runs, with digits as dimensions.
    Words,
}

impl Variables {
    const ALL: [Variables; MODELS.len()] =
        [Variables::Cells, Variables::Slots, Variables::Channelled, Variables::Words];

    fn of(viewpoint: &Viewpoint) -> Self {
        Variables::ALL[viewpoint.place()]
    }

    /// Whether the cells are variables. Otherwise clues are part of the model.
    fn are_cells(self) -> bool {
        matches!(self, Variables::Cells | Variables::Channelled)
    }
}

/// The option that compares runs in pairs.
const PAIRS: ModelOption = ModelOption {
    name: "pairs",
    words: "of cells, without an entry listed twice: runs differ in pairs, no hidden variables",
    effect: Effect::Same,
};

/// The options of the models of a known grid.
const OPTIONS: &[ModelOption] = &[PAIRS];

/// A random puzzle of this many rows and columns, as `keisuke:5@7` names it: digits
/// 1 to 9, a quarter of the cells black.
///
/// # Errors
/// Returns an error if the size is out of range.
pub(in super::super) fn sized(side: usize, seed: u64) -> Result<Keisuke, Ungenerated> {
    let options = RandomOptions { height: side, width: side, ..RandomOptions::default() };
    let drawn = random(&mut ChaCha8Rng::seed_from_u64(seed), &options);
    drawn.map(|drawn| drawn.puzzle)
}

impl Keisuke {
    /// The text of the puzzle; without clues, their cells are white.
    fn written(&self, with_clues: bool) -> String {
        let mut text = String::new();
        match self.pattern() {
            Pattern::Known(cells) => {
                for row in cells.chunks(self.width()) {
                    text.extend(row.iter().map(|cell| match cell {
                        Cell::Black => '#',
                        Cell::Clue(digit) if with_clues => (b'0' + digit) as char,
                        _ => '.',
                    }));
                    text.push('\n');
                }
            }
            Pattern::Unknown { apart } => {
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

    /// The lists, one in a line; that of both directions by length.
    pub(super) fn write_lists(&self) -> Vec<String> {
        let line = |name: String, entries: Vec<&Entry>| {
            let entries: Vec<String> = entries.into_iter().map(ToString::to_string).collect();
            format!("{name}: {}", entries.join(", ")).trim_end().to_owned()
        };
        if !self.is_fill_in() {
            let list = |direction: Direction| {
                line(direction.to_string(), self.entries(direction).iter().collect())
            };
            return Direction::BOTH.map(list).into();
        }
        let mut lengths: BTreeMap<usize, Vec<&Entry>> = BTreeMap::new();
        for entry in self.entries(Direction::Across) {
            lengths.entry(entry.digits().len()).or_default().push(entry);
        }
        if lengths.is_empty() {
            return vec![line(ENTRIES.to_owned(), Vec::new())];
        }
        lengths.into_iter().map(|(length, own)| line(length.to_string(), own)).collect()
    }

    /// The model of a known grid.
    fn known(&self, layout: &Layout, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        let variables = Variables::of(viewpoint);
        if viewpoint.has(&PAIRS) {
            return match variables {
                Variables::Cells => model::pairs(self, layout),
                _ => Err(ModelError::new("'+pairs' is about cells: 'cells+pairs'")),
            };
        }
        match variables {
            Variables::Cells => model::cells(self, layout),
            Variables::Slots => model::slots(self, layout),
            Variables::Channelled => model::channelled(self, layout),
            Variables::Words => model::words(self, layout),
        }
    }
}

impl ModelSource for Keisuke {
    fn puzzle(&self) -> &'static str {
        "keisuke"
    }

    fn title(&self) -> String {
        let list = |direction: &Direction| {
            format!("{} {}", self.entries(*direction).len(), self.list_name(*direction))
        };
        let lists: Vec<String> = self.lists().iter().map(list).collect();
        let clues = match (self.pattern(), self.clues().count()) {
            (Pattern::Unknown { .. }, _) => ", unknown grid".to_owned(),
            (Pattern::Known(_), 0) => String::new(),
            (Pattern::Known(_), clues) => format!(", {}", counted(clues, "clue", "clues")),
        };
        format!("keisuke {}x{}, {}{clues}", self.height(), self.width(), lists.join(", "))
    }

    fn models(&self) -> &'static [&'static str] {
        match self.pattern() {
            // A word of one list may go both ways, and has a digit at each place for each.
            Pattern::Known(_) if self.is_fill_in() => &MODELS[..3],
            Pattern::Known(_) => MODELS,
            Pattern::Unknown { .. } => &MODELS[..1],
        }
    }

    fn options(&self) -> &'static [ModelOption] {
        match self.pattern() {
            Pattern::Known(_) => OPTIONS,
            Pattern::Unknown { .. } => &[],
        }
    }

    /// The lists are part of the model. Clues are givens where cells are variables;
    /// in `slots` and `words` they are also part of the model.
    fn shape(&self, viewpoint: &Viewpoint) -> String {
        let with_clues = !Variables::of(viewpoint).are_cells();
        let lines: Vec<String> = self.written(with_clues).lines().map(str::to_owned).collect();
        format!("keisuke:{}/{viewpoint}", lines.join(" "))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        match self.layout() {
            Some(layout) => self.known(layout, viewpoint),
            None => model::unknown(self),
        }
    }

    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given> {
        let (Some(layout), true) = (self.layout(), Variables::of(viewpoint).are_cells()) else {
            return Vec::new();
        };
        let given = |(cell, digit)| {
            let variable = VarId::new(layout.place(cell)?);
            Some(Given { variable, value: Value::from(digit) })
        };
        self.clues().filter_map(given).collect()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        let values = solution.values().iter().copied();
        let Some(layout) = self.layout() else {
            return values.take(self.height() * self.width()).collect();
        };
        match Variables::of(viewpoint) {
            Variables::Slots => return model::of_slots(self, layout, solution),
            Variables::Words => return model::of_words(self, layout, solution),
            Variables::Cells | Variables::Channelled => {}
        }
        let blank = |cell: &Cell| if *cell == Cell::Black { BLACK } else { BLANK };
        let mut grid: PuzzleSolution = self.cells().iter().map(blank).collect();
        for (&cell, value) in layout.covered.iter().zip(values) {
            grid[cell] = value;
        }
        grid
    }
}

impl Instance for Keisuke {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        rules::check(self, solution)
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

impl PuzzleNotation for Keisuke {
    fn write(&self) -> String {
        self.written(true)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        solutions::write(self, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        solutions::read(self, source, text)
    }
}

impl PuzzlePicture for Keisuke {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        draw::grid(self, solutions).text()
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        draw::grid(self, solutions).svg(&self.title())
    }

    fn draw_marks(
        &self,
        viewpoint: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[Mark],
    ) -> Option<Marked> {
        if !Variables::of(viewpoint).are_cells() {
            return None;
        }
        let cell = |mark: &Mark| {
            let place = mark.variable.index();
            let cell = self.layout().map_or(Some(place), |l| l.covered.get(place).copied());
            cell.map(|cell| (cell, mark.sign))
        };
        let grid = draw::grid(self, solution.map_or(&[], std::slice::from_ref));
        Some(grid.with_marks(marks.iter().filter_map(cell)).marked(&self.title()))
    }

    fn board(&self, viewpoint: &Viewpoint) -> Option<Board> {
        let layout = Variables::of(viewpoint).are_cells().then(|| self.layout())??;
        let (rows, columns) = (self.height(), self.width());
        Some(Board { rows, columns, boxes: None, cells: layout.covered.clone() })
    }
}

impl ExplanationSource for Keisuke {
    /// Of `cells`, with open domains.
    fn explainable_model(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, ModelError> {
        match self.layout() {
            Some(layout) if *viewpoint == self.default_viewpoint() => {
                model::explainable(self, layout)
            }
            _ => self.model(viewpoint),
        }
    }
}

impl PuzzleReduction for Keisuke {
    fn list_cuts(&self) -> Vec<Cuts> {
        smaller::cuts(self)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(smaller::cut(self, kind, run)?))
    }
}
