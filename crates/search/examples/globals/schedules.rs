//! Random schedules: machines one task at a time, and projects with limited resources.

use parallax_model::{
    Compare, ComparisonOperator, Constraint, ConstraintOperand, Cumulative, Domain, Global,
    LinearTerm, Model, NoOverlap, Objective, ObjectiveSense, Value, VarId,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn start(model: &mut Model, name: String, low: Value, high: Value) -> VarId {
    model.add_shown(name, Domain::from_range(low, high)).expect("the names are unique")
}

fn post(model: &mut Model, label: &str, constraint: Constraint) {
    model.post(label, constraint).expect("the constraint is well formed");
}

/// Lets one variable be at least another one and a distance.
fn after(model: &mut Model, late: VarId, early: VarId, distance: Value) {
    let c = Compare {
        left: late,
        relation: ComparisonOperator::Ge,
        right: early,
        offset: distance.into(),
    };
    post(model, "after", Constraint::Compare(c));
}

fn one_at_a_time(model: &mut Model, tasks: &[(VarId, Value)]) {
    let origins = tasks.iter().map(|&(start, _)| vec![start]).collect();
    let lengths =
        tasks.iter().map(|&(_, length)| vec![ConstraintOperand::Number(length)]).collect();
    let c = NoOverlap { origins, lengths, zero_ignored: true };
    post(model, "machine", Constraint::Global(Global::NoOverlap(c)));
}

fn minimize(model: &mut Model, variable: VarId) {
    let terms = vec![LinearTerm { coefficient: 1, variable }];
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).expect("a known variable");
}

/// Jobs with one task on each machine, in random order, with lengths from 1 to 9.
pub(crate) fn job_shop(seed: u64, jobs: usize, machines: usize) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut plan = Vec::new();
    for _ in 0..jobs {
        let mut order: Vec<usize> = (0..machines).collect();
        order.shuffle(&mut rng);
        plan.push(order.into_iter().map(|on| (on, rng.random_range(1..=9))).collect::<Vec<_>>());
    }
    let horizon = plan.iter().flatten().map(|&(_, length)| length).sum::<Value>() / 2;
    let mut model = Model::new("job shop");
    let end = start(&mut model, "end".into(), 0, horizon);
    let mut tasks = vec![Vec::new(); machines];
    for (job, steps) in plan.iter().enumerate() {
        let mut last: Option<(VarId, Value)> = None;
        for (step, &(machine, length)) in steps.iter().enumerate() {
            let task = start(&mut model, format!("s{job}_{step}"), 0, horizon);
            if let Some((before, duration)) = last {
                after(&mut model, task, before, duration);
            }
            last = Some((task, length));
            tasks[machine].push((task, length));
        }
        if let Some((task, length)) = last {
            after(&mut model, end, task, length);
        }
    }
    tasks.iter().for_each(|tasks| one_at_a_time(&mut model, tasks));
    minimize(&mut model, end);
    model
}

/// One machine, with times before and after each task (Carlier 1982).
pub(crate) fn machine(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = 9 + (seed as usize % 4);
    let lengths: Vec<Value> = (0..count).map(|_| rng.random_range(1..=9)).collect();
    let total: Value = lengths.iter().sum();
    let mut model = Model::new("machine");
    let end = start(&mut model, "end".into(), 0, 3 * total);
    let mut tasks = Vec::new();
    for (i, &length) in lengths.iter().enumerate() {
        let release = rng.random_range(0..=total);
        let task = start(&mut model, format!("s{i}"), release, 2 * total);
        after(&mut model, end, task, length + rng.random_range(0..=total));
        tasks.push((task, length));
    }
    one_at_a_time(&mut model, &tasks);
    minimize(&mut model, end);
    model
}

/// One machine, with a window for each task, so narrow that often nothing fits.
pub(crate) fn windows(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = 10 + (seed as usize % 6);
    let lengths: Vec<Value> = (0..count).map(|_| rng.random_range(2..=9)).collect();
    let total: Value = lengths.iter().sum();
    let mut model = Model::new("windows");
    let mut tasks = Vec::new();
    for (i, &length) in lengths.iter().enumerate() {
        let low = rng.random_range(0..total * 3 / 4);
        let high = (low + rng.random_range(total / 4..=total * 3 / 4)).min(total + 2 - length);
        let task = start(&mut model, format!("s{i}"), low.min(high), high);
        tasks.push((task, length));
    }
    one_at_a_time(&mut model, &tasks);
    model
}

/// Tasks with precedences that share two resources.
pub(crate) fn project(seed: u64, least: usize) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = least + (seed as usize % 6) * 2;
    let lengths: Vec<Value> = (0..count).map(|_| rng.random_range(1..=8)).collect();
    let horizon = lengths.iter().sum::<Value>() * 2 / 3;
    let mut model = Model::new("project");
    let end = start(&mut model, "end".into(), 0, horizon);
    let starts: Vec<VarId> =
        (0..count).map(|i| start(&mut model, format!("s{i}"), 0, horizon)).collect();
    for i in 0..count {
        after(&mut model, end, starts[i], lengths[i]);
        if i > 0 && rng.random_bool(0.7) {
            let before = rng.random_range(i.saturating_sub(5)..i);
            after(&mut model, starts[i], starts[before], lengths[before]);
        }
    }
    for _ in 0..2 {
        let heights =
            (0..count).map(|_| ConstraintOperand::Number(rng.random_range(1..=6))).collect();
        let lengths = lengths.iter().map(|&length| ConstraintOperand::Number(length)).collect();
        let limit = ConstraintOperand::Number(10);
        let c = Cumulative { starts: starts.clone(), lengths, heights, limit };
        post(&mut model, "resource", Constraint::Global(Global::Cumulative(c)));
    }
    minimize(&mut model, end);
    model
}
