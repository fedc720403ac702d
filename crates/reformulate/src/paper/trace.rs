//! Records the published reformulation as steps of a trace.

use parallax_model::ask::{Domains, Step, StepTable, Trace};

use super::heuristics::Heuristic;
use super::strategy::Table;
use super::{Cards, Subproblem};

/// Describes a subproblem as a step.
pub(super) fn step(
    cards: &Cards,
    subproblem: &Subproblem,
    parent: Option<usize>,
    branch: &str,
) -> Step {
    let ids = |domain: &[usize]| domain.iter().map(|&card| cards.id(card)).collect::<Vec<_>>();
    let domains = if subproblem.same {
        vec![Domains::new("D1 = D2 = D3", ids(subproblem.domain(0)))]
    } else {
        (0..3).map(|i| Domains::new(format!("D{}", i + 1), ids(subproblem.domain(i)))).collect()
    };
    let kept = subproblem.kept.iter();
    let kept = kept.map(|&attribute| format!("{} ≠", cards.attributes()[attribute].name));
    Step { domains, kept: kept.collect(), ..Step::new(parent, branch) }
}

/// Records the branching on a subproblem.
pub(super) fn branched(
    trace: &mut Trace,
    cards: &Cards,
    step: usize,
    attribute: usize,
    heuristic: Heuristic,
    table: &Table,
) {
    let name = &cards.attributes()[attribute].name;
    trace.branch(step, name, heuristic.description(), Some(shown(cards, table)));
}

fn shown(cards: &Cards, table: &Table) -> StepTable {
    let header: &[&str] = match table {
        Table::Domain(_) => &["attribute", "value", "l"],
        Table::Summary(_) => &["attribute", "value", "c", "d", "e", "f", "g", "h"],
    };
    let mut rows = Vec::new();
    let mut add = |attribute: usize, figures: &dyn Fn(usize) -> Vec<u64>| {
        let attribute = &cards.attributes()[attribute];
        for (value, word) in attribute.values.iter().enumerate() {
            let named = [attribute.name.clone(), word.clone()];
            let figures = figures(value).into_iter().map(|figure| figure.to_string());
            rows.push(named.into_iter().chain(figures).collect());
        }
    };
    match table {
        Table::Domain(table) => {
            for (attribute, counts) in &table.rows {
                add(*attribute, &|value| vec![counts[value].into()]);
            }
        }
        Table::Summary(table) => {
            for (attribute, summary) in &table.rows {
                add(*attribute, &|value| {
                    let mut figures: Vec<u64> =
                        summary.counts[value].iter().map(|&count| count.into()).collect();
                    figures.extend([summary.products()[value], summary.sums()[value]]);
                    figures.push(summary.product_of_sums());
                    figures
                });
            }
        }
    }
    StepTable { header: header.iter().map(|&name| name.to_owned()).collect(), rows }
}
