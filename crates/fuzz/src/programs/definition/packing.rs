//! Bins, knapsacks and flows.

use super::{CaseValue, ExprValueError, dot_product, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_packing(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let at = |index: usize| values.get(index).ok_or(ExprValueError::Malformed);
    let int = |index: usize| at(index).and_then(CaseValue::as_int);
    let list = |index: usize| at(index).and_then(CaseValue::as_ints);
    match operator {
        O::BinPacking => {
            let (capacity, bins, weights) = (int(0)?, list(1)?, list(2)?);
            require_form(capacity >= 0 && weights.iter().all(|&weight| weight >= 0))?;
            require_form(bins.len() == weights.len())?;
            truth_value(bins.iter().all(|&bin| bin_load(&bins, &weights, bin) <= capacity))
        }
        O::BinPackingCapa => {
            let (base, capacities, bins, weights) = (int(0)?, list(1)?, list(2)?, list(3)?);
            require_form(capacities.iter().chain(&weights).all(|&number| number >= 0))?;
            evaluate_packed_bins(base, &capacities, &bins, &weights, |load, capacity| {
                load <= capacity
            })
        }
        O::BinPackingLoad => {
            let (base, loads, bins, weights) = (int(0)?, list(1)?, list(2)?, list(3)?);
            require_form(weights.iter().all(|&weight| weight >= 0))?;
            evaluate_packed_bins(base, &loads, &bins, &weights, |load, given| load == given)
        }
        O::Knapsack => {
            let (weights, profits, amounts) = (list(0)?, list(1)?, list(2)?);
            require_form(weights.iter().chain(&profits).all(|&number| number >= 0))?;
            let sums = dot_product(&weights, &amounts)? == int(3)?
                && dot_product(&profits, &amounts)? == int(4)?;
            truth_value(sums && amounts.iter().all(|&amount| amount >= 0))
        }
        O::Flow => evaluate_flow(&at(0)?.as_rows()?, &list(1)?, &list(2)?),
        O::FlowCost => {
            let (arcs, balance, weights) = (at(0)?.as_rows()?, list(1)?, list(2)?);
            let (flows, cost) = (list(3)?, int(4)?);
            truth_value(
                evaluate_flow(&arcs, &balance, &flows)? != 0
                    && dot_product(&weights, &flows)? == cost,
            )
        }
        _ => Err(ExprValueError::Malformed),
    }
}

/// Whether at each node the outflow minus the inflow is its balance. Flows may be negative.
fn evaluate_flow(
    arcs: &[Vec<i128>],
    balance: &[i128],
    flows: &[i128],
) -> Result<i128, ExprValueError> {
    require_form(arcs.len() == flows.len() && arcs.iter().all(|arc| arc.len() == 2))?;
    let is_node = |node: &i128| (1..=balance.len() as i128).contains(node);
    require_form(arcs.iter().flatten().all(is_node))?;
    let total = |node: i128, end: usize| -> i128 {
        arcs.iter().zip(flows).filter(|(arc, _)| arc[end] == node).map(|(_, flow)| flow).sum()
    };
    truth_value((1..).zip(balance).all(|(node, &given)| total(node, 0) - total(node, 1) == given))
}

fn bin_load(bins: &[i128], weights: &[i128], bin: i128) -> i128 {
    bins.iter().zip(weights).filter(|&(&its, _)| its == bin).map(|(_, &weight)| weight).sum()
}

fn evaluate_packed_bins(
    base: i128,
    numbers: &[i128],
    bins: &[i128],
    weights: &[i128],
    fits: impl Fn(i128, i128) -> bool,
) -> Result<i128, ExprValueError> {
    require_form(bins.len() == weights.len())?;
    let last = base + numbers.len() as i128;
    // An item in no bin violates the constraint; it is not a fault of form, since bins are
    // variables.
    let known = bins.iter().all(|&bin| base <= bin && bin < last);
    let mut places = (base..last).zip(numbers);
    truth_value(known && places.all(|(bin, &number)| fits(bin_load(bins, weights, bin), number)))
}
