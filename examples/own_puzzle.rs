//! A puzzle of one's own: queens on a chessboard.
//!
//! `n` queens are placed on a board of `n` by `n`, one in each row, and no queen attacks another.
//! Some are placed already. The puzzle implements the traits of an instance: [`ModelSource`] for
//! engines, [`Instance`] for the judge, [`PuzzleNotation`] for readers and writers,
//! [`PuzzlePicture`] for people. Two engines then find all solutions, and the comparison checks
//! every one of them by the rules below.
//!
//! Run it with `cargo run --example own_puzzle`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

use parallax::compare::{ComparisonPlan, compare_instance};
use parallax::engine_api::{Control, Engine, Task};
use parallax::engines::Spec;
use parallax::instance::SourcedInstance;
use parallax::instance::{
    BrokenRuleError, InputError, Instance, ModelSource, PuzzleNotation, PuzzlePicture,
    PuzzleSolution, Viewpoint,
};
use parallax::model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Given, Model, ModelError,
    Solution, Value, VarId,
};

/// The puzzle: the size of the board, and the queens that are placed, as row (from 0) and column
/// (from 1).
struct Queens {
    size: usize,
    placed: Vec<(usize, Value)>,
}

/// The questions of engines.
impl ModelSource for Queens {
    fn puzzle_name(&self) -> &'static str {
        "queens"
    }

    fn title(&self) -> String {
        format!("{0} queens, {1} placed", self.size, self.placed.len())
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["rows"]
    }

    /// Boards of one size share a model and differ only in their givens.
    fn shape_key(&self, _: &Viewpoint) -> String {
        format!("queens:{}", self.size)
    }

    /// One variable for each row: the column of its queen.
    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        let mut model = Model::new(self.title());
        let mut rows = Vec::new();
        for row in 1..=self.size {
            rows.push(
                model.add_shown(format!("row {row}"), Domain::from_range(1, self.size as Value))?,
            );
        }
        let columns = AllDifferent { scope: rows.clone() };
        model.post("one queen in each column", Constraint::AllDifferent(columns))?;
        for upper in 0..self.size {
            for lower in upper + 1..self.size {
                for offset in [-((lower - upper) as i64), (lower - upper) as i64] {
                    let apart = Compare::new(rows[upper], ComparisonOperator::Ne, rows[lower]);
                    let label = format!("diagonal of rows {} and {}", upper + 1, lower + 1);
                    model.post(label, Constraint::Compare(Compare { offset, ..apart }))?;
                }
            }
        }
        Ok(model)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        let given = |&(row, value): &(usize, Value)| Given { variable: VarId::new(row), value };
        self.placed.iter().map(given).collect()
    }

    /// The columns of the queens, row by row.
    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values().to_vec()
    }
}

/// The questions of the judge.
impl Instance for Queens {
    /// The rules of the game, independent of the model.
    fn rules(&self, columns: &[Value]) -> Result<(), BrokenRuleError> {
        if columns.len() != self.size {
            return Err(BrokenRuleError::new("board", "expected one queen in each row"));
        }
        if let Some((row, column)) =
            self.placed.iter().find(|&&(row, column)| columns[row] != column)
        {
            let place = format!("row {}", row + 1);
            return Err(BrokenRuleError::new(
                place,
                format!("its queen stands in column {column}"),
            ));
        }
        for (a, upper) in columns.iter().enumerate() {
            for (b, lower) in columns.iter().enumerate().skip(a + 1) {
                if upper == lower || upper.abs_diff(*lower) as usize == b - a {
                    let place = format!("rows {} and {}", a + 1, b + 1);
                    return Err(BrokenRuleError::new(place, "the queens attack each other"));
                }
            }
        }
        Ok(())
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }
}

/// The questions of readers and writers.
impl PuzzleNotation for Queens {
    fn write_instance(&self) -> String {
        let placed = self.placed.iter().map(|(row, column)| format!("{} {column}\n", row + 1));
        format!("{}\n{}", self.size, placed.collect::<String>())
    }

    fn write_solution(&self, columns: &[Value]) -> String {
        columns.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        let number = |word: &str| {
            word.parse()
                .map_err(|_| InputError::new(source, format!("'{word}'; expected a column")))
        };
        text.lines().map(|line| line.split_whitespace().map(number).collect()).collect()
    }
}

/// The pictures for people.
impl PuzzlePicture for Queens {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        let row = |&column: &Value| {
            let square = |at| if at == column { "Q " } else { ". " };
            (1..=self.size as Value).map(square).collect::<String>().trim_end().to_owned() + "\n"
        };
        let board = |columns: &PuzzleSolution| columns.iter().map(row).collect::<String>();
        solutions.iter().map(board).collect::<Vec<_>>().join("\n")
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        let queens = solutions.iter().flatten().enumerate().map(|(row, column)| {
            format!("<circle cx=\"{column}\" cy=\"{}\" r=\"0.4\"/>\n", row + 1)
        });
        let (size, queens) = (self.size + 2, queens.collect::<String>());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\">\n{queens}</svg>\n"
        )
    }
}

/// Compares two engines on a board and writes the results.
#[allow(unreachable_pub, reason = "a test of the project runs it, too")]
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let puzzle = Queens { size: 8, placed: vec![(0, 4), (3, 8)] };
    writeln!(out, "{}", puzzle.title())?;

    let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
    for name in ["native", "sat:batsat"] {
        engines.push(Arc::new(name.parse::<Spec>()?));
    }
    let plan = ComparisonPlan { task: Some(Task::All), ..ComparisonPlan::new(engines) };
    let compared =
        compare_instance(&plan, SourcedInstance::new("queens", puzzle), &Control::unlimited())?;

    for row in &compared.rows {
        writeln!(out, "{}: {} solutions", row.engine, row.count)?;
    }
    writeln!(out, "verdict: {}", compared.verdict)?;
    let instance = &compared.found.instance;
    let solutions =
        instance.notation().read_solutions("native", &compared.rows[0].solutions.join("\n"))?;
    write!(out, "{}", instance.picture().draw_text(&solutions))?;
    Ok(())
}

#[allow(dead_code, reason = "the tests call `run`")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}
