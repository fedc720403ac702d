//! Circuits, inverse functions and channels.

use super::{CaseValue, ExprValueError, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_successors(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    if operator == O::Inverse {
        let (forth, back) =
            (items_from_base(&list(1)?, int(2)?), items_from_base(&list(3)?, int(0)?));
        return truth_value(is_inverse(&forth, &back) && is_inverse(&back, &forth));
    }
    let nodes = list(1)?;
    if operator == O::SymmetricAllDifferent {
        let items = items_from_base(&nodes, int(0)?);
        return truth_value(is_inverse(&items, &items));
    }
    if operator == O::ChannelTruths {
        // Exactly the item at the index is true, and the index is inside the list.
        let index = int(2)? - int(0)?;
        let mut items = (0i128..).zip(&nodes);
        let inside = usize::try_from(index).is_ok_and(|index| index < nodes.len());
        return truth_value(inside && items.all(|(at, &item)| (item != 0) == (at == index)));
    }
    let Some(next) = zero_based_permutation(int(0)?, &nodes) else {
        return truth_value(false);
    };
    // In a permutation every node lies on one cycle. A circuit has a single cycle through all
    // nodes, a subcircuit at most one besides loops.
    let loops = (0..next.len()).filter(|&node| next[node] == node).count();
    // The nodes of the cycle of the first node that moves, or of the first node if none does.
    let start = (0..next.len()).find(|&node| next[node] != node).unwrap_or(0);
    let mut cycle = usize::from(!next.is_empty());
    let mut node = next.get(start).copied().unwrap_or(start);
    while node != start {
        node = next[node];
        cycle += 1;
    }
    match operator {
        // One node that succeeds itself is not a circuit. Without nodes there is nothing to
        // require.
        O::Circuit => truth_value(loops == 0 && cycle == next.len()),
        O::SubCircuit => truth_value(loops == next.len() || cycle + loops == next.len()),
        O::SubCircuitSome => truth_value(loops < next.len() && cycle + loops == next.len()),
        _ => Err(ExprValueError::Malformed),
    }
}

/// Returns the successors counted from 0, if they are a permutation.
fn zero_based_permutation(base: i128, nodes: &[i128]) -> Option<Vec<usize>> {
    let index = |&node: &i128| usize::try_from(node - base).ok().filter(|&at| at < nodes.len());
    let next: Vec<usize> = nodes.iter().map(index).collect::<Option<_>>()?;
    let mut sorted = next.clone();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1]).then_some(next)
}

/// Returns the items counted from a base.
fn items_from_base(items: &[i128], base: i128) -> Vec<i128> {
    items.iter().map(|item| item - base).collect()
}

/// Whether each item of the first list is an index of the second list, whose item is the index of
/// the first.
fn is_inverse(first: &[i128], second: &[i128]) -> bool {
    let mut places = (0i128..).zip(first);
    places.all(|(index, &item)| {
        usize::try_from(item).ok().and_then(|item| second.get(item)) == Some(&index)
    })
}
