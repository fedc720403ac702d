//! Derived equations hold in full squares; the values of open terms compared with brute force.

use parallax_model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Linear, Model, Value, VarId,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::unions::derived_equations;
use super::values::OpenTerms;
use crate::CandidateRules;

/// A Latin square of this order without other rules.
fn square(order: usize) -> Model {
    let mut model = Model::new("square");
    for cell in 0..order * order {
        let name = format!("r{}c{}", cell / order + 1, cell % order + 1);
        model.add_shown(name, Domain::from_range(1, order as Value)).unwrap();
    }
    for line in 0..order {
        let row = (0..order).map(|place| VarId::new(line * order + place)).collect();
        let column = (0..order).map(|place| VarId::new(place * order + line)).collect();
        for (name, scope) in [("row", row), ("column", column)] {
            let different = Constraint::AllDifferent(AllDifferent { scope });
            model.post(format!("{name} {}", line + 1), different).unwrap();
        }
    }
    model
}

fn add_sum(model: &mut Model, label: &str, cells: &[usize], sum: i64) {
    let scope: Vec<VarId> = cells.iter().map(|&cell| VarId::new(cell)).collect();
    let sum = Linear::unweighted_sum(scope, ComparisonOperator::Eq, sum);
    model.post(label, Constraint::Linear(sum)).unwrap();
}

#[test]
fn houses_less_their_sums_leave_few_cells() {
    let mut model = square(4);
    // Three cells of row 1, and a sum that leaves rows 1 and 2 by one cell.
    add_sum(&mut model, "A", &[0, 1, 2], 7);
    add_sum(&mut model, "B", &[3, 7, 11], 9);
    add_sum(&mut model, "C", &[4, 5, 6], 6);
    let rules = CandidateRules::from_model(model.into(), None);
    let all = derived_equations(&rules);
    let find = |terms: &[(usize, i64)], constant: i64| {
        let terms = terms.iter().map(|&(cell, factor)| (VarId::new(cell), factor)).collect();
        let found = all.iter().find(|own| own.equation.terms == terms);
        found.filter(|own| own.equation.constant == constant).map(|own| own.houses)
    };
    assert_eq!(find(&[(3, 1)], 3), Some(1), "the innie of row 1: {all:?}");
    assert_eq!(find(&[(11, -1)], -2), Some(2), "the outie of rows 1 and 2: {all:?}");
    assert_eq!(find(&[(15, 1)], 1), Some(1), "the innie of column 4: {all:?}");
}

#[test]
fn derived_equations_hold_in_full_squares() {
    let (mut checked, mut of_several) = (0, 0);
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let order = rng.random_range(3..=6);
        let mut values: Vec<Value> = (1..=order as Value).collect();
        values.shuffle(&mut rng);
        let right = |cell: usize| i64::from(values[(cell / order + cell % order) % order]);
        let mut model = square(order);
        let mut cells: Vec<usize> = (0..order * order).collect();
        cells.chunk_by_mut(|_, _| rng.random_bool(0.6)).for_each(|own| {
            let sum = own.iter().map(|&cell| right(cell)).sum();
            add_sum(&mut model, &format!("cage {}", own[0]), own, sum);
        });
        let rules = CandidateRules::from_model(model.into(), None);
        for own in derived_equations(&rules) {
            let terms = own.equation.terms.iter();
            let sum: i64 = terms.map(|(v, factor)| factor * right(v.index())).sum();
            assert_eq!(sum, own.equation.constant, "seed {seed}: {own:?}");
            checked += 1;
            of_several += usize::from(own.houses > 1);
        }
    }
    assert!(checked > 500 && of_several > 200, "{checked}, {of_several}");
}

/// Returns the values of each term in all assignments with the sum and the differences.
fn by_brute_force(open: &OpenTerms) -> Option<Vec<Vec<i64>>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for (_, values) in &open.terms {
        let longer = |start: &Vec<i64>| {
            values.iter().map(|&value| [&start[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|own| {
        let sum: i64 = own.iter().zip(&open.terms).map(|(value, (factor, _))| value * factor).sum();
        let differs = |(term, others): (usize, &Vec<usize>)| {
            others.iter().all(|&other| own[other] != own[term])
        };
        sum == open.constant && open.differ.iter().enumerate().all(differs)
    });
    let has = |term: usize, value: i64| all.iter().any(|own| own[term] == value);
    let kept = open.terms.iter().enumerate().map(|(term, (_, values))| {
        values.iter().copied().filter(|&value| has(term, value)).collect()
    });
    (!all.is_empty()).then(|| kept.collect())
}

#[test]
fn values_of_open_terms_are_those_of_brute_force() {
    let mut smaller = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let number = rng.random_range(1..=4);
        let mut terms = Vec::new();
        for _ in 0..number {
            let factor = *[1, 1, 1, -1, 2].get(rng.random_range(0..5)).unwrap();
            let values: Vec<i64> = (1..=6).filter(|_| rng.random_bool(0.6)).collect();
            terms.push((factor, values));
        }
        let differ =
            (0..number).map(|term| (0..term).filter(|_| rng.random_bool(0.4)).collect()).collect();
        let open = OpenTerms { terms, constant: rng.random_range(0..16), differ };
        let found = open.supported_values();
        assert_eq!(found, by_brute_force(&open), "seed {seed}");
        let kept = found.into_iter().flatten().map(|values| values.len()).sum::<usize>();
        let before: usize = open.terms.iter().map(|term| term.1.len()).sum();
        smaller += usize::from(kept > 0 && kept < before);
    }
    assert!(smaller > 50, "{smaller}");
}
