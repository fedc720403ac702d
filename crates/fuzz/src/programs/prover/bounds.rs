//! Bounds of the values of expressions.

use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::{Operator, Sort};

/// Bounds of the value of an expression under all assignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExprBounds {
    pub(super) low: i128,
    pub(super) high: i128,
    /// Whether the value may be 0.
    pub(super) zero: bool,
}

impl ExprBounds {
    /// Makes bounds; `None` if they need more than 64 bits.
    pub(super) fn new(low: i128, high: i128) -> Option<Self> {
        let fits = |value| i64::try_from(value).is_ok();
        let zero = low <= 0 && 0 <= high;
        (low <= high && fits(low) && fits(high)).then_some(ExprBounds { low, high, zero })
    }

    /// Returns the bounds of the values of a variable; `None` if it has none.
    pub(super) fn of_variable(values: &[i64]) -> Option<Self> {
        let (low, high) = (values.iter().min()?, values.iter().max()?);
        let bounds = ExprBounds::new(i128::from(*low), i128::from(*high))?;
        // A domain with holes may skip 0 although its bounds enclose it, as {-2, 3}; a division by
        // such a variable is defined.
        Some(ExprBounds { zero: values.contains(&0), ..bounds })
    }

    /// Returns the largest absolute value.
    pub(super) fn max_magnitude(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    fn add_bounds(self, other: ExprBounds) -> Option<Self> {
        ExprBounds::new(self.low + other.low, self.high + other.high)
    }

    fn negate_bounds(self) -> Option<Self> {
        ExprBounds::new(-self.high, -self.low)
    }

    fn multiply_bounds(self, other: ExprBounds) -> Option<Self> {
        // A product of two intervals takes its extremes at their corners. All bounds fit into 64
        // bits, so the products fit into 128.
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        ExprBounds::new(*corners.iter().min()?, *corners.iter().max()?)
    }

    fn union_bounds(self, other: ExprBounds) -> Option<Self> {
        ExprBounds::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// Bounds of an argument: a number, a list, or a list of lists.
#[derive(Clone, Debug)]
pub(super) enum ArgumentBounds {
    One(ExprBounds),
    List(Vec<ArgumentBounds>),
}

impl ArgumentBounds {
    pub(super) fn single_bounds(&self) -> Option<ExprBounds> {
        match self {
            ArgumentBounds::One(bounds) => Some(*bounds),
            ArgumentBounds::List(_) => None,
        }
    }

    pub(super) fn argument_items(&self) -> Option<&[ArgumentBounds]> {
        match self {
            ArgumentBounds::List(items) => Some(items),
            ArgumentBounds::One(_) => None,
        }
    }

    /// Returns the bounds of a list of numbers.
    pub(super) fn list_bounds(&self) -> Option<Vec<ExprBounds>> {
        self.argument_items()?.iter().map(ArgumentBounds::single_bounds).collect()
    }

    /// Returns all numbers in it.
    pub(super) fn number_bounds(&self) -> Vec<ExprBounds> {
        match self {
            ArgumentBounds::One(bounds) => vec![*bounds],
            ArgumentBounds::List(items) => {
                items.iter().flat_map(ArgumentBounds::number_bounds).collect()
            }
        }
    }
}

/// Returns the bounds of a variable or a constant.
pub(super) fn of_leaf(case: &FuzzCase, expr: &CaseExpr) -> Option<ExprBounds> {
    match expr {
        CaseExpr::Int(value) => ExprBounds::new(i128::from(*value), i128::from(*value)),
        CaseExpr::Bool(value) => ExprBounds::new(i128::from(*value), i128::from(*value)),
        CaseExpr::Var(index) => ExprBounds::of_variable(&case.variables.get(*index)?.values),
        CaseExpr::List(_) | CaseExpr::Op(..) => None,
    }
}

/// Returns the bounds of the value of an operator whose arguments have bounds, and are within its
/// domain; `None` if a value may need more than 64 bits.
pub(super) fn of_operator(operator: Operator, arguments: &[ArgumentBounds]) -> Option<ExprBounds> {
    use Operator as O;
    if operator.sort() == Sort::Bool {
        return ExprBounds::new(0, 1);
    }
    let one = |index: usize| arguments.get(index)?.single_bounds();
    let list = |index: usize| arguments.get(index)?.list_bounds();
    let within = |limit: i128| ExprBounds::new(-limit, limit);
    match operator {
        O::Neg => one(0)?.negate_bounds(),
        O::Abs => ExprBounds::new(0, one(0)?.max_magnitude()),
        O::Sqr => ExprBounds::new(0, one(0)?.max_magnitude().checked_pow(2)?),
        O::Add => one(0)?.add_bounds(one(1)?),
        O::Sub => one(0)?.add_bounds(one(1)?.negate_bounds()?),
        O::Mul => one(0)?.multiply_bounds(one(1)?),
        // The divisor is not 0 (`is_inside`), so a quotient is at most as large as the dividend,
        // and a remainder smaller than the divisor.
        O::Div | O::EuclidDiv => within(one(0)?.max_magnitude()),
        O::Mod => within(one(1)?.max_magnitude() - 1),
        O::EuclidMod => ExprBounds::new(0, one(1)?.max_magnitude() - 1),
        O::Pow => {
            let exponent = u32::try_from(one(1)?.high).ok()?;
            // At least 1, since any base to the power 0 is 1, also the base 0. The exponent is not
            // negative (`is_inside`).
            within(one(0)?.max_magnitude().max(1).checked_pow(exponent)?)
        }
        O::Dist => {
            ExprBounds::new(0, one(0)?.add_bounds(one(1)?.negate_bounds()?)?.max_magnitude())
        }
        O::Minimum | O::Maximum => hull_bounds(&list(0)?),
        O::Sum => sum_bounds(list(0)?),
        O::Product => {
            list(0)?.into_iter().try_fold(ExprBounds::new(1, 1)?, ExprBounds::multiply_bounds)
        }
        O::ScalarProduct => {
            let products = list(0)?.into_iter().zip(list(1)?).map(|(a, b)| a.multiply_bounds(b));
            sum_bounds(products.collect::<Option<Vec<_>>>()?)
        }
        O::Bool2Int => one(0),
        O::If => one(1)?.union_bounds(one(2)?),
        O::Element | O::ElementMatrix => hull_bounds(&arguments.get(1)?.number_bounds()),
        O::ArgMax | O::ArgMin => {
            // Argument 0 is the index of the first item.
            let (base, count) = (one(0)?, arguments.get(1)?.argument_items()?.len());
            ExprBounds::new(base.low, base.high + count as i128)
        }
        O::Count | O::Among | O::NValue | O::NValueExcept => {
            ExprBounds::new(0, arguments.first()?.argument_items()?.len() as i128)
        }
        _ => None,
    }
}

fn sum_bounds(items: Vec<ExprBounds>) -> Option<ExprBounds> {
    items.into_iter().try_fold(ExprBounds::new(0, 0)?, ExprBounds::add_bounds)
}

fn hull_bounds(items: &[ExprBounds]) -> Option<ExprBounds> {
    let low = items.iter().map(|item| item.low).min()?;
    ExprBounds::new(low, items.iter().map(|item| item.high).max()?)
}
