//! The question of each kind against the meaning, over all boxes of small domains.

use parallax_certificates::{
    Atom, ClassRelation, Constraint, Described, Model, Occurrence, Relation, Space, Value,
};

/// A model with these domains and no constraint.
fn model(domains: &[Vec<Value>]) -> Model {
    let variable = |(place, domain): (usize, &Vec<Value>)| Described {
        name: format!("x{place}"),
        domain: domain.clone(),
        shown: true,
    };
    Model { variables: domains.iter().enumerate().map(variable).collect(), ..Model::default() }
}

/// Every subset of values, the empty one, too.
fn subsets(values: &[Value]) -> Vec<Vec<Value>> {
    (0..1usize << values.len())
        .map(|mask| {
            (0..values.len()).filter(|bit| mask >> bit & 1 == 1).map(|bit| values[bit]).collect()
        })
        .collect()
}

fn points(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![Vec::new()], |points, domain| {
        points
            .iter()
            .flat_map(|point| {
                domain.iter().map(move |&value| [point.clone(), vec![value]].concat())
            })
            .collect()
    })
}

/// Compares the answers over all boxes; `exact` demands that none is missed.
fn compare(constraint: &Constraint, domains: &[Vec<Value>], exact: bool) -> usize {
    let choices: Vec<Vec<Vec<Value>>> = domains.iter().map(|domain| subsets(domain)).collect();
    let mut boxes: Vec<Vec<Vec<Value>>> = vec![Vec::new()];
    for own in &choices {
        boxes = boxes
            .iter()
            .flat_map(|start| {
                own.iter().map(move |domain| [start.clone(), vec![domain.clone()]].concat())
            })
            .collect();
    }
    for domains in &boxes {
        let space = Space::of(&model(domains));
        let points = points(domains);
        let some = points.iter().any(|point| constraint.holds(point));
        let all = !points.is_empty() && points.iter().all(|point| constraint.holds(point));
        let (possible, certain) = (constraint.possible(&space), constraint.certain(&space));
        assert!(possible || !some, "wrong: {constraint:?} in {domains:?}");
        assert!(
            !exact || possible == some || points.is_empty(),
            "missed: {constraint:?} in {domains:?}"
        );
        assert!(all || !certain || points.is_empty(), "not certain: {constraint:?} in {domains:?}");
    }
    boxes.len()
}

fn same(number: usize, values: &[Value]) -> Vec<Vec<Value>> {
    vec![values.to_vec(); number]
}

const RELATIONS: [Relation; 6] =
    [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];

#[test]
fn all_different_and_cardinality() {
    let mut boxes =
        compare(&Constraint::AllDifferent(vec![0, 1, 2, 3]), &same(4, &[1, 2, 3, 5]), true);
    boxes += compare(&Constraint::AllDifferent(vec![0, 1, 0]), &same(2, &[1, 2]), true);
    boxes += compare(&Constraint::AllDifferent(vec![]), &same(1, &[1]), true);
    for closed in [false, true] {
        for (min, max) in [(0, 1), (1, 2), (2, 2), (1, 9), (2, 1)] {
            let occurrences = vec![
                Occurrence { value: 1, min, max },
                Occurrence { value: 3, min: 1, max: 2 },
                Occurrence { value: 9, min: 0, max: 1 },
            ];
            let own = Constraint::Cardinality { scope: vec![0, 1, 2, 3], occurrences, closed };
            boxes += compare(&own, &same(4, &[1, 2, 3]), true);
        }
    }
    assert!(boxes > 70_000, "{boxes}");
}

#[test]
fn sums_and_comparisons() {
    for relation in RELATIONS {
        for constant in [-3, 0, 4, 7] {
            let own =
                Constraint::Linear { terms: vec![(1, 0), (2, 1), (-1, 2)], relation, constant };
            compare(&own, &same(3, &[-1, 1, 2, 5]), true);
            let twice =
                Constraint::Linear { terms: vec![(2, 0), (-1, 0), (1, 1)], relation, constant };
            compare(&twice, &same(2, &[-1, 1, 2, 5]), true);
            let none = Constraint::Linear { terms: vec![], relation, constant };
            compare(&none, &same(1, &[1]), true);
        }
        for offset in [-2, 0, 3] {
            let own = Constraint::Compare { left: 0, relation, right: 1, offset };
            compare(&own, &same(2, &[-2, 0, 1, 4, 9]), true);
            compare(
                &Constraint::Compare { left: 0, relation, right: 0, offset },
                &same(1, &[0, 3]),
                true,
            );
        }
    }
}

#[test]
fn tables() {
    let rows = vec![vec![1, 2, 3], vec![2, 2, 1], vec![1, 2, 3], vec![3, 3, 3], vec![9, 1, 1]];
    for forbidden in [false, true] {
        let own = Constraint::Table { scope: vec![0, 1, 2], rows: rows.clone(), forbidden };
        compare(&own, &same(3, &[1, 2, 3]), true);
        let twice = Constraint::Table { scope: vec![0, 1, 0], rows: rows.clone(), forbidden };
        compare(&twice, &same(2, &[1, 2, 3]), true);
        for rows in [vec![], vec![vec![]]] {
            compare(&Constraint::Table { scope: vec![], rows, forbidden }, &same(1, &[1]), true);
        }
    }
}

#[test]
fn element_extremum_product_inverse_and_order() {
    let own = Constraint::Element { index: 0, array: vec![1, 2], result: 3, first: 1 };
    compare(&own, &[vec![0, 1, 2, 3], vec![1, 2], vec![2, 3], vec![1, 2, 3]], true);
    for max in [true, false] {
        let own = Constraint::Extremum { result: 0, scope: vec![1, 2], max };
        compare(&own, &same(3, &[1, 2, 4]), true);
        compare(&Constraint::Extremum { result: 0, scope: vec![], max }, &same(1, &[1]), true);
    }
    let own = Constraint::Product { left: 0, right: 1, result: 2 };
    compare(&own, &[vec![-2, 0, 1, 3], vec![-1, 0, 2], vec![-3, 0, 2, 6]], true);
    let own =
        Constraint::Inverse { left: vec![0, 1], right: vec![2, 3], first_left: 1, first_right: 0 };
    compare(&own, &[vec![0, 1, 2], vec![0, 1], vec![1, 2, 3], vec![1, 2]], true);
    for strict in [false, true] {
        for (left, right) in
            [(vec![0, 1], vec![2, 3]), (vec![0], vec![2, 3]), (vec![0, 1], vec![2])]
        {
            let own = Constraint::Lexicographic { left, right, strict };
            compare(&own, &same(4, &[1, 2, 3]), true);
        }
        let own = Constraint::Lexicographic { left: vec![0, 1], right: vec![0, 2], strict };
        compare(&own, &same(3, &[1, 2, 3]), false);
    }
}

#[test]
fn clauses_reifications_implications() {
    for relation in RELATIONS {
        let atom = |variable, value| Atom { variable, relation, value };
        compare(&Constraint::Clause(vec![atom(0, 2), atom(1, 3)]), &same(2, &[1, 2, 3]), true);
        compare(&Constraint::Clause(vec![]), &same(1, &[1]), true);
        let own = Constraint::Reify { truth: 0, atom: atom(1, 2) };
        compare(&own, &[vec![0, 1, 2], vec![1, 2, 3]], true);
        let then = Constraint::Compare { left: 1, relation, right: 2, offset: 0 };
        let own = Constraint::Implies { condition: 0, then: Box::new(then) };
        compare(&own, &[vec![0, 1], vec![1, 2], vec![1, 2, 3]], true);
    }
}

#[test]
fn classes() {
    let relations = [
        ClassRelation::AllSame,
        ClassRelation::AllDifferent,
        ClassRelation::Either,
        ClassRelation::ExactlyEqual(1),
        ClassRelation::ExactlyEqual(2),
        ClassRelation::ExactlyEqual(3),
        ClassRelation::Table(vec![vec![0, 1, 1], vec![2, 0, 1]]),
        ClassRelation::Table(vec![]),
    ];
    // The value 9 has no class.
    let classes = vec![(1, 0), (2, 0), (3, 1), (4, 2)];
    for relation in relations {
        let own =
            Constraint::Dimension { scope: vec![0, 1, 2], classes: classes.clone(), relation };
        compare(&own, &same(3, &[1, 2, 3, 4, 9]), true);
    }
    for scope in [vec![], vec![0]] {
        let relation = ClassRelation::AllSame;
        let own = Constraint::Dimension { scope, classes: classes.clone(), relation };
        compare(&own, &same(1, &[1, 9]), true);
    }
}
