//! The term that makes a model refuse an expression.
//!
//! The flattener gives the reason for refusing an expression, but not the part at fault. This
//! module finds the innermost part whose values may exceed the range of models, and writes it.

use std::collections::HashMap;

use parallax_model::ComparisonOperator;
use parallax_model::MAX_VALUE;
use parallax_model::flatten::{DagNode, ExpressionDag};

use super::document::Xcsp3Variable;

/// Maximum length of a written term, in bytes; the rest is omitted.
const MAX_QUOTED_TERM_BYTES: usize = 120;

/// Returns the part of an expression that is at fault, as text: the innermost operation beyond sums
/// that may have, or works with, values beyond the range of models. Otherwise the whole expression.
pub(super) fn blamed_term(
    terms: &ExpressionDag,
    variables: &[Xcsp3Variable],
    whole: usize,
) -> String {
    let mut ranges: HashMap<usize, (i128, i128)> = HashMap::new();
    let mut found = whole;
    // Operands come before the operations on them, so the first part at fault is an innermost one.
    for index in part_places(terms, whole) {
        let Some(&node) = terms.all_nodes().get(index) else { continue };
        let range = node_range(terms, variables, &ranges, node);
        let mut is_large = is_beyond(range);
        terms.each_part(node, &mut |part| {
            is_large |= ranges.get(&part).is_some_and(|&range| is_beyond(range));
        });
        // A sum may exceed the values of models as long as no operation needs it as a variable. So
        // only the operation around it is at fault.
        let is_plain = matches!(
            node,
            DagNode::Number(_)
                | DagNode::Variable(_)
                | DagNode::Add(_)
                | DagNode::Scale(..)
                | DagNode::And(_)
        );
        if is_large && !is_plain {
            found = index;
            break;
        }
        ranges.insert(index, range);
    }
    write_term(terms, variables, found)
}

fn is_beyond((low, high): (i128, i128)) -> bool {
    low < -i128::from(MAX_VALUE) || high > i128::from(MAX_VALUE)
}

/// Returns the indices of all parts of an expression, in ascending order: operands come first.
fn part_places(terms: &ExpressionDag, whole: usize) -> Vec<usize> {
    let mut seen = std::collections::HashSet::from([whole]);
    let mut open = vec![whole];
    while let Some(index) = open.pop() {
        let Some(&node) = terms.all_nodes().get(index) else { continue };
        terms.each_part(node, &mut |part| {
            if seen.insert(part) {
                open.push(part);
            }
        });
    }
    let mut all: Vec<usize> = seen.into_iter().collect();
    all.sort_unstable();
    all
}

/// Returns a range that contains all values of a node; 0 to 1 for a truth value.
fn node_range(
    terms: &ExpressionDag,
    variables: &[Xcsp3Variable],
    ranges: &HashMap<usize, (i128, i128)>,
    node: DagNode,
) -> (i128, i128) {
    let of = |index: usize| ranges.get(&index).copied().unwrap_or((0, 1));
    let hull = |values: &[i128]| {
        let (low, high) = (values.iter().min(), values.iter().max());
        (low.copied().unwrap_or(0), high.copied().unwrap_or(0))
    };
    match node {
        DagNode::Number(number) => (number.into(), number.into()),
        DagNode::Variable(variable) => {
            let domain = variables.get(variable as usize).map(|domain| &domain.domain);
            let ends = domain.and_then(|domain| domain.min().zip(domain.max())).unwrap_or((0, 0));
            (ends.0.into(), ends.1.into())
        }
        DagNode::Add(list) => {
            terms.int_operands(list).fold((0, 0), |(low, high): (i128, i128), int| {
                let own = of(int.node_index());
                (low.saturating_add(own.0), high.saturating_add(own.1))
            })
        }
        DagNode::Scale(factor, int) => {
            let (low, high) = of(int.node_index());
            hull(&[low, high].map(|end| end.saturating_mul(factor.into())))
        }
        DagNode::Mul(a, b) => {
            let ((a, b), (c, d)) = (of(a.node_index()), of(b.node_index()));
            let ends = [(a, c), (a, d), (b, c), (b, d)];
            hull(&ends.map(|(left, right)| left.saturating_mul(right)))
        }
        DagNode::Abs(a) => {
            let (low, high) = of(a.node_index());
            (0, low.saturating_abs().max(high.saturating_abs()))
        }
        DagNode::Pow(a, b) => power_range(of(a.node_index()), of(b.node_index()).1),
        DagNode::Min(list) | DagNode::Max(list) => {
            let ends =
                terms.int_operands(list).flat_map(|int| <[i128; 2]>::from(of(int.node_index())));
            hull(&ends.collect::<Vec<i128>>())
        }
        DagNode::Select(_, a, b) => {
            let ((a, b), (c, d)) = (of(a.node_index()), of(b.node_index()));
            (a.min(c), b.max(d))
        }
        // Neither a quotient nor a remainder of integers exceeds the dividend in magnitude.
        DagNode::Div(a, _) | DagNode::Mod(a, _) => {
            let (low, high) = of(a.node_index());
            let magnitude = low.saturating_abs().max(high.saturating_abs());
            (magnitude.saturating_neg(), magnitude)
        }
        _ => (0, 1),
    }
}

/// Returns a range that contains all powers of a base up to an exponent.
fn power_range((low, high): (i128, i128), exponent: i128) -> (i128, i128) {
    let base = low.saturating_abs().max(high.saturating_abs());
    let mut magnitude = 1i128;
    // 2^127 already exceeds 128 bits, so 128 factors saturate unless the base is 1.
    for _ in 0..exponent.clamp(0, 128) {
        magnitude = magnitude.saturating_mul(base.max(1));
    }
    (if low < 0 { magnitude.saturating_neg() } else { 0 }, magnitude)
}

/// A piece of text that is still to be written.
enum TextPiece {
    Term(usize),
    Text(&'static str),
}

/// Returns a term in prefix form, up to [`MAX_TERM_BYTES`].
fn write_term(terms: &ExpressionDag, variables: &[Xcsp3Variable], whole: usize) -> String {
    let mut text = String::new();
    // A stack in place of recursion, because a term may be nested as deeply as its text is long.
    let mut open = vec![TextPiece::Term(whole)];
    while let Some(piece) = open.pop() {
        if text.len() > MAX_QUOTED_TERM_BYTES {
            text.push_str("...");
            break;
        }
        let index = match piece {
            TextPiece::Text(own) => {
                text.push_str(own);
                continue;
            }
            TextPiece::Term(index) => index,
        };
        let Some(&node) = terms.all_nodes().get(index) else { continue };
        match node {
            DagNode::Number(number) => text.push_str(&number.to_string()),
            DagNode::Truth(truth) => text.push_str(if truth { "1" } else { "0" }),
            DagNode::Flag(variable) | DagNode::Variable(variable) => {
                let variable = variables.get(variable as usize);
                text.push_str(variable.map_or("", |variable| variable.name.as_str()));
            }
            _ => {
                text.push_str(operator_prefix(node));
                if let DagNode::Scale(factor, _) = node {
                    text.push_str(&format!("{factor},"));
                }
                let mut operands = Vec::new();
                terms.each_part(node, &mut |part| {
                    // More would not be written.
                    if operands.len() <= MAX_QUOTED_TERM_BYTES {
                        operands.push(part);
                    }
                });
                // The last piece is written first, so the pieces are pushed in reverse.
                open.push(TextPiece::Text(")"));
                for (number, part) in operands.into_iter().enumerate().rev() {
                    open.push(TextPiece::Term(part));
                    if number > 0 {
                        open.push(TextPiece::Text(","));
                    }
                }
            }
        }
    }
    text
}

/// Returns the operator of a node, with its bracket.
fn operator_prefix(node: DagNode) -> &'static str {
    match node {
        DagNode::Not(_) => "not(",
        DagNode::And(_) => "and(",
        DagNode::Or(_) => "or(",
        DagNode::Iff(..) | DagNode::AllAlike(_) => "iff(",
        DagNode::Choose(..) | DagNode::Select(..) => "if(",
        DagNode::Compare(_, relation, _) => match relation {
            ComparisonOperator::Eq => "eq(",
            ComparisonOperator::Ne => "ne(",
            ComparisonOperator::Lt => "lt(",
            ComparisonOperator::Le => "le(",
            ComparisonOperator::Gt => "gt(",
            ComparisonOperator::Ge => "ge(",
        },
        DagNode::Distinct(_) => "ne(",
        DagNode::AllEqual(_) => "eq(",
        DagNode::Odd(_) => "xor(",
        DagNode::Member(..) => "in(",
        DagNode::Add(_) => "add(",
        DagNode::Scale(..) | DagNode::Mul(..) => "mul(",
        DagNode::Div(..) => "div(",
        DagNode::Mod(..) => "mod(",
        DagNode::Min(_) => "min(",
        DagNode::Max(_) => "max(",
        DagNode::Abs(_) => "abs(",
        DagNode::Pow(..) => "pow(",
        DagNode::NumberOf(_)
        | DagNode::Truth(_)
        | DagNode::Flag(_)
        | DagNode::Number(_)
        | DagNode::Variable(_) => "(",
    }
}
