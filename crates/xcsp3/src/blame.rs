//! The term that makes a model refuse an expression.
//!
//! The flattener says why it refuses an expression, and not which part of it is at fault. This
//! finds the innermost part whose values may be beyond those of models, and writes it.

use std::collections::HashMap;

use parallax_model::MAX_VALUE;
use parallax_model::Relation;
use parallax_model::flatten::{Node, Terms};

use super::document::Variable;

/// Maximum length of a written term, in bytes; the rest is left out.
const LONGEST: usize = 120;

/// Returns the part of an expression that is at fault, as text: the innermost operation beyond sums
/// that may have, or works with, values beyond those of models. Otherwise the whole expression.
pub(super) fn term(terms: &Terms, variables: &[Variable], whole: usize) -> String {
    let mut ranges: HashMap<usize, (i128, i128)> = HashMap::new();
    let mut found = whole;
    for place in parts(terms, whole) {
        let Some(&node) = terms.nodes().get(place) else { continue };
        let range = range(terms, variables, &ranges, node);
        let mut is_large = is_beyond(range);
        terms.each_part(node, &mut |part| {
            is_large |= ranges.get(&part).is_some_and(|&range| is_beyond(range));
        });
        let is_plain = matches!(
            node,
            Node::Number(_) | Node::Variable(_) | Node::Add(_) | Node::Scale(..) | Node::And(_)
        );
        if is_large && !is_plain {
            found = place;
            break;
        }
        ranges.insert(place, range);
    }
    written(terms, variables, found)
}

fn is_beyond((low, high): (i128, i128)) -> bool {
    low < -i128::from(MAX_VALUE) || high > i128::from(MAX_VALUE)
}

/// Returns the places of all parts of an expression, in ascending order: operands come first.
fn parts(terms: &Terms, whole: usize) -> Vec<usize> {
    let mut seen = std::collections::HashSet::from([whole]);
    let mut open = vec![whole];
    while let Some(place) = open.pop() {
        let Some(&node) = terms.nodes().get(place) else { continue };
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

/// Returns a range that has all values of a node; that of a truth value is 0 to 1.
fn range(
    terms: &Terms,
    variables: &[Variable],
    ranges: &HashMap<usize, (i128, i128)>,
    node: Node,
) -> (i128, i128) {
    let of = |place: usize| ranges.get(&place).copied().unwrap_or((0, 1));
    let hull = |values: &[i128]| {
        let (low, high) = (values.iter().min(), values.iter().max());
        (low.copied().unwrap_or(0), high.copied().unwrap_or(0))
    };
    match node {
        Node::Number(number) => (number.into(), number.into()),
        Node::Variable(variable) => {
            let domain = variables.get(variable as usize).map(|own| &own.domain);
            let ends = domain.and_then(|own| own.min().zip(own.max())).unwrap_or((0, 0));
            (ends.0.into(), ends.1.into())
        }
        Node::Add(list) => terms.ints(list).fold((0, 0), |(low, high): (i128, i128), int| {
            let own = of(int.place());
            (low.saturating_add(own.0), high.saturating_add(own.1))
        }),
        Node::Scale(factor, int) => {
            let (low, high) = of(int.place());
            hull(&[low, high].map(|end| end.saturating_mul(factor.into())))
        }
        Node::Mul(a, b) => {
            let ((a, b), (c, d)) = (of(a.place()), of(b.place()));
            let ends = [(a, c), (a, d), (b, c), (b, d)];
            hull(&ends.map(|(left, right)| left.saturating_mul(right)))
        }
        Node::Abs(a) => {
            let (low, high) = of(a.place());
            (0, low.saturating_abs().max(high.saturating_abs()))
        }
        Node::Pow(a, b) => power(of(a.place()), of(b.place()).1),
        Node::Min(list) | Node::Max(list) => {
            let ends = terms.ints(list).flat_map(|int| <[i128; 2]>::from(of(int.place())));
            hull(&ends.collect::<Vec<i128>>())
        }
        Node::Select(_, a, b) => {
            let ((a, b), (c, d)) = (of(a.place()), of(b.place()));
            (a.min(c), b.max(d))
        }
        Node::Div(a, _) | Node::Mod(a, _) => {
            let (low, high) = of(a.place());
            let most = low.saturating_abs().max(high.saturating_abs());
            (most.saturating_neg(), most)
        }
        _ => (0, 1),
    }
}

/// Returns a range that has all powers of a base up to an exponent.
fn power((low, high): (i128, i128), exponent: i128) -> (i128, i128) {
    let base = low.saturating_abs().max(high.saturating_abs());
    let mut most = 1i128;
    // Beyond 128 doublings any power is as large as it gets.
    for _ in 0..exponent.clamp(0, 128) {
        most = most.saturating_mul(base.max(1));
    }
    (if low < 0 { most.saturating_neg() } else { 0 }, most)
}

/// A piece of text that is still to be written.
enum Piece {
    Term(usize),
    Text(&'static str),
}

/// Returns a term in prefix form, up to [`LONGEST`].
fn written(terms: &Terms, variables: &[Variable], whole: usize) -> String {
    let mut text = String::new();
    let mut open = vec![Piece::Term(whole)];
    while let Some(piece) = open.pop() {
        if text.len() > LONGEST {
            text.push_str("...");
            break;
        }
        let place = match piece {
            Piece::Text(own) => {
                text.push_str(own);
                continue;
            }
            Piece::Term(place) => place,
        };
        let Some(&node) = terms.nodes().get(place) else { continue };
        match node {
            Node::Number(number) => text.push_str(&number.to_string()),
            Node::Truth(truth) => text.push_str(if truth { "1" } else { "0" }),
            Node::Flag(variable) | Node::Variable(variable) => {
                let own = variables.get(variable as usize);
                text.push_str(own.map_or("", |own| own.name.as_str()));
            }
            _ => {
                text.push_str(name(node));
                if let Node::Scale(factor, _) = node {
                    text.push_str(&format!("{factor},"));
                }
                let mut operands = Vec::new();
                terms.each_part(node, &mut |part| {
                    // More would not be written.
                    if operands.len() <= LONGEST {
                        operands.push(part);
                    }
                });
                open.push(Piece::Text(")"));
                for (number, part) in operands.into_iter().enumerate().rev() {
                    open.push(Piece::Term(part));
                    if number > 0 {
                        open.push(Piece::Text(","));
                    }
                }
            }
        }
    }
    text
}

/// Returns the operator of a node, with its bracket.
fn name(node: Node) -> &'static str {
    match node {
        Node::Not(_) => "not(",
        Node::And(_) => "and(",
        Node::Or(_) => "or(",
        Node::Iff(..) | Node::AllAlike(_) => "iff(",
        Node::Choose(..) | Node::Select(..) => "if(",
        Node::Compare(_, relation, _) => match relation {
            Relation::Eq => "eq(",
            Relation::Ne => "ne(",
            Relation::Lt => "lt(",
            Relation::Le => "le(",
            Relation::Gt => "gt(",
            Relation::Ge => "ge(",
        },
        Node::Distinct(_) => "ne(",
        Node::AllEqual(_) => "eq(",
        Node::Odd(_) => "xor(",
        Node::Member(..) => "in(",
        Node::Add(_) => "add(",
        Node::Scale(..) | Node::Mul(..) => "mul(",
        Node::Div(..) => "div(",
        Node::Mod(..) => "mod(",
        Node::Min(_) => "min(",
        Node::Max(_) => "max(",
        Node::Abs(_) => "abs(",
        Node::Pow(..) => "pow(",
        Node::NumberOf(_)
        | Node::Truth(_)
        | Node::Flag(_)
        | Node::Number(_)
        | Node::Variable(_) => "(",
    }
}
