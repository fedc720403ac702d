//! Random models by expressions, with their solutions by the meaning of the expressions.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::flatten::{
    BoolExpression, ExpressionDag, ExpressionValues, IntExpression, SourceExpressions,
};
use parallax_model::{ComparisonOperator, Domain, Model, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Draws a model with two assertions, and returns it with its solutions. Divisions are by constants
/// other than 0.
pub(crate) fn draw_by_expressions(seed: u64, has_divisions: bool) -> (Model, BTreeSet<Vec<Value>>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw =
        ExpressionDraw { terms: ExpressionDag::default(), known: Vec::new(), has_divisions };
    let mut model = declare();
    let roots: Vec<BoolExpression> = (0..2).map(|_| draw.truth(&mut rng, 3)).collect();
    let solutions = solutions(&model, &draw.terms, &roots);
    model.keep_expressions(SourceExpressions {
        terms: Arc::new(draw.terms),
        truths: vec![true, true, false, false],
        assertions: roots.iter().map(|&root| ("it holds".into(), root)).collect(),
        constraints: 0..0,
    });
    (model, solutions)
}

/// The expressions so far, some of which are used again.
struct ExpressionDraw {
    terms: ExpressionDag,
    known: Vec<BoolExpression>,
    has_divisions: bool,
}

/// Returns the variables of all expressions: two truth values and two numbers.
fn declare() -> Model {
    let mut model = Model::new("expressions");
    for name in ["p", "q"] {
        model.add_shown(name, Domain::boolean()).expect("a variable");
    }
    model.add_shown("x", Domain::from_range(-2, 2)).expect("a variable");
    model.add_shown("y", Domain::from_values([-3, 0, 1, 4])).expect("a variable");
    model
}

impl ExpressionDraw {
    /// Draws a truth value, which reuses earlier ones from time to time.
    fn truth(&mut self, rng: &mut ChaCha8Rng, depth: u32) -> BoolExpression {
        if !self.known.is_empty() && rng.random_bool(0.15) {
            return self.known[rng.random_range(0..self.known.len())];
        }
        let kind = if depth == 0 { rng.random_range(0..2) } else { rng.random_range(1..11) };
        let relation = ComparisonOperator::ALL[rng.random_range(0..6)];
        let count = rng.random_range(0..4);
        let set = Domain::from_values((0..count).map(|_| rng.random_range(-4..5)));
        let next = depth.saturating_sub(1);
        let mut bools: Vec<BoolExpression> = Vec::new();
        let mut ints: Vec<IntExpression> = Vec::new();
        if depth > 0 {
            bools = (0..3).map(|_| self.truth(rng, next)).collect();
        }
        ints.extend((0..3).map(|_| self.number(rng, next)));
        let term = match kind {
            0 => self.terms.add_flag(rng.random_range(0..2)),
            1 => self.terms.add_comparison(ints[0], relation, ints[1]),
            2 => self.terms.add_not(bools[0]),
            3 => self.terms.add_and(&bools[..count]),
            4 => self.terms.add_or(&bools[..count]),
            5 => self.terms.add_iff(bools[0], bools[1]),
            6 => self.terms.add_bool_choice(bools[0], bools[1], bools[2]),
            7 => self.terms.add_distinct(&ints[..count]),
            8 => self.terms.all_equal(&ints[..count]),
            9 if count < 2 => self.terms.all_alike(&bools[..]),
            9 => self.terms.add_parity(&bools[..count]),
            _ => self.terms.add_member(ints[0], set),
        };
        self.known.push(term);
        term
    }

    fn number(&mut self, rng: &mut ChaCha8Rng, depth: u32) -> IntExpression {
        let kind = if depth == 0 { rng.random_range(0..2) } else { rng.random_range(0..11) };
        let next = depth.saturating_sub(1);
        match kind {
            0 => self.terms.add_variable(rng.random_range(2..4)),
            1 => self.terms.add_number(rng.random_range(-3..4)),
            2 | 3 => {
                let parts =
                    [self.number(rng, next), self.number(rng, next), self.number(rng, next)];
                if kind == 2 {
                    self.terms.add_sum(&parts)
                } else {
                    self.terms.add_min(&parts).expect("operands")
                }
            }
            4 => {
                let inner = self.number(rng, next);
                self.terms.add_multiple(rng.random_range(-3..4), inner)
            }
            5 | 6 => {
                let (a, b) = (self.number(rng, next), self.number(rng, next));
                if kind == 5 {
                    self.terms.add_product(a, b)
                } else {
                    self.terms.add_max(&[a, b]).expect("operands")
                }
            }
            7 | 8 if self.has_divisions => {
                let (inner, by) = (self.number(rng, next), [-2, -1, 2, 3][rng.random_range(0..4)]);
                let by = self.terms.add_number(by);
                if kind == 7 {
                    self.terms.add_quotient(inner, by)
                } else {
                    self.terms.add_remainder(inner, by)
                }
            }
            9 => {
                let inner = self.number(rng, next);
                self.terms.add_abs(inner)
            }
            _ => {
                let when = self.truth(rng, next);
                let (then, other) = (self.number(rng, next), self.number(rng, next));
                if rng.random_bool(0.5) {
                    self.terms.add_int_choice(when, then, other)
                } else {
                    self.terms.number_of(when)
                }
            }
        }
    }
}

/// Returns the solutions by the meaning of the expressions.
fn solutions(
    model: &Model,
    terms: &ExpressionDag,
    roots: &[BoolExpression],
) -> BTreeSet<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |one: Vec<Value>| {
            let values = variable.domain.iter();
            values.map(move |value| [&one[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let holds = |one: &Vec<Value>| {
        let values = ExpressionValues::evaluate_nodes(terms, one);
        roots.iter().all(|&root| values.bool_value(root) == Some(true))
    };
    all.into_iter().filter(holds).collect()
}
