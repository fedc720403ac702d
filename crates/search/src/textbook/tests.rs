//! Counts that can be followed by hand, and solutions against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, QuestionOutcome, Session, Task};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Model, Table, Value, VarId,
};

use super::TextbookSession;

fn ask(model: &Model, settings: &str, task: Task) -> (Vec<Vec<Value>>, QuestionOutcome) {
    let control = Control::unlimited();
    let settings = settings.parse().unwrap();
    let mut session =
        TextbookSession::new(&Arc::new(model.clone()), &settings, 0, &control).unwrap();
    let mut found = Vec::new();
    let outcome = session.ask(&[], task, &control, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    (found, outcome)
}

fn counts(outcome: &QuestionOutcome) -> [u64; 6] {
    ["assignments", "backtracks", "prunings", "root prunings", "kept prunings", "alternatives"]
        .map(|name| outcome.counters.get(name).unwrap())
}

fn variables(model: &mut Model, number: usize, domain: &Domain) -> Vec<VarId> {
    (0..number).map(|i| model.add_shown(format!("x{i}"), domain.clone()).unwrap()).collect()
}

/// A line of three cells over the digits 1 to 3, which holds the word 323 or 332, and a constraint
/// that its last two cells differ from 2 and 3.
fn line() -> Model {
    let mut model = Model::new("line");
    let scope = variables(&mut model, 3, &Domain::from_range(1, 3));
    let table = |scope: &[VarId], tuples: &[&[Value]], forbidden| {
        let tuples = Arc::new(tuples.iter().map(|tuple| tuple.to_vec()).collect());
        Constraint::Table(Table { scope: scope.to_vec(), tuples, forbidden })
    };
    model.post("run", table(&scope, &[&[3, 2, 3], &[3, 3, 2]], false)).unwrap();
    model.post("pair", table(&scope[1..], &[&[2, 3]], true)).unwrap();
    model
}

/// Forward checking on the line, by hand. x0 = 1: nothing, three values of x1, each of which leaves
/// no value to x2: three prunings, and for x1 = 2 the pair removes nothing more. x0 = 2 is the
/// same. x0 = 3: x1 = 1 empties x2; x1 = 2 removes 1 and 2 by the run, then 3 by the pair; x1 = 3
/// removes 1 and 3. Then x2 = 2.
#[test]
fn forward_checking_counts_what_a_hand_counts() {
    let (found, outcome) = ask(&line(), ",fc", Task::First);
    assert_eq!(found, [[3, 3, 2]]);
    // 1 + 3, 1 + 3, 1 + 1 + 1 + 1 + 1 assignments.
    let prunings = 3 * 3 + 3 * 3 + 3 + 3 + 2;
    assert_eq!(counts(&outcome), [4 + 4 + 5, 10, prunings, 0, 2, 2 + 2]);
}

/// Generalised arc consistency fixes x0 at the root, and nothing else: x1 = 2 and x2 = 3 have
/// supports in each constraint. With x1 = 2 the run wants 3 and the pair not.
#[test]
fn general_consistency_counts_what_a_hand_counts() {
    let (found, outcome) = ask(&line(), "", Task::First);
    assert_eq!(found, [[3, 3, 2]]);
    let [assignments, backtracks, prunings, root, kept, alternatives] = counts(&outcome);
    // At the root: 1 and 2 of x0, 1 of x1 and x2. x1 = 3: 3 of x2.
    assert_eq!([assignments, backtracks, root, kept, alternatives], [4, 1, 4, 4 + 1, 1]);
    // x1 = 2 removes 2 or 3 of x2, or both before it fails.
    assert!((4 + 1 + 1..=4 + 2 + 1).contains(&prunings), "{prunings}");
}

/// Where nothing is ever chosen wrongly each variable is assigned once, and loses all values
/// but one.
#[test]
fn without_a_wrong_choice_every_value_but_one_is_pruned() {
    let mut model = Model::new("chain");
    let scope = variables(&mut model, 5, &Domain::from_range(1, 5));
    for pair in scope.windows(2) {
        let less = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
        model.post("less", Constraint::Compare(less)).unwrap();
    }
    for order in ["first", "mid", "mid-list"] {
        let (found, outcome) = ask(&model, &format!(":{order}"), Task::First);
        assert_eq!(found, [[1, 2, 3, 4, 5]]);
        assert_eq!(counts(&outcome), [5, 0, 5 * 4, 5 * 4, 5 * 4, 0]);
    }
    let (found, outcome) = ask(&model, ":mid+gval,fc", Task::First);
    assert_eq!(found.len(), 1);
    assert!(counts(&outcome)[0] > 5, "{outcome:?}");
}

/// A variable with one value left is not assigned: forward checking does not go on from it. In an
/// odd cycle of two colours it assigns two vertices before it fails, where consistency assigns one.
#[test]
fn a_single_value_is_no_assignment() {
    let mut model = Model::new("cycle");
    let scope = variables(&mut model, 3, &Domain::from_range(1, 2));
    for [a, b] in [[0, 1], [1, 2], [0, 2]] {
        let edge = Compare::new(scope[a], ComparisonOperator::Ne, scope[b]);
        model.post("edge", Constraint::Compare(edge)).unwrap();
    }
    let (found, outcome) = ask(&model, ",fc", Task::First);
    // Each colour of x0 removes it from x1 and x2, and x1 then the other from x2.
    assert_eq!((found.len(), counts(&outcome)), (0, [4, 4, 2 * 3, 0, 0, 0]));
    let (found, outcome) = ask(&model, ",gac", Task::First);
    assert_eq!((found.len(), &counts(&outcome)[..2]), (0, &[2, 2][..]));
}

#[test]
fn a_limit_of_assignments_is_unknown_and_never_passed() {
    let (found, outcome) = ask(&line(), ",fc,limit=12", Task::First);
    assert!(found.is_empty());
    assert_eq!(outcome.answer, Answer::Unknown("the limit of 12 assignments was reached".into()));
    assert_eq!(counts(&outcome)[0], 12);
    assert_eq!(ask(&line(), ",fc,limit=13", Task::First).0.len(), 1);
}

#[test]
fn every_setting_finds_all_shown_solutions_once() {
    let mut model = Model::new("hidden");
    let scope = variables(&mut model, 4, &Domain::from_range(1, 4));
    model.post("row", Constraint::AllDifferent(AllDifferent { scope: scope.clone() })).unwrap();
    let hidden = model.add_hidden("h", Domain::from_range(1, 9)).unwrap();
    let above = Compare::new(hidden, ComparisonOperator::Gt, scope[3]);
    model.post("above", Constraint::Compare(above)).unwrap();
    for strength in ["fc", "gac"] {
        for order in ["first", "mid", "mid-list"] {
            for values in ["sval", "gval"] {
                let settings = format!(":{order}+{values},{strength}");
                let (found, outcome) = ask(&model, &settings, Task::All);
                let shown: BTreeSet<&[Value]> = found.iter().map(|values| &values[..4]).collect();
                assert!(outcome.complete && found.len() == 24 && shown.len() == 24, "{settings}");
                let (some, _) = ask(&model, &settings, Task::Limit(5));
                assert_eq!(some[..], found[..5], "{settings}");
            }
        }
    }
}
