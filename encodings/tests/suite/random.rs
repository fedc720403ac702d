//! Random constraints against their definitions.

use parallax_encodings::{
    AmoKind, Budget, CardinalityKind, Encoder, IntEncoding, Kind, Options, Relation, SumKind,
    TableKind,
};
use proptest::prelude::*;

use crate::harness::{Case, check};

fn any_options() -> impl Strategy<Value = Options> {
    (
        prop::sample::select(IntEncoding::ALL),
        prop::sample::select(AmoKind::ALL),
        prop::sample::select(SumKind::ALL),
        prop::sample::select(TableKind::ALL),
        any::<bool>(),
        prop::sample::select(&[30, 400_000][..]),
    )
        .prop_map(|(integers, amo, sums, tables, keep_counts, edges)| Options {
            integers,
            amo,
            sums,
            keep_counts,
            tables,
            diagram_edges: if sums == SumKind::Mdd { 400_000 } else { edges },
            ..Options::default()
        })
        .prop_filter("a combination that is refused", |options| options.validate().is_ok())
}

fn any_domains(n: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(-6..8, 1..5), n)
}

fn coefficient() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -4..5i64, 1 => -1000..1000i64, 1 => any::<i64>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn linear(
        options in any_options(),
        domains in any_domains(4),
        terms in prop::collection::vec((coefficient(), 0..4usize), 0..7),
        relation in prop::sample::select(Relation::ALL),
        near in prop::collection::vec(0..5usize, 4),
        offset in -2..3i64,
    ) {
        // A bound near a total that is reached, so that neither answer is the rule.
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
            kind: Kind::Linear,
            domains,
            encode: Box::new(move |e, x| {
                let terms: Vec<_> = encoded.iter().map(|&(c, at)| (c, x[at])).collect();
                e.linear(&terms, relation, bound)
            }),
            holds: Box::new(move |v| {
                let total: i128 = meant.iter().map(|&(c, x)| i128::from(c) * i128::from(v[x])).sum();
                relation.holds(total, bound.into())
            }),
            term: None,
        };
        check(&case, &options);
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
            kind: Kind::Table,
            domains,
            encode: Box::new(move |e, x| {
                let scope: Vec<_> = scope.iter().map(|&at| x[at]).collect();
                e.table(&scope, &rows, positive)
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
    let options = Options { cardinalities: CardinalityKind::Totalizer, ..Options::default() };
    let mut encoder = Encoder::new(options.clone(), Budget::default());
    let x = encoder.integer(&[0, 1]).unwrap();
    let y = encoder.integer(&[0, 1]).unwrap();
    let refused = encoder.cardinality(&[x, y, x], &[(1, 1, 2)], false).unwrap_err();
    assert!(refused.to_string().contains("listed twice"));
    encoder.set_options(Options { keep_counts: true, ..options });
    let z = encoder.integer(&[0, 1]).unwrap();
    let refused = encoder.cardinality(&[x, y, z], &[(1, 1, 2)], false).unwrap_err();
    assert!(refused.to_string().contains("model counts"));
}
