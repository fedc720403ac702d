//! The clause store: guards, groups, budgets.

use std::{cell::Cell, rc::Rc};

use parallax_encodings::{
    AmoKind, ArithmeticRelation, ClauseEncoder, EncodeError, EncodedBool, EncodingOptions,
    FormulaBudget, FormulaVariableMeaning, HaltReason, IntEncoding, Lit, PropositionalFormula,
    SumKind,
};

fn literals(formula: &mut PropositionalFormula, n: usize) -> Vec<Lit> {
    (0..n)
        .map(|i| formula.new_lit(FormulaVariableMeaning::Bool(format!("b{i}"))).unwrap())
        .collect()
}

fn clauses(formula: &PropositionalFormula) -> Vec<Vec<Lit>> {
    formula.clauses().map(<[parallax_encodings::Lit]>::to_vec).collect()
}

#[test]
fn repeated_literals_and_tautologies_go() {
    let mut formula = PropositionalFormula::default();
    let b = literals(&mut formula, 40);
    formula.add_clause(&[b[0], b[1], b[0]]).unwrap();
    formula.add_clause(&[b[0], !b[1], b[1]]).unwrap();
    let mut long: Vec<Lit> = b.iter().chain(&b).copied().collect();
    formula.add_clause(&long).unwrap();
    long.push(!b[7]);
    formula.add_clause(&long).unwrap();
    assert_eq!(clauses(&formula), [vec![b[0], b[1]], b.clone()]);
    assert_eq!(formula.n_literals(), 42);
    assert_eq!(formula.clauses().len(), formula.n_clauses());
}

#[test]
fn guards_nest_and_definitions_escape_them() {
    let mut formula = PropositionalFormula::default();
    let b = literals(&mut formula, 4);
    formula.push_guard(b[0]);
    formula.push_guard(!b[1]);
    formula.add_clause(&[b[2]]).unwrap();
    formula.add_definition(&[b[3]]).unwrap();
    // The guard itself: "b0 implies b0" is a tautology.
    formula.add_clause(&[b[0], b[3]]).unwrap();
    assert_eq!(formula.pop_guard(), Some(!b[1]));
    formula.add_clause(&[]).unwrap();
    formula.pop_guard();
    assert!(!formula.is_guarded());
    assert_eq!(clauses(&formula), [vec![b[2], !b[0], b[1]], vec![b[3]], vec![!b[0]]]);
}

#[test]
fn guarded_literals_are_false_outside_their_guards() {
    let mut formula = PropositionalFormula::default();
    let b = literals(&mut formula, 2);
    formula.push_guard(b[0]);
    formula.push_guard(!b[1]);
    let lit = formula.new_guarded_lit(FormulaVariableMeaning::Bool("choice".into())).unwrap();
    assert!(formula.is_guarded());
    assert_eq!(clauses(&formula), [vec![!lit, b[0]], vec![!lit, !b[1]]]);
}

#[test]
fn a_guard_known_to_be_false_encodes_nothing() {
    let mut encoder = ClauseEncoder::default();
    let x = encoder.make_integer(&[1, 2]).unwrap();
    let before = encoder.formula.n_clauses();
    encoder.with_guard(EncodedBool::Const(false), |e| e.all_different(&[x, x])).unwrap();
    assert_eq!(encoder.formula.n_clauses(), before);
    encoder.with_guard(EncodedBool::Const(true), |e| e.all_different(&[x, x])).unwrap();
    assert_eq!(encoder.formula.clause(before), &[]);
}

#[test]
fn groups_name_ranges_of_clauses_and_variables() {
    let mut encoder = ClauseEncoder::default();
    let before = encoder.formula.new_auxiliary().unwrap();
    encoder.formula.add_clause(&[before]).unwrap();
    encoder.formula.begin_group("first");
    encoder.formula.begin_group(String::from("second"));
    let inside = encoder.formula.new_auxiliary().unwrap();
    encoder.formula.add_clause(&[inside]).unwrap();
    encoder.formula.add_clause(&[inside, before]).unwrap();
    let groups: Vec<_> = encoder.formula.groups().collect();
    assert_eq!(groups, [("first", 1..1), ("second", 1..3)]);
    let expected =
        [FormulaVariableMeaning::Auxiliary(None), FormulaVariableMeaning::Auxiliary(Some(1))];
    assert_eq!(encoder.formula.meanings(), expected);
}

#[test]
fn a_byte_limit_halts_for_good() {
    let budget = FormulaBudget { max_bytes: 50_000, stop: None };
    let mut encoder = ClauseEncoder::new(EncodingOptions::default(), budget);
    let values: Vec<i32> = (0..500).collect();
    let options = EncodingOptions { amo: AmoKind::Pairwise, ..EncodingOptions::default() };
    encoder.set_options(options);
    let error = encoder.make_integer(&values).unwrap_err();
    let EncodeError::TooLarge { what: "bytes", size, limit: 50_000 } = error else {
        panic!("{error}");
    };
    assert!(size > 50_000 && encoder.formula.byte_count() <= 50_000);
    assert!(matches!(encoder.formula.halt_reason(), Some(HaltReason::TooLarge { .. })));
    assert_eq!(encoder.formula.add_clause(&[]), Err(error.clone()));
    assert_eq!(encoder.make_integer(&[1, 2]), Err(error));
}

#[test]
fn an_encoder_without_memory_halts_the_formula() {
    let mut formula = PropositionalFormula::default();
    let b = literals(&mut formula, 3);
    formula.add_clause(&b).unwrap();
    let held = formula.byte_count() as u64;
    let out = formula.encode_with(|_, _| Err(rustsat::OutOfMemory::ExternalApi));
    let halt = EncodeError::TooLarge { what: "bytes", size: held, limit: held };
    assert_eq!(out, Err(halt.clone()));
    // The encoder may have written a part of its clauses.
    assert_eq!(formula.add_clause(&b), Err(halt));
}

#[test]
fn a_stop_ends_every_encoder() {
    type Build = fn(&mut ClauseEncoder) -> Result<(), EncodeError>;
    let builds: [(&str, Build); 5] = [
        ("domain", |e| e.make_integer(&Vec::from_iter(0..100_000)).map(drop)),
        ("all different", |e| {
            let scope = (0..60).map(|_| e.make_integer(&Vec::from_iter(0..60)));
            let scope = scope.collect::<Result<Vec<_>, _>>()?;
            e.all_different(&scope)
        }),
        ("diagram", |e| {
            let terms = (0..60).map(|c| Ok((c + 1, e.make_integer(&Vec::from_iter(0..60))?)));
            let terms = terms.collect::<Result<Vec<_>, EncodeError>>()?;
            e.require_linear(&terms, ArithmeticRelation::Eq, 20_000)
        }),
        ("product", |e| {
            let x = e.make_integer(&Vec::from_iter(0..300))?;
            let y = e.make_integer(&Vec::from_iter(0..300))?;
            e.require_product(x, y, x)
        }),
        ("totalizer", |e| {
            let scope = (0..300).map(|_| e.make_integer(&[0, 1]));
            let scope = scope.collect::<Result<Vec<_>, _>>()?;
            e.require_cardinality(&scope, &[(1, 100, 200)], false)
        }),
    ];
    for (name, build) in builds {
        for &integers in IntEncoding::ALL {
            if name == "domain" && integers == IntEncoding::Log {
                continue; // seventeen bits take little work
            }
            let asked = Rc::new(Cell::new(0));
            let counter = Rc::clone(&asked);
            let stop = move || {
                counter.set(counter.get() + 1);
                counter.get() >= 2
            };
            let budget = FormulaBudget { max_bytes: usize::MAX, stop: Some(Box::new(stop)) };
            let mut encoder = ClauseEncoder::new(
                EncodingOptions { integers, ..EncodingOptions::default() },
                budget,
            );
            assert_eq!(build(&mut encoder), Err(EncodeError::Stopped), "{name}, {integers}");
            assert_eq!(asked.get(), 2, "`stop` was called once too often: {name}");
            assert_eq!(encoder.formula.halt_reason(), Some(HaltReason::Stopped));
            assert!(!encoder.formula.is_guarded());
        }
    }
}

#[test]
fn limits_are_checked_before_writing() {
    let options = EncodingOptions {
        sums: SumKind::Mdd,
        diagram_edges: 100,
        product_pairs: 99,
        ..EncodingOptions::default()
    };
    let mut encoder = ClauseEncoder::new(options, FormulaBudget::default());
    let ints: Vec<_> =
        (0..10).map(|_| encoder.make_integer(&Vec::from_iter(0..10)).unwrap()).collect();
    let before = encoder.formula.n_clauses();
    let terms: Vec<_> = (1..).zip(ints.iter().copied()).collect();
    let error = encoder.require_linear(&terms, ArithmeticRelation::Eq, 100).unwrap_err();
    assert_eq!(error.to_string(), "too large: 101 edges of a sum's diagram, at most 100 allowed");
    let error = encoder.require_product(ints[0], ints[1], ints[2]).unwrap_err();
    assert_eq!(error.to_string(), "too large: 100 pairs of a product, at most 99 allowed");
    let error = encoder.require_table(&ints[..2], &[1, 2, 3], true).unwrap_err();
    assert_eq!(error.to_string(), "3 values do not form rows of 2");
    assert_eq!(encoder.formula.n_clauses(), before);
    let auto = EncodingOptions { sums: SumKind::Auto, ..encoder.options().clone() };
    encoder.set_options(auto);
    encoder.require_linear(&terms, ArithmeticRelation::Eq, 100).unwrap();
    assert!(encoder.formula.n_clauses() > before);
}
