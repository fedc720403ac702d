//! Posts truth values: constraints that must hold, and bools that say whether one holds.

use parallax_model::{
    Atom, Clause, Compare, Constraint, Implies, Linear, MAX_VALUE, Reify, Relation, Term as Part,
    Value, VarId,
};

use super::document::Term;
use super::draft::{Draft, Item};
use super::truth::{Literal, Truth};
use crate::error::PostError;

impl Draft<'_> {
    /// Posts that something holds.
    pub(super) fn require(&mut self, truth: Truth) -> Result<(), PostError> {
        match truth.simplified() {
            Truth::Known(true) => Ok(()),
            Truth::Known(false) => self.clause(Vec::new()),
            Truth::Any(literals) => self.clause(literals),
            Truth::All(literals) => {
                literals.into_iter().try_for_each(|literal| self.clause(vec![literal]))
            }
            Truth::Sum { terms, relation, constant } => {
                let constraint = compared(terms, relation, constant);
                self.post(constraint)
            }
            Truth::Bool(bool) => {
                self.assert(bool);
                Ok(())
            }
        }
    }

    /// Posts that a bool is true exactly when something holds; if `is_half`, only that it holds if
    /// the bool is true.
    pub(super) fn define(
        &mut self,
        bool: Term,
        truth: Truth,
        is_half: bool,
    ) -> Result<(), PostError> {
        let variable = match self.item(bool)? {
            Item::Number(1) => return self.require(truth),
            Item::Number(_) if is_half => return Ok(()),
            Item::Number(_) => {
                let negated = self.negated(truth);
                return self.require(negated);
            }
            Item::Variable(variable) => variable,
        };
        let literal =
            |wanted: bool| Literal::Atom(Atom::new(variable, Relation::Eq, wanted.into()));
        let (yes, no) = (literal(true), literal(false));
        match truth.simplified() {
            Truth::Known(false) => self.clause(vec![no]),
            Truth::Known(true) if is_half => Ok(()),
            Truth::Known(true) => self.clause(vec![yes]),
            Truth::Any(literals) | Truth::All(literals) if literals.len() == 1 => {
                match literals[0] {
                    Literal::Atom(atom) if !is_half => {
                        self.post(Constraint::Reify(Reify { truth: variable, atom }))
                    }
                    only => self.clause(vec![no, only]),
                }
            }
            Truth::Any(literals) => {
                if !is_half {
                    for own in &literals {
                        self.clause(vec![yes, own.negated()])?;
                    }
                }
                self.clause([no].into_iter().chain(literals).collect())
            }
            Truth::All(literals) => self.define_all(yes, literals, is_half),
            Truth::Sum { terms, relation, constant } => {
                if !is_half {
                    let condition = self.negation(variable)?;
                    let other = compared(terms.clone(), relation.negated(), constant);
                    self.post(implied(condition, other))?;
                }
                self.post(implied(variable, compared(terms, relation, constant)))
            }
            Truth::Bool(bool) => {
                let flag = self.terms.flag(variable.index());
                let defined = if is_half {
                    let not = self.terms.not(flag);
                    self.terms.or(&[not, bool])
                } else {
                    self.terms.iff(flag, bool)
                };
                self.assert(defined);
                Ok(())
            }
        }
    }

    /// Posts that a literal is true exactly when all of some others are, or implies these.
    fn define_all(
        &mut self,
        yes: Literal,
        literals: Vec<Literal>,
        is_half: bool,
    ) -> Result<(), PostError> {
        for own in &literals {
            self.clause(vec![yes.negated(), *own])?;
        }
        if is_half {
            return Ok(());
        }
        let negated = literals.into_iter().map(Literal::negated);
        self.clause([yes].into_iter().chain(negated).collect())
    }

    /// Returns the truth that something does not hold.
    pub(super) fn negated(&mut self, truth: Truth) -> Truth {
        let all = |literals: Vec<Literal>| literals.into_iter().map(Literal::negated).collect();
        match truth {
            Truth::Known(value) => Truth::Known(!value),
            Truth::Any(literals) => Truth::All(all(literals)),
            Truth::All(literals) => Truth::Any(all(literals)),
            Truth::Sum { terms, relation, constant } => {
                Truth::Sum { terms, relation: relation.negated(), constant }
            }
            Truth::Bool(bool) => Truth::Bool(self.terms.not(bool)),
        }
    }

    /// Posts that one of the literals is true.
    pub(super) fn clause(&mut self, literals: Vec<Literal>) -> Result<(), PostError> {
        self.spend(literals.len())?;
        let mut atoms = Vec::with_capacity(literals.len());
        for literal in literals {
            match literal {
                Literal::Known(true) => return Ok(()),
                Literal::Known(false) => {}
                Literal::Atom(atom) => atoms.push(atom),
            }
        }
        if let [atom] = atoms[..]
            && self.is_sure(atom)
        {
            return Ok(());
        }
        self.post(Constraint::Clause(Clause { atoms }))
    }

    /// Returns whether every value of its variable makes an atom true.
    fn is_sure(&self, atom: Atom) -> bool {
        let domain = self.model.domain(atom.variable);
        match atom.relation {
            Relation::Ne => !domain.contains(atom.value),
            Relation::Eq => domain.len() == 1 && domain.contains(atom.value),
            _ => [domain.min(), domain.max()].into_iter().flatten().all(|end| atom.allows(end)),
        }
    }

    /// Returns the comparison of two terms as a truth.
    pub(super) fn comparison(
        &mut self,
        a: Term,
        relation: Relation,
        b: Term,
    ) -> Result<Truth, PostError> {
        self.sum([(1, a), (-1, b)].into_iter(), relation, 0)
    }

    /// Returns the comparison of a sum with a constant as a truth.
    pub(super) fn sum(
        &mut self,
        parts: impl Iterator<Item = (i64, Term)>,
        relation: Relation,
        constant: i64,
    ) -> Result<Truth, PostError> {
        let (terms, own) = self.merged(parts)?;
        let constant = constant.checked_sub(own).ok_or(PostError::LargeNumber)?;
        self.related(terms, relation, constant)
    }

    /// Returns the comparison of a sum of variables, each once, with a constant as a truth.
    pub(super) fn related(
        &mut self,
        terms: Vec<Part>,
        relation: Relation,
        constant: i64,
    ) -> Result<Truth, PostError> {
        if let Some(known) = self.known(&terms, relation, constant.into()) {
            return Ok(Truth::Known(known));
        }
        if let [Part { coefficient, variable }] = terms[..] {
            return Ok(Truth::of(atom(coefficient, variable, relation, constant)?));
        }
        Ok(Truth::Sum { terms, relation, constant })
    }

    /// Returns whether a sum is in relation to a constant, if the domains decide it.
    fn known(&self, terms: &[Part], relation: Relation, constant: i128) -> Option<bool> {
        let (low, high) = self.range(terms)?;
        let holds = |end: i128| relation.holds((end - constant).signum() as i64, 0);
        match relation {
            Relation::Eq if low > constant || high < constant => Some(false),
            Relation::Ne if low > constant || high < constant => Some(true),
            Relation::Eq | Relation::Ne => (low == high).then(|| holds(low)),
            _ => (holds(low) == holds(high)).then(|| holds(low)),
        }
    }

    /// Returns the least and the greatest value of a sum; `None` if a variable has no value.
    pub(super) fn range(&self, terms: &[Part]) -> Option<(i128, i128)> {
        let (mut low, mut high) = (0i128, 0i128);
        for part in terms {
            let (from, to) = self.ends(Item::Variable(part.variable))?;
            let factor = i128::from(part.coefficient);
            let ends = [factor * i128::from(from), factor * i128::from(to)];
            low = low.saturating_add(ends[0].min(ends[1]));
            high = high.saturating_add(ends[0].max(ends[1]));
        }
        Some((low, high))
    }
}

/// Returns the comparison of a sum with a constant in the simplest form.
pub(super) fn compared(terms: Vec<Part>, relation: Relation, constant: i64) -> Constraint {
    if let [a, b] = terms[..]
        && constant.unsigned_abs() <= 2 * u64::from(MAX_VALUE.unsigned_abs())
    {
        let compare =
            |left, right| Constraint::Compare(Compare { left, relation, right, offset: constant });
        match (a.coefficient, b.coefficient) {
            (1, -1) => return compare(a.variable, b.variable),
            (-1, 1) => return compare(b.variable, a.variable),
            _ => {}
        }
    }
    Constraint::Linear(Linear { terms, relation, constant })
}

fn implied(condition: VarId, then: Constraint) -> Constraint {
    Constraint::Implies(Implies { condition, then: Box::new(then) })
}

/// Returns `coefficient * variable relation constant` as a literal.
fn atom(
    coefficient: i64,
    variable: VarId,
    relation: Relation,
    constant: i64,
) -> Result<Literal, PostError> {
    let (factor, sum) = (i128::from(coefficient), i128::from(constant));
    // A negative factor turns the order around.
    let relation = if factor < 0 { relation.mirrored() } else { relation };
    let (factor, sum) = if factor < 0 { (-factor, -sum) } else { (factor, sum) };
    let (relation, value) = match relation {
        Relation::Eq | Relation::Ne if sum % factor != 0 => {
            return Ok(Literal::Known(relation == Relation::Ne));
        }
        Relation::Eq | Relation::Ne => (relation, sum / factor),
        Relation::Le => (Relation::Le, sum.div_euclid(factor)),
        Relation::Lt => (Relation::Le, (sum - 1).div_euclid(factor)),
        Relation::Gt => (Relation::Ge, sum.div_euclid(factor) + 1),
        Relation::Ge => (Relation::Ge, (sum - 1).div_euclid(factor) + 1),
    };
    let value = Value::try_from(value).map_err(|_| PostError::LargeNumber)?;
    Ok(Literal::Atom(Atom::new(variable, relation, value)))
}
