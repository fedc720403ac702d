//! Bounds of the values of expressions.

use crate::programs::case::{Case, Expr};
use crate::programs::operator::{Operator, Sort};

/// Bounds of the value of an expression under all assignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i128,
    pub(super) high: i128,
    /// Whether the value may be 0.
    pub(super) zero: bool,
}

impl Bounds {
    /// Makes bounds; `None` if they need more than 64 bits.
    pub(super) fn new(low: i128, high: i128) -> Option<Self> {
        let fits = |value| i64::try_from(value).is_ok();
        let zero = low <= 0 && 0 <= high;
        (low <= high && fits(low) && fits(high)).then_some(Bounds { low, high, zero })
    }

    /// Returns the bounds of the values of a variable; `None` if it has none.
    pub(super) fn of_variable(values: &[i64]) -> Option<Self> {
        let (low, high) = (values.iter().min()?, values.iter().max()?);
        let bounds = Bounds::new(i128::from(*low), i128::from(*high))?;
        Some(Bounds { zero: values.contains(&0), ..bounds })
    }

    /// Returns the largest absolute value.
    pub(super) fn magnitude(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    fn plus(self, other: Bounds) -> Option<Self> {
        Bounds::new(self.low + other.low, self.high + other.high)
    }

    fn negated(self) -> Option<Self> {
        Bounds::new(-self.high, -self.low)
    }

    fn times(self, other: Bounds) -> Option<Self> {
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        Bounds::new(*corners.iter().min()?, *corners.iter().max()?)
    }

    fn hull(self, other: Bounds) -> Option<Self> {
        Bounds::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// Bounds of an argument: a number, a list, or a list of lists.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    One(Bounds),
    List(Vec<Argument>),
}

impl Argument {
    pub(super) fn one(&self) -> Option<Bounds> {
        match self {
            Argument::One(bounds) => Some(*bounds),
            Argument::List(_) => None,
        }
    }

    pub(super) fn items(&self) -> Option<&[Argument]> {
        match self {
            Argument::List(items) => Some(items),
            Argument::One(_) => None,
        }
    }

    /// Returns the bounds of a list of numbers.
    pub(super) fn list(&self) -> Option<Vec<Bounds>> {
        self.items()?.iter().map(Argument::one).collect()
    }

    /// Returns all numbers in it.
    pub(super) fn numbers(&self) -> Vec<Bounds> {
        match self {
            Argument::One(bounds) => vec![*bounds],
            Argument::List(items) => items.iter().flat_map(Argument::numbers).collect(),
        }
    }
}

/// Returns the bounds of a variable or a constant.
pub(super) fn of_leaf(case: &Case, expr: &Expr) -> Option<Bounds> {
    match expr {
        Expr::Int(value) => Bounds::new(i128::from(*value), i128::from(*value)),
        Expr::Bool(value) => Bounds::new(i128::from(*value), i128::from(*value)),
        Expr::Var(place) => Bounds::of_variable(&case.variables.get(*place)?.values),
        Expr::List(_) | Expr::Op(..) => None,
    }
}

/// Returns the bounds of the value of an operator whose arguments have bounds, and are within its
/// domain; `None` if a value may need more than 64 bits.
pub(super) fn of_operator(operator: Operator, arguments: &[Argument]) -> Option<Bounds> {
    use Operator as O;
    if operator.sort() == Sort::Bool {
        return Bounds::new(0, 1);
    }
    let one = |place: usize| arguments.get(place)?.one();
    let list = |place: usize| arguments.get(place)?.list();
    let within = |most: i128| Bounds::new(-most, most);
    match operator {
        O::Neg => one(0)?.negated(),
        O::Abs => Bounds::new(0, one(0)?.magnitude()),
        O::Sqr => Bounds::new(0, one(0)?.magnitude().checked_pow(2)?),
        O::Add => one(0)?.plus(one(1)?),
        O::Sub => one(0)?.plus(one(1)?.negated()?),
        O::Mul => one(0)?.times(one(1)?),
        O::Div | O::EuclidDiv => within(one(0)?.magnitude()),
        O::Mod => within(one(1)?.magnitude() - 1),
        O::EuclidMod => Bounds::new(0, one(1)?.magnitude() - 1),
        O::Pow => {
            let exponent = u32::try_from(one(1)?.high).ok()?;
            within(one(0)?.magnitude().max(1).checked_pow(exponent)?)
        }
        O::Dist => Bounds::new(0, one(0)?.plus(one(1)?.negated()?)?.magnitude()),
        O::Minimum | O::Maximum => hull(&list(0)?),
        O::Sum => sum(list(0)?),
        O::Product => list(0)?.into_iter().try_fold(Bounds::new(1, 1)?, Bounds::times),
        O::ScalarProduct => {
            let products = list(0)?.into_iter().zip(list(1)?).map(|(a, b)| a.times(b));
            sum(products.collect::<Option<Vec<_>>>()?)
        }
        O::Bool2Int => one(0),
        O::If => one(1)?.hull(one(2)?),
        O::Element | O::ElementMatrix => hull(&arguments.get(1)?.numbers()),
        O::ArgMax | O::ArgMin => {
            let (base, count) = (one(0)?, arguments.get(1)?.items()?.len());
            Bounds::new(base.low, base.high + count as i128)
        }
        O::Count | O::Among | O::NValue | O::NValueExcept => {
            Bounds::new(0, arguments.first()?.items()?.len() as i128)
        }
        _ => None,
    }
}

fn sum(items: Vec<Bounds>) -> Option<Bounds> {
    items.into_iter().try_fold(Bounds::new(0, 0)?, Bounds::plus)
}

fn hull(items: &[Bounds]) -> Option<Bounds> {
    let low = items.iter().map(|item| item.low).min()?;
    Bounds::new(low, items.iter().map(|item| item.high).max()?)
}
