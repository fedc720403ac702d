//! Rows for tests.

use parallax_compare::{Row, RowTimes, SolutionCoverage};
use parallax_model::engine_api::{Answer, EffortCounters, EngineFamily, SolutionCount, Task};

/// Returns a row of an engine with these counters.
pub(crate) fn row(engine: &str, answer: Answer, counters: &[(&'static str, u64)]) -> Row {
    let mut all = EffortCounters::new();
    counters.iter().for_each(|&(name, amount)| all.add_amount(name, amount));
    Row {
        spec: None,
        instance: "here".into(),
        index: 0,
        puzzle: "sudoku",
        givens: Vec::new(),
        model: "cells".into(),
        engine: engine.into(),
        answered_by: None,
        family: EngineFamily::default(),
        compiler: None,
        seed: 0,
        task: Task::First,
        answer,
        claim: None,
        standing: None,
        proof: None,
        reason: None,
        wrong: None,
        count: SolutionCount::one(),
        given: 1,
        weighted: None,
        orbits: None,
        counting: None,
        value: None,
        complete: true,
        solutions: Vec::new(),
        core: None,
        checked: true,
        time_s: RowTimes::default(),
        counters: all,
        kept: Vec::new(),
        digest: None,
        cost: None,
        keeps: SolutionCoverage::All,
    }
}
