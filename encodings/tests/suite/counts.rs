//! Every encoding that declares to keep model counts keeps them.

use parallax_encodings::{EncodeError, EncodedKind, EncodingOptions};

use crate::{
    harness::{Case, count_models, option_grid},
    meaning::all_cases,
};

/// Maximum number of models of a formula to count.
const LIMIT: usize = 100;

pub(crate) fn counts_agree(case: &Case, options: &EncodingOptions, guarded: bool) {
    let assignments = case.assignments();
    let solutions = assignments.iter().filter(|values| (case.holds)(values)).count();
    let expected = if guarded { solutions + assignments.len() } else { solutions };
    if expected > LIMIT {
        return;
    }
    let encoded = match case.encode(options, guarded) {
        // Numbers near the ends of 64 bits, whose sums not every encoding takes.
        Err(EncodeError::Overflow) => return,
        encoded => encoded.unwrap(),
    };
    let found = count_models(&encoded.encoder.formula, expected);
    assert_eq!(found, Some(expected), "{} with {options:?}, guarded: {guarded}", case.name);
}

#[test]
fn declared_counts_are_kept() {
    for case in all_cases() {
        for options in option_grid(case.kind) {
            for guarded in [false, true] {
                if options.keeps_counts(case.kind, guarded) {
                    counts_agree(&case, &options, guarded);
                }
            }
        }
    }
}

#[test]
fn what_is_not_declared_can_lose_counts() {
    let options =
        EncodingOptions { amo: parallax_encodings::AmoKind::Ladder, ..EncodingOptions::default() };
    for kind in [EncodedKind::AtMostOne, EncodedKind::Linear, EncodedKind::Lex] {
        assert!(!options.keeps_counts(kind, false));
        let loses = all_cases().into_iter().filter(|case| case.kind == kind).any(|case| {
            let solutions = case.assignments().iter().filter(|values| (case.holds)(values)).count();
            let Ok(encoded) = case.encode(&options, false) else { return false };
            solutions <= LIMIT
                && count_models(&encoded.encoder.formula, solutions) != Some(solutions)
        });
        assert!(loses, "{kind} seems to keep counts: declare it");
    }
}
