//! Tests which steps of a search are dropped, and which are kept.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use parallax_model::engine_api::{Control, Session, Task};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, LinearTerm, Model, Objective,
    ObjectiveSense, SearchPlan, SearchStep, Value, ValueChoice, VarId, VariableChoice,
};

use super::{SearchLog, SearchLogEntry};
use crate::{SearchSettings, SearchState};

/// The steps of a search, in words.
#[derive(Clone, Default)]
struct Steps(Rc<RefCell<Vec<String>>>);

impl SearchLog for Steps {
    fn take_step(&mut self, step: SearchLogEntry<'_>) {
        self.0.borrow_mut().push(format!("{step:?}"));
    }
}

impl Steps {
    fn number(&self, start: &str) -> usize {
        self.0.borrow().iter().filter(|step| step.starts_with(start)).count()
    }
}

/// The steps of a question, and the number of its solutions.
fn steps(model: &Model, settings: &str, task: Task) -> (Steps, u64) {
    let (log, control) = (Steps::default(), Control::unlimited());
    let settings = settings.parse().unwrap();
    let own = Box::new(log.clone());
    let mut search = SearchState::with_log(model, &settings, 0, &control, own).unwrap();
    let mut found = 0;
    let outcome = search.ask(&[], task, &control, &mut |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    (log, found)
}

fn add(model: &mut Model, name: &str, most: Value) -> VarId {
    model.add_shown(name, Domain::from_range(1, most)).unwrap()
}

fn differ(model: &mut Model, scope: &[VarId]) {
    for (place, &left) in scope.iter().enumerate() {
        for &right in &scope[place + 1..] {
            let pair = Compare { left, relation: ComparisonOperator::Ne, right, offset: 0 };
            model.post("", Constraint::Compare(pair)).unwrap();
        }
    }
}

/// A free variable before five variables with four values that differ in pairs.
fn free_and_pigeons() -> Model {
    let mut model = Model::new("pigeons");
    add(&mut model, "free", 3);
    let scope: Vec<VarId> = (0..5).map(|i| add(&mut model, &format!("x{i}"), 4)).collect();
    differ(&mut model, &scope);
    model
}

#[test]
fn decisions_that_no_refutation_needs_are_dropped() {
    for settings in [":first", ":first,d-way"] {
        let (log, found) = steps(&free_and_pigeons(), settings, Task::All);
        assert_eq!(found, 0);
        assert!(log.number("Branch") > 10, "{settings}: {:?}", log.0.borrow());
        // With three values, d-way branching needs all; with two branches the last is enough.
        let wanted = if settings.ends_with("d-way") { 3 } else { 0 };
        assert_eq!(log.number("Branch(VarId(0)"), wanted, "{settings}");
        assert_eq!(log.number("Branch"), log.number("Up"), "{settings}");
    }
}

#[test]
fn the_runs_before_a_restart_are_dropped() {
    let (log, _) = steps(&free_and_pigeons(), ":random+random,restarts=luby:1", Task::All);
    assert_eq!(log.number("Restart"), 0);
    assert_eq!(log.number("Branch"), log.number("Up"));
}

#[test]
fn what_counted_solutions_need_stays() {
    let mut model = Model::new("squares");
    let scope: Vec<VarId> = (0..4).map(|i| add(&mut model, &format!("x{i}"), 4)).collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let (log, found) = steps(&model, "", Task::All);
    assert_eq!((found, log.number("Solution")), (24, 24));
    assert_eq!((log.number("Branch"), log.number("Up")), (23, 23));
}

/// Two in a scope of four, which only one all-different constraint fixes, spread as one step each.
#[test]
fn values_of_fixed_variables_spread() {
    let mut model = Model::new("squares");
    let scope: Vec<VarId> = (0..4).map(|i| add(&mut model, &format!("x{i}"), 4)).collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    let (log, found) = steps(&model, "", Task::All);
    assert_eq!(found, 24);
    assert!(log.number("Spread(0, VarId(0))") >= 4, "{:?}", log.0.borrow());
    // The scope of a comparison, and domains of several words, are written value by value.
    let mut wide = Model::new("wide");
    let scope: Vec<VarId> = (0..3).map(|i| add(&mut wide, &format!("x{i}"), 65)).collect();
    wide.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    assert_eq!(steps(&wide, "", Task::All).0.number("Spread"), 0);
    assert_eq!(steps(&free_and_pigeons(), "", Task::All).0.number("Spread"), 0);
}

#[test]
fn a_restart_keeps_the_best_solution() {
    let mut model = Model::new("best");
    let scope: Vec<VarId> = (0..4).map(|i| add(&mut model, &format!("x{i}"), 6)).collect();
    let terms = scope.iter().zip([3, -2, 5, -4]);
    let terms =
        terms.map(|(&variable, coefficient)| LinearTerm { coefficient, variable }).collect();
    model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).unwrap();
    for settings in ["", ":random+random,restarts=luby:1", ":random+random,d-way"] {
        let (log, found) = steps(&model, settings, Task::Optimise);
        let written = log.number("Solution") as u64;
        assert!((1..=found).contains(&written), "{settings}: {written} of {found}");
        let closed = log.number("Up") + log.number("Restart");
        assert!(log.number("Branch") >= closed.min(1), "{settings}");
    }
}

/// A log has decisions on single values only, whatever a search plan says, and the search is
/// complete.
#[test]
fn searches_with_plans_assign_values() {
    let mut model = Model::new("differ");
    let scope: Vec<VarId> = (0..4).map(|i| add(&mut model, &format!("x{i}"), 5)).collect();
    differ(&mut model, &scope);
    let (_, expected) = steps(&model, "", Task::All);
    assert_eq!(expected, 120);
    for value in ValueChoice::ALL {
        let (variables, variable) = (scope.clone(), VariableChoice::FirstFail);
        let plan = SearchPlan {
            steps: vec![SearchStep { variables, variable, value }],
            first_values: vec![(scope[1], 4)],
            ..SearchPlan::default()
        };
        let planned = model.clone().with_search_plan(plan);
        let (log, found) = steps(&planned, "", Task::All);
        assert_eq!((found, log.number("Solution")), (120, 120), "{value}");
        assert_eq!(log.number("Branch"), log.number("Up"), "{value}");
        // A search without a certificate removes values in other ways.
        let mut search =
            SearchState::new(&planned, &SearchSettings::default(), 0, &Control::unlimited());
        let outcome =
            search
                .as_mut()
                .unwrap()
                .ask(&[], Task::All, &Control::unlimited(), &mut |_| ControlFlow::Continue(()));
        let assigns = outcome.counters.get("assignments") == outcome.counters.get("nodes");
        let halves = [ValueChoice::Split, ValueChoice::ReverseSplit, ValueChoice::Interval];
        assert_eq!(assigns, !halves.contains(&value), "{value}");
    }
}
