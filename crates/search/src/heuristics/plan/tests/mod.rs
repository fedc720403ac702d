//! Compares plans with their definitions, and searches with plans with a plain recursion.

mod choices;
mod order;
mod whole;

use std::ops::ControlFlow;

use parallax_model::engine_api::{Control, Session, Task};
use parallax_model::{Model, SearchStep, Value, ValueChoice, VarId, VariableChoice};
use parallax_propagation::store::DomainStore;

use crate::SearchState;

/// The domains of all variables, ascending.
type Domains = Vec<Vec<Value>>;

/// Returns the variable that a step chooses, by the definitions; `None` if all are fixed, or chance
/// or the past decides.
fn plain_variable(step: &SearchStep, domains: &Domains, degrees: &[usize]) -> Option<VarId> {
    let key = |v: &VarId| -> Option<[i64; 2]> {
        let own = &domains[v.index()];
        let (size, degree) = (own.len() as i64, degrees[v.index()] as i64);
        Some(match step.variable {
            VariableChoice::InputOrder => [0, 0],
            VariableChoice::FirstFail => [size, 0],
            VariableChoice::AntiFirstFail => [-size, 0],
            VariableChoice::MostConstrained => [size, -degree],
            VariableChoice::Occurrence => [-degree, 0],
            VariableChoice::MaxRegret => [i64::from(own[0]) - i64::from(own[1]), 0],
            VariableChoice::Smallest => [own[0].into(), 0],
            VariableChoice::Largest => [-i64::from(own[own.len() - 1]), 0],
            VariableChoice::DomWDeg | VariableChoice::Impact => return None,
        })
    };
    let open = step.variables.iter().filter(|v| domains[v.index()].len() > 1);
    // The first one on a tie.
    open.min_by_key(|v| key(v)).filter(|v| key(v).is_some()).copied()
}

/// Returns the values that the first side of a decision keeps, by the definitions; `None` if chance
/// decides.
fn plain_first_side(choice: ValueChoice, own: &[Value]) -> Option<Vec<Value>> {
    let (least, most) = (own[0], own[own.len() - 1]);
    let median = own[(own.len() - 1) / 2];
    let mean = f64::from(least + most) / 2.0;
    let far = |value: Value| (f64::from(value) - mean).abs();
    let nearest = own.iter().copied().reduce(|a, b| if far(b) < far(a) { b } else { a })?;
    let run = (1..own.len()).find(|&i| own[i] != own[i - 1] + 1);
    let below = || own.iter().copied().filter(|&value| f64::from(value) <= mean).collect();
    let above = || own.iter().copied().filter(|&value| f64::from(value) > mean).collect();
    let without = |gone| own.iter().copied().filter(|&value| value != gone).collect();
    Some(match choice {
        ValueChoice::Min => vec![least],
        ValueChoice::Max => vec![most],
        ValueChoice::Median => vec![median],
        ValueChoice::Middle => vec![nearest],
        ValueChoice::Split => below(),
        ValueChoice::ReverseSplit => above(),
        ValueChoice::Interval => run.map_or_else(below, |run| own[..run].to_vec()),
        ValueChoice::OutMin => without(least),
        ValueChoice::OutMax => without(most),
        ValueChoice::OutMedian => without(median),
        ValueChoice::Random | ValueChoice::OutRandom => return None,
    })
}

/// Returns the number of constraints on each variable.
fn degrees(model: &Model) -> Vec<usize> {
    let scopes: Vec<Vec<VarId>> =
        model.constraints().iter().map(|posted| posted.constraint.scope().to_vec()).collect();
    let of = |v| scopes.iter().filter(|scope| scope.contains(&v)).count();
    (0..model.variables().len()).map(|i| of(VarId::new(i))).collect()
}

fn domains(model: &Model, store: &DomainStore) -> Domains {
    (0..model.variables().len()).map(|i| store.values(VarId::new(i)).collect()).collect()
}

/// Returns all solutions in the order in which a search finds them.
fn found(model: &Model, settings: &str) -> Vec<Vec<Value>> {
    let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
    let mut search = SearchState::new(model, &settings, 1, &control).unwrap();
    let mut all = Vec::new();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    all
}
