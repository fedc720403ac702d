//! Cages of calcudoku: an operation on the digits, which may repeat, has a result.

use parallax_model::{ModelError, Relation, Value};

use super::{Kind, Rule};
use crate::GridPuzzle;
use crate::errors::{Fault, LineError, RuleBreach, RuleError};
use crate::filled::Filled;
use crate::fpuzzles::FPuzzles;
use crate::iss::Iss;
use crate::model::Builder;
use crate::picture::colours::INK;
use crate::picture::{Border, Picture, Sketch};
use crate::plain::KeyLine;
use crate::shape::Shape;

/// An operation of a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// The sum of all digits.
    Sum,
    /// The product of all digits.
    Product,
    /// The largest digit less all others.
    Difference,
    /// The largest digit divided by all others.
    Quotient,
}

impl Operation {
    /// Returns its sign in the plain form.
    pub(crate) fn sign(self) -> char {
        match self {
            Operation::Sum => '+',
            Operation::Product => 'x',
            Operation::Difference => '-',
            Operation::Quotient => '/',
        }
    }

    /// Returns the operation of a sign.
    pub(crate) fn of(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => Operation::Sum,
            'x' | '*' | '×' => Operation::Product,
            '-' | '−' => Operation::Difference,
            '/' | '÷' | ':' => Operation::Quotient,
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
    pub operation: Operation,
    /// The result.
    pub result: i64,
}

impl Kind for Calculation {
    const KEYS: &'static [&'static str] = &["calc"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        let field = line.argument()?.ok_or_else(|| line.absence("a result: 'calc 6x:'"))?;
        let (result, operation) = clue(field.text)
            .and_then(|(result, operation)| Some((result, operation?)))
            .ok_or_else(|| {
                let error = LineError::Absence { expected: "a number and one of + x - /" };
                Fault::at(field.column, error)
            })?;
        Ok(vec![Calculation { cells: line.cells()?, operation, result }])
    }
}

/// Reads a clue of a cage: a number, with a sign or without.
pub(crate) fn clue(text: &str) -> Option<(i64, Option<Operation>)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, sign) = text.split_at(end);
    let number = number.parse().ok().filter(|n| *n <= MAX_RESULT)?;
    let mut signs = sign.chars();
    match (signs.next(), signs.next()) {
        (None, _) => Some((number, None)),
        (Some(sign), None) => Some((number, Some(Operation::of(sign)?))),
        _ => None,
    }
}

/// The largest result of a clue.
const MAX_RESULT: i64 = 1_000_000_000_000_000;

impl Iss for Calculation {}

impl Rule for Calculation {
    fn words(&self, shape: Shape) -> String {
        let (cells, sign) = (shape.names(&self.cells), self.operation.sign());
        format!("cage {cells} {}{sign}", self.result)
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        let border = Border { inset: 1.0, colour: INK, width: 1.8, dashes: "" };
        picture.outline(&self.cells, border);
        let sign = match self.operation {
            Operation::Sum => '+',
            Operation::Product => '×',
            Operation::Difference => '−',
            Operation::Quotient => '÷',
        };
        picture.label(&self.cells, 2.5, INK, &format!("{}{sign}", self.result));
    }

    fn sketch(&self, sketch: &mut Sketch, _: Shape) -> bool {
        sketch.cage(&self.cells);
        false
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let largest = matches!(self.operation, Operation::Difference | Operation::Quotient);
        if largest && self.cells.len() < 2 {
            return Err(RuleError::OneCell { rule: self.words(puzzle.shape) });
        }
        if self.operation == Operation::Quotient && self.result == 0 {
            return Err(RuleError::ZeroQuotient);
        }
        if self.operation != Operation::Sum && puzzle.digits.0 < 1 {
            return Err(RuleError::OperationDigits);
        }
        Ok(())
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let result = self.result;
        match self.operation {
            Operation::Sum => {
                let terms: Vec<_> = self.cells.iter().map(|&cell| (1, cell)).collect();
                builder.sum(&label, &terms, Relation::Eq, result)
            }
            Operation::Product => {
                // The state is what the digits that follow have to multiply to.
                let next = |left: &i64, _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    (digit > 0 && left % digit == 0).then(|| left / digit)
                };
                builder.machine(&label, &self.cells, result, next, |left| *left == 1)
            }
            // The state is the largest digit, and the sum or the product of the others.
            Operation::Difference => {
                let next = |&(most, others): &(i64, i64), _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    Some((most.max(digit), others + most.min(digit)))
                };
                builder.machine(&label, &self.cells, (0, 0), next, |&(most, others)| {
                    most - others == result
                })
            }
            Operation::Quotient => {
                let limit = i64::from(builder.puzzle.digits.1);
                let next = |&(most, others): &(i64, i64), _: usize, digit: Value| {
                    let digit = i64::from(digit);
                    let others = others * most.min(digit).max(1);
                    (others <= limit).then_some((most.max(digit), others))
                };
                builder.machine(&label, &self.cells, (0, 1), next, |&(most, others)| {
                    others.checked_mul(result) == Some(most)
                })
            }
        }
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let values = filled.values(&self.cells);
        let product = |values: &[i64]| values.iter().try_fold(1i64, |p, &v| p.checked_mul(v));
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let (most, others) = sorted.split_last().ok_or(RuleBreach::EmptyCage)?;
        let holds = match self.operation {
            Operation::Sum => values.iter().sum::<i64>() == self.result,
            Operation::Product => product(&values) == Some(self.result),
            Operation::Difference => most - others.iter().sum::<i64>() == self.result,
            Operation::Quotient => {
                product(others).and_then(|p| p.checked_mul(self.result)) == Some(*most)
            }
        };
        if holds { Ok(()) } else { Err(RuleBreach::Digits { digits: values }) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        let (cells, sign) = (shape.names(&self.cells), self.operation.sign());
        Some(format!("calc {}{sign}: {cells}", self.result))
    }
}

impl FPuzzles for Calculation {}
