//! OPB as a language of targets.

use std::fmt::Write;

use super::answer;
use super::poly::Poly;
use crate::programs::case::{Case, Expr, Variable};
use crate::programs::definition::Semantics;
use crate::programs::language::{Language, Unspelled};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::Reply;

/// OPB.
#[derive(Clone, Copy, Debug)]
pub struct Opb {
    /// Whether the solver takes products of variables.
    pub products: bool,
}

impl Language for Opb {
    fn name(&self) -> &str {
        "opb"
    }

    fn extension(&self) -> &str {
        "opb"
    }

    fn semantics(&self) -> Semantics {
        Semantics::Total
    }

    fn has(&self, operator: Operator) -> bool {
        use Operator as O;
        let linear = matches!(
            operator,
            O::Neg | O::Add | O::Sub | O::Sum | O::Bool2Int | O::Eq | O::Lt | O::Le | O::Gt | O::Ge
        );
        let clauses = matches!(operator, O::In | O::Not | O::And | O::Or | O::Clause);
        let sums = matches!(operator, O::LinEq | O::LinLe | O::BoolLinEq | O::BoolLinLe);
        let others = matches!(
            operator,
            O::Mul | O::Sqr | O::Product | O::If | O::Ne | O::LinNe | O::Xor | O::Iff
        ) || matches!(operator, O::Implies | O::BoolLt);
        linear || clauses || sums || self.products && others
    }

    fn nests(&self) -> bool {
        true
    }

    fn write(&self, case: &Case) -> Result<String, Unspelled> {
        if case.variables.is_empty() {
            return Err(Unspelled("no variable"));
        }
        let mut rows = Vec::new();
        for (place, variable) in case.variables.iter().enumerate() {
            match (variable.sort, variable.values.as_slice()) {
                (_, []) => return Err(Unspelled("a variable without values")),
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, [value, ..]) => {
                    rows.push(Row::equal(Poly::boolean(case, place), *value)?);
                }
                (Sort::Int, values) => {
                    let each = (0..values.len()).map(|value| Poly::chosen(case, place, value));
                    rows.push(Row::equal(each.fold(Poly::default(), Poly::plus), 1)?);
                }
            }
        }
        for constraint in &case.constraints {
            root(case, constraint, &mut rows)?;
        }
        let objective = case.objective.as_ref().map(|objective| {
            let value = Poly::of(case, &objective.value)?;
            Ok(if objective.maximize { value.times_constant(-1)? } else { value })
        });
        let objective = objective.transpose()?;
        self.text(case, &rows, objective.as_ref())
    }

    fn read(&self, case: &Case, output: &str) -> Reply {
        answer::read(case, output)
    }
}

impl Opb {
    pub(super) fn text(
        &self,
        case: &Case,
        rows: &[Row],
        best: Option<&Poly>,
    ) -> Result<String, Unspelled> {
        let polys = || rows.iter().map(|row| &row.poly).chain(best);
        let mut products: Vec<_> = polys().flat_map(Poly::products).collect();
        products.sort_unstable();
        products.dedup();
        if !products.is_empty() && !self.products {
            return Err(Unspelled("a product"));
        }
        let count = literals(&case.variables);
        let mut text = format!("* #variable= {count} #constraint= {}", rows.len());
        if !products.is_empty() {
            let size: usize = products.iter().map(|product| product.len()).sum();
            let _ = write!(text, " #product= {} sizeproduct= {size}", products.len());
        }
        text.push('\n');
        if let Some(best) = best {
            let _ = writeln!(text, "min: {};", best.text()?);
        }
        for row in rows {
            let Row { poly, relation, .. } = row;
            let right = poly.constant().checked_neg().ok_or(Unspelled("a large number"))?;
            let right = row.right.checked_add(right).ok_or(Unspelled("a large number"))?;
            let right = i64::try_from(right).map_err(|_| Unspelled("a large number"))?;
            let _ = writeln!(text, "{}{relation} {right} ;", poly.text()?);
        }
        Ok(text)
    }
}

/// Returns the number of Boolean variables that represent variables.
pub(super) fn literals(variables: &[Variable]) -> usize {
    let count = |variable: &Variable| match variable.sort {
        Sort::Bool => 1,
        Sort::Int => variable.values.len(),
    };
    variables.iter().map(count).sum()
}

/// A constraint: a polynomial, `=` or `>=`, and a number.
pub(super) struct Row {
    pub(super) poly: Poly,
    relation: &'static str,
    pub(super) right: i128,
}

impl Row {
    fn equal(poly: Poly, right: i64) -> Result<Self, Unspelled> {
        Ok(Row { poly, relation: "=", right: i128::from(right) })
    }

    fn at_least(poly: Poly, right: i128) -> Self {
        Row { poly, relation: ">=", right }
    }
}

/// Adds the rows of a constraint.
fn root(case: &Case, expr: &Expr, rows: &mut Vec<Row>) -> Result<(), Unspelled> {
    use Operator as O;
    let Expr::Op(operator, parts) = expr else {
        rows.push(Row::at_least(Poly::of(case, expr)?, 1));
        return Ok(());
    };
    let of = |place: usize| Poly::of(case, &parts[place]);
    let sum = || Poly::sum(case, &parts[0], &parts[1]);
    let any = |items: &Expr| Poly::added(case, items.items().unwrap_or_default());
    let (low, high, relation) = match operator {
        O::And => {
            let items = parts[0].items().unwrap_or_default();
            return items.iter().try_for_each(|item| root(case, item, rows));
        }
        O::Or => (Poly::number(1), any(&parts[0])?, O::Le),
        O::Clause => {
            let denied = parts[1].items().unwrap_or_default().iter();
            let denied = denied.map(|item| Poly::of(case, item)?.denied());
            let all = denied.collect::<Result<Vec<_>, Unspelled>>()?;
            (Poly::number(1), all.into_iter().fold(any(&parts[0])?, Poly::plus), O::Le)
        }
        O::Eq | O::Ne | O::Lt | O::Le => (of(0)?, of(1)?, *operator),
        O::Gt => (of(1)?, of(0)?, O::Lt),
        O::Ge => (of(1)?, of(0)?, O::Le),
        O::LinEq | O::BoolLinEq => (sum()?, of(2)?, O::Eq),
        O::LinNe => (sum()?, of(2)?, O::Ne),
        O::LinLe | O::BoolLinLe => (sum()?, of(2)?, O::Le),
        _ => (Poly::number(1), Poly::of(case, expr)?, O::Le),
    };
    let over = high.plus(low.times_constant(-1)?);
    rows.push(match relation {
        O::Eq => Row { poly: over, relation: "=", right: 0 },
        O::Lt => Row::at_least(over, 1),
        O::Ne => Row::at_least(over.times(&over)?, 1),
        _ => Row::at_least(over, 0),
    });
    Ok(())
}
