//! Tests the number of different values: what its bounds find, and the limits.

use parallax_model::{DistinctCount, Domain, Global, MAX_VALUE, Model, Value};

use crate::propagators::global::case_models::{count, model_of, prepared};

fn model(domains: &[Domain], except: &[Value], total: Domain) -> Model {
    model_of(&[domains, &[total]].concat(), |all| {
        let (&total, scope) = all.split_last().expect("a total");
        let (scope, except) = (scope.to_vec(), except.to_vec());
        Global::DistinctCount(DistinctCount { scope, except, total })
    })
}

/// Returns the domains at the root, the total last.
fn root(domains: &[Domain], except: &[Value], total: Domain) -> Vec<Domain> {
    let search = prepared(&model(domains, except, total));
    assert!(!search.is_refuted());
    search.domains()
}

#[test]
fn disjoint_domains_bound_the_number_from_below() {
    let range = Domain::from_range;
    // Two disjoint ranges, and a total of two: the others keep their values.
    let left = root(&[range(1, 3), range(5, 6), range(2, 9)], &[], range(0, 2));
    assert_eq!(left, [range(1, 3), range(5, 6), Domain::from_values([2, 3, 5, 6]), range(2, 2)]);
    // Ranges overlap where domains do not.
    let left = root(&[Domain::from_values([1, 5]), Domain::from_values([3, 7])], &[], range(0, 9));
    assert_eq!(left.last(), Some(&range(2, 2)));
    // A value that does not count brings nothing.
    let left = root(&[range(1, 2), range(2, 3), range(5, 6)], &[5], range(0, 9));
    assert_eq!(left.last(), Some(&range(1, 3)));
}

#[test]
fn each_open_variable_brings_a_new_value_if_it_must() {
    let range = Domain::from_range;
    let left = root(&[range(4, 4), range(3, 5), range(2, 4)], &[2], range(3, 5));
    assert_eq!(left, [range(4, 4), range(5, 5), range(3, 3), range(3, 3)]);
    // Each remaining value must be taken, and only one variable can take 7.
    let left = root(&[range(1, 2), range(1, 2), Domain::from_values([1, 2, 7])], &[], range(3, 3));
    assert_eq!(left[2], range(7, 7));
}

#[test]
fn limits_are_no_obstacle() {
    let range = Domain::from_range;
    assert_eq!(count(&model(&[], &[], range(-3, 3))), 1);
    let far = Domain::from_values([-MAX_VALUE, MAX_VALUE]);
    let except = [Value::MIN, Value::MAX, MAX_VALUE];
    assert_eq!(count(&model(&[far.clone(), far.clone(), far], &except, range(0, 1))), 8);
    // Too wide to be visited at each call.
    let wide = vec![range(0, 3_999_999); 5];
    let left = root(&wide, &[], range(1, 5));
    assert_eq!(left.last(), Some(&range(1, 5)));
}
