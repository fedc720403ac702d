//! Bins, knapsacks and flows.

use super::{Fault, Value, dot, require, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let at = |place: usize| values.get(place).ok_or(Fault::Malformed);
    let int = |place: usize| at(place).and_then(Value::int);
    let list = |place: usize| at(place).and_then(Value::ints);
    match operator {
        O::BinPacking => {
            let (capacity, bins, weights) = (int(0)?, list(1)?, list(2)?);
            require(capacity >= 0 && weights.iter().all(|&weight| weight >= 0))?;
            require(bins.len() == weights.len())?;
            truth(bins.iter().all(|&bin| load(&bins, &weights, bin) <= capacity))
        }
        O::BinPackingCapa => {
            let (base, capacities, bins, weights) = (int(0)?, list(1)?, list(2)?, list(3)?);
            require(capacities.iter().chain(&weights).all(|&number| number >= 0))?;
            packed(base, &capacities, &bins, &weights, |load, most| load <= most)
        }
        O::BinPackingLoad => {
            let (base, loads, bins, weights) = (int(0)?, list(1)?, list(2)?, list(3)?);
            require(weights.iter().all(|&weight| weight >= 0))?;
            packed(base, &loads, &bins, &weights, |load, given| load == given)
        }
        O::Knapsack => {
            let (weights, profits, amounts) = (list(0)?, list(1)?, list(2)?);
            require(weights.iter().chain(&profits).all(|&number| number >= 0))?;
            let sums = dot(&weights, &amounts)? == int(3)? && dot(&profits, &amounts)? == int(4)?;
            truth(sums && amounts.iter().all(|&amount| amount >= 0))
        }
        O::Flow => flow(&at(0)?.rows()?, &list(1)?, &list(2)?),
        O::FlowCost => {
            let (arcs, balance, weights) = (at(0)?.rows()?, list(1)?, list(2)?);
            let (flows, cost) = (list(3)?, int(4)?);
            truth(flow(&arcs, &balance, &flows)? != 0 && dot(&weights, &flows)? == cost)
        }
        _ => Err(Fault::Malformed),
    }
}

/// Whether at each node the outflow less the inflow is its balance. Negative flows are flows.
fn flow(arcs: &[Vec<i128>], balance: &[i128], flows: &[i128]) -> Result<i128, Fault> {
    require(arcs.len() == flows.len() && arcs.iter().all(|arc| arc.len() == 2))?;
    let is_node = |node: &i128| (1..=balance.len() as i128).contains(node);
    require(arcs.iter().flatten().all(is_node))?;
    let total = |node: i128, end: usize| -> i128 {
        arcs.iter().zip(flows).filter(|(arc, _)| arc[end] == node).map(|(_, flow)| flow).sum()
    };
    truth((1..).zip(balance).all(|(node, &given)| total(node, 0) - total(node, 1) == given))
}

fn load(bins: &[i128], weights: &[i128], bin: i128) -> i128 {
    bins.iter().zip(weights).filter(|&(&its, _)| its == bin).map(|(_, &weight)| weight).sum()
}

fn packed(
    base: i128,
    numbers: &[i128],
    bins: &[i128],
    weights: &[i128],
    fits: impl Fn(i128, i128) -> bool,
) -> Result<i128, Fault> {
    require(bins.len() == weights.len())?;
    let last = base + numbers.len() as i128;
    let known = bins.iter().all(|&bin| base <= bin && bin < last);
    let mut places = (base..last).zip(numbers);
    truth(known && places.all(|(bin, &number)| fits(load(bins, weights, bin), number)))
}
