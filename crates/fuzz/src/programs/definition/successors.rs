//! Circuits, inverse functions and channels.

use super::{Fault, Value, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    if operator == O::Inverse {
        let (forth, back) = (relative(&list(1)?, int(2)?), relative(&list(3)?, int(0)?));
        return truth(undoes(&forth, &back) && undoes(&back, &forth));
    }
    let nodes = list(1)?;
    if operator == O::SymmetricAllDifferent {
        let items = relative(&nodes, int(0)?);
        return truth(undoes(&items, &items));
    }
    if operator == O::ChannelTruths {
        let place = int(2)? - int(0)?;
        let mut items = (0i128..).zip(&nodes);
        let inside = usize::try_from(place).is_ok_and(|place| place < nodes.len());
        return truth(inside && items.all(|(at, &item)| (item != 0) == (at == place)));
    }
    let Some(next) = permutation(int(0)?, &nodes) else {
        return truth(false);
    };
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
        // One node that succeeds itself is no circuit. Without nodes there is nothing to require.
        O::Circuit => truth(loops == 0 && cycle == next.len()),
        O::SubCircuit => truth(loops == next.len() || cycle + loops == next.len()),
        O::SubCircuitSome => truth(loops < next.len() && cycle + loops == next.len()),
        _ => Err(Fault::Malformed),
    }
}

/// Returns the successors counted from 0, if they are a permutation.
fn permutation(base: i128, nodes: &[i128]) -> Option<Vec<usize>> {
    let place = |&node: &i128| usize::try_from(node - base).ok().filter(|&at| at < nodes.len());
    let next: Vec<usize> = nodes.iter().map(place).collect::<Option<_>>()?;
    let mut sorted = next.clone();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1]).then_some(next)
}

/// Returns the items counted from a base.
fn relative(items: &[i128], base: i128) -> Vec<i128> {
    items.iter().map(|item| item - base).collect()
}

/// Whether each item of the first list names a place of the second that names the item's place.
fn undoes(first: &[i128], second: &[i128]) -> bool {
    let mut places = (0i128..).zip(first);
    places.all(|(place, &item)| {
        usize::try_from(item).ok().and_then(|item| second.get(item)) == Some(&place)
    })
}
