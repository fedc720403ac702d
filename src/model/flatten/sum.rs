//! Sums of multiples of variables.

use std::collections::BTreeMap;

use super::{Flat, Lit};
use crate::model::{Atom, MAX_VALUE, Model, Relation, Value, VarId};

/// `coefficients * variables + constant`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub terms: BTreeMap<VarId, i64>,
    pub constant: i64,
}

const TOO_LARGE: &str = "a number is too large";

impl Sum {
    pub fn constant(constant: i64) -> Self {
        Sum { terms: BTreeMap::new(), constant }
    }

    pub fn of(variable: VarId) -> Self {
        Sum { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The sum of this and a multiple of another.
    pub fn plus(mut self, other: &Sum, factor: i64) -> Flat<Self> {
        let multiple = |value: i64| value.checked_mul(factor).ok_or(TOO_LARGE);
        self.constant = self.constant.checked_add(multiple(other.constant)?).ok_or(TOO_LARGE)?;
        for (&variable, &coefficient) in &other.terms {
            let mine = self.terms.entry(variable).or_insert(0);
            *mine = mine.checked_add(multiple(coefficient)?).ok_or(TOO_LARGE)?;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        Ok(self)
    }

    pub fn minus(&self, other: &Sum) -> Flat<Self> {
        self.clone().plus(other, -1)
    }

    /// The variable that this is, if it is one.
    pub fn variable(&self) -> Option<VarId> {
        match (self.terms.first_key_value(), self.terms.len(), self.constant) {
            (Some((&variable, 1)), 1, 0) => Some(variable),
            _ => None,
        }
    }

    /// `self relation 0` as a constant or an atom, where it is one.
    pub fn atom(&self, relation: Relation) -> Option<Lit> {
        let Some((&variable, &coefficient)) = self.terms.first_key_value() else {
            return Some(Lit::Const(relation.holds(self.constant, 0)));
        };
        if self.terms.len() > 1 {
            return None;
        }
        // coefficient * x relation bound, with a positive coefficient.
        let (coefficient, bound) = (i128::from(coefficient), -i128::from(self.constant));
        let (coefficient, bound, relation) = match coefficient < 0 {
            true => (-coefficient, -bound, mirrored(relation)),
            false => (coefficient, bound, relation),
        };
        let floor = bound.div_euclid(coefficient);
        let exact = floor * coefficient == bound;
        let (relation, value) = match relation {
            Relation::Eq | Relation::Ne if !exact => {
                return Some(Lit::Const(relation == Relation::Ne));
            }
            Relation::Eq | Relation::Ne | Relation::Le | Relation::Gt => (relation, floor),
            Relation::Lt if exact => (Relation::Le, floor - 1),
            Relation::Lt => (Relation::Le, floor),
            Relation::Ge if exact => (Relation::Ge, floor),
            Relation::Ge => (Relation::Ge, floor + 1),
        };
        // Values stay below this in magnitude, so nothing changes.
        let most = i128::from(MAX_VALUE) + 1;
        let value = Value::try_from(value.clamp(-most, most)).ok()?;
        Some(Lit::Atom(Atom::new(variable, relation, value)))
    }

    /// Its smallest and largest value.
    pub fn range(&self, model: &Model) -> Flat<(Value, Value)> {
        let (mut low, mut high) = (i128::from(self.constant), i128::from(self.constant));
        for (&variable, &coefficient) in &self.terms {
            let domain = model.domain(variable);
            let ends = [domain.min(), domain.max()].map(|end| i128::from(end.unwrap_or(0)));
            let ends = ends.map(|end| end * i128::from(coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        let most = i128::from(MAX_VALUE);
        match (-most..=most).contains(&low) && (-most..=most).contains(&high) {
            true => Ok((low as Value, high as Value)),
            false => Err(TOO_LARGE.into()),
        }
    }
}

/// The relation after both sides changed their signs.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Le => Relation::Ge,
        Relation::Lt => Relation::Gt,
        Relation::Ge => Relation::Le,
        Relation::Gt => Relation::Lt,
        same => same,
    }
}
