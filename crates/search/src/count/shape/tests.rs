//! Keys by shape: components with equal keys have equal counts, and renaming changes no key.

use std::collections::HashMap;

use parallax_model::engine_api::{Control, SolutionCount};
use parallax_model::{
    AllDifferent, AtomicConstraint, Clause, Compare, ComparisonOperator, Constraint, Domain,
    Linear, LinearTerm, Model, Value, VarId, sample,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::ShapeKeyWriter;
use crate::count::divide::ComponentDivider;
use crate::count::tests::{brute, counted};
use crate::count::{ComponentCountOptions, ComponentKeyKind, ComponentVariableOrder};
use crate::{SearchSettings, SearchState};

/// Returns the keys of the components of a propagated model, and the choices of its free variables;
/// `None` if it is refuted or a component has no key.
fn keys(model: &Model) -> Option<(Vec<Vec<u8>>, SolutionCount)> {
    let control = Control::unlimited();
    let mut search = SearchState::new(model, &SearchSettings::default(), 0, &control).unwrap();
    if search.is_refuted() || search.propagate(&control).is_err() {
        return None;
    }
    let mut links = ComponentDivider::from_model(model);
    let free = links.divide_component(links.whole_component(), model, &search.store);
    let mut shapes = ShapeKeyWriter::default();
    let write = |&part| {
        shapes
            .write_key(part, &links, model, &search.store)
            .then(|| std::mem::take(&mut shapes.bytes))
    };
    let mut keys: Vec<Vec<u8>> = links.found.iter().map(write).collect::<Option<_>>()?;
    keys.sort_unstable();
    Some((keys, free))
}

#[test]
fn models_with_equal_keys_have_equal_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut counts: HashMap<(Vec<Vec<u8>>, String), u128> = HashMap::new();
    let (mut again, mut components) = (0, 0);
    for number in 0..6000 {
        let model = match number % 3 {
            0 => sample::random_model(&mut rng).unwrap(),
            _ => small(&mut rng),
        };
        let Some((keys, free)) = keys(&model) else { continue };
        components += keys.len();
        let count = brute(&model, &[]);
        let known = counts.entry((keys.clone(), free.to_string()));
        again += usize::from(matches!(known, std::collections::hash_map::Entry::Occupied(_)));
        assert_eq!(*known.or_insert(count), count, "{model}");
    }
    assert!(components > 2000 && again > 1000, "{components} {again}");
}

/// Returns a model with few constraints of few kinds, so that random models often have equal keys.
fn small(rng: &mut ChaCha8Rng) -> Model {
    let mut model = Model::new("small");
    let all: Vec<VarId> = (0..rng.random_range(2..5))
        .map(|i| {
            let least = rng.random_range(0..2);
            let domain = Domain::from_range(least, least + rng.random_range(1..3));
            let (name, hidden) = (format!("x{i}"), rng.random_bool(0.2));
            if hidden { model.add_hidden(name, domain) } else { model.add_shown(name, domain) }
        })
        .collect::<Result<_, _>>()
        .unwrap();
    for _ in 0..rng.random_range(1..4) {
        let mut scope = all.clone();
        scope.shuffle(rng);
        scope.truncate(rng.random_range(2..=3));
        let relation = [ComparisonOperator::Eq, ComparisonOperator::Ne, ComparisonOperator::Le]
            [rng.random_range(0..3)];
        let constraint = match rng.random_range(0..4) {
            0 => Constraint::AllDifferent(AllDifferent { scope }),
            1 => {
                let term = |variable| LinearTerm { coefficient: rng.random_range(1..3), variable };
                let terms = scope.into_iter().map(term).collect();
                Constraint::Linear(Linear { terms, relation, constant: 3 })
            }
            2 => {
                let atom = |&v: &VarId| AtomicConstraint::new(v, relation, 1);
                Constraint::Clause(Clause { atoms: scope.iter().map(atom).collect() })
            }
            _ => {
                let (left, right, offset) = (scope[0], scope[1], rng.random_range(0..2));
                Constraint::Compare(Compare { left, relation, right, offset })
            }
        };
        model.post("", constraint).unwrap();
    }
    model
}

/// Returns a Latin square with one given, and with permuted rows, columns and values.
fn latin(order: usize, given: (usize, usize, Value), renaming: [&[usize]; 3]) -> Model {
    let mut model = Model::new("square");
    let [rows, columns, values] = renaming;
    let all: Vec<VarId> = (0..order * order)
        .map(|cell| {
            let is_given = cell == rows[given.0] * order + columns[given.1];
            let value = values[given.2 as usize] as Value;
            let domain = Domain::from_range(0, order as Value - 1);
            let domain = if is_given { Domain::from_range(value, value) } else { domain };
            model.add_shown(format!("c{cell}"), domain).unwrap()
        })
        .collect();
    for &line in rows {
        let row = (0..order).map(|i| all[line * order + i]).collect();
        let column = (0..order).map(|i| all[i * order + line]).collect();
        for scope in [row, column] {
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
        }
    }
    model
}

#[test]
fn names_of_rows_columns_and_values_do_not_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let natural: Vec<usize> = (0..5).collect();
    let expected = keys(&latin(5, (0, 0, 0), [&natural; 3]));
    assert!(expected.is_some());
    for _ in 0..20 {
        let [mut rows, mut columns, mut values] = [(); 3].map(|()| natural.clone());
        for order in [&mut rows, &mut columns, &mut values] {
            order.shuffle(&mut rng);
        }
        assert_eq!(keys(&latin(5, (1, 2, 3), [&rows, &columns, &values])), expected);
    }
}

#[test]
fn what_matters_is_in_the_key() {
    let sum = |coefficients: [i64; 3], relation, constant, most| {
        let mut model = Model::new("sum");
        let terms = coefficients.iter().enumerate().map(|(i, &coefficient)| LinearTerm {
            coefficient,
            variable: model.add_shown(format!("x{i}"), Domain::from_range(0, most)).unwrap(),
        });
        let terms = terms.collect();
        model.post("", Constraint::Linear(Linear { terms, relation, constant })).unwrap();
        keys(&model).unwrap()
    };
    let plain = sum([1, 2, 3], ComparisonOperator::Le, 4, 2);
    assert_eq!(plain, sum([3, 1, 2], ComparisonOperator::Le, 4, 2));
    for other in [
        sum([1, 2, 2], ComparisonOperator::Le, 4, 2),
        sum([1, 2, 3], ComparisonOperator::Ne, 4, 2),
        sum([1, 2, 3], ComparisonOperator::Le, 5, 2),
        sum([1, 2, 3], ComparisonOperator::Le, 4, 3),
    ] {
        assert_ne!(plain, other);
    }
}

/// The numbers of Latin squares (OEIS A002860).
#[test]
fn squares_are_counted_by_their_shapes() {
    let natural: Vec<usize> = (0..7).collect();
    for (order, expected) in
        [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280), (6, 812_851_200), (7, 61_479_419_904_000)]
    {
        let model = latin(order, (0, 0, 0), [&natural[..order]; 3]);
        for search in [ComponentVariableOrder::Place, ComponentVariableOrder::Narrow] {
            let found = counted(
                &model,
                &[],
                ComponentCountOptions { order: search, ..ComponentCountOptions::default() },
            );
            let number = found.number.unwrap();
            let all = u128::try_from(&number).unwrap() * order as u128;
            assert_eq!(all, expected);
            let [lookups, shapes] = ["lookups", "shapes"].map(|c| found.counters.get(c));
            assert_eq!(lookups, shapes);
        }
    }
}

#[test]
fn shapes_are_dropped_where_they_do_not_help() {
    // Coefficients that all differ: no two components have one shape.
    let mut model = Model::new("sum");
    let terms = (0..14).map(|i| LinearTerm {
        coefficient: 1000 + i * i * 37 % 101,
        variable: model.add_shown(format!("x{i}"), Domain::from_range(0, 1)).unwrap(),
    });
    let terms = terms.collect();
    model
        .post(
            "",
            Constraint::Linear(Linear { terms, relation: ComparisonOperator::Le, constant: 7000 }),
        )
        .unwrap();
    let plan = |keys| ComponentCountOptions { keys, ..ComponentCountOptions::default() };
    let found = ComponentKeyKind::ALL.map(|keys| counted(&model, &[], plan(keys)));
    assert!(found.iter().all(|one| one.number == found[0].number && one.number.is_some()));
    let shapes = found.map(|one| one.counters.get("shapes").unwrap_or(0));
    assert_eq!(shapes[1], 0);
    assert!(shapes[0] == 1024 && shapes[2] > 1024, "{shapes:?}");
}
