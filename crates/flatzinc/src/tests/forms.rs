//! Each builtin with variables, constants and repetitions in all places, in each of its forms.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::agree;

/// A kind of argument, for drawing.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Int,
    Bool,
    Ints,
    Bools,
    /// Constants, as many as the next array has elements.
    Numbers,
    Number,
    Set,
    /// Constant integers.
    Constants,
    /// Constant bools.
    Truths,
}

use Kind::{Bool, Bools, Constants, Int, Ints, Number, Numbers, Set, Truths};

/// All builtins that are not global, with their arguments.
const BUILTINS: &[(&str, &[Kind])] = &[
    ("int_eq", &[Int, Int]),
    ("int_ne", &[Int, Int]),
    ("int_le", &[Int, Int]),
    ("int_lt", &[Int, Int]),
    ("bool_eq", &[Bool, Bool]),
    ("bool_not", &[Bool, Bool]),
    ("bool_xor", &[Bool, Bool]),
    ("bool_le", &[Bool, Bool]),
    ("bool_lt", &[Bool, Bool]),
    ("bool2int", &[Bool, Int]),
    ("int_lin_eq", &[Numbers, Ints, Number]),
    ("int_lin_ne", &[Numbers, Ints, Number]),
    ("int_lin_le", &[Numbers, Ints, Number]),
    ("int_lin_lt", &[Numbers, Ints, Number]),
    ("int_lin_ge", &[Numbers, Ints, Number]),
    ("int_lin_gt", &[Numbers, Ints, Number]),
    ("bool_lin_eq", &[Numbers, Bools, Int]),
    ("bool_lin_ne", &[Numbers, Bools, Int]),
    ("bool_lin_le", &[Numbers, Bools, Int]),
    ("bool_lin_lt", &[Numbers, Bools, Int]),
    ("bool_lin_ge", &[Numbers, Bools, Int]),
    ("bool_lin_gt", &[Numbers, Bools, Int]),
    ("int_plus", &[Int, Int, Int]),
    ("int_minus", &[Int, Int, Int]),
    ("int_times", &[Int, Int, Int]),
    ("int_div", &[Int, Int, Int]),
    ("int_mod", &[Int, Int, Int]),
    ("int_pow", &[Int, Int, Int]),
    ("int_pow_fixed", &[Int, Number, Int]),
    ("int_abs", &[Int, Int]),
    ("int_max", &[Int, Int, Int]),
    ("int_min", &[Int, Int, Int]),
    ("array_int_maximum", &[Int, Ints]),
    ("array_int_minimum", &[Int, Ints]),
    ("array_int_element", &[Int, Constants, Int]),
    ("array_bool_element", &[Int, Truths, Bool]),
    ("array_var_int_element", &[Int, Ints, Int]),
    ("array_var_bool_element", &[Int, Bools, Bool]),
    ("parallax_element_int", &[Int, Number, Ints, Int]),
    ("parallax_element_bool", &[Int, Number, Bools, Bool]),
    ("bool_and", &[Bool, Bool]),
    ("bool_or", &[Bool, Bool]),
    ("array_bool_and", &[Bools]),
    ("array_bool_or", &[Bools]),
    ("bool_clause", &[Bools, Bools]),
    ("array_bool_xor", &[Bools]),
    ("set_in", &[Int, Set]),
];

const DECLARATIONS: &str = "var -2..2: x :: output_var;\nvar {-1,0,1,3}: y :: output_var;\n\
                            var 0..1: z :: output_var;\nvar bool: a :: output_var;\n\
                            var bool: b :: output_var;\nvar bool: r :: output_var;\n";

/// Draws an argument; `length` is that of the next array.
pub(super) fn argument(rng: &mut ChaCha8Rng, kind: Kind, length: usize) -> String {
    let list = |rng: &mut ChaCha8Rng, length: usize, kind: Kind| {
        let all: Vec<String> = (0..length).map(|_| argument(rng, kind, 0)).collect();
        format!("[{}]", all.join(","))
    };
    match kind {
        Int if rng.random_bool(0.7) => ["x", "y", "z"][rng.random_range(0..3)].into(),
        Int | Number => rng.random_range(-3..=3).to_string(),
        Bool if rng.random_bool(0.75) => ["a", "b", "r"][rng.random_range(0..3)].into(),
        Bool => rng.random_bool(0.5).to_string(),
        Ints => list(rng, length, Int),
        Bools => list(rng, length, Bool),
        Numbers | Constants => list(rng, length, Number),
        Truths => {
            let all: Vec<String> = (0..length).map(|_| rng.random_bool(0.5).to_string()).collect();
            format!("[{}]", all.join(","))
        }
        Set => ["{}", "1..0", "0..1", "{-1,1,3}", "-5..9", "{0}", "{-2,0,1,2}"]
            [rng.random_range(0..7)]
        .into(),
    }
}

/// Draws a constraint.
pub(super) fn call(rng: &mut ChaCha8Rng, name: &str, kinds: &[Kind], form: &str) -> String {
    let has_truth = matches!(name, "bool_and" | "bool_or" | "array_bool_and" | "array_bool_or");
    let length = rng.random_range(0..=4);
    let mut all: Vec<String> = kinds.iter().map(|&kind| argument(rng, kind, length)).collect();
    if !form.is_empty() || has_truth {
        all.push(argument(rng, Bool, 0));
    }
    format!("constraint {name}{form}({});\n", all.join(","))
}

/// Returns a text with these constraints.
pub(super) fn file(declarations: &str, constraints: &str) -> String {
    format!("{declarations}{constraints}solve satisfy;\n")
}

#[test]
fn each_builtin_means_the_same_in_models() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for &(name, kinds) in BUILTINS {
        let (mut some, mut all) = (0, 0);
        for form in ["", "_reif", "_imp"] {
            for _ in 0..25 {
                let constraint = call(&mut rng, name, kinds, form);
                let solutions = agree(&file(DECLARATIONS, &constraint));
                some += usize::from(solutions > 0);
                all += usize::from(solutions == 5 * 4 * 2 * 8);
            }
        }
        assert!(some > 20 && all < 60, "{name}: {some} with solutions, {all} always true");
    }
}

#[test]
fn the_list_of_builtins_is_complete() {
    for name in crate::builtins::NAMES {
        let is_here = BUILTINS.iter().any(|(own, _)| own == name);
        let is_elsewhere =
            super::globals::has(name) || ["fzn_assume", "parallax_part"].contains(name);
        assert!(is_here || is_elsewhere, "{name} is not tested");
    }
}
