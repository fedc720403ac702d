//! The search plan of a model from the annotations of the goal.

use parallax_model::{
    Model, PlannedRestarts, SearchPlan, SearchStep, ValueChoice, VarId, VariableChoice,
};

use super::document::{FlatzincDocument, FlatzincTerm, SearchAnnotation};
use super::draft::VariableMapping;

/// Returns the plan. Constants in lists are left out, and so are annotations and numbers that it
/// has no place for: annotations are hints.
pub(super) fn build_search_plan(
    document: &FlatzincDocument,
    places: &[VariableMapping],
    model: &Model,
) -> SearchPlan {
    let mut plan = SearchPlan::default();
    let variable = |term: FlatzincTerm| match term {
        FlatzincTerm::Var(var) => match places.get(var.0 as usize) {
            Some(VariableMapping::Variable(variable)) => Some(*variable),
            _ => None,
        },
        FlatzincTerm::Value(_) => None,
    };
    for annotation in &document.search {
        match annotation {
            SearchAnnotation::Search { list, variable: choice, value, .. } => {
                let variables: Vec<VarId> =
                    document.list_terms(*list).iter().filter_map(variable).collect();
                // A list of constants leaves nothing to decide.
                if !variables.is_empty() {
                    let (choice, value) = (document.word_text(*choice), document.word_text(*value));
                    let (variable, value) = (variable_choice(choice), value_choice(value));
                    plan.steps.push(SearchStep { variables, variable, value });
                }
            }
            SearchAnnotation::Warm { list, values, .. } => {
                let pairs =
                    document.list_terms(*list).iter().zip(document.list_terms(*values).iter());
                for (term, value) in pairs {
                    // A value outside the domain of its variable would be no hint.
                    if let (Some(variable), FlatzincTerm::Value(value)) = (variable(term), value)
                        && let Ok(value) = i32::try_from(value)
                        && model.domain(variable).contains(value)
                    {
                        plan.first_values.push((variable, value));
                    }
                }
            }
            SearchAnnotation::Restart { name, numbers, .. } => {
                // The first restart annotation that a plan can have counts.
                plan.restarts =
                    plan.restarts.or(planned_restarts(document.word_text(*name), numbers));
            }
            SearchAnnotation::Other(_) => {}
        }
    }
    plan
}

fn variable_choice(name: &str) -> VariableChoice {
    match name {
        "first_fail" => VariableChoice::FirstFail,
        "anti_first_fail" => VariableChoice::AntiFirstFail,
        "dom_w_deg" => VariableChoice::DomWDeg,
        "impact" => VariableChoice::Impact,
        "most_constrained" => VariableChoice::MostConstrained,
        "occurrence" => VariableChoice::Occurrence,
        "max_regret" => VariableChoice::MaxRegret,
        "smallest" => VariableChoice::Smallest,
        "largest" => VariableChoice::Largest,
        _ => VariableChoice::InputOrder,
    }
}

fn value_choice(name: &str) -> ValueChoice {
    match name {
        "indomain_max" => ValueChoice::Max,
        "indomain_median" => ValueChoice::Median,
        "indomain_middle" => ValueChoice::Middle,
        "indomain_random" => ValueChoice::Random,
        "indomain_split" => ValueChoice::Split,
        "indomain_reverse_split" | "indomain_split_reverse" => ValueChoice::ReverseSplit,
        "indomain_interval" => ValueChoice::Interval,
        "outdomain_min" => ValueChoice::OutMin,
        "outdomain_max" => ValueChoice::OutMax,
        "outdomain_median" => ValueChoice::OutMedian,
        "outdomain_random" => ValueChoice::OutRandom,
        _ => ValueChoice::Min,
    }
}

/// Returns a schedule; `None` for an unknown one, or numbers that a plan cannot have.
fn planned_restarts(name: &str, numbers: &[String]) -> Option<PlannedRestarts> {
    let last = numbers.last()?;
    let unit: u64 = last.parse().ok().filter(|&unit| unit > 0)?;
    match name {
        "restart_luby" => Some(PlannedRestarts::Luby(unit)),
        "restart_linear" => Some(PlannedRestarts::Linear(unit)),
        "restart_constant" => Some(PlannedRestarts::Constant(unit)),
        "restart_geometric" => {
            let factor: f64 = numbers.first()?.parse().ok()?;
            let is_growing = factor.is_finite() && factor >= 1.0;
            is_growing.then_some(PlannedRestarts::Geometric(factor, unit))
        }
        _ => None,
    }
}
