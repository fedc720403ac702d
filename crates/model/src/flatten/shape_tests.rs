//! Tests which constraints special shapes become.

use super::random_expressions::{Extender, plain};
use super::{BoolExpression, ExpressionDag, ExpressionFlattener, ExpressionValues, IntExpression};
use crate::{ComparisonOperator, Constraint, Domain, Model, VarId};

/// Asserts an expression in these variables, and checks it against its definition.
fn flat(
    domains: [Domain; 3],
    build: impl Fn(&mut ExpressionDag, [IntExpression; 3]) -> BoolExpression,
) -> Model {
    let mut terms = ExpressionDag::default();
    let ints = [0, 1, 2].map(|i| terms.add_variable(i));
    let term = build(&mut terms, ints);
    let mut model = Model::new("shape");
    for (name, domain) in ["x", "y", "z"].into_iter().zip(domains.clone()) {
        model.add_shown(name, domain).unwrap();
    }
    ExpressionFlattener::new(&mut model, &terms).assert_whole("shape", term).unwrap();
    let extender = Extender::new(&model);
    for x in domains[0].iter() {
        for y in domains[1].iter() {
            for z in domains[2].iter() {
                let known = plain(&terms, &[x, y, z]);
                let expected = known.holds(term) && known.is_whole(&terms, term.node_index());
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
    [Domain::from_range(-20, 20), Domain::from_range(-3, 35), Domain::from_range(0, 1)]
}

fn narrow() -> [Domain; 3] {
    [Domain::from_range(-4, 5), Domain::from_values([-3, 0, 2, 3]), Domain::from_range(-2, 6)]
}

#[test]
fn differences_of_two_variables_become_comparisons() {
    for relation in ComparisonOperator::ALL {
        let model = flat(wide(), |terms, [x, y, _]| {
            let seven = terms.add_number(7);
            let right = terms.add_sum(&[y, seven]);
            terms.add_comparison(x, relation, right)
        });
        assert_eq!(kinds(&model), ["compare"]);
        let model = flat(wide(), |terms, [x, y, _]| {
            let (sum, seven) = (terms.add_sum(&[y, x]), terms.add_number(7));
            terms.add_comparison(sum, relation, seven)
        });
        assert_eq!(kinds(&model), ["linear"]);
    }
}

#[test]
fn distances_from_a_number_become_comparisons() {
    for relation in ComparisonOperator::ALL {
        for number in [-1, 0, 1, 4, i64::MIN, i64::MAX] {
            for domains in [wide(), narrow()] {
                let model = flat(domains, |terms, [x, y, _]| {
                    let (distance, number) = (terms.add_distance(x, y), terms.add_number(number));
                    terms.add_comparison(number, relation, distance)
                });
                if (0..5).contains(&number)
                    && matches!(relation, ComparisonOperator::Ge | ComparisonOperator::Gt)
                {
                    let most = number - i64::from(relation == ComparisonOperator::Gt);
                    let expected = if most < 0 { vec!["clause"] } else { vec!["compare"; 2] };
                    assert_eq!(kinds(&model), expected, "{number} {relation}");
                    assert!(most < 0 || model.variables().len() == 3);
                }
            }
        }
    }
    let apart = flat(wide(), |terms, [x, y, _]| {
        let (distance, two) = (terms.add_distance(x, y), terms.add_number(2));
        terms.add_comparison(distance, ComparisonOperator::Ge, two)
    });
    let clauses = kinds(&apart).iter().filter(|&&kind| kind == "clause").count();
    assert_eq!((clauses, apart.variables().len()), (1, 7), "{apart}");
}

#[test]
fn operations_on_few_values_become_one_table() {
    let model = flat(narrow(), |terms, [x, y, z]| {
        let rest = terms.add_remainder(x, y);
        terms.add_comparison(rest, ComparisonOperator::Eq, z)
    });
    // The divisor is not 0, and the values fit.
    assert_eq!(kinds(&model), ["clause", "table"]);
    let model = flat(narrow(), |terms, [x, y, z]| {
        let (product, power) = (terms.add_product(x, y), terms.add_power(z, x));
        let less = terms.add_comparison(product, ComparisonOperator::Lt, power);
        terms.add_not(less)
    });
    assert_eq!(kinds(&model), ["clause", "table"]);
    let model = flat(wide(), |terms, [x, y, _]| {
        let four = terms.add_number(4);
        let rest = terms.add_remainder(x, four);
        terms.add_comparison(y, ComparisonOperator::Eq, rest)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["table"], 3));
    let values =
        [Domain::from_range(-60, 60), Domain::from_range(-60, 60), Domain::from_range(0, 1)];
    let model = flat(values, |terms, [x, y, _]| {
        let size = terms.add_abs(x);
        terms.add_comparison(size, ComparisonOperator::Eq, y)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["table"], 3), "{model}");
    let model = flat(narrow(), |terms, [x, _, z]| {
        let (two, nine) = (terms.add_number(2), terms.add_number(9));
        let double = terms.add_product(two, x);
        let sum = terms.add_sum(&[double, z]);
        terms.add_comparison(sum, ComparisonOperator::Le, nine)
    });
    assert_eq!(kinds(&model), ["linear"]);
}

#[test]
fn equal_tables_share_their_rows() {
    let mut terms = ExpressionDag::default();
    let mut model = Model::new("shared");
    let mut all = Vec::new();
    for i in 0..10 {
        model.add_shown(format!("x{i}"), Domain::from_range(1, 9)).unwrap();
        let (x, y) = (terms.add_variable(i), terms.add_variable((i + 1) % 10));
        let (product, twelve) = (terms.add_product(x, y), terms.add_number(12));
        all.push(terms.add_comparison(product, ComparisonOperator::Le, twelve));
    }
    let term = terms.add_and(&all);
    ExpressionFlattener::new(&mut model, &terms).assert_whole("", term).unwrap();
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
        let one = terms.add_number(1);
        let next = terms.add_sum(&[y, one]);
        let less = terms.add_comparison(x, ComparisonOperator::Le, y);
        let again = terms.add_comparison(next, ComparisonOperator::Gt, x);
        let greater = terms.add_comparison(x, ComparisonOperator::Ge, next);
        let same = terms.add_comparison(y, ComparisonOperator::Eq, z);
        let other = terms.add_comparison(z, ComparisonOperator::Ne, y);
        let first = terms.add_or(&[less, same]);
        let second = terms.add_or(&[again, other]);
        let third = terms.add_or(&[greater, same]);
        terms.add_and(&[first, second, third])
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
        let zero = terms.add_number(0);
        let signs = [x, y, z].map(|v| terms.add_comparison(v, ComparisonOperator::Ge, zero));
        terms.add_parity(&signs)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["clause"; 4], 3));
    let model = flat(narrow(), |terms, [x, y, z]| {
        let zero = terms.add_number(0);
        let signs = [x, y, z].map(|v| terms.add_comparison(v, ComparisonOperator::Ge, zero));
        terms.all_alike(&signs)
    });
    assert_eq!((kinds(&model), model.variables().len()), (vec!["clause"; 3], 3));
}

#[test]
fn memberships_in_huge_sets_stay_small() {
    let huge = || Domain::from_intervals(vec![(-1_000_000_000, -3), (2, 3), (5, 1_000_000_000)]);
    for negative in [false, true] {
        let model = flat(wide(), |terms, [x, _, _]| {
            let inside = terms.add_member(x, huge());
            if negative { terms.add_not(inside) } else { inside }
        });
        assert!(kinds(&model).iter().all(|&kind| kind == "clause"), "{model}");
        assert!(model.constraints().len() <= 3, "{model}");
        flat(narrow(), |terms, [x, y, z]| {
            let (sum, double) = (terms.add_sum(&[x, y]), terms.add_multiple(-2, z));
            let next = terms.add_sum(&[double, y]);
            let all = [terms.add_member(sum, huge()), terms.add_member(next, huge())];
            let inside = terms.add_and(&all);
            if negative { terms.add_not(inside) } else { inside }
        });
    }
    let mut terms = ExpressionDag::default();
    let x = terms.add_variable(0);
    let evens = Domain::from_values((-2000..2000).map(|value| 2 * value));
    let inside = terms.add_member(x, evens);
    let flag = terms.add_flag(1);
    let asked = terms.add_iff(inside, flag);
    let mut model = Model::new("evens");
    model.add_shown("x", Domain::from_range(-1_000_000_000, 1_000_000_000)).unwrap();
    model.add_shown("f", Domain::boolean()).unwrap();
    ExpressionFlattener::new(&mut model, &terms).assert_whole("", asked).unwrap();
    let extender = Extender::new(&model);
    for x in [-1_000_000_000, -4002, -4000, -3999, -1, 0, 1, 2, 3998, 3999, 4000] {
        let expected = usize::from((-4000..3999).contains(&x) && x % 2 == 0);
        assert_eq!([extender.count(&[x, 0]), extender.count(&[x, 1])], [1 - expected, expected]);
    }
}

#[test]
fn whole_variables_and_sums_exclude_what_is_undefined() {
    let mut terms = ExpressionDag::default();
    let [x, y, z] = [0, 1, 2].map(|i| terms.add_variable(i));
    let (flag, five) = (terms.add_comparison(z, ComparisonOperator::Lt, y), terms.add_number(5));
    let (ratio, power) = (terms.add_quotient(five, y), terms.add_power(y, z));
    let chosen = terms.add_int_choice(flag, ratio, five);
    let mut model = Model::new("variables");
    for (name, domain) in ["x", "y", "z"].into_iter().zip(narrow()) {
        model.add_shown(name, domain).unwrap();
    }
    let mut flattener = ExpressionFlattener::new(&mut model, &terms);
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
                let values = ExpressionValues::evaluate_nodes(&terms, &[x, y, z]);
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
    let spread =
        |low: i32, step: i32, number: i32| Domain::from_values((0..number).map(|i| low + step * i));
    let large = || [spread(-90_000, 3000, 60), spread(-80_000, 4000, 40), Domain::from_range(0, 0)];
    let numbers = [0, 12_000_000, -24_000_000, 4_200_000_000, 1, i64::MAX, i64::MIN + 1];
    let mut turn = 0;
    for relation in ComparisonOperator::ALL {
        for number in numbers {
            turn += 1;
            let model = flat(large(), |terms, [x, y, _]| {
                let (product, number) = (terms.add_product(x, y), terms.add_number(number));
                let (left, right) =
                    if turn % 2 == 0 { (number, product) } else { (product, number) };
                let term = terms.add_comparison(left, relation, right);
                if turn % 3 == 0 { terms.add_not(term) } else { term }
            });
            assert!(kinds(&model).iter().all(|&kind| kind == "clause"), "{model}");
        }
    }
}
