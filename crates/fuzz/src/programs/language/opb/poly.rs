//! Polynomials over literals: sums of products with coefficients.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Unspelled, literals};
use crate::programs::case::{Case, Expr};
use crate::programs::operator::{Operator, Sort};

/// A literal: the number of a Boolean variable, from 1, and whether it is denied.
pub(super) type Literal = (usize, bool);

/// Maximum number of products of a polynomial.
const LONGEST: usize = 300;

const LARGE: Unspelled = Unspelled("a large number");

/// A sum of products of different literals with coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct Poly(BTreeMap<Vec<Literal>, i128>);

impl Poly {
    pub(super) fn number(value: i64) -> Self {
        Poly([(Vec::new(), i128::from(value))].into())
    }

    /// Returns the literal of a Boolean variable.
    pub(super) fn boolean(case: &Case, place: usize) -> Self {
        Poly::chosen(case, place, 0)
    }

    /// Returns the literal by which an integer variable has the value at a place.
    pub(super) fn chosen(case: &Case, place: usize, value: usize) -> Self {
        let before = literals(&case.variables[..place]);
        Poly([(vec![(before + value + 1, false)], 1)].into())
    }

    /// Returns the value of an expression; truth values are 0 and 1.
    pub(super) fn of(case: &Case, expr: &Expr) -> Result<Self, Unspelled> {
        match expr {
            Expr::Int(value) => Ok(Poly::number(*value)),
            Expr::Bool(value) => Ok(Poly::number(i64::from(*value))),
            Expr::Var(place) => {
                let variable = &case.variables[*place];
                if variable.sort == Sort::Bool {
                    return Ok(Poly::boolean(case, *place));
                }
                let each = variable.values.iter().enumerate();
                each.map(|(at, value)| {
                    Poly::chosen(case, *place, at).times_constant(i128::from(*value))
                })
                .try_fold(Poly::default(), |sum, part| Ok(sum.plus(part?)))
            }
            Expr::List(_) => Err(Unspelled("a list")),
            Expr::Op(operator, parts) => operation(case, *operator, parts),
        }
    }

    /// Returns the sum of expressions.
    pub(super) fn added(case: &Case, items: &[Expr]) -> Result<Self, Unspelled> {
        items.iter().try_fold(Poly::default(), |sum, item| Ok(sum.plus(Poly::of(case, item)?)))
    }

    /// Returns the sum of expressions with factors.
    pub(super) fn sum(case: &Case, factors: &Expr, items: &Expr) -> Result<Self, Unspelled> {
        let factors = factors.ints().ok_or(Unspelled("factors with variables"))?;
        let items = items.items().unwrap_or_default();
        factors.iter().zip(items).try_fold(Poly::default(), |sum, (factor, item)| {
            Ok(sum.plus(Poly::of(case, item)?.times_constant(i128::from(*factor))?))
        })
    }

    pub(super) fn plus(mut self, other: Poly) -> Self {
        for (product, factor) in other.0 {
            // Coefficients that are written fit 64 bits; sums of a few of them fit 128.
            let sum = self.0.entry(product).or_default();
            *sum = sum.saturating_add(factor);
        }
        self
    }

    pub(super) fn times_constant(mut self, factor: i128) -> Result<Self, Unspelled> {
        for value in self.0.values_mut() {
            *value = value.checked_mul(factor).ok_or(LARGE)?;
        }
        Ok(self)
    }

    pub(super) fn times(&self, other: &Poly) -> Result<Self, Unspelled> {
        let mut result = Poly::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let mut product: Vec<Literal> = left.iter().chain(right).copied().collect();
                product.sort_unstable();
                product.dedup();
                // A variable and its negation.
                if product.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                    continue;
                }
                let value = a.checked_mul(*b).ok_or(LARGE)?;
                let sum = result.0.entry(product).or_default();
                *sum = sum.checked_add(value).ok_or(LARGE)?;
            }
        }
        if result.0.len() > LONGEST {
            return Err(Unspelled("many products"));
        }
        Ok(result)
    }

    /// Returns 1 minus a truth value: the denied literal, if it is one.
    pub(super) fn denied(self) -> Result<Self, Unspelled> {
        let mut terms = self.0.iter();
        if let (Some((product, 1)), None) = (terms.next(), terms.next())
            && let [(number, denied)] = product.as_slice()
        {
            return Ok(Poly([(vec![(*number, !denied)], 1)].into()));
        }
        Ok(Poly::number(1).plus(self.times_constant(-1)?))
    }

    /// Returns the coefficient of the empty product.
    pub(super) fn constant(&self) -> i128 {
        self.0.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// Returns the products of two or more literals.
    pub(super) fn products(&self) -> impl Iterator<Item = &Vec<Literal>> {
        self.0.iter().filter(|(product, value)| product.len() > 1 && **value != 0).map(|(p, _)| p)
    }

    /// Writes it without its constant; each term ends with a space.
    pub(super) fn text(&self) -> Result<String, Unspelled> {
        let mut text = String::new();
        let terms = self.0.iter().filter(|(product, value)| !product.is_empty() && **value != 0);
        let mut total = self.constant().unsigned_abs();
        for (product, value) in terms {
            total = total.checked_add(value.unsigned_abs()).ok_or(LARGE)?;
            let _ = write!(text, "{value:+} ");
            for (number, denied) in product {
                let _ = write!(text, "{}x{number} ", if *denied { "~" } else { "" });
            }
        }
        // Sums beyond 64 bits are no fair question.
        i64::try_from(total).map_err(|_| LARGE)?;
        if text.is_empty() {
            text.push_str("+0 x1 ");
        }
        Ok(text)
    }
}

fn operation(case: &Case, operator: Operator, parts: &[Expr]) -> Result<Poly, Unspelled> {
    use Operator as O;
    let of = |place: usize| Poly::of(case, &parts[place]);
    let items = |place: usize| -> Result<Vec<Poly>, Unspelled> {
        let items = parts[place].items().unwrap_or_default();
        items.iter().map(|item| Poly::of(case, item)).collect()
    };
    let product = |polys: Vec<Poly>| {
        polys.iter().try_fold(Poly::number(1), |product, poly| product.times(poly))
    };
    let denied =
        |polys: Vec<Poly>| polys.into_iter().map(Poly::denied).collect::<Result<Vec<_>, _>>();
    match operator {
        O::Neg => of(0)?.times_constant(-1),
        O::Add => Ok(of(0)?.plus(of(1)?)),
        O::Sub => Ok(of(0)?.plus(of(1)?.times_constant(-1)?)),
        O::Mul => of(0)?.times(&of(1)?),
        O::Sqr => of(0)?.times(&of(0)?),
        O::Sum => Poly::added(case, parts[0].items().unwrap_or_default()),
        O::Product | O::And => product(items(0)?),
        O::Bool2Int => of(0),
        O::If => Ok(of(0)?.times(&of(1)?)?.plus(of(0)?.denied()?.times(&of(2)?)?)),
        O::Not => of(0)?.denied(),
        O::Or => product(denied(items(0)?)?)?.denied(),
        O::Clause => {
            let mut all: Vec<Poly> = denied(items(0)?)?;
            all.extend(items(1)?);
            product(all)?.denied()
        }
        O::Xor => items(0)?.into_iter().try_fold(Poly::default(), differ),
        O::Iff => differ(of(0)?, of(1)?)?.denied(),
        O::Implies => of(0)?.times(&of(1)?.denied()?)?.denied(),
        O::BoolLt => of(0)?.denied()?.times(&of(1)?),
        O::In => {
            let Expr::Var(place) = parts[0] else {
                return Err(Unspelled("an expression in a set"));
            };
            let set = parts[1].ints().ok_or(Unspelled("a set with variables"))?;
            let values = case.variables[place].values.iter().enumerate();
            let chosen = values.filter(|(_, value)| set.contains(value));
            let chosen = chosen.map(|(at, _)| Poly::chosen(case, place, at));
            Ok(chosen.fold(Poly::default(), Poly::plus))
        }
        _ => Err(Unspelled("an operator in an expression")),
    }
}

/// Returns the exclusive or of two truth values: `a + b - 2ab`.
fn differ(first: Poly, second: Poly) -> Result<Poly, Unspelled> {
    let both = first.times(&second)?.times_constant(-2)?;
    Ok(first.plus(second).plus(both))
}
