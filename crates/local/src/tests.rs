//! Compares violations with the constraints' meaning, and updated ones with recomputed ones; tests
//! walks.

use std::ops::ControlFlow;
use std::time::Duration;

use parallax_model::engine_api::{Control, EnumerationEnd, PreparationError, StopReason};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, ConstraintKind, Domain, Given, Kind,
    Linear, LinearTerm, Model, ModelAssignment, Objective, ObjectiveSense, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::prepared::{NO_FAMILY, PreparedModel};
use super::state::AssignmentState;
use super::violation::constraint_violation;
use super::*;

fn run(
    model: &Model,
    settings: &str,
    seed: u64,
    optimise: bool,
) -> (Vec<Vec<Value>>, LocalOutcome) {
    let mut found = Vec::new();
    let asked = LocalQuestion { model, givens: &[], optimise, seed };
    let walked =
        run_local_search(asked, &settings.parse().unwrap(), &Control::unlimited(), &mut |values| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        });
    (found, walked.unwrap())
}

/// Returns every assignment of a small model.
fn assignments(model: &Model) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |start: &Vec<Value>| {
            let with = |value| [start.clone(), vec![value]].concat();
            variable.domain.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn a_violation_is_0_exactly_where_the_constraint_holds() {
    for &kind in ConstraintKind::ALL {
        let (mut holds, mut violated) = (0, 0);
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let models = [
                sample::model_of_kind(&mut rng, kind).ok(),
                sample::extreme_of_kind(&mut rng, sample::DomainSpan::Few, kind).ok(),
            ];
            for model in models.into_iter().flatten() {
                if model.assignment_count().is_none_or(|number| number > 3_000) {
                    continue;
                }
                let constraint = &model.constraints()[0].constraint;
                for values in assignments(&model) {
                    let assignment = ModelAssignment::new(&values, &model);
                    let far = constraint_violation(constraint, assignment, &mut Vec::new());
                    assert!(far >= 0, "{far} {values:?}\n{model}");
                    assert_eq!(far == 0, constraint.holds(assignment), "{values:?}\n{model}");
                    *(if far == 0 { &mut holds } else { &mut violated }) += 1;
                }
            }
        }
        assert!(holds > 50 && violated > 50, "{kind}: {holds} hold, {violated} do not");
    }
}

/// Returns the sum of all violations, computed from the values alone.
fn plain_total(state: &AssignmentState<'_, '_>) -> i128 {
    let model = state.problem.model;
    let assignment = ModelAssignment::new(&state.values, model);
    let of = |constraint| i128::from(constraint_violation(constraint, assignment, &mut Vec::new()));
    model.constraints().iter().map(|posted| of(&posted.constraint)).sum()
}

/// Walks at random and compares every predicted change with the actual one.
fn follow(model: &Model, rng: &mut ChaCha8Rng) -> usize {
    let problem = PreparedModel::from_model(model, &[], false, &Control::unlimited());
    let Ok((problem, parts)) = problem else { return 0 };
    let mut state = AssignmentState::new(&problem, parts);
    for family in &problem.families {
        family
            .members
            .iter()
            .zip(&family.values)
            .for_each(|(&v, &value)| state.write_value(v, value));
    }
    for &v in &problem.movable {
        let value = state.values[v as usize];
        state.write_value(v, value);
    }
    for c in 0..state.parts.len() as u32 {
        state.rebuild_one(c);
    }
    for step in 0..40 {
        assert_eq!(state.total, plain_total(&state), "step {step} {:?}\n{model}", state.values);
        let is_violated = |&c: &u32| state.violations[c as usize] > 0;
        let number = (0..state.parts.len() as u32).filter(is_violated).count();
        assert_eq!(number, state.violated.member_list().len());
        let Some(&v) = problem.movable.get(step % problem.movable.len().max(1)) else { return 1 };
        let before = state.total;
        let family = problem.family_of[v as usize];
        let delta = if family == NO_FAMILY {
            let value = problem.choices[v as usize].random_value(rng);
            if value == state.values[v as usize] {
                continue;
            }
            let delta = state.violation_delta(v, value);
            state.assign_value(v, value);
            delta
        } else {
            let members = &problem.families[family as usize].members;
            let w = members[rng.random_range(0..members.len())];
            if !problem.may_swap(v, w, &state.values) {
                continue;
            }
            let delta = state.delta_of_swap(v, w);
            state.swap_values(v, w);
            delta
        };
        assert_eq!(before + delta, state.total, "step {step}\n{model}");
        for (i, variable) in model.variables().iter().enumerate() {
            assert!(variable.domain.contains(state.values[i]), "variable {i}\n{model}");
        }
    }
    1
}

#[test]
fn what_is_kept_equals_what_is_computed() {
    let mut followed = 0;
    for seed in 0..1_500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut model = sample::random_model(&mut rng).unwrap();
        equate(&mut model, &mut rng);
        followed += follow(&model, &mut rng);
        followed += follow(&sample::extreme_model(&mut rng, sample::DomainSpan::Any), &mut rng);
    }
    assert!(followed > 1_500, "{followed}");
}

/// Adds constraints over all variables, and equations between two, so that there are
/// permutations and aliases.
fn equate(model: &mut Model, rng: &mut ChaCha8Rng) {
    let n = model.variables().len();
    let all: Vec<VarId> = (0..n).map(VarId::new).collect();
    let small = |v: &VarId| model.domain(*v).len() <= 64;
    if !all.iter().all(small) {
        return;
    }
    for (i, name) in ["p", "q", "r", "s"].into_iter().enumerate() {
        let high = 4 + Value::from(rng.random_range(0..3u8) == 0);
        model.add_shown(format!("{name}{i}"), Domain::from_range(1, high)).unwrap();
    }
    let fresh: Vec<VarId> = (n..n + 4).map(VarId::new).collect();
    let different = AllDifferent { scope: fresh.clone() };
    model.post("", Constraint::AllDifferent(different)).unwrap();
    for (i, &v) in fresh.iter().enumerate() {
        let alias = model.add_hidden(format!("a{i}"), Domain::from_range(-20, 20)).unwrap();
        let offset = rng.random_range(-3..=3);
        if rng.random() {
            let compare = Compare { offset, ..Compare::new(alias, ComparisonOperator::Eq, v) };
            model.post("", Constraint::Compare(compare)).unwrap();
        } else {
            let sum = Linear::unweighted_sum([alias, v], ComparisonOperator::Eq, offset);
            model.post("", Constraint::Linear(sum)).unwrap();
        }
    }
    let mut aliases: Vec<VarId> = (n + 4..n + 8).map(VarId::new).collect();
    if rng.random_range(0..4) == 0 {
        aliases.push(fresh[0]);
    }
    let sum = Linear::unweighted_sum(aliases.clone(), ComparisonOperator::Le, 3);
    model.post("", Constraint::Linear(sum)).unwrap();
    model.post("", Constraint::AllDifferent(AllDifferent { scope: aliases })).unwrap();
}

#[test]
fn solutions_pass_the_check_and_each_is_better_than_the_one_before() {
    let (mut solved, mut open) = (0, 0);
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_objective(&mut rng).unwrap();
        let satisfiable = model.assignment_count().is_some_and(|number| number <= 20_000)
            && assignments(&model).iter().any(|values| model.check(&[], values).is_ok());
        for settings in [":adaptive,steps=2000,restart=100", ",steps=2000,restart=100"] {
            let (found, walked) = run(&model, settings, seed, true);
            let mut before: Option<i64> = None;
            for values in &found {
                model.check(&[], values).unwrap();
                let objective = model.objective().unwrap();
                let value = objective.value_under(values);
                assert!(before.is_none_or(|before| objective.is_better(value, before)));
                before = Some(value);
            }
            assert_eq!((walked.best, walked.found), (before, found.len() as u64));
            assert_ne!(walked.ended, EnumerationEnd::Exhausted);
            *(if found.is_empty() { &mut open } else { &mut solved }) += usize::from(satisfiable);
        }
    }
    assert!(solved > 20 * open, "{solved} solved, {open} not");
}

#[test]
fn the_same_seed_takes_the_same_steps() {
    let model = queens(30);
    for settings in ["", ":adaptive"] {
        let counters = |seed| run(&model, settings, seed, false).1.counters;
        assert_eq!(counters(1), counters(1));
        assert!((0..9).any(|seed| counters(seed) != counters(9)));
    }
}

/// Returns the queens problem with hidden variables for the diagonals.
fn queens(n: usize) -> Model {
    let mut model = Model::new("queens");
    let last = n as Value - 1;
    let queens: Vec<VarId> = (0..n)
        .map(|i| model.add_shown(format!("q{i}"), Domain::from_range(0, last)).unwrap())
        .collect();
    let different = |scope: &[VarId]| AllDifferent { scope: scope.to_vec() };
    model.post("", Constraint::AllDifferent(different(&queens))).unwrap();
    for sign in [1, -1] {
        let mut diagonal = Vec::new();
        for (i, &queen) in queens.iter().enumerate() {
            let domain = Domain::from_range(-last, 2 * last);
            let hidden = model.add_hidden(format!("d{sign}{i}"), domain).unwrap();
            let offset = sign * i as i64;
            let compare = Compare { offset, ..Compare::new(hidden, ComparisonOperator::Eq, queen) };
            model.post("", Constraint::Compare(compare)).unwrap();
            diagonal.push(hidden);
        }
        model.post("", Constraint::AllDifferent(different(&diagonal))).unwrap();
    }
    model
}

#[test]
fn queens_are_a_permutation_whose_diagonals_follow() {
    for n in [1, 4, 8, 50, 300] {
        let model = queens(n);
        let (found, walked) = run(&model, "", 1, false);
        model.check(&[], &found[0]).unwrap();
        assert_eq!(walked.counters.get("assignments"), Some(0), "{n}");
    }
    let (found, walked) = run(&queens(3), ",steps=50", 1, false);
    assert!(found.is_empty());
    assert_eq!(walked.ended, EnumerationEnd::GaveUp("50 steps without a solution".into()));
}

#[test]
fn wide_domains_are_not_listed() {
    let mut model = Model::new("wide");
    let wide = || Domain::from_range(-1_000_000_000, 1_000_000_000);
    let [x, y, z] = ["x", "y", "z"].map(|name| model.add_shown(name, wide()).unwrap());
    let term = |coefficient, variable| LinearTerm { coefficient, variable };
    let terms = vec![term(3, x), term(-5, y), term(7, z)];
    let sum =
        Linear { terms: terms.clone(), relation: ComparisonOperator::Eq, constant: 4_000_000_001 };
    model.post("", Constraint::Linear(sum)).unwrap();
    model.post("", Constraint::Compare(Compare::new(x, ComparisonOperator::Lt, y))).unwrap();
    model.set_objective(Objective::new(ObjectiveSense::Maximize, terms)).unwrap();
    let (found, _) = run(&model, ",steps=20000", 1, false);
    assert_eq!(found.len(), 1);
}

#[test]
fn fixed_and_empty_variables_leave_nothing_to_search() {
    let mut model = Model::new("fixed");
    let [x, y] = ["x", "y"].map(|name| model.add_shown(name, Domain::from_values([1])).unwrap());
    let (found, walked) = run(&model, "", 0, false);
    assert_eq!((found.len(), walked.ended), (1, EnumerationEnd::Enough));
    model.post("", Constraint::Compare(Compare::new(x, ComparisonOperator::Ne, y))).unwrap();
    let (found, walked) = run(&model, "", 0, false);
    let why = "no variable is left to change";
    assert_eq!((found.len(), walked.ended), (0, EnumerationEnd::GaveUp(why.into())));
    let givens = [Given { variable: x, value: 2 }];
    let asked = LocalQuestion { model: &model, givens: &givens, optimise: false, seed: 0 };
    let control = Control::unlimited();
    let refused = run_local_search(asked, &LocalSettings::default(), &control, &mut |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(refused.unwrap_err(), PreparationError::Failed("no value is left for 'x'".into()));
    assert_eq!(run(&Model::new("empty"), "", 0, false).0, [Vec::<Value>::new()]);
}

#[test]
fn a_limit_ends_the_walk() {
    let model = queens(3);
    for settings in ["", ":adaptive"] {
        let settings = format!("{settings},steps={}", u64::MAX).parse().unwrap();
        let asked = LocalQuestion { model: &model, givens: &[], optimise: false, seed: 0 };
        let control = Control::unlimited().with_timeout(Some(Duration::from_millis(30)));
        let walked =
            run_local_search(asked, &settings, &control, &mut |_| ControlFlow::Continue(()));
        assert_eq!(walked.unwrap().ended, EnumerationEnd::Stopped(StopReason::Timeout));
    }
}
