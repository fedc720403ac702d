//! SMT terms against the plain definitions, by a small evaluator.

use parallax_encodings::{
    ArithmeticRelation, EncodeError, EncodedKind, smt,
    smt::{EncodedScript, IntCode, SmtEncoding, SmtTerm},
};

use crate::{harness::Case, meaning::all_cases};

/// The values of the variables of a script.
#[derive(Default)]
struct World {
    ints: Vec<i32>,
    bits: Vec<(i64, u32)>,
    bools: Vec<bool>,
}

/// Returns the value and width of a bit-vector term, in two's complement; it wraps around.
fn bits(term: &SmtTerm, world: &World) -> (i64, u32) {
    let wrap = |number: i128, width: u32| {
        let number = number.rem_euclid(1 << width);
        let half = 1 << (width - 1);
        (i64::try_from(if number >= half { number - 2 * half } else { number }).unwrap(), width)
    };
    let fold = |terms: &[SmtTerm], operate: fn(i128, i128) -> i128| {
        let parts: Vec<(i64, u32)> = terms.iter().map(|term| bits(term, world)).collect();
        assert!(parts.iter().all(|part| part.1 == parts[0].1), "widths differ: {terms:?}");
        let numbers = parts.iter().map(|part| i128::from(part.0));
        wrap(numbers.reduce(operate).unwrap(), parts[0].1)
    };
    match term {
        SmtTerm::Bits(number, width) => {
            assert_eq!(wrap((*number).into(), *width).0, *number, "{number} in {width} bits");
            (*number, *width)
        }
        SmtTerm::BitsVar(x) => world.bits[*x],
        SmtTerm::SignExtend(more, term) => {
            let (number, width) = bits(term, world);
            (number, width + more)
        }
        SmtTerm::BitsAdd(terms) => fold(terms, |a, b| a + b),
        SmtTerm::BitsMul(terms) => fold(terms, |a, b| a * b),
        SmtTerm::Ite(when, a, b) => {
            let (a, b) = (bits(a, world), bits(b, world));
            assert_eq!(a.1, b.1);
            if truth_in(when, world) { a } else { b }
        }
        term => panic!("not a bit-vector: {term:?}"),
    }
}

fn is_bits(term: &SmtTerm) -> bool {
    match term {
        SmtTerm::Ite(_, a, _) => is_bits(a),
        SmtTerm::BitsVar(_) | SmtTerm::Bits(..) | SmtTerm::SignExtend(..) => true,
        SmtTerm::BitsAdd(_) | SmtTerm::BitsMul(_) => true,
        _ => false,
    }
}

/// Returns the value of an integer term.
fn number(term: &SmtTerm, world: &World) -> i128 {
    let values = &world.ints;
    if is_bits(term) {
        return bits(term, world).0.into();
    }
    match term {
        SmtTerm::Int(number) => (*number).into(),
        SmtTerm::IntVar(x) => values[*x].into(),
        SmtTerm::Add(terms) => terms.iter().map(|term| number(term, world)).sum(),
        SmtTerm::Mul(terms) => terms.iter().map(|term| number(term, world)).product(),
        SmtTerm::Ite(when, then, otherwise) => {
            number(if truth_in(when, world) { then } else { otherwise }, world)
        }
        term => panic!("not an integer: {term:?}"),
    }
}

/// Returns the value of a Boolean term over integers.
fn truth(term: &SmtTerm, values: &[i32]) -> bool {
    truth_in(term, &World { ints: values.to_vec(), ..World::default() })
}

/// Returns the value of a Boolean term.
fn truth_in(term: &SmtTerm, world: &World) -> bool {
    let truth = |term: &SmtTerm| truth_in(term, world);
    let relate = |relation: ArithmeticRelation, a: &SmtTerm, b: &SmtTerm| {
        if is_bits(a) {
            assert_eq!(bits(a, world).1, bits(b, world).1, "widths of {a:?} and {b:?}");
        }
        relation.holds_between(number(a, world), number(b, world))
    };
    match term {
        SmtTerm::Bool(value) => *value,
        SmtTerm::BoolVar(x) => world.bools[*x],
        SmtTerm::Not(term) => !truth(term),
        SmtTerm::And(terms) => terms.iter().all(truth),
        SmtTerm::Or(terms) => terms.iter().any(truth),
        SmtTerm::Implies(when, then) => !truth(when) || truth(then),
        SmtTerm::Iff(a, b) => truth(a) == truth(b),
        SmtTerm::Ite(when, then, otherwise) => truth(if truth(when) { then } else { otherwise }),
        SmtTerm::Eq(a, b) => relate(ArithmeticRelation::Eq, a, b),
        SmtTerm::Le(a, b) | SmtTerm::BitsLe(a, b) => relate(ArithmeticRelation::Le, a, b),
        SmtTerm::Lt(a, b) | SmtTerm::BitsLt(a, b) => relate(ArithmeticRelation::Lt, a, b),
        SmtTerm::Ge(a, b) => relate(ArithmeticRelation::Ge, a, b),
        SmtTerm::Gt(a, b) => relate(ArithmeticRelation::Gt, a, b),
        SmtTerm::Distinct(terms) => {
            let numbers: Vec<i128> = terms.iter().map(|term| number(term, world)).collect();
            (0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))
        }
        SmtTerm::Weighted(weighted) => {
            let parts = weighted.parts.iter();
            assert!(parts.clone().all(|&(weight, _)| weight > 0) && weighted.bound >= 0);
            let total =
                parts.filter(|(_, term)| truth(term)).map(|&(weight, _)| i128::from(weight));
            weighted.relation.holds_between(total.sum(), weighted.bound.into())
        }
        term => panic!("not a truth value: {term:?}"),
    }
}

/// Returns the values of the encoded variables if the integers have these values.
fn world(encoded: &EncodedScript, values: &[i32]) -> World {
    let mut world = World { ints: values.to_vec(), ..World::default() };
    world.bools = vec![false; encoded.script.bools.len()];
    world.bits = vec![(0, 0); encoded.script.bits.len()];
    for (code, &value) in encoded.codes.iter().zip(values) {
        match code {
            IntCode::Int(_) => {}
            IntCode::Bits(index, width) => world.bits[*index] = (value.into(), *width),
            IntCode::OneHot(places) => {
                for (place, term) in places {
                    match term {
                        SmtTerm::BoolVar(x) => world.bools[*x] = *place == value,
                        SmtTerm::Not(_) | SmtTerm::Bool(true) => {}
                        term => panic!("not a variable: {term:?}"),
                    }
                }
            }
        }
    }
    world
}

/// Whether a case has numbers of nine digits or more.
fn has_huge_numbers(case: &Case) -> bool {
    let written = case.name.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= 9);
    written || case.domains.iter().flatten().any(|value| value.unsigned_abs() > 100_000_000)
}

#[test]
fn every_encoding_means_what_it_says() {
    for case in all_cases() {
        let Some(to_term) = &case.term else { continue };
        let indices: Vec<usize> = (0..case.domains.len()).collect();
        for &encoding in SmtEncoding::ALL {
            let mut script = smt::SmtScript::new("QF_LIA");
            for domain in &case.domains {
                script.int_of("x", "", domain, "domains");
            }
            script.assert_term("it", to_term(&indices));
            let encoded = match script.encode_script(encoding) {
                Ok(encoded) => encoded,
                // Sums beyond 64 bits, weights beyond 32.
                Err(EncodeError::Overflow) if has_huge_numbers(&case) => continue,
                Err(error) => panic!("{} as {encoding}: {error}", case.name),
            };
            for values in case.assignments() {
                let world = world(&encoded, &values);
                for (place, (code, &value)) in encoded.codes.iter().zip(&values).enumerate() {
                    for &other in &case.domains[place] {
                        let is = truth_in(&code.value_term(other.into()), &world);
                        assert_eq!(is, other == value, "{encoding}: {other} for {value}");
                    }
                    assert!(!truth_in(&code.value_term(1 << 40), &world));
                }
                let mut assertions = encoded.script.assertions.iter();
                let found = assertions.all(|(_, term)| truth_in(term, &world));
                assert_eq!(found, (case.holds)(&values), "{} as {encoding}: {values:?}", case.name);
            }
        }
    }
}

#[test]
fn every_kind_means_what_it_says() {
    let mut kinds = std::collections::BTreeSet::new();
    for case in all_cases() {
        let Some(to_term) = &case.term else { continue };
        kinds.insert(case.kind.name());
        let indices: Vec<usize> = (0..case.domains.len()).collect();
        let term = to_term(&indices);
        for values in case.assignments() {
            assert_eq!(truth(&term, &values), (case.holds)(&values), "{}: {values:?}", case.name);
        }
    }
    assert_eq!(kinds.len(), 11, "kinds with terms: {kinds:?}");
}

#[test]
fn domains() {
    let lists: [&[i32]; 7] = [
        &[],
        &[4],
        &[1, 2, 3],
        &[3, 1],
        &[-5, -4, 0, 2, 3, 3, 9],
        &[i32::MIN, i32::MAX],
        &[7, 5, 6],
    ];
    for values in lists {
        let term = smt::domain_term(0, values);
        for x in (-10..12).chain([i32::MIN, i32::MAX]) {
            assert_eq!(truth(&term, &[x]), values.contains(&x), "{x} in {values:?}");
        }
    }
}

#[test]
fn images() {
    let map = [(1, 10), (2, 20), (3, 10)];
    let term = smt::image_term(0, 1, &map);
    for (x, y) in (0..5).flat_map(|x| [10, 20, 30].map(|y| (x, y))) {
        assert_eq!(truth(&term, &[x, y]), map.contains(&(x, y)));
    }
}

#[test]
fn linearity_is_seen() {
    assert!(smt::linear_term(&[(3, 0), (-2, 1)], ArithmeticRelation::Le, 4).is_linear());
    assert!(!smt::product_term(0, 1, 2).is_linear());
    for case in all_cases() {
        if let Some(to_term) = &case.term {
            let term = to_term(&Vec::from_iter(0..case.domains.len()));
            assert_eq!(term.is_linear(), case.kind != EncodedKind::Product, "{}", case.name);
        }
    }
}

#[test]
fn wide_terms_need_no_deep_stack() {
    let wide: Vec<usize> = (0..200_000).collect();
    let mut script = smt::SmtScript::new("QF_LIA");
    for x in &wide {
        script.declare_integer(format!("x{x}"), "");
    }
    script.assert_term("", smt::all_different(&wide));
    script.assert_term(
        "",
        SmtTerm::disjoin_all(wide.iter().map(|&x| SmtTerm::IntVar(x).equals_term(SmtTerm::Int(1)))),
    );
    let thread = std::thread::Builder::new().stack_size(128 * 1024);
    let length = thread.spawn(move || script.to_string().len()).unwrap().join().unwrap();
    assert!(length > 200_000);
}
