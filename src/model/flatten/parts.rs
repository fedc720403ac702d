//! The literal or the sum that represents each subexpression.

use super::sum::Sum;
use super::{
    Atom, Bool, Constraint, Domain, Flat, Flattener, Int, List, Lit, MAX_DISTINCT, Node, Reify,
    Relation, VarId, negated,
};

impl Flattener<'_> {
    /// The literal of a Boolean expression.
    pub(super) fn lit(&mut self, term: Bool) -> Flat<Lit> {
        self.settle(term.place())?;
        Ok(self.lit_of(term))
    }

    /// `left - right`.
    pub(super) fn difference(&mut self, left: Int, right: Int) -> Flat<Sum> {
        self.settle(left.place())?;
        let left = self.sum_of(left)?;
        self.settle(right.place())?;
        let right = self.sum_of(right)?;
        self.spend(left.len().min(right.len()))?;
        left.minus(right)
    }

    pub(super) fn sums_of(&mut self, list: List) -> Flat<Vec<Sum>> {
        let terms = self.terms;
        let mut sums = Vec::with_capacity(terms.ints(list).len());
        for part in terms.ints(list) {
            self.settle(part.place())?;
            sums.push(self.sum_of(part)?);
        }
        Ok(sums)
    }

    /// Computes a node, and before it the operands that it needs; deep nesting needs no
    /// recursion.
    fn settle(&mut self, root: usize) -> Flat<()> {
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
            Node::Add(_) | Node::Scale(..) | Node::Select(..) => {
                self.sums.contains_key(&Int::at(place))
            }
            _ => self.lits[place].is_some(),
        }
    }

    /// The literal of a node that has been computed.
    fn lit_of(&self, term: Bool) -> Lit {
        match self.terms.of_bool(term) {
            Node::Truth(value) => Lit::Const(value),
            Node::Flag(v) => Lit::Atom(Atom::new(VarId::new(v as usize), Relation::Eq, 1)),
            _ => self.lits[term.place()].expect("it is settled"),
        }
    }

    /// The sum of a node that has been computed. A sum with a single user is moved out, since
    /// no one else asks for it; a shared one is copied.
    fn sum_of(&mut self, term: Int) -> Flat<Sum> {
        Ok(match self.terms.of_int(term) {
            Node::Number(number) => Sum::constant(number),
            Node::Variable(v) => Sum::of(VarId::new(v as usize)),
            Node::Add(_) | Node::Scale(..) if !self.is_shared[term.place()] => {
                self.sums.remove(&term).ok_or("a sum was given away twice")?
            }
            _ => {
                self.spend(self.sums[&term].len())?;
                self.sums[&term].clone()
            }
        })
    }

    /// Computes a node whose operands have been computed.
    fn work_out(&mut self, place: usize, node: Node) -> Flat<()> {
        let terms = self.terms;
        let lit = match node {
            Node::Not(inner) => self.lit_of(inner).negated(),
            Node::Or(list) => self.or(terms.bools(list).map(|part| self.lit_of(part)).collect())?,
            Node::And(list) => {
                let negated = terms.bools(list).map(|part| self.lit_of(part).negated()).collect();
                self.or(negated)?.negated()
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.lit_of(a), self.lit_of(b));
                self.choice(a, b, b.negated())?
            }
            Node::Choose(c, a, b) => self.choice(self.lit_of(c), self.lit_of(a), self.lit_of(b))?,
            Node::Compare(left, relation, right) => {
                let sum = self.difference(left, right)?;
                self.related(&sum, relation)?
            }
            Node::Distinct(list) => {
                let parts = terms.ints(list).len();
                if parts > MAX_DISTINCT {
                    return Err(format!(
                        "a 'distinct' of {parts} parts within another expression; at most \
                         {MAX_DISTINCT} are supported there"
                    ));
                }
                let sums = self.sums_of(list)?;
                let mut equal = Vec::new();
                for i in 0..sums.len() {
                    for j in 0..i {
                        let sum = self.pair(&sums, i, j)?;
                        equal.push(self.related(&sum, Relation::Eq)?);
                    }
                }
                self.or(equal)?.negated()
            }
            Node::Add(list) => {
                let mut total = Sum::constant(0);
                for part in terms.ints(list) {
                    let part = self.sum_of(part)?;
                    self.spend(1 + total.len().min(part.len()))?;
                    total = total.plus(part)?;
                }
                self.sums.insert(Int::at(place), total);
                return Ok(());
            }
            Node::Scale(factor, inner) => {
                let inner = self.sum_of(inner)?;
                if factor.unsigned_abs() > 1 {
                    self.spend(inner.len())?;
                }
                self.sums.insert(Int::at(place), inner.times(factor)?);
                return Ok(());
            }
            Node::Select(c, a, b) => {
                let sum = self.select(c, a, b)?;
                self.sums.insert(Int::at(place), sum);
                return Ok(());
            }
            Node::Truth(_) | Node::Flag(_) | Node::Number(_) | Node::Variable(_) => return Ok(()),
        };
        self.lits[place] = Some(lit);
        Ok(())
    }

    /// The truth value of `sum relation 0`.
    fn related(&mut self, sum: &Sum, relation: Relation) -> Flat<Lit> {
        if let Some(lit) = sum.atom(relation) {
            return Ok(lit);
        }
        let (yes, no) = (self.hidden(Domain::boolean())?, self.hidden(Domain::boolean())?);
        let atom = Atom::new(yes, Relation::Eq, 0);
        self.post("", Constraint::Reify(Reify { truth: no, atom }))?;
        self.relate("", sum, relation, Some(yes))?;
        self.relate("", sum, relation.negated(), Some(no))?;
        Ok(Lit::Atom(Atom::new(yes, Relation::Eq, 1)))
    }

    fn or(&mut self, mut lits: Vec<Lit>) -> Flat<Lit> {
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

    /// `a` if `c` is true, otherwise `b`.
    fn choice(&mut self, c: Lit, a: Lit, b: Lit) -> Flat<Lit> {
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

    /// A choice between integers becomes a hidden integer.
    fn select(&mut self, condition: Bool, then: Int, other: Int) -> Flat<Sum> {
        let (a, b) = (self.sum_of(then)?, self.sum_of(other)?);
        let condition = match self.lit_of(condition) {
            Lit::Const(value) => return Ok(if value { a } else { b }),
            Lit::Atom(atom) => atom,
        };
        self.spend(a.len() + b.len())?;
        let (low, high) = a.range(self.model)?;
        let (low_b, high_b) = b.range(self.model)?;
        let hidden = self.hidden(Domain::range(low.min(low_b), high.max(high_b)))?;
        for (atom, sum) in [(condition, a), (negated(condition), b)] {
            let truth = self.hidden(Domain::boolean())?;
            self.post("", Constraint::Reify(Reify { truth, atom }))?;
            let same = Sum::of(hidden).minus(sum)?;
            self.relate("", &same, Relation::Eq, Some(truth))?;
        }
        Ok(Sum::of(hidden))
    }
}
