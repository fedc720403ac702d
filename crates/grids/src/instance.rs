//! A grid puzzle as an instance.

use std::ops::Range;

use parallax_instance::{
    BoardLayout, BrokenRuleError, ExplanationSource, InputError, Instance, InstanceFormError,
    MarkedPicture, ModelOption, ModelSource, OptionEffect, PictureMark, PuzzleNotation,
    PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Given, Model, ModelError, NumberedCuts, Solution, Value, VarId};

use super::filled_grid::FilledGrid;
use super::rules::AnyRule;
use super::{
    GridPuzzle, model, picture, plain, solutions, write_iss, write_puzz_link, write_tatham,
};

/// The option that posts cages and runs as differences and sums.
const SUMS_OPTION: ModelOption = ModelOption {
    name: "sums",
    words: "cages and runs as a difference and a sum, not as a table of all their digits",
    effect: OptionEffect::Same,
};

const MODEL_OPTIONS: &[ModelOption] = &[SUMS_OPTION];

/// The forms in which a puzzle may be written.
const PUZZLE_FORMS: &[&str] =
    &["plain", "f-puzzles", "f-puzzles-link", "tatham", "puzz.link", "iss"];

impl ModelSource for GridPuzzle {
    fn puzzle_name(&self) -> &'static str {
        "grid"
    }

    fn title(&self) -> String {
        let (rows, columns) = (self.shape.rows, self.shape.columns);
        let clues = self.givens.iter().flatten().count();
        let mut title = format!("{} {rows}x{columns}", self.base.plain_word());
        let mut add = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => title += &format!(", 1 {one}"),
            _ => title += &format!(", {count} {many}"),
        };
        add(clues, "given", "givens");
        add(self.rules.len(), "rule", "rules");
        title
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["cells"]
    }

    fn model_options(&self) -> &'static [ModelOption] {
        MODEL_OPTIONS
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        // A given in a white cell only fixes a variable, but one in a black cell adds a variable.
        let givens =
            (0..self.shape.cell_count()).map(|cell| self.givens[cell].filter(|_| self.black[cell]));
        let bare = GridPuzzle { givens: givens.collect(), ..self.clone() };
        format!("{}/{viewpoint}", plain::write_plain(&bare))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.model_within(viewpoint, &Control::unlimited()).map_err(|refusal| match refusal {
            PreparationError::Unsupported(fault) | PreparationError::Failed(fault) => {
                ModelError::new(fault)
            }
            PreparationError::Stopped(why) => ModelError::new(why.to_string()),
        })
    }

    fn model_within(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, PreparationError> {
        model::build_model(self, viewpoint.has_option(&SUMS_OPTION), control)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        // The model adds the variables of these cells first, in this order.
        let given = |(index, cell): (usize, usize)| {
            Some(Given { variable: VarId::new(index), value: self.givens[cell]? })
        };
        self.valued_cells().into_iter().enumerate().filter_map(given).collect()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        // Hidden variables follow those of the cells.
        solution.values().iter().copied().take(self.valued_cells().len()).collect()
    }
}

impl Instance for GridPuzzle {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        let Some(filled) = FilledGrid::new(self, solution) else {
            let (found, expected) = (solution.len(), self.valued_cells().len());
            return Err(BrokenRuleError::new(
                "grid",
                format!("{found} digits, expected {expected}"),
            ));
        };
        let (low, high) = self.digits;
        for (&cell, &value) in self.valued_cells().iter().zip(solution) {
            if !(low..=high).contains(&value) {
                let rule = format!("is {value}, outside {low} to {high}");
                return Err(BrokenRuleError::new(self.shape.cell_name(cell), rule));
            }
            if let Some(given) = self.givens[cell].filter(|given| *given != value) {
                let rule = format!("is {value}, the clue says {given}");
                return Err(BrokenRuleError::new(self.shape.cell_name(cell), rule));
            }
        }
        let check = |rule: &AnyRule| {
            let rule = rule.rule();
            rule.check_filled(&filled).map_err(|breach| {
                BrokenRuleError::new(rule.describe_rule(self.shape), breach.to_string())
            })
        };
        self.implied_rules().iter().chain(&self.rules).try_for_each(check)
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

impl PuzzleNotation for GridPuzzle {
    fn write_instance(&self) -> String {
        plain::write_plain(self)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        solutions::write_solution(self, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        solutions::read_solutions(self, source, text)
    }

    fn list_forms(&self) -> &'static [&'static str] {
        PUZZLE_FORMS
    }

    fn write_form(&self, name: &str) -> Result<String, InstanceFormError> {
        let written = match name {
            "plain" => return Ok(plain::write_plain(self)),
            "f-puzzles" => self.write_fpuzzles(),
            "f-puzzles-link" => self.fpuzzles_link(),
            "tatham" => write_tatham(self),
            "puzz.link" => write_puzz_link(self),
            "iss" => write_iss(self),
            _ => {
                return Err(InstanceFormError::Unknown {
                    name: name.to_owned(),
                    forms: PUZZLE_FORMS,
                });
            }
        };
        match written {
            Ok(text) => Ok(text + "\n"),
            Err(why) => Err(InstanceFormError::Unwritable(why.to_string())),
        }
    }

    fn source_form(&self) -> Option<&'static str> {
        self.found_as
    }

    fn setter_notes(&self) -> &[String] {
        &self.notes
    }
}

impl PuzzlePicture for GridPuzzle {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        picture::draw_text(self, solutions, &[])
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        picture::draw_svg(self, solutions, &[])
    }

    fn draw_marks(
        &self,
        _: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[PictureMark],
    ) -> Option<MarkedPicture> {
        let solutions = solution.map_or(&[][..], std::slice::from_ref);
        Some(MarkedPicture {
            text: picture::draw_text(self, solutions, marks),
            svg: picture::draw_svg(self, solutions, marks),
        })
    }

    fn board_layout(&self, _: &Viewpoint) -> Option<BoardLayout> {
        Some(BoardLayout {
            rows: self.shape.rows,
            columns: self.shape.columns,
            boxes: self.boxes,
            cells: self.valued_cells(),
        })
    }
}

impl ExplanationSource for GridPuzzle {
    fn rule_sentences(&self) -> Vec<String> {
        self.rule_sentences()
    }
}

impl PuzzleReduction for GridPuzzle {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        let givens = self.white_givens().len();
        vec![NumberedCuts::new("rules", self.rules.len()), NumberedCuts::new("givens", givens)]
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let mut smaller = self.clone();
        match kind {
            // A run that ends after the last rule is cut off there.
            0 => {
                smaller.rules.drain(run.start.min(self.rules.len())..run.end.min(self.rules.len()));
            }
            _ => {
                for cell in self.white_givens().into_iter().skip(run.start).take(run.len()) {
                    smaller.givens[cell] = None;
                }
            }
        }
        smaller.validate_puzzle().ok()?;
        Some(Box::new(smaller))
    }

    fn list_clues(&self) -> Vec<String> {
        let givens = self.white_givens().into_iter().map(|cell| {
            let value = self.givens[cell].unwrap_or_default();
            format!("{} = {value}", self.shape.cell_name(cell))
        });
        givens.chain(self.rules.iter().map(|rule| rule.rule().describe_rule(self.shape))).collect()
    }

    fn remove_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        let givens = self.white_givens();
        let mut smaller = self.clone();
        for &place in places {
            if let Some(&cell) = givens.get(place) {
                smaller.givens[cell] = None;
            }
        }
        // The rules follow the givens in `list_clues`.
        let mut index = givens.len();
        smaller.rules.retain(|_| {
            index += 1;
            !places.contains(&(index - 1))
        });
        smaller.validate_puzzle().ok()?;
        Some(Box::new(smaller))
    }
}
