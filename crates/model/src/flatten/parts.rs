//! Computes the literal or the sum that represents each subexpression.

use std::collections::hash_map::Entry;

use super::divide::DivisionOutput;
use super::sum::{Sum, values};
use super::{
    Atom, Bool, Constraint, Domain, FlattenError, Flattener, Int, List, Lit, MAX_DISTINCT, Node,
    Reify, Relation, VarId, negated,
};

impl Flattener<'_> {
    /// Returns the literal of a Boolean expression.
    pub(super) fn lit(&mut self, term: Bool) -> Result<Lit, FlattenError> {
        self.settle(term.place())?;
        Ok(self.lit_of(term))
    }

    /// Returns an expression as a sum.
    pub(super) fn total(&mut self, term: Int) -> Result<Sum, FlattenError> {
        self.settle(term.place())?;
        self.sum_of(term)
    }

    /// Returns `left - right`.
    pub(super) fn difference(&mut self, left: Int, right: Int) -> Result<Sum, FlattenError> {
        self.settle(left.place())?;
        let left = self.sum_of(left)?;
        self.settle(right.place())?;
        let right = self.sum_of(right)?;
        self.spend(left.len().min(right.len()))?;
        left.minus(right)
    }

    pub(super) fn sums_of(&mut self, list: List) -> Result<Vec<Sum>, FlattenError> {
        let terms = self.terms;
        let mut sums = Vec::with_capacity(terms.ints(list).len());
        for part in terms.ints(list) {
            self.settle(part.place())?;
            sums.push(self.sum_of(part)?);
        }
        Ok(sums)
    }

    /// Computes a node, after the operands that it needs; deep nesting needs no recursion.
    fn settle(&mut self, root: usize) -> Result<(), FlattenError> {
        let mut open = vec![root];
        while let Some(&place) = open.last() {
            if self.is_settled(place) {
                open.pop();
                continue;
            }
            let node = self.terms.nodes()[place];
            let first = open.len();
            self.terms.each_part(node, &mut |part| {
                if !self.is_settled(part) {
                    open.push(part);
                }
            });
            open[first..].reverse();
            if open.len() == first {
                self.spend(1)?;
                self.work_out(place, node)?;
                open.pop();
            }
        }
        Ok(())
    }

    fn is_settled(&self, place: usize) -> bool {
        match self.terms.nodes()[place] {
            Node::Truth(_) | Node::Flag(_) | Node::Number(_) | Node::Variable(_) => true,
            Node::Add(_)
            | Node::Scale(..)
            | Node::Select(..)
            | Node::Mul(..)
            | Node::Div(..)
            | Node::Mod(..)
            | Node::Min(_)
            | Node::Max(_)
            | Node::Abs(_)
            | Node::Pow(..)
            | Node::NumberOf(_) => self.sums.contains_key(&Int::at(place)),
            _ => self.lits[place].is_some(),
        }
    }

    /// Returns the literal of a computed node.
    pub(super) fn lit_of(&self, term: Bool) -> Lit {
        match self.terms.of_bool(term) {
            Node::Truth(value) => Lit::Const(value),
            Node::Flag(v) => Lit::Atom(Atom::new(VarId::new(v as usize), Relation::Eq, 1)),
            _ => self.lits[term.place()].expect("it is settled"),
        }
    }

    /// Returns the sum of a computed node. The sum of a node with a single user is moved out, since
    /// it is not needed again; a shared one is copied, and so is a variable, which may be a hidden
    /// one that must not be created again.
    pub(super) fn sum_of(&mut self, term: Int) -> Result<Sum, FlattenError> {
        Ok(match self.terms.of_int(term) {
            Node::Number(number) => Sum::constant(number),
            Node::Variable(v) => Sum::of(VarId::new(v as usize)),
            Node::Add(_) | Node::Scale(..) if !self.is_shared[term.place()] => {
                self.sums.remove(&term).ok_or(FlattenError::SumTwice)?
            }
            _ => match self.sums.entry(term) {
                Entry::Occupied(sum) if sum.get().len() > 1 && !self.is_shared[term.place()] => {
                    sum.remove()
                }
                Entry::Occupied(sum) => {
                    let sum = sum.get().clone();
                    self.spend(sum.len())?;
                    sum
                }
                Entry::Vacant(_) => return Err(FlattenError::SumTwice),
            },
        })
    }

    /// Computes a node whose operands have been computed.
    fn work_out(&mut self, place: usize, node: Node) -> Result<(), FlattenError> {
        let terms = self.terms;
        let lit = match node {
            Node::Not(inner) => self.lit_of(inner).negated(),
            Node::Or(list) => self.or(terms.bools(list).map(|part| self.lit_of(part)).collect())?,
            Node::And(list) => {
                self.and(terms.bools(list).map(|part| self.lit_of(part)).collect())?
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.lit_of(a), self.lit_of(b));
                self.choice(a, b, b.negated())?
            }
            Node::Choose(c, a, b) => self.choice(self.lit_of(c), self.lit_of(a), self.lit_of(b))?,
            Node::Compare(left, relation, right) => {
                let sum = self.difference(left, right)?;
                let related = self.related(&sum, relation)?;
                let defined = self.all_defined([left, right])?;
                self.and(vec![related, defined])?
            }
            Node::Distinct(list) => self.truth_of_distinct(list)?,
            Node::AllEqual(list) => self.truth_of_all_equal(list)?,
            Node::AllAlike(list) => {
                self.truth_of_alike(terms.bools(list).map(|part| self.lit_of(part)).collect())?
            }
            Node::Odd(list) => {
                let lits: Vec<Lit> = terms.bools(list).map(|part| self.lit_of(part)).collect();
                self.truth_of_odd(&lits)?
            }
            Node::Member(part, set) => {
                let sum = self.sum_of(part)?;
                let inside = self.truth_of_member(sum, terms.set(set))?;
                let defined = self.all_defined([part])?;
                self.and(vec![inside, defined])?
            }
            Node::Truth(_) | Node::Flag(_) | Node::Number(_) | Node::Variable(_) => return Ok(()),
            _ => {
                let term = Int::at(place);
                let sum = self.integer(node, term)?;
                self.define(node, term)?;
                self.sums.insert(term, sum);
                return Ok(());
            }
        };
        self.lits[place] = Some(lit);
        Ok(())
    }

    /// Computes the sum of an integer expression whose operands have been computed.
    fn integer(&mut self, node: Node, term: Int) -> Result<Sum, FlattenError> {
        let terms = self.terms;
        match node {
            Node::Add(list) => {
                let mut total = Sum::constant(0);
                for part in terms.ints(list) {
                    let part = self.sum_of(part)?;
                    self.spend(1 + total.len().min(part.len()))?;
                    total = total.plus(part)?;
                }
                Ok(total)
            }
            Node::Scale(factor, inner) => {
                let inner = self.sum_of(inner)?;
                if factor.unsigned_abs() > 1 {
                    self.spend(inner.len())?;
                }
                inner.times(factor)
            }
            Node::Select(c, a, b) => {
                let (a, b) = (self.sum_of(a)?, self.sum_of(b)?);
                self.select(self.lit_of(c), a, b)
            }
            Node::Mul(a, b) => self.product(a, b),
            Node::Div(a, b) => self.divide(term, a, b, DivisionOutput::Quotient),
            Node::Mod(a, b) => self.divide(term, a, b, DivisionOutput::Remainder),
            Node::Min(list) => self.extremum(list, false),
            Node::Max(list) => self.extremum(list, true),
            Node::Abs(inner) => {
                let inner = self.sum_of(inner)?;
                self.magnitude(inner)
            }
            Node::Pow(base, exponent) => self.power(term, base, exponent),
            Node::NumberOf(truth) => self.number_of(self.lit_of(truth)),
            _ => Err(FlattenError::NotInteger),
        }
    }

    /// Returns whether no two of the integers are equal, as a literal.
    fn truth_of_distinct(&mut self, list: List) -> Result<Lit, FlattenError> {
        let parts = self.terms.ints(list).len();
        if parts > MAX_DISTINCT {
            return Err(FlattenError::LongDistinct { parts });
        }
        let sums = self.sums_of(list)?;
        let mut equal = Vec::new();
        for i in 0..sums.len() {
            for j in 0..i {
                let sum = self.pair(&sums, i, j)?;
                equal.push(self.related(&sum, Relation::Eq)?);
            }
        }
        equal.push(self.all_defined(self.terms.ints(list))?.negated());
        Ok(self.or(equal)?.negated())
    }

    /// Returns the truth value of `sum relation 0`.
    pub(super) fn related(&mut self, sum: &Sum, relation: Relation) -> Result<Lit, FlattenError> {
        if let Some(truth) = self.known(sum, relation) {
            return Ok(Lit::Const(truth));
        }
        if let Some(lit) = sum.atom(relation) {
            return Ok(lit);
        }
        if self.shapes { self.shared_truth(sum, relation) } else { self.new_truth(sum, relation) }
    }

    /// Returns a new truth value of `sum relation 0`.
    pub(super) fn new_truth(&mut self, sum: &Sum, relation: Relation) -> Result<Lit, FlattenError> {
        let (yes, no) = (self.hidden(Domain::boolean())?, self.hidden(Domain::boolean())?);
        let atom = Atom::new(yes, Relation::Eq, 0);
        self.post("", Constraint::Reify(Reify { truth: no, atom }))?;
        self.relate("", sum, relation, Some(yes))?;
        self.relate("", sum, relation.negated(), Some(no))?;
        Ok(Lit::Atom(Atom::new(yes, Relation::Eq, 1)))
    }

    /// Returns the truth of `sum relation 0`, if the domains decide it.
    pub(super) fn known(&self, sum: &Sum, relation: Relation) -> Option<bool> {
        let (low, high) = sum.ends(self.model);
        if !self.shapes {
            values(low, high).ok()?;
        }
        let holds = |end: i128| relation.holds(end.signum() as i64, 0);
        match relation {
            Relation::Eq if low > 0 || high < 0 => Some(false),
            Relation::Ne if low > 0 || high < 0 => Some(true),
            // If both ends of a range are on one side of an order, so are all values between them.
            Relation::Eq | Relation::Ne => (low == high).then(|| holds(low)),
            _ => (holds(low) == holds(high)).then(|| holds(low)),
        }
    }

    pub(super) fn and(&mut self, mut lits: Vec<Lit>) -> Result<Lit, FlattenError> {
        lits.iter_mut().for_each(|lit| *lit = lit.negated());
        Ok(self.or(lits)?.negated())
    }

    pub(super) fn or(&mut self, mut lits: Vec<Lit>) -> Result<Lit, FlattenError> {
        self.spend(lits.len())?;
        lits.retain(|lit| !matches!(lit, Lit::Const(false)));
        match lits[..] {
            [] => return Ok(Lit::Const(false)),
            [only] => return Ok(only),
            _ if lits.iter().any(|lit| matches!(lit, Lit::Const(true))) => {
                return Ok(Lit::Const(true));
            }
            _ => {}
        }
        let gate = self.gate()?;
        for lit in &lits {
            self.clause("", &[gate, lit.negated()])?;
        }
        lits.insert(0, gate.negated());
        self.clause("", &lits)?;
        Ok(gate)
    }

    /// Returns `a` if `c` is true, otherwise `b`.
    pub(super) fn choice(&mut self, c: Lit, a: Lit, b: Lit) -> Result<Lit, FlattenError> {
        if let Lit::Const(value) = c {
            return Ok(if value { a } else { b });
        }
        let gate = self.gate()?;
        for (condition, value) in [(c.negated(), a), (c, b)] {
            self.clause("", &[condition, gate.negated(), value])?;
            self.clause("", &[condition, gate, value.negated()])?;
        }
        Ok(gate)
    }

    /// Returns a choice between integers as a hidden integer.
    pub(super) fn select(&mut self, condition: Lit, a: Sum, b: Sum) -> Result<Sum, FlattenError> {
        let condition = match condition {
            Lit::Const(value) => return Ok(if value { a } else { b }),
            Lit::Atom(atom) => atom,
        };
        self.spend(a.len() + b.len())?;
        let (low, high) = a.range(self.model)?;
        let (low_b, high_b) = b.range(self.model)?;
        let hidden = self.hidden(Domain::range(low.min(low_b), high.max(high_b)))?;
        for (atom, sum) in [(condition, a), (negated(condition), b)] {
            let same = Sum::of(hidden).minus(sum)?;
            if let Some(lit) = same.atom(Relation::Eq) {
                self.clause("", &[Lit::Atom(negated(atom)), lit])?;
                continue;
            }
            let truth = self.hidden(Domain::boolean())?;
            self.post("", Constraint::Reify(Reify { truth, atom }))?;
            self.relate("", &same, Relation::Eq, Some(truth))?;
        }
        Ok(Sum::of(hidden))
    }
}
