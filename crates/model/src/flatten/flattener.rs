//! The flattener: one model that grows while expressions are posted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use compact_str::format_compact;
use hashbrown::DefaultHashBuilder;

use super::divide::Division;
use super::error::FlattenError;
use super::expr::{Int, Terms};
use super::sum::Sum;
use super::truths::Key;
use crate::{
    Atom, Clause, Compare, Constraint, Domain, Implies, Linear, MAX_VALUE, Model, Relation, Term,
    Value, VarId,
};

/// Maximum number of steps of flattening: nodes, written terms of sums, and [`POST`] for each
/// constraint. It bounds the memory: a script of 100 MB stays below it, and one that grows
/// exponentially through shared names does not.
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

/// Maximum number of operands of a `distinct` inside another expression, in which every pair has a
/// truth value of its own.
pub(super) const MAX_DISTINCT: usize = 1000;

/// Steps between two calls of `stop`.
pub(crate) const POLL_EVERY: usize = 1 << 14;

/// The steps charged for a constraint, because of the memory that it takes.
const POST: usize = 16;

/// Adds assertions to a model.
pub struct Flattener<'m> {
    pub(super) model: &'m mut Model,
    pub(super) terms: &'m Terms,
    /// Returns whether to give up.
    stop: &'m dyn Fn() -> bool,
    /// For each node, whether it was asserted as true and as false.
    pub(super) asserted: Vec<[bool; 2]>,
    /// The nodes of the current assertion that were not asserted before, each as true or false.
    pub(super) newly: Vec<(usize, bool)>,
    /// The literals of the truth values computed so far, by node.
    pub(super) lits: Vec<Option<Lit>>,
    pub(super) sums: HashMap<Int, Sum, DefaultHashBuilder>,
    /// Whether each integer has a value; omitted ones always have one.
    pub(super) defined: HashMap<Int, Lit, DefaultHashBuilder>,
    /// The quotients and remainders of pairs of integers.
    pub(super) divisions: HashMap<(Int, Int), Division, DefaultHashBuilder>,
    /// By node: whether several other nodes use it.
    pub(super) is_shared: Vec<bool>,
    /// By node: whether the assertions exclude that it is undefined.
    pub(super) is_whole: Vec<bool>,
    /// Whether special shapes of constraints are looked for, and equal parts shared.
    pub(super) shapes: bool,
    /// Whether each assertion has all of its constraints, whatever else is asserted.
    pub(super) apart: bool,
    /// The literals of comparisons.
    pub(super) truths: HashMap<Key, Lit, DefaultHashBuilder>,
    /// The variables that equal sums.
    views: HashMap<Key, VarId, DefaultHashBuilder>,
    /// The variables that are 1 exactly when an atom is true.
    pub(super) numbers: HashMap<Atom, VarId, DefaultHashBuilder>,
    /// The tuples of tables, each once.
    pub(super) tuples: HashSet<Arc<Vec<Vec<Value>>>, DefaultHashBuilder>,
    pub(super) steps: usize,
    pub(super) most_steps: usize,
    pub(super) most_rows: u64,
    pub(super) most_shape_rows: u64,
    pub(super) hidden: usize,
}

/// A truth value: a constant or an atom.
#[derive(Clone, Copy)]
pub(super) enum Lit {
    Const(bool),
    Atom(Atom),
}

impl<'m> Flattener<'m> {
    /// Creates a flattener of these expressions into this model.
    pub fn new(model: &'m mut Model, terms: &'m Terms) -> Self {
        let count = terms.nodes().len();
        let (mut is_used, mut is_shared) = (vec![false; count], vec![false; count]);
        for &node in terms.nodes() {
            terms.each_part(node, &mut |place| {
                is_shared[place] |= std::mem::replace(&mut is_used[place], true);
            });
        }
        let (asserted, lits) = (vec![[false; 2]; count], vec![None; count]);
        let stop = &|| false;
        Flattener {
            model,
            terms,
            stop,
            asserted,
            newly: Vec::new(),
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
            most_steps: MAX_STEPS,
            most_rows: MAX_ROWS,
            most_shape_rows: MAX_SHAPE_ROWS,
            hidden: 0,
        }
    }

    /// Makes flattening fail once `stop`, called from time to time, returns true.
    pub fn until(self, stop: &'m dyn Fn() -> bool) -> Self {
        Flattener { stop, ..self }
    }

    /// Makes each assertion have all of its constraints under its label, so that they mean the same
    /// if those of other labels are left out. What defines hidden variables has no label.
    #[must_use]
    pub fn apart(self) -> Self {
        Flattener { apart: true, ..self }
    }

    /// Returns the number of constraints of the model so far.
    #[must_use]
    pub fn count_constraints(&self) -> usize {
        self.model.constraints().len()
    }

    /// Names hidden variables by numbers after this one.
    pub(crate) fn named_from(self, hidden: usize) -> Self {
        Flattener { hidden, ..self }
    }

    /// Returns the number of the hidden variable that was named last.
    pub(crate) fn named(&self) -> usize {
        self.hidden
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), FlattenError> {
        let before = self.steps;
        self.steps = self.steps.saturating_add(steps);
        if before / POLL_EVERY != self.steps / POLL_EVERY && (self.stop)() {
            return Err(FlattenError::Stopped);
        }
        if self.steps > self.most_steps {
            Err(FlattenError::TooManySteps { most: self.most_steps })
        } else {
            Ok(())
        }
    }

    pub(super) fn post(&mut self, label: &str, constraint: Constraint) -> Result<(), FlattenError> {
        self.spend(POST)?;
        Ok(self.model.post(label, constraint)?)
    }

    pub(super) fn hidden(&mut self, domain: Domain) -> Result<VarId, FlattenError> {
        loop {
            self.hidden += 1;
            let name = format_compact!("_{}", self.hidden);
            if self.model.find(&name).is_none() {
                return Ok(self.model.add_hidden(name, domain)?);
            }
        }
    }

    /// Creates a hidden truth value.
    pub(super) fn gate(&mut self) -> Result<Lit, FlattenError> {
        let hidden = self.hidden(Domain::boolean())?;
        Ok(Lit::Atom(Atom::new(hidden, Relation::Eq, 1)))
    }

    pub(super) fn clause(&mut self, label: &str, lits: &[Lit]) -> Result<(), FlattenError> {
        self.spend(lits.len())?;
        let mut atoms = Vec::new();
        for lit in lits {
            match lit {
                Lit::Const(true) => return Ok(()),
                Lit::Const(false) => {}
                Lit::Atom(atom) => atoms.push(*atom),
            }
        }
        self.post(label, Constraint::Clause(Clause { atoms }))
    }

    /// Returns the variable that a sum consists of, or a hidden one that equals it.
    pub(super) fn variable_of(&mut self, label: &str, sum: Sum) -> Result<VarId, FlattenError> {
        if let Some(variable) = sum.variable() {
            return Ok(variable);
        }
        self.spend(sum.len())?;
        let key = if self.shapes { Some(Key::of(&sum, Relation::Eq)?) } else { None };
        if let Some(&known) = key.as_ref().and_then(|key| self.views.get(key)) {
            return Ok(known);
        }
        let (low, high) = sum.range(self.model)?;
        let hidden = self.hidden(Domain::range(low, high))?;
        let same = Sum::of(hidden).minus(sum)?;
        // Other assertions may use the variable, too.
        let label = if self.apart { "" } else { label };
        self.relate(label, &same, Relation::Eq, None)?;
        if let Some(key) = key {
            self.views.insert(key, hidden);
        }
        Ok(hidden)
    }

    /// Returns the difference of two of the sums.
    pub(super) fn pair(&mut self, sums: &[Sum], i: usize, j: usize) -> Result<Sum, FlattenError> {
        self.spend(sums[i].len() + sums[j].len())?;
        sums[i].clone().minus(sums[j].clone())
    }

    /// Posts `sum relation 0`, under the condition if there is one.
    pub(super) fn relate(
        &mut self,
        label: &str,
        sum: &Sum,
        relation: Relation,
        condition: Option<VarId>,
    ) -> Result<(), FlattenError> {
        self.spend(sum.len())?;
        if self.shapes
            && condition.is_none()
            && let Some(truth) = self.known(sum, relation)
        {
            return self.clause(label, &[Lit::Const(truth)]);
        }
        let linear = || -> Result<Constraint, FlattenError> {
            let (terms, constant) = sum.sides()?;
            if self.shapes
                && let Some(compare) = compare(&terms, relation, constant)
            {
                return Ok(Constraint::Compare(compare));
            }
            Ok(Constraint::Linear(Linear { terms, relation, constant }))
        };
        let constraint = match (condition, sum.atom(relation)) {
            (None, Some(Lit::Const(true))) => return Ok(()),
            (None, Some(Lit::Atom(atom))) if self.shapes && self.is_sure(atom) => return Ok(()),
            (None, Some(lit)) => return self.clause(label, &[lit]),
            (None, None) => linear()?,
            (Some(condition), _) => {
                Constraint::Implies(Implies { condition, then: Box::new(linear()?) })
            }
        };
        self.post(label, constraint)
    }
}

/// Returns the comparison `x relation y + constant` that a difference of two variables is.
pub(super) fn compare(terms: &[Term], relation: Relation, constant: i64) -> Option<Compare> {
    let (left, right) = match terms {
        [a, b] if (a.coefficient, b.coefficient) == (1, -1) => (a.variable, b.variable),
        [a, b] if (a.coefficient, b.coefficient) == (-1, 1) => (b.variable, a.variable),
        _ => return None,
    };
    // Beyond this, the constant alone decides; models refuse it as an offset.
    let is_offset = constant.unsigned_abs() <= 2 * u64::from(MAX_VALUE.unsigned_abs());
    is_offset.then_some(Compare { left, relation, right, offset: constant })
}

impl Lit {
    pub(super) fn negated(self) -> Lit {
        match self {
            Lit::Const(value) => Lit::Const(!value),
            Lit::Atom(atom) => Lit::Atom(negated(atom)),
        }
    }
}

pub(super) fn negated(atom: Atom) -> Atom {
    Atom { relation: atom.relation.negated(), ..atom }
}
