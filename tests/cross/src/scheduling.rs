//! Job shops: booleans order pairs of operations, and are decided before the starts.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::{
    Compare, ComparisonOperator, Constraint, Domain, Implies, Linear, LinearTerm, Model, Objective,
    ObjectiveSense, VarId,
};

/// Fisher and Thompson's instance of six jobs on six machines (in Muth and Thompson, *Industrial
/// Scheduling*, 1963): for each job the machines in order, and the times. The best makespan is 55.
const SIX: [[(usize, i64); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// Makes a model with a boolean and its complement for each pair of operations of a machine, shown
/// or hidden; starts from 0 to the sum of all times; the makespan.
fn job_shop(jobs: &[[(usize, i64); 6]], shown: bool) -> Model {
    let mut model = Model::new("job shop");
    let horizon: i64 = jobs.iter().flatten().map(|own| own.1).sum();
    let domain = || Domain::from_values(0..=i32::try_from(horizon).expect("a short horizon"));
    let end = model.add_shown("end", domain()).expect("a variable");
    let mut starts: Vec<Vec<VarId>> = Vec::new();
    for (job, operations) in jobs.iter().enumerate() {
        let name = |place: usize| format!("start {job} {place}");
        let own = (0..operations.len()).map(|place| model.add_shown(name(place), domain()));
        starts.push(own.collect::<Result<_, _>>().expect("variables"));
    }
    // `left + time <= right`
    let before = |left, time: i64, right| {
        Constraint::Compare(Compare {
            left,
            relation: ComparisonOperator::Le,
            right,
            offset: -time,
        })
    };
    for (own, operations) in starts.iter().zip(jobs) {
        for place in 0..own.len() {
            let next = own.get(place + 1).copied().unwrap_or(end);
            model.post("", before(own[place], operations[place].1, next)).expect("an order");
        }
    }
    for machine in 0..6 {
        let all: Vec<(VarId, i64)> = jobs
            .iter()
            .zip(&starts)
            .flat_map(|(operations, own)| operations.iter().zip(own))
            .filter(|(operation, _)| operation.0 == machine)
            .map(|(operation, &start)| (start, operation.1))
            .collect();
        for (place, &one) in all.iter().enumerate() {
            for &other in &all[place + 1..] {
                let pair = [(one, other), (other, one)].map(|((first, time), (second, _))| {
                    let name = format!("order {first:?} {second:?}");
                    let add = if shown { Model::add_shown } else { Model::add_hidden };
                    let condition =
                        add(&mut model, name, Domain::from_values(0..=1)).expect("a boolean");
                    let then = Box::new(before(first, time, second));
                    model.post("", Constraint::Implies(Implies { condition, then })).expect("one");
                    LinearTerm { coefficient: 1, variable: condition }
                });
                let (terms, relation) = (pair.to_vec(), ComparisonOperator::Eq);
                let one = Constraint::Linear(Linear { terms, relation, constant: 1 });
                model.post("", one).expect("one of both");
            }
        }
    }
    let terms = vec![LinearTerm { coefficient: 1, variable: end }];
    model.set_objective(Objective::new(ObjectiveSense::Minimize, terms)).expect("an objective");
    model
}

/// Returns the answer and the number of nodes.
fn solved(model: &Arc<Model>, spec: &str, task: Task) -> (Answer, u64) {
    let control = Control::unlimited();
    let spec: Spec = spec.parse().expect("a spec");
    let mut session = spec.prepare(model, 0, &control).expect("a session");
    let outcome = session.ask(&[], task, &control, &mut |_| ControlFlow::Continue(()));
    (outcome.answer, outcome.counters.get("nodes").unwrap_or_default())
}

#[test]
fn six_jobs_on_six_machines_take_few_nodes() {
    for shown in [true, false] {
        let model = Arc::new(job_shop(&SIX, shown));
        for spec in ["native", "native:domwdeg+saved", "native,d-way"] {
            let (answer, nodes) = solved(&model, spec, Task::Optimise);
            assert_eq!(answer, Answer::Optimal(55), "{spec}");
            println!("{spec} shown {shown}: {nodes} nodes");
            assert!(nodes <= 3000, "{spec} shown {shown}: {nodes} nodes");
        }
    }
}
