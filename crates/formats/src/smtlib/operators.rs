//! Builds terms from operators and their arguments.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, DagNode, ExpressionDag, IntExpression};

use super::term::{SortedTerm, TermReader};

/// An operator of integers or truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SmtlibOperator {
    And,
    Or,
    Not,
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
    Order(ComparisonOperator),
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Abs,
}

impl SmtlibOperator {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "and" => SmtlibOperator::And,
            "or" => SmtlibOperator::Or,
            "not" => SmtlibOperator::Not,
            "=>" => SmtlibOperator::Implies,
            "xor" => SmtlibOperator::Xor,
            "=" => SmtlibOperator::Equal,
            "distinct" => SmtlibOperator::Distinct,
            "ite" => SmtlibOperator::Ite,
            "<" => SmtlibOperator::Order(ComparisonOperator::Lt),
            "<=" => SmtlibOperator::Order(ComparisonOperator::Le),
            ">" => SmtlibOperator::Order(ComparisonOperator::Gt),
            ">=" => SmtlibOperator::Order(ComparisonOperator::Ge),
            "+" => SmtlibOperator::Plus,
            "-" => SmtlibOperator::Minus,
            "*" => SmtlibOperator::Times,
            "div" => SmtlibOperator::Div,
            "mod" => SmtlibOperator::Mod,
            "abs" => SmtlibOperator::Abs,
            _ => return None,
        })
    }

    /// The minimum and the maximum number of arguments.
    fn arity_range(self) -> (usize, usize) {
        match self {
            SmtlibOperator::Not | SmtlibOperator::Abs => (1, 1),
            SmtlibOperator::Mod => (2, 2),
            SmtlibOperator::Ite => (3, 3),
            SmtlibOperator::And
            | SmtlibOperator::Or
            | SmtlibOperator::Plus
            | SmtlibOperator::Minus
            | SmtlibOperator::Times => (1, usize::MAX),
            SmtlibOperator::Implies
            | SmtlibOperator::Xor
            | SmtlibOperator::Equal
            | SmtlibOperator::Distinct
            | SmtlibOperator::Div
            | SmtlibOperator::Order(_) => (2, usize::MAX),
        }
    }

    /// Applies the operator to the reader's arguments from index `first` on.
    /// `start` is the offset of the operator's bracket.
    pub(super) fn apply_operator(
        self,
        reader: &mut TermReader<'_>,
        start: usize,
        first: usize,
    ) -> Result<SortedTerm, InputError> {
        let (min_arity, max_arity) = self.arity_range();
        if !(min_arity..=max_arity).contains(&reader.arguments_from(first).len()) {
            return Err(reader.lexer.unexpected_term(start, "another number of arguments"));
        }
        Ok(match self {
            SmtlibOperator::Order(relation) => {
                let parts = reader.int_arguments(first)?;
                SortedTerm::Bool(relation_chain(&mut reader.terms, &parts, relation))
            }
            SmtlibOperator::Plus => {
                let parts = reader.int_arguments(first)?;
                SortedTerm::Int(reader.terms.add_sum(&parts))
            }
            SmtlibOperator::Minus => {
                let parts = reader.int_arguments(first)?;
                SortedTerm::Int(difference_term(&mut reader.terms, parts))
            }
            SmtlibOperator::Times => SortedTerm::Int(product_term(reader, first)?),
            SmtlibOperator::Div | SmtlibOperator::Mod => {
                let parts = reader.int_arguments(first)?;
                // (div a b c) is (div (div a b) c).
                let mut result = parts[0];
                for (index, &divisor) in parts.iter().enumerate().skip(1) {
                    // An error about a divisor that may be 0 is found only when the bounds are
                    // known, so its offset is kept.
                    let at = reader.arguments_from(first)[index].0;
                    reader.divisors.push((at, divisor));
                    result = euclidean_term(
                        &mut reader.terms,
                        self == SmtlibOperator::Div,
                        result,
                        divisor,
                    );
                }
                SortedTerm::Int(result)
            }
            SmtlibOperator::Abs => {
                let part = reader.int_arguments(first)?[0];
                SortedTerm::Int(reader.terms.add_abs(part))
            }
            SmtlibOperator::Equal | SmtlibOperator::Distinct => SortedTerm::Bool(equality_term(
                reader,
                self == SmtlibOperator::Distinct,
                start,
                first,
            )?),
            SmtlibOperator::Ite => choice_term(reader, first)?,
            SmtlibOperator::And
            | SmtlibOperator::Or
            | SmtlibOperator::Not
            | SmtlibOperator::Implies
            | SmtlibOperator::Xor => {
                let parts = reader.bool_arguments(first)?;
                SortedTerm::Bool(connective_term(self, &mut reader.terms, parts))
            }
        })
    }
}

fn connective_term(
    operator: SmtlibOperator,
    terms: &mut ExpressionDag,
    mut parts: Vec<BoolExpression>,
) -> BoolExpression {
    match operator {
        SmtlibOperator::And => terms.add_and(&parts),
        SmtlibOperator::Not => terms.add_not(parts[0]),
        SmtlibOperator::Xor => {
            let mut joined = parts[0];
            for &part in &parts[1..] {
                let same = terms.add_iff(joined, part);
                joined = terms.add_not(same);
            }
            joined
        }
        SmtlibOperator::Implies => {
            // a => b => c is a => (b => c), so (not a) or (not b) or c.
            let last = parts.len() - 1;
            parts[..last].iter_mut().for_each(|part| *part = terms.add_not(*part));
            terms.add_or(&parts)
        }
        _ => terms.add_or(&parts),
    }
}

/// The chain `a R b R c`: every adjacent pair is in the relation.
fn relation_chain(
    terms: &mut ExpressionDag,
    parts: &[IntExpression],
    relation: ComparisonOperator,
) -> BoolExpression {
    let pairs: Vec<BoolExpression> =
        parts.windows(2).map(|pair| terms.add_comparison(pair[0], relation, pair[1])).collect();
    conjunction_term(terms, &pairs)
}

fn conjunction_term(terms: &mut ExpressionDag, parts: &[BoolExpression]) -> BoolExpression {
    match parts {
        [only] => *only,
        _ => terms.add_and(parts),
    }
}

fn negated_term(terms: &mut ExpressionDag, term: IntExpression) -> IntExpression {
    match terms.of_int(term) {
        // The negative of the minimum exceeds 64 bits.
        DagNode::Number(number) if number != i64::MIN => terms.add_number(-number),
        _ => terms.add_multiple(-1, term),
    }
}

fn difference_term(terms: &mut ExpressionDag, mut parts: Vec<IntExpression>) -> IntExpression {
    if let [only] = parts[..] {
        return negated_term(terms, only);
    }
    parts[1..].iter_mut().for_each(|part| *part = negated_term(terms, *part));
    terms.add_sum(&parts)
}

fn equality_term(
    reader: &mut TermReader<'_>,
    distinct: bool,
    start: usize,
    first: usize,
) -> Result<BoolExpression, InputError> {
    // The first argument decides the sort; the others must have the same.
    if let SortedTerm::Int(_) = reader.arguments_from(first)[0].1 {
        let parts = reader.int_arguments(first)?;
        return Ok(if distinct {
            reader.terms.add_distinct(&parts)
        } else {
            relation_chain(&mut reader.terms, &parts, ComparisonOperator::Eq)
        });
    }
    let parts = reader.bool_arguments(first)?;
    let terms = &mut reader.terms;
    match (distinct, &parts[..]) {
        (false, _) => {
            let pairs: Vec<BoolExpression> =
                parts.windows(2).map(|pair| terms.add_iff(pair[0], pair[1])).collect();
            Ok(conjunction_term(terms, &pairs))
        }
        (true, &[a, b]) => {
            let same = terms.add_iff(a, b);
            Ok(terms.add_not(same))
        }
        // Of three truth values two are equal, so the term would always be false.
        (true, _) => Err(reader.lexer.unexpected_term(start, "two truth values")),
    }
}

fn choice_term(reader: &mut TermReader<'_>, first: usize) -> Result<SortedTerm, InputError> {
    let arguments = reader.arguments_from(first);
    let (condition, then, other) = (arguments[0], arguments[1], arguments[2]);
    let SortedTerm::Bool(condition) = condition.1 else {
        return Err(reader.lexer.unexpected_term(condition.0, "a truth value"));
    };
    match (then.1, other.1) {
        (SortedTerm::Bool(then), SortedTerm::Bool(other)) => {
            Ok(SortedTerm::Bool(reader.terms.add_bool_choice(condition, then, other)))
        }
        (SortedTerm::Int(then), SortedTerm::Int(other)) => {
            Ok(SortedTerm::Int(reader.terms.add_int_choice(condition, then, other)))
        }
        (SortedTerm::Bool(_), _) => Err(reader.lexer.unexpected_term(other.0, "a truth value")),
        (SortedTerm::Int(_), _) => Err(reader.lexer.unexpected_term(other.0, "an integer")),
    }
}

/// A product; its numbers become one factor.
fn product_term(reader: &mut TermReader<'_>, first: usize) -> Result<IntExpression, InputError> {
    // Only the arguments that are not numbers make the term nonlinear: (* 2 x 3) is 6 x.
    let mut factor: i64 = 1;
    let mut others: Option<IntExpression> = None;
    for (index, part) in reader.int_arguments(first)?.into_iter().enumerate() {
        let at = reader.arguments_from(first)[index].0;
        match (reader.terms.of_int(part), others) {
            (DagNode::Number(number), _) => {
                let product = factor.checked_mul(number);
                factor =
                    product.ok_or_else(|| reader.lexer.unexpected_term(at, "a smaller number"))?;
            }
            (_, Some(other)) => others = Some(reader.terms.add_product(other, part)),
            (_, None) => others = Some(part),
        }
    }
    Ok(match others {
        None => reader.terms.add_number(factor),
        Some(other) => reader.terms.add_multiple(factor, other),
    })
}

/// Builds the quotient or the remainder of Euclidean division, in which the remainder is never
/// negative (Boute, "The Euclidean definition of the functions div and mod", 1992), from those of
/// truncation.
fn euclidean_term(
    terms: &mut ExpressionDag,
    is_div: bool,
    dividend: IntExpression,
    divisor: IntExpression,
) -> IntExpression {
    // Truncated division gives the remainder the sign of the dividend: -7 = 3 * -2 - 1. Where it is
    // negative, adding |divisor| gives the Euclidean one: -7 = 3 * -3 + 2.
    let rest = terms.add_remainder(dividend, divisor);
    let zero = terms.add_number(0);
    let is_negative = terms.add_comparison(rest, ComparisonOperator::Lt, zero);
    if !is_div {
        let size = terms.add_abs(divisor);
        let next = terms.add_sum(&[rest, size]);
        return terms.add_int_choice(is_negative, next, rest);
    }
    // To keep dividend = divisor * quotient + remainder, the quotient decreases by 1 if the divisor
    // is positive, and increases by 1 if it is negative.
    let quotient = terms.add_quotient(dividend, divisor);
    let [less, more] = [-1, 1].map(|step| {
        let step = terms.add_number(step);
        terms.add_sum(&[quotient, step])
    });
    let is_positive = terms.add_comparison(divisor, ComparisonOperator::Gt, zero);
    let next = terms.add_int_choice(is_positive, less, more);
    terms.add_int_choice(is_negative, next, quotient)
}
