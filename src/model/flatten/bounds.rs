//! Bounds of variables that assertions state outright.

use super::{Bool, Int};
use crate::model::{MAX_VALUE, Relation, Value};

/// The bounds of each of `count` variables that the assertions state by
/// comparing it with a number; `None` where one of them is missing.
pub fn bounds(assertions: &[&Bool], count: usize) -> Vec<Option<(Value, Value)>> {
    let mut found = vec![(None, None); count];
    for assertion in assertions {
        gather(assertion, &mut found);
    }
    let most = i64::from(MAX_VALUE);
    let value = |bound: i64| bound.clamp(-most, most) as Value;
    found
        .into_iter()
        .map(|(low, high): (Option<i64>, Option<i64>)| Some((value(low?), value(high?))))
        .collect()
}

fn gather(expr: &Bool, found: &mut [(Option<i64>, Option<i64>)]) {
    let (left, relation, right) = match expr {
        Bool::And(parts) => return parts.iter().for_each(|part| gather(part, found)),
        Bool::Compare(left, relation, right) => (left, *relation, right),
        Bool::Not(inner) => match &**inner {
            Bool::Compare(left, relation, right) => (left, relation.negated(), right),
            _ => return,
        },
        _ => return,
    };
    let (variable, relation, number) = match (&**left, &**right) {
        (Int::Var(variable), Int::Const(number)) => (*variable, relation, *number),
        (Int::Const(number), Int::Var(variable)) => {
            let turned = match relation {
                Relation::Le => Relation::Ge,
                Relation::Lt => Relation::Gt,
                Relation::Ge => Relation::Le,
                Relation::Gt => Relation::Lt,
                same => same,
            };
            (*variable, turned, *number)
        }
        _ => return,
    };
    let Some((low, high)) = found.get_mut(variable) else { return };
    let mut at_least = |bound: i64| *low = Some(low.map_or(bound, |known| known.max(bound)));
    let mut at_most = |bound: i64| *high = Some(high.map_or(bound, |known| known.min(bound)));
    match relation {
        Relation::Le => at_most(number),
        Relation::Lt => at_most(number.saturating_sub(1)),
        Relation::Ge => at_least(number),
        Relation::Gt => at_least(number.saturating_add(1)),
        Relation::Eq => {
            at_least(number);
            at_most(number);
        }
        Relation::Ne => {}
    }
}
