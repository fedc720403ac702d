//! Computes the literal or the sum that represents each subexpression.

use std::collections::hash_map::Entry;

use super::divide::DivisionOutput;
use super::sum::{LinearSum, check_ends};
use super::{
    AtomicConstraint, BoolExpression, ComparisonOperator, Constraint, DagNode, Domain,
    ExpressionFlattener, FlatLiteral, FlattenError, IntExpression, MAX_DISTINCT, OperandList,
    Reify, VarId, negate_atom,
};

impl ExpressionFlattener<'_> {
    /// Returns the literal of a Boolean expression.
    pub(super) fn bool_literal(
        &mut self,
        term: BoolExpression,
    ) -> Result<FlatLiteral, FlattenError> {
        self.settle_node(term.node_index())?;
        Ok(self.lit_of(term))
    }

    /// Returns an expression as a sum.
    pub(super) fn integer_sum(&mut self, term: IntExpression) -> Result<LinearSum, FlattenError> {
        self.settle_node(term.node_index())?;
        self.sum_of(term)
    }

    /// Returns `left - right`.
    pub(super) fn difference_sum(
        &mut self,
        left: IntExpression,
        right: IntExpression,
    ) -> Result<LinearSum, FlattenError> {
        self.settle_node(left.node_index())?;
        let left = self.sum_of(left)?;
        self.settle_node(right.node_index())?;
        let right = self.sum_of(right)?;
        self.spend_steps(left.len().min(right.len()))?;
        left.subtract_sum(right)
    }

    pub(super) fn sums_of(&mut self, list: OperandList) -> Result<Vec<LinearSum>, FlattenError> {
        let terms = self.terms;
        let mut sums = Vec::with_capacity(terms.int_operands(list).len());
        for part in terms.int_operands(list) {
            self.settle_node(part.node_index())?;
            sums.push(self.sum_of(part)?);
        }
        Ok(sums)
    }

    /// Computes a node, after the operands that it needs; deep nesting needs no recursion.
    fn settle_node(&mut self, root: usize) -> Result<(), FlattenError> {
        let mut open = vec![root];
        while let Some(&index) = open.last() {
            if self.is_settled(index) {
                open.pop();
                continue;
            }
            let node = self.terms.all_nodes()[index];
            let first = open.len();
            // Unsettled operands go on top of their node, which is on top again when they are done.
            self.terms.each_part(node, &mut |part| {
                if !self.is_settled(part) {
                    open.push(part);
                }
            });
            // Settles the first operand first, so that hidden variables are numbered in reading
            // order.
            open[first..].reverse();
            if open.len() == first {
                self.spend_steps(1)?;
                self.work_out(index, node)?;
                open.pop();
            }
        }
        Ok(())
    }

    fn is_settled(&self, index: usize) -> bool {
        match self.terms.all_nodes()[index] {
            DagNode::Truth(_) | DagNode::Flag(_) | DagNode::Number(_) | DagNode::Variable(_) => {
                true
            }
            DagNode::Add(_)
            | DagNode::Scale(..)
            | DagNode::Select(..)
            | DagNode::Mul(..)
            | DagNode::Div(..)
            | DagNode::Mod(..)
            | DagNode::Min(_)
            | DagNode::Max(_)
            | DagNode::Abs(_)
            | DagNode::Pow(..)
            | DagNode::NumberOf(_) => self.sums.contains_key(&IntExpression::from_index(index)),
            _ => self.lits[index].is_some(),
        }
    }

    /// Returns the literal of a computed node.
    pub(super) fn lit_of(&self, term: BoolExpression) -> FlatLiteral {
        match self.terms.of_bool(term) {
            DagNode::Truth(value) => FlatLiteral::Const(value),
            DagNode::Flag(v) => FlatLiteral::Atom(AtomicConstraint::new(
                VarId::new(v as usize),
                ComparisonOperator::Eq,
                1,
            )),
            _ => self.lits[term.node_index()].expect("it is settled"),
        }
    }

    /// Returns the sum of a computed node. The sum of a node with a single user is moved out, since
    /// it is not needed again; a shared one is copied, and so is a variable, which may be a hidden
    /// one that must not be created again.
    pub(super) fn sum_of(&mut self, term: IntExpression) -> Result<LinearSum, FlattenError> {
        Ok(match self.terms.of_int(term) {
            DagNode::Number(number) => LinearSum::from_constant(number),
            DagNode::Variable(v) => LinearSum::from_variable(VarId::new(v as usize)),
            DagNode::Add(_) | DagNode::Scale(..) if !self.is_shared[term.node_index()] => {
                self.sums.remove(&term).ok_or(FlattenError::SumTwice)?
            }
            _ => match self.sums.entry(term) {
                Entry::Occupied(sum)
                    if sum.get().len() > 1 && !self.is_shared[term.node_index()] =>
                {
                    sum.remove()
                }
                Entry::Occupied(sum) => {
                    let sum = sum.get().clone();
                    self.spend_steps(sum.len())?;
                    sum
                }
                Entry::Vacant(_) => return Err(FlattenError::SumTwice),
            },
        })
    }

    /// Computes a node whose operands have been computed.
    fn work_out(&mut self, index: usize, node: DagNode) -> Result<(), FlattenError> {
        let terms = self.terms;
        let lit = match node {
            DagNode::Not(inner) => self.lit_of(inner).negate_literal(),
            DagNode::Or(list) => {
                self.or_literal(terms.bool_operands(list).map(|part| self.lit_of(part)).collect())?
            }
            DagNode::And(list) => {
                self.and_literal(terms.bool_operands(list).map(|part| self.lit_of(part)).collect())?
            }
            DagNode::Iff(a, b) => {
                let (a, b) = (self.lit_of(a), self.lit_of(b));
                self.choice_literal(a, b, b.negate_literal())?
            }
            DagNode::Choose(c, a, b) => {
                self.choice_literal(self.lit_of(c), self.lit_of(a), self.lit_of(b))?
            }
            // An undefined operand makes the comparison false, whatever value its hidden integer
            // has.
            DagNode::Compare(left, relation, right) => {
                let sum = self.difference_sum(left, right)?;
                let related = self.relation_literal(&sum, relation)?;
                let defined = self.all_defined([left, right])?;
                self.and_literal(vec![related, defined])?
            }
            DagNode::Distinct(list) => self.truth_of_distinct(list)?,
            DagNode::AllEqual(list) => self.truth_of_all_equal(list)?,
            DagNode::AllAlike(list) => self.truth_of_alike(
                terms.bool_operands(list).map(|part| self.lit_of(part)).collect(),
            )?,
            DagNode::Odd(list) => {
                let lits: Vec<FlatLiteral> =
                    terms.bool_operands(list).map(|part| self.lit_of(part)).collect();
                self.truth_of_odd(&lits)?
            }
            DagNode::Member(part, set) => {
                let sum = self.sum_of(part)?;
                let inside = self.truth_of_member(sum, terms.constant_set(set))?;
                let defined = self.all_defined([part])?;
                self.and_literal(vec![inside, defined])?
            }
            DagNode::Truth(_) | DagNode::Flag(_) | DagNode::Number(_) | DagNode::Variable(_) => {
                return Ok(());
            }
            _ => {
                let term = IntExpression::from_index(index);
                let sum = self.settle_integer(node, term)?;
                self.record_definedness(node, term)?;
                self.sums.insert(term, sum);
                return Ok(());
            }
        };
        self.lits[index] = Some(lit);
        Ok(())
    }

    /// Computes the sum of an integer expression whose operands have been computed.
    fn settle_integer(
        &mut self,
        node: DagNode,
        term: IntExpression,
    ) -> Result<LinearSum, FlattenError> {
        let terms = self.terms;
        match node {
            DagNode::Add(list) => {
                let mut total = LinearSum::from_constant(0);
                for part in terms.int_operands(list) {
                    let part = self.sum_of(part)?;
                    // Merging moves the smaller sum into the larger one, so only its terms cost.
                    self.spend_steps(1 + total.len().min(part.len()))?;
                    total = total.add_sum(part)?;
                }
                Ok(total)
            }
            DagNode::Scale(factor, inner) => {
                let inner = self.sum_of(inner)?;
                // The factors 0, 1 and -1 touch no term.
                if factor.unsigned_abs() > 1 {
                    self.spend_steps(inner.len())?;
                }
                inner.multiply_by(factor)
            }
            DagNode::Select(c, a, b) => {
                let (a, b) = (self.sum_of(a)?, self.sum_of(b)?);
                self.choice_sum(self.lit_of(c), a, b)
            }
            DagNode::Mul(a, b) => self.product_sum(a, b),
            DagNode::Div(a, b) => self.divide_term(term, a, b, DivisionOutput::Quotient),
            DagNode::Mod(a, b) => self.divide_term(term, a, b, DivisionOutput::Remainder),
            DagNode::Min(list) => self.extremum_sum(list, false),
            DagNode::Max(list) => self.extremum_sum(list, true),
            DagNode::Abs(inner) => {
                let inner = self.sum_of(inner)?;
                self.magnitude_sum(inner)
            }
            DagNode::Pow(base, exponent) => self.power_sum(term, base, exponent),
            DagNode::NumberOf(truth) => self.number_of(self.lit_of(truth)),
            _ => Err(FlattenError::NotInteger),
        }
    }

    /// Returns whether no two of the integers are equal, as a literal.
    fn truth_of_distinct(&mut self, list: OperandList) -> Result<FlatLiteral, FlattenError> {
        let parts = self.terms.int_operands(list).len();
        if parts > MAX_DISTINCT {
            return Err(FlattenError::LongDistinct { parts });
        }
        let sums = self.sums_of(list)?;
        let mut equal = Vec::new();
        for i in 0..sums.len() {
            for j in 0..i {
                let sum = self.pair_difference(&sums, i, j)?;
                equal.push(self.relation_literal(&sum, ComparisonOperator::Eq)?);
            }
        }
        // The operands are not distinct if two are equal or one is undefined.
        equal.push(self.all_defined(self.terms.int_operands(list))?.negate_literal());
        Ok(self.or_literal(equal)?.negate_literal())
    }

    /// Returns the truth value of `sum relation 0`.
    pub(super) fn relation_literal(
        &mut self,
        sum: &LinearSum,
        relation: ComparisonOperator,
    ) -> Result<FlatLiteral, FlattenError> {
        if let Some(truth) = self.decided_relation(sum, relation) {
            return Ok(FlatLiteral::Const(truth));
        }
        if let Some(lit) = sum.zero_relation(relation) {
            return Ok(lit);
        }
        if self.shapes { self.shared_truth(sum, relation) } else { self.new_truth(sum, relation) }
    }

    /// Returns a new truth value of `sum relation 0`.
    pub(super) fn new_truth(
        &mut self,
        sum: &LinearSum,
        relation: ComparisonOperator,
    ) -> Result<FlatLiteral, FlattenError> {
        // The two are complementary and each implies its side of the comparison. So `yes` is 1
        // exactly if the relation holds, though each implication has one direction only.
        let (yes, no) = (self.add_hidden(Domain::boolean())?, self.add_hidden(Domain::boolean())?);
        let atom = AtomicConstraint::new(yes, ComparisonOperator::Eq, 0);
        self.post_constraint("", Constraint::Reify(Reify { truth: no, atom }))?;
        self.post_relation("", sum, relation, Some(yes))?;
        self.post_relation("", sum, relation.negate_relation(), Some(no))?;
        Ok(FlatLiteral::Atom(AtomicConstraint::new(yes, ComparisonOperator::Eq, 1)))
    }

    /// Returns the truth of `sum relation 0`, if the domains decide it.
    pub(super) fn decided_relation(
        &self,
        sum: &LinearSum,
        relation: ComparisonOperator,
    ) -> Option<bool> {
        let (low, high) = sum.value_bounds(self.model);
        if !self.shapes {
            check_ends(low, high).ok()?;
        }
        let holds = |end: i128| relation.holds_between(end.signum() as i64, 0);
        match relation {
            ComparisonOperator::Eq if low > 0 || high < 0 => Some(false),
            ComparisonOperator::Ne if low > 0 || high < 0 => Some(true),
            // If both ends of a range are on one side of an order, so are all values between them.
            ComparisonOperator::Eq | ComparisonOperator::Ne => (low == high).then(|| holds(low)),
            _ => (holds(low) == holds(high)).then(|| holds(low)),
        }
    }

    pub(super) fn and_literal(
        &mut self,
        mut lits: Vec<FlatLiteral>,
    ) -> Result<FlatLiteral, FlattenError> {
        lits.iter_mut().for_each(|lit| *lit = lit.negate_literal());
        Ok(self.or_literal(lits)?.negate_literal())
    }

    pub(super) fn or_literal(
        &mut self,
        mut lits: Vec<FlatLiteral>,
    ) -> Result<FlatLiteral, FlattenError> {
        self.spend_steps(lits.len())?;
        lits.retain(|lit| !matches!(lit, FlatLiteral::Const(false)));
        match lits[..] {
            [] => return Ok(FlatLiteral::Const(false)),
            [only] => return Ok(only),
            _ if lits.iter().any(|lit| matches!(lit, FlatLiteral::Const(true))) => {
                return Ok(FlatLiteral::Const(true));
            }
            _ => {}
        }
        let gate = self.add_gate()?;
        // Both directions of the gate (Tseitin), which keeps it determined: each literal implies
        // the gate, and the gate implies one of the literals.
        for lit in &lits {
            self.post_clause("", &[gate, lit.negate_literal()])?;
        }
        lits.insert(0, gate.negate_literal());
        self.post_clause("", &lits)?;
        Ok(gate)
    }

    /// Returns `a` if `c` is true, otherwise `b`.
    pub(super) fn choice_literal(
        &mut self,
        c: FlatLiteral,
        a: FlatLiteral,
        b: FlatLiteral,
    ) -> Result<FlatLiteral, FlattenError> {
        if let FlatLiteral::Const(value) = c {
            return Ok(if value { a } else { b });
        }
        let gate = self.add_gate()?;
        // Where the condition decides for a value, the gate and this value imply each other.
        for (condition, value) in [(c.negate_literal(), a), (c, b)] {
            self.post_clause("", &[condition, gate.negate_literal(), value])?;
            self.post_clause("", &[condition, gate, value.negate_literal()])?;
        }
        Ok(gate)
    }

    /// Returns a choice between integers as a hidden integer.
    pub(super) fn choice_sum(
        &mut self,
        condition: FlatLiteral,
        a: LinearSum,
        b: LinearSum,
    ) -> Result<LinearSum, FlattenError> {
        let condition = match condition {
            FlatLiteral::Const(value) => return Ok(if value { a } else { b }),
            FlatLiteral::Atom(atom) => atom,
        };
        self.spend_steps(a.len() + b.len())?;
        let (low, high) = a.value_range(self.model)?;
        let (low_b, high_b) = b.value_range(self.model)?;
        let hidden = self.add_hidden(Domain::from_range(low.min(low_b), high.max(high_b)))?;
        // The hidden integer equals `a` where the condition holds, and `b` elsewhere.
        for (atom, sum) in [(condition, a), (negate_atom(condition), b)] {
            let same = LinearSum::from_variable(hidden).subtract_sum(sum)?;
            // A constant operand fixes the hidden variable: a clause of two literals suffices.
            if let Some(lit) = same.zero_relation(ComparisonOperator::Eq) {
                self.post_clause("", &[FlatLiteral::Atom(negate_atom(atom)), lit])?;
                continue;
            }
            let truth = self.add_hidden(Domain::boolean())?;
            self.post_constraint("", Constraint::Reify(Reify { truth, atom }))?;
            self.post_relation("", &same, ComparisonOperator::Eq, Some(truth))?;
        }
        Ok(LinearSum::from_variable(hidden))
    }
}
