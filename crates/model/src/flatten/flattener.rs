//! The flattener: one model that grows while expressions are posted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use compact_str::format_compact;
use hashbrown::DefaultHashBuilder;

use super::divide::DivisionResult;
use super::error::FlattenError;
use super::expr::{ExpressionDag, IntExpression};
use super::shared_truths::ComparisonKey;
use super::sum::LinearSum;
use crate::{
    AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Domain, Implies, Linear,
    LinearTerm, MAX_VALUE, Model, Value, VarId,
};

/// Maximum number of steps of flattening: nodes, written terms of sums, and
/// [`STEPS_PER_CONSTRAINT`] for each constraint. It bounds the memory: a script of 100 MB stays
/// below it, and one that grows exponentially through shared names does not.
pub(super) const MAX_STEPS: usize = 250_000_000;

/// Maximum number of rows of a table that represents an operation. Tables propagate fully; larger
/// ones cost more than that is worth.
const MAX_ROWS: u64 = 400;

/// Maximum number of assignments of the variables of an asserted comparison that becomes one table
/// of them.
const MAX_SHAPE_ROWS: u64 = 2000;

/// Maximum number of rows of the table of a power, which has no other form.
pub(super) const MAX_POWER_ROWS: u64 = 100_000;

/// Maximum number of sums of which an asserted `distinct` compares all pairs.
pub(super) const MAX_PAIRED: usize = 128;

/// Maximum number of operands of a `distinct` inside another expression, which needs a truth value
/// for every pair.
pub(super) const MAX_DISTINCT: usize = 1000;

/// Steps between two calls of `stop`.
pub(crate) const POLL_EVERY: usize = 1 << 14;

/// The steps charged for a constraint, because of the memory that it takes.
const STEPS_PER_CONSTRAINT: usize = 16;

/// Adds assertions to a model.
pub struct ExpressionFlattener<'m> {
    pub(super) model: &'m mut Model,
    pub(super) terms: &'m ExpressionDag,
    /// Returns whether to give up.
    stop: &'m dyn Fn() -> bool,
    /// For each node, whether it was asserted as true and as false.
    pub(super) asserted: Vec<[bool; 2]>,
    /// The nodes of the current assertion that were not asserted before, each as true or false.
    pub(super) newly_asserted: Vec<(usize, bool)>,
    /// The literals of the truth values computed so far, by node.
    pub(super) lits: Vec<Option<FlatLiteral>>,
    pub(super) sums: HashMap<IntExpression, LinearSum, DefaultHashBuilder>,
    /// Whether each integer has a value; omitted ones always have one.
    pub(super) defined: HashMap<IntExpression, FlatLiteral, DefaultHashBuilder>,
    /// The quotients and remainders of pairs of integers.
    pub(super) divisions:
        HashMap<(IntExpression, IntExpression), DivisionResult, DefaultHashBuilder>,
    /// By node: whether several other nodes use it.
    pub(super) is_shared: Vec<bool>,
    /// By node: whether the assertions exclude that it is undefined.
    pub(super) is_whole: Vec<bool>,
    /// Whether special shapes of constraints are looked for, and equal parts shared.
    pub(super) shapes: bool,
    /// Whether each assertion has all of its constraints, whatever else is asserted.
    pub(super) apart: bool,
    /// The literals of comparisons.
    pub(super) truths: HashMap<ComparisonKey, FlatLiteral, DefaultHashBuilder>,
    /// The variables that equal sums.
    views: HashMap<ComparisonKey, VarId, DefaultHashBuilder>,
    /// The variables that are 1 exactly when an atom is true.
    pub(super) numbers: HashMap<AtomicConstraint, VarId, DefaultHashBuilder>,
    /// The tuples of tables, each once.
    pub(super) tuples: HashSet<Arc<Vec<Vec<Value>>>, DefaultHashBuilder>,
    pub(super) steps: usize,
    pub(super) max_steps: usize,
    pub(super) max_rows: u64,
    pub(super) max_shape_rows: u64,
    pub(super) hidden: usize,
}

/// A truth value: a constant or an atom.
#[derive(Clone, Copy)]
pub(super) enum FlatLiteral {
    Const(bool),
    Atom(AtomicConstraint),
}

impl<'m> ExpressionFlattener<'m> {
    /// Creates a flattener of these expressions into this model.
    pub fn new(model: &'m mut Model, terms: &'m ExpressionDag) -> Self {
        let count = terms.all_nodes().len();
        let (mut is_used, mut is_shared) = (vec![false; count], vec![false; count]);
        for &node in terms.all_nodes() {
            terms.each_part(node, &mut |index| {
                // The second use shares a node. An operand that one node lists twice counts as two
                // uses, because its sum is read twice.
                is_shared[index] |= std::mem::replace(&mut is_used[index], true);
            });
        }
        let (asserted, lits) = (vec![[false; 2]; count], vec![None; count]);
        let stop = &|| false;
        ExpressionFlattener {
            model,
            terms,
            stop,
            asserted,
            newly_asserted: Vec::new(),
            lits,
            sums: HashMap::default(),
            defined: HashMap::default(),
            divisions: HashMap::default(),
            is_shared,
            is_whole: vec![false; count],
            shapes: false,
            apart: false,
            truths: HashMap::default(),
            views: HashMap::default(),
            numbers: HashMap::default(),
            tuples: HashSet::default(),
            steps: 0,
            max_steps: MAX_STEPS,
            max_rows: MAX_ROWS,
            max_shape_rows: MAX_SHAPE_ROWS,
            hidden: 0,
        }
    }

    /// Makes flattening fail once `stop`, called from time to time, returns true.
    pub fn with_stop(self, stop: &'m dyn Fn() -> bool) -> Self {
        ExpressionFlattener { stop, ..self }
    }

    /// Makes each assertion have all of its constraints under its label, so that they mean the same
    /// if those of other labels are left out. What defines hidden variables has no label.
    #[must_use]
    pub fn with_separate_assertions(self) -> Self {
        ExpressionFlattener { apart: true, ..self }
    }

    /// Returns the number of constraints of the model so far.
    #[must_use]
    pub fn count_constraints(&self) -> usize {
        self.model.constraints().len()
    }

    /// Names hidden variables by numbers after this one.
    pub(crate) fn named_from(self, hidden: usize) -> Self {
        ExpressionFlattener { hidden, ..self }
    }

    /// Returns the number of the hidden variable that was named last.
    pub(crate) fn last_hidden_number(&self) -> usize {
        self.hidden
    }

    pub(super) fn spend_steps(&mut self, steps: usize) -> Result<(), FlattenError> {
        let before = self.steps;
        self.steps = self.steps.saturating_add(steps);
        if before / POLL_EVERY != self.steps / POLL_EVERY && (self.stop)() {
            return Err(FlattenError::Stopped);
        }
        if self.steps > self.max_steps {
            Err(FlattenError::TooManySteps { most: self.max_steps })
        } else {
            Ok(())
        }
    }

    pub(super) fn post_constraint(
        &mut self,
        label: &str,
        constraint: Constraint,
    ) -> Result<(), FlattenError> {
        self.spend_steps(STEPS_PER_CONSTRAINT)?;
        Ok(self.model.post(label, constraint)?)
    }

    pub(super) fn add_hidden(&mut self, domain: Domain) -> Result<VarId, FlattenError> {
        loop {
            self.hidden += 1;
            let name = format_compact!("_{}", self.hidden);
            // The user may have a variable of this name.
            if self.model.find(&name).is_none() {
                return Ok(self.model.add_hidden(name, domain)?);
            }
        }
    }

    /// Creates a hidden truth value.
    pub(super) fn add_gate(&mut self) -> Result<FlatLiteral, FlattenError> {
        let hidden = self.add_hidden(Domain::boolean())?;
        Ok(FlatLiteral::Atom(AtomicConstraint::new(hidden, ComparisonOperator::Eq, 1)))
    }

    pub(super) fn post_clause(
        &mut self,
        label: &str,
        lits: &[FlatLiteral],
    ) -> Result<(), FlattenError> {
        self.spend_steps(lits.len())?;
        let mut atoms = Vec::new();
        for lit in lits {
            match lit {
                FlatLiteral::Const(true) => return Ok(()),
                FlatLiteral::Const(false) => {}
                FlatLiteral::Atom(atom) => atoms.push(*atom),
            }
        }
        self.post_constraint(label, Constraint::Clause(Clause { atoms }))
    }

    /// Returns the variable that a sum consists of, or a hidden one that equals it.
    pub(super) fn variable_of(
        &mut self,
        label: &str,
        sum: LinearSum,
    ) -> Result<VarId, FlattenError> {
        if let Some(variable) = sum.single_variable() {
            return Ok(variable);
        }
        self.spend_steps(sum.len())?;
        let key = if self.shapes {
            Some(ComparisonKey::from_sum(&sum, ComparisonOperator::Eq)?)
        } else {
            None
        };
        if let Some(&known) = key.as_ref().and_then(|key| self.views.get(key)) {
            return Ok(known);
        }
        let (low, high) = sum.value_range(self.model)?;
        // The domain is the range of the sum, so the equality excludes no value of the sum.
        let hidden = self.add_hidden(Domain::from_range(low, high))?;
        let same = LinearSum::from_variable(hidden).subtract_sum(sum)?;
        // Other assertions may also use the variable, so its definition belongs to none of them.
        let label = if self.apart { "" } else { label };
        self.post_relation(label, &same, ComparisonOperator::Eq, None)?;
        if let Some(key) = key {
            self.views.insert(key, hidden);
        }
        Ok(hidden)
    }

    /// Returns the difference of two of the sums.
    pub(super) fn pair_difference(
        &mut self,
        sums: &[LinearSum],
        i: usize,
        j: usize,
    ) -> Result<LinearSum, FlattenError> {
        self.spend_steps(sums[i].len() + sums[j].len())?;
        sums[i].clone().subtract_sum(sums[j].clone())
    }

    /// Posts `sum relation 0`, under the condition if there is one.
    pub(super) fn post_relation(
        &mut self,
        label: &str,
        sum: &LinearSum,
        relation: ComparisonOperator,
        condition: Option<VarId>,
    ) -> Result<(), FlattenError> {
        self.spend_steps(sum.len())?;
        // The domains decide. Under a condition this is left to the implication, because a false
        // relation excludes the condition.
        if self.shapes
            && condition.is_none()
            && let Some(truth) = self.decided_relation(sum, relation)
        {
            return self.post_clause(label, &[FlatLiteral::Const(truth)]);
        }
        // Built only if needed: most relations of one variable become clauses below.
        let linear = || -> Result<Constraint, FlattenError> {
            let (terms, constant) = sum.split_constant()?;
            if self.shapes
                && let Some(compare) = as_comparison(&terms, relation, constant)
            {
                return Ok(Constraint::Compare(compare));
            }
            Ok(Constraint::Linear(Linear { terms, relation, constant }))
        };
        let constraint = match (condition, sum.zero_relation(relation)) {
            (None, Some(FlatLiteral::Const(true))) => return Ok(()),
            (None, Some(FlatLiteral::Atom(atom))) if self.shapes && self.is_sure(atom) => {
                return Ok(());
            }
            (None, Some(lit)) => return self.post_clause(label, &[lit]),
            (None, None) => linear()?,
            (Some(condition), _) => {
                Constraint::Implies(Implies { condition, then: Box::new(linear()?) })
            }
        };
        self.post_constraint(label, constraint)
    }
}

/// Returns the comparison `x relation y + constant` that a difference of two variables is.
pub(super) fn as_comparison(
    terms: &[LinearTerm],
    relation: ComparisonOperator,
    constant: i64,
) -> Option<Compare> {
    let (left, right) = match terms {
        [a, b] if (a.coefficient, b.coefficient) == (1, -1) => (a.variable, b.variable),
        [a, b] if (a.coefficient, b.coefficient) == (-1, 1) => (b.variable, a.variable),
        _ => return None,
    };
    // Models refuse a larger offset. With one, the constant alone decides the comparison.
    let is_offset = constant.unsigned_abs() <= 2 * u64::from(MAX_VALUE.unsigned_abs());
    is_offset.then_some(Compare { left, relation, right, offset: constant })
}

impl FlatLiteral {
    pub(super) fn negate_literal(self) -> FlatLiteral {
        match self {
            FlatLiteral::Const(value) => FlatLiteral::Const(!value),
            FlatLiteral::Atom(atom) => FlatLiteral::Atom(negate_atom(atom)),
        }
    }
}

pub(super) fn negate_atom(atom: AtomicConstraint) -> AtomicConstraint {
    AtomicConstraint { relation: atom.relation.negate_relation(), ..atom }
}
