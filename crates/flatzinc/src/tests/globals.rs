//! Each global constraint, where the model has a kind of its own for it.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::agree;
use super::forms::Kind::{self, Bools, Int, Ints, Number, Numbers, Set};
use super::forms::{argument, file};

const DECLARATIONS: &str = "var 0..3: x :: output_var;\nvar {-1,1,2,3}: y :: output_var;\n\
                            var 1..3: z :: output_var;\nvar bool: a :: output_var;\n\
                            var bool: b :: output_var;\nvar bool: r :: output_var;\n";

/// An argument: drawn, or a text.
enum Part {
    Drawn(Kind),
    Text(&'static str),
    /// Non-negative constants and variables.
    Naturals,
}

use Part::{Drawn, Naturals, Text};

/// The forms of a constraint: plain alone, or all.
const PLAIN: &[&str] = &[""];
const ALL: &[&str] = &["", "_reif", "_imp"];

/// The global constraints with their arguments. The arrays of one constraint have one length, from
/// the number here on.
const GLOBALS: &[(&str, &[&str], usize, &[Part])] = &[
    ("parallax_all_different", ALL, 0, &[Drawn(Ints)]),
    ("all_different_int", PLAIN, 0, &[Drawn(Ints)]),
    ("parallax_all_different_except_0", ALL, 0, &[Drawn(Ints)]),
    ("parallax_all_equal", ALL, 0, &[Drawn(Ints)]),
    ("parallax_table_int", ALL, 2, &[Drawn(Ints), Text("TUPLES")]),
    ("gecode_table_int", PLAIN, 4, &[Text("[z,y,x,3]"), Text("TUPLES")]),
    ("parallax_table_bool", ALL, 2, &[Drawn(Bools), Text("TRUTHS")]),
    ("gecode_table_bool", PLAIN, 2, &[Drawn(Bools), Text("TRUTHS")]),
    ("parallax_inverse", ALL, 0, &[Drawn(Ints), Text("1"), Drawn(Ints), Text("1")]),
    ("inverse_offsets", PLAIN, 0, &[Drawn(Ints), Text("1"), Drawn(Ints), Text("0")]),
    ("parallax_lex_less_int", ALL, 0, &[Drawn(Ints), Drawn(Ints)]),
    ("parallax_lex_lesseq_int", ALL, 0, &[Drawn(Ints), Drawn(Ints)]),
    ("parallax_lex_less_bool", ALL, 0, &[Drawn(Bools), Drawn(Bools)]),
    ("parallax_lex_lesseq_bool", ALL, 0, &[Drawn(Bools), Drawn(Bools)]),
    ("parallax_lex_less_int", ALL, 0, &[Drawn(Ints), Text("[x,1]")]),
    ("parallax_lex_lesseq_int", ALL, 0, &[Text("[1,y]"), Drawn(Ints)]),
    ("array_int_lt", PLAIN, 0, &[Drawn(Ints), Drawn(Ints)]),
    ("array_int_lq", PLAIN, 0, &[Drawn(Ints), Drawn(Ints)]),
    ("parallax_global_cardinality", PLAIN, 0, &[Drawn(Ints), Text("[1,-1]"), Text("[z,x]")]),
    ("parallax_global_cardinality", PLAIN, 0, &[Drawn(Ints), Text("[1,1]"), Text("[z,1]")]),
    ("parallax_global_cardinality_closed", PLAIN, 0, &[Drawn(Ints), Text("[1,2]"), Text("[x,1]")]),
    (
        "parallax_global_cardinality_low_up",
        PLAIN,
        0,
        &[Drawn(Ints), Text("[3,1]"), Text("[-1,1]"), Text("[1,9]")],
    ),
    (
        "parallax_global_cardinality_low_up_closed",
        PLAIN,
        0,
        &[Drawn(Ints), Text("[1,2,3]"), Text("[0,0,1]"), Text("[1,2,2]")],
    ),
    (
        "global_cardinality_low_up",
        PLAIN,
        0,
        &[Drawn(Ints), Text("[1,1]"), Text("[0,1]"), Text("[2,3]")],
    ),
    (
        "global_cardinality_low_up_closed",
        PLAIN,
        0,
        &[Drawn(Ints), Text("[1,2]"), Text("[0,0]"), Text("[2,2]")],
    ),
    ("parallax_at_least_int", PLAIN, 0, &[Drawn(Number), Drawn(Ints), Drawn(Number)]),
    ("parallax_at_most_int", PLAIN, 0, &[Drawn(Number), Drawn(Ints), Drawn(Number)]),
    ("parallax_exactly_int", PLAIN, 3, &[Text("1"), Drawn(Ints), Drawn(Number)]),
    (
        "parallax_regular",
        PLAIN,
        0,
        &[Drawn(Ints), Text("2"), Text("3"), Text("[1,2,0,1,2,2]"), Text("1"), Drawn(Set)],
    ),
    ("parallax_cumulative", PLAIN, 1, &[Drawn(Ints), Naturals, Naturals, Drawn(Int)]),
    ("parallax_disjunctive", PLAIN, 1, &[Drawn(Ints), Naturals]),
    ("parallax_disjunctive_strict", PLAIN, 1, &[Drawn(Ints), Naturals]),
    ("parallax_diffn", PLAIN, 1, &[Drawn(Ints), Drawn(Ints), Naturals, Naturals]),
    ("parallax_diffn_nonstrict", PLAIN, 1, &[Drawn(Ints), Drawn(Ints), Naturals, Naturals]),
    ("parallax_circuit", PLAIN, 0, &[Drawn(Ints), Text("1")]),
    ("parallax_circuit", PLAIN, 2, &[Drawn(Ints), Text("0")]),
    ("parallax_circuit", PLAIN, 2, &[Text("[z,y,x]"), Text("1")]),
    ("parallax_inverse", ALL, 2, &[Text("[z,y,x]"), Text("1"), Drawn(Ints), Text("1")]),
    ("inverse_offsets", PLAIN, 3, &[Text("[x,y,z]"), Text("1"), Text("[z,y,x]"), Text("1")]),
    ("parallax_subcircuit", PLAIN, 0, &[Drawn(Ints), Text("1")]),
    ("parallax_count_eq", ALL, 0, &[Drawn(Ints), Drawn(Int), Drawn(Int)]),
    ("parallax_among", ALL, 0, &[Drawn(Int), Drawn(Ints), Drawn(Set)]),
    ("parallax_nvalue", PLAIN, 0, &[Drawn(Int), Drawn(Ints)]),
    (
        "parallax_bin_packing_load",
        PLAIN,
        4,
        &[Text("[x,z,y]"), Text("1"), Text("[y,1,2,z]"), Text("SIZES")],
    ),
    (
        "parallax_bin_packing_load",
        PLAIN,
        0,
        &[Text("[x,z]"), Text("1"), Text("[y,1,2,1]"), Text("[1,1,2,0]")],
    ),
    (
        "parallax_bin_packing_capa",
        PLAIN,
        0,
        &[Text("[2,0,3]"), Text("1"), Drawn(Ints), Text("SIZES")],
    ),
    ("parallax_bin_packing", PLAIN, 0, &[Text("3"), Drawn(Ints), Text("SIZES")]),
    ("parallax_increasing", ALL, 0, &[Drawn(Ints)]),
    ("parallax_strictly_increasing", ALL, 0, &[Drawn(Ints)]),
    ("parallax_value_precede", ALL, 0, &[Drawn(Number), Drawn(Number), Drawn(Ints)]),
    (
        "parallax_element2d_int",
        ALL,
        2,
        &[Drawn(Int), Drawn(Int), Text("0"), Text("1"), Text("2"), Text("[x,1,z,3]"), Drawn(Int)],
    ),
    (
        "parallax_element2d_int",
        ALL,
        2,
        &[Drawn(Int), Drawn(Int), Text("1"), Text("2"), Text("2"), Text("[1,1,2,3]"), Drawn(Int)],
    ),
    (
        "parallax_element2d_bool",
        ALL,
        2,
        &[
            Drawn(Int),
            Drawn(Int),
            Text("1"),
            Text("2"),
            Text("3"),
            Text("[a,true,b,r,false,b]"),
            Drawn(Kind::Bool),
        ],
    ),
];

/// Whether a constraint is tested here.
pub(super) fn has(name: &str) -> bool {
    GLOBALS.iter().any(|(own, ..)| *own == name)
}

fn drawn(rng: &mut ChaCha8Rng, part: &Part, length: usize) -> String {
    use rand::Rng;
    let constants = |rng: &mut ChaCha8Rng, number: usize, low: i32, high: i32| {
        let all: Vec<String> =
            (0..number).map(|_| rng.random_range(low..=high).to_string()).collect();
        format!("[{}]", all.join(","))
    };
    match part {
        Drawn(kind) => argument(rng, *kind, length),
        Text("TUPLES") => {
            let rows = rng.random_range(0..20);
            constants(rng, rows * length, 0, 3)
        }
        Text("TRUTHS") => {
            let cells = rng.random_range(0..5) * length;
            let all: Vec<String> = (0..cells).map(|_| rng.random_bool(0.5).to_string()).collect();
            format!("[{}]", all.join(","))
        }
        Text("SIZES") => constants(rng, length, 0, 3),
        Text(text) => (*text).into(),
        Naturals => {
            let all: Vec<String> = (0..length)
                .map(|_| ["x", "z", "0", "1", "2"][rng.random_range(0..5)].into())
                .collect();
            format!("[{}]", all.join(","))
        }
    }
}

#[test]
fn each_global_constraint_means_the_same_in_models() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut found: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for (name, forms, least, parts) in GLOBALS {
        let (some, trivial, all) = found.entry(name).or_default();
        for form in *forms {
            for turn in 0..20 {
                let length = *least + turn % (5 - *least);
                let mut words: Vec<String> =
                    parts.iter().map(|part| drawn(&mut rng, part, length)).collect();
                if !form.is_empty() {
                    words.push(argument(&mut rng, Kind::Bool, 0));
                }
                let constraint = format!("constraint {name}{form}({});\n", words.join(","));
                let solutions = agree(&file(DECLARATIONS, &constraint));
                *some += usize::from(solutions > 0);
                *trivial += usize::from(solutions == 4 * 4 * 3 * 8);
                *all += 1;
            }
        }
    }
    for (name, (some, trivial, all)) in found {
        assert!(some > 4, "{name}: {some} of {all} have solutions");
        assert!(5 * trivial < 4 * all, "{name}: {trivial} of {all} are always true");
    }
}

#[test]
fn constants_in_all_places_are_enough() {
    // The numbers of arguments with a list of coefficients.
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..40 {
        let list = argument(&mut rng, Numbers, 3);
        agree(&file(DECLARATIONS, &format!("constraint parallax_all_different({list});\n")));
    }
}
