//! Each constraint allows exactly the assignments of its definition, in every encoding.

use parallax_encodings::{ClauseEncoder, EncodeError, EncodingOptions, IntEncoding, IntId};

use crate::{
    cases,
    harness::{check, check_over, option_grid},
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

        /// Returns the cases of all kinds.
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
    classes,
);

/// Makes the integer through a view of a view of its negation.
fn as_view(encoder: &mut ClauseEncoder, domain: &[i32]) -> Result<IntId, EncodeError> {
    let wide = |value: &&i32| value.unsigned_abs() > 1 << 20;
    if domain.iter().any(|value| wide(&value)) {
        return encoder.make_integer(domain); // no room for the detour
    }
    let turned: Vec<i32> = domain.iter().map(|value| 3 - value).collect();
    let root = encoder.make_integer(&turned)?;
    let tripled = encoder.make_view(root, -3, 4)?;
    let scaled = encoder.values(tripled).to_vec();
    assert!(domain.iter().all(|value| scaled.contains(&(4 - 3 * (3 - value)))));
    // Back: x = 3 - root.
    encoder.make_view(root, -1, 3)
}

#[test]
fn constraints_over_views() {
    for case in all_cases() {
        for &integers in IntEncoding::ALL {
            let options = EncodingOptions { integers, ..EncodingOptions::default() };
            check_over(&case, &options, &as_view);
        }
    }
}
