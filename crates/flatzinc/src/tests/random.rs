//! Random small files.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::forms::{Kind, call, file};
use super::{agree, instance, model, optimum, solved};
use parallax_instance::{Instance, PuzzleReduction};

const DECLARATIONS: &str = "var -2..2: x :: output_var;\nvar {-1,0,1,3}: y;\n\
                            var 0..1: z = x;\nvar bool: a;\nvar bool: b :: output_var;\n\
                            var bool: r = a;\n\
                            array [1..4] of var int: m :: output_array([0..1,1..2]) = [x,y,2,x];\n";

const NAMES: &[(&str, &[Kind])] = &[
    ("int_eq", &[Kind::Int, Kind::Int]),
    ("bool_eq", &[Kind::Bool, Kind::Bool]),
    ("bool2int", &[Kind::Bool, Kind::Int]),
    ("int_le", &[Kind::Int, Kind::Int]),
    ("int_lin_le", &[Kind::Numbers, Kind::Ints, Kind::Number]),
    ("int_lin_eq", &[Kind::Numbers, Kind::Ints, Kind::Number]),
    ("int_times", &[Kind::Int, Kind::Int, Kind::Int]),
    ("int_div", &[Kind::Int, Kind::Int, Kind::Int]),
    ("array_var_int_element", &[Kind::Int, Kind::Ints, Kind::Int]),
    ("array_bool_or", &[Kind::Bools]),
    ("bool_clause", &[Kind::Bools, Kind::Bools]),
    ("set_in", &[Kind::Int, Kind::Set]),
    ("int_max", &[Kind::Int, Kind::Int, Kind::Int]),
];

#[test]
fn random_files_have_the_solutions_of_their_meaning() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut satisfiable = 0;
    for _ in 0..400 {
        let mut constraints = String::new();
        for _ in 0..rng.random_range(1..5) {
            let (name, kinds) = NAMES[rng.random_range(0..NAMES.len())];
            let form = ["", "_reif", "_imp"][rng.random_range(0..3)];
            constraints += &call(&mut rng, name, kinds, form);
        }
        satisfiable += usize::from(agree(&file(DECLARATIONS, &constraints)) > 0);
    }
    assert!(satisfiable > 100, "{satisfiable}");
}

#[test]
fn optima_are_those_of_the_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for turn in 0..60 {
        let (name, kinds) = NAMES[rng.random_range(0..NAMES.len())];
        let constraint = call(&mut rng, name, kinds, "");
        let goal = ["minimize x", "maximize x", "maximize 3"][turn % 3];
        let text = format!("{DECLARATIONS}{constraint}solve {goal};\n");
        let own = instance(&text);
        let values = solved(&own).into_iter().filter_map(|solution| own.objective_value(&solution));
        let values: Vec<i128> = values.collect();
        let best = if turn % 3 == 0 { values.iter().min() } else { values.iter().max() };
        assert_eq!(optimum(&own).map(i128::from), best.copied(), "{text}{}", model(&own));
    }
}

#[test]
fn solutions_are_written_and_read_back() {
    let text = file(DECLARATIONS, "constraint int_le(x,y);\n");
    let own = instance(&text);
    let all: Vec<_> = solved(&own).into_iter().collect();
    assert!(all.len() > 3);
    let listing: String = all.iter().map(|solution| own.solution_text(solution)).collect();
    assert_eq!(own.notation().read_solutions("s", &listing).unwrap(), all, "{listing}");
    let finished = format!("% a comment\n{listing}==========\n");
    assert_eq!(own.notation().read_solutions("s", &finished).unwrap(), all);
    for solution in &all {
        let line = own.notation().write_solution(solution);
        assert!(!line.contains('\n'), "{line}");
        let read = own.notation().read_solutions("s", &line).unwrap();
        assert_eq!(read, std::slice::from_ref(solution), "{line}");
        assert!(own.rules(solution).is_ok());
        assert_eq!(
            own.picture().draw_text(std::slice::from_ref(solution)) + "----------\n",
            own.solution_text(solution)
        );
    }
    let pairs = "x = 1, b = false\nm = [1,3,2,1]";
    assert_eq!(own.notation().read_solutions("s", pairs).unwrap(), [vec![1, 3, 0]]);
    for wrong in [
        "x = 1; b = 2; m = [1,3,2,1];",
        "x = 9; b = true; m = [9,3,2,9];",
        "x = 1;",
        "x = 1; b = true; m = array2d(0..1,1..2,[1,1,3,1]);",
        "x = 1; b = true; m = array2d(0..1,1..2,[0,1,2,1]);",
        "x = 1; b = true; m = [1,1,2];",
        "x = a; b = true; m = [1,1,2,1];",
        "w = 1;",
        "x",
    ] {
        assert!(own.notation().read_solutions("s", wrong).is_err(), "{wrong}");
    }
}

#[test]
fn files_without_output_have_one_solution() {
    let text = "var 1..5: x;\nvar bool: b;\nconstraint int_le_reif(x,3,b);\nsolve satisfy;\n";
    let own = instance(text);
    assert_eq!(solved(&own).len(), 1);
    assert_eq!(own.notation().write_solution(&[]), "----------");
    assert_eq!(own.notation().read_solutions("s", "----------\n").unwrap(), [Vec::<i32>::new()]);
    assert_eq!(own.solution_text(&[]), "----------\n");
}

#[test]
fn smaller_files_are_read() {
    let text = file(DECLARATIONS, "constraint int_le(x,y);\nconstraint int_lt(x,y);\n");
    let own = instance(&text);
    let numbers: Vec<(&str, usize)> =
        own.list_cuts().iter().map(|cuts| (cuts.name, cuts.number)).collect();
    assert_eq!(numbers, [("constraints", 2), ("goals", 0), ("arrays", 1), ("variables", 6)]);
    let smaller = own.make_cut(0, 0..1).expect("a cut");
    assert!(
        smaller.notation().write_instance().contains("int_lt")
            && !smaller.notation().write_instance().contains("int_le")
    );
    assert!(own.make_cut(3, 0..1).is_none(), "x is used");
    assert!(own.make_cut(3, 5..6).is_some());
}
