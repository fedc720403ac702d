//! Random constraints against their definitions.

use parallax_encodings::{
    AllDifferentKind, AmoKind, ArithmeticRelation, CardinalityKind, ClauseEncoder, EncodedBool,
    EncodedKind, EncodingOptions, FormulaBudget, IntEncoding, SumKind, TableKind,
};
use proptest::prelude::*;

use crate::{
    counts::counts_agree,
    harness::{Case, check},
};

fn any_options() -> impl Strategy<Value = EncodingOptions> {
    (
        prop::sample::select(IntEncoding::ALL),
        prop::sample::select(AmoKind::ALL),
        prop::sample::select(SumKind::ALL),
        prop::sample::select(TableKind::ALL),
        any::<bool>(),
        prop::sample::select(&[30, 400_000][..]),
        prop::sample::select(CardinalityKind::ALL),
        prop::sample::select(AllDifferentKind::ALL),
    )
        .prop_map(
            |(integers, amo, sums, tables, keep_counts, edges, cardinalities, all_different)| {
                EncodingOptions {
                    integers,
                    amo,
                    sums,
                    tables,
                    keep_counts,
                    cardinalities,
                    all_different,
                    diagram_edges: if sums == SumKind::Mdd { 400_000 } else { edges },
                    ..EncodingOptions::default()
                }
            },
        )
        .prop_filter("a combination that is refused", |options| options.check_combination().is_ok())
}

fn any_domains(n: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(-6..8, 1..5), n)
}

fn coefficient() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -4..5i64, 1 => -1000..1000i64, 1 => any::<i64>()]
}

fn counts_agree_where_declared(case: &Case, options: &EncodingOptions) {
    for guarded in [false, true] {
        if options.keeps_counts(case.kind, guarded) {
            counts_agree(case, options, guarded);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn linear(
        options in any_options(),
        domains in any_domains(4),
        terms in prop::collection::vec((coefficient(), 0..4usize), 0..7),
        relation in prop::sample::select(ArithmeticRelation::ALL),
        near in prop::collection::vec(0..5usize, 4),
        offset in -2..3i64,
    ) {
        // A bound near an attainable total, so that both outcomes occur often.
        let total = |v: &[i32]| -> i128 {
            terms.iter().map(|&(c, x)| i128::from(c) * i128::from(v[x])).sum()
        };
        let values: Vec<i32> =
            domains.iter().zip(&near).map(|(domain, at)| domain[at % domain.len()]).collect();
        let bound = total(&values) + i128::from(offset);
        prop_assume!(i64::try_from(bound).is_ok());
        let bound = i64::try_from(bound).unwrap();
        let (encoded, meant) = (terms.clone(), terms.clone());
        let case = Case {
            name: format!("{terms:?} {relation} {bound} over {domains:?}"),
            kind: EncodedKind::Linear,
            domains,
            encode: Box::new(move |e, x| {
                let terms: Vec<_> = encoded.iter().map(|&(c, at)| (c, x[at])).collect();
                e.require_linear(&terms, relation, bound)
            }),
            holds: Box::new(move |v| {
                let total: i128 = meant.iter().map(|&(c, x)| i128::from(c) * i128::from(v[x])).sum();
                relation.holds_between(total, bound.into())
            }),
            term: None,
        };
        check(&case, &options);
    }

    #[test]
    fn at_most_one(
        options in any_options(),
        // Each entry names one of six 0/1 integers and whether it is negated, or a constant.
        entries in prop::collection::vec((0..7usize, any::<bool>()), 0..12),
        exactly in any::<bool>(),
    ) {
        let held = entries.clone();
        let case = Case {
            name: format!("{entries:?}, exactly: {exactly}"),
            kind: if exactly { EncodedKind::ExactlyOne } else { EncodedKind::AtMostOne },
            domains: vec![vec![0, 1]; 6],
            encode: Box::new(move |e, x| {
                let mut bools = Vec::new();
                for &(at, positive) in &entries {
                    let bool = match x.get(at) {
                        Some(&x) => e.equals_value(x, 1)?,
                        None => EncodedBool::Const(true),
                    };
                    bools.push(if positive { bool } else { !bool });
                }
                if exactly { e.exactly_one(&bools) } else { e.at_most_one(&bools) }
            }),
            holds: Box::new(move |v| {
                let is_true = |&&(at, positive): &&(usize, bool)| {
                    v.get(at).is_none_or(|&value| value == 1) == positive
                };
                let trues = held.iter().filter(is_true).count();
                trues == 1 || (trues == 0 && !exactly)
            }),
            term: None,
        };
        check(&case, &options);
        counts_agree_where_declared(&case, &options);
    }

    #[test]
    fn cardinalities(
        options in any_options(),
        domains in prop::collection::vec(prop::collection::vec(-1..3, 1..4), 5),
        scope in prop::collection::vec(0..5usize, 0..9),
        counts in prop::collection::vec((-1..3, 0..7usize, 0..9usize), 0..4),
        closed in any::<bool>(),
    ) {
        let unique = (0..5).all(|at| scope.iter().filter(|&&place| place == at).count() <= 1);
        let totalizer = options.cardinalities == CardinalityKind::Totalizer;
        prop_assume!(options.check_combination().is_ok() && (unique || !totalizer));
        let (scope_held, counts_held) = (scope.clone(), counts.clone());
        let case = Case {
            name: format!("{counts:?} in {scope:?} of {domains:?}, closed: {closed}"),
            kind: EncodedKind::Cardinality,
            domains,
            encode: Box::new(move |e, x| {
                let scope: Vec<_> = scope.iter().map(|&at| x[at]).collect();
                e.require_cardinality(&scope, &counts, closed)
            }),
            holds: Box::new(move |v| {
                let values: Vec<i32> = scope_held.iter().map(|&at| v[at]).collect();
                let times = |value| values.iter().filter(|&&found| found == value).count();
                let listed = |value: &i32| counts_held.iter().any(|(other, ..)| other == value);
                counts_held.iter().all(|&(value, low, high)| (low..=high).contains(&times(value)))
                    && (!closed || values.iter().all(listed))
            }),
            term: None,
        };
        check(&case, &options);
        counts_agree_where_declared(&case, &options);
    }

    #[test]
    fn all_different(
        options in any_options(),
        domains in any_domains(4),
        scope in prop::collection::vec(0..4usize, 0..6),
    ) {
        prop_assume!(options.check_combination().is_ok());
        let scope_held = scope.clone();
        let case = Case {
            name: format!("{scope:?} of {domains:?} all different"),
            kind: EncodedKind::AllDifferent,
            domains,
            encode: Box::new(move |e, x| {
                e.all_different(&scope.iter().map(|&at| x[at]).collect::<Vec<_>>())
            }),
            holds: Box::new(move |v| {
                let values = scope_held.iter().map(|&at| v[at]);
                let distinct: std::collections::BTreeSet<i32> = values.collect();
                distinct.len() == scope_held.len()
            }),
            term: None,
        };
        check(&case, &options);
        counts_agree_where_declared(&case, &options);
    }

    #[test]
    fn tables(
        options in any_options(),
        domains in any_domains(3),
        scope in prop::collection::vec(0..3usize, 1..5),
        cells in prop::collection::vec(-6..8, 0..60),
        positive in any::<bool>(),
    ) {
        let rows = cells[..cells.len() / scope.len() * scope.len()].to_vec();
        let (scope_held, rows_held) = (scope.clone(), rows.clone());
        let case = Case {
            name: format!("{scope:?} in {rows:?} ({positive}) over {domains:?}"),
            kind: EncodedKind::Table,
            domains,
            encode: Box::new(move |e, x| {
                let scope: Vec<_> = scope.iter().map(|&at| x[at]).collect();
                e.require_table(&scope, &rows, positive)
            }),
            holds: Box::new(move |v| {
                let values: Vec<i32> = scope_held.iter().map(|&at| v[at]).collect();
                rows_held.chunks(values.len()).any(|row| row == values) == positive
            }),
            term: None,
        };
        check(&case, &options);
    }
}

#[test]
fn a_repeated_integer_is_more_than_the_totalizer_takes() {
    let options =
        EncodingOptions { cardinalities: CardinalityKind::Totalizer, ..EncodingOptions::default() };
    let mut encoder = ClauseEncoder::new(options.clone(), FormulaBudget::default());
    let x = encoder.make_integer(&[0, 1]).unwrap();
    let y = encoder.make_integer(&[0, 1]).unwrap();
    let refused = encoder.require_cardinality(&[x, y, x], &[(1, 1, 2)], false).unwrap_err();
    assert!(refused.to_string().contains("listed twice"));
    encoder.set_options(EncodingOptions { keep_counts: true, ..options });
    let z = encoder.make_integer(&[0, 1]).unwrap();
    let refused = encoder.require_cardinality(&[x, y, z], &[(1, 1, 2)], false).unwrap_err();
    assert!(refused.to_string().contains("model counts"));
}

#[test]
fn intervals_and_bits_check_their_size_first() {
    for all_different in [AllDifferentKind::Hall, AllDifferentKind::Bits] {
        let options =
            EncodingOptions { all_different, different_literals: 29, ..EncodingOptions::default() };
        let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
        let mut ints = Vec::new();
        for n in 1..6 {
            ints.push(encoder.make_integer(&[1, 2, 3, 4, 5]).unwrap());
            let before = encoder.formula.n_vars();
            let result = encoder.all_different(&ints);
            // Four of five values: at most 53 literals of intervals, or 30 of bits.
            if n < 4 {
                result.unwrap();
                assert!(encoder.formula.n_vars() - before <= 29);
            } else {
                let refused = result.unwrap_err().to_string();
                assert!(refused.contains("at most 29 allowed"), "{refused}");
                assert_eq!(encoder.formula.n_vars(), before);
            }
        }
    }
}

#[test]
fn counts_beyond_the_middle_and_out_of_range() {
    for &cardinalities in CardinalityKind::ALL {
        for (low, high, satisfiable) in [
            (0, usize::MAX, true),
            (3, usize::MAX, true),
            (4, usize::MAX, false),
            (usize::MAX, usize::MAX, false),
            (2, 1, false),
            (0, 0, true),
            (3, 3, true),
        ] {
            let options = EncodingOptions { cardinalities, ..EncodingOptions::default() };
            let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
            let ints = [(); 3].map(|()| encoder.make_integer(&[0, 1]).unwrap());
            encoder.require_cardinality(&ints, &[(1, low, high)], false).unwrap();
            let mut solver = crate::harness::solver(&encoder.formula);
            let found = crate::harness::satisfiable(&mut solver, &[]);
            assert_eq!(found, satisfiable, "{cardinalities} {low} {high}");
        }
    }
}
