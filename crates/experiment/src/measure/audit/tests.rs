//! Correct encodings pass, damaged ones are found, and the plain circuits match the
//! constraints.

use parallax_encodings::{EncodingOptions, IntEncoding};
use parallax_model::engine_api::Control;
use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Given, GlobalCardinality, Kind, Linear,
    Model, ModelAssignment, Value, ValueOccurrence, sample,
};
use parallax_translate::ModelClauses;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::circuit::TseitinCircuit;
use super::clause_audit::check_clauses;
use super::clauses::GroupedClauses;
use super::constraint_circuits::ValueLiterals;
use super::{AuditStatus, GroupAudit, check_formula};

fn random_model(seed: u64) -> Model {
    sample::random_model(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

fn options(encoding: IntEncoding, amo: &str) -> EncodingOptions {
    let amo = amo.parse().unwrap();
    EncodingOptions { integers: encoding, amo, ..EncodingOptions::default() }
}

fn statuses(checked: &[GroupAudit]) -> Vec<&'static str> {
    checked.iter().map(|checked| checked.status.name()).collect()
}

/// A row of a big Latin square, and a sum and a count that are too wide to enumerate.
fn wide() -> Model {
    let mut model = Model::new("wide");
    let x: Vec<_> = (0..8)
        .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 9)).unwrap())
        .collect();
    let different = AllDifferent { scope: x.clone() };
    model.post("different", Constraint::AllDifferent(different)).unwrap();
    let same = AllDifferent { scope: x[..6].to_vec() };
    model.post("permutation or not", Constraint::AllDifferent(same)).unwrap();
    let sum = Linear::unweighted_sum(x[..6].to_vec(), ComparisonOperator::Le, 20);
    model.post("sum", Constraint::Linear(sum)).unwrap();
    let occurrences = vec![ValueOccurrence { value: 3, min: 1, max: 2 }];
    let count = GlobalCardinality { scope: x, occurrences, closed: false };
    model.post("count", Constraint::GlobalCardinality(count)).unwrap();
    model
}

#[test]
fn every_encoding_of_random_models_passes() {
    for seed in 0..120 {
        let model = random_model(seed);
        for &encoding in IntEncoding::ALL {
            let amo = ["pairwise", "ladder", "bitwise", "commander"][seed as usize % 4];
            let cnf =
                ModelClauses::from_model(&model, &options(encoding, amo), &Control::unlimited())
                    .unwrap();
            let checked = check_formula(&model, &[], &cnf, &Control::unlimited());
            assert_eq!(checked.len(), model.constraints().len() + 1);
            for group in &checked {
                let is_right = matches!(group.status, AuditStatus::Exhaustive);
                assert!(is_right, "{seed} {encoding} {group:?}\n{model}");
            }
        }
    }
}

#[test]
fn wide_groups_are_equivalent_or_say_why_not() {
    let model = wide();
    for (&encoding, amo) in IntEncoding::ALL.iter().zip(["pairwise", "ladder", "bitwise", "auto"]) {
        let cnf = ModelClauses::from_model(&model, &options(encoding, amo), &Control::unlimited())
            .unwrap();
        let checked = check_formula(&model, &[], &cnf, &Control::unlimited());
        assert!(matches!(checked[0].status, AuditStatus::Exhaustive));
        assert_eq!(statuses(&checked)[1..3], ["equivalent"; 2], "{checked:?}");
        for group in &checked[3..] {
            let fine = matches!(group.status, AuditStatus::Equivalent | AuditStatus::Unchecked(_));
            assert!(fine, "{group:?}");
        }
    }
}

/// Drops clauses and negates literals, and compares with the meaning of the damaged clauses: a
/// finding must be a real difference, and clauses that pass must have the same solutions.
#[test]
fn damaged_clauses_are_found() {
    let mut found = 0;
    for seed in 0..150 {
        let model = random_model(seed);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let encoding = IntEncoding::ALL[seed as usize % IntEncoding::ALL.len()];
        let cnf =
            ModelClauses::from_model(&model, &options(encoding, "auto"), &Control::unlimited())
                .unwrap();
        let mut clauses = GroupedClauses::from_cnf(&cnf);
        let candidates: Vec<usize> =
            (0..clauses.clauses.len()).filter(|&i| !clauses.clauses[i].is_empty()).collect();
        if candidates.is_empty() {
            continue;
        }
        let place = candidates[random.random_range(0..candidates.len())];
        let clause = &mut clauses.clauses[place];
        match random.random_range(0..2) {
            // Always true.
            0 => *clause = vec![clause[0], !clause[0]].into(),
            _ => {
                let at = random.random_range(0..clause.len());
                clause[at] = !clause[at];
            }
        }
        let checked = check_clauses(&model, &[], &clauses, &Control::unlimited());
        let wrong = checked.iter().any(|group| matches!(group.status, AuditStatus::Wrong(_)));
        let passed = checked.iter().all(|group| matches!(group.status, AuditStatus::Exhaustive));
        assert!(wrong || passed, "{checked:?}");
        found += usize::from(wrong);
        if passed {
            assert!(same_solutions(&model, &cnf, &clauses), "{seed}: {checked:?}\n{model}");
        }
    }
    assert!(found > 60, "only {found} of 150 damages were found");
}

/// Whether the clauses allow exactly the assignments that the model allows.
fn same_solutions(model: &Model, cnf: &ModelClauses, clauses: &GroupedClauses) -> bool {
    let all: Vec<&[rustsat::types::Lit]> = clauses.clauses.iter().map(|c| &**c).collect();
    let mut same = true;
    each(model, &mut Vec::new(), &mut |values| {
        let mut small =
            super::constraint_clauses::CompactSolver::from_clauses(all.iter().copied()).unwrap();
        let givens: Vec<Given> = (0..values.len())
            .map(|i| Given { variable: parallax_model::VarId::new(i), value: values[i] })
            .collect();
        let mut fixed = Vec::new();
        assert!(cnf.assume_givens(&givens, &mut fixed));
        let fixed: Vec<_> = fixed.into_iter().map(|lit| small.map_literal(lit)).collect();
        let answer = small.solver.solve_clauses(&fixed, &Control::unlimited()).unwrap();
        let allowed = answer == parallax_solvers::SatAnswer::Satisfiable;
        same &= allowed == model.check(&[], values).is_ok();
    });
    same
}

fn each(model: &Model, values: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
    match model.variables().get(values.len()) {
        None => visit(values),
        Some(variable) => {
            for value in variable.domain.iter() {
                values.push(value);
                each(model, values, visit);
                values.pop();
            }
        }
    }
}

#[test]
fn damage_in_wide_groups_is_found() {
    let model = wide();
    let cnf = ModelClauses::from_model(
        &model,
        &options(IntEncoding::Direct, "ladder"),
        &Control::unlimited(),
    );
    let whole = GroupedClauses::from_cnf(&cnf.unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut found = 0;
    for _ in 0..6 {
        let mut clauses = whole.clone();
        let group = clauses.groups[1].clauses.clone();
        let clause = &mut clauses.clauses[random.random_range(group)];
        let at = random.random_range(0..clause.len());
        clause[at] = !clause[at];
        let checked = check_clauses(&model, &[], &clauses, &Control::unlimited());
        found += usize::from(matches!(checked[1].status, AuditStatus::Wrong(_)));
    }
    assert!(found >= 5, "only {found} of 6");
}

#[test]
fn givens_are_checked() {
    let mut model = Model::new("givens");
    for i in 0..4 {
        model.add_shown(format!("x{i}"), Domain::from_range(1, 9)).unwrap();
    }
    let v = parallax_model::VarId::new;
    let givens = [Given { variable: v(0), value: 4 }, Given { variable: v(3), value: 9 }];
    for &encoding in IntEncoding::ALL {
        let mut cnf =
            ModelClauses::from_model(&model, &options(encoding, "auto"), &Control::unlimited())
                .unwrap();
        cnf.add_givens(&givens).unwrap();
        let last = |givens: &[Given]| {
            check_formula(&model, givens, &cnf, &Control::unlimited()).pop().unwrap().status
        };
        assert!(matches!(last(&givens), AuditStatus::Exhaustive));
        let other = [givens[0], Given { variable: v(3), value: 8 }];
        for wrong in [&givens[..1], &other, &[]] {
            assert!(matches!(last(wrong), AuditStatus::Wrong(_)), "{encoding}");
        }
    }
}

#[test]
fn circuits_are_their_constraints() {
    for seed in 0..150 {
        let model = random_model(seed);
        for posted in model.constraints() {
            let scope = posted.constraint.scope();
            let mut circuit = TseitinCircuit::new().unwrap();
            let values = ValueLiterals::new(&model, &scope, &mut circuit);
            let truth = values.constraint_gate(&mut circuit, &posted.constraint);
            each(&model, &mut Vec::new(), &mut |assigned| {
                let mut assumed: Vec<_> = scope
                    .iter()
                    .map(|&v| values.equality_literal(&circuit, v, assigned[v.index()].into()))
                    .collect();
                assumed.push(truth);
                let holds = posted.constraint.holds(ModelAssignment::new(assigned, &model));
                let found = circuit.is_satisfiable(&assumed, &Control::unlimited()).unwrap();
                assert_eq!(found, holds, "{seed} {}", posted.constraint.description(&model));
            });
        }
    }
}
