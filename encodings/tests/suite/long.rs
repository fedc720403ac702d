//! Scopes longer than a call stack has room for: nothing recurses as deep as its input.

use parallax_encodings::{
    ArithmeticRelation, ClauseEncoder, EncodeError, EncodingOptions, FormulaBudget, IntEncoding,
    IntId, SumKind, TableKind,
};

/// Runs a test in a thread with a stack even smaller than that of other tests.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap();
    thread.join().unwrap();
}

fn integers(encoder: &mut ClauseEncoder, count: usize, values: &[i32]) -> Vec<IntId> {
    (0..count).map(|_| encoder.make_integer(values).unwrap()).collect()
}

#[test]
fn tables_of_many_columns() {
    const COLUMNS: usize = 30_000;
    for (tables, values, rows) in [
        (TableKind::Mdd, &[0, 1][..], 2),
        (TableKind::Tuples, &[0, 1], 2),
        (TableKind::Auto, &[0, 1], 2),
        (TableKind::Mdd, &[0], 1),
    ] {
        on_a_small_stack(move || {
            let options = EncodingOptions { tables, ..EncodingOptions::default() };
            let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
            let scope = integers(&mut encoder, COLUMNS, values);
            let cells: Vec<i32> =
                (0..rows).flat_map(|row| std::iter::repeat_n(row, COLUMNS)).collect();
            encoder.require_table(&scope, &cells, true).unwrap();
            assert!(encoder.formula.n_clauses() <= 16 * COLUMNS, "{tables}");
        });
    }
}

#[test]
fn tables_by_support_of_many_columns_are_refused_or_short() {
    on_a_small_stack(|| {
        let options = EncodingOptions { tables: TableKind::Support, ..EncodingOptions::default() };
        let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
        let scope = integers(&mut encoder, 30_000, &[3]);
        let refused = encoder.require_table(&scope, &vec![3; 30_000], true);
        assert!(matches!(refused, Err(EncodeError::TooLarge { limit: 1_000_000, .. })));
        encoder.require_table(&scope[..900], &vec![3; 900], true).unwrap();
    });
}

#[test]
fn sums_of_many_terms() {
    for (sums, terms) in [(SumKind::Support, 30_000), (SumKind::Order, 300), (SumKind::Mdd, 30_000)]
    {
        on_a_small_stack(move || {
            let integers_as = IntEncoding::Order;
            let options =
                EncodingOptions { sums, integers: integers_as, ..EncodingOptions::default() };
            let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
            let scope = integers(&mut encoder, terms, &[0, 1]);
            let terms: Vec<(i64, IntId)> = scope.iter().map(|&x| (1, x)).collect();
            encoder.require_linear(&terms, ArithmeticRelation::Le, 0).unwrap();
        });
    }
}

#[test]
fn sums_by_support_stop_at_their_limit_of_values() {
    let options = EncodingOptions { sums: SumKind::Support, ..EncodingOptions::default() };
    let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
    let scope = integers(&mut encoder, 5000, &[0, 1]);
    let terms: Vec<(i64, IntId)> = scope.iter().map(|&x| (1, x)).collect();
    let refused = encoder.require_linear(&terms, ArithmeticRelation::Le, 1);
    let Err(EncodeError::TooLarge { what, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(what, "values in the combinations of a sum by support");
}

#[test]
fn values_of_integers_count_as_bytes() {
    let options = EncodingOptions { integers: IntEncoding::Log, ..EncodingOptions::default() };
    let budget = FormulaBudget { max_bytes: 1 << 20, ..FormulaBudget::default() };
    let mut encoder = ClauseEncoder::new(options, budget);
    let values: Vec<i32> = (0..1 << 16).collect();
    let made = (0..64).find_map(|_| encoder.make_integer(&values).err());
    assert!(matches!(made, Some(EncodeError::TooLarge { what: "bytes", .. })), "{made:?}");
    assert!(
        encoder.formula.byte_count() < 1 << 16,
        "bytes held outside the formula are not part of it"
    );
}
