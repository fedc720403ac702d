//! Texts of each form against sentences of their meaning: random lines and clues outside of the
//! grid, on boards with more digits than cells in a line, digits from 0, other rows than columns,
//! and with closed lines. `PARALLAX_CASES` is the number of texts of each form.

mod lines;
mod outside;

use std::collections::BTreeMap;

use parallax_instance::{Instance, ModelSource};
use parallax_model::{Model, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::puzzle;
use crate::GridPuzzle;
use crate::shape::{GridShape, SIDE_STEPS};

/// A board of a size, and its lowest and highest digit. A board of 4x4 has boxes of 2x2, others
/// have none.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Setting {
    shape: GridShape,
    low: Value,
    high: Value,
}

/// The forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Plain,
    FPuzzles,
    Iss,
}

/// Whether a filling keeps a rule.
type Holds = dyn Fn(&[i64]) -> bool;

/// A text, and whether a filling keeps what it says; the sentence knows the board.
struct Case {
    /// The rule, for the count.
    rule: &'static str,
    text: String,
    holds: Box<Holds>,
}

impl Setting {
    /// Draws a board that a form has.
    fn draw(rng: &mut ChaCha8Rng, form: Form) -> Self {
        let sides = [(4, 4), (3, 3), (3, 4), (2, 3), (2, 4), (4, 4)];
        let (rows, columns) =
            sides[rng.random_range(0..if form == Form::FPuzzles { 2 } else { 6 })];
        let most = rows.max(columns);
        let low = if form == Form::FPuzzles { 1 } else { rng.random_range(0..2) };
        // Few enough fillings that all are tried.
        let more = match (form, rows * columns) {
            (Form::FPuzzles, _) => 0,
            (_, 6) => rng.random_range(0..3),
            (_, 9) => rng.random_range(0..2),
            _ => 0,
        };
        let high = low + (most + more) as Value - 1;
        Setting { shape: GridShape { rows, columns }, low, high }
    }

    fn has_boxes(self) -> bool {
        (self.shape.rows, self.shape.columns) == (4, 4)
    }

    /// Returns the box of a cell.
    fn region(self, cell: usize) -> usize {
        self.shape.row(cell) / 2 * 2 + self.shape.column(cell) / 2
    }

    /// Returns a puzzle's text: the board and one rule.
    fn text(self, form: Form, rule: &str) -> String {
        let Setting { shape: GridShape { rows, columns }, low, high } = self;
        match form {
            Form::Plain => {
                let base = if self.has_boxes() { "sudoku" } else { "latin" };
                format!("puzzle: {base} {rows}x{columns}\ndigits: {low}-{high}\n{rule}\n")
            }
            Form::FPuzzles => {
                let cell = if self.has_boxes() { "{}" } else { "{\"region\":null}" };
                let row = format!("[{}]", vec![cell; columns].join(","));
                let grid = vec![row; rows].join(",");
                format!("{{\"size\":{rows},\"grid\":[{grid}],{rule}}}")
            }
            Form::Iss => {
                let boxes = if self.has_boxes() { "" } else { ".NoBoxes" };
                format!(".Shape~{rows}x{columns}~{low}-{high}{boxes}.{rule}")
            }
        }
    }

    /// Returns the fillings whose rows, columns and boxes have different digits.
    fn fillings(self) -> Vec<Vec<i64>> {
        let shape = self.shape;
        let mut found: Vec<Vec<i64>> = vec![Vec::new()];
        for cell in 0..shape.cell_count() {
            let fits = |filling: &Vec<i64>, digit: i64| {
                (0..filling.len()).all(|other| {
                    let joined = shape.row(other) == shape.row(cell)
                        || shape.column(other) == shape.column(cell)
                        || self.has_boxes() && self.region(other) == self.region(cell);
                    filling[other] != digit || !joined
                })
            };
            let longer = |filling: &Vec<i64>| {
                let digits = i64::from(self.low)..=i64::from(self.high);
                let digits = digits.filter(|&digit| fits(filling, digit));
                digits.map(|digit| [&filling[..], &[digit]].concat()).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found
    }
}

fn read(form: Form, text: &str) -> Result<GridPuzzle, String> {
    match form {
        Form::Plain => puzzle(text),
        Form::FPuzzles => crate::tests::texts::read_fpuzzles(text, false),
        Form::Iss => crate::tests::texts::read_iss(text),
    }
}

/// Requires that a puzzle accepts exactly the fillings that keep a sentence.
fn compare(puzzle: &GridPuzzle, case: &Case, fillings: &[Vec<i64>]) -> usize {
    let model: Model = puzzle.model(&puzzle.default_viewpoint()).expect("a model");
    let mut kept = 0;
    for filling in fillings {
        let holds = (case.holds)(filling);
        let values: Vec<Value> = filling.iter().map(|&digit| digit as Value).collect();
        let (rules, model) = (puzzle.rules(&values), model.check(&[], &values).is_ok());
        assert_eq!(rules.is_ok(), holds, "{filling:?}: {rules:?}\n{}", case.text);
        assert_eq!(model, holds, "constraints of {filling:?}\n{}", case.text);
        kept += usize::from(holds);
    }
    kept
}

#[test]
fn texts_mean_their_sentences() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let cases: usize = cases.unwrap_or(400);
    let mut rng = ChaCha8Rng::seed_from_u64(59);
    let mut fillings: Vec<(Setting, Vec<Vec<i64>>)> = Vec::new();
    // For each form and rule: the texts read, and those that some fillings keep and others break.
    let mut seen: BTreeMap<(Form, &str), [usize; 3]> = BTreeMap::new();
    for form in [Form::Plain, Form::FPuzzles, Form::Iss] {
        for number in 0..cases {
            let setting = Setting::draw(&mut rng, form);
            let drawn = if number % 2 == 0 {
                lines::draw(&mut rng, form, setting)
            } else {
                outside::draw(&mut rng, form, setting)
            };
            let Some(case) = drawn else { continue };
            let counts = seen.entry((form, case.rule)).or_default();
            let Ok(puzzle) = read(form, &case.text) else { continue };
            if !fillings.iter().any(|(own, _)| *own == setting) {
                fillings.push((setting, setting.fillings()));
            }
            let (_, all) = fillings.iter().find(|(own, _)| *own == setting).expect("fillings");
            let kept = compare(&puzzle, &case, all);
            counts[0] += 1;
            counts[1] += usize::from(kept > 0);
            counts[2] += usize::from(kept < all.len());
        }
    }
    for (what, [read, kept, broken]) in seen {
        assert!(read > 0 && kept + broken > 0, "{what:?}: {read} read, {kept}, {broken}");
    }
}

/// Draws a walk of cells that touch, at times closed.
fn walk(rng: &mut ChaCha8Rng, shape: GridShape) -> Vec<usize> {
    loop {
        let count = rng.random_range(2..=6);
        let mut walk = vec![rng.random_range(0..shape.cell_count())];
        for _ in 1..count {
            let beside: Vec<usize> = shape
                .reached_cells(walk[walk.len() - 1], &SIDE_STEPS)
                .filter(|cell| !walk.contains(cell))
                .collect();
            match beside.len() {
                0 => break,
                many => walk.push(beside[rng.random_range(0..many)]),
            }
        }
        if walk.len() > 2 && shape.share_side(walk[0], walk[walk.len() - 1]) && rng.random_bool(0.7)
        {
            walk.push(walk[0]);
        }
        if walk.len() > 1 {
            return walk;
        }
    }
}
