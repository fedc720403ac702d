//! Each constraint allows exactly what its definition allows, in every encoding.

use crate::{
    cases,
    harness::{check, option_grid},
};

fn check_all(cases: Vec<crate::harness::Case>) {
    assert!(!cases.is_empty());
    for case in cases {
        for options in option_grid(case.kind) {
            check(&case, &options);
        }
    }
}

macro_rules! kinds {
    ($($name:ident),+ $(,)?) => {
        $(#[test] fn $name() { check_all(cases::$name()); })+

        /// The cases of all kinds.
        pub fn all_cases() -> Vec<crate::harness::Case> {
            [$(cases::$name()),+].into_iter().flatten().collect()
        }
    };
}

kinds!(
    integers,
    clauses,
    reified,
    at_most_one,
    exactly_one,
    all_different,
    cardinality,
    linear,
    compare,
    table,
    element,
    lex,
    extremum,
    product,
    inverse,
    image,
);
