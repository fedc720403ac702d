//! Posts the constraints of asserted expressions.

use super::sum::Sum;
use super::{
    AllDifferent, Bool, Constraint, FlattenError, Flattener, Int, List, Lit, MAX_PAIRED, Node,
    Relation, VarId,
};

/// A comparison of an integer with another one, or with 0.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub(super) left: Int,
    pub(super) relation: Relation,
    /// The right side; 0 if there is none.
    pub(super) right: Option<Int>,
}

impl Comparison {
    /// Returns the integers that it compares.
    pub(super) fn sides(self) -> impl Iterator<Item = Int> {
        std::iter::once(self.left).chain(self.right)
    }
}

impl Flattener<'_> {
    /// Posts as [`assert`](Flattener::assert) does, but later assertions skip nothing of this one:
    /// each has all of its constraints if the constraints of this one are left out.
    ///
    /// # Errors
    /// As [`assert`](Flattener::assert).
    pub fn assert_apart(&mut self, label: &str, term: Bool) -> Result<(), FlattenError> {
        let posted = self.assert(label, term);
        self.forget();
        posted
    }

    /// Makes later assertions repeat what the last one asserted.
    fn forget(&mut self) {
        for (place, positive) in std::mem::take(&mut self.newly) {
            self.asserted[place][usize::from(positive)] = false;
        }
    }

    /// Posts constraints that hold exactly when the expression is true. Skips expressions that were
    /// asserted before.
    ///
    /// # Errors
    /// Returns an error for numbers beyond the limits of models, or if all assertions together take
    /// more than `MAX_STEPS` steps.
    pub fn assert(&mut self, label: &str, term: Bool) -> Result<(), FlattenError> {
        if self.apart {
            self.forget();
        }
        self.newly.clear();
        let mut open = vec![(term, true)];
        while let Some((term, positive)) = open.pop() {
            if std::mem::replace(&mut self.asserted[term.place()][usize::from(positive)], true) {
                continue;
            }
            self.newly.push((term.place(), positive));
            self.spend(1)?;
            match (self.terms.of_bool(term), positive) {
                (Node::And(list), true) | (Node::Or(list), false) => {
                    open.extend(self.terms.bools(list).rev().map(|part| (part, positive)));
                }
                (Node::Or(list), true) | (Node::And(list), false) => {
                    let mut lits = self.lits_of(self.terms.bools(list))?;
                    if !positive {
                        lits.iter_mut().for_each(|lit| *lit = lit.negated());
                    }
                    self.clause(label, &lits)?;
                }
                (Node::Not(inner), _) => open.push((inner, !positive)),
                (Node::Compare(left, relation, right), _) => {
                    let compared = Comparison { left, relation, right: Some(right) };
                    self.comparison(label, compared, positive)?;
                }
                (Node::AllEqual(list), true) => self.all_equal(label, list)?,
                (Node::AllAlike(list), _) => {
                    let lits = self.lits_of(self.terms.bools(list))?;
                    self.alike(label, &lits, positive)?;
                }
                (Node::Iff(a, b), _) if self.shapes => {
                    let lits = self.lits_of([a, b])?;
                    self.alike(label, &lits, positive)?;
                }
                (Node::Odd(list), _) => {
                    let lits = self.lits_of(self.terms.bools(list))?;
                    self.odd(label, &lits, positive)?;
                }
                (Node::Member(part, set), _) => self.member(label, part, set, positive)?,
                (Node::Distinct(list), true) => self.distinct(label, list)?,
                _ => {
                    let lit = self.lit(term)?;
                    self.clause(label, &[if positive { lit } else { lit.negated() }])?;
                }
            }
        }
        Ok(())
    }

    /// Posts a comparison, or that it does not hold.
    pub(super) fn comparison(
        &mut self,
        label: &str,
        compared: Comparison,
        positive: bool,
    ) -> Result<(), FlattenError> {
        if self.shapes && self.shaped(label, compared, positive)? {
            return Ok(());
        }
        let Comparison { left, relation, right } = compared;
        let relation = if positive { relation } else { relation.negated() };
        let sum = match right {
            Some(right) => self.difference(left, right)?,
            None => self.total(left)?,
        };
        match self.all_defined(compared.sides())? {
            Lit::Const(true) => self.relate(label, &sum, relation, None),
            defined if positive => {
                self.clause(label, &[defined])?;
                self.relate(label, &sum, relation, None)
            }
            defined => {
                let other = self.related(&sum, relation)?;
                self.clause(label, &[defined.negated(), other])
            }
        }
    }

    /// Posts a comparison in a form that propagates more than the usual one. Returns whether there
    /// is one.
    fn shaped(
        &mut self,
        label: &str,
        compared: Comparison,
        positive: bool,
    ) -> Result<bool, FlattenError> {
        let distance = self.compared_distance(compared, positive);
        if let Some(distance) = distance
            && distance.is_linear
            && !matches!(distance.relation, Relation::Eq | Relation::Ne)
            && self.distance(label, distance)?
        {
            return Ok(true);
        }
        if self.comparison_by_table(label, compared, positive)? {
            return Ok(true);
        }
        match distance {
            Some(distance) => self.distance(label, distance),
            None => self.large_product(label, compared, positive),
        }
    }

    fn lits_of(&mut self, parts: impl IntoIterator<Item = Bool>) -> Result<Vec<Lit>, FlattenError> {
        parts.into_iter().map(|part| self.lit(part)).collect()
    }

    fn all_equal(&mut self, label: &str, list: List) -> Result<(), FlattenError> {
        let sums = self.sums_of(list)?;
        let defined = self.all_defined(self.terms.ints(list))?;
        if !matches!(defined, Lit::Const(true)) {
            self.clause(label, &[defined])?;
        }
        for i in 1..sums.len() {
            let sum = self.pair(&sums, i - 1, i)?;
            self.relate(label, &sum, Relation::Eq, None)?;
        }
        Ok(())
    }

    fn distinct(&mut self, label: &str, list: List) -> Result<(), FlattenError> {
        let sums = self.sums_of(list)?;
        let defined = self.all_defined(self.terms.ints(list))?;
        if !matches!(defined, Lit::Const(true)) {
            self.clause(label, &[defined])?;
        }
        let scope: Option<Vec<VarId>> = sums.iter().map(Sum::variable).collect();
        if let Some(scope) = scope {
            return self.post(label, Constraint::AllDifferent(AllDifferent { scope }));
        }
        if sums.len() > MAX_PAIRED {
            return self.distinct_by_variables(label, sums);
        }
        for i in 0..sums.len() {
            for j in 0..i {
                let sum = self.pair(&sums, i, j)?;
                self.relate(label, &sum, Relation::Ne, None)?;
            }
        }
        Ok(())
    }

    /// Posts `distinct` with a hidden variable for each sum that is not a variable itself: linear
    /// in the number of sums.
    fn distinct_by_variables(&mut self, label: &str, sums: Vec<Sum>) -> Result<(), FlattenError> {
        let mut scope = Vec::with_capacity(sums.len());
        for sum in sums {
            scope.push(self.variable_of(label, sum)?);
        }
        self.post(label, Constraint::AllDifferent(AllDifferent { scope }))
    }
}
