//! The page of the encodings, from their guarantees.

use parallax_encodings::{
    EncodingChoice, EncodingInfo, EncodingOptions, PropagationStrength, list_encodings,
};

use super::markdown::MarkdownPage;

pub(super) fn encodings_page() -> MarkdownPage {
    let mut page = MarkdownPage::begin_generated("List of encodings");
    page.add_paragraph(
        "A SAT engine names its encodings after '+', as in 'sat:cadical+order,amo=ladder,sum=adder': \
         that of integers first, then others by their key. 'parallax encodings' prints this list, \
         and with a file measures the encodings on an instance.",
    );
    page.add_paragraph(
        "Model counts are kept if the formula has one model for each solution; they can be kept on \
         request, or the formula is projected to the shown variables. Counts and propagation are \
         those of unguarded constraints over direct-encoded integers, with pairwise at-most-one: \
         what is promised, and tested.",
    );
    page.add_paragraph("Each strength of unit propagation includes those before it:");
    for strength in [
        PropagationStrength::Unstated,
        PropagationStrength::Checking,
        PropagationStrength::ForwardChecking,
        PropagationStrength::Parts,
        PropagationStrength::Bounds,
        PropagationStrength::Domain,
    ] {
        page.add_item(0, &format!("`{}`: ", strength.name()), describe_strength(strength));
    }
    let all = list_encodings();
    const INTEGERS: &EncodingChoice = &EncodingOptions::INTEGERS;
    for choice in [INTEGERS].into_iter().chain(EncodingOptions::CHOICES) {
        let key = if choice.key == INTEGERS.key { choice.key } else { &format!("{}=", choice.key) };
        page.add_heading(2, key);
        let default = (choice.get)(&EncodingOptions::default());
        page.add_markdown(&format!("Encodes {}. Default: `{default}`.", choice.about));
        for info in all.iter().filter(|info| info.key == choice.key) {
            page.add_item(0, &format!("`{}`: ", info.name), &describe_guarantee(info));
        }
    }
    page
}

fn describe_guarantee(info: &EncodingInfo) -> String {
    let counts = match (info.keeps_counts, info.can_keep_counts) {
        (true, _) => "model counts are kept",
        (false, true) => "model counts can be kept",
        (false, false) => "projected",
    };
    let strength = info.strength.map_or(String::new(), |s| format!("; propagation '{}'", s.name()));
    format!("{}; {counts}{strength}", info.source)
}

/// Describes the minimum that unit propagation finds.
fn describe_strength(strength: PropagationStrength) -> &'static str {
    match strength {
        PropagationStrength::Unstated => "nothing is guaranteed",
        PropagationStrength::Checking => {
            "a conflict, once all integers have values that violate the constraint"
        }
        PropagationStrength::ForwardChecking => {
            "the wrong values of the last integer, once all others have values"
        }
        PropagationStrength::Parts => {
            "all that each part of the constraint implies: a pair of an all-different, the count \
             of one value"
        }
        PropagationStrength::Bounds => {
            "the smallest and the largest value of each integer are consistent"
        }
        PropagationStrength::Domain => {
            "each remaining value occurs in a solution (generalised arc consistency)"
        }
    }
}
