//! Polynomials over literals: sums of products with coefficients.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{NotExpressible, literal_count};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::{Operator, Sort};

/// A literal: the number of a Boolean variable, from 1, and whether it is denied.
pub(super) type OpbLiteral = (usize, bool);

/// Maximum number of products of a polynomial.
const MAX_PRODUCTS: usize = 300;

const LARGE_NUMBER: NotExpressible = NotExpressible("a large number");

/// A sum of products of different literals with coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct LiteralPolynomial(BTreeMap<Vec<OpbLiteral>, i128>);

impl LiteralPolynomial {
    pub(super) fn from_number(value: i64) -> Self {
        LiteralPolynomial([(Vec::new(), i128::from(value))].into())
    }

    /// Returns the literal of a Boolean variable.
    pub(super) fn from_boolean(case: &FuzzCase, index: usize) -> Self {
        LiteralPolynomial::from_value_literal(case, index, 0)
    }

    /// Returns the literal that states that an integer variable has its value at an index.
    pub(super) fn from_value_literal(case: &FuzzCase, index: usize, value: usize) -> Self {
        let before = literal_count(&case.variables[..index]);
        LiteralPolynomial([(vec![(before + value + 1, false)], 1)].into())
    }

    /// Returns the value of an expression; truth values are 0 and 1.
    pub(super) fn from_expr(case: &FuzzCase, expr: &CaseExpr) -> Result<Self, NotExpressible> {
        match expr {
            CaseExpr::Int(value) => Ok(LiteralPolynomial::from_number(*value)),
            CaseExpr::Bool(value) => Ok(LiteralPolynomial::from_number(i64::from(*value))),
            CaseExpr::Var(index) => {
                let variable = &case.variables[*index];
                if variable.sort == Sort::Bool {
                    return Ok(LiteralPolynomial::from_boolean(case, *index));
                }
                let each = variable.values.iter().enumerate();
                each.map(|(at, value)| {
                    LiteralPolynomial::from_value_literal(case, *index, at)
                        .times_constant(i128::from(*value))
                })
                .try_fold(LiteralPolynomial::default(), |sum, part| Ok(sum.add_poly(part?)))
            }
            CaseExpr::List(_) => Err(NotExpressible("a list")),
            CaseExpr::Op(operator, parts) => from_operation(case, *operator, parts),
        }
    }

    /// Returns the sum of expressions.
    pub(super) fn from_sum(case: &FuzzCase, items: &[CaseExpr]) -> Result<Self, NotExpressible> {
        items.iter().try_fold(LiteralPolynomial::default(), |sum, item| {
            Ok(sum.add_poly(LiteralPolynomial::from_expr(case, item)?))
        })
    }

    /// Returns the sum of expressions with factors.
    pub(super) fn from_weighted_sum(
        case: &FuzzCase,
        factors: &CaseExpr,
        items: &CaseExpr,
    ) -> Result<Self, NotExpressible> {
        let factors = factors.list_ints().ok_or(NotExpressible("factors with variables"))?;
        let items = items.list_items().unwrap_or_default();
        factors.iter().zip(items).try_fold(LiteralPolynomial::default(), |sum, (factor, item)| {
            Ok(sum.add_poly(
                LiteralPolynomial::from_expr(case, item)?.times_constant(i128::from(*factor))?,
            ))
        })
    }

    pub(super) fn add_poly(mut self, other: LiteralPolynomial) -> Self {
        for (product, factor) in other.0 {
            // Coefficients that are written fit 64 bits; sums of a few of them fit 128.
            let sum = self.0.entry(product).or_default();
            *sum = sum.saturating_add(factor);
        }
        self
    }

    pub(super) fn times_constant(mut self, factor: i128) -> Result<Self, NotExpressible> {
        for value in self.0.values_mut() {
            *value = value.checked_mul(factor).ok_or(LARGE_NUMBER)?;
        }
        Ok(self)
    }

    pub(super) fn multiply_poly(&self, other: &LiteralPolynomial) -> Result<Self, NotExpressible> {
        let mut result = LiteralPolynomial::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let mut product: Vec<OpbLiteral> = left.iter().chain(right).copied().collect();
                product.sort_unstable();
                // A literal is 0 or 1, so its powers are the literal itself.
                product.dedup();
                // A variable and its negation: the product is always 0.
                if product.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                    continue;
                }
                let value = a.checked_mul(*b).ok_or(LARGE_NUMBER)?;
                let sum = result.0.entry(product).or_default();
                *sum = sum.checked_add(value).ok_or(LARGE_NUMBER)?;
            }
        }
        if result.0.len() > MAX_PRODUCTS {
            return Err(NotExpressible("many products"));
        }
        Ok(result)
    }

    /// Returns 1 minus a truth value: the negated literal, if the value is a literal.
    pub(super) fn negate_truth(self) -> Result<Self, NotExpressible> {
        let mut terms = self.0.iter();
        if let (Some((product, 1)), None) = (terms.next(), terms.next())
            && let [(number, denied)] = product.as_slice()
        {
            return Ok(LiteralPolynomial([(vec![(*number, !denied)], 1)].into()));
        }
        Ok(LiteralPolynomial::from_number(1).add_poly(self.times_constant(-1)?))
    }

    /// Returns the coefficient of the empty product.
    pub(super) fn constant_term(&self) -> i128 {
        self.0.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// Returns the products of two or more literals.
    pub(super) fn literal_products(&self) -> impl Iterator<Item = &Vec<OpbLiteral>> {
        self.0.iter().filter(|(product, value)| product.len() > 1 && **value != 0).map(|(p, _)| p)
    }

    /// Writes the polynomial without its constant; each term ends with a space.
    pub(super) fn write_terms(&self) -> Result<String, NotExpressible> {
        let mut text = String::new();
        let terms = self.0.iter().filter(|(product, value)| !product.is_empty() && **value != 0);
        let mut total = self.constant_term().unsigned_abs();
        for (product, value) in terms {
            total = total.checked_add(value.unsigned_abs()).ok_or(LARGE_NUMBER)?;
            let _ = write!(text, "{value:+} ");
            for (number, denied) in product {
                let _ = write!(text, "{}x{number} ", if *denied { "~" } else { "" });
            }
        }
        // A fair question needs no more than 64 bits under any assignment.
        i64::try_from(total).map_err(|_| LARGE_NUMBER)?;
        // The format requires at least one term.
        if text.is_empty() {
            text.push_str("+0 x1 ");
        }
        Ok(text)
    }
}

fn from_operation(
    case: &FuzzCase,
    operator: Operator,
    parts: &[CaseExpr],
) -> Result<LiteralPolynomial, NotExpressible> {
    use Operator as O;
    let of = |index: usize| LiteralPolynomial::from_expr(case, &parts[index]);
    let items = |index: usize| -> Result<Vec<LiteralPolynomial>, NotExpressible> {
        let items = parts[index].list_items().unwrap_or_default();
        items.iter().map(|item| LiteralPolynomial::from_expr(case, item)).collect()
    };
    let product = |polys: Vec<LiteralPolynomial>| {
        polys.iter().try_fold(LiteralPolynomial::from_number(1), |product, poly| {
            product.multiply_poly(poly)
        })
    };
    let denied = |polys: Vec<LiteralPolynomial>| {
        polys.into_iter().map(LiteralPolynomial::negate_truth).collect::<Result<Vec<_>, _>>()
    };
    match operator {
        O::Neg => of(0)?.times_constant(-1),
        O::Add => Ok(of(0)?.add_poly(of(1)?)),
        O::Sub => Ok(of(0)?.add_poly(of(1)?.times_constant(-1)?)),
        O::Mul => of(0)?.multiply_poly(&of(1)?),
        O::Sqr => of(0)?.multiply_poly(&of(0)?),
        O::Sum => LiteralPolynomial::from_sum(case, parts[0].list_items().unwrap_or_default()),
        O::Product | O::And => product(items(0)?),
        O::Bool2Int => of(0),
        O::If => Ok(of(0)?
            .multiply_poly(&of(1)?)?
            .add_poly(of(0)?.negate_truth()?.multiply_poly(&of(2)?)?)),
        O::Not => of(0)?.negate_truth(),
        // De Morgan: a disjunction fails if all its items do.
        O::Or => product(denied(items(0)?)?)?.negate_truth(),
        O::Clause => {
            let mut all: Vec<LiteralPolynomial> = denied(items(0)?)?;
            all.extend(items(1)?);
            product(all)?.negate_truth()
        }
        O::Xor => items(0)?.into_iter().try_fold(LiteralPolynomial::default(), exclusive_or),
        O::Iff => exclusive_or(of(0)?, of(1)?)?.negate_truth(),
        O::Implies => of(0)?.multiply_poly(&of(1)?.negate_truth()?)?.negate_truth(),
        O::BoolLt => of(0)?.negate_truth()?.multiply_poly(&of(1)?),
        O::In => {
            let CaseExpr::Var(index) = parts[0] else {
                return Err(NotExpressible("an expression in a set"));
            };
            let set = parts[1].list_ints().ok_or(NotExpressible("a set with variables"))?;
            let values = case.variables[index].values.iter().enumerate();
            let chosen = values.filter(|(_, value)| set.contains(value));
            let chosen =
                chosen.map(|(at, _)| LiteralPolynomial::from_value_literal(case, index, at));
            Ok(chosen.fold(LiteralPolynomial::default(), LiteralPolynomial::add_poly))
        }
        _ => Err(NotExpressible("an operator in an expression")),
    }
}

/// Returns the exclusive or of two truth values: `a + b - 2ab`.
fn exclusive_or(
    first: LiteralPolynomial,
    second: LiteralPolynomial,
) -> Result<LiteralPolynomial, NotExpressible> {
    let both = first.multiply_poly(&second)?.times_constant(-2)?;
    Ok(first.add_poly(second).add_poly(both))
}
