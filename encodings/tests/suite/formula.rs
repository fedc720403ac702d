//! The clause store: guards, groups, budgets.

use std::{cell::Cell, rc::Rc};

use parallax_encodings::{
    AmoKind, Bool, Budget, EncodeError, Encoder, Formula, Halt, IntEncoding, Lit, Meaning, Options,
    Relation, SumKind,
};

fn literals(formula: &mut Formula, n: usize) -> Vec<Lit> {
    (0..n).map(|i| formula.new_lit(Meaning::Bool(format!("b{i}"))).unwrap()).collect()
}

fn clauses(formula: &Formula) -> Vec<Vec<Lit>> {
    formula.clauses().map(<[parallax_encodings::Lit]>::to_vec).collect()
}

#[test]
fn repeated_literals_and_tautologies_go() {
    let mut formula = Formula::default();
    let b = literals(&mut formula, 40);
    formula.add(&[b[0], b[1], b[0]]).unwrap();
    formula.add(&[b[0], !b[1], b[1]]).unwrap();
    let mut long: Vec<Lit> = b.iter().chain(&b).copied().collect();
    formula.add(&long).unwrap();
    long.push(!b[7]);
    formula.add(&long).unwrap();
    assert_eq!(clauses(&formula), [vec![b[0], b[1]], b.clone()]);
    assert_eq!(formula.n_literals(), 42);
    assert_eq!(formula.clauses().len(), formula.n_clauses());
}

#[test]
fn guards_nest_and_definitions_escape_them() {
    let mut formula = Formula::default();
    let b = literals(&mut formula, 4);
    formula.push_guard(b[0]);
    formula.push_guard(!b[1]);
    formula.add(&[b[2]]).unwrap();
    formula.add_definition(&[b[3]]).unwrap();
    // The guard itself: "b0 implies b0" is a tautology.
    formula.add(&[b[0], b[3]]).unwrap();
    assert_eq!(formula.pop_guard(), Some(!b[1]));
    formula.add(&[]).unwrap();
    formula.pop_guard();
    assert!(!formula.is_guarded());
    assert_eq!(clauses(&formula), [vec![b[2], !b[0], b[1]], vec![b[3]], vec![!b[0]]]);
}

#[test]
fn guarded_literals_are_false_outside_their_guards() {
    let mut formula = Formula::default();
    let b = literals(&mut formula, 2);
    formula.push_guard(b[0]);
    formula.push_guard(!b[1]);
    let lit = formula.new_guarded_lit(Meaning::Bool("choice".into())).unwrap();
    assert!(formula.is_guarded());
    assert_eq!(clauses(&formula), [vec![!lit, b[0]], vec![!lit, !b[1]]]);
}

#[test]
fn a_guard_known_to_be_false_encodes_nothing() {
    let mut encoder = Encoder::default();
    let x = encoder.integer(&[1, 2]).unwrap();
    let before = encoder.formula.n_clauses();
    encoder.guarded(Bool::Const(false), |e| e.all_different(&[x, x])).unwrap();
    assert_eq!(encoder.formula.n_clauses(), before);
    encoder.guarded(Bool::Const(true), |e| e.all_different(&[x, x])).unwrap();
    assert_eq!(encoder.formula.clause(before), &[]);
}

#[test]
fn groups_name_ranges_of_clauses_and_variables() {
    let mut encoder = Encoder::default();
    let before = encoder.formula.new_auxiliary().unwrap();
    encoder.formula.add(&[before]).unwrap();
    encoder.formula.begin_group("first");
    encoder.formula.begin_group(String::from("second"));
    let inside = encoder.formula.new_auxiliary().unwrap();
    encoder.formula.add(&[inside]).unwrap();
    encoder.formula.add(&[inside, before]).unwrap();
    let groups: Vec<_> = encoder.formula.groups().collect();
    assert_eq!(groups, [("first", 1..1), ("second", 1..3)]);
    let expected = [Meaning::Auxiliary(None), Meaning::Auxiliary(Some(1))];
    assert_eq!(encoder.formula.meanings(), expected);
}

#[test]
fn a_byte_limit_halts_for_good() {
    let budget = Budget { max_bytes: 50_000, stop: None };
    let mut encoder = Encoder::new(Options::default(), budget);
    let values: Vec<i32> = (0..500).collect();
    let options = Options { amo: AmoKind::Pairwise, ..Options::default() };
    encoder.set_options(options);
    let error = encoder.integer(&values).unwrap_err();
    let EncodeError::TooLarge { what: "bytes", size, limit: 50_000 } = error else {
        panic!("{error}");
    };
    assert!(size > 50_000 && encoder.formula.bytes() <= 50_000);
    assert!(matches!(encoder.formula.halted(), Some(Halt::TooLarge { .. })));
    assert_eq!(encoder.formula.add(&[]), Err(error.clone()));
    assert_eq!(encoder.integer(&[1, 2]), Err(error));
}

#[test]
fn a_stop_ends_every_encoder() {
    type Build = fn(&mut Encoder) -> Result<(), EncodeError>;
    let builds: [(&str, Build); 5] = [
        ("domain", |e| e.integer(&Vec::from_iter(0..100_000)).map(drop)),
        ("all different", |e| {
            let scope = (0..60).map(|_| e.integer(&Vec::from_iter(0..60)));
            let scope = scope.collect::<Result<Vec<_>, _>>()?;
            e.all_different(&scope)
        }),
        ("diagram", |e| {
            let terms = (0..60).map(|c| Ok((c + 1, e.integer(&Vec::from_iter(0..60))?)));
            let terms = terms.collect::<Result<Vec<_>, EncodeError>>()?;
            e.linear(&terms, Relation::Eq, 20_000)
        }),
        ("product", |e| {
            let x = e.integer(&Vec::from_iter(0..300))?;
            let y = e.integer(&Vec::from_iter(0..300))?;
            e.product(x, y, x)
        }),
        ("totalizer", |e| {
            let scope = (0..300).map(|_| e.integer(&[0, 1]));
            let scope = scope.collect::<Result<Vec<_>, _>>()?;
            e.cardinality(&scope, &[(1, 100, 200)], false)
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
            let budget = Budget { max_bytes: usize::MAX, stop: Some(Box::new(stop)) };
            let mut encoder = Encoder::new(Options { integers, ..Options::default() }, budget);
            assert_eq!(build(&mut encoder), Err(EncodeError::Stopped), "{name}, {integers}");
            assert_eq!(asked.get(), 2, "`stop` was called once too often: {name}");
            assert_eq!(encoder.formula.halted(), Some(Halt::Stopped));
            assert!(!encoder.formula.is_guarded());
        }
    }
}

#[test]
fn limits_are_checked_before_writing() {
    let options =
        Options { sums: SumKind::Mdd, diagram_edges: 100, product_pairs: 99, ..Options::default() };
    let mut encoder = Encoder::new(options, Budget::default());
    let ints: Vec<_> = (0..10).map(|_| encoder.integer(&Vec::from_iter(0..10)).unwrap()).collect();
    let before = encoder.formula.n_clauses();
    let terms: Vec<_> = (1..).zip(ints.iter().copied()).collect();
    let error = encoder.linear(&terms, Relation::Eq, 100).unwrap_err();
    assert_eq!(error.to_string(), "too large: 101 edges of a sum's diagram, at most 100 allowed");
    let error = encoder.product(ints[0], ints[1], ints[2]).unwrap_err();
    assert_eq!(error.to_string(), "too large: 100 pairs of a product, at most 99 allowed");
    let error = encoder.table(&ints[..2], &[1, 2, 3], true).unwrap_err();
    assert_eq!(error.to_string(), "3 values do not form rows of 2");
    assert_eq!(encoder.formula.n_clauses(), before);
    let auto = Options { sums: SumKind::Auto, ..encoder.options().clone() };
    encoder.set_options(auto);
    encoder.linear(&terms, Relation::Eq, 100).unwrap();
    assert!(encoder.formula.n_clauses() > before);
}
