//! Refuses divisors that may be 0: SMT-LIB leaves the result of such a division to each solver.

use parallax_model::flatten::{Bool, Bounds, Int, List, Node, Terms};
use parallax_model::instance::InputError;
use parallax_model::{Model, Relation, VarId};

use super::lexer::Lexer;

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
) -> Result<(), InputError> {
    if divisors.is_empty() {
        return Ok(());
    }
    let ranges = Ranges::of(terms, &|variable| {
        let domain = model.domain(VarId::new(variable as usize));
        // A variable without values has no range that contains 0.
        (domain.min().unwrap_or(1).into(), domain.max().unwrap_or(1).into())
    });
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

/// Whether no divisor can be 0 where the variables are within bounds.
pub(super) fn exclude_zero(terms: &Terms, bounds: &[Bounds]) -> bool {
    let ranges = Ranges::of(terms, &|variable| {
        let Bounds { low, high } = bounds.get(variable as usize).copied().unwrap_or_default();
        match (low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX)) {
            (low, high) if low > high => (1, 1),
            range => range,
        }
    });
    terms.nodes().iter().all(|&node| match node {
        Node::Div(_, divisor) | Node::Mod(_, divisor) => {
            let (low, high) = ranges.of_int(divisor);
            low > 0 || high < 0
        }
        _ => true,
    })
}

/// The range of every node; the ranges of truth values are not used.
struct Ranges<'t> {
    terms: &'t Terms,
    ranges: Vec<Range>,
}

impl<'t> Ranges<'t> {
    /// Finds the ranges from those of the variables.
    fn of(terms: &'t Terms, variable: &dyn Fn(u32) -> Range) -> Self {
        let mut all = Ranges { terms, ranges: Vec::with_capacity(terms.nodes().len()) };
        for &node in terms.nodes() {
            let range = all.node(node, variable);
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

    fn node(&self, node: Node, variable: &dyn Fn(u32) -> Range) -> Range {
        match node {
            Node::Number(number) => (number.into(), number.into()),
            Node::Variable(place) => variable(place),
            Node::Add(list) => self.all(list).fold((0, 0), |(low, high), part| {
                (low.saturating_add(part.0), high.saturating_add(part.1))
            }),
            Node::Scale(factor, part) => product((factor.into(), factor.into()), self.of_int(part)),
            Node::Mul(a, b) => product(self.of_int(a), self.of_int(b)),
            Node::Select(condition, a, b) => self.chosen(condition, a, b),
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
            Node::Div(a, b) => quotient(self.of_int(a), self.of_int(b)),
            Node::Mod(a, b) => remainder(self.of_int(a), self.of_int(b)),
            _ => (0, 1),
        }
    }

    /// The range of a choice between two expressions.
    fn chosen(&self, condition: Bool, then: Int, other: Int) -> Range {
        let (chosen, rest) = (self.of_int(then), self.of_int(other));
        let Node::Compare(left, Relation::Lt, right) = self.terms.of_bool(condition) else {
            return hull([chosen, rest].into_iter());
        };
        if self.of_int(left).0 >= self.of_int(right).1 {
            return rest;
        }
        match self.terms.of_int(other) {
            // The remainder of the language, `other + |divisor|` where `other` is negative, is never
            // negative and below the divisor's magnitude.
            Node::Mod(_, divisor) if left == other => (0, largest(self.of_int(divisor)) - 1),
            _ => hull([chosen, rest].into_iter()),
        }
    }
}

/// The largest magnitude in a range.
fn largest((low, high): Range) -> i128 {
    low.saturating_abs().max(high.saturating_abs())
}

/// The range of a quotient that is truncated. Up to sign it is between 0 and the dividend; if the
/// divisor has one sign, the ends are those of the quotients of the ends.
fn quotient((a, b): Range, (c, d): Range) -> Range {
    if c <= 0 && d >= 0 {
        let most = largest((a, b));
        return (most.saturating_neg(), most);
    }
    let ends = [(a, c), (a, d), (b, c), (b, d)];
    hull(ends.map(|(x, y)| x.saturating_div(y)).map(|end| (end, end)).into_iter())
}

/// The range of a remainder with the sign of the dividend: its magnitude is below that of the
/// divisor, and at most that of the dividend.
fn remainder(dividend: Range, divisor: Range) -> Range {
    let below = largest(divisor).saturating_sub(1).max(0);
    (dividend.0.min(0).max(-below), dividend.1.max(0).min(below))
}

fn product((a, b): Range, (c, d): Range) -> Range {
    let ends = [(a, c), (a, d), (b, c), (b, d)];
    hull(ends.map(|(x, y)| x.saturating_mul(y)).map(|end| (end, end)).into_iter())
}

fn hull(ranges: impl Iterator<Item = Range>) -> Range {
    let whole = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    whole.unwrap_or((0, 0))
}
