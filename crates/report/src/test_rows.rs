//! Rows for tests.

use parallax_compare::{Keeps, Row, Times};
use parallax_model::ask::{Answer, Count, Counters, Family, Task};

/// Returns a row of an engine with these counters.
pub(crate) fn row(engine: &str, answer: Answer, counters: &[(&'static str, u64)]) -> Row {
    let mut all = Counters::new();
    counters.iter().for_each(|&(name, amount)| all.add(name, amount));
    Row {
        spec: None,
        instance: "here".into(),
        index: 0,
        puzzle: "sudoku",
        givens: Vec::new(),
        model: "cells".into(),
        engine: engine.into(),
        answered_by: None,
        family: Family::default(),
        compiler: None,
        seed: 0,
        task: Task::First,
        answer,
        claim: None,
        standing: None,
        proof: None,
        reason: None,
        wrong: None,
        count: Count::one(),
        given: 1,
        weighted: None,
        orbits: None,
        counting: None,
        value: None,
        complete: true,
        solutions: Vec::new(),
        core: None,
        checked: true,
        time_s: Times::default(),
        counters: all,
        kept: Vec::new(),
        digest: None,
        cost: None,
        keeps: Keeps::All,
    }
}
