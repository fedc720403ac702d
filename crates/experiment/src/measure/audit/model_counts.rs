//! Relations between classes keep model counts, guarded or not.

use parallax_encodings::{ClassKind, EncodingOptions};
use parallax_model::engine_api::Control;
use parallax_model::{Constraint, ConstraintKind, Implies, Model, VarId, sample};
use parallax_solvers::{SatAnswer, SatKind};
use parallax_translate::ModelClauses;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustsat::types::{Lit, Var};

/// A relation between classes, which may apply only if `b` is 1.
fn related(rng: &mut ChaCha8Rng, guarded: bool) -> Model {
    let mut model = sample::model_of_kind(rng, ConstraintKind::Dimension).unwrap();
    let then = Box::new(sample::draw_constraint(rng, &model, ConstraintKind::Dimension));
    let constraint = if guarded {
        Constraint::Implies(Implies { condition: VarId::new(0), then })
    } else {
        *then
    };
    model.post("", constraint).unwrap();
    model
}

fn solutions(model: &Model, values: &mut Vec<i32>) -> usize {
    let Some(variable) = model.variables().get(values.len()) else {
        return usize::from(model.check(&[], values).is_ok());
    };
    let mut found = 0;
    for value in variable.domain.iter() {
        values.push(value);
        found += solutions(model, values);
        values.pop();
    }
    found
}

fn models(cnf: &ModelClauses) -> usize {
    let formula = cnf.formula();
    let variables = formula.n_vars();
    let mut solver = SatKind::Batsat.create_solver(0).unwrap();
    solver.reserve_variables(variables as u32);
    formula.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
    let mut found = 0;
    while solver.solve_clauses(&[], &Control::unlimited()).unwrap() == SatAnswer::Satisfiable {
        found += 1;
        let lits = (0..variables as u32).map(|i| Var::new(i).pos_lit());
        let other: Vec<Lit> = lits.map(|l| if solver.is_true(l) { !l } else { l }).collect();
        solver.add_clause(&other).unwrap();
    }
    found
}

#[test]
fn relations_of_classes_keep_model_counts() {
    let mut compared = 0;
    for seed in 0..400 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let guarded = rng.random();
        let model = related(rng, guarded);
        let expected = solutions(&model, &mut Vec::new());
        if expected > 200 {
            continue;
        }
        compared += 1;
        for classes in [ClassKind::Channelled, ClassKind::Rows, ClassKind::Values] {
            let options =
                EncodingOptions { classes, keep_counts: true, ..EncodingOptions::default() };
            let cnf = ModelClauses::from_model(&model, &options, &Control::unlimited()).unwrap();
            assert_eq!(models(&cnf), expected, "seed {seed} {classes}\n{model}");
        }
    }
    assert!(compared > 100, "{compared}");
}
