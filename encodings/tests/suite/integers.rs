//! Integers: literals, decoding, blocking and assuming.

use parallax_encodings::{
    ArithmeticRelation, CardinalityKind, ClauseEncoder, EncodeError, EncodedBool, EncodingOptions,
    FormulaBudget, IntEncoding, Lit, UnitPropagation,
};
use rustsat::solvers::Solve;

use crate::harness::{count_models, satisfiable, solver};

const DOMAINS: [&[i32]; 6] =
    [&[5], &[1, 2], &[-3, 0, 4], &[1, 2, 3, 4], &[9, -9, 0, 2, 5, 7], &[0, 1]];

fn encoder(integers: IntEncoding) -> ClauseEncoder {
    ClauseEncoder::new(
        EncodingOptions { integers, ..EncodingOptions::default() },
        FormulaBudget::default(),
    )
}

#[test]
fn literals_mean_what_they_say() {
    for &integers in IntEncoding::ALL {
        for domain in DOMAINS {
            let mut e = encoder(integers);
            let x = e.make_integer(domain).unwrap();
            let bounds: Vec<i32> = (-10..11).rev().collect();
            let eq: Vec<EncodedBool> =
                bounds.iter().map(|&b| e.equals_value(x, b).unwrap()).collect();
            let le: Vec<EncodedBool> =
                bounds.iter().map(|&b| e.at_most_value(x, b).unwrap()).collect();
            assert_eq!(count_models(&e.formula, 50), Some(domain.len()), "{integers} {domain:?}");
            let mut solver = solver(&e.formula);
            for &value in domain {
                for (place, &bound) in bounds.iter().enumerate() {
                    for (literal, expected) in
                        [(eq[place], value == bound), (le[place], value <= bound)]
                    {
                        let mut cube = Vec::new();
                        assert!(e.assume_value(x, value, &mut cube));
                        let EncodedBool::Lit(lit) = literal else {
                            assert_eq!(literal, EncodedBool::Const(expected));
                            continue;
                        };
                        cube.push(lit);
                        assert_eq!(satisfiable(&mut solver, &cube), expected);
                        cube.pop();
                        cube.push(!lit);
                        assert_eq!(satisfiable(&mut solver, &cube), !expected);
                    }
                }
            }
        }
    }
}

#[test]
fn literals_are_made_once_and_outside_guards() {
    for &integers in IntEncoding::ALL {
        let mut e = encoder(integers);
        let x = e.make_integer(&[1, 2, 3, 4, 5, 6]).unwrap();
        let guard = e.formula.new_auxiliary().unwrap();
        e.formula.push_guard(guard);
        let first = (e.equals_value(x, 3).unwrap(), e.at_most_value(x, 3).unwrap());
        let unguarded = e.formula.clauses().all(|clause| !clause.contains(&!guard));
        assert!(unguarded, "a definition must not depend on a guard");
        e.formula.pop_guard();
        let size = (e.formula.n_vars(), e.formula.n_clauses());
        assert_eq!((e.equals_value(x, 3).unwrap(), e.at_most_value(x, 3).unwrap()), first);
        assert_eq!((e.formula.n_vars(), e.formula.n_clauses()), size);
    }
}

#[test]
fn a_violated_count_refutes_its_guard() {
    // The nodes of a diagram are under the guards.
    for &cardinalities in CardinalityKind::ALL.iter().filter(|&&k| k != CardinalityKind::Diagram) {
        let options = EncodingOptions { cardinalities, ..EncodingOptions::default() };
        for (low, high, values) in [(0, 2, [1, 1, 1, 0, 0]), (3, 5, [0, 0, 0, 1, 1])] {
            let mut e = ClauseEncoder::new(options.clone(), FormulaBudget::default());
            let ints: Vec<_> = values.iter().map(|_| e.make_integer(&[0, 1]).unwrap()).collect();
            let guard = e.formula.new_auxiliary().unwrap();
            e.with_guard(guard.into(), |e| e.require_cardinality(&ints, &[(1, low, high)], false))
                .unwrap();
            let mut cube = Vec::new();
            for (&x, &value) in ints[..3].iter().zip(&values) {
                assert!(e.assume_value(x, value, &mut cube));
            }
            let mut propagation = UnitPropagation::new(&e.formula);
            assert!(propagation.assume_literals(&cube), "{cardinalities}");
            assert!(propagation.is_true(!guard), "{cardinalities} {low} {high}");
        }
    }
}

#[test]
fn forbidding_makes_no_literals_and_ends_enumeration() {
    for &integers in IntEncoding::ALL {
        let mut e = encoder(integers);
        let ints: Vec<_> = DOMAINS.iter().map(|domain| e.make_integer(domain).unwrap()).collect();
        let variables = e.formula.n_vars();
        let mut solver = solver(&e.formula);
        let mut seen = std::collections::BTreeSet::new();
        while satisfiable(&mut solver, &[]) {
            let is_true = |lit: Lit| solver.lit_val(lit).unwrap().to_bool_with_def(false);
            let values: Vec<i32> =
                ints.iter().map(|&x| e.decode_value(x, &is_true).unwrap()).collect();
            let assignment: Vec<_> = ints.iter().copied().zip(values.iter().copied()).collect();
            assert!(seen.insert(values), "a solution came twice");
            let mut clause = Vec::new();
            assert!(e.forbid_clause(&assignment, None, &mut clause));
            solver.add_clause(clause.as_slice().into()).unwrap();
        }
        assert_eq!(seen.len(), DOMAINS.iter().map(|domain| domain.len()).product::<usize>());
        assert_eq!(e.formula.n_vars(), variables);
    }
}

#[test]
fn values_outside_the_domain() {
    for &integers in IntEncoding::ALL {
        let mut e = encoder(integers);
        let x = e.make_integer(&[1, 2, 3]).unwrap();
        let y = e.make_integer(&[7]).unwrap();
        let mut out = Vec::new();
        assert!(e.push_ne(x, 9, &mut out));
        assert!(!e.assume_value(x, 9, &mut out));
        assert!(!e.forbid_clause(&[(x, 1), (y, 8)], None, &mut out));
        assert!(out.is_empty());
        // One value: not having it is impossible, so the clause is the rest alone.
        let guard = e.formula.new_auxiliary().unwrap();
        assert!(e.forbid_clause(&[(y, 7)], Some(guard), &mut out));
        assert_eq!(out, [!guard]);
        e.forbid_assignment(&[(x, 2), (y, 7)]).unwrap();
        assert_eq!(count_models(&e.formula, 50), Some(4));
    }
}

#[test]
fn no_model_no_value() {
    for &integers in IntEncoding::ALL {
        let mut e = encoder(integers);
        let x = e.make_integer(&[1, 2, 3, 4, 5]).unwrap();
        let first = e.equals_value(x, 1).unwrap();
        let last = e.equals_value(x, 5).unwrap();
        let bits = e.ints().value_bits(x);
        let claims = |lit: Lit| match &bits {
            Some(bits) => bits.contains(&lit),
            None => [first, last].contains(&EncodedBool::Lit(lit)),
        };
        assert_eq!(
            e.decode_value(x, &claims),
            None,
            "two values at once, or a place beyond the last"
        );
        let empty = e.make_integer(&[]).unwrap();
        assert_eq!(e.decode_value(empty, &|_| true), None);
        assert!(!satisfiable(&mut solver(&e.formula), &[]));
    }
}

#[test]
fn encodings_mix() {
    for (left, right) in
        [(IntEncoding::Direct, IntEncoding::Order), (IntEncoding::Order, IntEncoding::Direct)]
    {
        for &relation in ArithmeticRelation::ALL {
            let mut e = ClauseEncoder::default();
            let values: Vec<i32> = (0..6).collect();
            let x = e.integer_as(left, &values).unwrap();
            let y = e.integer_as(right, &values).unwrap();
            e.require_comparison(x, relation, y, 1).unwrap();
            let solutions = values.iter().flat_map(|&x| values.iter().map(move |&y| (x, y)));
            let expected =
                solutions.filter(|&(x, y)| relation.holds_between(x.into(), (y + 1).into()));
            assert_eq!(count_models(&e.formula, 40), Some(expected.count()), "{relation}");
        }
    }
}

#[test]
fn views_of_views_share_literals_and_stay_in_range() {
    for &integers in IntEncoding::ALL {
        let mut e = encoder(integers);
        let x = e.make_integer(&[1, 2, 4, 8]).unwrap();
        let size = (e.formula.n_vars(), e.formula.n_clauses());
        let negated = e.make_view(x, -2, 1).unwrap();
        assert_eq!(e.values(negated), [-15, -7, -3, -1]);
        let back = e.make_view(negated, -3, 0).unwrap();
        assert_eq!(e.values(back), [3, 9, 21, 45]);
        assert_eq!(e.ints().view_of(back), (x, 6, -3));
        assert_eq!((e.formula.n_vars(), e.formula.n_clauses()), size);
        assert_eq!(e.equals_value(back, 9).unwrap(), e.equals_value(x, 2).unwrap());
        assert_eq!(e.at_most_value(negated, -7).unwrap(), !e.at_most_value(x, 2).unwrap());
        assert_eq!(e.at_most_value(negated, -100).unwrap(), EncodedBool::Const(false));
        let constant = e.make_view(x, 0, 5).unwrap();
        assert_eq!(e.values(constant), [5]);
        assert_eq!(e.make_view(x, i64::MAX, 0), Err(EncodeError::Overflow));
        assert_eq!(e.make_view(x, 1, i64::MIN), Err(EncodeError::Overflow));
        // 3 x - y = 0 for y = 3 x and every x; never 1.
        let triple = e.make_view(x, 3, 0).unwrap();
        e.require_linear(&[(3, x), (-1, triple)], ArithmeticRelation::Eq, 0).unwrap();
        assert_eq!(count_models(&e.formula, 10), Some(4));
        e.require_linear(&[(3, x), (-1, triple)], ArithmeticRelation::Eq, 1).unwrap();
        assert_eq!(count_models(&e.formula, 10), Some(0));
    }
}

#[test]
fn bits_are_summands_of_progressions() {
    let mut e = encoder(IntEncoding::Log);
    let x = e.make_integer(&[3, 5, 7, 9, 11]).unwrap();
    let (base, bits) = e.ints().bit_weights(x).unwrap();
    assert_eq!((base, bits.iter().map(|&(_, weight)| weight).collect()), (3, vec![2, 4, 8]));
    let y = e.make_view(x, -1, 0).unwrap();
    let (base, bits) = e.ints().bit_weights(y).unwrap();
    assert_eq!((base, bits.iter().map(|&(_, weight)| weight).collect()), (-3, vec![-2, -4, -8]));
    let sparse = e.make_integer(&[1, 2, 4]).unwrap();
    assert_eq!(e.ints().value_bits(sparse).map(|bits| bits.len()), Some(2));
    assert_eq!(e.ints().bit_weights(sparse), None);
    let direct = e.integer_as(IntEncoding::Direct, &[1, 2, 3]).unwrap();
    assert_eq!(e.ints().value_bits(direct), None);
}
