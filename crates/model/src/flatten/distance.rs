//! Posts comparisons of an absolute value with a number, as comparisons of what it is of.

use super::assert::Comparison;
use super::sum::Sum;
use super::{FlattenError, Flattener, Int, Lit, Node, Relation};

/// `|inner| relation number`, which the operations in `inner` make true or false.
#[derive(Clone, Copy)]
pub(super) struct Distance {
    inner: Int,
    pub(super) relation: Relation,
    number: i64,
    /// Whether this holds, or is false where `inner` is undefined.
    positive: bool,
    /// Whether it has few nodes, and nothing but sums inside.
    pub(super) is_linear: bool,
}

impl Flattener<'_> {
    /// Returns an asserted comparison as one of an absolute value with a number, if it is one.
    pub(super) fn compared_distance(
        &self,
        compared: Comparison,
        positive: bool,
    ) -> Option<Distance> {
        let number = |term: Option<Int>| match term.map(|term| self.terms.of_int(term)) {
            None => Some(0),
            Some(Node::Number(number)) => Some(number),
            _ => None,
        };
        let Comparison { left, relation, right } = compared;
        let (term, relation, number) = match (number(Some(left)), number(right)) {
            (None, Some(number)) => (left, relation, number),
            (Some(number), None) => (right?, relation.mirrored(), number),
            _ => return None,
        };
        let Node::Abs(inner) = self.terms.of_int(term) else { return None };
        let relation = if positive { relation } else { relation.negated() };
        let (relation, number) = match relation {
            Relation::Lt => (Relation::Le, number.checked_sub(1)?),
            Relation::Gt => (Relation::Ge, number.checked_add(1)?),
            same => (same, number),
        };
        let is_linear = self.few([inner.place()]).is_some_and(|few| few.operations == 0);
        Some(Distance { inner, relation, number, positive, is_linear })
    }

    /// Posts such a comparison. Returns false, and posts nothing, if it may be undefined where it
    /// must then be true.
    pub(super) fn distance(
        &mut self,
        label: &str,
        distance: Distance,
    ) -> Result<bool, FlattenError> {
        let Distance { inner, relation, number, positive, .. } = distance;
        let Some(negated) = number.checked_neg() else { return Ok(false) };
        // It may be asked for again.
        self.is_shared[inner.place()] = true;
        let sum = self.total(inner)?;
        let defined = self.all_defined([inner])?;
        match defined {
            Lit::Const(true) => {}
            _ if positive => self.clause(label, &[defined])?,
            _ => return Ok(false),
        }
        self.spend(2 * sum.len())?;
        let above = sum.clone().minus(Sum::constant(number))?;
        let below = sum.minus(Sum::constant(negated))?;
        match relation {
            // The absolute value is at least 0 anyway.
            Relation::Ge | Relation::Ne if number < 0 => {}
            Relation::Ge if number == 0 => {}
            Relation::Le | Relation::Eq if number < 0 => self.clause(label, &[])?,
            Relation::Le | Relation::Lt => {
                self.relate(label, &above, Relation::Le, None)?;
                self.relate(label, &below, Relation::Ge, None)?;
            }
            Relation::Eq if number == 0 => self.relate(label, &above, Relation::Eq, None)?,
            Relation::Ne => {
                self.relate(label, &above, Relation::Ne, None)?;
                self.relate(label, &below, Relation::Ne, None)?;
            }
            _ => {
                let lits =
                    [self.related(&above, relation)?, self.related(&below, relation.mirrored())?];
                self.clause(label, &lits)?;
            }
        }
        Ok(true)
    }
}
