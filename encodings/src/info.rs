//! The properties and guarantees of each encoding, as a list.

use crate::{EncodedKind, EncodingChoice, EncodingOptions, PropagationStrength};

/// The properties of one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodingInfo {
    /// The key of its option, as in `amo=ladder`.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The paper or idea that it comes from.
    pub source: &'static str,
    /// Whether the formula has one model for each solution without
    /// [`EncodingOptions::keep_counts`], for constraints without a guard.
    pub keeps_counts: bool,
    /// Whether it can keep model counts at all.
    pub can_keep_counts: bool,
    /// The minimum that unit propagation finds, over direct-encoded integers; `None` for an
    /// encoding of integers.
    pub strength: Option<PropagationStrength>,
}

/// Lists every encoding of every option, integers first, then in the order of
/// [`EncodingOptions::CHOICES`].
#[must_use]
pub fn list_encodings() -> Vec<EncodingInfo> {
    const INTEGERS: &EncodingChoice = &EncodingOptions::INTEGERS;
    let choices = [INTEGERS].into_iter().chain(EncodingOptions::CHOICES);
    choices
        .flat_map(|choice| (choice.names)().into_iter().map(|name| describe_encoding(choice, name)))
        .collect()
}

fn describe_encoding(choice: &EncodingChoice, name: &'static str) -> EncodingInfo {
    let mut options =
        // Pairwise at-most-one has no auxiliary literals: what the list says of another option is
        // then about that option.
        EncodingOptions { amo: crate::AmoKind::Pairwise, ..EncodingOptions::default() };
    // Cannot fail: the names are the option's own.
    let _ = (choice.set)(&mut options, name);
    let kind = match choice.key {
        "amo" => EncodedKind::AtMostOne,
        "card" => EncodedKind::Cardinality,
        "alldiff" => EncodedKind::AllDifferent,
        "sum" => EncodedKind::Linear,
        "table" => EncodedKind::Table,
        "class" => EncodedKind::Classes,
        _ => EncodedKind::Integer,
    };
    let kept = EncodingOptions { keep_counts: true, ..options.clone() };
    EncodingInfo {
        key: choice.key,
        name,
        source: encoding_source(choice.key, name),
        keeps_counts: options.keeps_counts(kind, false),
        can_keep_counts: kept.check_combination().is_ok(),
        strength: (kind != EncodedKind::Integer).then(|| options.propagation_strength(kind)),
    }
}

/// Returns the paper or idea that an encoding comes from.
fn encoding_source(key: &str, name: &str) -> &'static str {
    match (key, name) {
        ("integers", "direct") => "Walsh 2000",
        ("integers", "order") => "Tamura, Taga, Kitagawa, Banbara 2009",
        ("integers", "log") => "Iwama, Miyazaki 1994",
        ("integers", "channelled") => "order and direct, linked",
        ("amo", "auto") => "pairwise for few literals, product for many",
        ("amo", "pairwise") => "a clause for each pair",
        ("amo", "ladder") => "Gent, Nightingale 2004",
        ("amo", "bitwise") => "Prestwich 2007",
        ("amo", "commander") => "Klieber, Kwon 2007",
        ("amo", "bimander") => "Nguyen, Mai 2015",
        ("amo", "product" | "product-3") => "Chen 2010",
        ("amo" | "card", "sequential") => "Sinz 2005",
        ("card", "auto") => "at-most-one where it suffices, else totalizer",
        ("card", "totalizer") => "Bailleux, Boufkhad 2003",
        ("card", "network") => "Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell 2011",
        ("card", "diagram") => "Abio, Stuckey 2014",
        ("alldiff", "auto") => "amo",
        ("alldiff", "amo") => "at most one for each value",
        ("alldiff", "hall") => "Bessiere et al. 2009",
        ("alldiff", "bits") => "each pair differs in some bit",
        ("sum", "auto") => "mdd while small, else adder; adder over bits",
        ("sum", "mdd") => "Abio, Stuckey 2014",
        ("sum", "adder") => "Warners 1998; Een, Sorensson 2006",
        ("sum", "gte") => "Joshi, Martins, Manquinho 2015",
        ("sum", "dpw") => "Paxian, Reimer, Becker 2018",
        ("sum", "order") => "Tamura, Taga, Kitagawa, Banbara 2009",
        ("sum", "support") => "the allowed combinations as a table",
        ("table", "auto") => "support for pairs, else tuples",
        ("table", "support") => "Gent 2002, and forbidden combinations",
        ("table", "tuples") => "Bacchus 2007",
        ("table", "mdd") => "Abio, Gange, Mayer-Eichberger, Stuckey 2016",
        ("class", "channelled") => "integers for the classes, linked",
        ("class", "rows") => "the same, forbidden combinations",
        ("class", "values") => "support clauses of each pair (Gent 2002)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AllDifferentKind, SumKind};

    #[test]
    fn every_encoding_says_where_it_is_from() {
        let all = list_encodings();
        let choices = 1 + EncodingOptions::CHOICES.len();
        assert!(all.len() > 4 * choices);
        for promise in &all {
            assert!(!promise.source.is_empty(), "{} {}", promise.key, promise.name);
        }
        let of = |key: &str, name: &str| {
            *all.iter().find(|p| (p.key, p.name) == (key, name)).expect("it is there")
        };
        assert!(of("amo", "pairwise").keeps_counts && !of("amo", "ladder").keeps_counts);
        assert!(of("amo", "ladder").can_keep_counts && !of("sum", "gte").can_keep_counts);
        assert_eq!(of("table", "mdd").strength, Some(PropagationStrength::Domain));
        assert_eq!(
            of("alldiff", AllDifferentKind::Hall.name()).strength,
            Some(PropagationStrength::Bounds)
        );
        assert!(of("sum", SumKind::Adder.name()).keeps_counts);
        assert_eq!(of("integers", "log").strength, None);
    }
}
