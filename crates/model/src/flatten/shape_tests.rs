//! Tests which constraints special shapes become.

use super::draw::{Extender, plain};
use super::{Bool, Flattener, Int, Terms, Values};
use crate::{Constraint, Domain, Model, Relation, VarId};

/// Asserts an expression in these variables, and checks it against its definition.
fn flat(domains: [Domain; 3], build: impl Fn(&mut Terms, [Int; 3]) -> Bool) -> Model {
    let mut terms = Terms::default();
    let ints = [0, 1, 2].map(|i| terms.variable(i));
    let term = build(&mut terms, ints);
    let mut model = Model::new("shape");
    for (name, domain) in ["x", "y", "z"].into_iter().zip(domains.clone()) {
        model.add_shown(name, domain).unwrap();
    }
    Flattener::new(&mut model, &terms).assert_whole("shape", term).unwrap();
    let extender = Extender::new(&model);
    for x in domains[0].iter() {
        for y in domains[1].iter() {
            for z in domains[2].iter() {
                let known = plain(&terms, &[x, y, z]);
                let expected = known.holds(term) && known.is_whole(&terms, term.place());
                let found = extender.count(&[x, y, z]);
                assert_eq!(found, usize::from(expected), "{x} {y} {z}: {model}");
            }
        }
    }
    model
}

/// Returns the names of the kinds of the constraints of a model.
fn kinds(model: &Model) -> Vec<&'static str> {
    let of = |constraint: &Constraint| match constraint {
        Constraint::Compare(_) => "compare",
        Constraint::Linear(_) => "linear",
        Constraint::Table(_) => "table",
        Constraint::Clause(_) => "clause",
        Constraint::Implies(_) => "implies",
        Constraint::Reify(_) => "reify",
        Constraint::AllDifferent(_) => "all_different",
        Constraint::Product(_) => "product",
        Constraint::Extremum(_) => "extremum",
        _ => "other",
    };
    model.constraints().iter().map(|posted| of(&posted.constraint)).collect()
}

fn wide() -> [Domain; 3] {
    [Domain::range(-20, 20), Domain::range(-3, 35), Domain::range(0, 1)]
}

fn narrow() -> [Domain; 3] {
    [Domain::range(-4, 5), Domain::of([-3, 0, 2, 3]), Domain::range(-2, 6)]
}

#[test]
fn differences_of_two_variables_become_comparisons() {
    for relation in Relation::ALL {
        let model = flat(wide(), |terms, [x, y, _]| {
            let seven = terms.number(7);
            let right = terms.sum(&[y, seven]);
            terms.compare(x, relation, right)
        });
        assert_eq!(kinds(&model), ["compare"]);
        let model = flat(wide(), |terms, [x, y, _]| {
            let (sum, seven) = (terms.sum(&[y, x]), terms.number(7));
            terms.compare(sum, relation, seven)
        });
        assert_eq!(kinds(&model), ["linear"]);
    }
}

#[test]
fn distances_from_a_number_become_comparisons() {
    for relation in Relation::ALL {
        for number in [-1, 0, 1, 4, i64::MIN, i64::MAX] {
            for domains in [wide(), narrow()] {
                let model = flat(domains, |terms, [x, y, _]| {
                    let (distance, number) = (terms.distance(x, y), terms.number(number));
                    terms.compare(number, relation, distance)
                });
                if (0..5).contains(&number) && matches!(relation, Relation::Ge | Relation::Gt) {
                    let most = number - i64::from(relation == Relation::Gt);
                    let expected = if most < 0 { vec!["clause"] } else { vec!["compare"; 2] };
                    assert_eq!(kinds(&model), expected, "{number} {relation}");
                    assert!(most < 0 || model.variables().len() == 3);
                }
            }
        }
    }
    let apart = flat(wide(), |terms, [x, y, _]| {
        let (distance, two) = (terms.distance(x, y), terms.number(2));
        terms.compare(distance, Relation::Ge, two)
    });
    let clauses = kinds(&apart).iter().filter(|&&kind| kind == "clause").count();
    assert_eq!((clauses, apart.variables().len()), (1, 7), "{apart}");
}

#[test]
fn operations_on_few_values_become_one_table() {
    let model = flat(narrow(), |terms, [x, y, z]| {
        let rest = terms.remainder(x, y);
        terms.compare(rest, Relation::Eq, z)
    });
    // The divisor is not 0, and the values fit.
    assert_eq!(kinds(&model), ["clause", "table"]);
    let model = flat(narrow(), |terms, [x, y, z]| {
        let (product, power) = (terms.product(x, y), terms.power(z, x));
        let less = terms.compare(product, Relation::Lt, power);
        terms.not(less)
    });
    assert_eq!(kinds(&model), ["clause", "table"]);
    let model = flat(wide(), |terms, [x, y, _]| {
        let four = terms.number(4);
        let rest = terms.remainder(x, four);
        terms.compare(y, Relation::Eq, rest)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["table"], 3));
    let values = [Domain::range(-60, 60), Domain::range(-60, 60), Domain::range(0, 1)];
    let model = flat(values, |terms, [x, y, _]| {
        let size = terms.abs(x);
        terms.compare(size, Relation::Eq, y)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["table"], 3), "{model}");
    let model = flat(narrow(), |terms, [x, _, z]| {
        let (two, nine) = (terms.number(2), terms.number(9));
        let double = terms.product(two, x);
        let sum = terms.sum(&[double, z]);
        terms.compare(sum, Relation::Le, nine)
    });
    assert_eq!(kinds(&model), ["linear"]);
}

#[test]
fn equal_tables_share_their_rows() {
    let mut terms = Terms::default();
    let mut model = Model::new("shared");
    let mut all = Vec::new();
    for i in 0..10 {
        model.add_shown(format!("x{i}"), Domain::range(1, 9)).unwrap();
        let (x, y) = (terms.variable(i), terms.variable((i + 1) % 10));
        let (product, twelve) = (terms.product(x, y), terms.number(12));
        all.push(terms.compare(product, Relation::Le, twelve));
    }
    let term = terms.and(&all);
    Flattener::new(&mut model, &terms).assert_whole("", term).unwrap();
    let mut tuples = model.constraints().iter().filter_map(|posted| match &posted.constraint {
        Constraint::Table(table) => Some(&table.tuples),
        _ => None,
    });
    let first = tuples.next().unwrap();
    assert_eq!(tuples.filter(|other| std::sync::Arc::ptr_eq(first, other)).count(), 9);
}

#[test]
fn equal_comparisons_share_a_truth_value() {
    let model = flat(narrow(), |terms, [x, y, z]| {
        let one = terms.number(1);
        let next = terms.sum(&[y, one]);
        let less = terms.compare(x, Relation::Le, y);
        let again = terms.compare(next, Relation::Gt, x);
        let greater = terms.compare(x, Relation::Ge, next);
        let same = terms.compare(y, Relation::Eq, z);
        let other = terms.compare(z, Relation::Ne, y);
        let first = terms.or(&[less, same]);
        let second = terms.or(&[again, other]);
        let third = terms.or(&[greater, same]);
        terms.and(&[first, second, third])
    });
    // Two truth values, each with the one of its negation.
    assert_eq!(model.variables().len(), 3 + 4, "{model}");
    let clauses = kinds(&model).iter().filter(|&&kind| kind == "clause").count();
    assert_eq!(clauses, 3);
}

#[test]
fn statements_about_many_become_chains_and_clauses() {
    let model = flat(wide(), |terms, [x, y, z]| terms.all_equal(&[x, y, z]));
    assert_eq!(kinds(&model), ["compare"; 2]);
    let model = flat(narrow(), |terms, [x, y, z]| {
        let zero = terms.number(0);
        let signs = [x, y, z].map(|v| terms.compare(v, Relation::Ge, zero));
        terms.odd(&signs)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["clause"; 4], 3));
    let model = flat(narrow(), |terms, [x, y, z]| {
        let zero = terms.number(0);
        let signs = [x, y, z].map(|v| terms.compare(v, Relation::Ge, zero));
        terms.all_alike(&signs)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["clause"; 3], 3));
}

#[test]
fn memberships_in_huge_sets_stay_small() {
    let huge = || Domain::from_intervals(vec![(-1_000_000_000, -3), (2, 3), (5, 1_000_000_000)]);
    for negative in [false, true] {
        let model = flat(wide(), |terms, [x, _, _]| {
            let inside = terms.member(x, huge());
            if negative { terms.not(inside) } else { inside }
        });
        assert!(kinds(&model).iter().all(|&kind| kind == "clause"), "{model}");
        assert!(model.constraints().len() <= 3, "{model}");
        flat(narrow(), |terms, [x, y, z]| {
            let (sum, double) = (terms.sum(&[x, y]), terms.scale(-2, z));
            let next = terms.sum(&[double, y]);
            let all = [terms.member(sum, huge()), terms.member(next, huge())];
            let inside = terms.and(&all);
            if negative { terms.not(inside) } else { inside }
        });
    }
    let mut terms = Terms::default();
    let x = terms.variable(0);
    let evens = Domain::of((-2000..2000).map(|value| 2 * value));
    let inside = terms.member(x, evens);
    let flag = terms.flag(1);
    let asked = terms.iff(inside, flag);
    let mut model = Model::new("evens");
    model.add_shown("x", Domain::range(-1_000_000_000, 1_000_000_000)).unwrap();
    model.add_shown("f", Domain::boolean()).unwrap();
    Flattener::new(&mut model, &terms).assert_whole("", asked).unwrap();
    let extender = Extender::new(&model);
    for x in [-1_000_000_000, -4002, -4000, -3999, -1, 0, 1, 2, 3998, 3999, 4000] {
        let expected = usize::from((-4000..3999).contains(&x) && x % 2 == 0);
        assert_eq!([extender.count(&[x, 0]), extender.count(&[x, 1])], [1 - expected, expected]);
    }
}

#[test]
fn whole_variables_and_sums_exclude_what_is_undefined() {
    let mut terms = Terms::default();
    let [x, y, z] = [0, 1, 2].map(|i| terms.variable(i));
    let (flag, five) = (terms.compare(z, Relation::Lt, y), terms.number(5));
    let (ratio, power) = (terms.quotient(five, y), terms.power(y, z));
    let chosen = terms.select(flag, ratio, five);
    let mut model = Model::new("variables");
    for (name, domain) in ["x", "y", "z"].into_iter().zip(narrow()) {
        model.add_shown(name, domain).unwrap();
    }
    let mut flattener = Flattener::new(&mut model, &terms);
    assert_eq!(flattener.whole_variable("", x), Ok(VarId::new(0)));
    let variable = flattener.whole_variable("", chosen).unwrap();
    assert_eq!(flattener.whole_variable("", chosen), Ok(variable));
    let (sum, constant) = flattener.whole_sum("", power).unwrap();
    assert_eq!((sum.len(), sum[0].coefficient, constant), (1, 1, 0));
    let extender = Extender::new(&model);
    let mut solutions = 0;
    for x in model.domain(VarId::new(0)).iter() {
        for y in model.domain(VarId::new(1)).iter() {
            for z in model.domain(VarId::new(2)).iter() {
                let values = Values::of(&terms, &[x, y, z]);
                let is_defined =
                    values.whole_int(chosen).is_ok() && values.whole_int(power).is_ok();
                assert_eq!(is_defined, y != 0 && z >= 0);
                let Some(all) = extender.solution(&[x, y, z]) else {
                    assert!(!is_defined);
                    continue;
                };
                solutions += 1;
                assert!(is_defined);
                assert_eq!(values.whole_int(chosen), Ok(all[variable.index()].into()));
                assert_eq!(values.whole_int(power), Ok(all[sum[0].variable.index()].into()));
            }
        }
    }
    assert_eq!(solutions, 10 * 3 * 7);
}

#[test]
fn large_products_are_compared_with_numbers_by_quotients() {
    let spread = |low: i32, step: i32, number: i32| Domain::of((0..number).map(|i| low + step * i));
    let large = || [spread(-90_000, 3000, 60), spread(-80_000, 4000, 40), Domain::range(0, 0)];
    let numbers = [0, 12_000_000, -24_000_000, 4_200_000_000, 1, i64::MAX, i64::MIN + 1];
    let mut turn = 0;
    for relation in Relation::ALL {
        for number in numbers {
            turn += 1;
            let model = flat(large(), |terms, [x, y, _]| {
                let (product, number) = (terms.product(x, y), terms.number(number));
                let (left, right) =
                    if turn % 2 == 0 { (number, product) } else { (product, number) };
                let term = terms.compare(left, relation, right);
                if turn % 3 == 0 { terms.not(term) } else { term }
            });
            assert!(kinds(&model).iter().all(|&kind| kind == "clause"), "{model}");
        }
    }
}
