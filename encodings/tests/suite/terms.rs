//! SMT terms against the plain definitions, by a small evaluator.

use parallax_encodings::{
    EncodeError, EncodedKind, Relation, smt,
    smt::{EncodedScript, IntCode, SmtEncoding, Term},
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
fn bits(term: &Term, world: &World) -> (i64, u32) {
    let wrap = |number: i128, width: u32| {
        let number = number.rem_euclid(1 << width);
        let half = 1 << (width - 1);
        (i64::try_from(if number >= half { number - 2 * half } else { number }).unwrap(), width)
    };
    let fold = |terms: &[Term], operate: fn(i128, i128) -> i128| {
        let parts: Vec<(i64, u32)> = terms.iter().map(|term| bits(term, world)).collect();
        assert!(parts.iter().all(|part| part.1 == parts[0].1), "widths differ: {terms:?}");
        let numbers = parts.iter().map(|part| i128::from(part.0));
        wrap(numbers.reduce(operate).unwrap(), parts[0].1)
    };
    match term {
        Term::Bits(number, width) => {
            assert_eq!(wrap((*number).into(), *width).0, *number, "{number} in {width} bits");
            (*number, *width)
        }
        Term::BitsVar(x) => world.bits[*x],
        Term::SignExtend(more, term) => {
            let (number, width) = bits(term, world);
            (number, width + more)
        }
        Term::BitsAdd(terms) => fold(terms, |a, b| a + b),
        Term::BitsMul(terms) => fold(terms, |a, b| a * b),
        Term::Ite(when, a, b) => {
            let (a, b) = (bits(a, world), bits(b, world));
            assert_eq!(a.1, b.1);
            if truth_in(when, world) { a } else { b }
        }
        term => panic!("not a bit-vector: {term:?}"),
    }
}

fn is_bits(term: &Term) -> bool {
    match term {
        Term::Ite(_, a, _) => is_bits(a),
        Term::BitsVar(_) | Term::Bits(..) | Term::SignExtend(..) => true,
        Term::BitsAdd(_) | Term::BitsMul(_) => true,
        _ => false,
    }
}

/// Returns the value of an integer term.
fn number(term: &Term, world: &World) -> i128 {
    let values = &world.ints;
    if is_bits(term) {
        return bits(term, world).0.into();
    }
    match term {
        Term::Int(number) => (*number).into(),
        Term::IntVar(x) => values[*x].into(),
        Term::Add(terms) => terms.iter().map(|term| number(term, world)).sum(),
        Term::Mul(terms) => terms.iter().map(|term| number(term, world)).product(),
        Term::Ite(when, then, otherwise) => {
            number(if truth_in(when, world) { then } else { otherwise }, world)
        }
        term => panic!("not an integer: {term:?}"),
    }
}

/// Returns the value of a Boolean term over integers.
fn truth(term: &Term, values: &[i32]) -> bool {
    truth_in(term, &World { ints: values.to_vec(), ..World::default() })
}

/// Returns the value of a Boolean term.
fn truth_in(term: &Term, world: &World) -> bool {
    let truth = |term: &Term| truth_in(term, world);
    let relate = |relation: Relation, a: &Term, b: &Term| {
        if is_bits(a) {
            assert_eq!(bits(a, world).1, bits(b, world).1, "widths of {a:?} and {b:?}");
        }
        relation.holds(number(a, world), number(b, world))
    };
    match term {
        Term::Bool(value) => *value,
        Term::BoolVar(x) => world.bools[*x],
        Term::Not(term) => !truth(term),
        Term::And(terms) => terms.iter().all(truth),
        Term::Or(terms) => terms.iter().any(truth),
        Term::Implies(when, then) => !truth(when) || truth(then),
        Term::Iff(a, b) => truth(a) == truth(b),
        Term::Ite(when, then, otherwise) => truth(if truth(when) { then } else { otherwise }),
        Term::Eq(a, b) => relate(Relation::Eq, a, b),
        Term::Le(a, b) | Term::BitsLe(a, b) => relate(Relation::Le, a, b),
        Term::Lt(a, b) | Term::BitsLt(a, b) => relate(Relation::Lt, a, b),
        Term::Ge(a, b) => relate(Relation::Ge, a, b),
        Term::Gt(a, b) => relate(Relation::Gt, a, b),
        Term::Distinct(terms) => {
            let numbers: Vec<i128> = terms.iter().map(|term| number(term, world)).collect();
            (0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))
        }
        Term::Weighted(weighted) => {
            let parts = weighted.parts.iter();
            assert!(parts.clone().all(|&(weight, _)| weight > 0) && weighted.bound >= 0);
            let total =
                parts.filter(|(_, term)| truth(term)).map(|&(weight, _)| i128::from(weight));
            weighted.relation.holds(total.sum(), weighted.bound.into())
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
                        Term::BoolVar(x) => world.bools[*x] = *place == value,
                        Term::Not(_) | Term::Bool(true) => {}
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
            let mut script = smt::Script::new("QF_LIA");
            for domain in &case.domains {
                script.int_of("x", "", domain, "domains");
            }
            script.assert("it", to_term(&indices));
            let encoded = match script.encode(encoding) {
                Ok(encoded) => encoded,
                // Sums beyond 64 bits, weights beyond 32.
                Err(EncodeError::Overflow) if has_huge_numbers(&case) => continue,
                Err(error) => panic!("{} as {encoding}: {error}", case.name),
            };
            for values in case.assignments() {
                let world = world(&encoded, &values);
                for (place, (code, &value)) in encoded.codes.iter().zip(&values).enumerate() {
                    for &other in &case.domains[place] {
                        let is = truth_in(&code.is(other.into()), &world);
                        assert_eq!(is, other == value, "{encoding}: {other} for {value}");
                    }
                    assert!(!truth_in(&code.is(1 << 40), &world));
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
        let term = smt::domain(0, values);
        for x in (-10..12).chain([i32::MIN, i32::MAX]) {
            assert_eq!(truth(&term, &[x]), values.contains(&x), "{x} in {values:?}");
        }
    }
}

#[test]
fn images() {
    let map = [(1, 10), (2, 20), (3, 10)];
    let term = smt::image(0, 1, &map);
    for (x, y) in (0..5).flat_map(|x| [10, 20, 30].map(|y| (x, y))) {
        assert_eq!(truth(&term, &[x, y]), map.contains(&(x, y)));
    }
}

#[test]
fn linearity_is_seen() {
    assert!(smt::linear(&[(3, 0), (-2, 1)], Relation::Le, 4).is_linear());
    assert!(!smt::product(0, 1, 2).is_linear());
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
    let mut script = smt::Script::new("QF_LIA");
    for x in &wide {
        script.int(format!("x{x}"), "");
    }
    script.assert("", smt::all_different(&wide));
    script.assert("", Term::or(wide.iter().map(|&x| Term::IntVar(x).equals(Term::Int(1)))));
    let thread = std::thread::Builder::new().stack_size(128 * 1024);
    let length = thread.spawn(move || script.to_string().len()).unwrap().join().unwrap();
    assert!(length > 200_000);
}
