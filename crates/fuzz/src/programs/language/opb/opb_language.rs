//! OPB as a language of targets.

use std::fmt::Write;

use super::answer;
use super::poly::LiteralPolynomial;
use crate::programs::case::{CaseExpr, CaseVariable, FuzzCase};
use crate::programs::definition::UndefinedSemantics;
use crate::programs::language::{CaseLanguage, NotExpressible};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::TargetReply;

/// OPB.
#[derive(Clone, Copy, Debug)]
pub struct OpbLanguage {
    /// Whether the solver takes products of variables.
    pub products: bool,
}

impl CaseLanguage for OpbLanguage {
    fn language_name(&self) -> &str {
        "opb"
    }

    fn file_extension(&self) -> &str {
        "opb"
    }

    fn undefined_semantics(&self) -> UndefinedSemantics {
        UndefinedSemantics::Total
    }

    fn has_operator(&self, operator: Operator) -> bool {
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

    fn nests_expressions(&self) -> bool {
        true
    }

    fn write_case(&self, case: &FuzzCase) -> Result<String, NotExpressible> {
        if case.variables.is_empty() {
            return Err(NotExpressible("no variable"));
        }
        let mut rows = Vec::new();
        for (index, variable) in case.variables.iter().enumerate() {
            match (variable.sort, variable.values.as_slice()) {
                (_, []) => return Err(NotExpressible("a variable without values")),
                (Sort::Bool, [_, _]) => {}
                (Sort::Bool, [value, ..]) => {
                    rows.push(OpbConstraint::new_equality(
                        LiteralPolynomial::from_boolean(case, index),
                        *value,
                    )?);
                }
                (Sort::Int, values) => {
                    // Exactly one literal of an integer variable is true.
                    let each = (0..values.len())
                        .map(|value| LiteralPolynomial::from_value_literal(case, index, value));
                    rows.push(OpbConstraint::new_equality(
                        each.fold(LiteralPolynomial::default(), LiteralPolynomial::add_poly),
                        1,
                    )?);
                }
            }
        }
        for constraint in &case.constraints {
            add_opb_constraints(case, constraint, &mut rows)?;
        }
        let objective = case.objective.as_ref().map(|objective| {
            let value = LiteralPolynomial::from_expr(case, &objective.value)?;
            Ok(if objective.maximize { value.times_constant(-1)? } else { value })
        });
        let objective = objective.transpose()?;
        self.write_text(case, &rows, objective.as_ref())
    }

    fn read_output(&self, case: &FuzzCase, output: &str) -> TargetReply {
        answer::read_answer(case, output)
    }
}

impl OpbLanguage {
    pub(super) fn write_text(
        &self,
        case: &FuzzCase,
        rows: &[OpbConstraint],
        best: Option<&LiteralPolynomial>,
    ) -> Result<String, NotExpressible> {
        let polys = || rows.iter().map(|row| &row.poly).chain(best);
        let mut products: Vec<_> = polys().flat_map(LiteralPolynomial::literal_products).collect();
        products.sort_unstable();
        products.dedup();
        if !products.is_empty() && !self.products {
            return Err(NotExpressible("a product"));
        }
        let count = literal_count(&case.variables);
        let mut text = format!("* #variable= {count} #constraint= {}", rows.len());
        if !products.is_empty() {
            let size: usize = products.iter().map(|product| product.len()).sum();
            let _ = write!(text, " #product= {} sizeproduct= {size}", products.len());
        }
        text.push('\n');
        if let Some(best) = best {
            let _ = writeln!(text, "min: {};", best.write_terms()?);
        }
        for row in rows {
            let OpbConstraint { poly, relation, .. } = row;
            let right =
                poly.constant_term().checked_neg().ok_or(NotExpressible("a large number"))?;
            let right = row.right.checked_add(right).ok_or(NotExpressible("a large number"))?;
            let right = i64::try_from(right).map_err(|_| NotExpressible("a large number"))?;
            let _ = writeln!(text, "{}{relation} {right} ;", poly.write_terms()?);
        }
        Ok(text)
    }
}

/// Returns the number of Boolean variables that represent variables.
pub(super) fn literal_count(variables: &[CaseVariable]) -> usize {
    let count = |variable: &CaseVariable| match variable.sort {
        Sort::Bool => 1,
        Sort::Int => variable.values.len(),
    };
    variables.iter().map(count).sum()
}

/// A constraint: a polynomial, `=` or `>=`, and a number.
pub(super) struct OpbConstraint {
    pub(super) poly: LiteralPolynomial,
    relation: &'static str,
    pub(super) right: i128,
}

impl OpbConstraint {
    fn new_equality(poly: LiteralPolynomial, right: i64) -> Result<Self, NotExpressible> {
        Ok(OpbConstraint { poly, relation: "=", right: i128::from(right) })
    }

    fn at_least(poly: LiteralPolynomial, right: i128) -> Self {
        OpbConstraint { poly, relation: ">=", right }
    }
}

/// Adds the rows of a constraint.
fn add_opb_constraints(
    case: &FuzzCase,
    expr: &CaseExpr,
    rows: &mut Vec<OpbConstraint>,
) -> Result<(), NotExpressible> {
    use Operator as O;
    let CaseExpr::Op(operator, parts) = expr else {
        rows.push(OpbConstraint::at_least(LiteralPolynomial::from_expr(case, expr)?, 1));
        return Ok(());
    };
    let of = |index: usize| LiteralPolynomial::from_expr(case, &parts[index]);
    let sum = || LiteralPolynomial::from_weighted_sum(case, &parts[0], &parts[1]);
    let any = |items: &CaseExpr| {
        LiteralPolynomial::from_sum(case, items.list_items().unwrap_or_default())
    };
    let (low, high, relation) = match operator {
        O::And => {
            let items = parts[0].list_items().unwrap_or_default();
            return items.iter().try_for_each(|item| add_opb_constraints(case, item, rows));
        }
        O::Or => (LiteralPolynomial::from_number(1), any(&parts[0])?, O::Le),
        O::Clause => {
            let denied = parts[1].list_items().unwrap_or_default().iter();
            let denied =
                denied.map(|item| LiteralPolynomial::from_expr(case, item)?.negate_truth());
            let all = denied.collect::<Result<Vec<_>, NotExpressible>>()?;
            (
                LiteralPolynomial::from_number(1),
                all.into_iter().fold(any(&parts[0])?, LiteralPolynomial::add_poly),
                O::Le,
            )
        }
        O::Eq | O::Ne | O::Lt | O::Le => (of(0)?, of(1)?, *operator),
        O::Gt => (of(1)?, of(0)?, O::Lt),
        O::Ge => (of(1)?, of(0)?, O::Le),
        O::LinEq | O::BoolLinEq => (sum()?, of(2)?, O::Eq),
        O::LinNe => (sum()?, of(2)?, O::Ne),
        O::LinLe | O::BoolLinLe => (sum()?, of(2)?, O::Le),
        _ => (LiteralPolynomial::from_number(1), LiteralPolynomial::from_expr(case, expr)?, O::Le),
    };
    // Every relation becomes a condition on `high - low`. Values are integers, so `<` is at least
    // 1, and `!=` means that the square is at least 1.
    let over = high.add_poly(low.times_constant(-1)?);
    rows.push(match relation {
        O::Eq => OpbConstraint { poly: over, relation: "=", right: 0 },
        O::Lt => OpbConstraint::at_least(over, 1),
        O::Ne => OpbConstraint::at_least(over.multiply_poly(&over)?, 1),
        _ => OpbConstraint::at_least(over, 0),
    });
    Ok(())
}
