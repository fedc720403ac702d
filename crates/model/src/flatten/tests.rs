//! Flattened expressions have the solutions of the original expressions, each exactly once.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Bool, Flattener, Gap, Int, List, Node, Terms, Values};
use crate::{Domain, Model, Relation, Value};

/// Draws random expressions, which reuse earlier subexpressions from time to time.
struct Draw {
    random: ChaCha8Rng,
    terms: Terms,
    bools: Vec<Bool>,
    ints: Vec<Int>,
}

impl Draw {
    fn bool(&mut self, depth: u32) -> Bool {
        let (random, known) = (&mut self.random, self.bools.len());
        if known > 0 && random.random_bool(0.2) {
            return self.bools[random.random_range(0..known)];
        }
        let most = if depth == 0 { 3 } else { 9 };
        let next = depth.saturating_sub(1);
        let kind = random.random_range(0..most);
        let term = match kind {
            0 => {
                let variable = random.random_range(0..2);
                self.terms.flag(variable)
            }
            1 => {
                let value = random.random_bool(0.5);
                self.terms.truth(value)
            }
            2 => {
                let relation = Relation::ALL[random.random_range(0..6)];
                let (a, b) = (self.int(depth), self.int(depth));
                self.terms.compare(a, relation, b)
            }
            3 => {
                let part = self.bool(next);
                self.terms.not(part)
            }
            4 | 5 => {
                let count = random.random_range(0..4);
                let parts: Vec<Bool> = (0..count).map(|_| self.bool(next)).collect();
                if kind == 4 { self.terms.and(&parts) } else { self.terms.or(&parts) }
            }
            6 => {
                let (a, b) = (self.bool(next), self.bool(next));
                self.terms.iff(a, b)
            }
            7 => {
                let (a, b, c) = (self.bool(next), self.bool(next), self.bool(next));
                self.terms.choose(a, b, c)
            }
            _ => {
                let parts: Vec<Int> = (0..3).map(|_| self.int(next)).collect();
                self.terms.distinct(&parts)
            }
        };
        self.bools.push(term);
        term
    }

    fn int(&mut self, depth: u32) -> Int {
        let (random, known) = (&mut self.random, self.ints.len());
        if known > 0 && random.random_bool(0.3) {
            return self.ints[random.random_range(0..known)];
        }
        let most = if depth == 0 { 2 } else { 10 };
        let next = depth.saturating_sub(1);
        let term = match random.random_range(0..most) {
            0 => {
                let number = random.random_range(-3..4);
                self.terms.number(number)
            }
            1 => {
                let variable = random.random_range(2..4);
                self.terms.variable(variable)
            }
            2 => {
                let count = random.random_range(0..4);
                let parts: Vec<Int> = (0..count).map(|_| self.int(next)).collect();
                self.terms.sum(&parts)
            }
            3 => {
                let factor = random.random_range(-2..3);
                let part = self.int(next);
                self.terms.scale(factor, part)
            }
            4 => {
                let (a, b, c) = (self.bool(next), self.int(next), self.int(next));
                self.terms.select(a, b, c)
            }
            5 => {
                let part = self.int(next);
                self.terms.abs(part)
            }
            6 => {
                let count = self.random.random_range(1..4);
                let parts: Vec<Int> = (0..count).map(|_| self.int(next)).collect();
                let largest = self.random.random_bool(0.5);
                if largest { self.terms.max(&parts) } else { self.terms.min(&parts) }.unwrap()
            }
            kind => {
                let (a, b) = (self.int(next), self.int(next));
                match kind {
                    7 => self.terms.product(a, b),
                    8 => self.terms.quotient(a, b),
                    _ => self.terms.remainder(a, b),
                }
            }
        };
        self.ints.push(term);
        term
    }
}

pub(super) fn holds(terms: &Terms, expr: Bool, v: &[Value]) -> bool {
    let holds = |part: Bool| holds(terms, part, v);
    let number = |part: Int| number(terms, part, v);
    match terms.of_bool(expr) {
        Node::Truth(value) => value,
        Node::Flag(i) => v[i as usize] == 1,
        Node::Not(a) => !holds(a),
        Node::And(parts) => terms.bools(parts).all(holds),
        Node::Or(parts) => terms.bools(parts).any(holds),
        Node::Iff(a, b) => holds(a) == holds(b),
        Node::Choose(c, a, b) => holds(if holds(c) { a } else { b }),
        Node::Compare(a, relation, b) => {
            number(a).zip(number(b)).is_some_and(|(a, b)| relation.holds(a, b))
        }
        Node::Distinct(parts) => {
            let all: Option<Vec<i64>> = terms.ints(parts).map(number).collect();
            all.is_some_and(|all| (0..all.len()).all(|i| !all[..i].contains(&all[i])))
        }
        other => panic!("{other:?} is no truth value"),
    }
}

/// Evaluates an integer expression; `None` if it is undefined.
fn number(terms: &Terms, expr: Int, v: &[Value]) -> Option<i64> {
    let number = |part: Int| number(terms, part, v);
    let numbers = |list: List| terms.ints(list).map(number).collect::<Option<Vec<i64>>>();
    match terms.of_int(expr) {
        Node::Number(number) => Some(number),
        Node::Variable(i) => Some(v[i as usize].into()),
        Node::Add(parts) => Some(numbers(parts)?.iter().sum()),
        Node::Scale(factor, a) => Some(factor * number(a)?),
        Node::Select(c, a, b) => number(if holds(terms, c, v) { a } else { b }),
        Node::Mul(a, b) => Some(number(a)? * number(b)?),
        Node::Div(a, b) => number(a)?.checked_div(number(b)?),
        Node::Mod(a, b) => number(a)?.checked_rem(number(b)?),
        Node::Min(parts) => numbers(parts)?.into_iter().min(),
        Node::Max(parts) => numbers(parts)?.into_iter().max(),
        Node::Abs(a) => Some(number(a)?.abs()),
        other => panic!("{other:?} is no integer"),
    }
}

/// Counts the values of the variables from `values.len()` on that satisfy the model; hidden
/// variables are tried until two are found.
pub(super) fn count(model: &Model, values: &mut Vec<Value>) -> usize {
    let decided = model
        .constraints()
        .iter()
        .filter(|posted| posted.constraint.scope().iter().all(|v| v.index() < values.len()));
    let mut padded = values.clone();
    padded.resize(model.variables().len(), 0);
    let assignment = crate::Assignment::new(&padded, model);
    use crate::Kind;
    if decided.into_iter().any(|posted| !posted.constraint.holds(assignment)) {
        return 0;
    }
    let Some(variable) = model.variables().get(values.len()) else { return 1 };
    let mut total = 0;
    for value in variable.domain.iter() {
        values.push(value);
        total += count(model, values);
        values.pop();
        if total > 1 {
            break;
        }
    }
    total
}

#[test]
fn expressions_keep_their_solutions() {
    let mut undefined = 0;
    for seed in 0..1500 {
        let random = ChaCha8Rng::seed_from_u64(seed);
        let terms = Terms::default();
        let mut draw = Draw { random, terms, bools: Vec::new(), ints: Vec::new() };
        let asserted: Vec<Bool> = (0..1 + seed % 2).map(|_| draw.bool(2)).collect();
        let terms = draw.terms;
        let mut model = Model::new("flat");
        for i in 0..4 {
            let domain = if i < 2 { Domain::boolean() } else { Domain::range(-1, 2) };
            model.add_shown(format!("x{i}"), domain).unwrap();
        }
        let mut flattener = Flattener::new(&mut model, &terms);
        flattener.most_rows = if seed % 3 == 0 { flattener.most_rows } else { 0 };
        asserted.iter().for_each(|&term| flattener.assert("a", term).unwrap());
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for x in -1..3 {
                for y in -1..3 {
                    let mut values = vec![a, b, x, y];
                    let all = asserted.iter().all(|&term| holds(&terms, term, &values));
                    let evaluated = Values::of(&terms, &values);
                    for &term in &draw.bools {
                        let expected = holds(&terms, term, &values);
                        assert_eq!(evaluated.bool(term), Some(expected), "{seed}: {terms:?}");
                    }
                    for &term in &draw.ints {
                        let expected = number(&terms, term, &values).map(i128::from);
                        undefined += usize::from(expected.is_none());
                        let found = evaluated.int(term);
                        assert_eq!(found, expected.ok_or(Gap::Undefined), "{seed}: {terms:?}");
                    }
                    let found = count(&model, &mut values);
                    assert_eq!(found, usize::from(all), "{seed}: {asserted:?} {terms:?}");
                }
            }
        }
    }
    assert!(undefined > 1000, "{undefined} times a divisor is 0");
}

/// Returns a model of `count` integers from 0 to 9.
pub(super) fn integers(count: usize) -> Model {
    let mut model = Model::new("flat");
    for i in 0..count {
        model.add_shown(format!("x{i}"), Domain::range(0, 9)).unwrap();
    }
    model
}

#[test]
fn shared_parts_are_flattened_once() {
    let mut terms = Terms::default();
    let (x, five) = (terms.variable(0), terms.number(5));
    let (mut truth, mut int) = (terms.compare(x, Relation::Lt, five), x);
    for _ in 0..1000 {
        truth = terms.iff(truth, truth);
        int = terms.select(truth, int, x);
    }
    let same = terms.compare(int, Relation::Eq, five);
    let all = terms.and(&[same, truth]);
    let mut again = terms.and(&[all, all]);
    for _ in 0..100 {
        again = terms.and(&[again, again]);
    }
    let mut model = integers(1);
    Flattener::new(&mut model, &terms).assert("a", again).unwrap();
    assert!(model.constraints().len() < 10_000, "{}", model.constraints().len());
}

#[test]
fn nesting_may_be_deep() {
    const DEEP: usize = 200_000;
    let mut terms = Terms::default();
    let (zero, mut sum) = (terms.number(0), terms.number(0));
    let mut truth = terms.truth(true);
    for i in 0..DEEP {
        let x = terms.variable(i % 1000);
        let rest = terms.scale(-1, sum);
        sum = terms.sum(&[x, rest]);
        truth = if i % 2 == 0 { terms.not(truth) } else { terms.and(&[truth]) };
    }
    let compared = terms.compare(sum, Relation::Le, zero);
    let all = terms.and(&[compared, truth]);
    let mut model = integers(1000);
    let mut flattener = Flattener::new(&mut model, &terms);
    flattener.assert("a", all).unwrap();
    assert!(flattener.steps < 10 * DEEP, "{} steps", flattener.steps);
    assert_eq!(model.variables().len(), 1000);
}

#[test]
fn what_grows_beyond_the_limit_is_refused() {
    let mut terms = Terms::default();
    let (zero, mut sum) = (terms.number(0), terms.number(0));
    let mut all = Vec::new();
    for i in 0..2000 {
        let x = terms.variable(i);
        sum = terms.sum(&[sum, x]);
        all.push(terms.compare(sum, Relation::Ge, zero));
    }
    let mut model = integers(2000);
    let mut flattener = Flattener::new(&mut model, &terms);
    flattener.most_steps = 1_000_000;
    let refused = all.iter().find_map(|&term| flattener.assert("a", term).err()).unwrap();
    assert_eq!(refused, "the expressions take more than 1000000 steps to write out");
}

/// Adds `count` expressions `x + 1`, each of another variable, and the expression that all differ.
fn shifted(terms: &mut Terms, count: usize) -> Bool {
    let one = terms.number(1);
    let mut parts = Vec::new();
    for i in 0..count {
        let x = terms.variable(i);
        parts.push(terms.sum(&[x, one]));
    }
    terms.distinct(&parts)
}

#[test]
fn many_different_sums_take_linear_room() {
    let mut terms = Terms::default();
    let all = shifted(&mut terms, 2000);
    let mut model = integers(2000);
    Flattener::new(&mut model, &terms).assert("a", all).unwrap();
    assert_eq!(model.constraints().len(), 2001);
    assert_eq!(model.variables().len(), 4000);
}

#[test]
fn many_different_sums_are_refused_within_others() {
    let mut terms = Terms::default();
    let all = shifted(&mut terms, 1001);
    let other = terms.not(all);
    let mut model = integers(1001);
    let refused = Flattener::new(&mut model, &terms).assert("a", other).unwrap_err();
    assert!(refused.starts_with("a 'distinct' of 1001 parts within another"), "{refused}");
}

#[test]
fn flattening_ends_when_it_is_time_to() {
    let mut terms = Terms::default();
    let all = shifted(&mut terms, 2000);
    let mut model = integers(2000);
    let mut flattener = Flattener::new(&mut model, &terms).until(&|| true);
    assert_eq!(flattener.assert("a", all).unwrap_err(), "stopped");
}
