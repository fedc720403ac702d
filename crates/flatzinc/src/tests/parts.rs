//! Parts of models besides constraints: labels, search plans, the check with all values.

use parallax_instance::{Instance, ModelSource};
use parallax_model::engine_api::Task;
use parallax_model::{Given, PlannedRestarts, SearchStep, ValueChoice, VarId, VariableChoice};

use super::{instance, model};

#[test]
fn labels_are_those_of_the_user() {
    let own = instance(
        "var 1..3: x;\nvar 1..3: y;\nvar bool: b;\n\
         constraint int_lt(x,y) :: mzn_constraint_name(\"row 1\");\n\
         constraint int_le_reif(x,y,b);\nsolve satisfy;\n",
    );
    let model = model(&own);
    let labels: Vec<&str> = model.constraints().iter().map(|own| own.label.as_str()).collect();
    assert_eq!(labels[0], "row 1: int_lt");
    assert!(labels[1..].iter().all(|label| *label == "constraint 2: int_le_reif"), "{labels:?}");
}

#[test]
fn annotations_become_a_plan() {
    let own = instance(
        "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nvar 1..3: z;\nvar 2..2: t;\n\
         constraint int_eq(x,z);\n\
         solve :: seq_search([int_search([z,4,y,t],first_fail,indomain_split,complete),\
         int_search([t],smallest,indomain_max,complete)]) \
         :: restart_geometric(1.5,100) :: warm_start([y,x],[3,9]) :: other(x) satisfy;\n",
    );
    let model = model(&own);
    let plan = model.search_plan().expect("a plan");
    let [x, y] = [VarId::new(0), VarId::new(1)];
    assert_eq!((model.name_of(x), model.name_of(y)), ("x", "y"));
    let step = SearchStep {
        variables: vec![x, y],
        variable: VariableChoice::FirstFail,
        value: ValueChoice::Split,
    };
    assert_eq!(plan.steps, [step]);
    assert_eq!(plan.restarts, Some(PlannedRestarts::Geometric(1.5, 100)));
    assert_eq!(plan.first_values, [(y, 3)]);
}

#[test]
fn hidden_values_are_checked_where_they_are_known() {
    let own = instance(
        "var 1..3: x :: output_var;\nvar 0..9: h;\nconstraint int_plus(x,1,h);\n\
         constraint int_ne(x,2);\nsolve maximize h;\n",
    );
    assert_eq!(own.default_task(), Task::Optimise);
    let model = model(&own);
    let solution = model.check(&[], &[3, 4]).expect("a solution");
    assert!(own.rules_in_full(&solution, &[3]).is_ok());
    // A model without the constraints has other solutions.
    let open = model.with_constraints(&[]);
    let wrong = open.check(&[], &[3, 2]).expect("a solution of no constraints");
    let broken = own.rules_in_full(&wrong, &[3]).expect_err("int_plus");
    assert_eq!(broken.place, "constraint 1: int_plus");
    assert!(own.rules(&[3]).is_ok(), "the output alone breaks nothing");
    assert_eq!(own.rules(&[2]).expect_err("int_ne").place, "constraint 2: int_ne");
    assert!(own.rules(&[4]).is_err() && own.rules(&[1, 1]).is_err());
    let completion = own.completion(&[3]).expect("a model of hidden variables");
    let given = Given { variable: VarId::new(1), value: 4 };
    assert!(completion.check(&[given], &[3, 4]).is_ok());
    assert_eq!(own.objective_value(&[3]), None, "a hidden objective");
}

#[test]
fn titles_name_the_constraints() {
    let own = instance("var 1..3: x;\nconstraint int_le(x,2);\nsolve minimize x;\n");
    assert_eq!(own.title(), "FlatZinc, 1 variable, 1 constraint (int_le), with an objective");
    assert_eq!(own.puzzle_name(), "fzn");
}
