//! Sums and comparisons.

use super::super::model::{Relation, Variable};
use super::super::possible::range;
use super::super::space::Space;
use super::{Left, Names, Text, counts, list};

/// A sum of open variables that is at most (`Le`), equal or unequal to a number.
pub(crate) struct Sum {
    terms: Vec<(i128, Variable)>,
    relation: Relation,
    constant: i128,
}

/// The open terms; those of fixed variables go into the constant. Nothing is left where the bounds
/// of the sum decide. Between them the constant is a sum of values, so that no arithmetic wraps.
pub(super) fn left(
    terms: &[(i64, Variable)],
    relation: Relation,
    constant: i128,
    space: &Space,
) -> Left {
    let Some((low, high)) = range(terms, space) else { return Left::Never };
    let is_outside = constant < low || high < constant;
    let always = match relation {
        Relation::Eq | Relation::Ne if is_outside => Some(relation == Relation::Ne),
        Relation::Eq | Relation::Ne => (low == high).then_some(relation == Relation::Eq),
        _ => Some(relation.holds(low, constant)).filter(|&l| l == relation.holds(high, constant)),
    };
    if let Some(always) = always {
        return if always { Left::Always } else { Left::Never };
    }
    let (mut open, mut constant) = (Vec::new(), constant);
    for &(coefficient, v) in terms.iter().filter(|own| own.0 != 0) {
        match space.min(v).filter(|_| space.size(v) == 1) {
            Some(value) => constant -= i128::from(coefficient) * i128::from(value),
            None => open.push((i128::from(coefficient), v)),
        }
    }
    if let (Relation::Ne, 0, &[(a, x), (b, y)]) = (relation, constant, &open[..])
        && a == -b
    {
        return counts::left(&[x, y], &[], 1, space);
    }
    if matches!(relation, Relation::Ge | Relation::Gt) {
        open.iter_mut().for_each(|own| own.0 = -own.0);
        constant = -constant;
    }
    constant -= i128::from(matches!(relation, Relation::Lt | Relation::Gt));
    let is_order = !matches!(relation, Relation::Eq | Relation::Ne);
    let relation = if is_order { Relation::Le } else { relation };
    Left::Sum(Sum { terms: open, relation, constant })
}

impl Sum {
    /// Lemma 5, *sums*: where y is s·x + t with s = 1 or -1, a·x is (a·s)·y - a·s·t, so that the
    /// shifts go into the constant. Other maps are refused, unless they change no value. The sign of
    /// all terms and the constant together may change for `=` and `!=`.
    pub(super) fn write(&self, names: &Names) -> Result<Text, String> {
        let (mut terms, mut constant) = (Vec::new(), self.constant);
        for &(coefficient, v) in &self.terms {
            let (sign, shift) = names.line(v).ok_or("values of a sum get other names")?;
            constant += coefficient * sign * shift;
            terms.push([names.place(v)?, coefficient * sign]);
        }
        terms.sort_unstable();
        if self.relation != Relation::Le && terms[0][1] < 0 {
            terms.iter_mut().for_each(|own| own[1] = -own[1]);
            constant = -constant;
        }
        let mut text = vec![3, self.relation as i128, constant];
        list(&mut text, terms.concat().into_iter());
        Ok(text)
    }
}
