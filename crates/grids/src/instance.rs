//! A grid puzzle as an instance.

use std::ops::Range;

use parallax_model::ask::{Control, Refusal};
use parallax_model::instance::{
    Board, BrokenRule, Effect, ExplanationSource, FormError, InputError, Instance, Mark, Marked,
    ModelOption, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution,
    Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Solution, Value, VarId};

use super::filled::Filled;
use super::rules::AnyRule;
use super::{
    GridPuzzle, model, picture, plain, solutions, write_iss, write_puzz_link, write_tatham,
};

/// The option that posts cages and runs as differences and sums.
const SUMS: ModelOption = ModelOption {
    name: "sums",
    words: "cages and runs as a difference and a sum, not as a table of all their digits",
    effect: Effect::Same,
};

const OPTIONS: &[ModelOption] = &[SUMS];

/// The forms in which a puzzle may be written.
const FORMS: &[&str] = &["plain", "f-puzzles", "f-puzzles-link", "tatham", "puzz.link", "iss"];

impl ModelSource for GridPuzzle {
    fn puzzle(&self) -> &'static str {
        "grid"
    }

    fn title(&self) -> String {
        let (rows, columns) = (self.shape.rows, self.shape.columns);
        let clues = self.givens.iter().flatten().count();
        let mut title = format!("{} {rows}x{columns}", self.base.name());
        let mut add = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => title += &format!(", 1 {one}"),
            _ => title += &format!(", {count} {many}"),
        };
        add(clues, "given", "givens");
        add(self.rules.len(), "rule", "rules");
        title
    }

    fn models(&self) -> &'static [&'static str] {
        &["cells"]
    }

    fn options(&self) -> &'static [ModelOption] {
        OPTIONS
    }

    fn shape(&self, viewpoint: &Viewpoint) -> String {
        let givens =
            (0..self.shape.cells()).map(|cell| self.givens[cell].filter(|_| self.black[cell]));
        let bare = GridPuzzle { givens: givens.collect(), ..self.clone() };
        format!("{}/{viewpoint}", plain::write(&bare))
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.model_within(viewpoint, &Control::unlimited()).map_err(|refusal| match refusal {
            Refusal::Unsupported(fault) | Refusal::Failed(fault) => ModelError::new(fault),
            Refusal::Stopped(why) => ModelError::new(why.to_string()),
        })
    }

    fn model_within(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, Refusal> {
        model::build(self, viewpoint.has(&SUMS), control)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        let given = |(place, cell): (usize, usize)| {
            Some(Given { variable: VarId::new(place), value: self.givens[cell]? })
        };
        self.valued().into_iter().enumerate().filter_map(given).collect()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values().iter().copied().take(self.valued().len()).collect()
    }
}

impl Instance for GridPuzzle {
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        let Some(filled) = Filled::new(self, solution) else {
            let (found, expected) = (solution.len(), self.valued().len());
            return Err(BrokenRule::new("grid", format!("{found} digits, expected {expected}")));
        };
        let (low, high) = self.digits;
        for (&cell, &value) in self.valued().iter().zip(solution) {
            if !(low..=high).contains(&value) {
                let rule = format!("is {value}, outside {low} to {high}");
                return Err(BrokenRule::new(self.shape.name(cell), rule));
            }
            if let Some(given) = self.givens[cell].filter(|given| *given != value) {
                let rule = format!("is {value}, the clue says {given}");
                return Err(BrokenRule::new(self.shape.name(cell), rule));
            }
        }
        let check = |rule: &AnyRule| {
            let rule = rule.rule();
            rule.check(&filled)
                .map_err(|breach| BrokenRule::new(rule.words(self.shape), breach.to_string()))
        };
        self.implied().iter().chain(&self.rules).try_for_each(check)
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

impl PuzzleNotation for GridPuzzle {
    fn write(&self) -> String {
        plain::write(self)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        solutions::write(self, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        solutions::read(self, source, text)
    }

    fn list_forms(&self) -> &'static [&'static str] {
        FORMS
    }

    fn write_form(&self, name: &str) -> Result<String, FormError> {
        let written = match name {
            "plain" => return Ok(plain::write(self)),
            "f-puzzles" => self.write_fpuzzles(),
            "f-puzzles-link" => self.fpuzzles_link(),
            "tatham" => write_tatham(self),
            "puzz.link" => write_puzz_link(self),
            "iss" => write_iss(self),
            _ => return Err(FormError::Unknown { name: name.to_owned(), forms: FORMS }),
        };
        match written {
            Ok(text) => Ok(text + "\n"),
            Err(why) => Err(FormError::Unwritable(why.to_string())),
        }
    }

    fn source_form(&self) -> Option<&'static str> {
        self.found_as
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl PuzzlePicture for GridPuzzle {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        picture::text(self, solutions, &[])
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        picture::svg(self, solutions, &[])
    }

    fn draw_marks(
        &self,
        _: &Viewpoint,
        solution: Option<&PuzzleSolution>,
        marks: &[Mark],
    ) -> Option<Marked> {
        let solutions = solution.map_or(&[][..], std::slice::from_ref);
        Some(Marked {
            text: picture::text(self, solutions, marks),
            svg: picture::svg(self, solutions, marks),
        })
    }

    fn board(&self, _: &Viewpoint) -> Option<Board> {
        Some(Board {
            rows: self.shape.rows,
            columns: self.shape.columns,
            boxes: self.boxes,
            cells: self.valued(),
        })
    }
}

impl ExplanationSource for GridPuzzle {
    fn rule_sentences(&self) -> Vec<String> {
        self.rule_sentences()
    }
}

impl PuzzleReduction for GridPuzzle {
    fn list_cuts(&self) -> Vec<Cuts> {
        let givens = self.white_givens().len();
        vec![Cuts::new("rules", self.rules.len()), Cuts::new("givens", givens)]
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let mut smaller = self.clone();
        match kind {
            0 => {
                smaller.rules.drain(run.start.min(self.rules.len())..run.end.min(self.rules.len()));
            }
            _ => {
                for cell in self.white_givens().into_iter().skip(run.start).take(run.len()) {
                    smaller.givens[cell] = None;
                }
            }
        }
        smaller.validate().ok()?;
        Some(Box::new(smaller))
    }

    fn list_clues(&self) -> Vec<String> {
        let givens = self.white_givens().into_iter().map(|cell| {
            let value = self.givens[cell].unwrap_or_default();
            format!("{} = {value}", self.shape.name(cell))
        });
        givens.chain(self.rules.iter().map(|rule| rule.rule().words(self.shape))).collect()
    }

    fn remove_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        let givens = self.white_givens();
        let mut smaller = self.clone();
        for &place in places {
            if let Some(&cell) = givens.get(place) {
                smaller.givens[cell] = None;
            }
        }
        let mut place = givens.len();
        smaller.rules.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
        smaller.validate().ok()?;
        Some(Box::new(smaller))
    }
}
