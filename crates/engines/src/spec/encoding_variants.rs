//! Every choice of encoding, one at a time.

use parallax_encodings::EncodingOptions;
use parallax_solvers::SatKind;
use parallax_translate::EncodingNeeds;

use super::Spec;
use crate::sat::SatEngine;

/// Returns a SAT solver with each encoding of integers, and with each of these and each other
/// choice that makes a difference, one at a time.
#[must_use]
pub fn each_encoding(solver: SatKind, effect: &EncodingNeeds) -> Vec<Spec> {
    let mut specs: Vec<Spec> = Vec::new();
    for integers in (EncodingOptions::INTEGERS.names)() {
        let mut plain = EncodingOptions::default();
        // Cannot fail: the names are the choice's own.
        let _ = (EncodingOptions::INTEGERS.set)(&mut plain, integers);
        specs.push(Spec::new(SatEngine { solver, options: plain.clone() }));
        for choice in
            EncodingOptions::CHOICES.iter().filter(|choice| effect.makes_difference(&plain, choice))
        {
            for name in (choice.names)().into_iter().filter(|name| *name != "auto") {
                let mut options = plain.clone();
                let _ = (choice.set)(&mut options, name);
                if options.check_combination().is_ok() {
                    specs.push(Spec::new(SatEngine { solver, options }));
                }
            }
        }
    }
    specs
}
