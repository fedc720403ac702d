//! SMT terms against the plain definitions, by a small evaluator.

use parallax_encodings::{Kind, Relation, smt, smt::Term};

use crate::meaning::all_cases;

/// The value of an integer term.
fn number(term: &Term, values: &[i32]) -> i128 {
    match term {
        Term::Int(number) => (*number).into(),
        Term::IntVar(x) => values[*x].into(),
        Term::Add(terms) => terms.iter().map(|term| number(term, values)).sum(),
        Term::Mul(terms) => terms.iter().map(|term| number(term, values)).product(),
        Term::Ite(when, then, otherwise) => {
            number(if truth(when, values) { then } else { otherwise }, values)
        }
        term => panic!("not an integer: {term:?}"),
    }
}

/// The value of a Boolean term.
fn truth(term: &Term, values: &[i32]) -> bool {
    let relate = |relation: Relation, a: &Term, b: &Term| {
        relation.holds(number(a, values), number(b, values))
    };
    match term {
        Term::Bool(value) => *value,
        Term::Not(term) => !truth(term, values),
        Term::And(terms) => terms.iter().all(|term| truth(term, values)),
        Term::Or(terms) => terms.iter().any(|term| truth(term, values)),
        Term::Implies(when, then) => !truth(when, values) || truth(then, values),
        Term::Iff(a, b) => truth(a, values) == truth(b, values),
        Term::Ite(when, then, otherwise) => {
            truth(if truth(when, values) { then } else { otherwise }, values)
        }
        Term::Eq(a, b) => relate(Relation::Eq, a, b),
        Term::Le(a, b) => relate(Relation::Le, a, b),
        Term::Lt(a, b) => relate(Relation::Lt, a, b),
        Term::Ge(a, b) => relate(Relation::Ge, a, b),
        Term::Gt(a, b) => relate(Relation::Gt, a, b),
        Term::Distinct(terms) => {
            let numbers: Vec<i128> = terms.iter().map(|term| number(term, values)).collect();
            (0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))
        }
        term => panic!("not a truth value: {term:?}"),
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
            assert_eq!(term.is_linear(), case.kind != Kind::Product, "{}", case.name);
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
