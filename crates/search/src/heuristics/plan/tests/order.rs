//! Compares the order of solutions with a plain recursion.

use std::collections::HashSet;
use std::ops::ControlFlow;

use parallax_model::engine_api::{Answer, Control, Session, Task};
use parallax_model::{
    Model, SearchPlan, SearchStep, Value, ValueChoice, VarId, VariableChoice, sample,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Domains, degrees, domains, found, plain_first_side, plain_variable};
use crate::heuristics::ValueHeuristic;
use crate::heuristics::plan::sampled;
use crate::{SearchSettings, SearchState};

/// A plain search without propagation: both sides of each decision, and a check of each leaf.
struct Twin<'a> {
    model: &'a Model,
    steps: Vec<SearchStep>,
    degrees: Vec<usize>,
    seen: HashSet<Vec<Value>>,
    found: Vec<Vec<Value>>,
}

impl Twin<'_> {
    /// Returns the solutions of a plan that covers all variables, in order: the first one of each
    /// assignment of the shown variables. `None` if chance decides.
    fn solutions(model: &Model, plan: &SearchPlan, domains: &Domains) -> Option<Vec<Vec<Value>>> {
        let shown = |v: &VarId| model.variables()[v.index()].shown;
        let part = |keep: bool| {
            plan.steps.iter().map(move |step| {
                let own = step.variables.iter().copied().filter(|v| shown(v) == keep).collect();
                SearchStep { variables: own, ..step.clone() }
            })
        };
        let steps = part(true).chain(part(false)).collect();
        let (seen, found) = (HashSet::new(), Vec::new());
        let mut twin = Twin { model, steps, degrees: degrees(model), seen, found };
        twin.walk(domains)?;
        Some(twin.found)
    }

    fn walk(&mut self, domains: &Domains) -> Option<()> {
        let is_open = |v: &VarId| domains[v.index()].len() > 1;
        let step = self.steps.iter().find(|step| step.variables.iter().any(is_open));
        let Some(step) = step else {
            let values: Vec<Value> = domains.iter().map(|own| own[0]).collect();
            if self.model.check(&[], &values).is_ok() {
                let shown = self.model.shown().iter().map(|v| values[v.index()]).collect();
                if self.seen.insert(shown) {
                    self.found.push(values);
                }
            }
            return Some(());
        };
        let v = plain_variable(step, domains, &self.degrees)?;
        let own = &domains[v.index()];
        let first = plain_first_side(step.value, own)?;
        let second = own.iter().copied().filter(|value| !first.contains(value)).collect();
        for side in [first, second] {
            let mut narrower = domains.clone();
            narrower[v.index()] = side;
            self.walk(&narrower)?;
        }
        Some(())
    }
}

/// Returns the domains that a search without propagation starts from.
fn root(model: &Model) -> Option<Domains> {
    let settings: SearchSettings = ",none".parse().unwrap();
    let search = SearchState::new(model, &settings, 1, &Control::unlimited()).unwrap();
    let domains = domains(model, &search.store);
    (!search.is_refuted() && domains.iter().all(|own| !own.is_empty())).then_some(domains)
}

/// Without propagation, a search with a plan finds all solutions in the order of a plain recursion,
/// for every pair of choices. With propagation it finds the same ones, and in the same order if
/// domains do not decide on it.
#[test]
fn solutions_come_in_the_order_of_the_plan() {
    let mut compared = 0;
    for (seed, variable) in (0..).zip(VariableChoice::ALL) {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        for value in ValueChoice::ALL {
            let mut left = 15;
            while left > 0 {
                let model = sample::random_model(rng).unwrap();
                let Some(domains) = root(&model) else { continue };
                if domains.iter().map(Vec::len).product::<usize>() > 1500 {
                    continue;
                }
                left -= 1;
                let plan = sampled::covering(rng, &model, variable, value);
                let planned = model.clone().with_search_plan(plan.clone());
                let about = || format!("seed {seed}, {variable}, {value}, {plan:?}\n{model}");
                let own = found(&planned, ",none");
                if let Some(twin) = Twin::solutions(&model, &plan, &domains) {
                    assert_eq!(own, twin, "{}", about());
                    compared += usize::from(twin.len() > 1);
                }
                let shown = |all: &[Vec<Value>]| -> Vec<Vec<Value>> {
                    let one = |values: &Vec<Value>| {
                        model.shown().iter().map(|v| values[v.index()]).collect()
                    };
                    all.iter().map(one).collect()
                };
                let set = |all: &[Vec<Value>]| shown(all).into_iter().collect::<HashSet<_>>();
                let every = set(&own);
                assert_eq!(every.len(), own.len(), "{}", about());
                for settings in ["", ",fc", ",gac", ",d-way", ",none,d-way", ",lc"] {
                    let other = found(&planned, settings);
                    assert_eq!(set(&other), every, "{settings}, {}", about());
                    assert_eq!(other.len(), own.len(), "{settings}, {}", about());
                    let fixed = [ValueChoice::Min, ValueChoice::Max, ValueChoice::OutMin];
                    if variable == VariableChoice::InputOrder && fixed.contains(&value) {
                        assert_eq!(shown(&other), shown(&own), "{settings}, {}", about());
                    }
                }
                assert_eq!(set(&found(&planned, ",free")), every);
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

/// The first solution is the least one over the list, or the greatest one.
#[test]
fn the_first_solution_is_the_least_over_the_list() {
    let mut seen = 0;
    for seed in 0..300 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let model = sample::random_model(rng).unwrap();
        let sample = sampled::covering(rng, &model, VariableChoice::InputOrder, ValueChoice::Min);
        let every = found(&model, ",free");
        let order: Vec<VarId> =
            sample.steps.iter().flat_map(|step| step.variables.iter().copied()).collect();
        for (value, least) in [
            (ValueChoice::Min, true),
            (ValueChoice::Split, true),
            (ValueChoice::OutMax, true),
            (ValueChoice::Interval, true),
            (ValueChoice::Max, false),
            (ValueChoice::ReverseSplit, false),
            (ValueChoice::OutMin, false),
        ] {
            let mut plan = sample.clone();
            plan.steps.iter_mut().for_each(|step| step.value = value);
            let planned = model.clone().with_search_plan(plan);
            let (control, settings) = (Control::unlimited(), SearchSettings::default());
            let mut search = SearchState::new(&planned, &settings, 1, &control).unwrap();
            let mut first = None;
            let outcome = search.ask(&[], Task::First, &control, &mut |values| {
                first = Some(values.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(outcome.answer == Answer::Unsatisfiable, every.is_empty());
            let Some(first) = first else { continue };
            let key = |values: &[Value]| -> Vec<Value> {
                order
                    .iter()
                    .map(|v| if least { values[v.index()] } else { -values[v.index()] })
                    .collect()
            };
            if model.variables().iter().all(|variable| variable.shown) {
                let expected = every.iter().map(|values| key(values)).min().unwrap();
                assert_eq!(key(&first), expected, "seed {seed}, {value}\n{model}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// The choices of plans are heuristics of specs too, where the list is the model.
#[test]
fn named_heuristics_choose_as_plans_over_the_whole_model_do() {
    let mut longer = 0;
    for seed in 0..60 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let sampled = sample::random_model(rng).unwrap();
        let mut model = Model::new("shown");
        for variable in sampled.variables() {
            model.add_shown(variable.name.clone(), variable.domain.clone()).unwrap();
        }
        for dimension in sampled.dimensions() {
            model.add_dimension(dimension.clone()).unwrap();
        }
        for posted in sampled.constraints() {
            model.post("", posted.constraint.clone()).unwrap();
        }
        for (variable, name) in [
            (VariableChoice::InputOrder, "first"),
            (VariableChoice::FirstFail, "mid"),
            (VariableChoice::AntiFirstFail, "mad"),
            (VariableChoice::DomWDeg, "domwdeg"),
            (VariableChoice::Impact, "activity"),
            (VariableChoice::MostConstrained, "most_constrained"),
            (VariableChoice::Occurrence, "occurrence"),
            (VariableChoice::MaxRegret, "max_regret"),
            (VariableChoice::Smallest, "smallest"),
            (VariableChoice::Largest, "largest"),
        ] {
            for value in ValueChoice::ALL {
                let variables = (0..model.variables().len()).map(VarId::new).collect();
                let steps = vec![SearchStep { variables, variable, value }];
                let plan = SearchPlan { steps, ..SearchPlan::default() };
                let planned = model.clone().with_search_plan(plan);
                let named = format!(":{name}+{}", ValueHeuristic::from(value));
                for level in ["", ",fc", ",d-way"] {
                    let [own, other] = [(&planned, ""), (&model, &*named)]
                        .map(|(model, start)| found(model, &format!("{start}{level}")));
                    assert_eq!(own, other, "native{named}{level}, seed {seed}\n{model}");
                    longer += usize::from(own.len() > 3);
                }
            }
        }
    }
    assert!(longer > 1000, "{longer}");
}
