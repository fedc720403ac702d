//! Counts of a model beside a changed copy of itself.
//!
//! Two components whose keys are equal are counted once, so a key that leaves out a difference
//! makes a count wrong. Random models hardly ever have two components that differ a little. Here
//! the second one is a copy of the first, changed at one or two places of its JSON: two variables
//! change places, a number, a relation or a truth changes, a list gets another order, nested parts
//! are exchanged. Both are enumerated, and the product is the expected number.
//!
//! `PARALLAX_CASES` is the number of pairs, `PARALLAX_SEED` the first seed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::{CertifyingEngine, Spec};
use parallax_json as json;
use parallax_model::engine_api::{
    Control, EffortCounters, Engine, ProofOutcome, Session, SolutionCount, Task,
};
use parallax_model::{
    Constraint, ConstraintKind, Domain, Implies, Model, Value as Number, ValueDimension, sample,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

const ORDERS: [&str; 6] = ["auto", "place", "fewest", "narrow", "weighted", "linked"];

/// Returns a model of few variables, most of them of two values, with one to four constraints.
/// `kind` is the kind of one of them.
fn component(rng: &mut ChaCha8Rng, kind: ConstraintKind) -> Model {
    let mut model = Model::new("component");
    model.add_shown("a", Domain::boolean()).unwrap();
    for name in &["b", "c", "d", "e"][..rng.random_range(2..=4)] {
        let domain = match rng.random_range(0..10) {
            0..=5 => Domain::boolean(),
            6..=8 => Domain::from_range(0, 2),
            _ => Domain::from_values([-1, 1, 64]),
        };
        let hidden = rng.random_bool(0.15);
        let own =
            if hidden { model.add_hidden(*name, domain) } else { model.add_shown(*name, domain) };
        own.unwrap();
    }
    let classes = ["low", "high"].map(str::to_owned).to_vec();
    let members: Vec<(Number, usize)> =
        (-4..=70).map(|value| (value, rng.random_range(0..2))).collect();
    model.add_dimension(ValueDimension::new("size", classes, &members).unwrap()).unwrap();
    let mut kinds = vec![kind];
    for _ in 0..rng.random_range(0..=3) {
        let all = if rng.random_bool(0.2) { ConstraintKind::ALL } else { ConstraintKind::CORE };
        kinds.push(*all.choose(rng).unwrap());
    }
    for kind in kinds {
        let mut constraint = sample::draw_constraint(rng, &model, kind);
        let nests = !matches!(constraint, Constraint::Implies(_) | Constraint::Global(_));
        if nests && rng.random_bool(0.3) {
            let condition = *model.shown().first().unwrap();
            constraint = Constraint::Implies(Implies { condition, then: Box::new(constraint) });
        }
        model.post("", constraint).unwrap();
    }
    model
}

/// Returns the places of all values of a tree for which `is` holds, as pointers.
fn places(tree: &Value, is: &dyn Fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), tree)];
    while let Some((place, value)) = open.pop() {
        if is(value) {
            found.push(place.clone());
        }
        match value {
            Value::Array(list) => {
                open.extend(list.iter().enumerate().map(|(i, own)| (format!("{place}/{i}"), own)));
            }
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, own)| (format!("{place}/{key}"), own)));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// Exchanges two values of a tree, neither of which is in the other.
fn exchange(tree: &mut Value, one: &str, other: &str) {
    let (Some(first), Some(second)) = (tree.pointer(one).cloned(), tree.pointer(other).cloned())
    else {
        return;
    };
    if !one.starts_with(other) && !other.starts_with(one) {
        *tree.pointer_mut(one).unwrap() = second;
        *tree.pointer_mut(other).unwrap() = first;
    }
}

/// Changes one place of a model's JSON; `names` are those of its variables. The result may be no
/// model.
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn change(rng: &mut ChaCha8Rng, tree: &mut Value, names: &[String]) {
    let number = tree["constraints"].as_array().unwrap().len();
    let place = rng.random_range(0..number);
    let constraints = tree["constraints"].as_array_mut().unwrap();
    let other = constraints[rng.random_range(0..number)].clone();
    let constraint = &mut constraints[place];
    let is_name = |own: &Value| own.as_str().is_some_and(|own| names.iter().any(|n| n == own));
    let variables = places(constraint, &is_name);
    let pick = |rng: &mut ChaCha8Rng, all: &[String]| all.choose(rng).cloned().unwrap_or_default();
    match rng.random_range(0..12) {
        0..=4 => {
            let (one, other) = (pick(rng, &variables), pick(rng, &variables));
            exchange(constraint, &one, &other);
        }
        5 => {
            let place = pick(rng, &variables);
            if let Some(own) = constraint.pointer_mut(&place).filter(|own| own.is_string()) {
                *own = json!(names.choose(rng).unwrap());
            }
        }
        6 => {
            let place = pick(rng, &places(constraint, &Value::is_i64));
            if let Some(own) = constraint.pointer_mut(&place).filter(|own| own.is_i64()) {
                *own = json!(own.as_i64().unwrap() + [-1, 1][rng.random_range(0..2usize)]);
            }
        }
        7 => {
            let place = pick(rng, &places(constraint, &Value::is_boolean));
            if let Some(own) = constraint.pointer_mut(&place).filter(|own| own.is_boolean()) {
                *own = json!(!own.as_bool().unwrap());
            }
        }
        8 => {
            let is_relation =
                |own: &Value| ["=", "!=", "<", "<=", ">", ">="].iter().any(|sign| own == sign);
            let place = pick(rng, &places(constraint, &is_relation));
            if let Some(own) = constraint.pointer_mut(&place).filter(|own| own.is_string()) {
                *own = json!(["=", "!=", "<", "<=", ">", ">="].choose(rng).unwrap());
            }
        }
        9 => {
            let place = pick(rng, &places(constraint, &Value::is_array));
            if let Some(Value::Array(list)) = constraint.pointer_mut(&place) {
                if rng.random() { list.shuffle(rng) } else { list.reverse() }
            }
        }
        // A nested constraint comes from elsewhere, or goes outside.
        10 => match (constraint.get("then").cloned(), other.get("then")) {
            (Some(_), Some(then)) => constraint["then"] = then.clone(),
            (Some(then), None) if rng.random() => *constraint = then,
            _ => {
                let mut then = other;
                then.as_object_mut().unwrap().remove("label");
                *constraint = json!({"kind": "implies", "condition": names.choose(rng).unwrap(), "then": then});
            }
        },
        _ => {
            let variables = tree["variables"].as_array_mut().unwrap();
            let (one, other) =
                (rng.random_range(0..variables.len()), rng.random_range(0..variables.len()));
            let domain = variables[one]["domain"].clone();
            variables[one]["domain"] = std::mem::replace(&mut variables[other]["domain"], domain);
        }
    }
}

/// Returns a tree with other names, and the names.
fn renamed(tree: &Value, first: char) -> (Value, Vec<String>) {
    let mut tree = tree.clone();
    let names = tree["variables"].as_array().unwrap().iter();
    let names: Vec<String> = names.map(|own| own["name"].as_str().unwrap().to_owned()).collect();
    let is_name = |own: &Value| own.as_str().is_some_and(|own| names.iter().any(|n| n == own));
    for place in places(&tree, &is_name) {
        let own = tree.pointer_mut(&place).unwrap();
        *own = json!(format!("{first}{}", own.as_str().unwrap()));
    }
    (tree, names.iter().map(|own| format!("{first}{own}")).collect())
}

/// Enumerates the different values of the shown variables in the solutions.
fn enumerated(model: &Model) -> u64 {
    let domains: Vec<Vec<Number>> =
        model.variables().iter().map(|own| own.domain.to_vec()).collect();
    let points: usize = domains.iter().map(Vec::len).product();
    let mut found: HashSet<Vec<Number>> = HashSet::new();
    for point in 0..points {
        let mut rest = point;
        let mut values = Vec::with_capacity(domains.len());
        for domain in &domains {
            values.push(domain[rest % domain.len()]);
            rest /= domain.len();
        }
        if model.check(&[], &values).is_ok() {
            found.insert(model.shown().iter().map(|own| values[own.index()]).collect());
        }
    }
    found.len() as u64
}

/// A model of two components, and the number of its solutions.
struct Pair {
    model: Arc<Model>,
    expected: SolutionCount,
    /// Whether a third component makes the default take keys by shape.
    is_wide: bool,
}

fn pair(rng: &mut ChaCha8Rng, kind: ConstraintKind, is_wide: bool) -> Option<Pair> {
    let first: Value = serde_json::from_str(&json::write_model(&component(rng, kind))).unwrap();
    let (one, _) = renamed(&first, 'x');
    let (mut other, names) = renamed(&first, 'y');
    for _ in 0..[1, 1, 1, 2, 0][rng.random_range(0..5usize)] {
        change(rng, &mut other, &names);
    }
    if rng.random_bool(0.3) {
        other["variables"].as_array_mut().unwrap().shuffle(rng);
        other["constraints"].as_array_mut().unwrap().shuffle(rng);
    }
    let counts = [&one, &other].map(|tree| {
        json::read_model("component", &tree.to_string()).ok().map(|model| enumerated(&model))
    });
    let mut expected = SolutionCount::from(counts[0]?);
    expected *= &SolutionCount::from(counts[1]?);
    let mut whole = one;
    for key in ["variables", "constraints"] {
        let more = other[key].as_array().unwrap().clone();
        whole[key].as_array_mut().unwrap().extend(more);
    }
    if is_wide {
        let names: Vec<String> = (0..WIDE).map(|i| format!("w{i}")).collect();
        let domain = format!("0..{}", WIDE - 1);
        let more = names.iter().map(|own| json!({"name": own, "domain": domain}));
        whole["variables"].as_array_mut().unwrap().extend(more);
        let constraints = whole["constraints"].as_array_mut().unwrap();
        constraints.push(json!({"kind": "all_different", "scope": names}));
        expected *= &SolutionCount::from((1..=WIDE).product::<u64>());
    }
    let model = json::read_model("pair", &whole.to_string()).unwrap_or_else(|why| panic!("{why}"));
    Some(Pair { model: Arc::new(model), expected, is_wide })
}

/// The number of variables of the third component, which are all different.
const WIDE: u64 = 7;

impl Pair {
    /// Counts the solutions; returns the counters and the fate of the certificate.
    fn count(&self, engine: &dyn Engine, about: &str) -> (EffortCounters, Option<ProofOutcome>) {
        let control = Control::unlimited();
        let mut session: Box<dyn Session> =
            engine.prepare(&self.model, 0, &control).unwrap_or_else(|why| panic!("{why:?}"));
        let mut given = 0_u64;
        let outcome = session.ask(&[], Task::Count, &control, &mut |_| {
            given += 1;
            ControlFlow::Continue(())
        });
        let counted = outcome.counted.clone().unwrap_or(SolutionCount::from(given));
        let refusal = outcome.proof.as_ref().and_then(ProofOutcome::refusal_reason);
        assert_eq!(refusal, None, "{about}\n{}", json::write_model(&self.model));
        assert!(outcome.complete, "{about}: {outcome:?}");
        assert_eq!(counted, self.expected, "{about}\n{}", json::write_model(&self.model));
        (outcome.counters, outcome.proof)
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|own| own.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_model_beside_a_changed_copy_has_the_product_of_their_counts() {
    let (cases, seed) = (number("PARALLAX_CASES", 1500), number("PARALLAX_SEED", 0));
    let [mut hits, mut shapes, mut certified, mut invalid] = [0; 4];
    for case in seed..seed + cases {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        // Most keys have parts in parts where a kind is nested.
        let kind = match case % 2 {
            0 => ConstraintKind::ALL[case as usize / 2 % ConstraintKind::ALL.len()],
            _ => ConstraintKind::Implies,
        };
        let Some(pair) = pair(&mut rng, kind, case % 16 == 0) else {
            invalid += 1;
            continue;
        };
        let order = ORDERS[rng.random_range(0..ORDERS.len())];
        for keys in ["shapes", "names", "auto"] {
            let name = format!("count:native,order={order},keys={keys}");
            let spec: Spec = name.parse().unwrap();
            let (counters, _) = pair.count(&spec, &format!("case {case}: {name}"));
            hits += counters.get("hits").unwrap_or(0);
            if pair.is_wide && keys == "auto" {
                shapes += counters.get("shapes").unwrap_or(0);
            }
        }
        if case % 4 == 0 {
            let engine = CertifyingEngine::new(&"count:native".parse().unwrap()).unwrap();
            let (_, proof) = pair.count(&engine, &format!("case {case}, certified"));
            certified += u64::from(proof.is_some_and(|proof| proof.accepted == Some(true)));
        }
    }
    println!("{cases} cases, {invalid} of them no models; {hits} hits, {certified} certified");
    assert!(invalid < cases / 3, "{invalid}");
    assert!(
        hits > cases / 2 && shapes > 0 && certified > cases / 20,
        "{hits} {shapes} {certified}"
    );
}

/// A condition and the truth of a reification under it: a clause is on the one here, and on the
/// other there. The first component has eight solutions, the second nine.
#[test]
fn a_condition_and_a_truth_under_it_have_two_roles() {
    let part = |first: char, condition: &str, truth: &str| -> Vec<Value> {
        let name = |own: &str| format!("{first}{own}");
        let atom = |own: &str| json!({"variable": name(own), "relation": "=", "value": 1});
        let then = json!({"kind": "reify", "truth": name(truth), "atom": atom("read")});
        vec![
            json!({"kind": "implies", "condition": name(condition), "then": then}),
            json!({"kind": "clause", "atoms": [atom("one"), atom("more")]}),
        ]
    };
    for wide in [0, WIDE] {
        let mut variables = Vec::new();
        for own in ["one", "other", "read", "more"] {
            variables.push(json!({"name": format!("x{own}"), "domain": "0..1"}));
            variables.push(json!({"name": format!("y{own}"), "domain": "0..1"}));
        }
        let mut constraints = [part('x', "one", "other"), part('y', "other", "one")].concat();
        let names: Vec<String> = (0..wide).map(|i| format!("w{i}")).collect();
        let more = names.iter().map(|own| json!({"name": own, "domain": format!("1..{wide}")}));
        variables.extend(more);
        constraints.push(json!({"kind": "all_different", "scope": names}));
        let tree = json!({"format": "parallax-model-1", "name": "roles",
            "variables": variables, "constraints": constraints});
        let model = Arc::new(json::read_model("roles", &tree.to_string()).unwrap());
        let expected = SolutionCount::from(72 * (1..=wide).product::<u64>());
        let pair = Pair { model, expected, is_wide: wide > 0 };
        for name in ["count:native", "count:native,keys=shapes", "count:native,keys=names"] {
            pair.count(&name.parse::<Spec>().unwrap(), name);
            let engine = CertifyingEngine::new(&name.parse().unwrap()).unwrap();
            let (_, proof) = pair.count(&engine, name);
            assert_eq!(proof.unwrap().accepted, Some(true), "{name}");
        }
    }
}
