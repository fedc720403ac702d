//! Random expressions, their meaning once more, and the solutions of flat models, for tests.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{BoolExpression, DagNode, ExpressionDag, IntExpression, OperandList};
use crate::{ComparisonOperator, Domain, Kind, Model, ModelAssignment, Value};

/// Draws random expressions, which reuse earlier subexpressions from time to time.
pub(super) struct ExpressionSampler {
    random: ChaCha8Rng,
    pub(super) terms: ExpressionDag,
    pub(super) bools: Vec<BoolExpression>,
    pub(super) ints: Vec<IntExpression>,
}

impl ExpressionSampler {
    pub(super) fn new(random: ChaCha8Rng) -> Self {
        ExpressionSampler {
            random,
            terms: ExpressionDag::default(),
            bools: Vec::new(),
            ints: Vec::new(),
        }
    }

    /// Draws a truth value; of depth 0, it is a leaf or compares leaves.
    pub(super) fn bool(&mut self, depth: u32) -> BoolExpression {
        let (random, known) = (&mut self.random, self.bools.len());
        // Reuse makes shared nodes, which flattening treats differently from nodes with one user.
        if known > 0 && random.random_bool(0.2) {
            return self.bools[random.random_range(0..known)];
        }
        let kind_count = if depth == 0 { 3 } else { 14 };
        let next = depth.saturating_sub(1);
        let kind: u32 = random.random_range(0..kind_count);
        let term = match kind {
            0 => {
                let variable = random.random_range(0..2);
                self.terms.add_flag(variable)
            }
            1 => {
                let value = random.random_bool(0.5);
                self.terms.add_truth(value)
            }
            2 => {
                let relation = ComparisonOperator::ALL[random.random_range(0..6)];
                let (a, b) = (self.int(depth), self.int(depth));
                self.terms.add_comparison(a, relation, b)
            }
            3 => {
                let part = self.bool(next);
                self.terms.add_not(part)
            }
            4 | 5 => {
                let count = random.random_range(0..4);
                let parts: Vec<BoolExpression> = (0..count).map(|_| self.bool(next)).collect();
                if kind == 4 { self.terms.add_and(&parts) } else { self.terms.add_or(&parts) }
            }
            6 => {
                let (a, b) = (self.bool(next), self.bool(next));
                self.terms.add_iff(a, b)
            }
            7 => {
                let (a, b, c) = (self.bool(next), self.bool(next), self.bool(next));
                self.terms.add_bool_choice(a, b, c)
            }
            _ => self.statement(kind, depth),
        };
        self.bools.push(term);
        term
    }

    /// Draws a statement about several operands or a number.
    fn statement(&mut self, kind: u32, depth: u32) -> BoolExpression {
        let next = depth.saturating_sub(1);
        let count = self.random.random_range(0..5);
        match kind {
            8 | 9 => {
                let parts: Vec<IntExpression> = (0..count).map(|_| self.int(next)).collect();
                if kind == 8 {
                    self.terms.add_distinct(&parts)
                } else {
                    self.terms.all_equal(&parts)
                }
            }
            10 | 11 => {
                let parts: Vec<BoolExpression> = (0..count).map(|_| self.bool(next)).collect();
                if kind == 10 {
                    self.terms.add_parity(&parts)
                } else {
                    self.terms.all_alike(&parts)
                }
            }
            12 => {
                let part = self.int(depth);
                let sets = [vec![(0, 1)], vec![(-9, -1), (2, 2), (4, 900)], vec![], vec![(1, 1)]];
                let many = vec![(-7, -6), (-4, -3), (0, 0), (2, 3), (5, 5), (7, 7), (9, 9)];
                let set = sets.into_iter().nth(self.random.random_range(0..6)).unwrap_or(many);
                self.terms.add_member(part, Domain::from_intervals(set))
            }
            _ => {
                let part = self.int(depth);
                self.terms.is_nonzero(part)
            }
        }
    }

    fn int(&mut self, depth: u32) -> IntExpression {
        let (random, known) = (&mut self.random, self.ints.len());
        if known > 0 && random.random_bool(0.3) {
            return self.ints[random.random_range(0..known)];
        }
        let kind_count = if depth == 0 { 2 } else { 13 };
        let next = depth.saturating_sub(1);
        let term = match random.random_range(0..kind_count) {
            0 => {
                let number = random.random_range(-3..4);
                self.terms.add_number(number)
            }
            1 => {
                let variable = random.random_range(2..4);
                self.terms.add_variable(variable)
            }
            2 => {
                let count = random.random_range(0..4);
                let parts: Vec<IntExpression> = (0..count).map(|_| self.int(next)).collect();
                self.terms.add_sum(&parts)
            }
            3 => {
                let factor = random.random_range(-2..3);
                let part = self.int(next);
                self.terms.add_multiple(factor, part)
            }
            4 => {
                let (a, b, c) = (self.bool(next), self.int(next), self.int(next));
                self.terms.add_int_choice(a, b, c)
            }
            5 => {
                let part = self.int(next);
                self.terms.add_abs(part)
            }
            6 => {
                let count = self.random.random_range(1..4);
                let parts: Vec<IntExpression> = (0..count).map(|_| self.int(next)).collect();
                let largest = self.random.random_bool(0.5);
                if largest { self.terms.add_max(&parts) } else { self.terms.add_min(&parts) }
                    .unwrap()
            }
            7 => {
                let part = self.bool(next);
                self.terms.number_of(part)
            }
            kind => {
                let (a, b) = (self.int(next), self.int(next));
                match kind {
                    8 => self.terms.add_product(a, b),
                    9 => self.terms.add_quotient(a, b),
                    10 => self.terms.add_remainder(a, b),
                    11 => self.terms.add_power(a, b),
                    _ => self.terms.add_distance(a, b),
                }
            }
        };
        self.ints.push(term);
        term
    }
}

/// The value of each node under an assignment, a truth value as 0 or 1; `None` if it is undefined.
pub(super) struct PlainValues(Vec<Option<i128>>);

impl PlainValues {
    pub(super) fn holds(&self, term: BoolExpression) -> bool {
        self.0[term.node_index()] == Some(1)
    }

    pub(super) fn int(&self, term: IntExpression) -> Option<i128> {
        self.0[term.node_index()]
    }

    /// Returns whether each node at and below a place is defined.
    pub(super) fn is_whole(&self, terms: &ExpressionDag, place: usize) -> bool {
        let (mut open, mut seen) = (vec![place], vec![false; terms.all_nodes().len()]);
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            if self.0[place].is_none() {
                return false;
            }
            terms.each_part(terms.all_nodes()[place], &mut |part| open.push(part));
        }
        true
    }

    fn numbers(&self, terms: &ExpressionDag, list: OperandList) -> Option<Vec<i128>> {
        terms.int_operands(list).map(|part| self.int(part)).collect()
    }

    fn truth(&self, terms: &ExpressionDag, node: DagNode, v: &[Value]) -> Option<bool> {
        let numbers = |list: OperandList| self.numbers(terms, list);
        let trues =
            |list: OperandList| terms.bool_operands(list).filter(|&part| self.holds(part)).count();
        Some(match node {
            DagNode::Truth(value) => value,
            DagNode::Flag(i) => v[i as usize] == 1,
            DagNode::Not(a) => !self.holds(a),
            DagNode::And(parts) => terms.bool_operands(parts).all(|part| self.holds(part)),
            DagNode::Or(parts) => terms.bool_operands(parts).any(|part| self.holds(part)),
            DagNode::Iff(a, b) => self.holds(a) == self.holds(b),
            DagNode::Choose(c, a, b) => self.holds(if self.holds(c) { a } else { b }),
            DagNode::Compare(a, relation, b) => self
                .int(a)
                .zip(self.int(b))
                .is_some_and(|(a, b)| relation.holds_between((a - b).signum() as i64, 0)),
            DagNode::Distinct(parts) => numbers(parts)
                .is_some_and(|all| (0..all.len()).all(|i| !all[..i].contains(&all[i]))),
            DagNode::AllEqual(parts) => {
                numbers(parts).is_some_and(|all| all.iter().all(|number| number == &all[0]))
            }
            DagNode::AllAlike(parts) => {
                trues(parts) == 0 || trues(parts) == terms.bool_operands(parts).len()
            }
            DagNode::Odd(parts) => trues(parts) % 2 == 1,
            DagNode::Member(a, set) => {
                let mut runs = terms.constant_set(set).intervals();
                self.int(a).is_some_and(|a| {
                    runs.any(|(low, high)| (low.into()..=high.into()).contains(&a))
                })
            }
            _ => return None,
        })
    }

    fn number(&self, terms: &ExpressionDag, node: DagNode, v: &[Value]) -> Option<i128> {
        let number = |part: IntExpression| self.int(part);
        let numbers = |list: OperandList| self.numbers(terms, list);
        match node {
            DagNode::Number(number) => Some(number.into()),
            DagNode::Variable(i) => Some(v[i as usize].into()),
            DagNode::Add(parts) => Some(numbers(parts)?.iter().sum()),
            DagNode::Scale(factor, a) => Some(i128::from(factor) * number(a)?),
            DagNode::Select(c, a, b) => number(if self.holds(c) { a } else { b }),
            DagNode::Mul(a, b) => Some(number(a)? * number(b)?),
            DagNode::Div(a, b) => number(a)?.checked_div(number(b)?),
            DagNode::Mod(a, b) => number(a)?.checked_rem(number(b)?),
            DagNode::Min(parts) => numbers(parts)?.into_iter().min(),
            DagNode::Max(parts) => numbers(parts)?.into_iter().max(),
            DagNode::Abs(a) => Some(number(a)?.abs()),
            DagNode::Pow(a, b) => {
                let (a, b) = (number(a)?, number(b)?);
                (b >= 0).then(|| (0..b).fold(1, |power, _| power * a))
            }
            DagNode::NumberOf(a) => Some(self.holds(a).into()),
            other => panic!("{other:?} is no integer"),
        }
    }
}

/// Evaluates all nodes.
pub(super) fn plain(terms: &ExpressionDag, v: &[Value]) -> PlainValues {
    let mut all = PlainValues(Vec::new());
    for &node in terms.all_nodes() {
        let value = match all.truth(terms, node, v) {
            Some(truth) => Some(truth.into()),
            None => all.number(terms, node, v),
        };
        all.0.push(value);
    }
    all
}

pub(super) fn holds(terms: &ExpressionDag, expr: BoolExpression, v: &[Value]) -> bool {
    plain(terms, v).holds(expr)
}

/// Finds the values of the hidden variables, which follow the shown ones.
pub(super) struct Extender<'m> {
    model: &'m Model,
    /// By variable: the constraints of which it is the last one. One without variables is with the
    /// first.
    by_last: Vec<Vec<usize>>,
}

impl<'m> Extender<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mut by_last = vec![Vec::new(); model.variables().len()];
        for (place, posted) in model.constraints().iter().enumerate() {
            // A constraint can be checked once its last variable has a value.
            let last = posted.constraint.scope().iter().map(|v| v.index()).max();
            by_last[last.unwrap_or(0)].push(place);
        }
        Extender { model, by_last }
    }

    /// Returns the number of values of all hidden variables together.
    pub(super) fn hidden_values(&self) -> u64 {
        let hidden = self.model.variables().iter().filter(|variable| !variable.shown);
        hidden.map(|variable| variable.domain.len()).sum()
    }

    /// Counts the solutions with these values of the first variables, up to two.
    pub(super) fn count(&self, values: &[Value]) -> usize {
        let mut all = values.to_vec();
        all.resize(self.model.variables().len(), 0);
        // The constraints among the given values alone decide first.
        let holds = (0..values.len()).all(|level| self.holds(&all, level));
        if holds { self.extensions(&mut all, values.len()) } else { 0 }
    }

    /// Returns the first solution with these values of the first variables.
    pub(super) fn solution(&self, values: &[Value]) -> Option<Vec<Value>> {
        let mut all = values.to_vec();
        for level in all.len()..self.model.variables().len() {
            let domain = self.model.domain(crate::VarId::new(level));
            let fits = |value: &Value| self.count(&[&all[..], &[*value]].concat()) > 0;
            let value = domain.iter().find(fits)?;
            all.push(value);
        }
        (self.count(&all) == 1).then_some(all)
    }

    fn holds(&self, all: &[Value], level: usize) -> bool {
        let assignment = ModelAssignment::new(all, self.model);
        let constraints = self.model.constraints();
        self.by_last[level].iter().all(|&place| constraints[place].constraint.holds(assignment))
    }

    fn extensions(&self, all: &mut Vec<Value>, level: usize) -> usize {
        let Some(variable) = self.model.variables().get(level) else { return 1 };
        let mut total = 0;
        for value in variable.domain.iter() {
            all[level] = value;
            if self.holds(all, level) {
                total += self.extensions(all, level + 1);
            }
            // Tests ask whether there are no extensions, one or more, so two are enough.
            if total > 1 {
                break;
            }
        }
        total
    }
}
