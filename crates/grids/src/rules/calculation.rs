//! Cages of calcudoku: an operation on the digits, which may repeat, has a result.

use parallax_model::{ComparisonOperator, ModelError, Value};

use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridRuleError, LocatedTextError, PlainLineError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::FPuzzlesRuleForm;
use crate::iss::IssRuleForm;
use crate::model::GridModelBuilder;
use crate::picture::colours::INK;
use crate::picture::{GridPicture, OutlineStyle, TextBoardSketch};
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// An operation of a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CageOperation {
    /// The sum of all digits.
    Sum,
    /// The product of all digits.
    Product,
    /// The largest digit less all others.
    Difference,
    /// The largest digit divided by all others.
    Quotient,
}

impl CageOperation {
    /// Returns its sign in the plain form.
    pub(crate) fn plain_sign(self) -> char {
        match self {
            CageOperation::Sum => '+',
            CageOperation::Product => 'x',
            CageOperation::Difference => '-',
            CageOperation::Quotient => '/',
        }
    }

    /// Returns the operation of a sign.
    pub(crate) fn from_sign(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => CageOperation::Sum,
            'x' | '*' | '×' => CageOperation::Product,
            '-' | '−' => CageOperation::Difference,
            '/' | '÷' | ':' => CageOperation::Quotient,
            _ => return None,
        })
    }
}

/// The operation on the digits of the cells has this result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Calculation {
    /// The cells.
    pub cells: Vec<usize>,
    /// The operation.
    pub operation: CageOperation,
    /// The result.
    pub result: i64,
}

impl PlainRuleForm for Calculation {
    const KEYS: &'static [&'static str] = &["calc"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        let field =
            line.read_argument()?.ok_or_else(|| line.absence_error("a result: 'calc 6x:'"))?;
        let (result, operation) = parse_clue(field.text)
            .and_then(|(result, operation)| Some((result, operation?)))
            .ok_or_else(|| {
                let error = PlainLineError::Absence { expected: "a number and one of + x - /" };
                LocatedTextError::at_column(field.column, error)
            })?;
        Ok(vec![Calculation { cells: line.read_cells()?, operation, result }])
    }
}

/// Reads a clue of a cage: a number, with a sign or without.
pub(crate) fn parse_clue(text: &str) -> Option<(i64, Option<CageOperation>)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, sign) = text.split_at(end);
    let number = number.parse().ok().filter(|n| *n <= MAX_RESULT)?;
    let mut signs = sign.chars();
    match (signs.next(), signs.next()) {
        (None, _) => Some((number, None)),
        (Some(sign), None) => Some((number, Some(CageOperation::from_sign(sign)?))),
        _ => None,
    }
}

/// The largest result of a clue.
const MAX_RESULT: i64 = 1_000_000_000_000_000;

impl IssRuleForm for Calculation {}

impl GridRule for Calculation {
    fn describe_rule(&self, shape: GridShape) -> String {
        let (cells, sign) = (shape.cell_names(&self.cells), self.operation.plain_sign());
        format!("cage {cells} {}{sign}", self.result)
    }

    fn draw_rule(&self, picture: &mut GridPicture, _: GridShape) {
        let border = OutlineStyle { inset: 1.0, colour: INK, width: 1.8, dashes: "" };
        picture.draw_outline(&self.cells, border);
        let sign = match self.operation {
            CageOperation::Sum => '+',
            CageOperation::Product => '×',
            CageOperation::Difference => '−',
            CageOperation::Quotient => '÷',
        };
        picture.draw_label(&self.cells, 2.5, INK, &format!("{}{sign}", self.result));
    }

    fn sketch_signs(&self, sketch: &mut TextBoardSketch, _: GridShape) -> bool {
        sketch.draw_cage(&self.cells);
        false
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        let largest = matches!(self.operation, CageOperation::Difference | CageOperation::Quotient);
        if largest && self.cells.len() < 2 {
            return Err(GridRuleError::OneCell { rule: self.describe_rule(puzzle.shape) });
        }
        if self.operation == CageOperation::Quotient && self.result == 0 {
            return Err(GridRuleError::ZeroQuotient);
        }
        if self.operation != CageOperation::Sum && puzzle.digits.0 < 1 {
            return Err(GridRuleError::OperationDigits);
        }
        Ok(())
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let label = self.describe_rule(builder.grid_shape());
        let result = self.result;
        match self.operation {
            CageOperation::Sum => {
                let terms: Vec<_> = self.cells.iter().map(|&cell| (1, cell)).collect();
                builder.post_sum(&label, &terms, ComparisonOperator::Eq, result)
            }
            CageOperation::Product => {
                // The state is what the digits that follow have to multiply to.
                let next = |left: &i64, _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    (digit > 0 && left % digit == 0).then(|| left / digit)
                };
                builder.post_machine(&label, &self.cells, result, next, |left| *left == 1)
            }
            // The state is the largest digit, and the sum or the product of the others.
            CageOperation::Difference => {
                let next = |&(most, others): &(i64, i64), _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    Some((most.max(digit), others + most.min(digit)))
                };
                builder.post_machine(&label, &self.cells, (0, 0), next, |&(most, others)| {
                    most - others == result
                })
            }
            CageOperation::Quotient => {
                let limit = i64::from(builder.puzzle.digits.1);
                let next = |&(most, others): &(i64, i64), _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    // The 0 of the start is not a digit, and therefore no factor.
                    let others = others * most.min(digit).max(1);
                    // The result is at least 1, so the product of the others is at most the largest
                    // digit.
                    (others <= limit).then_some((most.max(digit), others))
                };
                builder.post_machine(&label, &self.cells, (0, 1), next, |&(most, others)| {
                    others.checked_mul(result) == Some(most)
                })
            }
        }
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let values = filled.cell_values(&self.cells);
        let product = |values: &[i64]| values.iter().try_fold(1i64, |p, &v| p.checked_mul(v));
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let (most, others) = sorted.split_last().ok_or(RuleBreach::EmptyCage)?;
        let holds = match self.operation {
            CageOperation::Sum => values.iter().sum::<i64>() == self.result,
            CageOperation::Product => product(&values) == Some(self.result),
            CageOperation::Difference => most - others.iter().sum::<i64>() == self.result,
            CageOperation::Quotient => {
                product(others).and_then(|p| p.checked_mul(self.result)) == Some(*most)
            }
        };
        if holds { Ok(()) } else { Err(RuleBreach::Digits { digits: values }) }
    }

    fn write_line(&self, shape: GridShape) -> Option<String> {
        let (cells, sign) = (shape.cell_names(&self.cells), self.operation.plain_sign());
        Some(format!("calc {}{sign}: {cells}", self.result))
    }
}

impl FPuzzlesRuleForm for Calculation {}
