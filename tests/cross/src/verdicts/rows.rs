//! Orbits and parts are compared by what they stand for.

use parallax_compare::{ComparisonPlan, ModelSelection, Row, Verdict};
use parallax_model::engine_api::{Answer, Task};

use super::{Fault, broken, made};
use crate::common::{engines, plan, results};

/// Returns the verdict on rows of magic:3, where all have 8 solutions and one up to symmetry;
/// `change` then changes the rows.
fn rows(models: &[&str], change: impl Fn(usize, &mut Row)) -> Verdict {
    let models = ModelSelection::Named(models.iter().map(|&model| model.to_owned()).collect());
    let plan = ComparisonPlan { models, ..plan(engines("native"), Task::All) };
    let mut rows = results(&plan, [made("magic:3")]).remove(0).rows;
    rows.iter_mut().enumerate().for_each(|(i, row)| change(i, row));
    Verdict::from_rows(&rows)
}

fn set_count(row: &mut Row, count: u128, complete: bool) {
    row.count = count.into();
    row.complete = complete;
    row.weighted = row.weighted.take().map(|_| (8 * count).into());
    row.answer = if count > 0 { Answer::Satisfiable } else { Answer::Unsatisfiable };
    if !complete {
        row.answer = Answer::Satisfiable;
    }
}

#[test]
fn orbits_are_compared_by_what_they_stand_for() {
    let models = ["cells", "cells+symmetry"];
    let plain = |count, complete| {
        rows(&models, |i, row| {
            if i == 0 {
                set_count(row, count, complete);
            }
        })
    };
    let orbits = |count, complete| {
        rows(&models, |i, row| {
            if i == 1 {
                set_count(row, count, complete);
            }
        })
    };
    assert_eq!(plain(8, true), Verdict::Agree);
    assert_eq!(plain(7, true), Verdict::CountMismatch);
    // A list that stopped is no answer, but what it has is compared.
    assert_eq!(plain(7, false), Verdict::OneSidedUnknown);
    assert_eq!(plain(9, false), Verdict::CountMismatch);
    assert_eq!(plain(0, true), Verdict::Contradiction);
    assert_eq!(orbits(2, true), Verdict::CountMismatch);
    assert_eq!(orbits(2, false), Verdict::CountMismatch);
    assert_eq!(orbits(0, true), Verdict::Contradiction);
    // Unknown weights are not compared, but the answers are.
    let unknown = |count| {
        rows(&models, |i, row| {
            if i == 1 {
                set_count(row, count, true);
                row.weighted = None;
            }
        })
    };
    assert_eq!((unknown(3), unknown(0)), (Verdict::Agree, Verdict::Contradiction));
}

#[test]
fn a_part_may_be_smaller_but_not_beyond_the_whole() {
    for whole in ["cells", "cells+symmetry"] {
        let models = [whole, "cells+corners"];
        let part = |count| {
            rows(&models, |i, row| {
                if i == 1 {
                    set_count(row, count, true);
                }
            })
        };
        // A part without solutions does not contradict a whole that has some.
        assert_eq!((part(0), part(1), part(5)), (Verdict::OneOnly, Verdict::Agree, Verdict::Agree));
        assert_eq!(part(9), Verdict::CountMismatch);
        let none =
            |count| rows(&models, |i, row| set_count(row, if i == 0 { 0 } else { count }, true));
        assert_eq!((none(0), none(1)), (Verdict::Agree, Verdict::Contradiction));
    }
    // Rows with the same part are compared like any others.
    let faults = broken(&[Fault::None, Fault::LosesFirst]);
    let models = ModelSelection::Named(vec!["cells+corners".into()]);
    let plan = ComparisonPlan { models, ..plan(faults, Task::All) };
    let compared = results(&plan, [made("magic:4")]).remove(0);
    assert_eq!(compared.verdict, Verdict::CountMismatch);
}
