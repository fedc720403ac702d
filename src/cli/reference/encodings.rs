//! The page of the encodings, from what they promise.

use parallax_encodings::{EncodingChoice, EncodingInfo, Options, Strength, promises};

use super::markdown::Page;

pub(super) fn page() -> Page {
    let mut page = Page::generated("List of encodings");
    page.paragraph(
        "A SAT engine names its encodings after '+', as in 'sat:cadical+order,amo=ladder,sum=adder': \
         that of integers first, then others by their key. 'parallax encodings' prints this list, \
         and with a file measures the encodings on an instance.",
    );
    page.paragraph(
        "Model counts are kept if the formula has one model for each solution; they can be kept on \
         request, or the formula is projected to the shown variables. Counts and propagation are \
         those of unguarded constraints over direct-encoded integers, with pairwise at-most-one: \
         what is promised, and tested.",
    );
    page.paragraph("Each strength of unit propagation includes those before it:");
    for strength in [
        Strength::Unstated,
        Strength::Checking,
        Strength::ForwardChecking,
        Strength::Parts,
        Strength::Bounds,
        Strength::Domain,
    ] {
        page.item(0, &format!("`{}`: ", strength.name()), meaning(strength));
    }
    let all = promises();
    const INTEGERS: &EncodingChoice = &Options::INTEGERS;
    for choice in [INTEGERS].into_iter().chain(Options::CHOICES) {
        let key = if choice.key == INTEGERS.key { choice.key } else { &format!("{}=", choice.key) };
        page.heading(2, key);
        let default = (choice.get)(&Options::default());
        page.wrapped(&format!("Encodes {}. Default: `{default}`.", choice.about));
        for info in all.iter().filter(|info| info.key == choice.key) {
            page.item(0, &format!("`{}`: ", info.name), &promise(info));
        }
    }
    page
}

fn promise(info: &EncodingInfo) -> String {
    let counts = match (info.keeps_counts, info.can_keep_counts) {
        (true, _) => "model counts are kept",
        (false, true) => "model counts can be kept",
        (false, false) => "projected",
    };
    let strength = info.strength.map_or(String::new(), |s| format!("; propagation '{}'", s.name()));
    format!("{}; {counts}{strength}", info.source)
}

/// Describes what unit propagation finds at least.
fn meaning(strength: Strength) -> &'static str {
    match strength {
        Strength::Unstated => "nothing is guaranteed",
        Strength::Checking => {
            "a conflict, once all integers have values that violate the constraint"
        }
        Strength::ForwardChecking => {
            "the wrong values of the last integer, once all others have values"
        }
        Strength::Parts => {
            "all that each part of the constraint implies: a pair of an all-different, the count \
             of one value"
        }
        Strength::Bounds => "the smallest and the largest value of each integer are consistent",
        Strength::Domain => {
            "each remaining value occurs in a solution (generalised arc consistency)"
        }
    }
}
