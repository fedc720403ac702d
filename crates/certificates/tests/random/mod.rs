//! Random constraints and small boxes.

use std::fmt::Display;
use std::str::FromStr;

use parallax_certificates::{
    Atom, Automaton, CheckerModel, CheckerVariable, ClassRelation, Constraint, Occurrence,
    Relation, Value,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// All kinds, by their names in models.
pub const KINDS: [&str; 15] = [
    "all_different",
    "global_cardinality",
    "linear",
    "compare",
    "table",
    "element",
    "lexicographic",
    "extremum",
    "product",
    "inverse",
    "clause",
    "dimension",
    "reify",
    "regular",
    "implies",
];

/// A number from the environment.
pub fn number<T: FromStr + Display>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|own| own.parse().ok()).unwrap_or(usual)
}

/// One to four domains of up to five values from -2 to 4; rarely an empty one, or one far away.
pub fn domains(rng: &mut ChaCha8Rng) -> Vec<Vec<Value>> {
    let number = rng.random_range(1..=4usize);
    let mut domain = || {
        let share = [0.25, 0.5, 0.8][rng.random_range(0..3usize)];
        let far = if rng.random_bool(0.03) { 100 } else { 0 };
        let mut own: Vec<Value> =
            (-2..=4).filter(|_| rng.random_bool(share)).map(|own| own + far).take(5).collect();
        if own.is_empty() && rng.random_bool(0.9) {
            own.push(rng.random_range(-2..=4));
        }
        own
    };
    (0..number).map(|_| domain()).collect()
}

/// A model with these domains and no constraint.
pub fn model_of(domains: &[Vec<Value>]) -> CheckerModel {
    let variable = |(place, domain): (usize, &Vec<Value>)| CheckerVariable {
        name: format!("v{place}"),
        domain: domain.clone(),
        shown: true,
    };
    CheckerModel {
        variables: domains.iter().enumerate().map(variable).collect(),
        ..CheckerModel::default()
    }
}

/// All assignments of these domains.
pub fn points(domains: &[Vec<Value>]) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![Vec::new()], |points, domain| {
        let with = |point: &Vec<Value>, &value: &Value| [&point[..], &[value]].concat();
        points.iter().flat_map(|point| domain.iter().map(move |value| with(point, value))).collect()
    })
}

fn relation(rng: &mut ChaCha8Rng) -> Relation {
    Relation::ALL[rng.random_range(0..Relation::ALL.len())].1
}

fn value(rng: &mut ChaCha8Rng) -> Value {
    rng.random_range(-3..=5)
}

fn atom(rng: &mut ChaCha8Rng, variables: usize) -> Atom {
    let variable = rng.random_range(0..variables);
    Atom { variable, relation: relation(rng), value: value(rng) }
}

/// Variables in random order; sometimes one is there twice.
fn scope(rng: &mut ChaCha8Rng, variables: usize) -> Vec<usize> {
    let mut own: Vec<usize> = (0..variables).filter(|_| rng.random_bool(0.8)).collect();
    if rng.random_bool(0.15) {
        own.push(rng.random_range(0..variables));
    }
    for place in 1..own.len() {
        own.swap(place, rng.random_range(0..=place));
    }
    own
}

fn rows<T>(
    rng: &mut ChaCha8Rng,
    width: usize,
    mut one: impl FnMut(&mut ChaCha8Rng) -> T,
) -> Vec<Vec<T>> {
    let number = rng.random_range(0..=6u32);
    (0..number).map(|_| (0..width).map(|_| one(rng)).collect()).collect()
}

/// An automaton of up to four states.
fn automaton(rng: &mut ChaCha8Rng) -> Automaton {
    let states = rng.random_range(1..=4u64);
    let share = [0.3, 0.6, 0.9][rng.random_range(0..3usize)];
    let mut transitions = Vec::new();
    for (state, value) in (0..states).flat_map(|state| (-2..=4).map(move |value| (state, value))) {
        if rng.random_bool(share) {
            transitions.push((state, value, rng.random_range(0..states)));
        }
    }
    let finals = (0..states).filter(|_| rng.random_bool(0.4)).collect();
    Automaton { start: rng.random_range(0..states), finals, transitions }
}

/// A constraint of a kind over some of this number of variables.
#[allow(clippy::too_many_lines, reason = "a list of cases")]
pub fn constraint(rng: &mut ChaCha8Rng, kind: &str, variables: usize) -> Constraint {
    let any = |rng: &mut ChaCha8Rng| rng.random_range(0..variables);
    let own = scope(rng, variables);
    match kind {
        "all_different" => Constraint::AllDifferent { scope: own },
        "global_cardinality" => {
            let listed: Vec<Value> = (-2..=4).filter(|_| rng.random_bool(0.5)).collect();
            let occurrence = |value| {
                let min = [0, 0, 0, 1, 1, 2][rng.random_range(0..6usize)];
                Occurrence { value, min, max: rng.random_range(0..=3u64) }
            };
            let occurrences = listed.into_iter().map(occurrence).collect();
            Constraint::Cardinality { scope: own, occurrences, closed: rng.random_bool(0.5) }
        }
        "linear" => {
            let large = if rng.random_bool(0.2) { 97 } else { 1 };
            let terms = own.into_iter().map(|v| (large * rng.random_range(-3..=3), v)).collect();
            let constant = i128::from(large) * rng.random_range(-8..=8) + rng.random_range(0..=1);
            Constraint::Linear { terms, relation: relation(rng), constant }
        }
        "compare" => {
            let (left, right) = (any(rng), any(rng));
            Constraint::Compare { left, relation: relation(rng), right, offset: value(rng).into() }
        }
        "table" => {
            let tuples = rows(rng, own.len(), |rng| rng.random_range(-2..=4));
            Constraint::Table { scope: own, tuples, forbidden: rng.random_bool(0.5) }
        }
        "element" => {
            let (index, result, first) = (any(rng), any(rng), rng.random_range(-2..=1));
            Constraint::Element { index, array: own, result, first }
        }
        "lexicographic" => {
            let right = scope(rng, variables);
            Constraint::Lexicographic { left: own, right, strict: rng.random_bool(0.5) }
        }
        "extremum" => {
            Constraint::Extremum { result: any(rng), scope: own, max: rng.random_bool(0.5) }
        }
        "product" => Constraint::Product { left: any(rng), right: any(rng), result: any(rng) },
        "inverse" => {
            let half = own.len() / 2;
            let (left, right) = (own[..half].to_vec(), own[half..].to_vec());
            let (first_left, first_right) = (rng.random_range(-1..=1), rng.random_range(-1..=1));
            Constraint::Inverse { left, right, first_left, first_right }
        }
        "clause" => {
            let number = rng.random_range(0..=3u32);
            Constraint::Clause { atoms: (0..number).map(|_| atom(rng, variables)).collect() }
        }
        "dimension" => {
            let valued = (-2..=4).filter(|_| rng.random_bool(0.8)).collect::<Vec<Value>>();
            let dimension =
                valued.into_iter().map(|own| (own, rng.random_range(0..3usize))).collect();
            let relation = match rng.random_range(0..5u32) {
                0 => ClassRelation::AllSame,
                1 => ClassRelation::AllDifferent,
                2 => ClassRelation::Either,
                3 => ClassRelation::ExactlyEqual(rng.random_range(0..=4)),
                _ => ClassRelation::Table(rows(rng, own.len(), |rng| rng.random_range(0..3))),
            };
            Constraint::Dimension { scope: own, dimension, relation }
        }
        "regular" => Constraint::Regular { scope: own, automaton: automaton(rng) },
        "reify" => Constraint::Reify { truth: any(rng), atom: atom(rng, variables) },
        "implies" => {
            let inner = KINDS[rng.random_range(0..KINDS.len() - 1)];
            let then = Box::new(constraint(rng, inner, variables));
            Constraint::Implies { condition: any(rng), then }
        }
        other => panic!("{other}"),
    }
}
