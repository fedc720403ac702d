//! Compares plans with their definitions, and searches with plans with a plain recursion.

use std::collections::HashSet;
use std::ops::ControlFlow;

use parallax_model::ask::{Answer, Control, Session, Task};
use parallax_model::{
    Domain, Given, Linear, Model, Objective, Relation, SearchPlan, SearchStep, Sense, Term, Value,
    ValueChoice, VarId, VariableChoice, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Plan, sampled};
use crate::decision::Test;
use crate::heuristics::variable::Chooser;
use crate::heuristics::{ValueHeuristic, VariableHeuristic};
use crate::store::Store;
use crate::{Search, Settings};

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

fn domains(model: &Model, store: &Store) -> Domains {
    (0..model.variables().len()).map(|i| store.values(VarId::new(i)).collect()).collect()
}

/// Every choice of a variable among random domains is that of the definition.
#[test]
fn variables_are_chosen_by_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut chosen = [0; VariableChoice::ALL.len()];
    for _ in 0..400 {
        let mut model = Model::new("domains");
        let ids: Vec<VarId> = (0..6)
            .map(|i| {
                let values = (0..rng.random_range(1..=4)).map(|_| rng.random_range(-40..90));
                model.add_shown(format!("x{i}"), Domain::of(values)).unwrap()
            })
            .collect();
        for _ in 0..6 {
            let scope = [0, 1].map(|_| ids[rng.random_range(0..6)]);
            let sum = Linear::sum(scope, Relation::Le, 1000);
            model.post("", parallax_model::Constraint::Linear(sum)).unwrap();
        }
        for (place, variable) in VariableChoice::ALL.into_iter().enumerate() {
            let plan = sampled::covering(&mut rng, &model, variable, ValueChoice::Min);
            let mut store = Store::new(&model).unwrap();
            let mut own = Plan::new(&plan, &model, &mut store);
            store.queue.close();
            let chooser = Chooser::new(VariableHeuristic::SmallestDomain, &model, &[]);
            own.reset(true);
            let part = own.parts(0).next().unwrap();
            // Later choices follow decisions, and some are undone.
            for round in 0..8 {
                let domains = domains(&model, &store);
                let mut steps = plan.steps.iter();
                let is_open = |v: &VarId| domains[v.index()].len() > 1;
                let step = steps.find(|step| step.variables.iter().any(is_open));
                let picked = own.choose(&part, &chooser, None, &mut store);
                let Some(step) = step else {
                    assert_eq!(picked, None);
                    break;
                };
                let picked = picked.unwrap();
                assert!(step.variables.contains(&picked) && is_open(&picked));
                if let Some(expected) = plain_variable(step, &domains, &degrees(&model)) {
                    assert_eq!(
                        picked, expected,
                        "{variable} of {:?} in {domains:?}",
                        step.variables
                    );
                    chosen[place] += 1;
                }
                if round % 3 == 2 {
                    store.undo_level();
                } else {
                    store.open_level();
                    store.fix(picked, domains[picked.index()][0]).unwrap();
                }
            }
        }
    }
    assert_eq!(chosen.iter().filter(|&&number| number > 500).count(), 8, "{chosen:?}");
}

/// Every decision on random domains, narrow and wide, keeps the values of the definition.
#[test]
fn values_are_chosen_by_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for round in 0..600 {
        let low = rng.random_range(-200..200);
        let number = rng.random_range(2..=if round % 2 == 0 { 6 } else { 300 });
        let mut own: Vec<Value> = (low..low + number).collect();
        if round % 3 > 0 {
            let gaps = rng.random_range(0..=4);
            (0..gaps).for_each(|_| own.retain(|_| own_is_kept(&mut rng)));
        }
        if own.len() < 2 {
            continue;
        }
        let mut model = Model::new("one variable");
        let x = model.add_shown("x", Domain::of(own.iter().copied())).unwrap();
        let mut store = Store::new(&model).unwrap();
        store.queue.close();
        for choice in ValueChoice::ALL {
            let heuristic = ValueHeuristic::from(choice);
            let decision = heuristic.decided(x, &store, false, &mut rng);
            assert!(decision.is_possible(&store) && decision.opposite().is_possible(&store));
            store.open_level();
            decision.apply(&mut store).unwrap();
            let kept: Vec<Value> = store.values(x).collect();
            store.undo_level();
            match plain_first_side(choice, &own) {
                Some(expected) => assert_eq!(kept, expected, "{choice} of {own:?}"),
                None => assert_eq!(
                    kept.len(),
                    match decision.test {
                        Test::Is => 1,
                        _ => own.len() - 1,
                    }
                ),
            }
            let single = heuristic.decided(x, &store, true, &mut rng);
            assert!(single.assigns() && own.contains(&single.value));
        }
    }
}

fn own_is_kept(rng: &mut impl Rng) -> bool {
    rng.random_bool(0.9)
}

/// D-way branching tries the values in the order in which the decisions reach them.
#[test]
fn orders_of_values_are_those_of_the_decisions() {
    let reached = |choice: ValueChoice, own: &[Value]| {
        let mut open = vec![own.to_vec()];
        let mut order = Vec::new();
        while let Some(own) = open.pop() {
            if let [value] = own[..] {
                order.push(value);
                continue;
            }
            let first = plain_first_side(choice, &own).unwrap();
            open.push(own.iter().copied().filter(|value| !first.contains(value)).collect());
            open.push(first);
        }
        order
    };
    for own in [vec![1, 2], vec![0, 3, 4, 5, 9], vec![-3, -2, -1, 0, 4, 5], vec![1, 2, 4, 8, 16]] {
        let mut model = Model::new("one variable");
        let x = model.add_shown("x", Domain::of(own.iter().copied())).unwrap();
        let store = Store::new(&model).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for choice in ValueChoice::ALL {
            let mut order = vec![77];
            ValueHeuristic::from(choice).order(x, &store, &mut rng, &mut order);
            order.reverse();
            assert_eq!(order.pop(), Some(77));
            if plain_first_side(choice, &own).is_some() {
                assert_eq!(order, reached(choice, &own), "{choice} of {own:?}");
            }
            order.sort_unstable();
            assert_eq!(order, own);
        }
    }
}

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

/// Returns all solutions in the order in which a search finds them.
fn found(model: &Model, settings: &str) -> Vec<Vec<Value>> {
    let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
    let mut search = Search::new(model, &settings, 1, &control).unwrap();
    let mut all = Vec::new();
    let outcome = search.ask(&[], Task::All, &control, &mut |values| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    all
}

/// Returns the domains that a search without propagation starts from.
fn root(model: &Model) -> Option<Domains> {
    let settings: Settings = ",none".parse().unwrap();
    let search = Search::new(model, &settings, 1, &Control::unlimited()).unwrap();
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
                let model = sample::model(rng).unwrap();
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
        let model = sample::model(rng).unwrap();
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
            let (control, settings) = (Control::unlimited(), Settings::default());
            let mut search = Search::new(&planned, &settings, 1, &control).unwrap();
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

/// The least value of an objective does not depend on the plan.
#[test]
fn plans_find_the_best_solution() {
    let mut solved = 0;
    for seed in 0..400 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_objective(rng).unwrap();
        let plan = sampled::any(rng, &model);
        let planned = model.clone().with_search_plan(plan.clone());
        let best = |model: &Model, settings: &str| {
            let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
            let mut search = Search::new(model, &settings, 1, &control).unwrap();
            search.ask(&[], Task::Optimise, &control, &mut |_| ControlFlow::Continue(())).answer
        };
        let expected = best(&model, "");
        solved += usize::from(expected != Answer::Unsatisfiable);
        for settings in ["", ",none", ",d-way", ",lc,restarts=luby:1", ",free", ":mid+sval"] {
            assert_eq!(best(&planned, settings), expected, "{settings} {plan:?}\n{model}");
        }
    }
    assert!(solved > 100, "{solved}");
}

/// Returns five variables from 0 to 9 with a sum.
fn sums() -> (Model, Vec<VarId>) {
    let mut model = Model::new("sum");
    let ids: Vec<VarId> =
        (0..5).map(|i| model.add_shown(format!("x{i}"), Domain::range(0, 9)).unwrap()).collect();
    let sum = Linear::sum(ids.iter().copied(), Relation::Eq, 20);
    model.post("", parallax_model::Constraint::Linear(sum)).unwrap();
    (model, ids)
}

fn first(model: &Model, settings: &str, givens: &[Given]) -> Vec<Value> {
    let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
    let mut search = Search::new(model, &settings, 1, &control).unwrap();
    let mut one = Vec::new();
    search.ask(givens, Task::First, &control, &mut |values| {
        one = values.to_vec();
        ControlFlow::Continue(())
    });
    one
}

#[test]
fn first_values_come_first_and_named_heuristics_ignore_the_plan() {
    let (model, ids) = sums();
    let step = SearchStep {
        variables: ids.iter().rev().copied().collect(),
        variable: VariableChoice::InputOrder,
        value: ValueChoice::Max,
    };
    let mut plan = SearchPlan { steps: vec![step], ..SearchPlan::default() };
    let planned = model.clone().with_search_plan(plan.clone());
    assert_eq!(first(&planned, "", &[]), [0, 0, 2, 9, 9]);
    let given = Given { variable: ids[4], value: 1 };
    assert_eq!(first(&planned, "", &[given]), [0, 1, 9, 9, 1]);
    // A value outside of the domain is passed over.
    plan.first_values = vec![(ids[3], 77), (ids[4], 3), (ids[4], 5)];
    for settings in ["", ",d-way"] {
        let warm = model.clone().with_search_plan(plan.clone());
        assert_eq!(first(&warm, settings, &[]), [0, 0, 6, 9, 5], "{settings}");
    }
    for settings in [",free", ":domwdeg+middle", ":domwdeg", ":first+sval", ":random+random"] {
        let named = settings.replace(",free", "");
        assert_eq!(first(&planned, settings, &[]), first(&model, &named, &[]), "{settings}");
    }
    assert_eq!(first(&model, "", &[]), first(&model, ",free", &[]));
    // Without steps, they come in the order of the default heuristics.
    let first_values = ids.iter().copied().zip([7, 1, 3, 0, 8]).collect();
    let only_first = SearchPlan { first_values, ..SearchPlan::default() };
    let warm = first(&model.clone().with_search_plan(only_first), "", &[]);
    assert_eq!(warm, [7, 1, 3, 0, 9]);
}

/// Restarts of a plan happen, and end.
#[test]
fn planned_restarts_happen_and_searches_with_them_end() {
    use parallax_model::{AllDifferent, Constraint, PlannedRestarts};
    let mut model = Model::new("pigeons");
    let ids: Vec<VarId> =
        (0..6).map(|i| model.add_shown(format!("x{i}"), Domain::range(1, 5)).unwrap()).collect();
    let different = AllDifferent { scope: ids.clone() };
    model.post("", Constraint::AllDifferent(different)).unwrap();
    let steps = vec![SearchStep {
        variables: ids,
        variable: VariableChoice::InputOrder,
        value: ValueChoice::Split,
    }];
    for (restarts, happen) in [
        (None, false),
        (Some(PlannedRestarts::Luby(3)), true),
        (Some(PlannedRestarts::Geometric(1.1, 1)), true),
        (Some(PlannedRestarts::Linear(2)), true),
        (Some(PlannedRestarts::Constant(1)), true),
    ] {
        let plan = SearchPlan { steps: steps.clone(), restarts, first_values: Vec::new() };
        let planned = model.clone().with_search_plan(plan);
        for (settings, may) in [(",ac", true), (",ac,restarts=never", false)] {
            let (control, settings) = (Control::unlimited(), settings.parse().unwrap());
            let mut search = Search::new(&planned, &settings, 1, &control).unwrap();
            let outcome =
                search.ask(&[], Task::First, &control, &mut |_| ControlFlow::Continue(()));
            assert_eq!((outcome.answer, outcome.complete), (Answer::Unsatisfiable, true));
            let restarts = outcome.counters.get("restarts");
            assert_eq!(restarts.is_some_and(|number| number > 0), happen && may, "{restarts:?}");
        }
    }
}

#[test]
fn limits_and_traces_know_the_decisions_of_plans() {
    let (mut model, ids) = sums();
    let terms = vec![Term { coefficient: 1, variable: ids[0] }];
    model.set_objective(Objective::new(Sense::Maximize, terms)).unwrap();
    for (value, sides) in [
        (ValueChoice::Split, ["x2 ≤ 4", "x2 > 4"]),
        (ValueChoice::ReverseSplit, ["x2 > 4", "x2 ≤ 4"]),
        (ValueChoice::OutMin, ["x2 ≠ 0", "x2 = 0"]),
        (ValueChoice::Max, ["x2 = 9", "x2 ≠ 9"]),
    ] {
        let variables = vec![ids[2], ids[1], ids[0]];
        let step = SearchStep { variables, variable: VariableChoice::Largest, value };
        let plan = SearchPlan { steps: vec![step], ..SearchPlan::default() };
        let planned = model.clone().with_search_plan(plan);
        let control = Control::unlimited();
        let mut search = Search::new(&planned, &Settings::default(), 1, &control).unwrap();
        search.record(&planned, 100_000);
        search.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
        let steps = search.recorded().unwrap().steps;
        let of_root: Vec<&str> =
            steps.iter().filter(|s| s.parent == Some(0)).map(|s| &*s.branch).collect();
        assert_eq!(of_root, sides, "{value}");
        let settings: Settings = ",limit=10".parse().unwrap();
        let mut limited = Search::new(&planned, &settings, 1, &control).unwrap();
        let outcome = limited.ask(&[], Task::All, &control, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(outcome.answer, Answer::Satisfiable | Answer::Unknown(_)));
        assert!(!outcome.complete && outcome.counters.get("enumerations") <= Some(30));
    }
}

/// The choices of plans are heuristics of specs too, where the list is the model.
#[test]
fn named_heuristics_choose_as_plans_over_the_whole_model_do() {
    let mut longer = 0;
    for seed in 0..60 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let sampled = sample::model(rng).unwrap();
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
