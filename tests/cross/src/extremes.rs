//! Numbers at and around the limits: every engine agrees with exact arithmetic, or refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_model::engine_api::{Answer, Control, Engine, Task};
use parallax_model::sample::{self, DomainSpan};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, ConstraintKind, Domain, Implies, Kind,
    Linear, LinearTerm, Model, ModelAssignment, Table, Value, VarId,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Whether a constraint holds, in arithmetic that cannot overflow.
fn holds(constraint: &Constraint, values: &[Value], model: &Model) -> bool {
    let value = |v: VarId| i128::from(values[v.index()]);
    let relate = |relation: ComparisonOperator, left: i128, right: i128| match relation {
        ComparisonOperator::Eq => left == right,
        ComparisonOperator::Ne => left != right,
        ComparisonOperator::Le => left <= right,
        ComparisonOperator::Lt => left < right,
        ComparisonOperator::Ge => left >= right,
        ComparisonOperator::Gt => left > right,
    };
    let at = |array: &[VarId], place: i128| {
        usize::try_from(place).ok().and_then(|place| array.get(place)).map(|&v| value(v))
    };
    match constraint {
        Constraint::Linear(c) => {
            let sum = c.terms.iter().map(|t| i128::from(t.coefficient) * value(t.variable)).sum();
            relate(c.relation, sum, c.constant.into())
        }
        Constraint::Compare(c) => {
            relate(c.relation, value(c.left), value(c.right) + i128::from(c.offset))
        }
        Constraint::Product(c) => value(c.left) * value(c.right) == value(c.result),
        Constraint::Element(c) => {
            at(&c.array, value(c.index) - i128::from(c.first)) == Some(value(c.result))
        }
        Constraint::Inverse(c) => [(&c.left, c.first_left, &c.right, c.first_right)]
            .into_iter()
            .chain([(&c.right, c.first_right, &c.left, c.first_left)])
            .all(|(from, first_from, to, first_to)| {
                (i128::from(first_from)..).zip(from).all(|(own, &v)| {
                    at(to, value(v) - i128::from(first_to)).is_some_and(|back| back == own)
                })
            }),
        Constraint::Clause(c) => c
            .atoms
            .iter()
            .any(|atom| relate(atom.relation, value(atom.variable), atom.value.into())),
        Constraint::Reify(c) => {
            let atom = relate(c.atom.relation, value(c.atom.variable), c.atom.value.into());
            value(c.truth) == i128::from(atom)
        }
        Constraint::Table(c) => {
            let row = |tuple: &Vec<Value>| {
                c.scope.iter().zip(tuple).all(|(&v, &cell)| value(v) == i128::from(cell))
            };
            c.tuples.iter().any(row) != c.forbidden
        }
        Constraint::AllDifferent(c) => {
            let different: BTreeSet<i128> = c.scope.iter().map(|&v| value(v)).collect();
            different.len() == c.scope.len()
        }
        Constraint::Implies(c) => value(c.condition) != 1 || holds(&c.then, values, model),
        // Constraints without arithmetic.
        other => other.holds(ModelAssignment::new(values, model)),
    }
}

/// Returns all assignments that satisfy a model, and the best value of its objective.
fn solutions(model: &Model) -> (BTreeSet<Vec<Value>>, Option<i64>) {
    let mut all = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |start: &Vec<Value>| {
            let start = start.clone();
            variable.domain.to_vec().into_iter().map(move |v| [&start[..], &[v]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|values| model.constraints().iter().all(|p| holds(&p.constraint, values, model)));
    let best = model.objective().and_then(|objective| {
        let value = |values: &Vec<Value>| {
            let of =
                |t: &LinearTerm| i128::from(t.coefficient) * i128::from(values[t.variable.index()]);
            objective.terms.iter().map(of).sum::<i128>() as i64
        };
        let best = |a: i64, b: i64| if objective.is_better(a, b) { a } else { b };
        all.iter().map(value).reduce(best)
    });
    let shown = |values: Vec<Value>| model.shown().iter().map(|v| values[v.index()]).collect();
    (all.into_iter().map(shown).collect(), best)
}

/// Returns the answer of an engine, with each solution checked in exact arithmetic; `None` if it
/// refuses or is stopped.
fn asked(
    spec: &Spec,
    model: &Arc<Model>,
    task: Task,
    limit: Option<Duration>,
) -> Option<(Answer, BTreeSet<Vec<Value>>)> {
    let control = Control::unlimited().with_timeout(limit);
    let mut session = spec.prepare(model, 0, &control).ok()?;
    let mut set = BTreeSet::new();
    let outcome = session.ask(&[], task, &control, &mut |values| {
        let inside = model.variables().iter().zip(values).all(|(v, &x)| v.domain.contains(x));
        let mut posted = model.constraints().iter();
        let right = inside && posted.all(|p| holds(&p.constraint, values, model));
        assert!(right, "{spec} gives {values:?}\n{model}");
        model.check(&[], values).unwrap_or_else(|why| panic!("the check says {why}\n{model}"));
        set.insert(model.shown().iter().map(|v| values[v.index()]).collect());
        ControlFlow::Continue(())
    });
    match outcome.answer {
        Answer::Unsupported(_) | Answer::Unknown(_) => None,
        answer => Some((answer, set)),
    }
}

fn engines() -> Vec<Spec> {
    let mut specs = vec![
        "brute",
        "native",
        "native:mid+aval,gac",
        "native:random+random,fc,lc",
        "native:mad+gval,bounds,d-way",
        "sat:batsat",
        "sat:batsat+log,sum=adder",
        "sat:batsat+order,sum=order,table=mdd",
        "sat:varisat+channelled,sum=gte,table=support",
        "sat:batsat+direct,sum=dpw,alldiff=bits",
        "sat:batsat+order,sum=mdd,alldiff=hall,card=network",
        "sat:batsat+log,sum=support,card=diagram",
        "smt:z3",
        "smt:z3+lia",
        "smt:z3+bv",
        "smt:z3+pb",
        "cp:pumpkin",
    ]
    .into_iter()
    .map(|name| name.parse::<Spec>().unwrap_or_else(|why| panic!("{name}: {why}")))
    .collect::<Vec<_>>();
    specs.retain(Spec::is_built);
    specs
}

/// Compares all engines on a model of few assignments; counts the answers.
fn compare(model: Model, label: &str, answered: &mut BTreeMap<String, u32>) {
    let (expected, best) = solutions(&model);
    let model = Arc::new(model);
    for spec in engines() {
        let limit = Some(Duration::from_secs(5));
        if let Some((_, found)) = asked(&spec, &model, Task::All, limit) {
            assert_eq!(found, expected, "{spec}, {label}\n{model}");
            *answered.entry(spec.to_string()).or_default() += 1;
        }
        if model.objective().is_some()
            && let Some((answer, _)) = asked(&spec, &model, Task::Optimise, limit)
        {
            let expected = best.map_or(Answer::Unsatisfiable, Answer::Optimal);
            assert_eq!(answer, expected, "{spec}, {label}\n{}", parallax_json::write_model(&model));
        }
    }
}

#[test]
fn each_kind_at_the_limits() {
    let mut answered = BTreeMap::new();
    let (mut posted, mut refused) = (0, 0);
    for (number, &kind) in (0..).zip(ConstraintKind::ALL) {
        for seed in 0..16 {
            let mut rng = ChaCha8Rng::seed_from_u64(100_000 + 1000 * number + seed);
            match sample::extreme_of_kind(&mut rng, DomainSpan::Few, kind) {
                Ok(model) => {
                    posted += 1;
                    compare(model, &format!("kind {kind} seed {seed}"), &mut answered);
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("{posted} models, {refused} refused, answers: {answered:?}");
    assert!(posted > 150 && refused > 5, "{posted} {refused}");
    let most = ["brute", "native", "sat:batsat", "smt:z3", "smt:z3+lia"];
    for (spec, count) in &answered {
        let enough = if most.contains(&spec.as_str()) { posted * 9 / 10 } else { posted / 4 };
        assert!(*count >= enough, "{spec} answers {count} of {posted}");
    }
    assert_eq!(answered.len(), engines().len(), "{answered:?}");
}

#[test]
fn mixed_models_at_the_limits() {
    let mut answered = BTreeMap::new();
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        compare(
            sample::extreme_model(&mut rng, DomainSpan::Few),
            &format!("seed {seed}"),
            &mut answered,
        );
    }
    assert_eq!(answered.len(), engines().len(), "{answered:?}");
}

/// On domains of billions of values, the engines that answer agree on whether there is a solution.
#[test]
fn wide_domains_are_solved_or_refused() {
    let mut both = 0;
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = Arc::new(sample::extreme_model(&mut rng, DomainSpan::Any));
        let mut answers: Vec<(String, bool)> = Vec::new();
        for spec in engines() {
            // Engines that take such a model answer at once.
            let limit = Some(Duration::from_millis(300));
            if let Some((answer, _)) = asked(&spec, &model, Task::Limit(1), limit) {
                answers.push((spec.to_string(), answer == Answer::Satisfiable));
            }
        }
        both += usize::from(answers.len() > 1);
        let same = answers.windows(2).all(|pair| pair[0].1 == pair[1].1);
        assert!(same, "seed {seed}: {answers:?}\n{model}");
    }
    assert!(both > 15, "{both}");
}

fn two(name: &str, one: Domain, other: Domain) -> (Model, VarId, VarId) {
    let mut model = Model::new(name);
    let x = model.add_shown("x", one).unwrap();
    let y = model.add_shown("y", other).unwrap();
    (model, x, y)
}

#[test]
fn numbers_beyond_the_limits_are_refused() {
    let (mut model, x, y) = two("refused", Domain::from_range(0, 3), Domain::from_values([0]));
    for offset in [i64::MIN, i64::MIN + 1, -4_000_000_001, 4_000_000_001, i64::MAX] {
        let compare = Compare { offset, ..Compare::new(x, ComparisonOperator::Le, y) };
        let error = model.post("", Constraint::Compare(compare)).unwrap_err();
        assert!(error.to_string().contains("its offset"), "{error}");
    }
    // Also if the variable is always 0.
    for variable in [x, y] {
        for coefficient in [i64::MIN, i64::MAX, (1 << 61) + 1, -(1 << 61) - 1] {
            let terms = vec![LinearTerm { coefficient, variable }];
            let sum = Linear { terms, relation: ComparisonOperator::Le, constant: 0 };
            let error = model.post("", Constraint::Linear(sum)).unwrap_err();
            assert!(error.to_string().contains("too large"), "{error}");
        }
    }
    assert!(model.constraints().is_empty());
}

#[test]
fn implications_nested_deeper_than_a_stack_are_refused() {
    let (mut model, x, _) = two("nested", Domain::boolean(), Domain::boolean());
    let mut deep = Constraint::AllDifferent(AllDifferent { scope: vec![x] });
    for _ in 0..300_000 {
        deep = Constraint::Implies(Implies { condition: x, then: Box::new(deep) });
    }
    let error = model.post("", deep).unwrap_err();
    assert!(error.to_string().contains("an implication inside an implication"), "{error}");
}

#[test]
fn tables_without_columns_hold_or_not() {
    for (rows, forbidden) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
        for guarded in [false, true] {
            let (mut model, b, _) = two("no columns", Domain::boolean(), Domain::from_range(1, 3));
            let table =
                Table { scope: Vec::new(), tuples: vec![Vec::new(); rows].into(), forbidden };
            let mut constraint = Constraint::Table(table);
            if guarded {
                constraint = Constraint::Implies(Implies { condition: b, then: constraint.into() });
            }
            model.post("", constraint).unwrap();
            let holds = (rows > 0) != forbidden;
            let expected = if holds { 6 } else { 3 * usize::from(guarded) };
            let model = Arc::new(model);
            for spec in engines() {
                let (_, found) = asked(&spec, &model, Task::All, None).expect("takes it");
                assert_eq!(found.len(), expected, "{spec}\n{model}");
            }
        }
    }
}

/// A wide domain is never listed: engines answer or refuse at once.
#[test]
fn one_wide_domain_costs_nothing() {
    let wide = Domain::from_range(0, 1_000_000_000);
    let (mut model, x, y) = two("wide", wide, Domain::from_values([5]));
    model.post("", Constraint::AllDifferent(AllDifferent { scope: vec![x, y] })).unwrap();
    let model = Arc::new(model);
    for name in ["smt:z3", "smt:z3+lia", "smt:z3+bv"] {
        let spec: Spec = name.parse().unwrap();
        if spec.is_built() {
            let (answer, found) = asked(&spec, &model, Task::Limit(3), None).expect("takes it");
            assert_eq!((answer, found.len()), (Answer::Satisfiable, 3), "{name}");
        }
    }
    for name in ["sat:batsat", "sat:batsat+log", "smt:z3+pb", "cp:pumpkin"] {
        let spec: Spec = name.parse().unwrap();
        assert!(!spec.is_built() || asked(&spec, &model, Task::Limit(1), None).is_none(), "{name}");
    }
}
