//! Refuses divisors that may be 0: SMT-LIB leaves the result of such a division to each solver.

use parallax_model::flatten::{Int, List, Node, Terms};
use parallax_model::{Model, VarId};

use super::lexer::Lexer;
use super::term::Read;

/// The minimum and the maximum value of an expression; they saturate.
type Range = (i128, i128);

/// Refuses the first divisor whose range contains 0.
///
/// # Errors
/// Returns an error at the place of that divisor.
pub(super) fn refuse_zero(
    lexer: &Lexer<'_>,
    terms: &Terms,
    model: &Model,
    divisors: &[(usize, Int)],
) -> Read<()> {
    if divisors.is_empty() {
        return Ok(());
    }
    let ranges = Ranges::of(terms, model);
    for &(at, divisor) in divisors {
        let (low, high) = ranges.of_int(divisor);
        if low == 0 && high == 0 {
            return Err(lexer.fault(at, "division by 0, whose result SMT-LIB leaves open"));
        }
        if low <= 0 && high >= 0 {
            let message = format!(
                "the divisor '{}' is from {low} to {high}, and SMT-LIB leaves the result of a \
                 division by 0 open; expected bounds that exclude 0",
                lexer.excerpt(at)
            );
            return Err(lexer.fault(at, message));
        }
    }
    Ok(())
}

/// The range of every node; the ranges of truth values are not used.
struct Ranges<'t> {
    terms: &'t Terms,
    ranges: Vec<Range>,
}

impl<'t> Ranges<'t> {
    fn of(terms: &'t Terms, model: &Model) -> Self {
        let mut all = Ranges { terms, ranges: Vec::with_capacity(terms.nodes().len()) };
        for &node in terms.nodes() {
            let range = all.node(node, model);
            all.ranges.push(range);
        }
        all
    }

    fn of_int(&self, term: Int) -> Range {
        self.ranges[term.place()]
    }

    fn all(&self, list: List) -> impl Iterator<Item = Range> {
        self.terms.ints(list).map(|part| self.of_int(part))
    }

    fn node(&self, node: Node, model: &Model) -> Range {
        match node {
            Node::Number(number) => (number.into(), number.into()),
            Node::Variable(variable) => {
                let domain = model.domain(VarId::new(variable as usize));
                // A variable without values has no range that contains 0.
                (domain.min().unwrap_or(1).into(), domain.max().unwrap_or(1).into())
            }
            Node::Add(list) => self.all(list).fold((0, 0), |(low, high), part| {
                (low.saturating_add(part.0), high.saturating_add(part.1))
            }),
            Node::Scale(factor, part) => product((factor.into(), factor.into()), self.of_int(part)),
            Node::Mul(a, b) => product(self.of_int(a), self.of_int(b)),
            Node::Select(_, a, b) => hull([self.of_int(a), self.of_int(b)].into_iter()),
            Node::Min(list) => {
                let end = |of: fn(Range) -> i128| self.all(list).map(of).min().unwrap_or(0);
                (end(|range| range.0), end(|range| range.1))
            }
            Node::Max(list) => {
                let end = |of: fn(Range) -> i128| self.all(list).map(of).max().unwrap_or(0);
                (end(|range| range.0), end(|range| range.1))
            }
            Node::Abs(part) => {
                let (low, high) = self.of_int(part);
                (0.max(low).max(high.saturating_neg()), high.max(low.saturating_neg()))
            }
            // Up to sign, both results are between 0 and the dividend, whatever the divisor.
            Node::Div(a, _) | Node::Mod(a, _) => {
                let (low, high) = self.of_int(a);
                let most = low.saturating_abs().max(high.saturating_abs());
                (most.saturating_neg(), most)
            }
            _ => (0, 1),
        }
    }
}

fn product((a, b): Range, (c, d): Range) -> Range {
    let ends = [(a, c), (a, d), (b, c), (b, d)];
    hull(ends.map(|(x, y)| x.saturating_mul(y)).map(|end| (end, end)).into_iter())
}

fn hull(ranges: impl Iterator<Item = Range>) -> Range {
    let whole = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    whole.unwrap_or((0, 0))
}
