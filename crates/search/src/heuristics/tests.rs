//! Compares value heuristics with the paper's definitions and with a plain implementation.

use parallax_model::{Domain, Model, Value, VarId};
use parallax_propagation::store::DomainStore;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::ValueHeuristic;

fn store_of(values: &[Value]) -> (DomainStore, VarId) {
    let mut model = Model::new("one variable");
    let x = model.add_shown("x", Domain::from_values(values.iter().copied())).unwrap();
    let mut store = DomainStore::new(&model).unwrap();
    store.queue.build_watch_lists();
    (store, x)
}

fn pick(heuristic: ValueHeuristic, values: &[Value]) -> Value {
    let (store, x) = store_of(values);
    heuristic.pick_value(x, &store, &mut ChaCha8Rng::seed_from_u64(0))
}

#[test]
fn the_papers_examples_come_out() {
    use ValueHeuristic::{AboveAverage, Average, Greatest, Middle, Smallest};
    // Crawford and Aranda, section 3.2: the domains 2#4 and 1#4.
    assert_eq!((pick(Average, &[2, 3, 4]), pick(AboveAverage, &[2, 3, 4])), (3, 4));
    assert_eq!((pick(Average, &[1, 2, 3, 4]), pick(AboveAverage, &[1, 2, 3, 4])), (2, 3));
    assert_eq!((pick(Smallest, &[2, 3, 4]), pick(Greatest, &[2, 3, 4])), (2, 4));
    // The mean is not a value: take the nearest one, and the smaller of two equally near ones.
    assert_eq!(pick(Average, &[1, 4, 6, 9]), 4);
    assert_eq!(pick(Average, &[0, 1, 6, 10]), 6);
    assert_eq!(pick(AboveAverage, &[0, 1, 6, 10]), 10);
    assert_eq!(pick(Average, &[-5, -2, 0]), -2);
    assert_eq!(pick(Middle, &[1, 2, 3, 100]), 2);
}

#[test]
fn the_papers_text_and_its_tables_differ_where_domains_have_holes() {
    use ValueHeuristic::{AboveAverage, AboveAverageLiteral, Average, AverageLiteral};
    let of = |values: &[Value]| {
        [Average, AverageLiteral, AboveAverage, AboveAverageLiteral].map(|h| pick(h, values))
    };
    // The paper's own examples do not tell them apart.
    assert_eq!((of(&[2, 3, 4]), of(&[1, 2, 3, 4])), ([3, 3, 4, 4], [2, 2, 3, 3]));
    // The mean 2.5 is nearer to 3, and 2 as near to 1.
    assert_eq!(of(&[1, 3, 4]), [1, 3, 3, 3]);
    // The smallest value above the mean 3 is the nearest one.
    assert_eq!(of(&[1, 4, 5]), [4, 4, 5, 4]);
    assert_eq!(of(&[-4, -2, -1]), [-4, -2, -2, -2]);
}

/// Returns the value nearest to the mean of the bounds, rounded down; the smaller one on a tie.
fn plain_average(values: &[Value]) -> Value {
    let mean = (values[0] + values[values.len() - 1]).div_euclid(2);
    *values.iter().min_by_key(|&&v| ((v - mean).abs(), v)).unwrap()
}

/// The paper's text in fractions: the value with the least distance from the mean of the bounds,
/// the smaller one on a tie, and the smallest value above that mean.
fn plain_literal(values: &[Value]) -> (Value, Value) {
    let mean = (values[0] + values[values.len() - 1]) as f64 / 2.0;
    let distance = |value: Value| (value as f64 - mean).abs();
    let nearest = values
        .iter()
        .copied()
        .reduce(|best, value| if distance(value) < distance(best) { value } else { best });
    let above = values.iter().copied().find(|&value| value as f64 > mean);
    (nearest.unwrap(), above.expect("the greatest value is above the mean"))
}

#[test]
fn picks_are_those_of_the_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2000 {
        let size = rng.random_range(2..=8);
        let mut values: Vec<Value> = (0..size).map(|_| rng.random_range(-70..=140)).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() < 2 {
            continue;
        }
        let average = plain_average(&values);
        let above = *values.iter().find(|&&v| v > average).expect("the average is never the last");
        assert_eq!(pick(ValueHeuristic::Average, &values), average, "{values:?}");
        assert_eq!(pick(ValueHeuristic::AboveAverage, &values), above, "{values:?}");
        let literal = plain_literal(&values);
        assert_eq!(pick(ValueHeuristic::AverageLiteral, &values), literal.0, "{values:?}");
        assert_eq!(pick(ValueHeuristic::AboveAverageLiteral, &values), literal.1, "{values:?}");
        assert_eq!(pick(ValueHeuristic::Middle, &values), values[(values.len() - 1) / 2]);
    }
}

/// D-way branching tries values in the order in which two-way branching picks them.
#[test]
fn orders_are_repeated_picks() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let all: Vec<Value> = (50..80).collect();
    for round in 0..600 {
        let number = rng.random_range(1..=9);
        let mut values = all.clone();
        if round % 2 == 0 {
            // Growing gaps.
            let grow = |i: &Value| if i % 3 == 0 { -(1 << (i - 49)) } else { 1 << (i - 50) };
            values = all.iter().map(grow).collect();
        }
        values.shuffle(&mut rng);
        values.truncate(number);
        let ordered = |heuristic: &ValueHeuristic| *heuristic != ValueHeuristic::OutMedian;
        for heuristic in ValueHeuristic::ALL.into_iter().filter(ordered) {
            let (mut store, x) = store_of(&values);
            let mut order = vec![7];
            let mut first = ChaCha8Rng::seed_from_u64(3);
            let mut second = first.clone();
            heuristic.order_values(x, &store, &mut first, &mut order);
            for left in (1..=number).rev() {
                let taken = order.pop().unwrap();
                if left > 1 {
                    let picked = heuristic.pick_value(x, &store, &mut second);
                    assert_eq!(taken, picked, "{heuristic} of {values:?}");
                    store.remove_value(x, taken).unwrap();
                } else {
                    assert_eq!(store.fixed_value(x), Some(taken));
                }
            }
            assert_eq!(order, [7]);
        }
    }
}
