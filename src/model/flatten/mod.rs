//! Expressions of richer formats as constraints: the one place where they are
//! flattened.
//!
//! Variables of the expressions are the variables of the model with the same
//! number. Boolean structure becomes clauses over hidden 0/1 variables that
//! are true exactly when their part is (Tseitin 1968); so the number of
//! solutions stays.

mod bounds;
mod expr;
mod sum;
#[cfg(test)]
mod tests;

pub use bounds::bounds;
pub use expr::{Bool, Int};

use std::sync::Arc;

use sum::Sum;

use super::{
    AllDifferent, Atom, Clause, Constraint, Domain, Implies, Linear, Model, Reify, Relation, Term,
    VarId,
};

/// The most parts of expressions that are flattened; shared parts count each
/// time.
const MAX_PARTS: usize = 4_000_000;

/// Adds assertions to a model.
pub struct Flattener<'m> {
    model: &'m mut Model,
    parts: usize,
    hidden: usize,
}

/// A truth value: a constant or an atom.
#[derive(Clone, Copy)]
enum Lit {
    Const(bool),
    Atom(Atom),
}

type Flat<T> = Result<T, String>;

impl Flattener<'_> {
    /// Flattens into this model.
    pub fn new(model: &mut Model) -> Flattener<'_> {
        Flattener { model, parts: 0, hidden: 0 }
    }

    /// Posts constraints that hold exactly when the expression is true.
    ///
    /// # Errors
    /// Numbers beyond what models hold, or too many parts.
    pub fn assert(&mut self, label: &str, expr: &Bool) -> Flat<()> {
        self.part()?;
        match expr {
            Bool::And(parts) => parts.iter().try_for_each(|part| self.assert(label, part)),
            Bool::Not(inner) => match &**inner {
                Bool::Or(parts) => {
                    parts.iter().try_for_each(|p| self.assert(label, &Bool::Not(p.clone())))
                }
                Bool::Not(inner) => self.assert(label, inner),
                Bool::Compare(left, relation, right) => {
                    self.compare(label, left, relation.negated(), right)
                }
                _ => self.clause_of(label, expr),
            },
            Bool::Compare(left, relation, right) => self.compare(label, left, *relation, right),
            Bool::Distinct(parts) => self.distinct(label, parts),
            _ => self.clause_of(label, expr),
        }
    }

    fn clause_of(&mut self, label: &str, expr: &Bool) -> Flat<()> {
        let lits = match expr {
            Bool::Or(parts) => parts.iter().map(|p| self.lit(p)).collect::<Flat<Vec<Lit>>>()?,
            other => vec![self.lit(other)?],
        };
        self.clause(label, &lits)
    }

    fn part(&mut self) -> Flat<()> {
        self.parts += 1;
        match self.parts > MAX_PARTS {
            true => Err(format!("more than {MAX_PARTS} parts of expressions")),
            false => Ok(()),
        }
    }

    fn post(&mut self, label: &str, constraint: Constraint) -> Flat<()> {
        self.model.post(label, constraint).map_err(|error| error.to_string())
    }

    fn hidden(&mut self, domain: Domain) -> Flat<VarId> {
        loop {
            self.hidden += 1;
            let name = format!("_{}", self.hidden);
            if self.model.find(&name).is_none() {
                return self.model.add_hidden(name, domain).map_err(|error| error.to_string());
            }
        }
    }

    /// A hidden truth value.
    fn truth(&mut self) -> Flat<Lit> {
        let hidden = self.hidden(Domain::boolean())?;
        Ok(Lit::Atom(Atom::new(hidden, Relation::Eq, 1)))
    }

    fn clause(&mut self, label: &str, lits: &[Lit]) -> Flat<()> {
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

    fn distinct(&mut self, label: &str, parts: &[Arc<Int>]) -> Flat<()> {
        let sums = parts.iter().map(|part| self.sum(part)).collect::<Flat<Vec<Sum>>>()?;
        let scope: Option<Vec<VarId>> = sums.iter().map(Sum::variable).collect();
        if let Some(scope) = scope {
            return self.post(label, Constraint::AllDifferent(AllDifferent { scope }));
        }
        for i in 0..sums.len() {
            for j in 0..i {
                let sum = sums[i].minus(&sums[j])?;
                self.relate(label, &sum, Relation::Ne, None)?;
            }
        }
        Ok(())
    }

    fn compare(&mut self, label: &str, left: &Int, relation: Relation, right: &Int) -> Flat<()> {
        let sum = self.sum(left)?.minus(&self.sum(right)?)?;
        self.relate(label, &sum, relation, None)
    }

    /// `sum relation 0`, where `condition` is 1 if there is one.
    fn relate(
        &mut self,
        label: &str,
        sum: &Sum,
        relation: Relation,
        condition: Option<VarId>,
    ) -> Flat<()> {
        let constant = sum.constant.checked_neg().ok_or("a number is too large")?;
        let terms =
            sum.terms.iter().map(|(&variable, &coefficient)| Term { coefficient, variable });
        let linear = Linear { terms: terms.collect(), relation, constant };
        let constraint = match (condition, sum.atom(relation)) {
            (None, Some(Lit::Const(true))) => return Ok(()),
            (None, Some(lit)) => return self.clause(label, &[lit]),
            (None, None) => Constraint::Linear(linear),
            (Some(condition), _) => Constraint::Implies(Implies {
                condition,
                then: Box::new(Constraint::Linear(linear)),
            }),
        };
        self.post(label, constraint)
    }

    /// The truth value of an expression.
    fn lit(&mut self, expr: &Bool) -> Flat<Lit> {
        self.part()?;
        match expr {
            Bool::Const(value) => Ok(Lit::Const(*value)),
            Bool::Var(variable) => Ok(Lit::Atom(Atom::new(VarId::new(*variable), Relation::Eq, 1))),
            Bool::Not(inner) => Ok(self.lit(inner)?.negated()),
            Bool::And(parts) => {
                let negated = |p: &Arc<Bool>| Ok(self.lit(p)?.negated());
                let lits = parts.iter().map(negated).collect::<Flat<Vec<Lit>>>()?;
                Ok(self.or(&lits)?.negated())
            }
            Bool::Or(parts) => {
                let lits = parts.iter().map(|p| self.lit(p)).collect::<Flat<Vec<Lit>>>()?;
                self.or(&lits)
            }
            Bool::Iff(left, right) => {
                let (a, b) = (self.lit(left)?, self.lit(right)?);
                self.choice(a, b, b.negated())
            }
            Bool::Ite(condition, then, other) => {
                let (c, a, b) = (self.lit(condition)?, self.lit(then)?, self.lit(other)?);
                self.choice(c, a, b)
            }
            Bool::Compare(left, relation, right) => {
                let sum = self.sum(left)?.minus(&self.sum(right)?)?;
                self.related(&sum, *relation)
            }
            Bool::Distinct(parts) => {
                let sums = parts.iter().map(|part| self.sum(part)).collect::<Flat<Vec<Sum>>>()?;
                let mut equal = Vec::new();
                for i in 0..sums.len() {
                    for j in 0..i {
                        let sum = sums[i].minus(&sums[j])?;
                        equal.push(self.related(&sum, Relation::Eq)?);
                    }
                }
                Ok(self.or(&equal)?.negated())
            }
        }
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

    fn or(&mut self, lits: &[Lit]) -> Flat<Lit> {
        let open: Vec<Lit> =
            lits.iter().filter(|lit| !matches!(lit, Lit::Const(false))).copied().collect();
        match open[..] {
            [] => return Ok(Lit::Const(false)),
            [only] => return Ok(only),
            _ if open.iter().any(|lit| matches!(lit, Lit::Const(true))) => {
                return Ok(Lit::Const(true));
            }
            _ => {}
        }
        let gate = self.truth()?;
        let mut forth = vec![gate.negated()];
        for &lit in &open {
            self.clause("", &[gate, lit.negated()])?;
            forth.push(lit);
        }
        self.clause("", &forth)?;
        Ok(gate)
    }

    /// `a` where `c` is true, else `b`.
    fn choice(&mut self, c: Lit, a: Lit, b: Lit) -> Flat<Lit> {
        if let Lit::Const(value) = c {
            return Ok(if value { a } else { b });
        }
        let gate = self.truth()?;
        for (condition, value) in [(c.negated(), a), (c, b)] {
            self.clause("", &[condition, gate.negated(), value])?;
            self.clause("", &[condition, gate, value.negated()])?;
        }
        Ok(gate)
    }

    /// An expression as a sum over variables; a choice becomes a hidden one.
    fn sum(&mut self, expr: &Int) -> Flat<Sum> {
        self.part()?;
        match expr {
            Int::Const(value) => Ok(Sum::constant(*value)),
            Int::Var(variable) => Ok(Sum::of(VarId::new(*variable))),
            Int::Add(parts) => {
                let mut total = Sum::constant(0);
                for part in parts {
                    total = total.plus(&self.sum(part)?, 1)?;
                }
                Ok(total)
            }
            Int::Scale(factor, inner) => Sum::constant(0).plus(&self.sum(inner)?, *factor),
            Int::Ite(condition, then, other) => {
                let (a, b) = (self.sum(then)?, self.sum(other)?);
                let condition = match self.lit(condition)? {
                    Lit::Const(value) => return Ok(if value { a } else { b }),
                    Lit::Atom(atom) => atom,
                };
                let (low, high) = a.range(self.model)?;
                let (low_b, high_b) = b.range(self.model)?;
                let hidden = self.hidden(Domain::range(low.min(low_b), high.max(high_b)))?;
                for (atom, sum) in [(condition, a), (negated(condition), b)] {
                    let truth = self.hidden(Domain::boolean())?;
                    self.post("", Constraint::Reify(Reify { truth, atom }))?;
                    let same = Sum::of(hidden).minus(&sum)?;
                    self.relate("", &same, Relation::Eq, Some(truth))?;
                }
                Ok(Sum::of(hidden))
            }
        }
    }
}

fn negated(atom: Atom) -> Atom {
    Atom { relation: atom.relation.negated(), ..atom }
}

impl Lit {
    fn negated(self) -> Lit {
        match self {
            Lit::Const(value) => Lit::Const(!value),
            Lit::Atom(atom) => Lit::Atom(negated(atom)),
        }
    }
}
