//! Records the published reformulation as steps of a trace.

use parallax_model::engine_api::{SolverTrace, StepTable, TraceDomain, TraceStep};

use super::heuristics::PaperHeuristic;
use super::strategy::SubproblemTable;
use super::{CardModel, PaperSubproblem};

/// Describes a subproblem as a step.
pub(super) fn describe_step(
    cards: &CardModel,
    subproblem: &PaperSubproblem,
    parent: Option<usize>,
    branch: &str,
) -> TraceStep {
    let ids = |domain: &[usize]| domain.iter().map(|&card| cards.card_id(card)).collect::<Vec<_>>();
    let domains = if subproblem.same {
        vec![TraceDomain::new("D1 = D2 = D3", ids(subproblem.variable_domain(0)))]
    } else {
        (0..3)
            .map(|i| TraceDomain::new(format!("D{}", i + 1), ids(subproblem.variable_domain(i))))
            .collect()
    };
    let kept = subproblem.kept.iter();
    let kept = kept.map(|&attribute| format!("{} ≠", cards.attributes()[attribute].name));
    TraceStep { domains, kept: kept.collect(), ..TraceStep::new(parent, branch) }
}

/// Records the branching on a subproblem.
pub(super) fn record_branching(
    trace: &mut SolverTrace,
    cards: &CardModel,
    step: usize,
    attribute: usize,
    heuristic: PaperHeuristic,
    table: &SubproblemTable,
) {
    let name = &cards.attributes()[attribute].name;
    trace.record_choice(step, name, heuristic.description(), Some(trace_table(cards, table)));
}

fn trace_table(cards: &CardModel, table: &SubproblemTable) -> StepTable {
    let header: &[&str] = match table {
        SubproblemTable::Domain(_) => &["attribute", "value", "l"],
        SubproblemTable::Summary(_) => &["attribute", "value", "c", "d", "e", "f", "g", "h"],
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
        SubproblemTable::Domain(table) => {
            for (attribute, counts) in &table.rows {
                add(*attribute, &|value| vec![counts[value].into()]);
            }
        }
        SubproblemTable::Summary(table) => {
            for (attribute, summary) in &table.rows {
                add(*attribute, &|value| {
                    let mut figures: Vec<u64> =
                        summary.counts[value].iter().map(|&count| count.into()).collect();
                    figures.extend([summary.count_products()[value], summary.count_sums()[value]]);
                    figures.push(summary.product_of_sums());
                    figures
                });
            }
        }
    }
    StepTable { header: header.iter().map(|&name| name.to_owned()).collect(), rows }
}
